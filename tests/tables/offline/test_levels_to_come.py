"""The levels that a tablet is told of before they begin."""

from dataclasses import replace

import pytest

from engine.schedule.schedule import Break, Level
from engine.structure import presets
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    fold_out,
    running,
    table_of,
)
from tests.tables.offline.ahead_of_time import (
    HIGH,
    HIGHER,
    LOW,
    NOBODY,
    OMAHA,
    PAUSE,
    SOON,
    cup,
    dealt_now,
    foreseen,
    next_row,
    told_to,
    without_stacks,
)
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import buttons, clock

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "rows",
    [(LOW, HIGH, HIGHER), (LOW, PAUSE, HIGH, PAUSE, HIGHER), (LOW, OMAHA, HIGH), (OMAHA, LOW)],
)
def test_the_hands_of_the_levels_after_this_one_are_foreseen_breaks_and_games_and_all(
    rows: tuple[Level | Break, ...],
):
    table = cup(*rows)
    told = {
        row: foreseen(table, *[NOBODY] * hand, row=row)
        for hand, row in enumerate(levels_after_the_first(rows), start=1)
    }
    fold_out(table)
    for row in range(1, len(rows)):
        table = next_row(table)
        if row in told:
            wanted = told[row]
            assert wanted is not None
            assert without_stacks(dealt_now(table)) == without_stacks(wanted)
            fold_out(table)


def levels_after_the_first(rows: tuple[Level | Break, ...]) -> list[int]:
    return [at for at, row in enumerate(rows) if at and isinstance(row, Level)]


def test_what_is_shown_of_a_break_and_the_level_after_it_is_what_the_server_shows_then():
    table = cup(LOW, PAUSE, HIGHER)
    told = {row["row"]: row for row in told_to(table)["rows"]}
    for row, minutes in ((1, 20), (2, 35)):
        now = NOW + minutes * MINUTE
        clock.advance_due(now)
        face = clock_queries.face(table_of(table.tournament).tournament, now=now)
        shown = {
            name: getattr(face, name) for name in ("row", "blinds_text", "ante_text", "level_name")
        }
        shown |= {"ends_at": face.ends_at_ms, "is_break": face.phase == "break"}
        assert told[row].items() >= shown.items()


def test_in_a_break_the_tablet_is_told_of_the_level_after_it():
    table = cup(LOW, PAUSE, HIGH, HIGHER)
    fold_out(table)
    told = told_to(next_row(table))
    assert (told["level"], told["is_break"]) == (1, True)
    assert [row["row"] for row in told["rows"]] == [2, 3, 4]
    wanted = foreseen(table, NOBODY, row=2)
    table = next_row(table)
    assert wanted is not None
    assert without_stacks(dealt_now(table)) == without_stacks(wanted)


@pytest.mark.parametrize(
    ("rows", "told", "stops"),
    [
        ((LOW, replace(HIGH, race_offs=(25,)), HIGHER), [1], "the race-off comes first"),
        ((replace(LOW, race_offs=(25,)), PAUSE, HIGH), [], "the race-off comes first"),
        ((LOW, PAUSE, HIGH, PAUSE, HIGHER, Level(20, (200, 400))), [1, 2, 3, 4, 5], ""),
        ((LOW, Level(20, ante=25, game="stud")), [], "a game with other blinds"),
    ],
)
def test_the_tablet_is_told_of_as_many_levels_as_need_nobody_and_then_what_comes(
    rows: tuple[Level | Break, ...], told: list[int], stops: str
):
    found = told_to(cup(*rows))
    assert [row["row"] for row in found["rows"]] == told
    assert stops in found["stops"]
    assert bool(stops) == bool(found["stops"])


def test_no_level_is_told_that_play_does_not_reach():
    table = cup(LOW, HIGH, HIGHER)
    press = buttons.Press(finishes_at=NOW + 30 * MINUTE)
    clock.act(
        tournament_id=table.tournament_id, kind="finish_at", actor=DIRECTOR, now=SOON, press=press
    )
    told = told_to(table)
    assert [row["row"] for row in told["rows"]] == [1]
    assert told["rows"][0]["ends_at"] == clock_queries.milliseconds(NOW + 30 * MINUTE)
    assert told["stops"] == "Play is over by the clock."


def test_a_session_that_ends_after_so_much_play_ends_it_for_the_tablet_too():
    table = cup(LOW, PAUSE, HIGH, HIGHER)
    press = buttons.Press(minutes=30)
    clock.act(
        tournament_id=table.tournament_id, kind="play_for", actor=DIRECTOR, now=SOON, press=press
    )
    told = told_to(table)
    assert [row["row"] for row in told["rows"]] == [1, 2]
    assert told["rows"][-1]["ends_at"] == clock_queries.milliseconds(NOW + 45 * MINUTE)
    assert told["stops"] == "Play is over by the clock."


def test_where_something_is_sold_after_the_level_the_desk_comes_first():
    usual = presets.get("canberra-d")
    levels = tuple(replace(row, race_offs=()) for row in usual.schedule.levels)
    preset = replace(usual, schedule=replace(usual.schedule, rows=levels), min_players=2)
    table = table_of(running(4, preset=preset))
    deal(table)
    last = next(at for at, row in enumerate(levels) if row.top_up)
    told = told_to(table)
    assert [row["row"] for row in told["rows"]] == list(range(1, last + 1))
    assert told["stops"] == "First: the top-up at the desk."
