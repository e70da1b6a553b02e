"""Anybody: what the hall sees of a tournament. Staff: the journal, the balances."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema

from tournament import http
from tournament.api.basics import AT, PUBLIC, Signed, actor_of, find, look, picture, told
from tournament.models import Tournament
from tournament.permissions import Permission
from tournament.queries import clock as clock_queries
from tournament.queries import journal, money, poster, structure

router = Router(tags=["reading"])
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


@router.get("/tournaments", auth=None, response=list[Heading], summary="All tournaments")
def all_tournaments(request: HttpRequest) -> list[Heading]:
    found, asks = Tournament.objects.all()[:MOST_LINES], actor_of(request)
    return [heading(tournament) for tournament in found if poster.is_told(tournament, asks)]


@router.get(AT, auth=None, response={200: Heading, **PUBLIC}, summary="One tournament")
def one(request: HttpRequest, code: str) -> Heading:
    return heading(told(request, code))


@router.get(AT + "/clock", auth=None, response={200: dict[str, Any], **PUBLIC}, summary="Clock")
def clock_picture(request: HttpRequest, code: str) -> dict[str, Any]:
    return clock_queries.picture(told(request, code), now=http.now())


@router.get(
    AT + "/structure", auth=None, response={200: dict[str, Any], **PUBLIC}, summary="Levels"
)
def levels(request: HttpRequest, code: str) -> dict[str, Any]:
    return structure.picture(told(request, code), now=http.now())


@picture(router, AT + "/journal", "Who did what", list[dict[str, Any]])
def journal_lines(
    request: Signed, code: str, before: int | None = None, limit: int = 50
) -> list[dict[str, Any]]:
    """Newest first; `before` a line's number, to page on."""
    tournament = find(code)
    look(request, Permission.SEE_JOURNAL, tournament)
    lines = journal.newest_first(tournament.pk)
    if before is not None:
        lines = lines.filter(sequence__lt=max(0, min(before, 2**31)))
    return [
        {
            "sequence": line.sequence,
            "name": line.name,
            "at": line.at.isoformat(),
            "by": line.by,
            "words": journal.row(line)["sentence"],
            "data": line.data,
            "hash": line.hash,
        }
        for line in lines[: max(1, min(limit, MOST_LINES))]
    ]


@picture(router, AT + "/money", "Balances, in cents", dict[str, int])
def balances(request: Signed, code: str) -> dict[str, int]:
    tournament = find(code)
    look(request, Permission.SEE_MONEY, tournament)
    return {account.value: amount for account, amount in money.balances(tournament.pk).items()}
