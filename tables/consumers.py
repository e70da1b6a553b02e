"""Sockets of tables, tablets and the console: they pass finished pictures on."""

from collections.abc import Callable
from functools import partial

from tables import broadcast as table_broadcast
from tables import drawings
from tables.models import Table
from tournament import drawings as tournament_drawings
from tournament import live
from tournament.broadcast import Audience, entrant_group, group
from tournament.consumers import PACE, public_picture, public_socket, told, tournament_of
from tournament.models import PersonalLink, Tournament
from tournament.permissions import Permission, Role, may, may_see
from tournament.queries import links, poster

DELAYED_LOOK = 1.0
PHONE_PACE, PHONE_LOOK = 3.0, 30.0


def published(scope: live.Scope) -> Tournament:
    """The tournament other sites may be told of (igr:5.08(a)); the same for everybody."""
    found = tournament_of(scope)
    if not poster.is_published(found):
        raise live.TurnedAway(live.FORBIDDEN)
    return found


leaderboard = public_socket(Audience.STANDINGS, drawings.leaderboard)
word = public_socket(Audience.WORD, drawings.word)
seats = public_socket(Audience.SEATING, drawings.seats)
feed = public_socket(
    Audience.FEED, drawings.feed, Audience.CLOCK, Audience.STANDINGS, find=published
)


def _table(scope: live.Scope, tournament: Tournament) -> Table:
    number = scope["url_route"]["kwargs"]["number"]
    found = tournament.tables.filter(number=number).only("delay_minutes").first()
    if found is None:
        raise live.TurnedAway(live.NOT_FOUND)
    return found


def _public_table(scope: live.Scope) -> live.Picture:
    tournament = told(scope)
    found = _table(scope, tournament)
    groups = (table_broadcast.public_group(found.pk), group(tournament.pk, Audience.CLOCK))
    draw = partial(drawings.public_table, found.pk)
    if found.delay_minutes:  # what it shows comes without a change of its own
        return live.Picture(groups, draw, look_every=DELAYED_LOOK)
    return live.Picture(groups, draw, glance=partial(drawings.glance, found.pk))


def _tablet(scope: live.Scope) -> live.Picture:
    tournament = tournament_of(scope)
    table_id = _table(scope, tournament).pk
    if not may(scope["actor"], Permission.DEAL, tournament.pk, table_id):
        raise live.TurnedAway(live.FORBIDDEN)
    groups = (table_broadcast.dealer_group(table_id), group(tournament.pk, Audience.CLOCK))
    draw, glance = partial(drawings.tablet, table_id), partial(drawings.glance, table_id)
    return live.Picture(groups, draw, glance=glance)


def _link(scope: live.Scope) -> PersonalLink:
    """The standing link in a socket's address."""
    link = links.find(scope["url_route"]["kwargs"]["token"])
    if link is None:
        raise live.TurnedAway(live.NOT_FOUND)
    return link


def _entrants_socket(
    audience: Audience, draw: Callable[[int], live.Drawn], *also: Audience
) -> live.Socket:
    """A public picture for an entrant, who knows of it whatever the public may know.

    It is open as long as the link is.
    """

    def picture(scope: live.Scope) -> live.Picture:
        entry = _link(scope).entry
        leave = entrant_group(entry.pk)
        return public_picture(entry.tournament_id, audience, draw, *also, leave=leave)

    return live.socket(picture)


def _mine(scope: live.Scope) -> live.Picture:
    """An entrant's own page, drawn calmly: many phones watch, and each has its own."""
    link = _link(scope)
    news = (group(link.entry.tournament_id, each) for each in (Audience.SEATING, Audience.CLOCK))
    return live.Picture(
        (entrant_group(link.entry_id), *news),
        lambda: drawings.mine(link.pk),
        PHONE_PACE,
        look_every=PHONE_LOOK,
        crowd="phones",
    )


def _staffs(scope: live.Scope) -> Tournament:
    """The tournament, for its staff; nobody else learns whether there is one."""
    try:
        return tournament_of(scope)
    except live.TurnedAway:
        raise live.TurnedAway(live.FORBIDDEN) from None


def _console(scope: live.Scope) -> live.Picture:
    """One picture for all; a table manager's has his own tables first."""
    tournament, actor = _staffs(scope), scope["actor"]
    if not may(actor, Permission.SEE_CONSOLE, tournament.pk):
        raise live.TurnedAway(live.FORBIDDEN)
    user_id = actor.user_id if (tournament.pk, Role.FLOOR) in actor.roles else None
    news = group(tournament.pk, Audience.CONSOLE)
    groups = (news,) if user_id is None else (f"{news}.{user_id}", news)
    return live.Picture(groups, lambda: drawings.console(tournament.pk, user_id), PACE)


def _floor(scope: live.Scope) -> live.Picture:
    """One table as the floor sees it."""
    tournament = _staffs(scope)
    if not may_see(scope["actor"], Permission.RULE, tournament.pk):
        raise live.TurnedAway(live.FORBIDDEN)
    table_id = _table(scope, tournament).pk
    groups = (table_broadcast.floor_group(table_id), group(tournament.pk, Audience.CONSOLE))
    return live.Picture(groups, lambda: drawings.floor(table_id), PACE)


table = live.socket(_public_table)
tablet = live.socket(_tablet)
mine = live.socket(_mine)
my_clock = _entrants_socket(Audience.CLOCK, tournament_drawings.clock, Audience.FORECAST)
my_word = _entrants_socket(Audience.WORD, drawings.word)
console = live.socket(_console)
floor = live.socket(_floor)

# What phones are told calmly: many watch at once.
moves = public_socket(Audience.MOVES, drawings.moves, Audience.SEATING, pace=PHONE_PACE)
prizes = public_socket(
    Audience.PRIZES, drawings.prizes, Audience.CLOCK, Audience.STANDINGS, pace=PHONE_PACE
)
