"""Money beside the chips: what is sold, taken back, banked, given; and what play never costs."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest

from engine.entries.law import Rebuys
from engine.office import money as engine_money
from engine.office.law.giving import Category, Expense
from engine.office.law.money import Account, Method
from engine.office.money import Sold, price
from engine.office.spending import AccountKind, Disbursement
from engine.refusal import Refused
from engine.structure import presets
from tables.chips.services import sales
from tables.seating.services import seating
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    WITH_REBUYS,
    bust_all_but,
    deal,
    entry_in,
    fold_round,
    for_a_good_cause,
    hand_at,
    house_director,
    refreshed,
    registering,
    running,
    seated,
    sell,
    set_stacks,
    signed_in,
    stacks,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tests.licensed import ticketed
from tests.markup import one_line
from tests.prize_night import all_paid
from tests.refusals import clause_of
from tournament import requests
from tournament.models import ChipMove, Entry, Posting, Ticket, Tournament
from tournament.models.ledger import ChipReason
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.money.queries import money_page, revenue
from tournament.money.queries import proceeds as proceeds_queries
from tournament.money.services import money, money_desk, proceeds
from tournament.prizes.queries import clubs as club_queries
from tournament.prizes.queries import giving as giving_queries
from tournament.prizes.queries import placings as placing_queries
from tournament.prizes.services import clubs, giving, leagues, placings, prizes
from tournament.prizes.services.placings import Answer
from tournament.records.queries.reports import money as money_reports
from tournament.setup.services import tournaments

PERSON = {"name": "Ann", "email": "ann@example.org", "born_on": "1990-05-17", "method": "cash"}
pytestmark = pytest.mark.django_db
BY: dict[str, Any] = {"actor": DIRECTOR, "now": NOW}
CANBERRA = replace(presets.get("canberra-e"), min_players=2)
SOON: dict[str, Any] = {"actor": DIRECTOR, "now": NOW + MINUTE}


def short_stack(tournament: Tournament) -> Entry:
    """Seat 1 has little left and may buy again."""
    set_stacks(table_of(tournament), {1: 100, 2: 1900})
    return entry_in(table_of(tournament), 1)


def rebuy(entry: Entry, **more: Any) -> None:
    sell(entry, **SOON, **more)


def balances(tournament: Tournament) -> dict[Account, int]:
    return money_queries.balances(tournament.pk)


# -- chips that are sold ---------------------------------------------------------------------------


@pytest.mark.rule("canberra:T.rebuy")
@pytest.mark.rule("canberra:T.tournament_chips")
def test_a_rebuy_leaves_player_cash_chips_and_time_in_two_ledgers():
    tournament = running(3, preset=replace(CANBERRA, starting_stack=1000))
    entry = short_stack(tournament)
    rebuy(entry)
    posting = tournament.money.get(kind=PostingKind.REBUY)
    chips = ChipMove.objects.get(entry=entry, reason=ChipReason.REBUY)
    assert (posting.entry, posting.at, posting.method) == (entry, NOW + MINUTE, "cash")
    assert balances(tournament)[Account.CASH] == 5000
    assert (chips.amount, chips.at) == (1000, NOW + MINUTE)


def test_a_purchase_is_posted_as_it_is_paid():
    tournament = running(3, preset=WITH_REBUYS)
    entry = short_stack(tournament)
    desk = signed_in(house_director())
    sent = {"kind": "rebuy", "entry": entry.pk, "command_id": str(uuid4())}
    sell(entry, method=Method.CARD, **SOON)
    paid = tournament.money.get(kind=PostingKind.REBUY)
    assert (paid.method, balances(tournament)[Account.CARD]) == ("card", 2000)
    gold = desk.post(f"/t/{tournament.code}/desk/sell/", {**sent, "method": "gold"})
    assert gold.status_code == 422
    assert tournament.money.filter(kind=PostingKind.REBUY).count() == 1


@pytest.mark.parametrize("page", ["desk", "console", "entries", "money"])
def test_every_page_sells_by_the_same_door_once_and_shows_the_receipt(page: str):
    """The console sold rebuys for cash only, without an id or a receipt."""
    tournament = running(3, preset=WITH_REBUYS)
    desk, here = signed_in(house_director()), f"/t/{tournament.code}"
    short, owing = short_stack(tournament), entry_in(table_of(tournament), 2)
    pressed = {
        f"{here}/desk/sell/": {"kind": "rebuy", "entry": short.pk},
        f"{here}/entries/{owing.number}/pay/": {},
    }
    for number, (address, wanted) in enumerate(pressed.items(), 1):
        sent = {**wanted, "method": "card", "from": page, "command_id": str(uuid4())}
        for _ in range(2):
            answer = desk.post(address, sent, follow=True)
            assert answer.redirect_chain[0][0] == f"{here}/{page}/"
            assert f"Receipt {number}</a>" in answer.content.decode()
        posting = tournament.money.get(number=number)
        assert (posting.method, posting.entry_id) == ("card", (short, owing)[number - 1].pk)
    assert tournament.money.count() == 2
    receipt = desk.get(f"/receipts/{money_page.token(posting)}/")
    assert "Received from" in receipt.content.decode()


def test_the_console_is_answered_with_the_receipt_where_it_is():
    tournament = running(3, preset=WITH_REBUYS)
    sent = {"kind": "rebuy", "entry": short_stack(tournament).pk, "command_id": str(uuid4())}
    desk, address = signed_in(house_director()), f"/t/{tournament.code}/desk/sell/"
    answer = desk.post(address, sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'id="done"' in answer.content.decode()
    assert "Receipt 1</a>" in answer.content.decode()


@pytest.mark.rule("canberra:14.3/cancel")
def test_a_cancelled_tournament_lists_its_rebuys_for_the_director():
    tournament = running(3, preset=replace(CANBERRA, starting_stack=1000))
    all_paid(tournament)
    rebuy(short_stack(tournament))
    assert not money_page.not_given_back(tournament)
    tournaments.cancel(tournament_id=tournament.pk, reason="flood", **SOON)
    director = signed_in(house_director())
    where = f"/t/{tournament.code}/money/"
    page = director.get(where).content.decode()
    assert "Chip sales not refunded" in page
    assert "Rebuy of" in page
    assert balances(tournament)[Account.CASH] == 5000
    sold = tournament.money.get(kind=PostingKind.REBUY)
    director.post(f"{where}{sold.number}/void/", {"reason": "tournament cancelled"})
    assert not any(balances(tournament).values())
    assert not money_page.not_given_back(refreshed(tournament))


@pytest.mark.rule("igr:5.05(e)")
def test_an_igr_re_buy_is_paid_in_cash_too():
    tournament = running(3, preset=replace(presets.get("igr"), starting_stack=1000))
    entry = short_stack(tournament)
    sale: dict[str, Any] = {"entry": entry, "ticket": entry.ticket.number, **SOON}
    before = stored()
    assert clause_of(sell, method=Method.CARD, **sale) == "igr:5.05(e)"
    assert stored() == before


def test_a_sale_taken_back_takes_its_chips_along_and_may_be_made_again():
    preset = WITH_REBUYS
    if isinstance(preset.rebuys, Rebuys):
        preset = replace(preset, rebuys=replace(preset.rebuys, most=1))
    tournament = running(3, preset=preset)
    entry = short_stack(tournament)
    rebuy(entry)
    posting = tournament.money.get(kind=PostingKind.REBUY)
    with pytest.raises(Refused, match="No more than 1"):
        rebuy(entry)
    sales.void(posting_id=posting.pk, reason="wrong player", **SOON)
    entry.refresh_from_db()
    assert entry.stack == 100
    assert not any(balances(tournament).values())
    rebuy(entry)
    deal(table_of(tournament))
    again = tournament.money.filter(kind=PostingKind.REBUY).latest("number")
    with pytest.raises(Refused, match="between hands"):
        sales.void(posting_id=again.pk, reason="too late", **SOON)


@pytest.mark.rule("igr:5.05(b)-2")
def test_an_igr_rebuy_needs_the_players_own_ticket_once():
    tournament = running(3, preset=replace(presets.get("igr"), starting_stack=1000))
    entry = short_stack(tournament)
    own = entry.ticket.number
    other = Ticket.objects.exclude(entry=entry).filter(entry__isnull=False)[0].number
    before = stored()
    for number in (None, 99, other):
        with pytest.raises(Refused) as caught:
            rebuy(entry, ticket=number)
        assert caught.value.clause == "igr:5.05(b)-2"
    assert stored() == before
    sell(entry, ticket=own, **SOON)
    assert tournament.money.get(kind=PostingKind.REBUY).about == {"ticket": own}


@pytest.mark.rule("adelaide:30")
@pytest.mark.rule("adelaide:34")
@pytest.mark.rule("adelaide:60")
@pytest.mark.rule("adelaide:77")
@pytest.mark.rule("adelaide:77c(i)")
@pytest.mark.rule("adelaide:77c(ii)")
@pytest.mark.rule("canberra:4.5")
@pytest.mark.rule("charity:1.1(tournament-chips)")
@pytest.mark.rule("charity:8.1")
@pytest.mark.rule("igr:A.2(b)")
@pytest.mark.parametrize(
    "preset", [FREEZE_OUT, presets.get("charity"), CANBERRA, presets.get("igr")]
)
def test_play_costs_nothing_and_no_chip_ever_turns_into_money(preset):
    """Everybody starts alike; an hour of hands moves chips between stacks and nothing else."""
    tournament = running(3, preset=replace(preset, starting_stack=1000))
    assert stacks(tournament) == [1000, 1000, 1000]
    moved, posted = ChipMove.objects.count(), Posting.objects.count()
    for minute in range(1, 3):
        fold_round(table_of(tournament), now=NOW + minute * MINUTE)
    assert sum(stacks(tournament)) == 3000
    assert stacks(tournament) != [1000, 1000, 1000]
    assert (ChipMove.objects.count(), Posting.objects.count()) == (moved, posted)
    assert not {"cash_out", "cashed", "sold"} & {reason.value for reason in ChipReason}


@pytest.mark.rule("canberra:4.1")
def test_nobody_starts_with_another_stack_than_the_rest():
    tournament = seated(3, preset=CANBERRA)
    Entry.objects.filter(pk=tournament.entries.all()[0].pk).update(stack=5)
    clause = clause_of(seating.start_play, tournament_id=tournament.pk, **BY)
    assert clause == "canberra:4.1"


@pytest.mark.rule("canberra:14.3/cancel")
def test_a_cancelled_tournament_asks_nobody_for_money_any_more():
    tournament = all_paid(registering(2, preset=CANBERRA))
    tournaments.cancel(tournament_id=tournament.pk, **BY, reason="flood")
    director, here = signed_in(house_director()), f"/t/{tournament.code}"
    assert "Not paid yet" not in director.get(f"{here}/money/").content.decode()
    assert "to pay" not in director.get(f"{here}/desk/", {"find": "#1"}).content.decode()
    before = stored()
    answer = director.post(
        f"{here}/entries/1/pay/", {"method": "cash", "command_id": str(uuid4())}, follow=True
    )
    assert "no more payments" in answer.content.decode()
    assert stored() == before


@pytest.mark.rule("canberra:14.3")
@pytest.mark.rule("canberra:14.3/cancel")
def test_canberra_refunds_nobody_but_everybody_when_it_is_cancelled():
    tournament = all_paid(registering(2, preset=CANBERRA))
    entry = tournament.entries.select_related("player").all()[0]
    with pytest.raises(Refused) as caught:
        money.refund(tournament, entry, money.Till(DIRECTOR, NOW), reason="ill")
    assert caught.value.clause == "canberra:14.3"
    tournaments.cancel(tournament_id=tournament.pk, **BY, reason="flood")
    assert not any(balances(tournament).values())
    assert tournament.money.filter(kind=PostingKind.REFUND).count() == 2


# -- the office ------------------------------------------------------------------------------------


def test_prices_are_fixed_before_anybody_pays_and_keep_the_floors():
    tournament = registering(1)
    wish = money_desk.Prices(price={Sold.ENTRY: 10_000}, fee={Sold.ENTRY: 3001})
    assert clause_of(money_desk.set_prices, prices=wish, tournament_id=tournament.pk, **BY) == (
        "adelaide:101a"
    )
    fine = money_desk.Prices(price={Sold.ENTRY: 10_000}, fee={Sold.ENTRY: 3000})
    money_desk.set_prices(fine, tournament_id=tournament.pk, **BY)
    assert refreshed(tournament).structure["entry_fee"] == 3000
    all_paid(tournament)
    assert balances(tournament)[Account.HOUSE_FEE] == -3000
    with pytest.raises(Refused, match="already paid"):
        money_desk.set_prices(fine, tournament_id=tournament.pk, **BY)


@pytest.mark.rule("igr:6.01(a)")
def test_a_drawer_is_counted_against_entries_and_rebuys_and_the_difference_shown():
    tournament = all_paid(registering(2, preset=presets.get("igr")))
    short = money_desk.Counted(DIRECTOR.name, 9900)
    with pytest.raises(Refused, match=r"\$1 less"):
        money_desk.count_drawer(short, tournament_id=tournament.pk, **BY)
    made = money_desk.count_drawer(
        replace(short, note="a coin fell"), tournament_id=tournament.pk, **BY
    )
    assert (made.expected, made.difference) == (10_000, -100)
    found = proceeds_queries.reconciliation(tournament)
    assert found.rows == [proceeds_queries.SoldRow(words="Entry", count=2, paid=10_000)]
    assert found.difference == -100
    exact = money_desk.Counted(DIRECTOR.name, 9900)
    assert not money_desk.count_drawer(exact, tournament_id=tournament.pk, **BY).difference
    assert money_queries.state(tournament.pk).adds_up


@pytest.mark.rule("igr:1.01(d)")
@pytest.mark.rule("igr:1.01(f)")
@pytest.mark.rule("igr:8.01(d)")
@pytest.mark.rule("igr:8.01(e)")
@pytest.mark.rule("igr:8.01(g)")
@pytest.mark.rule("igr:8.01(j)")
def test_igr_money_goes_to_the_lottery_account_and_from_there_to_its_purpose():
    tournament = running(3, preset=replace(presets.get("igr"), starting_stack=1000))
    entry = short_stack(tournament)
    rebuy(entry, ticket=entry.ticket.number)
    where: dict[str, Any] = {"tournament_id": tournament.pk, **BY}
    assert proceeds_queries.figures(tournament).gross == 20_000
    proceeds.bank(amount=20_000, **where)
    cards = Expense(
        *(Category.EQUIPMENT, "Card House", 2000, "Decks"),
        method=Method.CHEQUE,
        is_approved=True,
        registration="SLGA 7",
        cheque="1",
        voucher="Invoice 7",
        cheque_date=date(2027, 3, 6),
    )
    proceeds.spend(cards, **where)
    proceeds.add_interest(amount=50, **where)
    assert clause_of(proceeds.move_elsewhere, amount=1, account="general", **where) == "igr:8.01(d)"
    assert clause_of(proceeds.spend, expense=replace(cards, amount=5), **where) == "igr:8.01(b)(i)"
    gift = Disbursement("Soup Kitchen", 8050, "Meals", "2", date(2027, 3, 7))
    proceeds.disburse(gift, **where)
    found = proceeds_queries.figures(tournament, today=date(2027, 3, 20))
    assert (found.net, found.interest, found.left) == (18_000, 50, 0)
    assert (found.deposit_due, found.deposit_missing) == (20_000, 0)
    assert balances(tournament)[Account.BANK] == 20_000 - 2000 + 50 - 8050
    wrong = replace(gift, purpose="A boat", cheque="3")
    assert clause_of(proceeds.disburse, paid=wrong, **where) == "igr:5.02(b)"
    purpose = proceeds.Purpose("Food Bank", ("Meals",), "1", AccountKind.GENERAL)
    assert clause_of(proceeds.set_purpose, wish=purpose, **where) == "igr:8.01(a)"


@pytest.mark.rule("igr:8.01(j)-2")
def test_a_deposit_after_the_second_banking_day_is_late():
    tournament = running(3, preset=replace(presets.get("igr"), starting_stack=1000))
    friday, tuesday = date(2027, 3, 5), date(2027, 3, 9)
    on = {day: proceeds_queries.figures(tournament, today=day) for day in (friday, tuesday)}
    assert on[tuesday].deposit_by == tuesday
    assert not on[tuesday].is_late
    wednesday = tuesday + timedelta(days=1)
    assert proceeds_queries.figures(tournament, today=wednesday).is_late


# -- the good cause, clubs, leagues ----------------------------------------------------------------


@pytest.mark.rule("charity:2.1")
@pytest.mark.rule("charity:2.2")
@pytest.mark.rule("charity:2.3")
@pytest.mark.rule("charity:2.7")
def test_donations_are_fixed_beforehand_and_the_winner_chooses_who_receives_them():
    tournament = seated(2, preset=presets.get("charity"))
    tournament.donations.all().delete()
    assert clause_of(seating.start_play, tournament_id=tournament.pk, **BY) == "charity:2.3"
    for_a_good_cause(tournament)
    seating.start_play(tournament_id=tournament.pk, **BY)
    where: dict[str, Any] = {"tournament_id": tournament.pk, **BY}
    assert clause_of(giving.fix_donations, amounts=[5], **where) == "charity:2.3"
    bank = giving.list_charity(name="Food Bank", involvement="", **where)
    helper = giving.list_charity(name="Bar Crew", involvement="runs the bar", **where)
    first = tournament.donations.get(place=1)
    assert clause_of(giving.choose, donation_id=first.pk, charity_id=bank.pk, **BY) == "charity:2.1"
    bust_all_but(table_of(tournament), 1)
    tournament = refreshed(tournament)
    assert (
        clause_of(giving.choose, donation_id=first.pk, charity_id=helper.pk, **BY) == "charity:2.2"
    )
    giving.choose(donation_id=first.pk, charity_id=bank.pk, **BY)
    giving.pay(donation_id=first.pk, **BY)
    row = giving_queries.rows(tournament)[0]
    assert (row.charity, row.chosen_by, row.is_paid) == ("Food Bank", row.name, True)
    assert balances(tournament)[Account.DONATIONS] == 100_000
    prizes.confirm(tournament_id=tournament.pk, **BY)
    report = revenue.page()
    assert (report.rows, report.gross) == ([], 0)
    assert report.donations[0].donated == 175_000


def decide_all(tournament: Tournament) -> None:
    """The cards decide every open place."""
    for question in placing_queries.questions(refreshed(tournament)):
        placings.decide(Answer(question.entries), tournament_id=tournament.pk, **BY)


@pytest.mark.rule("fours:medals-1")
@pytest.mark.rule("fours:points-1")
def test_clubs_add_their_points_up_and_win_medals():
    tournament = registering(8, preset=presets.get("fours"))
    entries = [entry.pk for entry in tournament.entries.all()]
    names = ("Owls", "Foxes", "Wolves", "Hawks")
    three = {entry: names[n % 3] for n, entry in enumerate(entries)}
    assert (
        clause_of(clubs.assign, clubs=three, tournament_id=tournament.pk, **BY) == "fours:medals-1"
    )
    chosen = {entry: names[n % 4] for n, entry in enumerate(entries)}
    clubs.assign(chosen, tournament_id=tournament.pk, **BY)
    seating.draw(tournament_id=tournament.pk, **BY)
    seating.start_play(tournament_id=tournament.pk, **BY)
    bust_all_but(table_of(tournament), 1)
    assert not any(row.medal for row in club_queries.rows(refreshed(tournament)))
    decide_all(tournament)
    rows = club_queries.rows(refreshed(tournament))
    assert [row.medal for row in rows] == ["gold", "silver", "bronze", ""]
    assert sum(row.points for row in rows) == 36
    assert [row.points for row in rows] == sorted((r.points for r in rows), reverse=True)


def test_a_league_counts_the_best_results_and_its_table_is_public(client):
    cups = [running(2) for _ in range(2)]
    for cup in cups:
        bust_all_but(table_of(cup), 1)
    terms = leagues.Terms("Spring", "players - place + 1", 1, [cup.pk for cup in cups])
    made = leagues.save(terms, actor=DIRECTOR, now=NOW)
    page = client.get(f"/leagues/{made.slug}/").content.decode()
    assert "the best 1 of each player count" in page
    assert client.get("/leagues/").status_code == 200
    with pytest.raises(Refused, match="already"):
        leagues.save(terms, actor=DIRECTOR, now=NOW)
    director = signed_in(house_director())
    sent = {"name": "Autumn", "formula": "__import__('os')", "best": "", "tournaments": cups[0].pk}
    answer = director.post("/leagues/new/", sent)
    assert answer.status_code == 422
    assert "numbers, names" in answer.content.decode()


# -- pages -----------------------------------------------------------------------------------------


def test_the_office_pages_open_and_a_refused_list_comes_back_as_it_was_written():
    tournament = all_paid(running(3))
    director = signed_in(house_director())
    here = f"/t/{tournament.code}"
    for path in ("money", "prizes", "payout-desk", "clubs", "donations", "money/1/receipt"):
        assert director.get(f"{here}/{path}/").status_code == 200, path
    rows = {
        "how": "percentages",
        "unit": "1",
        "guarantee": "",
        "place": ["1", "2"],
        "share": ["60", "39"],
        "item": ["", ""],
        "price": ["", ""],
        "tax": ["", ""],
        "source": ["pool", "pool"],
    }
    answer = director.post(f"{here}/prizes/save/", rows)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "add up to 99, not to 100" in page
    assert 'value="39"' in page
    assert director.post(f"{here}/prizes/save/", {**rows, "share": ["60", "40"]}).status_code == 302
    assert director.post(f"{here}/prizes/act/", {"what": "publish"}).status_code == 302
    assert "$180" in director.get(f"{here}/payouts/").content.decode()
    assert "$300" in director.get(f"{here}/clock/").content.decode()
    spent = {"category": "other", "payee": "Shop", "purpose": "Tea", "amount": "3.50"}
    command = {"command_id": "6f1d2c1e-0000-4000-8000-000000000001", "method": "cash"}
    for _ in range(2):
        director.post(f"{here}/money/expense/", {**spent, **command})
    assert balances(tournament)[Account.EXPENSES] == 350


@pytest.mark.rule("adelaide:106d")
def test_a_cancelled_event_gave_a_disqualified_player_the_entry_back():
    cup = all_paid(running(3))
    director, here = signed_in(house_director()), f"/t/{cup.code}"
    table = table_of(cup)
    out = entry_in(table, 2)
    act = {"kind": "penalise", "penalty": "disqualification", "seat": 2, "reason": "Conduct"}
    sent = {**act, "version": table.version, "command_id": str(uuid4())}
    assert director.post(f"{here}/tables/1/floor/act/", sent).status_code == 302
    paid = cup.money.get(kind=PostingKind.ENTRY, entry=out)
    voided = director.post(f"{here}/money/{paid.number}/void/", {"reason": "sorry"})
    assert voided.status_code == 409
    assert "adelaide:106d" in voided.content.decode()
    director.post(f"{here}/cancel/", {"reason": "flood"})
    refunds = cup.money.filter(kind=PostingKind.REFUND)
    assert out.pk not in [one.entry_id for one in refunds]
    assert refunds.count() == 2
    assert balances(cup)[Account.CASH] == 11_000
    page = one_line(director.get(f"{here}/money/").content.decode())
    assert f"entry payment not refunded: {out.name} (Adelaide rule 106(d))" in page


@pytest.mark.rule("adelaide:88c")
def test_the_fee_the_house_sets_and_the_contribution_make_the_payment_wherever_it_is_told():
    cup = registering()
    director, here = signed_in(house_director()), f"/t/{cup.code}"
    set_to = {"price-entry": "120", "fee-entry": "15"}
    assert director.post(f"{here}/money/prices/", set_to).status_code == 302
    sign = director.get(f"{here}/signs/charges/").content.decode()
    assert "<strong>$120</strong><span>per entry</span>" in one_line(sign)
    assert "<dt>Prize pool</dt><dd>$105</dd>" in one_line(sign)
    assert "<dt>Fee</dt><dd>$15</dd>" in one_line(sign)
    assert director.post(f"{here}/entries/", PERSON).status_code == 302
    paid = cup.money.get(kind=PostingKind.ENTRY)
    parts = {line.account: line.amount for line in paid.lines.all()}
    assert parts == {Account.CASH: 12_000, Account.PRIZE_POOL: -10_500, Account.HOUSE_FEE: -1500}


@pytest.mark.rule("adelaide:77c(i)")
def test_an_hour_at_the_table_is_charged_to_nobody(monkeypatch: pytest.MonkeyPatch):
    cup = all_paid(running(3))
    director, here, table = signed_in(house_director()), f"/t/{cup.code}", table_of(cup)
    before, total = balances(cup), sum(stacks(cup))
    tablet = tablet_browser(table)
    for minute in (1, 31, 61):
        monkeypatch.setattr(requests, "now", lambda at=NOW + minute * MINUTE: at)
        assert tap(tablet, table, "start_hand").status_code == 200
        while not hand_at(table).is_over:
            assert tap(tablet, table, "fold", seat=hand_at(table).actor).status_code == 200
    assert (balances(cup), sum(stacks(cup))) == (before, total)
    for page in ("money", "desk", "signs/charges"):
        assert "time charge" not in director.get(f"{here}/{page}/").content.decode().lower()


@pytest.mark.rule("igr:1.01(a)")
def test_one_fee_is_asked_of_every_entrant_and_stays_as_it_was_when_the_first_had_paid():
    cup = ticketed(registering(preset=presets.get("igr")), now=NOW)
    director, here = signed_in(house_director()), f"/t/{cup.code}"
    for name in ("Ann", "Ben"):
        sent = {**PERSON, "name": name, "email": f"{name}@example.org", "amount": "10"}
        assert director.post(f"{here}/entries/", sent).status_code == 302
    fees = {sum(line.amount for line in one.lines.all() if line.amount > 0) for one in paid(cup)}
    assert fees == {price(cup.structure, Sold.ENTRY)}
    changed = director.post(f"{here}/money/prices/", {"price-entry": "60"})
    assert changed.status_code == 409
    assert price(refreshed(cup).structure, Sold.ENTRY) in fees


def paid(cup: Tournament) -> list[Posting]:
    return list(cup.money.filter(kind=PostingKind.ENTRY))


@pytest.mark.parametrize(("preset", "fee"), [(WITH_REBUYS, "Fee"), (CANBERRA, "Commission")])
def test_the_financial_report_did_not_tell_fees_from_buy_ins(preset, fee):
    cup = all_paid(running(3, preset=replace(preset, starting_stack=1000)))
    rebuy(short_stack(cup))
    director = signed_in(house_director())
    page = director.get(f"/t/{cup.code}/reports/financial/").content.decode()
    (sheet,) = [one for one in money_reports.financial(cup, NOW).sheets if one.title == "Takings"]
    assert [column.title for column in sheet.columns][2:] == ["Paid", "Prize pool", fee]
    entries, rebuys_sold = sheet.rows
    entry, again = (engine_money.split(cup.structure, what) for what in (Sold.ENTRY, Sold.REBUY))
    assert entries == ("Entry", 3, 3 * entry.total, 3 * entry.pool, 3 * entry.fee)
    assert rebuys_sold == ("Rebuy", 1, again.total, again.pool, again.fee)
    assert fee in page
    assert "igr:" not in page


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        pytest.param("charity", "No player pays anything here. (Charity 2.4)"),
        pytest.param("fours", "Nothing is paid here: chips have no value. ("),
    ],
)
def test_the_money_page_of_a_free_event_showed_two_letters_of_the_reason(preset: str, said: str):
    cup = registering(preset=presets.get(preset))
    page = signed_in(house_director()).get(f"/t/{cup.code}/money/").content.decode()
    assert said in one_line(page)
