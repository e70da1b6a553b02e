"""Sockets of the tournament-wide screens: they pass finished pictures on."""

from collections.abc import Callable

from tournament.live import drawings, fanout
from tournament.live.broadcast import Audience, group
from tournament.models import Tournament
from tournament.setup.queries import poster

PACE = 0.3


def tournament_of(scope: fanout.Scope) -> Tournament:
    """The tournament in a socket's address; only what opening a socket asks for is read."""
    code = scope["url_route"]["kwargs"]["code"].upper()
    found = Tournament.objects.filter(code=code).only("code", "rulebook").first()
    if found is None:
        raise fanout.TurnedAway(fanout.NOT_FOUND)
    return found


def told(scope: fanout.Scope) -> Tournament:
    """The same, for who may know of the event already (igr:5.08(a))."""
    found = tournament_of(scope)
    if not poster.is_told(found, scope["actor"]):
        raise fanout.TurnedAway(fanout.FORBIDDEN)
    return found


def public_socket(
    audience: Audience,
    draw: Callable[[int], fanout.Drawn],
    *also: Audience,
    pace: float = PACE,
    find: Callable[[fanout.Scope], Tournament] = told,
) -> fanout.Socket:
    """A socket anybody may open; word for any of the audiences has its picture drawn anew."""

    def picture(scope: fanout.Scope) -> fanout.Picture:
        return public_picture(find(scope).pk, audience, draw, *also, pace=pace)

    return fanout.socket(picture)


def public_picture(
    tournament_id: int,
    audience: Audience,
    draw: Callable[[int], fanout.Drawn],
    *also: Audience,
    pace: float = PACE,
    leave: str = "",
) -> fanout.Picture:
    """What everybody sees of an audience; `leave` is the group that lets one socket see it."""
    groups = tuple(group(tournament_id, each) for each in (audience, *also))
    return fanout.Picture(groups, lambda: draw(tournament_id), pace, leave=leave)


clock = public_socket(Audience.CLOCK, drawings.clock, Audience.FORECAST)
structure = public_socket(Audience.STRUCTURE, drawings.structure, Audience.CLOCK)
levels = public_socket(Audience.LEVELS, drawings.levels, Audience.CLOCK)
