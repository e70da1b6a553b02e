"""Sockets of the tournament-wide screens: they pass finished pictures on."""

from collections.abc import Callable

from tournament import drawings, live
from tournament.broadcast import Audience, group
from tournament.models import Tournament
from tournament.queries import poster

PACE = 0.3


def tournament_of(scope: live.Scope) -> Tournament:
    """The tournament in a socket's address; only what opening a socket asks for is read."""
    code = scope["url_route"]["kwargs"]["code"].upper()
    found = Tournament.objects.filter(code=code).only("code", "rulebook").first()
    if found is None:
        raise live.TurnedAway(live.NOT_FOUND)
    return found


def told(scope: live.Scope) -> Tournament:
    """The same, for who may know of the event already (igr:5.08(a))."""
    found = tournament_of(scope)
    if not poster.is_told(found, scope["actor"]):
        raise live.TurnedAway(live.FORBIDDEN)
    return found


def public_socket(
    audience: Audience,
    draw: Callable[[int], live.Drawn],
    *also: Audience,
    pace: float = PACE,
    find: Callable[[live.Scope], Tournament] = told,
) -> live.Socket:
    """A socket anybody may open; word for any of the audiences has its picture drawn anew."""

    def picture(scope: live.Scope) -> live.Picture:
        return public_picture(find(scope).pk, audience, draw, *also, pace=pace)

    return live.socket(picture)


def public_picture(
    tournament_id: int,
    audience: Audience,
    draw: Callable[[int], live.Drawn],
    *also: Audience,
    pace: float = PACE,
    leave: str = "",
) -> live.Picture:
    """What everybody sees of an audience; `leave` is the group that lets one socket see it."""
    groups = tuple(group(tournament_id, each) for each in (audience, *also))
    return live.Picture(groups, lambda: draw(tournament_id), pace, leave=leave)


clock = public_socket(Audience.CLOCK, drawings.clock, Audience.FORECAST)
structure = public_socket(Audience.STRUCTURE, drawings.structure, Audience.CLOCK)
levels = public_socket(Audience.LEVELS, drawings.levels, Audience.CLOCK)
