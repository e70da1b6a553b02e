"""On the way between tables: sent, confirmed, taken back; late seats, the final, the money."""

from uuid import uuid4

import pytest

from engine.amounts import figure
from engine.hand import commands
from engine.refusal import Refused
from engine.seating.seating import Place
from engine.structure import presets
from tables.commands import TableCommand
from tables.console.queries import console
from tables.models import FloorCall, Seating, Table
from tables.play.queries.pictures import Reading
from tables.results.services import retractions
from tables.results.services.retractions import Ruling
from tables.seating.queries import arriving, balance, seat_checks, seat_queue, seats_page
from tables.seating.services import arrivals, finals, latecomers, seating, wrong_seats
from tables.seating.services import seat_checks as checks
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    award_to,
    bust_all_but,
    deal,
    do,
    entry_in,
    everybody_arrives,
    fold_round,
    free_seat,
    hand_at,
    house_director,
    offered,
    refreshed,
    request,
    running,
    seats_at,
    set_stacks,
    signed_in,
    stored,
    table_of,
    tablet_actor,
    tablet_browser,
    tap,
)
from tournament.models import Bust, Entry, Tournament
from tournament.models.ledger import ChipReason
from tournament.prizes.queries import placings
from tournament.records.queries import journal
from tournament.records.services import ledger
from tournament.requests import By

pytestmark = pytest.mark.django_db
LATER = NOW + 5 * MINUTE
IGR = presets.get("igr")
TO_BALANCE = Order("to balance")


def by(cup: Tournament) -> By:
    return {"tournament_id": cup.pk, "actor": DIRECTOR, "now": LATER}


def sent(cup: Tournament, order: Order = TO_BALANCE) -> Seating:
    """Somebody of table 1 sent to table 2."""
    entry = entry_in(table_of(cup, 1), seats_at(table_of(cup, 1))[0])
    to = Place(2, free_seat(table_of(cup, 2)))
    seating.move_player(**by(cup), entry_id=entry.pk, to=to, order=order)
    return Seating.objects.select_related("table").get(entry=entry, until=None)


def refused(deed, *args, **kwargs) -> Refused:
    before = stored()
    with pytest.raises(Refused) as words:
        deed(*args, **kwargs)
    assert stored() == before
    return words.value


# -- on the way ------------------------------------------------------------------------------------


@pytest.mark.rule("canberra:8.5")
@pytest.mark.rule("adelaide:65a(iii)")
def test_who_is_on_the_way_is_dealt_in_when_the_new_table_has_confirmed():
    cup = running(7, seats=6)
    coming = sent(cup)
    assert coming.in_transit
    second = table_of(cup, 2)
    shown = arriving.of_tablet(Reading(second))
    assert shown is not None
    assert [one.seat for one in shown.coming] == [coming.seat]
    assert coming.seat not in fold_round(second).seats
    tapped = tap(tablet_browser(second), second, "arrived", seat=coming.seat)
    assert tapped.status_code == 200
    coming.refresh_from_db()
    assert (coming.in_transit, coming.stack_received) == (False, 1000)
    assert coming.seat in deal(table_of(cup, 2)).seats
    told = [journal.row(line).sentence for line in cup.journal.filter(name__startswith="seat.")]
    assert told[0].endswith("to balance")
    assert told[1] == f"Player {coming.entry.number} sits at table 2, seat {coming.seat} with " + (
        "1000 chips"
    )


def test_said_twice_it_happens_once_and_nobody_else_can_say_it():
    cup = running(7, seats=6)
    coming = sent(cup)
    again = TableCommand(coming.table_id, DIRECTOR, LATER, command_id=uuid4())
    arrivals.confirm(again, seat=coming.seat)
    before = stored()
    assert arrivals.confirm(again, seat=coming.seat) is None
    assert stored() == before
    assert (
        "Nobody is in transit"
        in refused(arrivals.confirm, request(table_of(cup, 2)), seat=coming.seat).why
    )
    stranger = TableCommand(coming.table_id, tablet_actor(table_of(cup, 1)), LATER)
    refused(arrivals.confirm, stranger, seat=coming.seat)


@pytest.mark.rule("igr:A.2(s)")
def test_igr_records_who_carried_which_chips_and_compares_both_ends():
    cup = running(7, preset=IGR, seats=6)
    entry = entry_in(table_of(cup, 1), seats_at(table_of(cup, 1))[0])
    to = {"to": Place(2, free_seat(table_of(cup, 2))), "order": Order("to balance")}
    nobody = refused(seating.move_player, **by(cup), entry_id=entry.pk, **to)
    assert nobody.clause == "igr:A.2(s)"
    coming = sent(cup, Order("to balance", carried_by="Tom Table"))
    assert (coming.stack_sent, coming.carried_by, coming.sent_by) == (
        *(entry.stack, "Tom Table", DIRECTOR.name),
    )
    here = TableCommand(coming.table_id, DIRECTOR, LATER)
    arrivals.confirm(here, seat=coming.seat, stack=entry.stack - 25)
    coming.refresh_from_db()
    assert (coming.in_transit, coming.stack_received) == (True, entry.stack - 25)
    assert f"{figure(entry.stack)} were sent" in FloorCall.objects.get().reason
    arrivals.confirm(here, seat=coming.seat, stack=entry.stack)
    coming.refresh_from_db()
    assert (coming.in_transit, coming.arrived_at) == (False, LATER)
    assert coming.received_by == DIRECTOR.name
    assert cup.journal.get(name="seat.arrived").data["carried"] == ", carried by Tom Table"


@pytest.mark.rule("igr:6.02(g)")
def test_igr_chips_between_tables_are_counted_and_confirmed_by_who_directs():
    cup = running(7, preset=IGR, seats=6)
    coming = sent(cup, Order("to balance", carried_by="Tom Table"))
    second = table_of(cup, 2)
    assert tap(tablet_browser(second), second, "arrived", seat=coming.seat).status_code == 200
    coming.refresh_from_db()
    assert (coming.in_transit, coming.stack_received) == (True, coming.entry.stack)
    assert cup.journal.get(name="seat.counted").data["chips"] == coming.entry.stack
    chair = TableCommand(coming.table_id, DIRECTOR, LATER)
    uncounted = refused(arrivals.confirm, chair, seat=coming.seat)
    assert uncounted.clause == "igr:6.02(g)"
    line = next(item for item in arriving.queue(refreshed(cup), [coming]))
    assert line.form is not None
    assert line.form.ask == arriving.ASK_COUNT
    arrivals.confirm(chair, seat=coming.seat, stack=coming.entry.stack)
    coming.refresh_from_db()
    assert (coming.in_transit, coming.received_by) == (False, DIRECTOR.name)


def test_a_move_is_taken_back_while_the_player_is_on_the_way():
    cup = running(7, seats=6)
    was = {seat.entry_id: seat.seat for seat in table_of(cup, 1).seatings.filter(until=None)}
    coming = sent(cup)
    arrivals.turn_back(**by(cup), entry_id=coming.entry_id)
    back = Seating.objects.get(entry=coming.entry_id, until=None)
    assert (back.table.number, back.seat) == (1, was[coming.entry_id])
    assert "has arrived" in refused(arrivals.turn_back, **by(cup), entry_id=coming.entry_id).why


def test_who_is_on_the_way_is_not_moved_again_by_the_balance():
    cup = running(18, seats=6)
    Seating.objects.filter(pk__in=[s.pk for s in table_of(cup, 3).seatings.all()[:2]]).update(
        until=NOW
    )
    [proposed] = balance.proposals(refreshed(cup))
    move = Order(proposed.reason, proposed.clause)
    seating.move_player(
        **by(cup), entry_id=proposed.entry_id, to=balance.place_of(proposed), order=move
    )
    assert balance.proposals(refreshed(cup)) == []
    assert balance.move_counts(cup.pk) == {proposed.entry_id: 1}
    assert console.player_count(cup.pk).in_transit == 1


# -- who comes late --------------------------------------------------------------------------------


def late_entry(cup: Tournament) -> Entry:
    """Somebody entered after the start, with chips and without a seat."""
    first = cup.entries.get(number=1)
    number = cup.entries.count() + 1
    made = Entry.objects.create(
        tournament=cup,
        player=first.player,
        name=first.name,
        number=number,
        registered_at=NOW,
    )
    ledger.move({made.pk: 1000}, reason=ChipReason.ENTRY, actor=DIRECTOR, now=NOW)
    made.refresh_from_db()
    return made


@pytest.mark.rule("tda2024:R8")
def test_a_latecomer_draws_an_open_seat_of_the_shortest_table():
    cup = running(7, seats=6)
    late = late_entry(cup)
    wanted = console.queue(refreshed(cup))[0].form
    assert wanted is not None
    assert wanted.label == "Draw a seat"
    place = latecomers.give_seat(**by(cup), entry_id=late.pk)
    assert place.table == 2
    assert console.player_count(cup.pk).in_transit == 1
    everybody_arrives(cup)
    assert place.seat in deal(table_of(cup, 2)).seats
    assert "already has a seat" in refused(latecomers.give_seat, **by(cup), entry_id=late.pk).why


@pytest.mark.rule("tda2024:R8")
@pytest.mark.rule("tda2024:R10-A")
def test_who_sits_down_between_the_blinds_waits_for_the_button_to_pass():
    cup = running(4, seats=9)
    table = table_of(cup)
    for seat, number in zip(table.seatings.order_by("seat"), (1, 3, 5, 7), strict=True):
        Seating.objects.filter(pk=seat.pk).update(seat=number)
    hand = fold_round(table)
    small, big = hand.blind_seats
    assert big - small == 2, "there is an empty seat between the blinds"
    late = late_entry(cup)
    latecomers.give_seat(**by(cup), entry_id=late.pk, to=Place(1, small + 1))
    everybody_arrives(cup)
    following = fold_round(table_of(cup))
    assert small + 1 not in following.seats
    assert following.blind_seats[0] == big, "nobody posts the big blind twice"
    assert small + 1 not in fold_round(table_of(cup)).seats, "the button would stand before him"
    assert small + 1 in deal(table_of(cup)).seats


@pytest.mark.rule("adelaide:59b")
def test_a_seat_is_not_given_to_somebody_who_is_out_or_not_entered():
    cup = running(7, seats=6)
    table = table_of(cup, 2)
    bust_all_but(table, seats_at(table)[0])
    out = Bust.standing.first()
    assert out is not None
    assert refused(latecomers.give_seat, **by(cup), entry_id=out.entry_id).clause == "adelaide:59b"
    assert refused(latecomers.give_seat, **by(cup), entry_id=10**9).clause == "adelaide:59b"
    moved = {"entry_id": out.entry_id, "to": Place(1, 6), "order": Order("asked")}
    assert "no seat: they are out" in refused(seating.move_player, **by(cup), **moved).why


def test_where_every_seat_is_taken_another_table_opens_first():
    cup = running(4, seats=4)
    late = late_entry(cup)
    assert "open another table" in refused(latecomers.give_seat, **by(cup), entry_id=late.pk).why


@pytest.mark.rule("tda2024:R7")
def test_two_who_sat_in_each_others_seats_keep_what_they_hold():
    cup = running(3)
    table = table_of(cup)
    one, two, _ = seats_at(table)
    set_stacks(table, {one: 700, two: 1300})
    first, second = entry_in(table, one), entry_in(table, two)
    wrong_seats.put_right(**by(cup), one=first.pk, other=second.pk)
    stacks = dict(cup.entries.values_list("pk", "stack"))
    assert (stacks[first.pk], stacks[second.pk]) == (1300, 700)
    assert console.ledger(cup.pk).ok
    assert refused(wrong_seats.put_right, **by(cup), one=1, other=1).clause == "tda2024:R7"


# -- breaking and the final ------------------------------------------------------------------------


@pytest.mark.rule("tda2024:R10")
@pytest.mark.rule("canberra:8.5")
def test_everybody_of_a_broken_table_is_on_the_way_with_a_slip():
    cup = running(13, seats=6)
    breaking = table_of(cup, 3)
    names = {seat.entry.name for seat in breaking.seatings.filter(until=None)}
    Seating.objects.filter(pk=table_of(cup, 1).seatings.all()[0].pk).update(until=NOW)
    seating.break_table(**by(cup), number=3)
    slips = seats_page.slips(refreshed(cup), came_from=3)
    assert {slip.name for slip in slips} == names
    assert console.player_count(cup.pk).in_transit == len(names)
    assert {slip.reason for slip in slips} == {"table 3 breaks (TDA 2024 rule 10)"}
    told = [line for line in seat_queue.queue(refreshed(cup)) if line.link_words == "Slips"]
    assert [line.text for line in told] == [f"{len(names)} players of table 3 are in transit"]
    page = signed_in(house_director()).get(told[0].link).content.decode()
    assert all(name in page for name in names)
    left = tablet_browser(breaking).get(f"/t/{cup.code}/tables/3/tablet/").content.decode()
    for slip in slips:
        assert f"<b>Table {slip.table}, seat {slip.seat}</b>" in left
    assert "Deal hand" not in left


@pytest.mark.rule("tda2024:RP-9")
def test_those_who_are_left_draw_new_seats_at_the_final_table():
    cup = running(9, seats=8)
    items = [item.text for item in console.queue(refreshed(cup))]
    assert items == ["9 players are left: the final table"]
    finals.bring_together(**by(cup))
    assert seats_at(table_of(cup, 1)) == list(range(1, 10)), "eight-handed events end at nine"
    assert table_of(cup, 2).state == "closed"
    coming = Seating.objects.filter(table__tournament=cup, until=None, in_transit=True)
    assert coming.count() == 4
    everybody_arrives(cup)
    assert len(deal(table_of(cup, 1)).seats) == 9
    assert "Too many players" in refused(finals.bring_together, **by(running(12, seats=6))).why


# -- before the money ------------------------------------------------------------------------------


def test_the_money_is_announced_only_when_every_table_has_confirmed_its_seats():
    cup = running(7, seats=6)
    assert "confirm its seats first" in refused(checks.announce, **by(cup)).why
    checks.ask(**by(cup))
    first, second = table_of(cup, 1), table_of(cup, 2)
    assert tap(tablet_browser(first), first, "confirm_seats", players=3).status_code == 409
    assert tap(tablet_browser(first), first, "confirm_seats", players=4).status_code == 200
    assert refused(checks.announce, **by(cup)).why == "Table 2 has not confirmed its seats yet."
    tap(tablet_browser(second), second, "confirm_seats", players=3)
    coming = sent(cup)
    check = seat_checks.running(cup.pk)
    assert check is not None
    assert seat_checks.waiting(check) == [1, 2], "both have other players by now"
    waits = request(table_of(cup, 2))
    assert "still in transit here" in refused(checks.confirm, waits, players=4).why
    arrivals.confirm(waits, seat=coming.seat)
    for number, players in ((1, 3), (2, 4)):
        checks.confirm(request(table_of(cup, number)), players=players)
    rows = seat_checks.rows(check)
    assert [(row.players, row.by) for row in rows] == [(3, DIRECTOR.name), (4, DIRECTOR.name)]
    assert checks.announce(**by(cup)) == "In the money: 7 players are left."
    assert refreshed(cup).message == "In the money: 7 players are left."


def test_a_difference_in_players_keeps_the_money_from_being_announced():
    cup = running(3)
    checks.ask(**by(cup))
    checks.confirm(request(table_of(cup)), players=3)
    late_entry(cup)
    assert "do not add up" in refused(checks.announce, **by(cup)).why


# -- a bust taken back -----------------------------------------------------------------------------


def test_a_wrong_bust_is_taken_back_after_others_went_out_and_places_follow():
    cup = running(7, seats=6)
    table = table_of(cup, 1)
    a, b, c, d = seats_at(table)
    _only(table, a, b)
    _only(table, *sorted((c, d), key=lambda seat: -entry_in(table, seat).stack))
    first_out, second_out = Bust.standing.order_by("order")
    before = {one.entry: one.place for one in placings.of(cup)}
    assert before == {first_out.entry_id: 7, second_out.entry_id: 6}
    after = {
        one.entry: one.place for one in placings.of(cup, still_in=frozenset({first_out.entry_id}))
    }
    assert after == {second_out.entry_id: 7}
    winner = entry_in(table, a)
    ruling = Ruling(chips=800, source=winner.pk, reason="the hand was misread")
    place = retractions.take_back(**by(cup), bust_id=first_out.pk, ruling=ruling)
    assert place == Place(1, b)
    assert [one.place for one in placings.of(cup)] == [7]
    assert cup.entries.get(pk=first_out.entry_id).stack == 800
    assert console.ledger(cup.pk).ok
    assert console.player_count(cup.pk).ok
    again = refused(retractions.take_back, **by(cup), bust_id=first_out.pk, ruling=ruling)
    assert "already been undone" in again.why


def _only(table: Table, winner: int, loser: int) -> None:
    """Two go all-in, the others fold; the winner takes it."""
    deal(table)
    while not hand_at(table).is_over and (seat := offered(table).seat):
        stay = commands.AllIn if offered(table).all_in.is_allowed else commands.Call
        do(table, stay(seat) if seat in (winner, loser) else commands.Fold(seat))
    award_to(table, winner)


@pytest.mark.parametrize(
    ("chips", "reason", "why"),
    [
        (0, "misread", "how many chips"),
        (500, " ", "Give the reason"),
        (10**6, "misread", "must keep some"),
    ],
)
def test_a_bust_is_not_taken_back_without_chips_a_reason_or_an_owner(chips, reason, why):
    cup = running(7, seats=6)
    table = table_of(cup, 2)
    bust_all_but(table, seats_at(table)[0])
    out = Bust.standing.first()
    assert out is not None
    winner = Seating.objects.get(table=table, until=None).entry_id
    ruling = Ruling(chips=chips, source=winner, reason=reason)
    assert why in refused(retractions.take_back, **by(cup), bust_id=out.pk, ruling=ruling).why


@pytest.mark.rule("igr:A.2(p)")
@pytest.mark.rule("igr:A.2(p)-2")
def test_the_console_proposes_a_move_as_soon_as_two_tables_differ_by_more_than_one():
    cup = running(13, preset=IGR, seats=9)
    shorter, other = sorted((1, 2), key=lambda number: len(seats_at(table_of(cup, number))))
    proposed = [line for line in seat_queue.queue(cup) if line.kind == "move"]
    assert proposed == []  # seven and six
    leaves = table_of(cup, shorter).seatings.filter(until=None)[0]
    Seating.objects.filter(pk=leaves.pk).update(until=NOW)
    [line] = [line for line in seat_queue.queue(refreshed(cup)) if line.kind == "move"]
    assert f"table {other} to table {shorter}" in line.text
    assert "next big blind to the worst seat" in line.detail
    assert "IGR app. A, 2(p)" in line.detail
