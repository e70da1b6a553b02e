"""The API's part about tables: seats, hands, standings."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from engine import codec
from engine.seating import Place
from tables.queries import delayed, payouts, seating, standings
from tables.queries import tables as table_queries
from tables.queries import tablet as tablet_queries
from tables.queries.pictures import Reading
from tables.services import play, purchases, rebuys
from tables.services import seating as seating_services
from tables.services.sitting import Order
from tournament import http
from tournament.api import AT, REFUSED, Done, Signed, entry_of
from tournament.http import Malformed
from tournament.permissions import Permission, require
from tournament.queries import tournaments

router = Router(tags=["tables"])
TABLE = AT + "/tables/{number}"


class Move(Schema):
    """A player to another seat."""

    entry: int = Field(description="The entry's number.")
    table: int = Field(ge=1, le=10_000)
    seat: int = Field(ge=1, le=100)
    reason: str = Field("", max_length=200)
    despite_pair: bool = Field(
        False, description="It cannot be avoided that the player meets one he is kept apart from."
    )


class Play(Schema):
    """A command of the dealer: `["raise_to", 3, 500]`. Its id makes a repetition harmless."""

    command: list[Any] = Field(max_length=20)
    version: int = Field(ge=0, le=2**31 - 1)
    command_id: UUID


class Next(Schema):
    """The next hand."""

    version: int = Field(ge=0, le=2**31 - 1)
    command_id: UUID


class Sale(Schema):
    """Chips for a player."""

    kind: str = Field(max_length=20, description="rebuy, top_up or add_on")
    command_id: UUID | None = None


@router.get(
    AT + "/standings", auth=None, response={200: dict[str, Any], **REFUSED}, summary="Standings"
)
def leaderboard(request: HttpRequest, code: str) -> dict[str, Any]:
    return standings.picture(tournaments.find(code), now=http.now())


@router.get(
    AT + "/seating", auth=None, response={200: dict[str, Any], **REFUSED}, summary="Seats and moves"
)
def seats(request: HttpRequest, code: str) -> dict[str, Any]:
    return seating.picture(tournaments.find(code), now=http.now())


@router.get(
    AT + "/payouts", auth=None, response={200: dict[str, Any], **REFUSED}, summary="Payouts"
)
def prizes(request: HttpRequest, code: str) -> dict[str, Any]:
    return payouts.picture(tournaments.find(code))


@router.get(TABLE, auth=None, response={200: dict[str, Any], **REFUSED}, summary="A table")
def table(request: HttpRequest, code: str, number: int) -> dict[str, Any]:
    """As the public may see it: no card that was not shown, and as late as the screens."""
    found = table_queries.find(tournaments.find(code), number)
    return delayed.reading(found, now=http.now()).screen(http.now())


@router.get(
    TABLE + "/tablet", response={200: dict[str, Any], **REFUSED}, summary="A table for its dealer"
)
def tablet(request: Signed, code: str, number: int) -> dict[str, Any]:
    tournament = tournaments.find(code)
    found = table_queries.find(tournament, number)
    require(request.auth, Permission.DEAL, tournament.pk, found.pk)
    return tablet_queries.picture(Reading(found), now=http.now())


@router.post(TABLE + "/hands", response={200: Done, **REFUSED}, summary="Start the next hand")
def start_hand(request: Signed, code: str, number: int, wish: Next) -> Done:
    play.start_hand(_request(request, code, number, wish))
    return Done()


@router.post(TABLE + "/commands", response={200: Done, **REFUSED}, summary="What a player did")
def command(request: Signed, code: str, number: int, wish: Play) -> Done:
    try:
        told = codec.read_command(wish.command)
    except (ValueError, TypeError, KeyError, IndexError):
        raise Malformed("This is no command of the dealer's.") from None
    play.act(_request(request, code, number, wish), told)
    return Done()


@router.post(TABLE + "/undo", response={200: Done, **REFUSED}, summary="Take the last step back")
def undo(request: Signed, code: str, number: int, wish: Next) -> Done:
    play.undo(_request(request, code, number, wish))
    return Done()


@router.post(TABLE + "/break", response={200: Done, **REFUSED}, summary="Break a table")
def break_table(request: Signed, code: str, number: int, emergency: str = "") -> Done:
    tournament = tournaments.find(code)
    seating_services.break_table(
        tournament_id=tournament.pk,
        number=number,
        actor=request.auth,
        now=http.now(),
        emergency=emergency,
    )
    return Done()


@router.post(AT + "/seats/draw", response={200: list[str], **REFUSED}, summary="Draw the seats")
def draw(request: Signed, code: str) -> list[str]:
    tournament = tournaments.find(code)
    warnings = seating_services.draw(
        tournament_id=tournament.pk, actor=request.auth, now=http.now()
    )
    return list(warnings)


@router.post(AT + "/play", response={200: Done, **REFUSED}, summary="Shuffle up and deal")
def start_play(request: Signed, code: str) -> Done:
    tournament = tournaments.find(code)
    seating_services.start_play(tournament_id=tournament.pk, actor=request.auth, now=http.now())
    return Done()


@router.post(AT + "/moves", response={200: Done, **REFUSED}, summary="Move a player")
def move(request: Signed, code: str, wish: Move) -> Done:
    tournament = tournaments.find(code)
    seating_services.move_player(
        tournament_id=tournament.pk,
        entry_id=entry_of(tournament, wish.entry).pk,
        to=Place(wish.table, wish.seat),
        order=Order(reason=wish.reason, despite_pair=wish.despite_pair),
        actor=request.auth,
        now=http.now(),
    )
    return Done()


@router.post(
    AT + "/entries/{number}/purchases", response={200: Done, **REFUSED}, summary="Sell chips"
)
def sell(request: Signed, code: str, number: int, sale: Sale) -> Done:
    tournament = tournaments.find(code)
    entry = entry_of(tournament, number)
    if sale.kind == "rebuy":
        rebuys.rebuy(
            tournament_id=tournament.pk, entry_id=entry.pk, actor=request.auth, now=http.now()
        )
    else:
        purchases.sell(
            tournament_id=tournament.pk,
            entry_id=entry.pk,
            kind=sale.kind,
            actor=request.auth,
            now=http.now(),
            command_id=sale.command_id,
        )
    return Done()


def _request(request: Signed, code: str, number: int, wish: Play | Next) -> play.Request:
    found = table_queries.find(tournaments.find(code), number)
    return play.Request(
        found.pk, request.auth, http.now(), command_id=wish.command_id, version=wish.version
    )
