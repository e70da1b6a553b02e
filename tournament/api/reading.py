"""Anybody: what the hall sees of a tournament. Staff: the journal, the balances."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from ninja import Schema

from tournament.api.operations import Hall, Here, House, Operations
from tournament.clock.queries import clock as clock_queries
from tournament.clock.queries import structure
from tournament.draws.queries import draws
from tournament.models import Tournament
from tournament.money.queries import money
from tournament.permissions import Permission
from tournament.records.queries import journal
from tournament.setup.queries import poster

router = Operations(tags=["reading"])
MOST_LINES = 200


class Heading(Schema):
    """A tournament in a few words."""

    code: str
    name: str
    state: str
    rulebook: str
    game: str
    started_at: datetime | None
    finished_at: datetime | None


def heading(tournament: Tournament) -> Heading:
    """What is said of a tournament everywhere."""
    return Heading(
        code=tournament.code,
        name=tournament.name,
        state=tournament.state,
        rulebook=tournament.rulebook,
        game=tournament.game,
        started_at=tournament.started_at,
        finished_at=tournament.finished_at,
    )


@router.show("/tournaments", "List tournaments")
def all_tournaments(here: House) -> list[Heading]:
    found = Tournament.objects.all()[:MOST_LINES]
    return [heading(one) for one in found if poster.is_told(one, here.actor)]


@router.show("", "A tournament")
def one(here: Hall) -> Heading:
    return heading(here.tournament)


@router.show("/clock", "Clock")
def clock_picture(here: Hall) -> dict[str, Any]:
    return asdict(clock_queries.picture(here.tournament, now=here.now))


@router.show("/structure", "Levels")
def levels(here: Hall) -> dict[str, Any]:
    return asdict(structure.picture(here.tournament, now=here.now))


@router.show("/draws", "Every draw, with all it takes to work it out again")
def all_draws(here: Hall) -> list[dict[str, Any]]:
    return draws.proofs(here.tournament)


@router.look("/journal", "The journal", Permission.SEE_JOURNAL)
def journal_lines(here: Here, before: int | None = None, limit: int = 50) -> list[dict[str, Any]]:
    """Newest first; `before` a line's number, to page on."""
    lines = journal.newest_first(here.tournament.pk)
    if before is not None:
        lines = lines.filter(sequence__lt=max(0, min(before, 2**31)))
    return [
        {
            "sequence": line.sequence,
            "name": line.name,
            "at": line.at.isoformat(),
            "by": line.by,
            "words": journal.row(line).sentence,
            "data": line.data,
            "hash": line.hash,
        }
        for line in lines[: max(1, min(limit, MOST_LINES))]
    ]


@router.look("/money", "Balances, in cents", Permission.SEE_MONEY)
def balances(here: Here) -> dict[str, int]:
    return {account.value: amount for account, amount in money.balances(here.tournament.pk).items()}
