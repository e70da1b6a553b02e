"""What the floor may take back of a table's last hand, step by step."""

from typing import Any

from engine import story
from tables.models import Table
from tables.queries import hands
from tables.queries.pictures import Reading


def steps(table: Table) -> list[hands.Step]:
    """Every step after the deal that still stands."""
    return hands.steps(hands.rows(hands.record_of(table)))[1:]


def picture(table: Table) -> dict[str, Any]:
    """The steps, the last one first, each with how many go with it."""
    reading = Reading(table)
    found = hands.steps(reading.rows)[1:]
    return {
        "number": table.number,
        "hand_number": table.hand_number,
        "version": table.version,
        "is_over": reading.hand is not None and reading.hand.is_over,
        "steps": [
            {
                "version": step.version,
                "words": story.sentence(step.first, reading.names, reading.rules),
                "count": len(found) - at,
            }
            for at, step in enumerate(found)
        ][::-1],
    }
