"""From the entry payment to the signed receipt: pools, prizes, deals, payouts."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from engine.amounts import dollars
from engine.office.money import Account, Method
from engine.prizes import deals as engine_deals
from engine.prizes.prizes import How, Kind, Row, Source
from engine.refusal import Refused
from engine.structure import presets
from engine.structure.presets import IGR
from tables.chips.services import rebuys
from tables.console.queries import work_queue
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    NOW,
    WITH_REBUYS,
    bust_all_but,
    fold_round,
    house_director,
    refreshed,
    registering,
    running,
    seated,
    signed_in,
    stored,
    table_of,
)
from tests.markup import one_line
from tournament.clock.queries import prize_clock
from tournament.clock.services import clock
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.models import (
    Award,
    Bust,
    Entry,
    Licence,
    PersonalLink,
    Player,
    PrizeList,
    Tournament,
)
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.money.queries import money_page
from tournament.money.services import money_desk
from tournament.prizes.queries import placings as placing_queries
from tournament.prizes.queries import prize_page
from tournament.prizes.queries import prizes as prize_queries
from tournament.prizes.services import deals, payout_desk, prizes
from tournament.prizes.services.payout_desk import Receipt
from tournament.records.queries.reports import published, record
from tournament.setup.services import readiness, tournaments

pytestmark = pytest.mark.django_db
BY: dict[str, Any] = {"actor": DIRECTOR, "now": NOW}
HALVES = (Row(1, percent=Fraction(60)), Row(2, percent=Fraction(40)))
SIGNED = "M10 10L20 20L30 10"


def all_paid(tournament: Tournament) -> Tournament:
    """Everybody's entry is in the drawer."""
    paid = tournament.money.filter(kind=PostingKind.ENTRY, voided_by=None).values("entry")
    for entry in tournament.entries.exclude(pk__in=paid):
        money_desk.receive_entry(
            tournament_id=tournament.pk, entry_id=entry.pk, method=Method.CASH, **BY
        )
    return refreshed(tournament)


def listed(tournament: Tournament, *rows: Row, how: How = How.PERCENTAGES, guarantee: int = 0):
    wish = prizes.ListWish(how, rows or HALVES, guarantee=guarantee)
    return prizes.save(wish, tournament_id=tournament.pk, **BY)


def played(tournament: Tournament) -> list[Entry]:
    """Seat 1 wins everything; the entries in the order of their places."""
    bust_all_but(table_of(tournament), 1)
    placed = placing_queries.of(refreshed(tournament))
    return [Entry.objects.get(pk=one.entry) for one in placed]


def balance(tournament: Tournament, account: Account) -> int:
    return money_queries.balances(tournament.pk)[account]


def pay(award: Award, **changes):
    receipt = replace(Receipt(award.entry.name, signature=SIGNED), **changes)
    return payout_desk.pay(receipt, award_id=award.pk, **BY)


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
    assert (shown["pool_text"], shown["fee_text"]) == (dollars(pool), dollars(fee))
    with pytest.raises(Refused, match="paid already"):
        money_desk.receive_entry(
            tournament_id=tournament.pk,
            entry_id=tournament.entries.all()[0].pk,
            method=Method.CASH,
            **BY,
        )


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
    with pytest.raises(Refused, match="take it back first"):
        listed(tournament)


@pytest.mark.rule("adelaide:105")
def test_screens_mark_an_estimate_as_such_until_the_list_hangs_which_the_console_asks_for():
    tournament = all_paid(running(3, preset=WITH_REBUYS))
    listed(tournament)
    wall, clock_wall, phone = (
        f"/t/{tournament.code}/{page}" for page in ("payouts/", "clock/", "")
    )
    assert "An estimate: the pool is not known yet." in seen(wall)
    assert '<small class="wall-about">about</small> $36' in seen(wall)
    assert "about $36" in seen(phone)
    assert "Prize pool, about" in seen(clock_wall)
    late = NOW + timedelta(minutes=700)
    assert work_queue.prizes(refreshed(tournament), now=NOW) == []
    clock.advance_due(late)
    (asked,) = work_queue.prizes(refreshed(tournament), now=late)
    assert asked["text"] == "The prize pool is known: publish the prizes"
    prizes.publish(tournament_id=tournament.pk, actor=DIRECTOR, now=late)
    assert work_queue.prizes(refreshed(tournament), now=late) == []
    for page in (wall, phone, clock_wall):
        assert "about" not in seen(page)
    assert "$36" in seen(wall)


def seen(place: str) -> str:
    """A page as anybody gets it, without its scripts' words."""
    page = Client().get(place).content.decode()
    return " ".join(page[page.index("<body") :].split())


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
    won = {(a.entry_id, a.amount, a.item) for a in prize_queries.standing_awards(tournament)}
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
    assert not prize_queries.standing_awards(tournament)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    assert [award.amount for award in prize_queries.standing_awards(tournament)] == [18_000, 12_000]
    with pytest.raises(Refused, match="confirmed already"):
        prizes.confirm(tournament_id=tournament.pk, **BY)
    prizes.unconfirm(tournament_id=tournament.pk, reason="wrong hand", **BY)
    assert balance(tournament, Account.PLAYERS) == 0
    prizes.unpublish(tournament_id=tournament.pk, reason="wrong list", **BY)
    assert balance(tournament, Account.PRIZE_POOL) == -30_000


def test_a_tournament_reopened_after_its_prizes_were_awarded_still_names_the_winners():
    cup = all_paid(running(3))
    listed(cup)
    prizes.publish(tournament_id=cup.pk, **BY)
    first, second, _ = played(cup)
    prizes.confirm(tournament_id=cup.pk, **BY)
    tournaments.reopen(tournament_id=cup.pk, **BY)
    named = {row.name for row in prize_page.page(refreshed(cup), now=NOW)["rows"]}
    assert {first.name, second.name} <= named
    director = signed_in(house_director())
    for page in ("prizes", "payout-desk", "money", "reports"):
        assert director.get(f"/t/{cup.code}/{page}/").status_code == 200, page


@pytest.mark.rule("igr:6.01(c)")
@pytest.mark.rule("igr:8.01(i)")
def test_an_igr_prize_stays_on_the_unpaid_list_until_its_receipt_is_signed():
    cup = running(3, preset=IGR)
    bust_all_but(table_of(cup), 1)
    for waiting in Bust.standing.filter(may_rebuy=True):
        rebuys.decline(tournament_id=cup.pk, entry_id=waiting.entry_id, **BY)
    prizes.publish(tournament_id=cup.pk, **BY)
    prizes.confirm(tournament_id=cup.pk, **BY)
    first, second, *_ = prize_queries.standing_awards(cup)
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
    first, second = prize_queries.standing_awards(tournament)
    before = stored()
    for changes, said in (
        ({"signature": ""}, "signed first"),
        ({"signature": "<script>alert(1)</script>"}, "sign again"),
        ({"receiver": " "}, "who takes"),
        ({"method": Method.CHEQUE}, "number of the cheque"),
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
    with pytest.raises(Refused, match="has been paid: take"):
        prizes.unconfirm(tournament_id=tournament.pk, reason="late", **BY)
    payout_desk.take_back(payout_id=made.pk, reason="not the winner", **BY)
    assert balance(tournament, Account.PLAYERS) == -18_000
    assert money_queries.state(tournament.pk)["adds_up"]


@pytest.mark.rule("adelaide:104")
def test_below_an_ineligible_winner_everybody_moves_up():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    first, second, third = played(tournament)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    pay(Award.objects.get(entry=second))
    found = prizes.find_ineligible(
        prizes.Finding("a friend played"), tournament_id=tournament.pk, entry_id=first.pk, **BY
    )
    won = [(a.entry_id, a.amount) for a in prize_queries.standing_awards(tournament)]
    assert sorted(won) == sorted([(second.pk, 12_000), (second.pk, 6000), (third.pk, 12_000)])
    assert balance(tournament, Account.PLAYERS) == -18_000
    shown = [row.name for row in prize_page.page(tournament, now=NOW)["rows"]]
    assert shown == [second.name, third.name]
    prizes.find_eligible(ineligibility_id=found.pk, **BY)
    assert {a.entry_id for a in prize_queries.standing_awards(tournament)} == {first.pk, second.pk}


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
    crown = Award.objects.get(entry=first, withdrawn_at=None)
    pay(crown, receiver="The Crown", signature="")
    assert balance(tournament, Account.CROWN) == 0
    assert Award.objects.get(entry=second, withdrawn_at=None).amount == 12_000


def test_a_deal_holds_when_all_have_said_yes_and_keeps_something_for_the_winner():
    tournament = all_paid(running(3))
    listed(tournament, *HALVES, Row(1, amount=900, source=Source.HOUSE))
    even = deals.Proposal(engine_deals.Method.EVEN, kept=3000)
    with pytest.raises(Refused, match="Publish the prize list"):
        deals.propose(even, tournament_id=tournament.pk, **BY)
    prizes.publish(tournament_id=tournament.pk, **BY)
    refused = deals.propose(even, tournament_id=tournament.pk, **BY)
    entries = [int(entry) for entry in refused.shares]
    deals.hear(deals.Voice(entries[0], says_yes=False), deal_id=refused.pk, **BY)
    with pytest.raises(Refused, match="closed"):
        deals.hear(deals.Voice(entries[1], says_yes=True), deal_id=refused.pk, **BY)
    agreed = deals.propose(even, tournament_id=tournament.pk, **BY)
    for entry in entries:
        agreed = deals.hear(deals.Voice(entry, says_yes=True), deal_id=agreed.pk, **BY)
    assert agreed.agreed_at == NOW
    first, *_ = played(tournament)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    won: dict[int, int] = {}
    for award in prize_queries.standing_awards(tournament):
        won[award.entry_id] = won.get(award.entry_id, 0) + award.amount
    assert won == {e: 9300 + (3000 if e == first.pk else 0) for e in entries}
    assert balance(tournament, Account.PRIZE_POOL) == 0
    assert balance(tournament, Account.ADDED_PRIZES) == 0
    with pytest.raises(Refused, match="take the confirmation back"):
        deals.withdraw(deal_id=agreed.pk, reason="regret", **BY)


def test_a_deal_does_not_close_on_stacks_of_before():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    even = deals.Proposal(engine_deals.Method.EVEN)
    made = deals.propose(even, tournament_id=tournament.pk, **BY)
    first, second, _ = (int(entry) for entry in made.shares)
    deals.hear(deals.Voice(first, says_yes=True), deal_id=made.pk, **BY)
    fold_round(table_of(tournament))
    before = stored()
    with pytest.raises(Refused, match="Chips have moved since: propose it again"):
        deals.hear(deals.Voice(second, says_yes=True), deal_id=made.pk, **BY)
    assert stored() == before
    again = deals.propose(even, tournament_id=tournament.pk, **BY)
    assert deals.hear(deals.Voice(first, says_yes=True), deal_id=again.pk, **BY) == again


def test_a_player_answers_a_deal_on_his_own_phone_and_for_himself_alone():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    links.give(tournament_id=tournament.pk, **BY)
    even = deals.Proposal(engine_deals.Method.EVEN)
    made = deals.propose(even, tournament_id=tournament.pk, **BY)
    for link in PersonalLink.objects.filter(entry__tournament=tournament):
        address = f"/me/{link_queries.token(link.entry_id, link.nonce)}/"
        assert "Yes, I agree" in Client().get(address).content.decode()
        bad = Client().post(f"{address}deal/", {"deal": made.pk, "answer": "perhaps"})
        assert bad.status_code == 422
        said = {"deal": made.pk, "answer": "yes"}
        assert Client().post(f"{address}deal/", said).status_code == 302
        before = stored()
        assert Client().post(f"{address}deal/", said).status_code == 302
        assert stored() == before
        voice = made.voices.get(entry=link.entry)
        assert (voice.says_yes, voice.by) == (True, link.entry.name)
    assert "Deal agreed: you get $100" in one_line(Client().get(address).content.decode())
    assert Client().post("/me/nobody/deal/", said).status_code == 404


def agree(director: Client, tournament: Tournament, **wish: Any) -> None:
    """A deal proposed at the prizes page, and every player's yes noted there."""
    place = f"/t/{tournament.code}/prizes/deal/"
    assert director.post(place, {"divide": "evenly", **wish}).status_code == 302
    made = tournament.deals.get(withdrawn_at=None)
    for entry in made.shares:
        director.post(f"{place}{made.pk}/", {"entry": entry, "answer": "yes"})


def test_hall_console_and_phones_went_on_showing_the_list_after_a_deal_was_agreed():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    director = signed_in(house_director())
    agree(director, tournament, kept="30")
    names = [entry.name for entry in tournament.entries.order_by("pk")]
    wall = f"/t/{tournament.code}/payouts/"
    for page in (wall, f"/t/{tournament.code}/"):
        shown = seen(page)
        assert shown.count("$90") == 3, page
        assert all(name in shown for name in names)
        assert "+ $30" in shown
        assert "$180" not in shown
    console = director.get(f"/t/{tournament.code}/prizes/").content.decode()
    assert "$180" not in console
    assert "Winner + $30" in seen(f"/t/{tournament.code}/clock/")
    taken = director.post(
        f"/t/{tournament.code}/prizes/act/", {"what": "unpublish", "reason": "wrong"}
    )
    assert taken.status_code == 409
    assert "withdraw the deal first" in taken.content.decode()


def test_a_finished_event_went_on_showing_the_list_instead_of_what_was_won():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    director = signed_in(house_director())
    agree(director, tournament, kept="30")
    first, second, third = played(tournament)
    links.give(tournament_id=tournament.pk, **BY)
    mine = PersonalLink.objects.get(entry=second)
    address = f"/me/{link_queries.token(mine.entry_id, mine.nonce)}/"
    for _ in ("before the places are confirmed", "and after"):
        for page in (f"/t/{tournament.code}/payouts/", f"/t/{tournament.code}/"):
            shown = seen(page)
            assert first.name in shown, page
            assert "$120" in shown
            assert shown.count("$90") >= 2
            assert "+ $30" not in shown
        assert "2nd · $90" in Client().get(address).content.decode()
        director.post(f"/t/{tournament.code}/prizes/act/", {"what": "confirm"})
    assert {award.amount for award in prize_queries.standing_awards(tournament)} == {12_000, 9000}
    assert third.name in seen(f"/t/{tournament.code}/payouts/")


def test_a_finished_event_whose_list_was_never_published_called_its_pool_an_estimate():
    tournament = all_paid(running(3))
    listed(tournament)
    played(tournament)
    for page in ("payouts/", "clock/", ""):
        assert "about" not in seen(f"/t/{tournament.code}/{page}"), page


def test_a_link_taken_away_says_nothing_to_a_deal():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    links.give(tournament_id=tournament.pk, **BY)
    even = deals.Proposal(engine_deals.Method.EVEN)
    made = deals.propose(even, tournament_id=tournament.pk, **BY)
    link = PersonalLink.objects.filter(entry__tournament=tournament)[0]
    links.revoke(entry=link.entry, **BY)
    before = stored()
    with pytest.raises(Refused, match="opens nothing any more"):
        deals.hear_link(link, deal_id=made.pk, says_yes=True, now=NOW)
    assert stored() == before


def test_a_deal_is_taken_back_once_however_often_it_is_said():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    even = deals.Proposal(engine_deals.Method.EVEN)
    made = deals.propose(even, tournament_id=tournament.pk, **BY)
    deals.withdraw(deal_id=made.pk, reason="regret", **BY)
    before = stored()
    deals.withdraw(deal_id=made.pk, reason="regret", **BY)
    assert stored() == before


@pytest.mark.rule("igr:A.2(e)")
def test_an_approved_igr_list_stays_and_what_the_cap_leaves_is_proceeds():
    igr = replace(presets.get("igr"), entry_price=500_000, entry_fee=0)
    tournament = all_paid(registering(2, preset=igr))
    rows = tuple(Row(place, percent=Fraction(40 - 20 * (place == 3))) for place in (1, 2, 3))
    listed(tournament, *rows)
    prizes.approve(tournament_id=tournament.pk, **BY)
    with pytest.raises(Refused) as refused:
        listed(tournament)
    assert refused.value.clause == "igr:A.2(e)"
    Tournament.objects.filter(pk=tournament.pk).update(state="cancelled")
    made = prizes.publish(tournament_id=tournament.pk, **BY)
    assert [prize["amount"] for prize in made.amounts] == [200_000, 200_000, 100_000]
    assert balance(tournament, Account.PRIZE_POOL) == -500_000
    assert balance(tournament, Account.PROCEEDS) == -500_000


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
    assert third not in {award.entry_id for award in prize_queries.standing_awards(tournament)}


def test_the_clock_says_how_many_places_are_paid_and_where_the_pay_rises_next():
    cup = all_paid(running(3))
    listed(cup)
    assert prize_clock.picture(cup, now=NOW).places_paid == 2
    assert prize_clock.picture(cup, now=NOW).is_estimate
    assert prize_clock.picture(cup, now=NOW).next_pay_text == "2nd $120"
    prizes.publish(tournament_id=cup.pk, **BY)
    shown = prize_clock.picture(cup, now=NOW)
    assert (shown.prize_pool_text, shown.next_pay_text) == ("$300", "2nd $120")
    pays = {1: "$900", 2: "$500", 3: "$240", 4: "$240", 5: "$240"}
    steps = [prize_clock.next_pay(pays, left) for left in (9, 6, 5, 4, 3, 2, 1)]
    assert steps == ["5th $240", "5th $240", *["2nd $500"] * 3, "1st $900", ""]


@pytest.mark.rule("igr:5.04(a)")
@pytest.mark.rule("igr:5.04(a)-2")
def test_an_igr_list_beyond_the_caps_is_refused_when_it_is_written():
    cup = registering(2, preset=IGR)
    before = stored()
    six = [Row(place, amount=100_000) for place in range(1, 7)]
    bicycle = Row(
        1, item="Bicycle", price=190_000, tax=20_000, source=Source.DONATED, kind=Kind.GOODS
    )
    for rows, clause in ((six, "igr:5.04(a)"), ([bicycle], "igr:5.04(a)-2")):
        wish = prizes.ListWish(How.FIXED, tuple(rows))
        with pytest.raises(Refused) as refused:
            prizes.save(wish, tournament_id=cup.pk, **BY)
        assert refused.value.clause == clause
    promised = prizes.ListWish(How.PERCENTAGES, (Row(1, percent=Fraction(100)),), guarantee=500_001)
    with pytest.raises(Refused, match="may not exceed"):
        prizes.save(promised, tournament_id=cup.pk, **BY)
    assert stored() == before


@pytest.mark.rule("igr:A.2(e)")
def test_igr_play_does_not_begin_before_the_list_is_approved_with_the_licence():
    cup = seated(3, preset=IGR)
    readiness.check_start(cup, now=NOW)
    with pytest.raises(Refused, match="number of the addendum"):
        listed(cup)
    PrizeList.objects.filter(tournament=cup).update(approved_at=None)
    with pytest.raises(Refused) as refused:
        readiness.check_start(cup, now=NOW)
    assert refused.value.clause == "igr:A.2(e)"


@pytest.mark.rule("igr:5.04(a)-2")
def test_a_prize_list_is_checked_against_the_book_while_it_is_typed():
    cup = registering(preset=IGR)
    director = signed_in(house_director())
    where, before = f"/t/{cup.code}/prizes/check/", stored()
    row = {"place": "1", "item": "", "price": "", "tax": "", "source": "pool"}
    list_ = {"how": "fixed", "unit": "1", "guarantee": ""}
    rich = director.post(where, {**list_, **row, "share": "2001"}).content.decode()
    assert "igr:5.04(a)-2" in rich
    fair = director.post(where, {**list_, **row, "share": "2000"}).content.decode()
    assert "The rulebook has nothing against it" in fair
    shares = {"how": "percentages", "unit": "1", "guarantee": ""}
    off = director.post(where, {**shares, **row, "share": "90"}).content.decode()
    assert "The percentages add up to 90, not to 100." in off
    assert stored() == before


def test_what_the_typed_list_would_pay_is_said_beside_it():
    cup = all_paid(registering(3))
    director = signed_in(house_director())
    asked = {"how": "percentages", "unit": "1", "place": ["1", "2"], "share": ["60", "40"]}
    more = {"item": ["", ""], "price": ["", ""], "tax": ["", ""], "source": ["pool", "pool"]}
    page = director.post(f"/t/{cup.code}/prizes/check/", {**asked, **more}).content.decode()
    assert "Of $300: 1st $180, 2nd $120." in page
    assert not PrizeList.objects.exists()


def typed(how: str, *shares: str, **more: Any) -> dict[str, Any]:
    """The form of the prize list, a row for each share."""
    blank = [""] * len(shares)
    fields = {"item": blank, "kind": blank, "price": blank, "tax": blank}
    places = [str(place) for place in range(1, len(shares) + 1)]
    rows = {"place": places, "share": list(shares), "source": ["pool"] * len(shares)}
    return {"how": how, "unit": "1", "guarantee": "", **rows, **fields, **more}


@pytest.mark.rule("igr:5.04(a)-2")
@pytest.mark.rule("igr:A.2(e)")
def test_a_list_that_breaks_the_cap_with_a_full_house_was_approved_and_nobody_could_be_paid():
    cup = registering(2, preset=IGR)
    director, here = signed_in(house_director()), f"/t/{cup.code}/prizes/"
    answer = director.post(f"{here}save/", typed("percentages", "60", "40"))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "With $5,000 in the pool this list breaks the cap." in page.replace("\u202f", ",")
    assert "igr:5.04(a)-2" in page
    director.post(f"{here}act/", {"what": "approve"})
    assert not PrizeList.objects.filter(approved_at__isnull=False).exists()
    # The page proposes a list that any number of entries can be paid by.
    proposed = prize_page.page(cup, now=NOW)["form"]["rows"]
    shares = [row["share"] for row in proposed]
    assert director.post(f"{here}save/", typed("percentages", *shares)).status_code == 302
    # So few may enter that the pool stays small: now more of it may go to one.
    few = registering(2, preset=replace(IGR, max_players=20))
    kept = director.post(f"/t/{few.code}/prizes/save/", typed("percentages", "60", "40"))
    assert kept.status_code == 302
    Tournament.objects.filter(pk=few.pk).update(structure={**few.structure, "max_players": 250})
    Licence.objects.filter(pk=few.pk).update(tickets=250)
    director.post(f"/t/{few.code}/prizes/act/", {"what": "approve"})
    assert not PrizeList.objects.filter(approved_at__isnull=False).exists()


@pytest.mark.rule("igr:A.2(e)")
def test_an_approved_list_could_not_be_changed_by_an_addendum():
    cup = running(3, preset=IGR)
    director, here = signed_in(house_director()), f"/t/{cup.code}/prizes/"
    shares = typed("percentages", "35", "35", "30", reason="IGR letter of 3 May")
    assert "Number of the addendum" in director.get(here).content.decode()
    without = director.post(f"{here}save/", shares)
    assert without.status_code == 422
    assert "igr:A.2(e)" in without.content.decode()
    assert director.post(f"{here}save/", {**shares, "addendum": "A-7"}).status_code == 302
    made = PrizeList.objects.get(tournament=cup)
    assert [row["percent"] for row in made.rows] == ["35", "35", "30"]
    assert made.approved_at is not None
    assert "A-7" in director.get(f"/t/{cup.code}/licence/").content.decode()
    changed = cup.licence.addenda.get(number="A-7")
    assert changed.changes == {
        "prize_list": ["1st 40%, 2nd 35%, 3rd 25%", "1st 35%, 2nd 35%, 3rd 30%"]
    }
    journal = director.get(f"/t/{cup.code}/journal/").content.decode()
    assert "changed the approved prize list by addendum A-7" in journal
    report = director.get(f"/t/{cup.code}/reports/licence/").content.decode()
    assert "Prize list: 1st 40%, 2nd 35%, 3rd 25% to 1st 35%, 2nd 35%, 3rd 30%" in report


@pytest.mark.rule("igr:A.2(m)")
@pytest.mark.rule("igr:5.04(a)-3")
def test_an_on_line_entry_passed_because_its_words_were_spelled_otherwise():
    cup = registering(2, preset=IGR)
    director, here = signed_in(house_director()), f"/t/{cup.code}/prizes/save/"

    def save(item: str, kind: str) -> Any:
        fields = {"item": [item], "kind": [kind], "price": ["100"], "tax": [""]}
        return director.post(here, typed("fixed", "", **fields))

    for words in ("On-line championship", "on line event", "Web poker series"):
        refused = save(words, "online")
        assert refused.status_code == 422
        assert "igr:5.04(a)-3" in refused.content.decode()
    assert "Choose what" in save("Championship ticket", "").content.decode()
    assert save("Book on online safety", "goods").status_code == 302


@pytest.mark.rule("igr:1.01(i)")
def test_the_tax_typed_in_the_form_is_kept_and_counts_against_the_cap():
    cup = registering(2, preset=IGR)
    director, here = signed_in(house_director()), f"/t/{cup.code}/prizes/"

    def jacket(tax: str) -> dict[str, Any]:
        thing = {"item": ["", "Jacket"], "kind": ["", "goods"], "price": ["", "180"]}
        places = {"place": ["1", "1"], "source": ["pool", "donated"], "tax": ["", tax]}
        return typed("fixed", "1800", "", **thing, **places)

    over = director.post(f"{here}save/", jacket("20.01"))
    assert over.status_code == 422
    assert "igr:5.04(a)-2" in over.content.decode()
    assert 'value="20.01"' in over.content.decode()
    assert director.post(f"{here}save/", jacket("20")).status_code == 302
    page = director.get(here).content.decode()
    assert 'name="tax" value="20"' in page
    (_, kept) = PrizeList.objects.get(tournament=cup).rows
    assert (kept["price"], kept["tax"]) == (18_000, 2000)
