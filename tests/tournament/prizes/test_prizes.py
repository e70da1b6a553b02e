"""From the entry payment to the signed receipt: pools, places, payouts."""

from datetime import timedelta

import pytest

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office.law.money import Account, Method
from engine.prizes.prizes import Row, Source
from engine.refusal import Refused
from engine.structure import presets
from tables.chips.services import rebuys
from tables.console.queries import work_queue
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    NOW,
    WITH_REBUYS,
    bust_all_but,
    house_director,
    refreshed,
    registering,
    running,
    sell,
    signed_in,
    stored,
    table_of,
)
from tests.prize_night import BY, HALVES, IGR, all_paid, balance, listed, pay, played, seen
from tournament.clock.queries import prize_clock
from tournament.clock.services import clock
from tournament.models import (
    Bust,
    Due,
    Player,
)
from tournament.money.queries import money as money_queries
from tournament.money.queries import money_page
from tournament.prizes.queries import prize_page
from tournament.prizes.queries import prizes as prize_queries
from tournament.prizes.services import payout_desk, prizes
from tournament.records.queries.reports import published, record

pytestmark = pytest.mark.django_db


@pytest.mark.rule("adelaide:1.Prize Pool Contribution")
@pytest.mark.rule("adelaide:1.SKYCITY Adelaide Entry Fee")
@pytest.mark.rule("canberra:14.1")
@pytest.mark.rule("canberra:T.commission")
@pytest.mark.parametrize(
    ("preset", "pool", "fee"), [(FREEZE_OUT, 10_000, 1000), ("canberra-e", 4500, 500)]
)
def test_each_entry_credits_the_pool_and_books_the_fee_apart(preset, pool, fee):
    chosen = presets.get(preset) if isinstance(preset, str) else preset
    tournament = all_paid(registering(2, preset=chosen))
    assert balance(tournament, Account.PRIZE_POOL) == -2 * pool
    assert balance(tournament, Account.HOUSE_FEE) == -2 * fee
    assert balance(tournament, Account.CASH) == 2 * (pool + fee)
    lines = [[line.amount for line in one.lines.all()] for one in tournament.money.all()]
    assert lines == [[pool + fee, -pool, -fee]] * 2
    shown = money_page.receipt(tournament.money.all()[0])
    assert [part.text for part in shown.parts] == [dollars(pool), dollars(fee)]
    with pytest.raises(Refused, match="already paid"):
        sell(tournament.entries.all()[0], "entry", **BY)


@pytest.mark.rule("adelaide:105")
@pytest.mark.rule("adelaide:88i")
def test_prizes_are_published_when_nothing_more_can_come_in():
    tournament = all_paid(running(3, preset=WITH_REBUYS))
    listed(tournament)
    before = stored()
    with pytest.raises(Refused, match="Rebuys and Add-ons can still be sold") as refused:
        prizes.publish(tournament_id=tournament.pk, **BY)
    assert refused.value.clause == "adelaide:105"
    assert stored() == before
    late = NOW + timedelta(minutes=700)
    clock.advance_due(late)
    made = prizes.publish(tournament_id=tournament.pk, actor=DIRECTOR, now=late)
    assert prize_queries.by_place(prize_queries.amounts(tournament, made)) == {
        1: "$36",
        2: "$24",
    }
    with pytest.raises(Refused, match="unpublish it first"):
        listed(tournament)


@pytest.mark.rule("adelaide:105")
def test_screens_mark_an_estimate_as_such_until_the_list_hangs_which_the_console_asks_for():
    tournament = all_paid(running(3, preset=WITH_REBUYS))
    listed(tournament)
    wall, clock_wall, phone = (
        f"/t/{tournament.code}/{page}" for page in ("payouts/", "clock/", "")
    )
    assert "Estimate; final when entries close" in seen(wall)
    assert '<small class="wall-about">about</small> $36' in seen(wall)
    assert "about $36" in seen(phone)
    assert "Estimated prize pool" in seen(clock_wall)
    late = NOW + timedelta(minutes=700)
    assert work_queue.prizes(refreshed(tournament), now=NOW) == []
    clock.advance_due(late)
    (asked,) = work_queue.prizes(refreshed(tournament), now=late)
    assert asked.text == "The prize pool is final: publish the prizes"
    prizes.publish(tournament_id=tournament.pk, actor=DIRECTOR, now=late)
    assert work_queue.prizes(refreshed(tournament), now=late) == []
    for page in (wall, phone, clock_wall):
        assert "about" not in seen(page)
    assert "$36" in seen(wall)


@pytest.mark.rule("adelaide:103")
def test_the_house_makes_up_a_guarantee_and_adds_prizes_on_top():
    tournament = all_paid(running(3))
    added = Row(1, amount=5000, source=Source.HOUSE)
    watch = Row(2, item="Watch", price=9000, tax=1000)
    listed(tournament, *HALVES, added, watch, guarantee=50_000)
    prizes.publish(tournament_id=tournament.pk, **BY)
    assert balance(tournament, Account.PRIZE_POOL) == -50_000
    assert balance(tournament, Account.ADDED_PRIZES) == -5000
    assert balance(tournament, Account.HOUSE) == 25_000
    first, second, _ = played(tournament)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    won = {(a.entry_id, a.amount, a.item) for a in prize_queries.standing_dues(tournament)}
    assert won == {
        (first.pk, 24_000, ""),
        (first.pk, 5000, ""),
        (second.pk, 16_000, ""),
        (second.pk, 0, "Watch"),
    }
    assert balance(tournament, Account.PRIZE_POOL) == 0
    assert balance(tournament, Account.ADDED_PRIZES) == 0
    assert balance(tournament, Account.PLAYERS) == -55_000


@pytest.mark.rule("canberra:15.1")
def test_nobody_is_awarded_a_prize_before_the_director_confirms_the_places():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    with pytest.raises(Refused, match="when the play is over"):
        prizes.confirm(tournament_id=tournament.pk, **BY)
    played(tournament)
    assert not prize_queries.standing_dues(tournament)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    assert [due.amount for due in prize_queries.standing_dues(tournament)] == [18_000, 12_000]
    with pytest.raises(Refused, match="already confirmed"):
        prizes.confirm(tournament_id=tournament.pk, **BY)
    prizes.unconfirm(tournament_id=tournament.pk, reason="wrong hand", **BY)
    assert balance(tournament, Account.PLAYERS) == 0
    prizes.unpublish(tournament_id=tournament.pk, reason="wrong list", **BY)
    assert balance(tournament, Account.PRIZE_POOL) == -30_000


def test_a_tournament_was_reopened_though_its_prizes_were_awarded():
    cup = all_paid(running(3))
    listed(cup)
    prizes.publish(tournament_id=cup.pk, **BY)
    played(cup)
    director = signed_in(house_director())
    assert director.post(f"/t/{cup.code}/prizes/act/", {"what": "confirm"}).status_code == 302
    refused = director.post(f"/t/{cup.code}/reopen/")
    assert refused.status_code == 409
    assert "The places are confirmed: undo the confirmation first" in refused.content.decode()
    assert refreshed(cup).state == TournamentState.FINISHED
    back = director.post(
        f"/t/{cup.code}/prizes/act/", {"what": "unconfirm", "reason": "wrong hand"}
    )
    assert back.status_code == 302
    assert not prize_queries.standing_dues(cup)
    assert director.post(f"/t/{cup.code}/reopen/").status_code == 302
    assert refreshed(cup).state == TournamentState.RUNNING


@pytest.mark.rule("igr:6.01(c)")
@pytest.mark.rule("igr:8.01(i)")
def test_an_igr_prize_stays_on_the_unpaid_list_until_its_receipt_is_signed():
    cup = running(3, preset=IGR)
    bust_all_but(table_of(cup), 1)
    for waiting in Bust.standing.filter(may_rebuy=True):
        rebuys.decline(tournament_id=cup.pk, entry_id=waiting.entry_id, **BY)
    prizes.publish(tournament_id=cup.pk, **BY)
    prizes.confirm(tournament_id=cup.pk, **BY)
    first, second, *_ = prize_queries.standing_dues(cup)
    with pytest.raises(Refused, match="signed first") as refused:
        pay(first, signature="")
    assert refused.value.clause == "igr:8.01(i)"
    made = pay(first)
    assert (made.receiver, made.method, made.at) == (first.entry.name, "cash", NOW)
    page = signed_in(house_director()).get(f"/t/{cup.code}/payout-desk/").content.decode()
    unpaid, paid = page.split('id="paid-title"')
    assert second.entry.name in unpaid
    assert first.entry.name not in unpaid
    assert first.entry.name in paid


def test_a_prize_is_paid_once_against_a_signed_receipt():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    played(tournament)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    first, second = prize_queries.standing_dues(tournament)
    before = stored()
    for changes, said in (
        ({"signature": ""}, "signed first"),
        ({"signature": "<script>alert(1)</script>"}, "sign again"),
        ({"receiver": " "}, "who receives"),
        ({"method": Method.CHEQUE}, "cheque number"),
        ({"method": Method.CARD}, "bring change"),
    ):
        with pytest.raises(Refused, match=said):
            pay(first, **changes)
    assert stored() == before
    made = pay(first)
    assert (made.receiver, made.method, made.at) == (first.entry.name, "cash", NOW)
    with pytest.raises(Refused, match="has been paid"):
        pay(first)
    pay(second, signature="", is_on_paper=True)
    assert balance(tournament, Account.PLAYERS) == 0
    assert balance(tournament, Account.CASH) == 3000
    with pytest.raises(Refused, match="has been paid: undo"):
        prizes.unconfirm(tournament_id=tournament.pk, reason="late", **BY)
    payout_desk.take_back(payout_id=made.pk, reason="not the winner", **BY)
    assert balance(tournament, Account.PLAYERS) == -18_000
    assert money_queries.state(tournament.pk).adds_up


@pytest.mark.rule("adelaide:104")
def test_below_an_ineligible_winner_everybody_moves_up():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    first, second, third = played(tournament)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    pay(Due.objects.get(entry=second))
    found = prizes.find_ineligible(
        prizes.Finding("a friend played"), tournament_id=tournament.pk, entry_id=first.pk, **BY
    )
    won = [(a.entry_id, a.amount) for a in prize_queries.standing_dues(tournament)]
    assert sorted(won) == sorted([(second.pk, 12_000), (second.pk, 6000), (third.pk, 12_000)])
    assert balance(tournament, Account.PLAYERS) == -18_000
    shown = [row.name for row in prize_page.page(tournament, now=NOW).rows]
    assert shown == [second.name, third.name]
    prizes.find_eligible(ineligibility_id=found.pk, **BY)
    assert {a.entry_id for a in prize_queries.standing_dues(tournament)} == {first.pk, second.pk}


@pytest.mark.rule("adelaide:104a")
def test_an_underage_winners_prize_goes_to_the_crown_and_nobody_moves_up():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    first, second, _ = played(tournament)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    underage = prizes.Finding("17 years old", is_underage=True)
    prizes.find_ineligible(underage, tournament_id=tournament.pk, entry_id=first.pk, **BY)
    assert balance(tournament, Account.CROWN) == -18_000
    assert balance(tournament, Account.PLAYERS) == -12_000
    crown = Due.objects.get(entry=first, withdrawn_at=None)
    pay(crown, receiver="The Crown", signature="")
    assert balance(tournament, Account.CROWN) == 0
    assert Due.objects.get(entry=second, withdrawn_at=None).amount == 12_000


def test_a_finished_event_whose_list_was_never_published_called_its_pool_an_estimate():
    tournament = all_paid(running(3))
    listed(tournament)
    played(tournament)
    for page in ("payouts/", "clock/", ""):
        assert "about" not in seen(f"/t/{tournament.code}/{page}"), page


def test_results_say_who_won_what_and_the_paid_places_can_be_sent_in():
    tournament = all_paid(running(3))
    watch = Row(2, item="Watch", price=9000, tax=1000)
    listed(tournament, *HALVES, Row(1, amount=5000, source=Source.HOUSE), watch)
    first, second, third = (entry.pk for entry in played(tournament))
    assert published.results(refreshed(tournament), NOW).sheets[0].rows == []
    prizes.publish(tournament_id=tournament.pk, **BY)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    Player.objects.filter(entries=first).update(name="Ann van Marsh", country="Norway")
    Player.objects.filter(entries=second).update(alias="Oak")
    won = [row[2] for row in record.results(refreshed(tournament), NOW).sheets[0].rows]
    assert won == ["$120 + $50", "$80 + Watch", ""]
    report = published.results(refreshed(tournament), NOW)
    assert report.sheets[0].rows == [
        (1, "Ann van", "Marsh", "Norway", 17_000),
        (2, "Oak", "", "", 8_000),
    ]
    facts = {fact.label: fact.text for fact in report.facts}
    assert (facts["Buy-in"], facts["Entries"], facts["Prize pool"]) == ("$100 + $10", "3", "$300")
    assert third not in {due.entry_id for due in prize_queries.standing_dues(tournament)}


def test_the_clock_says_how_many_places_are_paid_and_where_the_pay_rises_next():
    cup = all_paid(running(3))
    listed(cup)
    assert prize_clock.picture(cup, now=NOW).places_paid == 2
    assert prize_clock.picture(cup, now=NOW).is_estimate
    assert prize_clock.picture(cup, now=NOW).next_pay_text == "2nd, $120"
    prizes.publish(tournament_id=cup.pk, **BY)
    shown = prize_clock.picture(cup, now=NOW)
    assert (shown.prize_pool_text, shown.next_pay_text) == ("$300", "2nd, $120")
    pays = {1: "$900", 2: "$500", 3: "$240", 4: "$240", 5: "$240"}
    steps = [prize_clock.next_pay(pays, left) for left in (9, 6, 5, 4, 3, 2, 1)]
    assert steps == ["5th, $240", "5th, $240", *["2nd, $500"] * 3, "1st, $900", ""]
