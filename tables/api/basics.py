"""What operations about tables need besides: the table, and the dealer's way of asking."""

from ninja import Schema
from pydantic import Field

from tables.models import Table
from tables.queries import tables as table_queries
from tables.services import play
from tournament import http
from tournament.api.basics import AT, MOST, CommandId, SeatNumber, Signed, find
from tournament.permissions import Permission, require

TABLE = AT + "/tables/{number}"


class Wish(Schema):
    """Something done at a table: its id makes a repetition harmless, the version seen refuses
    what comes too late."""

    command_id: CommandId
    version: int = Field(ge=0, le=MOST, examples=[12], description="The table's, as you saw it.")


class AtSeat(Wish):
    """Something about the player in one seat."""

    seat: SeatNumber


def table_of(code: str, number: int) -> Table:
    """The table of an address."""
    return table_queries.find(find(code), number)


def dealing(request: Signed, code: str, number: int, wish: Wish) -> play.Request:
    """What somebody who deals here asks."""
    table = table_of(code, number)
    require(request.auth, Permission.DEAL, table.tournament_id, table.pk)
    return play.Request(table.pk, request.auth, http.now(), wish.command_id, wish.version)


def ruling(request: Signed, code: str, number: int, wish: Wish) -> play.Request:
    """What the floor asks at a table."""
    table = table_of(code, number)
    require(request.auth, Permission.RULE, table.tournament_id)
    return play.Request(table.pk, request.auth, http.now(), wish.command_id, wish.version)
