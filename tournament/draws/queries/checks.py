"""Whether every draw is what its secret, its list and its words make of it, and what was told."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import chance
from engine.seating import draw_lists
from tournament.models import JournalEntry, PublicDraw, Tournament
from tournament.models.draws import DrawKind

PUBLISHED, SHUFFLED, MADE = "draw.published", "deck.shuffled", "draw.made"
CANCELLED = "draw.cancelled"

Line = Mapping[str, Any]


@dataclass(slots=True)
class _Told:
    """What the journal says of the draws, by their numbers."""

    published: dict[str, Line] = field(default_factory=dict)
    made: dict[str, Line] = field(default_factory=dict)
    cancelled: set[str] = field(default_factory=set)


def faults(tournament: Tournament) -> Iterator[str]:
    """What does not hold, draw by draw: by its own figures, then by what the journal says."""
    told, known = _told(tournament), set()
    for draw in PublicDraw.objects.filter(tournament=tournament).iterator():
        known.add(draw.key)
        if fault := fault_of(draw) or _fault_by_journal(draw, told):
            name = f"Draw {draw.key}, {draw.title}," if draw.title else f"Draw {draw.key}"
            yield f"{name} does not hold: {fault}."
    for key in told.published:
        if key not in known:
            yield f"Draw {key} is gone, but the journal published it."


def fault_of(draw: PublicDraw) -> str:
    """What is wrong in the draw itself; nothing where it holds."""
    if draw.secret and chance.commitment(bytes.fromhex(draw.secret)) != draw.commitment:
        return "its secret is not the one whose hash was published"
    if draw.secret and draw.result is not None and _worked_out(draw) != draw.result:
        return "its list, its words and its secret give another result"
    return ""


def _worked_out(draw: PublicDraw) -> dict[str, Any]:
    return draw_lists.result(json.loads(draw.about), draw.chance)


def _told(tournament: Tournament) -> _Told:
    told = _Told()
    names = (PUBLISHED, SHUFFLED, MADE, CANCELLED)
    lines = JournalEntry.objects.filter(tournament=tournament, name__in=names)
    for name, data in lines.values_list("name", "data").iterator():
        match name:
            case "draw.cancelled":
                told.cancelled.add(data["draw"])
            case "draw.made":
                told.made[data["draw"]] = data
            case _:
                told.published[data["draw"]] = data
    return told


def _fault_by_journal(draw: PublicDraw, told: _Told) -> str:
    """What the journal says of it otherwise, or does not say."""
    published = told.published.get(draw.key)
    if (draw.cancelled_at is not None) != (draw.key in told.cancelled):
        return "the journal does not agree whether it was cancelled"
    if not draw.kind:
        return "the journal has a list for it" if published else ""
    if published is None or published["commitment"] != draw.commitment:
        return "its hash is not the one the journal published"
    if published["digest"] != draw.digest:
        return "its list is not the one the journal published"
    return _fault_of_deck(draw) if draw.kind == DrawKind.DECK else _fault_of_result(draw, told)


def _fault_of_result(draw: PublicDraw, told: _Told) -> str:
    """A draw's secret and its result are told together."""
    made = told.made.get(draw.key)
    if (draw.result is None) != (made is None):
        return "the journal does not agree that it was made"
    if made is not None and _facts(made) != (draw.secret, draw.words_text, draw.result):
        return "the journal has another secret, words or result"
    return ""


def _facts(made: Line) -> tuple[Any, ...]:
    return made["secret"], chance.as_text(made["words"]), made["result"]


def _fault_of_deck(draw: PublicDraw) -> str:
    """Its secret is told nobody; nobody adds words to it, and it is made when it is published."""
    return "" if draw.result is not None and not draw.words else "it is not as decks are shuffled"
