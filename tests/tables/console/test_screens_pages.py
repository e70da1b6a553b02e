"""Leaderboard, seating, one table and payouts, as the hall reads them."""

import pytest
from django.test import Client

from engine.seating.seating import Place
from engine.structure import presets
from tables.results.queries import payouts, standings
from tables.seating.queries import seating
from tables.seating.services import seating as seating_services
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    all_in,
    award_to,
    bust_all_but,
    deal,
    entry_in,
    fold_round,
    house_director,
    refreshed,
    running,
    seated,
    set_stacks,
    signed_in,
    table_of,
)
from tournament.models import Tournament
from tournament.setup.services import tournaments

pytestmark = pytest.mark.django_db


def board(cup: Tournament) -> standings.StandingsPicture:
    return standings.picture(refreshed(cup), now=NOW)


def test_the_leaderboard_counts_chips_from_the_top():
    cup = running(3)
    set_stacks(table_of(cup), {1: 100, 2: 1900, 3: 1000})
    rows = board(cup).rows
    assert [(row.rank, row.stack) for row in rows] == [(1, 1900), (2, 1000), (3, 100)]
    assert rows[0].in_blinds == "38 BB"
    assert board(cup).average_stack == 1000


def test_those_who_are_out_have_their_places_the_latest_first():
    cup = running(3)
    table = table_of(cup)
    set_stacks(table, {1: 100, 2: 1000, 3: 1900})
    deal(table)
    all_in(table)
    award_to(table, 2, 3)
    picture = board(cup)
    assert [row.place_text for row in picture.finished] == ["3rd"]
    assert picture.players_left == 2
    assert picture.biggest_pots[0].amount == 2100


def test_before_the_end_nobody_is_first_and_after_it_one_is():
    cup = running(2)
    assert board(cup).finished == []
    bust_all_but(table_of(cup), 1)
    assert [row.place for row in board(cup).finished] == [1, 2]
    winner = entry_in(table_of(cup), 1).name
    clock = Client().get(f"/t/{cup.code}/clock/").content.decode()
    assert f"<strong><bdi>{winner}</bdi></strong>" in clock
    assert clock.count(winner) == 1  # in large letters; the words beneath are the director's


def test_the_version_of_the_leaderboard_never_falls():
    cup = running(3)
    seen = [board(cup).version]
    for _ in range(3):
        fold_round(table_of(cup))
        seen.append(board(cup).version)
    assert seen == sorted(set(seen))


def test_the_seating_screen_has_every_seat_and_every_name():
    cup = seated(4, seats=3)
    picture = seating.picture(cup, now=NOW)
    assert [len(table.seats) for table in picture.tables] == [3, 3]
    assert [row.name for row in picture.by_name] == [f"Player {n}" for n in range(1, 5)]


def test_moves_are_shown_for_ten_minutes():
    cup = running(3, seats=6)
    entry = cup.entries.get(number=1)
    taken = set(table_of(cup).seatings.values_list("seat", flat=True))
    to = min(set(range(1, 7)) - taken)
    seating_services.move_player(
        tournament_id=cup.pk,
        entry_id=entry.pk,
        to=Place(1, to),
        order=Order("asked"),
        actor=DIRECTOR,
        now=NOW,
    )
    moves = seating.recent_moves(cup.pk, now=NOW + 9 * MINUTE)
    assert [move.to_text for move in moves] == [f"Table 1, seat {to}"]
    assert seating.recent_moves(cup.pk, now=NOW + 10 * MINUTE) == []


def test_broken_tables_are_named_for_ten_minutes_whether_anybody_had_to_move_or_not():
    cup = running(13, seats=6)
    first = table_of(cup, 1)
    bust_all_but(first, first.seatings.earliest("seat").seat)
    seating_services.break_table(tournament_id=cup.pk, number=3, actor=DIRECTOR, now=NOW)
    picture = seating.picture(refreshed(cup), now=NOW + 9 * MINUTE)
    assert picture.broken_text == "Table 3 breaks: find your new seat"
    assert seating.picture(refreshed(cup), now=NOW + 10 * MINUTE).broken_text == ""
    assert seating.broken_text([6, 2, 5]) == "Tables 2, 5 and 6 break: find your new seat"


@pytest.mark.parametrize("preset", ["friday", "charity", "fours", "canberra-f", "igr"])
def test_every_kind_of_prize_has_its_page(preset: str):
    cup = tournaments.create(name="Cup", preset=presets.get(preset), actor=DIRECTOR, now=NOW)
    assert signed_in(house_director()).get(f"/t/{cup.code}/payouts/").status_code == 200
    assert payouts.picture(refreshed(cup)).note


def test_shares_of_the_pool_add_up_to_all_of_it():
    rows = payouts.picture(running(9)).rows
    assert sum(int(row.prize_text.rstrip("%")) for row in rows) == 100


@pytest.mark.parametrize("number", [0, 7, 10**30])
def test_a_table_that_is_not_there_is_not_found(client: Client, number: int):
    assert client.get(f"/t/{running(2).code}/tables/{number}/").status_code == 404


def test_the_table_screen_names_its_socket(client: Client):
    cup = running(2)
    page = client.get(f"/t/{cup.code}/tables/1/").content.decode()
    assert f'"/ws/t/{cup.code}/tables/1/"' in page
    assert 'id="table"' in page
    assert "/tablet/" not in page
