"""Clauses of the office under their own book, by the services and pages that carry them out."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from engine.conduct.table_order import DISPUTE
from engine.hand import commands
from engine.office.law.giving import Category, Expense
from engine.office.law.money import Method
from engine.office.money import Sold, price
from engine.office.spending import AccountKind, Disbursement
from engine.prizes.prizes import How, Row
from engine.referee.options import BET
from engine.rulebooks.presets import charity
from engine.structure import presets
from engine.structure.law import Preset
from tables.chips.queries import counts as count_queries
from tables.chips.services import counts
from tables.chips.services.counts import Counted
from tables.commands import TableCommand
from tables.conduct.services import disputes
from tables.console.queries import console
from tables.equipment.services import decks
from tables.models import CountedStack, FloorCall
from tables.play.services import play, undoing
from tests.factories import (
    ADULT,
    DIRECTOR,
    MINUTE,
    NOW,
    award_to,
    bust_all_but,
    deal,
    do,
    entry_in,
    fold_out,
    hand_at,
    house_director,
    offered,
    refreshed,
    registering,
    request,
    running,
    sell,
    set_stacks,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_actor,
    tablet_browser,
    tap,
    user,
)
from tests.licensed import ticketed
from tests.markup import one_line
from tests.refusals import clause_of
from tournament.entries.queries import tickets as ticket_queries
from tournament.entries.services import entries, entry_terms
from tournament.house.queries import people as people_queries
from tournament.models import (
    ChipMove,
    Due,
    Entry,
    EntryTerms,
    Incident,
    Payout,
    Tournament,
)
from tournament.models.ledger import ChipReason
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.money.services import money, proceeds
from tournament.office.services import incidents
from tournament.permissions import Forbidden, Role
from tournament.prizes.queries import placings as placing_queries
from tournament.prizes.services import giving, payout_desk, prizes
from tournament.records.queries.reports import money as money_reports
from tournament.setup.services import tournaments

pytestmark = pytest.mark.django_db
BY: dict[str, Any] = {"actor": DIRECTOR, "now": NOW}
SOON: dict[str, Any] = {"actor": DIRECTOR, "now": NOW + MINUTE}
CHARITY = presets.get("charity")
IGR = replace(presets.get("igr"), starting_stack=1000)
CANBERRA = replace(presets.get("canberra-e"), min_players=2, starting_stack=1000)
NO_REBUYS = replace(presets.get("canberra-h"), min_players=2, starting_stack=1000)
ADELAIDE = replace(presets.get("adelaide-no-limit"), min_players=2)
NOTHING_SOLD = charity.SELLS_NOTHING
FREEZE_OUT = replace(CANBERRA, rebuys=NOTHING_SOLD, top_up=NOTHING_SOLD)
HOLDEM = replace(presets.get("canberra-h"), min_players=2)
CARDS = Expense(
    *(Category.EQUIPMENT, "Card House", 2000, "Decks"),
    method=Method.CHEQUE,
    is_approved=True,
    registration="SLGA 7",
    cheque="1",
    voucher="Invoice 7",
    cheque_date=date(2027, 3, 6),
)


def read(browser: Client, cup: Tournament, page: str) -> str:
    answer = browser.get(f"/t/{cup.code}/{page}")
    assert answer.status_code == 200, page
    return answer.content.decode()


def bought_again(cup: Tournament) -> Any:
    """Seat 1 has little left and buys again, with the own ticket where there is one."""
    set_stacks(table_of(cup), {1: 100, 2: 1900})
    entry = entry_in(table_of(cup), 1)
    ticket = entry.ticket.number if hasattr(entry, "ticket") else None
    sell(entry, ticket=ticket, **SOON)
    return entry_in(table_of(cup), 1)


@pytest.mark.rule("igr:5.05(b)-2")
def test_a_ticket_buys_again_once_and_the_rebuyers_reconcile_with_the_money():
    cup = running(3, preset=IGR)
    entry = bought_again(cup)
    set_stacks(table_of(cup), {3: 100, 2: 2800})
    other, number = entry_in(table_of(cup), 3), entry.ticket.number
    before = stored()
    for buyer, ticket in ((other, number), (other, 99), (other, None)):
        assert clause_of(sell, entry=buyer, ticket=ticket, **SOON) == "igr:5.05(b)-2"
    assert stored() == before
    sold = cup.money.filter(kind=PostingKind.REBUY, voided_by=None)
    assert [one.about["ticket"] for one in sold] == [number]
    page = ticket_queries.page(cup)
    assert page
    paid = price(cup.structure, Sold.REBUY)
    assert (page.reconciled.rebuys, page.reconciled.rebuy_cash) == (1, paid)


@pytest.mark.rule("canberra:14.3")
def test_canberra_gives_no_money_back_to_one_who_bought_again():
    cup = running(3, preset=CANBERRA)
    entry = bought_again(cup)
    before = stored()
    till = money.Till(DIRECTOR, NOW + MINUTE)
    assert clause_of(money.refund, tournament=cup, entry=entry, till=till, reason="ill") == (
        "canberra:14.3"
    )
    assert stored() == before


@pytest.mark.rule("igr:Preamble.1")
def test_an_igr_event_does_not_begin_before_its_organisation_and_purpose_are_named():
    cup = registering(2, preset=IGR)
    assert clause_of(giving.check_ready, tournament=cup) == "igr:Preamble.1"
    where: dict[str, Any] = {"tournament_id": cup.pk, **BY}
    for name, purposes in (("", ("Meals",)), ("Food Bank", (" ",))):
        wish = proceeds.Purpose(name, purposes, "77", AccountKind.LOTTERY)
        assert clause_of(proceeds.set_purpose, wish=wish, **where) == "igr:Preamble.1"
    wish = proceeds.Purpose("Food Bank", ("Meals",), "77", AccountKind.LOTTERY)
    proceeds.set_purpose(wish, **where)
    giving.check_ready(refreshed(cup))


@pytest.mark.rule("igr:5.06(a)")
@pytest.mark.rule("igr:5.06(b)")
@pytest.mark.rule("igr:8.01(b)")
def test_no_seller_or_worker_is_paid_and_every_transaction_of_the_account_is_kept():
    cup = running(3, preset=IGR)
    where: dict[str, Any] = {"tournament_id": cup.pk, **BY}
    proceeds.bank(amount=15_000, **where)
    user("sam", cup, Role.DESK)
    user("tina", cup, Role.FLOOR)
    before = stored()
    for worker in ("sam", "tina"):
        expense = replace(CARDS, payee=worker)
        assert clause_of(proceeds.spend, expense=expense, **where) == "igr:5.06(b)"
    wages = replace(CARDS, category=Category.WORKERS, payee="Cy")
    assert clause_of(proceeds.spend, expense=wages, **where) == "igr:5.06(b)"
    assert stored() == before
    proceeds.spend(CARDS, **where)
    proceeds.disburse(Disbursement("Soup", 3000, "Meals", "2", date(2027, 3, 7)), **where)
    assert cup.journal.filter(name="money.posted").count() == cup.money.count()
    rows = [row for sheet in money_reports.disbursements(cup, NOW).sheets for row in sheet.rows]
    kept = " ".join(str(value) for row in rows for value in row)
    for said in ("Soup", "Meals", "2027-03-07", "3000"):
        assert said in kept


@pytest.mark.rule("igr:5.06(a)")
def test_a_ticket_seller_pays_for_his_own_ticket_like_everybody():
    cup = registering(1, preset=IGR)
    ticketed(cup, now=NOW)
    seller = user("sam", cup, Role.DESK)
    seller.first_name = "Sam"
    seller.save(update_fields=["first_name"])
    sam = people_queries.actor(seller)
    mine: dict[str, Any] = {"tournament_id": cup.pk, "name": "Sam", "actor": sam, "now": NOW}
    before = stored()
    assert clause_of(entries.register, wish=ADULT, **mine) == "igr:5.05(e)"
    assert stored() == before
    entry = entries.register(wish=replace(ADULT, method=Method.CASH), **mine)
    (posted,) = cup.money.filter(kind=PostingKind.ENTRY, entry=entry)
    cash = sum(line.amount for line in posted.lines.all() if line.amount > 0)
    assert cash == price(cup.structure, Sold.ENTRY) > 0
    assert entry.ticket.number


@pytest.mark.rule("igr:6.04(b)")
def test_a_table_manager_takes_back_what_the_dealer_entered():
    cup = running(4, preset=IGR, seats=2)
    table = table_of(cup)
    deal(table)
    seat = hand_at(table).actor
    play.act(request(table, actor=tablet_actor(table)), commands.Fold(seat))
    assert hand_at(table).is_over
    undoing.undo(request(table, actor=somebody(cup, Role.FLOOR)))
    assert hand_at(table).actor == seat


@pytest.mark.rule("igr:6.02(f)")
def test_the_chairpersons_ruling_is_written_with_time_table_people_facts_and_words():
    cup = running(3, preset=IGR)
    table = table_of(cup)
    deal(table)
    disputes.call(request(table, actor=tablet_actor(table)), reason=DISPUTE)
    disputes.answer(call_id=FloorCall.objects.get().pk, ruling="A call.", **SOON)
    kept = Incident.objects.get()
    assert (kept.table_number, kept.hand_number, kept.facts) == (1, 1, DISPUTE)
    assert kept.happened_at == NOW + MINUTE
    assert sorted(kept.people.split(", ")) == ["Player 1", "Player 2", "Player 3"]
    assert kept.decisions.get().words == "A call."


@pytest.mark.rule("charity:1.1(dealer)")
@pytest.mark.rule("canberra:T.dealer")
@pytest.mark.parametrize("preset", [CHARITY, CANBERRA], ids=["charity", "canberra"])
def test_a_dealer_runs_the_hand_at_one_table_and_at_no_other(preset: Preset):
    cup = running(4, preset=preset, seats=2)
    table, other = table_of(cup, 1), table_of(cup, 2)
    dealer = tablet_actor(table)
    deal(table)
    play.act(request(table, actor=dealer), commands.Fold(hand_at(table).actor))
    assert hand_at(table).is_over
    deal(other)
    with pytest.raises(Forbidden):
        play.act(request(other, actor=dealer), commands.Fold(hand_at(other).actor))


@pytest.mark.rule("canberra:T.dealer")
def test_a_canberra_dealer_never_holds_a_seat():
    cup = registering(2, preset=CANBERRA)
    kim = user("kim", cup, Role.DEALER)
    kim.first_name = "Kim"
    kim.save(update_fields=["first_name"])
    before = cup.entries.count()
    enter = {"tournament_id": cup.pk, "name": "Kim", "wish": ADULT, **BY}
    assert clause_of(entries.register, **enter) == "canberra:T.dealer"
    assert cup.entries.count() == before


@pytest.mark.rule("canberra:T.casino_supervisor")
@pytest.mark.rule("canberra:T.tournament_director")
def test_a_canberra_supervisor_orders_a_count_but_decides_nothing_of_the_directors():
    cup = running(3, preset=CANBERRA)
    table = table_of(cup)
    supervisor = somebody(cup, Role.FLOOR)
    with pytest.raises(Forbidden):
        decks.order_count(TableCommand(table.pk, tablet_actor(table), NOW), why="")
    decks.order_count(TableCommand(table.pk, supervisor, NOW), why="a look")
    assert (table_of(cup).card_count or {})["by"] == supervisor.name
    alone: dict[str, Any] = {"tournament_id": cup.pk, "actor": supervisor, "now": NOW}
    with pytest.raises(Forbidden):
        prizes.confirm(**alone)
    with pytest.raises(Forbidden):
        tournaments.cancel(**alone, reason="flood")


@pytest.mark.rule("charity:1.1(inspector)")
def test_a_charity_inspector_reads_everything_and_alters_no_play():
    cup = running(3, preset=CHARITY)
    table = table_of(cup)
    deal(table)
    inspector = signed_in(user("ivy", cup, Role.INSPECTOR))
    for page in ("console/", "incidents/", "reports/journal/", "money/"):
        read(inspector, cup, page)
    before = hand_at(table)
    for kind in ("fold", "undo"):
        assert tap(inspector, table, kind, seat=before.actor).status_code == 403
    assert hand_at(table) == before


@pytest.mark.rule("charity:1.1(inspector)")
@pytest.mark.rule("charity:22.6")
def test_a_charity_inspector_receives_a_complaint_with_its_hand_and_decides_nothing():
    cup = running(3, preset=CHARITY)
    matter = incidents.Matter("complaint", "The pot was misread.", "Player 1", table=1, hand=1)
    incident = incidents.open_matter(tournament_id=cup.pk, matter=matter, **BY)
    inspector = signed_in(user("ivy", cup, Role.INSPECTOR))
    assert "The pot was misread." in read(inspector, cup, "incidents/")
    assert inspector.get(f"/t/{cup.code}/incidents/{incident.pk}/paper/").status_code == 200
    before = stored()
    for way, sent in (("decide", {"words": "A call."}), ("report", {}), ("close", {})):
        answer = inspector.post(f"/t/{cup.code}/incidents/{incident.pk}/{way}/", sent)
        assert answer.status_code == 403, way
    assert stored() == before


@pytest.mark.rule("adelaide:94")
@pytest.mark.rule("canberra:4.5")
@pytest.mark.parametrize("preset", [ADELAIDE, CANBERRA], ids=["adelaide", "canberra"])
def test_a_stack_is_changed_by_hand_only_as_a_correction_on_record_and_a_silent_edit_is_found(
    preset: Preset,
):
    cup = running(3, preset=preset)
    entry = entry_in(table_of(cup), 1)
    count = counts.open_count(tournament_id=cup.pk, only_table=None, because="Ann asks", **SOON)
    counted = {seat: Counted(entry_in(table_of(cup), seat).stack) for seat in (2, 3)}
    counted[1] = Counted(entry.stack - 50)
    counts.enter(request(table_of(cup), actor=tablet_actor(table_of(cup))), counted)
    row = CountedStack.objects.get(entry=entry)
    before = stored()
    explained: dict[str, Any] = {"stack_id": row.pk, "corrects": True, **SOON}
    clause_of(counts.explain, why=" ", **explained)
    with pytest.raises(Forbidden):
        counts.explain(why="lost", **explained | {"actor": tablet_actor(table_of(cup))})
    assert stored() == before
    counts.explain(why="a chip on the floor", **explained)
    move = ChipMove.objects.get(reason=ChipReason.CORRECTION)
    assert (move.entry_id, move.amount, move.by, move.at, move.note) == (
        *(entry.pk, -50, DIRECTOR.name, NOW + MINUTE),
        "a chip on the floor",
    )
    told = cup.journal.get(name="count.explained").data
    assert (told["before"], told["after"]) == (entry.stack, entry.stack - 50)
    assert count_queries.audit(cup).difference == 0
    assert count.only_table is None
    Entry.objects.filter(pk=entry.pk).update(stack=entry.stack + 500)
    assert count_queries.audit(cup).difference == 550
    assert not console.ledger(cup.pk).ok


@pytest.mark.rule("adelaide:99c-2")
@pytest.mark.parametrize("is_turned", [False, True])
def test_equal_stacks_lost_in_one_hand_are_placed_by_who_was_all_in_first(is_turned: bool):
    cup = running(3, preset=ADELAIDE)
    table = table_of(cup)
    set_stacks(table, {1: 500, 2: 500, 3: cup.structure["stack"] * 3 - 1000})
    if is_turned:
        deal(table)
        fold_out(table)
        set_stacks(table, {1: 500, 2: 500, 3: cup.structure["stack"] * 3 - 1000})
    deal(table)
    pks = {seat: entry_in(table, seat).pk for seat in (1, 2)}
    went = []
    while offered(table).phase == BET:
        seat = offered(table).seat or 0
        went.append(seat)
        do(table, commands.AllIn(seat) if seat != 3 else commands.Call(seat))
    award_to(table, 3)
    first, second = (pks[seat] for seat in went if seat != 3)
    assert [one.entry for one in placing_queries.of(refreshed(cup))][1:] == [first, second]


@pytest.mark.rule("adelaide:3-2")
def test_a_payment_taken_back_is_kept_with_who_when_before_and_after():
    cup = running(2, preset=ADELAIDE)
    due = Due.objects.create(
        tournament=cup, entry=cup.entries.all()[0], place=1, amount=5000, source="pool", at=NOW
    )
    payout = Payout.objects.create(due=due, number=1, receiver="Player 1", method="cash", at=NOW)
    before = stored()
    clause_of(payout_desk.take_back, payout_id=payout.pk, reason=" ", **SOON)
    assert stored() == before
    payout_desk.take_back(payout_id=payout.pk, reason="wrong player", **SOON)
    told = cup.journal.get(name="prize.taken_back")
    assert (told.by, told.at) == (DIRECTOR.name, NOW + MINUTE)
    assert (told.data["before"], told.data["after"]) == ("$50 paid", "$50 owed")


@pytest.mark.rule("adelaide:3-2")
def test_corrections_of_play_and_of_a_payout_are_read_in_the_journal_with_before_and_after():
    cup = running(2, preset=ADELAIDE)
    due = Due.objects.create(
        tournament=cup, entry=cup.entries.all()[0], place=1, amount=5000, source="pool", at=NOW
    )
    payout = Payout.objects.create(due=due, number=1, receiver="Player 1", method="cash", at=NOW)
    supervisor = signed_in(user("sue", cup, Role.DIRECTOR))
    matter = {"kind": "correction", "facts": "The pot went to the wrong seat.", "table": 1}
    assert supervisor.post(f"/t/{cup.code}/incidents/", matter).status_code == 302
    ruling = {"words": "300 go to seat 2.", "before": "seat 1 has 1,150", "after": "850"}
    decided = f"/t/{cup.code}/incidents/{cup.incidents.get().pk}/decide/"
    assert supervisor.post(decided, ruling).status_code == 302
    taken_back = f"/t/{cup.code}/payout-desk/receipts/{payout.pk}/take-back/"
    assert supervisor.post(taken_back, {"reason": "  "}).status_code == 409
    assert supervisor.post(taken_back, {"reason": "wrong player"}).status_code == 302
    decided_on = one_line(read(supervisor, cup, "incidents/"))
    assert "before: seat 1 has 1,150; after: 850" in decided_on
    page = read(supervisor, cup, "journal/")
    assert "receipt 1: wrong player ($50 paid, now $50 owed)" in page
    lines = cup.journal.filter(name__in=("incident.decided", "prize.taken_back"))
    assert [line.by for line in lines] == ["sue", "sue"]
    assert all(line.at for line in lines)


@pytest.mark.rule("charity:1.1(tournament-chips)")
@pytest.mark.rule("charity:8.1")
def test_charity_chips_are_never_shown_as_money_and_nothing_else_is_taken():
    cup = running(3, preset=CHARITY)
    table = table_of(cup)
    deal(table)
    director = signed_in(house_director())
    for page in ("tables/1/", "tables/1/tablet/", "leaderboard/", "clock/"):
        assert "$" not in read(director, cup, page), page
    fold_out(table)
    entry = entry_in(table, 1)
    before = stored()
    assert clause_of(sell, entry=entry, **SOON).startswith("charity:")
    assert stored() == before
    assert not any(money_queries.balances(cup.pk).values())


ALL_IN_VIEWS = (
    *("tables/1/", "tables/1/tablet/", "tables/1/floor/", "overlay/tables/1/"),
    *("leaderboard/", "console/"),
)


@pytest.mark.parametrize(
    ("key", "is_told"),
    [
        pytest.param(
            *("adelaide-no-limit", False),
            marks=[pytest.mark.rule("adelaide:79"), pytest.mark.rule("adelaide:84a")],
        ),
        pytest.param("canberra-h", False, marks=pytest.mark.rule("canberra:18.2(a)")),
        ("fours", True),
    ],
)
def test_the_screens_told_the_chances_of_a_live_hand_though_the_book_forbids_it(
    key: str, is_told: bool
):
    cup = running(2, preset=replace(presets.get(key), min_players=2))
    table, director = table_of(cup), signed_in(house_director())
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    while (seat := hand_at(table).actor) >= 0:
        tap(tablet, table, "all_in", seat=seat)
    director.post(f"/t/{cup.code}/tables/1/turn-up/")
    for seat, cards in zip(hand_at(table).in_hand(), ("AhAs", "KdKc"), strict=True):
        assert tap(tablet, table, "show", seat=seat, cards=cards).status_code == 200
    for board in ("2c7d9s", "Kh"):
        told = {page for page in ALL_IN_VIEWS if "seat-chance" in read(director, cup, page)}
        assert bool(told) == is_told, told
        assert tap(tablet, table, "board", cards=board).status_code == 200
    assert not hand_at(table).is_over


@pytest.mark.rule("canberra:15.1")
def test_canberra_places_are_proposed_and_the_director_confirms_them_before_payout():
    cup = running(3, preset=NO_REBUYS)
    for entry in cup.entries.all():
        sell(entry, "entry", **BY)
    halves = (Row(1, percent=Fraction(60)), Row(2, percent=Fraction(40)))
    prizes.save(prizes.ListWish(How.PERCENTAGES, halves), tournament_id=cup.pk, **BY)
    set_stacks(table_of(cup), {1: 2000, 2: 400, 3: 600})
    bust_all_but(table_of(cup), 1)
    prizes.publish(tournament_id=cup.pk, **BY)
    proposed = [one.entry for one in placing_queries.of(refreshed(cup))]
    assert proposed[0] == entry_in(table_of(cup), 1).pk
    assert not Due.objects.exists()
    with pytest.raises(Forbidden):
        prizes.confirm(tournament_id=cup.pk, actor=somebody(cup, Role.FLOOR), now=NOW)
    prizes.confirm(tournament_id=cup.pk, **BY)
    awarded = Due.objects.order_by("place").values_list("entry_id", flat=True)
    assert list(awarded) == proposed[:2]


@pytest.mark.rule("charity:3.2(f)")
def test_the_conditions_say_until_when_one_may_join_and_how_often():
    cup = registering(3, preset=CHARITY)
    EntryTerms.objects.update_or_create(
        tournament=cup, defaults={"kind": "invitation", "per_player": 2, "late_minutes": 30}
    )
    page = read(signed_in(house_director()), cup, "conditions/")
    assert "30 minutes" in page
    assert "charity:3.2(f)" in page


@pytest.mark.rule("charity:3.2(f)")
def test_a_new_guest_joins_in_the_stated_window_and_not_after_it():
    cup = running(3, preset=CHARITY)
    terms = {"kind": "invitation", "late_minutes": 30}
    EntryTerms.objects.update_or_create(tournament=cup, defaults=terms)
    entry_terms.invite(tournament_id=cup.pk, names=["Gus", "Hal"], **BY)
    guest: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "wish": ADULT}
    assert entries.register(name="Gus", now=NOW + 29 * MINUTE, **guest).stack
    before = stored()
    late = {"name": "Hal", "now": NOW + 30 * MINUTE}
    assert clause_of(entries.register, **late, **guest) == "charity:3.2(f)"
    assert stored() == before
