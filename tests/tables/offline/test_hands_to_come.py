"""The hands that a tablet is given to deal on without network."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client

from engine.hand.setup import Participant, Previous, Setup
from engine.hand.state import Hand
from engine.referee import start
from engine.rules.book import Rules
from engine.structure import game_presets, presets
from tables.commands import TableCommand
from tables.conduct.services import absences, penalties
from tables.models import Table
from tables.offline.queries import ahead, coming, hands_to_come
from tables.play.queries import hands
from tables.play.services import undoing
from tables.procedures.services import hand_for_hand, last_hands
from tests.factories import (
    DIRECTOR,
    bust_all_but,
    deal,
    fold_out,
    hand_at,
    request,
    running,
    table_of,
    tablet_browser,
)
from tests.tables.offline.ahead_of_time import (
    NOBODY,
    SOON,
    THEN,
    as_told,
    dealt_now,
    foreseen,
    seated,
    without_stacks,
)

pytestmark = pytest.mark.django_db


def test_the_hands_foreseen_are_the_hands_that_are_dealt_even_after_many_orbits(table: Table):
    deal(table)
    told = [foreseen(table, *[NOBODY] * count) for count in (1, 2, 3, 9)]
    fold_out(table)
    for number in range(2, 11):
        begun = dealt_now(table)
        if number in (2, 3, 4, 10):
            wanted = told.pop(0)
            assert wanted is not None
            assert without_stacks(begun) == without_stacks(wanted)
        fold_out(table)


@pytest.mark.parametrize("preset", ["charity", "adelaide", "canberra-e", "fours", "igr"])
def test_whoever_goes_out_and_whenever_the_hands_after_it_are_foreseen(preset: str):
    """The engine itself, asked hand by hand, comes to the same."""
    rules, seats = game_presets.get(preset), [1, 2, 4, 5, 8, 9]
    begun = begin(rules, seats, None)
    first = setup_of(seats, start.facts(begun))
    then, foresight = hands_to_come.after(begun, first, rules)
    told = coming.once(coming.patterns(foresight))
    told |= {"hands": [coming.told(one) for one in foresight.found], "rows": []}
    chance = Random(preset)
    for _ in range(40):
        walk(begun, seats, then, told, chance, rules)


def begin(rules: Rules, seats: list[int], previous: Previous | None) -> Hand:
    return start.begin(setup_of(seats, previous), rules)[0]


def setup_of(seats: list[int], previous: Previous | None) -> Setup:
    players = tuple([Participant(seat, 5_000) for seat in seats])
    return Setup(1, players, blinds=(50, 100), chip=25, previous=previous)


def walk(
    dealt: Hand,
    seats: list[int],
    then: dict[str, int],
    told: dict[str, Any],
    chance: Random,
    rules: Rules,
) -> None:
    """An evening of twelve hands in which players go out, as foreseen and as dealt."""
    left = list(seats)
    for number in range(12):
        most = (0, 1, 2, 3, 4) if number < 2 and left == seats else (0, 0, 1, 2)
        gone = tuple(sorted(chance.sample(left, min(chance.choice(most), len(left) - 2))))
        left = [seat for seat in left if seat not in gone]
        previous = replace(start.facts(dealt), busts=gone)
        dealt = begin(rules, left, previous)
        place = then[hands_to_come.key(gone)]
        told_of = json.loads(json.dumps(seated(told, place, None)))
        assert without_stacks(told_of) == without_stacks(as_told(dealt, rules))
        then = told["hands"][place][THEN]


def test_the_hand_after_one_player_went_out_is_foreseen_too():
    table = table_of(running(3))
    deal(table)
    after = foreseen(table, 2)
    assert after is not None
    assert [seat[0] for seat in after["seats"]] == [1, 3]
    later = foreseen(table, NOBODY, NOBODY, 3)
    assert later is not None
    assert [seat[0] for seat in later["seats"]] == [1, 2]


@pytest.mark.rule("adelaide:106c-2")
def test_a_penalty_is_served_in_the_hands_foreseen_and_no_further(table: Table):
    deal(table)
    penalties.give(request(table), seat=2, kind="hands", amount=3, reason="Conduct")
    told = coming.of(Table.objects.get(pk=table.pk))
    assert (told["most"], told["why"]) == (3, "")
    after = foreseen(table, NOBODY)
    assert after is not None
    fold_out(table)
    assert without_stacks(dealt_now(table)) == without_stacks(after)
    assert coming.of(Table.objects.get(pk=table.pk))["most"] == 2


def test_after_a_misdeal_only_the_hand_that_is_dealt_again_is_foreseen(table: Table):
    deal(table)
    undoing.undo(request(table))
    table.refresh_from_db()
    told = coming.of(table)
    assert (told["most"], bool(told["hands"])) == (1, True)


def test_only_as_many_hands_are_foreseen_as_were_announced_as_the_last(table: Table):
    deal(table)
    last_hands.announce(tournament_id=table.tournament_id, hands=4, actor=DIRECTOR, now=SOON)
    assert coming.of(table_of(table.tournament))["most"] == 4


def test_a_player_who_is_away_pays_his_blind_in_the_figures():
    """4S deals him no cards, and his chips lie in the pot all the same."""
    table = table_of(running(8, preset=presets.get("fours")))
    deal(table)
    fold_out(table)
    for seat in table.seatings.filter(until__isnull=True, seat__lt=4):
        absences.set_absent(TableCommand(table.pk, DIRECTOR, SOON), seat=seat.seat, is_absent=True)
    figures = dealt_now(table)
    paid = sum(seat[3] + seat[4] for seat in figures["seats"])
    assert paid == hand_at(table).pot


def test_nothing_is_foreseen_in_hand_for_hand_or_before_the_first_hand():
    cup = running(6, seats=3)
    assert foreseen(table_of(cup), NOBODY) is None
    deal(table_of(cup))
    hand_for_hand.begin(tournament_id=cup.pk, minutes=2, actor=DIRECTOR, now=SOON)
    assert foreseen(table_of(cup), NOBODY) is None
    assert "all tables wait" in coming.of(table_of(cup))["why"]


def test_where_losing_hands_are_mucked_first_the_tablet_asks_for_it_alone_too():
    igr = table_of(running(4, preset=presets.get("igr")))
    assert ahead.blank(hands.rules_of_next(igr))["award"]["before"]["name"] == "mucked"


def test_only_the_tablet_of_the_table_and_the_floor_see_what_is_foreseen(table: Table):
    where = f"/t/{table.tournament.code}/tables/1/ahead/"
    assert Client().get(where).status_code == 403
    assert tablet_browser(table).get(where).json()["hands"] == []


@pytest.mark.parametrize("gone", ["2,3,5", "1,2,4,6", "1,2,3,4,5,7"])
@pytest.mark.parametrize("hand", [1, 2])
def test_any_number_may_go_out_in_the_hand_in_play_or_the_next(gone: str, hand: int):
    table = table_of(running(9, seats=9))
    deal(table)
    out = [gone] if hand == 1 else [NOBODY, gone]
    after = foreseen(table, *out)
    assert after is not None
    staying = [seat for seat in range(1, 10) if str(seat) not in gone.split(",")]
    assert [seat[0] for seat in after["seats"]] == staying
    assert foreseen(table, *out, NOBODY, NOBODY) is not None


def test_a_bust_in_the_hand_known_leaves_the_plan_without_that_player():
    table = table_of(running(4))
    bust_all_but(table, 2)
    assert foreseen(table, NOBODY) is None
