"""Anybody: standings, seats, prizes and tables as the hall sees them. Dealers: their table."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from tables.api.basics import TABLE, table_of
from tables.queries import console, delayed, forecast, payouts, seating, standings
from tables.queries import tables as table_queries
from tables.queries import tablet as tablet_queries
from tables.queries.pictures import Reading
from tournament import http
from tournament.api.basics import AT, PUBLIC, Signed, Where, find, look, picture, told
from tournament.permissions import Permission, require

router = Router(tags=["reading"])


@router.get(
    AT + "/standings", auth=None, response={200: dict[str, Any], **PUBLIC}, summary="Standings"
)
def leaderboard(request: HttpRequest, code: str) -> dict[str, Any]:
    return standings.picture(told(request, code), now=http.now())


@router.get(
    AT + "/seating", auth=None, response={200: dict[str, Any], **PUBLIC}, summary="Seats and moves"
)
def seats(request: HttpRequest, code: str) -> dict[str, Any]:
    return seating.picture(told(request, code), now=http.now())


@router.get(AT + "/payouts", auth=None, response={200: dict[str, Any], **PUBLIC}, summary="Payouts")
def prizes(request: HttpRequest, code: str) -> dict[str, Any]:
    return payouts.picture(told(request, code))


@router.get(TABLE, auth=None, response={200: dict[str, Any], **PUBLIC}, summary="A table")
def table(request: HttpRequest, code: str, number: Where) -> dict[str, Any]:
    """As the public may see it: no card that was not shown, and as late as the screens."""
    found = table_queries.find(told(request, code), number)
    return delayed.reading(found, now=http.now()).screen(http.now())


@picture(router, TABLE + "/tablet", "A table for its dealer")
def tablet(request: Signed, code: str, number: Where) -> dict[str, Any]:
    found = table_of(code, number)
    require(request.auth, Permission.DEAL, found.tournament_id, found.pk)
    return tablet_queries.picture(Reading(found), now=http.now())


@picture(router, AT + "/console", "The evening as the console shows it")
def console_picture(request: Signed, code: str) -> dict[str, Any]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    return console.picture(tournament, now=http.now(), user_id=request.auth.user_id)


@picture(router, AT + "/forecast", "What is to be expected of the rest")
def latest_forecast(request: Signed, code: str) -> dict[str, Any]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    return {"forecast": forecast.latest(tournament)}
