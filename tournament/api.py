"""The API's part about tournaments: the same queries and services as the pages, as JSON."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest
from ninja import Router, Schema
from ninja.security import HttpBearer
from pydantic import Field

from engine.money import Method
from tournament import http
from tournament.models import Entry, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.queries import announcements as announcement_queries
from tournament.queries import clock as clock_queries
from tournament.queries import entries as entry_queries
from tournament.queries import integrations, journal, money, structure, tournaments
from tournament.queries.sounds import SOUNDS
from tournament.services import announcements, clock, clock_wishes, entries
from tournament.services import tournaments as tournament_services

router = Router(tags=["tournament"])
MOST_LINES = 200


class Token(HttpBearer):
    """`Authorization: Bearer su_...`: a token speaks in its role, at its tournament."""

    def authenticate(self, request: HttpRequest, token: str) -> Actor | None:
        return integrations.actor_of(token)


class Signed(HttpRequest):
    """A request whose token was good."""

    auth: Actor


class Done(Schema):
    """Something was done."""

    done: bool = True


class Refusal(Schema):
    """It was not done, and why; the clause is that of the rulebook, where one forbids it."""

    why: str
    clause: str = ""


class Heading(Schema):
    """A tournament in a few words."""

    code: str
    name: str
    state: str
    rulebook: str
    game: str
    started_at: datetime | None
    finished_at: datetime | None


class Press(Schema):
    """A press on one of the clock's buttons; the id makes a repeated press harmless."""

    minutes: int | None = Field(None, ge=0, le=10_000)
    reason: str = Field("", max_length=200)
    finishes_at: datetime | None = None
    version: int | None = Field(None, ge=0)
    command_id: UUID | None = None


class NewEntry(Schema):
    """Somebody who wants to play."""

    name: str = Field(max_length=200)
    method: Method | None = Field(None, description="How the entry is paid; none: later.")


class Reason(Schema):
    """Why."""

    reason: str = Field("", max_length=200)


class Words(Schema):
    """Words for the hall."""

    text: str = Field(max_length=400)
    minutes: int = Field(2, ge=0, le=1000)
    places: list[str] = Field(list(announcement_queries.PLACES), max_length=10)
    sound: str = Field(next(iter(SOUNDS)), max_length=40)


REFUSED = {403: Refusal, 404: Refusal, 409: Refusal, 422: Refusal}
AT = "/tournaments/{code}"


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
    return [heading(tournament) for tournament in Tournament.objects.all()[:MOST_LINES]]


@router.get(AT, auth=None, response={200: Heading, **REFUSED}, summary="One tournament")
def one(request: HttpRequest, code: str) -> Heading:
    return heading(tournaments.find(code))


@router.get(AT + "/clock", auth=None, response={200: dict[str, Any], **REFUSED}, summary="Clock")
def clock_picture(request: HttpRequest, code: str) -> dict[str, Any]:
    return clock_queries.picture(tournaments.find(code), now=http.now())


@router.get(
    AT + "/structure", auth=None, response={200: dict[str, Any], **REFUSED}, summary="Levels"
)
def levels(request: HttpRequest, code: str) -> dict[str, Any]:
    return structure.picture(tournaments.find(code), now=http.now())


@router.get(
    AT + "/entries", response={200: list[dict[str, Any]], **REFUSED}, summary="Everybody entered"
)
def all_entries(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = tournaments.find(code)
    require(request.auth, Permission.REGISTER_PLAYERS, tournament.pk)
    return [
        {"number": row["number"], "name": row["name"], "stack": row["stack"]}
        for row in entry_queries.rows(tournament)
    ]


@router.post(AT + "/entries", response={200: dict[str, Any], **REFUSED}, summary="Enter a player")
def enter(request: Signed, code: str, new: NewEntry) -> dict[str, Any]:
    tournament = tournaments.find(code)
    entry = entries.register(
        tournament_id=tournament.pk,
        name=new.name,
        actor=request.auth,
        now=http.now(),
        wish=entries.Wish(method=new.method),
    )
    return {"number": entry.number, "name": entry.name}


@router.post(
    AT + "/entries/{number}/withdraw", response={200: Done, **REFUSED}, summary="Withdraw an entry"
)
def withdraw(request: Signed, code: str, number: int, why: Reason) -> Done:
    entry = entry_of(tournaments.find(code), number)
    entries.withdraw(entry_id=entry.pk, actor=request.auth, now=http.now(), reason=why.reason)
    return Done()


@router.post(
    AT + "/entries/{number}/check-in", response={200: Done, **REFUSED}, summary="Check a player in"
)
def check_in(request: Signed, code: str, number: int) -> Done:
    entry = entry_of(tournaments.find(code), number)
    entries.check_in(entry_id=entry.pk, actor=request.auth, now=http.now())
    return Done()


@router.post(AT + "/clock/{kind}", response={200: Done, **REFUSED}, summary="Press the clock")
def press(request: Signed, code: str, kind: str, press: Press) -> Done:
    """One of: start, pause, resume, next, previous, add, take, break, back, undo and the others
    the console has."""
    tournament = tournaments.find(code)
    clock.act(
        tournament_id=tournament.pk,
        kind=kind,
        actor=request.auth,
        now=http.now(),
        press=clock_wishes.Press(**press.dict()),
    )
    return Done()


@router.post(AT + "/announcements", response={200: Done, **REFUSED}, summary="Tell the hall")
def announce(request: Signed, code: str, words: Words) -> Done:
    tournament = tournaments.find(code)
    said = announcements.Words(
        text=words.text, minutes=words.minutes, places=tuple(words.places), sound=words.sound
    )
    announcements.announce(
        tournament_id=tournament.pk, words=said, actor=request.auth, now=http.now()
    )
    return Done()


@router.post(AT + "/cancel", response={200: Done, **REFUSED}, summary="Call it off")
def cancel(request: Signed, code: str) -> Done:
    tournament = tournaments.find(code)
    tournament_services.cancel(tournament_id=tournament.pk, actor=request.auth, now=http.now())
    return Done()


@router.get(
    AT + "/journal", response={200: list[dict[str, Any]], **REFUSED}, summary="Who did what"
)
def journal_lines(
    request: Signed, code: str, before: int | None = None, limit: int = 50
) -> list[dict[str, Any]]:
    """Newest first; `before` a line's number, to page on."""
    tournament = tournaments.find(code)
    require(request.auth, Permission.SEE_JOURNAL, tournament.pk)
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


@router.get(AT + "/money", response={200: dict[str, int], **REFUSED}, summary="Balances, in cents")
def balances(request: Signed, code: str) -> dict[str, int]:
    tournament = tournaments.find(code)
    require(request.auth, Permission.SEE_MONEY, tournament.pk)
    return {account.value: amount for account, amount in money.balances(tournament.pk).items()}


def entry_of(tournament: Tournament, number: int) -> Entry:
    """The entry with this number."""
    try:
        return tournament.entries.get(number=number)
    except (ObjectDoesNotExist, OverflowError):
        raise Http404("There is no such entry.") from None
