"""What the floor may take back of a table's last hand, step by step."""

from collections.abc import Mapping
from dataclasses import dataclass

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
    before = HandRecord.objects.filter(table=table, number__lt=table.hand_number)
    return next((hand for hand in before.order_by("-number")[:5] if _was_played(hand)), None)


def _was_played(record: HandRecord) -> bool:
    return record.ended_at is not None and replay(hands.story(record)).ended == "played"


def steps_before(table: Table) -> list[hands.Step]:
    """Every step of the hand before that still stands."""
    earlier = hand_before(table)
    return hands.steps(hands.rows(earlier))[1:] if earlier else []


@dataclass(frozen=True, slots=True, kw_only=True)
class StepBack:
    """A step that may be undone, with how many go with it."""

    version: int
    words: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierHand:
    """The hand before, which may be opened again at the cost of the last."""

    number: int
    steps: list[StepBack]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingBack:
    """A table's last hand and what of it may be undone, the last step first."""

    number: int
    hand_number: int
    version: int
    is_over: bool
    steps: list[StepBack]
    earlier: EarlierHand | None


def picture(table: Table) -> TakingBack:
    """The steps, the last one first, each with how many go with it."""
    reading = Reading(table)
    return TakingBack(
        number=table.number,
        hand_number=table.hand_shown,
        version=table.version,
        is_over=reading.hand is not None and reading.hand.is_over,
        steps=_steps(hands.steps(reading.rows)[1:], reading.names, reading.rules),
        earlier=_before(table, reading.rules),
    )


def _before(table: Table, rules: Rules) -> EarlierHand | None:
    earlier = hand_before(table)
    if earlier is None:
        return None
    names = {player["seat"]: player["name"] for player in earlier.players}
    standing = hands.steps(hands.rows(earlier))[1:]
    return EarlierHand(number=earlier.shown, steps=_steps(standing, names, rules))


def _steps(steps: list[hands.Step], names: Mapping[int, str], rules: Rules) -> list[StepBack]:
    return [
        StepBack(
            version=step.version,
            words=story.sentence(step.first, names, rules),
            count=len(steps) - at,
        )
        for at, step in enumerate(steps)
    ][::-1]
