"""Moves, breaks and the final accepted while a hand is in play: done when it has ended."""

import pytest
from django.urls import reverse

from engine.hand import commands
from engine.refusal import Refused
from engine.seating.seating import Place
from tables import tasks
from tables.console.queries import console, mine
from tables.models import Seating, SeatOrder, Table
from tables.play.queries import tablet
from tables.play.queries.pictures import Reading
from tables.play.services import after_hand, undoing
from tables.seating.queries import balance
from tables.seating.services import finals, latecomers, seat_orders, seating
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    all_in,
    award_to,
    deal,
    do,
    entry_in,
    everybody_arrives,
    fold_out,
    fold_round,
    free_seat,
    hand_at,
    house_director,
    refreshed,
    request,
    running,
    seats_at,
    signed_in,
    somebody,
    stored,
    table_of,
)
from tournament.models import Bust, PersonalLink, Tournament
from tournament.permissions import Forbidden, Role
from tournament.records.queries import journal
from tournament.requests import By

pytestmark = pytest.mark.django_db
LATER = NOW + 5 * MINUTE
AGREED = Order("the player asked for another seat")
TO_BALANCE = Order("next big blind to the worst seat", "tda2024:R11-A")


def by(cup: Tournament) -> By:
    return {"tournament_id": cup.pk, "actor": DIRECTOR, "now": LATER}


def place_of(entry_id: int) -> Place:
    seat = Seating.objects.select_related("table").get(entry=entry_id, until=None)
    return Place(seat.table.number, seat.seat)


def to_second(cup: Tournament, order: Order = AGREED, *, seat: int | None = None) -> SeatOrder:
    """Somebody of table 1, where a hand is in play, is to move to table 2."""
    first = table_of(cup, 1)
    entry = entry_in(first, seat or seats_at(first)[0])
    to = Place(2, free_seat(table_of(cup, 2)))
    ordered = seating.move_player(**by(cup), entry_id=entry.pk, to=to, order=order)
    assert ordered is not None
    return ordered


def leaves(table: Table) -> Seating:
    """Somebody of this table gives up his seat."""
    seat = Seating.objects.filter(table=table, until=None)[0]
    seat.until = NOW
    seat.save(update_fields=["until"])
    return seat


def queued(cup: Tournament) -> list[str]:
    return [line.text for line in console.queue(refreshed(cup)) if line.kind == "order"]


def notices(table: Table) -> list[str]:
    return list(tablet.picture(Reading(table), now=LATER).notices)


# -- a move ----------------------------------------------------------------------------------------


@pytest.mark.rule("tda2024:R11-A")
def test_a_move_accepted_during_a_hand_is_made_when_the_hand_has_ended():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    deal(first)
    ordered = to_second(cup)
    entry, to = ordered.entry_id, Place(2, ordered.to_seat or 0)
    assert entry is not None
    assert place_of(entry).table == 1
    fold_out(first)
    assert place_of(entry) == to
    coming = Seating.objects.get(entry=entry, until=None)
    assert (coming.in_transit, coming.reason, coming.sent_by) == (
        *(True, "the player asked for another seat", DIRECTOR.name),
    )
    ordered.refresh_from_db()
    assert ordered.outcome == "carried out"
    (given,) = (journal.row(line).sentence for line in cup.journal.filter(name="order.given"))
    assert given.endswith(f"moves to table 2, seat {to.seat}")


def test_tablet_console_and_the_players_own_page_say_it_while_the_hand_goes_on():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    deal(first)
    ordered = to_second(cup)
    assert ordered.entry is not None
    name, where = ordered.entry.name, f"table 2, seat {ordered.to_seat}"
    assert notices(table_of(cup, 1)) == [f"{name} moves to {where} after this hand"]
    assert queued(cup) == [f"{name} moves to {where} after the hand at table 1"]
    link = PersonalLink.objects.create(entry=ordered.entry, made_at=NOW)
    assert mine.picture(link, now=LATER).after_hand == where


def test_said_twice_it_is_one_order_and_another_place_is_refused():
    cup = running(7, seats=6)
    deal(table_of(cup, 1))
    ordered = to_second(cup)
    assert to_second(cup) == ordered
    before = stored()
    with pytest.raises(Refused, match="withdraw that first"):
        seating.move_player(
            **by(cup),
            entry_id=ordered.entry_id or 0,
            to=Place(1, free_seat(table_of(cup, 1))),
            order=AGREED,
        )
    assert stored() == before


def test_the_seat_is_kept_for_him_meanwhile():
    cup = running(7, seats=6)
    deal(table_of(cup, 1))
    ordered = to_second(cup)
    other = entry_in(table_of(cup, 2), seats_at(table_of(cup, 2))[0])
    before = stored()
    with pytest.raises(Refused, match="is kept for"):
        seating.move_player(
            **by(cup), entry_id=other.pk, to=Place(2, ordered.to_seat or 0), order=AGREED
        )
    assert stored() == before
    hall = {table.number: table for table in balance.read(cup.pk).for_engine}
    assert ordered.to_seat not in hall[2].open_seats


def test_a_withdrawn_order_is_not_carried_out():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    deal(first)
    ordered = to_second(cup)
    for _ in range(2):
        seat_orders.withdraw(**by(cup), order_id=ordered.pk)
    assert queued(cup) == []
    assert notices(table_of(cup, 1)) == []
    fold_out(first)
    assert place_of(ordered.entry_id or 0).table == 1
    assert cup.journal.filter(name="order.withdrawn").count() == 1


def test_what_has_been_carried_out_is_not_withdrawn_and_not_by_everybody():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    deal(first)
    ordered = to_second(cup)
    before = stored()
    with pytest.raises(Forbidden):
        seat_orders.withdraw(
            tournament_id=cup.pk,
            order_id=ordered.pk,
            actor=somebody(cup, Role.DEALER),
            now=LATER,
        )
    assert stored() == before
    fold_out(first)
    with pytest.raises(Refused, match="already been carried out"):
        seat_orders.withdraw(**by(cup), order_id=ordered.pk)


def test_no_other_hand_is_dealt_before_an_order_that_a_crash_left_behind():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    fold_round(first)
    entry = entry_in(first, seats_at(first)[0])
    SeatOrder.objects.create(
        tournament=cup,
        kind="move",
        table=first,
        entry=entry,
        to_table=2,
        to_seat=free_seat(table_of(cup, 2)),
        at=NOW,
        by="Fred Floor",
    )
    before = stored()
    with pytest.raises(Refused, match="before the next hand"):
        deal(table_of(cup, 1))
    assert stored() == before
    tasks.tidy_up()
    assert place_of(entry.pk).table == 2
    assert Seating.objects.get(entry=entry, until=None).sent_by == "Fred Floor"


def test_who_busts_in_the_hand_does_not_move():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    deal(first)
    winner, loser, *_ = seats_at(first)
    ordered = to_second(cup, seat=loser)
    all_in(first)
    award_to(first, winner)
    ordered.refresh_from_db()
    assert "no longer sits there" in ordered.outcome
    assert Bust.standing.filter(entry=ordered.entry_id).exists()
    assert "an order lapsed" in journal.row(cup.journal.get(name="order.lapsed")).sentence


@pytest.mark.rule("tda2024:R11-A")
def test_a_move_to_balance_that_the_hand_has_made_needless_lapses():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    deal(first)
    ordered = to_second(cup, TO_BALANCE)  # four against three: nothing to balance
    fold_out(first)
    ordered.refresh_from_db()
    assert ordered.outcome == "The tables are balanced without this move."
    assert place_of(ordered.entry_id or 0).table == 1


@pytest.mark.rule("tda2024:R35")
def test_a_misdeal_is_dealt_again_with_the_same_players_and_the_move_waits_on():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    players = deal(first).seats
    ordered = to_second(cup)
    do(first, commands.Report("cards exposed in the cut"))
    assert hand_at(first).ended == "misdeal"
    assert place_of(ordered.entry_id or 0).table == 1
    assert deal(first).seats == players
    fold_out(first)
    assert place_of(ordered.entry_id or 0).table == 2


def test_a_deal_taken_back_lets_the_move_be_made_at_once():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    deal(first)
    ordered = to_second(cup)
    undoing.undo(request(first))
    assert place_of(ordered.entry_id or 0).table == 2


def test_an_accepted_move_is_not_proposed_again():
    cup = running(12, seats=6)
    first, second = table_of(cup, 1), table_of(cup, 2)
    leaves(second)
    leaves(second)
    deal(first)
    (proposed,) = balance.proposals(cup)
    order = Order(proposed.reason, proposed.clause)
    seating.move_player(
        **by(cup), entry_id=proposed.entry_id, to=balance.place_of(proposed), order=order
    )
    assert balance.proposals(cup) == []
    fold_out(first)
    assert place_of(proposed.entry_id) == balance.place_of(proposed)


# -- a break and the final -------------------------------------------------------------------------


@pytest.mark.rule("tda2024:R10")
def test_a_break_accepted_during_a_hand_is_drawn_when_it_has_ended():
    cup = running(7, seats=6)
    leaves(table_of(cup, 1))
    second = table_of(cup, 2)
    deal(second)
    waits = seating.break_table(**by(cup), number=2)
    assert seating.break_table(**by(cup), number=2) == waits
    assert table_of(cup, 2).is_open
    assert notices(table_of(cup, 2)) == ["Table 2 breaks after this hand"]
    assert queued(cup) == ["Table 2 breaks after the hand at table 2"]
    assert balance.table_to_break(refreshed(cup)) is None
    fold_out(second)
    assert not table_of(cup, 2).is_open
    assert len(seats_at(table_of(cup, 1))) == 6
    assert cup.journal.get(name="table.broken").by == DIRECTOR.name


def test_a_break_for_which_there_is_no_room_is_refused_at_once():
    cup = running(12, seats=6)
    deal(table_of(cup, 2))
    before = stored()
    with pytest.raises(Refused):
        seating.break_table(**by(cup), number=2)
    assert stored() == before


@pytest.mark.rule("tda2024:RP-9")
def test_the_final_waits_for_every_table_and_nobody_deals_on():
    cup = running(9, seats=8)
    first, second = table_of(cup, 1), table_of(cup, 2)
    deal(first)
    deal(second)
    assert finals.bring_together(**by(cup)) is not None
    fold_out(first)
    assert table_of(cup, 1).is_open
    assert table_of(cup, 2).is_open
    with pytest.raises(Refused, match="wait for the others"):
        deal(table_of(cup, 1))
    fold_out(second)
    open_tables = [table for table in cup.tables.all() if table.is_open]
    assert [len(seats_at(table)) for table in open_tables] == [9]
    everybody_arrives(cup)
    deal(open_tables[0])


def test_what_waits_when_play_is_over_lapses():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    deal(first)
    ordered = to_second(cup)
    Tournament.objects.filter(pk=cup.pk).update(state="finished")
    after_hand.carry_out(tournament_id=cup.pk, now=LATER)
    ordered.refresh_from_db()
    assert ordered.outcome == "Play is over."


def test_a_latecomer_is_not_drawn_into_a_seat_that_is_kept():
    cup = running(11, seats=6)
    gone = leaves(table_of(cup, 2))  # one seat is free at each table
    deal(table_of(cup, 1))
    to_second(cup)
    assert latecomers.give_seat(**by(cup), entry_id=gone.entry_id).table == 1


# -- the buttons -----------------------------------------------------------------------------------


def test_the_console_says_that_it_waits_and_withdraws_it():
    cup = running(7, seats=6)
    first = table_of(cup, 1)
    deal(first)
    browser = signed_in(house_director())
    wish = {
        "entry": entry_in(first, seats_at(first)[0]).pk,
        "table": 2,
        "seat": free_seat(table_of(cup, 2)),
    }
    page = browser.post(reverse("move", kwargs={"code": cup.code}), wish, follow=True)
    assert b"it is done when that hand has ended" in page.content
    ordered = SeatOrder.waiting.get()
    page = browser.post(f"/t/{cup.code}/moves/{ordered.pk}/withdraw/", follow=True)
    assert b"Order withdrawn" in page.content
    assert not SeatOrder.waiting.exists()
