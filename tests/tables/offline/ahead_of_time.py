"""What a tablet was told of the hands to come, put together as the tablet does it."""

import json
from dataclasses import replace
from typing import Any

from engine.hand.state import Hand
from engine.rules.book import Rules
from engine.schedule.schedule import Break, Level, Schedule
from engine.structure import presets
from tables.models import Table
from tables.offline.queries import ahead, coming
from tables.play.queries import hands
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    running,
    table_of,
)
from tournament.clock.services import clock

SOON = NOW + MINUTE


def foreseen(table: Table, *out: int | str, row: int | None = None) -> dict[str, Any] | None:
    """The hand to come after these have gone out, in one hand each from the last one on."""
    told = told_to(table)
    then, place = told["first"], -1
    for gone in out:
        if str(gone) not in then:
            return None
        place = then[str(gone)]
        then = told["hands"][place][THEN]
    return seated(told, place, row)


THEN = 3  # the last of what is told of a hand


def told_to(table: Table) -> dict[str, Any]:
    table.refresh_from_db()
    told: dict[str, Any] = json.loads(json.dumps(coming.of(table_of(table.tournament))))
    return told


def seated(told: dict[str, Any], place: int, row: int | None) -> dict[str, Any]:
    """A hand as the tablet puts it together: its pattern, what the level changes, its seats."""
    pattern, marker, seats, _ = told["hands"][place]
    later = {level["row"]: level["patterns"] for level in told["rows"]}
    stakes = {} if row is None else later[row][pattern]
    figures = {**told["same"], **told["patterns"][pattern], **stakes}
    seat = dict(enumerate(seats, start=1)) | {-1: -1, 0: 0}
    chip, odd_from, is_one_each = figures["odd"]
    return {
        **figures,
        **{name: seat[figures[name]] for name in ("last_blind", "opener", "actor", "drawer")},
        **{name: [seat[at] for at in figures[name]] for name in ("order", "after", "away")},
        "marker": marker,
        "odd": [chip, marker + odd_from, is_one_each],
        "seats": [[seat[at], *rest] for at, *rest in figures["seats"]],
    }


def without_stacks(figures: dict[str, Any]) -> dict[str, Any]:
    """All but what each player has left, which the tablet puts in by itself."""
    seats = [[seat, bet, paid, dead] for seat, _, bet, paid, dead, *_ in figures["seats"]]
    kept = {key: figures[key] for key in figures if key not in ("book", "number")}
    return {**kept, "seats": seats}


def dealt_now(table: Table) -> dict[str, Any]:
    begun = deal(table)
    return as_told(begun, hands.rules_of(table.tournament, begun))


NOBODY = 0


def as_told(dealt: Hand, rules: Rules) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(json.dumps(ahead.hand(dealt, rules)))
    return figures


def cup(*rows: Level | Break, players: int = 3) -> Table:
    """A table that plays this schedule, its first hand in play."""
    preset = replace(presets.get("canberra-e"), schedule=Schedule(rows), min_players=2)
    table = table_of(running(players, preset=preset))
    deal(table)
    return table


def next_row(table: Table) -> Table:
    clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    return table_of(table.tournament)


LOW, HIGH, HIGHER = Level(20, (25, 50)), Level(20, (50, 100)), Level(20, (100, 200), ante=25)
OMAHA = Level(20, (50, 100), game="plo")
PAUSE = Break(15)
