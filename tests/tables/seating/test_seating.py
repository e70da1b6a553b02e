"""Seats are drawn by ballot, players move between hands, tables break."""

import pytest

from engine.chance import Chance, as_text
from engine.refusal import Refused
from engine.seating import ballots, draw_lists
from engine.seating import seating as engine_seating
from engine.seating.seating import Place
from tables.commands import TableCommand
from tables.conduct.services import absences
from tables.console.queries import console, table_tiles
from tables.models import Seating, Table
from tables.seating.queries import seating as seat_queries
from tables.seating.services import arrivals, seating
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    Wall,
    deal,
    entry_in,
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
from tournament.entries.services import entries
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = NOW + 5 * MINUTE


def draw(tournament: Tournament) -> None:
    seating.draw(tournament_id=tournament.pk, actor=DIRECTOR, now=NOW)


def move(tournament: Tournament, entry_id: int, table: int, seat: int) -> None:
    seating.move_player(
        tournament_id=tournament.pk,
        entry_id=entry_id,
        to=Place(table, seat),
        order=Order("to balance"),
        actor=DIRECTOR,
        now=LATER,
    )


def places(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Entry number to table and seat."""
    rows = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    found = rows.values_list("entry__number", "table__number", "seat")
    return {number: (table, seat) for number, table, seat in found}


def sizes(tournament: Tournament) -> list[int]:
    return [table.players for table in table_tiles.cards(tournament, now=NOW)]


def free_seat(table: Table) -> int:
    taken = set(table.seatings.filter(until__isnull=True).values_list("seat", flat=True))
    return next(seat for seat in range(1, table.seats + 1) if seat not in taken)


# -- the draw --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "tables"), [(2, [2]), (6, [6]), (7, [4, 3]), (20, [5] * 4)])
def test_a_draw_opens_the_tables_the_field_needs_and_fills_them_evenly(players: int, tables):
    cup = seated(players, seats=6)
    assert sizes(cup) == tables
    assert len(set(places(cup).values())) == players


def test_a_draw_can_be_worked_out_again_by_anyone():
    cup = seated(7, seats=6)
    drawn = cup.public_draws.get(kind="seats")
    tables = [engine_seating.Table(number, tuple(range(1, 7)), {}) for number in (1, 2)]
    names = dict(cup.entries.values_list("number", "player__name"))
    about = as_text(draw_lists.of_seats(ballots.of(names, tables), names))
    assert about == drawn.about
    chance = Chance.of(bytes.fromhex(drawn.secret), about)
    ballot = ballots.draw(ballots.of(names, tables), chance)
    assert places(cup) == {n: (place.table, place.seat) for n, place in ballot.places.items()}


def test_a_withdrawn_entry_gets_no_seat():
    cup = registering(3)
    entries.withdraw(entry_id=cup.entries.get(number=2).pk, actor=DIRECTOR, now=NOW)
    draw(cup)
    assert sorted(places(cup)) == [1, 3]


@pytest.mark.parametrize("players", [0, 1])
def test_too_few_players_are_not_seated(players: int):
    cup = registering(players)
    before = stored()
    with pytest.raises(Refused, match=f"{players} player.* entered: .*at least 2"):
        draw(cup)
    assert stored() == before


def test_seats_are_not_drawn_twice():
    cup = seated(3)
    before = stored()
    with pytest.raises(Refused, match="seats drawn"):
        draw(cup)
    assert stored() == before


def test_a_draw_taken_back_opens_registration_and_the_next_one_is_another():
    cup = seated(9, seats=9)
    first = places(cup)
    seating.clear_draw(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    assert places(cup) == {}
    assert refreshed(cup).state == "registering"
    draw(cup)
    assert sorted(places(cup)) == sorted(first)
    assert places(cup) != first
    assert [drawn.key for drawn in cup.public_draws.filter(kind="seats")] == ["1", "2"]


def test_tables_that_a_smaller_second_draw_does_not_need_are_closed():
    cup = seated(7, seats=6)
    seating.clear_draw(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    entries.withdraw(entry_id=cup.entries.get(number=7).pk, actor=DIRECTOR, now=NOW)
    draw(cup)
    assert list(cup.tables.values_list("number", "state")) == [(1, "open"), (2, "closed")]
    assert sizes(cup) == [6]


def test_a_new_draw_is_a_new_version_of_the_tables_it_touches():
    cup = seated(7, seats=6)
    versions = dict(cup.tables.values_list("number", "version"))
    seating.clear_draw(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    draw(cup)
    assert all(table.version > versions[table.number] for table in cup.tables.all())


@pytest.mark.parametrize("stage", [registering, running])
def test_a_draw_is_taken_back_only_before_play(stage):
    cup = stage(3)
    before = stored()
    with pytest.raises(Refused, match="No draw to cancel, or play has begun"):
        seating.clear_draw(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    assert stored() == before


# -- moves -----------------------------------------------------------------------------------------


def test_a_player_moves_to_a_free_seat_and_both_tables_change():
    cup = running(7, seats=6)
    first, second = table_of(cup, 1), table_of(cup, 2)
    entry, seat = entry_in(first, first.seatings.all()[0].seat), free_seat(second)
    move(cup, entry.pk, 2, seat)
    assert places(cup)[entry.number] == (2, seat)
    assert table_of(cup, 1).version == first.version + 1
    assert table_of(cup, 2).version == second.version + 1
    line = cup.journal.get(name="seat.moved")
    assert line.data["place"] == f"table 2, seat {seat}"
    assert Seating.objects.filter(entry=entry, until=LATER).count() == 1


def test_a_player_moves_within_his_table():
    cup = running(3, seats=6)
    table = table_of(cup)
    entry, seat = entry_in(table, table.seatings.all()[0].seat), free_seat(table)
    move(cup, entry.pk, 1, seat)
    assert places(cup)[entry.number] == (1, seat)


@pytest.mark.parametrize(
    ("table", "seat"), [(1, 0), (1, 7), (9, 1), (0, 1)], ids=["no seat 0", "7", "table 9", "0"]
)
def test_nobody_moves_to_a_place_that_does_not_exist(table: int, seat: int):
    cup = running(3, seats=6)
    before = stored()
    with pytest.raises(Refused):
        move(cup, cup.entries.get(number=1).pk, table, seat)
    assert stored() == before


def test_nobody_moves_onto_somebody_else():
    cup = running(3)
    mine, other = places(cup)[1], places(cup)[2]
    before = stored()
    with pytest.raises(Refused):
        move(cup, cup.entries.get(number=1).pk, *other)
    assert stored() == before
    assert places(cup)[1] == mine


def test_nobody_moves_to_a_closed_table():
    cup = running(7, seats=6)
    Table.objects.filter(pk=table_of(cup, 2).pk).update(state="closed")
    entry = entry_in(table_of(cup, 1), table_of(cup, 1).seatings.all()[0].seat)
    with pytest.raises(Refused):
        move(cup, entry.pk, 2, free_seat(table_of(cup, 2)))


def test_a_player_may_join_a_table_while_its_hand_is_in_play_and_waits_for_the_next():
    cup = running(7, seats=6)
    first, second = table_of(cup, 1), table_of(cup, 2)
    hand = deal(second)
    entry, seat = entry_in(first, first.seatings.all()[0].seat), free_seat(second)
    move(cup, entry.pk, 2, seat)
    assert seat not in hand.seats


@pytest.mark.parametrize("entry_id", [0, 10**14])
def test_nobody_moves_who_has_no_seat(entry_id: int):
    cup = running(3)
    before = stored()
    with pytest.raises(Refused, match="no seat"):
        move(cup, entry_id, 1, 1)
    assert stored() == before


def test_a_player_of_another_tournament_is_not_moved_here():
    cup, other = running(3, seats=6), running(3, seats=6)
    before = stored()
    with pytest.raises(Refused, match="not in this tournament"):
        move(cup, other.entries.get(number=1).pk, 1, free_seat(table_of(cup)))
    assert stored() == before


# -- breaking a table ------------------------------------------------------------------------------


def test_a_broken_table_is_closed_and_everybody_has_a_new_seat():
    cup = running(7, seats=6)
    fold_round(table_of(cup, 2))
    Seating.objects.filter(
        entry=entry_in(table_of(cup, 1), table_of(cup, 1).seatings.all()[0].seat)
    ).update(until=NOW)
    cup = refreshed(cup)
    seating.break_table(tournament_id=cup.pk, number=2, actor=DIRECTOR, now=LATER)
    assert table_of(cup, 2).state == "closed"
    assert {table for table, _ in places(cup).values()} == {1}
    assert len(places(cup)) == 6
    assert cup.journal.filter(name="seat.moved").count() == 3


def test_a_break_is_undone_while_everybody_of_the_table_is_on_the_way(wall: Wall):
    cup = running(7, seats=6)
    fold_round(table_of(cup, 2))
    Seating.objects.filter(
        entry=entry_in(table_of(cup, 1), table_of(cup, 1).seatings.all()[0].seat)
    ).update(until=NOW)
    director, before = signed_in(house_director()), places(refreshed(cup))
    here = f"/t/{cup.code}/tables/2/break/"
    toast = director.post(here, headers={"HX-Request": "true"}).content.decode()
    assert f'action="{here}undo/"' in toast
    assert seat_queries.recently_broken(cup.pk, now=wall.now) == [2]
    director.post(f"{here}undo/")
    assert places(refreshed(cup)) == before
    assert table_of(cup, 2).is_open
    assert seat_queries.recently_broken(cup.pk, now=wall.now) == []
    again = director.post(f"{here}undo/")
    assert "Table 2 is not broken" in again.content.decode()


def test_a_break_is_not_undone_once_somebody_has_arrived():
    cup = running(7, seats=6)
    fold_round(table_of(cup, 2))
    Seating.objects.filter(
        entry=entry_in(table_of(cup, 1), table_of(cup, 1).seatings.all()[0].seat)
    ).update(until=NOW)
    seating.break_table(tournament_id=cup.pk, number=2, actor=DIRECTOR, now=LATER)
    Seating.objects.filter(in_transit=True).update(in_transit=False)
    before = stored()
    with pytest.raises(Refused, match="has arrived"):
        arrivals.reopen(tournament_id=cup.pk, number=2, actor=DIRECTOR, now=LATER)
    assert stored() == before


@pytest.mark.parametrize("number", [0, 3, 99])
def test_a_table_that_is_not_there_is_not_broken(number: int):
    cup = running(7, seats=6)
    before = stored()
    with pytest.raises(Refused, match=f"Table {number} is not open"):
        seating.break_table(tournament_id=cup.pk, number=number, actor=DIRECTOR, now=LATER)
    assert stored() == before


def test_the_last_table_is_not_broken():
    cup = running(3)
    before = stored()
    with pytest.raises(Refused, match="the last table"):
        seating.break_table(tournament_id=cup.pk, number=1, actor=DIRECTOR, now=LATER)
    assert stored() == before


def test_a_table_whose_players_do_not_fit_elsewhere_is_not_broken():
    cup = running(12, seats=6, preset=FREEZE_OUT)
    before = stored()
    with pytest.raises(Refused):
        seating.break_table(tournament_id=cup.pk, number=2, actor=DIRECTOR, now=LATER)
    assert stored() == before


# -- absence ---------------------------------------------------------------------------------------


def absent(table: Table, seat: int, is_absent: bool = True) -> None:
    absences.set_absent(TableCommand(table.pk, DIRECTOR, LATER), seat=seat, is_absent=is_absent)


def test_a_player_is_noted_as_away_and_back():
    cup = running(3)
    table = table_of(cup)
    absent(table, 2)
    assert console.player_count(cup.pk).absent == 1
    absent(table, 2, is_absent=False)
    assert console.player_count(cup.pk).absent == 0
    told = list(cup.journal.filter(name__startswith="seat.").values_list("name", flat=True))
    assert told == ["seat.absent", "seat.back"]


def test_saying_it_twice_changes_nothing():
    cup = running(3)
    absent(table_of(cup), 2)
    before = stored()
    absent(table_of(cup), 2)
    assert stored() == before


def test_an_empty_seat_is_not_away():
    cup = running(3, seats=6)
    before = stored()
    with pytest.raises(Refused, match="Nobody sits in seat"):
        absent(table_of(cup), free_seat(table_of(cup)))
    assert stored() == before


def test_an_absent_player_keeps_his_chips_in_play_and_his_hand_is_folded():
    cup = running(3)
    table = table_of(cup)
    absent(table, 2)
    hand = deal(table)
    assert 2 in hand.seats
    assert hand.actor != 2


def test_a_player_who_moves_while_away_is_still_away():
    cup = running(3, seats=6)
    table = table_of(cup)
    seat = table.seatings.all()[0].seat
    entry = entry_in(table, seat)
    absent(table, seat)
    move(cup, entry.pk, 1, free_seat(table))
    assert Seating.objects.get(entry=entry, until__isnull=True).is_absent


def test_players_always_add_up():
    cup = running(7, seats=6)
    assert console.player_count(cup.pk).ok
    assert console.player_count(cup.pk).left == 7
