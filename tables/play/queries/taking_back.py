"""What the floor may take back of a table's last hand, step by step."""

from collections.abc import Mapping
from typing import Any

from engine.hand.applying import replay
from engine.referee import story
from engine.rules.book import Rules
from tables.models import HandRecord, Table
from tables.play.queries import hands
from tables.play.queries.pictures import Reading


def steps(table: Table) -> list[hands.Step]:
    """Every step after the deal that still stands."""
    return hands.steps(hands.rows(hands.record_of(table)))[1:]


def hand_before(table: Table) -> HandRecord | None:
    """The hand played before the last one; none where a misdeal or void hand lies between."""
    found = HandRecord.objects.filter(table=table, number__lt=table.hand_number)
    return next((one for one in found.order_by("-number")[:5] if _was_played(one)), None)


def _was_played(record: HandRecord) -> bool:
    return record.ended_at is not None and replay(hands.story(record)).ended == "played"


def steps_before(table: Table) -> list[hands.Step]:
    """Every step of the hand before that still stands."""
    earlier = hand_before(table)
    return hands.steps(hands.rows(earlier))[1:] if earlier else []


def picture(table: Table) -> dict[str, Any]:
    """The steps, the last one first, each with how many go with it."""
    reading = Reading(table)
    found = hands.steps(reading.rows)[1:]
    return {
        "number": table.number,
        "hand_number": table.hand_shown,
        "version": table.version,
        "is_over": reading.hand is not None and reading.hand.is_over,
        "steps": _steps(found, reading.names, reading.rules),
        **_before(table, reading),
    }


def _before(table: Table, reading: Reading) -> dict[str, Any]:
    """The hand before, which may be opened again at the cost of the last."""
    earlier = hand_before(table)
    if earlier is None:
        return {"earlier": None}
    names = {player["seat"]: player["name"] for player in earlier.players}
    found = hands.steps(hands.rows(earlier))[1:]
    return {"earlier": {"number": earlier.shown, "steps": _steps(found, names, reading.rules)}}


def _steps(found: list[hands.Step], names: Mapping[int, str], rules: Rules) -> list[dict[str, Any]]:
    """The last one first, each with how many go with it."""
    return [
        {
            "version": step.version,
            "words": story.sentence(step.first, names, rules),
            "count": len(found) - at,
        }
        for at, step in enumerate(found)
    ][::-1]
