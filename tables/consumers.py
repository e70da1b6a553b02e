"""Sockets of tables, tablets and the console: they pass finished pictures on."""

from collections.abc import Callable
from functools import partial

from engine.refusal import Refused
from tables import broadcast as table_broadcast
from tables import drawings, screens
from tables.models import Table
from tables.screens import PACE, PHONE_PACE
from tournament.entries.queries import links
from tournament.live import fanout
from tournament.live.broadcast import Audience, entrant_group, group
from tournament.models import PersonalLink, Tournament
from tournament.permissions import Actor, Permission, Role, may, may_see
from tournament.setup.queries import poster

DELAYED_LOOK = 1.0
PHONE_LOOK = 30.0
Admit = Callable[[Tournament, Actor], object]


def tournament_of(scope: fanout.Scope) -> Tournament:
    """The tournament in a socket's address; only what opening a socket asks for is read."""
    code = scope["url_route"]["kwargs"]["code"].upper()
    found = Tournament.objects.filter(code=code).only("code", "rulebook").first()
    if found is None:
        raise fanout.TurnedAway(fanout.NOT_FOUND)
    return found


def told(scope: fanout.Scope, admit: Admit = poster.told) -> Tournament:
    """The same, for who may see it: by default who may know of the event (igr:5.08(a))."""
    found = tournament_of(scope)
    try:
        admit(found, scope["actor"])
    except Refused:
        raise fanout.TurnedAway(fanout.FORBIDDEN) from None
    return found


def panel_socket(panel: screens.Panel, admit: Admit) -> fanout.Socket:
    """The socket of a panel, for who may see it."""
    return fanout.socket(lambda scope: panel.picture(told(scope, admit).pk))


def published(scope: fanout.Scope) -> Tournament:
    """The tournament other sites may be told of (igr:5.08(a)); the same for everybody."""
    found = tournament_of(scope)
    if not poster.is_published(found):
        raise fanout.TurnedAway(fanout.FORBIDDEN)
    return found


def _word(scope: fanout.Scope) -> fanout.Picture:
    return _word_in(told(scope).pk)


def _word_in(tournament_id: int, leave: str = "") -> fanout.Picture:
    """What is announced, for everybody."""
    groups = (group(tournament_id, Audience.WORD),)
    return fanout.Picture(groups, lambda: drawings.word(tournament_id), PACE, leave=leave)


def _feed(scope: fanout.Scope) -> fanout.Picture:
    tournament_id = published(scope).pk
    audiences = (Audience.FEED, Audience.CLOCK, Audience.STANDINGS)
    groups = tuple(group(tournament_id, audience) for audience in audiences)
    return fanout.Picture(groups, lambda: drawings.feed(tournament_id), PACE)


def _table(scope: fanout.Scope, tournament: Tournament) -> Table:
    number = scope["url_route"]["kwargs"]["number"]
    found = tournament.tables.filter(number=number).only("delay_minutes").first()
    if found is None:
        raise fanout.TurnedAway(fanout.NOT_FOUND)
    return found


def _public_table(scope: fanout.Scope) -> fanout.Picture:
    tournament = told(scope)
    found = _table(scope, tournament)
    groups = (table_broadcast.public_group(found.pk), group(tournament.pk, Audience.CLOCK))
    draw = partial(drawings.public_table, found.pk)
    if found.delay_minutes:  # what it shows comes without a change of its own
        return fanout.Picture(groups, draw, look_every=DELAYED_LOOK)
    return fanout.Picture(groups, draw, glance=partial(drawings.glance, found.pk))


def _tablet(scope: fanout.Scope) -> fanout.Picture:
    tournament = tournament_of(scope)
    table_id = _table(scope, tournament).pk
    if not may(scope["actor"], Permission.DEAL, tournament.pk, table_id):
        raise fanout.TurnedAway(fanout.FORBIDDEN)
    groups = (table_broadcast.dealer_group(table_id), group(tournament.pk, Audience.CLOCK))
    draw, glance = partial(drawings.tablet, table_id), partial(drawings.glance, table_id)
    return fanout.Picture(groups, draw, glance=glance)


def _link(scope: fanout.Scope) -> PersonalLink:
    """The standing link in a socket's address."""
    link = links.find(scope["url_route"]["kwargs"]["token"])
    if link is None:
        raise fanout.TurnedAway(fanout.NOT_FOUND)
    return link


def _entrants_socket(picture: Callable[[int, str], fanout.Picture]) -> fanout.Socket:
    """A public picture for an entrant, who knows of it whatever the public may know.

    It is open as long as the link is.
    """

    def find(scope: fanout.Scope) -> fanout.Picture:
        entry = _link(scope).entry
        return picture(entry.tournament_id, entrant_group(entry.pk))

    return fanout.socket(find)


def _mine(scope: fanout.Scope) -> fanout.Picture:
    """An entrant's own page, drawn calmly: many phones watch, and each has its own."""
    link = _link(scope)
    news = (group(link.entry.tournament_id, each) for each in (Audience.SEATING, Audience.CLOCK))
    return fanout.Picture(
        (entrant_group(link.entry_id), *news),
        lambda: drawings.mine(link.pk),
        PHONE_PACE,
        look_every=PHONE_LOOK,
        crowd="phones",
    )


def _staffs(scope: fanout.Scope) -> Tournament:
    """The tournament, for its staff; nobody else learns whether there is one."""
    try:
        return tournament_of(scope)
    except fanout.TurnedAway:
        raise fanout.TurnedAway(fanout.FORBIDDEN) from None


def _console(scope: fanout.Scope) -> fanout.Picture:
    """One picture for all; a table manager's has his own tables first."""
    tournament, actor = _staffs(scope), scope["actor"]
    if not may(actor, Permission.SEE_CONSOLE, tournament.pk):
        raise fanout.TurnedAway(fanout.FORBIDDEN)
    user_id = actor.user_id if (tournament.pk, Role.FLOOR) in actor.roles else None
    news = group(tournament.pk, Audience.CONSOLE)
    groups = (news,) if user_id is None else (f"{news}.{user_id}", news)
    return fanout.Picture(groups, lambda: drawings.console(tournament.pk, user_id), PACE)


def _floor(scope: fanout.Scope) -> fanout.Picture:
    """One table as the floor sees it."""
    tournament = _staffs(scope)
    if not may_see(scope["actor"], Permission.RULE, tournament.pk):
        raise fanout.TurnedAway(fanout.FORBIDDEN)
    table_id = _table(scope, tournament).pk
    groups = (table_broadcast.floor_group(table_id), group(tournament.pk, Audience.CONSOLE))
    return fanout.Picture(groups, lambda: drawings.floor(table_id), PACE)


table = fanout.socket(_public_table)
tablet = fanout.socket(_tablet)
mine = fanout.socket(_mine)
my_clock = _entrants_socket(lambda cup, leave: screens.CLOCK.picture(cup, leave=leave))
my_word = _entrants_socket(_word_in)
word = fanout.socket(_word)
feed = fanout.socket(_feed)
console = fanout.socket(_console)
floor = fanout.socket(_floor)
