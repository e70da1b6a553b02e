"""Sockets of the tournament-wide screens: they pass finished pictures on."""

from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async

from tournament import drawings, live
from tournament.broadcast import Audience, group
from tournament.models import Tournament

PACE = 0.3


def tournament_id_of(code: str) -> int | None:
    """The tournament behind a code."""
    found: int | None = (
        Tournament.objects.filter(code=code.upper()).values_list("pk", flat=True).first()
    )
    return found


def public_socket(
    audience: Audience, draw: Callable[[int], live.Drawn], *also: Audience, pace: float = PACE
) -> Callable[[dict[str, Any], live.Receive, live.Send], Any]:
    """A socket anybody may open; word for any of the audiences has its picture drawn anew."""

    async def socket(scope: dict[str, Any], receive: live.Receive, send: live.Send) -> None:
        code = scope["url_route"]["kwargs"]["code"]
        tournament_id = await database_sync_to_async(tournament_id_of)(code)
        if tournament_id is None:
            await live.refuse(receive, send, live.NOT_FOUND)
            return
        groups = tuple(group(tournament_id, each) for each in (audience, *also))
        picture = live.Picture(groups, lambda: draw(tournament_id), pace)
        await live.serve(picture, scope, receive, send)

    return socket


clock = public_socket(Audience.CLOCK, drawings.clock)
structure = public_socket(Audience.STRUCTURE, drawings.structure, Audience.CLOCK)
levels = public_socket(Audience.LEVELS, drawings.levels, Audience.CLOCK)
