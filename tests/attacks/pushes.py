"""Every picture that is pushed, read from the drawings themselves: a new one is in it by itself."""

import json
from collections.abc import Iterator
from inspect import isfunction, signature
from typing import Any

from tables import drawings, screens
from tables.models import Table
from tests.factories import DIRECTOR, NOW
from tournament.entries.services import links
from tournament.live.fanout import Drawn
from tournament.models import PersonalLink


def drawn(table: Table) -> dict[str, str]:
    """What is pushed now to every audience of a table's tournament, by the drawing's name."""
    known = {
        "tournament_id": table.tournament_id,
        "table_id": table.pk,
        "link_id": link_in(table.tournament_id).pk,
    }
    of_panels = {panel.name: panel.draw(table.tournament_id).text for panel, _ in screens.pushed()}
    return of_panels | {
        name: draw(known[next(iter(signature(draw).parameters))]).text
        for name, draw in vars(drawings).items()
        if _draws(draw)
    }


def _draws(one: Any) -> bool:
    return isfunction(one) and signature(one).return_annotation is Drawn


def link_in(tournament_id: int) -> PersonalLink:
    """The personal link of one entrant; everybody gets one if nobody has."""
    given = PersonalLink.objects.filter(entry__tournament=tournament_id).order_by("pk")
    if not given.exists():
        links.give(tournament_id=tournament_id, actor=DIRECTOR, now=NOW)
    return given[0]


def as_read(text: str) -> str:
    """JSON as its reader has it: every word of it, without the escapes."""
    return "\n".join(words(json.loads(text)))


def words(told: Any) -> Iterator[str]:
    """Every word and figure in it."""
    if isinstance(told, dict):
        told = [part for pair in told.items() for part in pair]
    if isinstance(told, list):
        for part in told:
            yield from words(part)
    else:
        yield str(told)
