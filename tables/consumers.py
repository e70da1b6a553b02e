"""Sockets of tables, tablets and the console: they pass finished pictures on."""

from typing import Any

from channels.db import database_sync_to_async

from tables import broadcast as table_broadcast
from tables import drawings
from tables.middleware import DEVICE_COOKIE
from tables.models import Table
from tables.queries import devices
from tournament import live
from tournament.broadcast import Audience, group
from tournament.consumers import PACE, public_socket, tournament_id_of
from tournament.models import Tournament
from tournament.permissions import NOBODY, Actor, Permission, Role, may, may_see
from tournament.queries import links, people, poster

DELAYED_LOOK = 1.0
PHONE_PACE = 3.0

leaderboard = public_socket(Audience.STANDINGS, drawings.leaderboard)
word = public_socket(Audience.WORD, drawings.word)
seats = public_socket(Audience.SEATING, drawings.seats)
_feed = public_socket(Audience.FEED, drawings.feed, Audience.CLOCK, Audience.STANDINGS)


def actor_of(scope: dict[str, Any]) -> Actor:
    """Who opened this socket."""
    if scope["user"].is_authenticated:
        return people.actor(scope["user"])
    return devices.actor(scope["cookies"].get(DEVICE_COOKIE, "")) or NOBODY


def _is_told(scope: dict[str, Any]) -> bool:
    """Whether other sites may be told of the event (igr:5.08(a)); the same for everybody."""
    code = scope["url_route"]["kwargs"]["code"].upper()
    found = Tournament.objects.filter(code=code).first()
    return found is None or poster.is_published(found)


async def feed(scope: dict[str, Any], receive: live.Receive, send: live.Send) -> None:
    """Clock, standings and seats for other software."""
    if not await database_sync_to_async(_is_told)(scope):
        await live.refuse(receive, send, live.FORBIDDEN)
        return
    await _feed(scope, receive, send)


def _table(scope: dict[str, Any]) -> tuple[int, int] | None:
    wanted = scope["url_route"]["kwargs"]
    tables = Table.objects.filter(tournament__code=wanted["code"].upper(), number=wanted["number"])
    return tables.values_list("pk", "tournament_id").first()


def _is_late(table_id: int) -> bool:
    """Whether the public is shown this table some minutes late."""
    return Table.objects.filter(pk=table_id, delay_minutes__gt=0).exists()


def _dealers_table(scope: dict[str, Any]) -> tuple[int, int] | int:
    """The table this socket may deal at, or the code it is refused with."""
    found = _table(scope)
    if found is None:
        return live.NOT_FOUND
    table_id, tournament_id = found
    allowed = may(actor_of(scope), Permission.DEAL, tournament_id, table_id)
    return found if allowed else live.FORBIDDEN


async def table(scope: dict[str, Any], receive: live.Receive, send: live.Send) -> None:
    """One table, as the public may see it."""
    found = await database_sync_to_async(_table)(scope)
    if found is None:
        await live.refuse(receive, send, live.NOT_FOUND)
        return
    table_id, tournament_id = found
    is_late = await database_sync_to_async(_is_late)(table_id)
    groups = (table_broadcast.public_group(table_id), group(tournament_id, Audience.CLOCK))
    look = DELAYED_LOOK if is_late else live.LOOK_EVERY
    picture = live.Picture(groups, lambda: drawings.public_table(table_id), look_every=look)
    await live.serve(picture, scope, receive, send)


async def tablet(scope: dict[str, Any], receive: live.Receive, send: live.Send) -> None:
    """A dealer's tablet: the table, and the clock above it."""
    found = await database_sync_to_async(_dealers_table)(scope)
    if isinstance(found, int):
        await live.refuse(receive, send, found)
        return
    table_id, tournament_id = found
    groups = (table_broadcast.dealer_group(table_id), group(tournament_id, Audience.CLOCK))
    picture = live.Picture(groups, lambda: drawings.tablet(table_id))
    await live.serve(picture, scope, receive, send)


def _mine(scope: dict[str, Any]) -> tuple[int, int, int] | None:
    link = links.find(scope["url_route"]["kwargs"]["token"])
    return None if link is None else (link.pk, link.entry_id, link.entry.tournament_id)


async def mine(scope: dict[str, Any], receive: live.Receive, send: live.Send) -> None:
    """An entrant's own page, drawn calmly: many phones watch at once."""
    found = await database_sync_to_async(_mine)(scope)
    if found is None:
        await live.refuse(receive, send, live.NOT_FOUND)
        return
    link_id, entry_id, tournament_id = found
    news = (Audience.STANDINGS, Audience.SEATING)
    groups = (f"entry.{entry_id}", *(group(tournament_id, each) for each in news))
    picture = live.Picture(groups, lambda: drawings.mine(link_id), PHONE_PACE)
    await live.serve(picture, scope, receive, send)


def _console_of(scope: dict[str, Any]) -> tuple[int, int | None] | None:
    """Which tournament, and for whom where tables can be that user's own."""
    tournament_id = tournament_id_of(scope["url_route"]["kwargs"]["code"])
    if tournament_id is None:
        return None
    actor = actor_of(scope)
    if not may(actor, Permission.SEE_CONSOLE, tournament_id):
        return None
    manages = (tournament_id, Role.FLOOR) in actor.roles
    return tournament_id, actor.user_id if manages else None


async def console(scope: dict[str, Any], receive: live.Receive, send: live.Send) -> None:
    """The director's console, one picture for all; a table manager's has his tables first."""
    found = await database_sync_to_async(_console_of)(scope)
    if found is None:
        await live.refuse(receive, send, live.FORBIDDEN)
        return
    tournament_id, user_id = found
    news = group(tournament_id, Audience.CONSOLE)
    groups = (news,) if user_id is None else (f"{news}.{user_id}", news)
    picture = live.Picture(groups, lambda: drawings.console(tournament_id, user_id), PACE)
    await live.serve(picture, scope, receive, send)


def _floor_of(scope: dict[str, Any]) -> tuple[int, int] | None:
    found = _table(scope)
    if found is None or not may_see(actor_of(scope), Permission.RULE, found[1]):
        return None
    return found


async def floor(scope: dict[str, Any], receive: live.Receive, send: live.Send) -> None:
    """One table as the floor sees it."""
    found = await database_sync_to_async(_floor_of)(scope)
    if found is None:
        await live.refuse(receive, send, live.FORBIDDEN)
        return
    table_id, tournament_id = found
    groups = (table_broadcast.floor_group(table_id), group(tournament_id, Audience.CONSOLE))
    picture = live.Picture(groups, lambda: drawings.floor(table_id), PACE)
    await live.serve(picture, scope, receive, send)


# What phones are told calmly: many watch at once.
moves = public_socket(Audience.MOVES, drawings.moves, Audience.SEATING, pace=PHONE_PACE)
prizes = public_socket(
    Audience.PRIZES, drawings.prizes, Audience.CLOCK, Audience.STANDINGS, pace=PHONE_PACE
)
