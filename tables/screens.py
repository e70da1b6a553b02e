"""Every hall screen, declared once: page, address, pushes, choices and links follow from its entry.

A panel is a fragment with a picture of its own that is pushed whole when there is news. A screen
is a panel on a page for the hall. `docs/architecture.md` says how to add one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from functools import wraps
from typing import Any, ClassVar, Protocol

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from tables.results.queries import payouts, standings
from tables.seating.queries import seating
from tournament.clock.queries import prize_clock, structure
from tournament.live import fanout
from tournament.live.broadcast import Audience, group
from tournament.models import Tournament
from tournament.permissions import Actor
from tournament.prizes.queries import clubs, giving
from tournament.setup.queries import conditions, poster, signs, tournaments

PACE, PHONE_PACE = 0.3, 3.0
# What a screen counts by itself, and the version: a change of these alone is nothing to show.
NO_NEWS = {"seconds_left", "server_ms", "next_break_in", "version"}


class Picture(Protocol):
    """What a panel shows, a frozen dataclass; its version grows with whatever changes it."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def version(self) -> int: ...


class Read(Protocol):
    """How a picture is read: from a tournament at a moment."""

    def __call__(self, tournament: Tournament, *, now: datetime) -> Picture: ...


@dataclass(frozen=True, slots=True)
class Panel:
    """A fragment, and the news that have it drawn anew; without news it is fetched now and then.

    Its name is that of its element, its group, its socket, its partial, and its picture's in there.
    """

    name: str
    read: Read
    news: tuple[Audience, ...] = ()
    pace: float = PACE
    template: str = ""
    shows: str = ""

    @property
    def partial(self) -> str:
        """The template that draws it."""
        return self.template or f"screens/_{self.name}.html"

    def context(self, tournament: Tournament, *, now: datetime) -> dict[str, Any]:
        """What its partial is given."""
        picture = self.read(tournament, now=now)
        return {"tournament": tournaments.heading(tournament), self.shows or self.name: picture}

    def draw(self, tournament_id: int) -> fanout.Drawn:
        """The whole fragment as it is now, for a push."""
        found = Tournament.objects.select_related("clock", "chain").get(pk=tournament_id)
        context = self.context(found, now=timezone.now())
        picture: Picture = context[self.shows or self.name]
        shown = (field.name for field in fields(picture) if field.name not in NO_NEWS)
        stamp = repr([getattr(picture, name) for name in shown])
        content = render_to_string(self.partial, context)
        return fanout.push(target=self.name, version=picture.version, content=content, stamp=stamp)

    def picture(self, tournament_id: int, *, leave: str = "") -> fanout.Picture:
        """What a socket shows of it; `leave` is the group that lets one socket see it."""
        audiences = dict.fromkeys((self.name, *self.news))
        groups = tuple(group(tournament_id, audience) for audience in audiences)
        return fanout.Picture(groups, lambda: self.draw(tournament_id), self.pace, leave=leave)

    def push_url(self, code: str) -> str:
        """Where its pushes come from; nothing where it has none."""
        return f"/ws/t/{code}/{self.name}/" if self.news else ""


def _anywhere(_: Tournament) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A page for the hall: one panel, or one table.

    `admit` refuses who may not see it, `is_for` says at which tournaments it is offered, `heading`
    stands at its top edge and `page` is its template, where the usual ones do not serve. With a
    `frame_height` it can also lie over a stream, or stand in a web site's frame of that height.
    """

    name: str
    title: str
    about: str
    panel: Panel | None
    address: str = ""
    heading: str = ""
    page: str = "screens/screen.html"
    frame_height: int = 0
    admit: Callable[[Tournament, Actor], object] = poster.told
    is_for: Callable[[Tournament], bool] = _anywhere

    @property
    def route(self) -> str:
        """Its address below that of its tournament."""
        return self.address or f"{self.name}/"

    @property
    def url_name(self) -> str:
        """By what name pages link to it."""
        return f"{self.name}-screen"

    @property
    def top(self) -> str:
        """What stands at its top edge."""
        return self.heading or self.title

    @property
    def partial(self) -> str:
        """The template that draws what it shows."""
        return self.panel.partial if self.panel else f"screens/_{self.name}.html"

    def url(self, code: str, number: int | None = None) -> str:
        """Where it is; one of a table needs the table's number."""
        where = {"code": code} if number is None else {"code": code, "number": number}
        return reverse(self.url_name, kwargs=where)


def _calm(read: Callable[[Tournament], Picture]) -> Read:
    """How something is read that is the same at any moment."""

    @wraps(read)
    def picture(tournament: Tournament, *, now: datetime) -> Picture:
        return read(tournament)

    return picture


CLOCK = Panel("clock", prize_clock.picture, (Audience.CLOCK, Audience.FORECAST))
STANDINGS = Panel("standings", standings.picture, (Audience.STANDINGS,))
SEATING = Panel("seating", seating.picture, (Audience.SEATING,))
# What phones show besides, told calmly: many watch at once.
LEVELS = Panel(
    "levels", structure.picture, (Audience.CLOCK,), PACE, "public/_levels.html", "structure"
)
MOVES = Panel(
    "moves", seating.picture, (Audience.SEATING,), PHONE_PACE, "public/_moves.html", "seating"
)
PRIZES = Panel(
    "prizes",
    payouts.pushed,
    (Audience.CLOCK, Audience.STANDINGS),
    PHONE_PACE,
    "public/_prizes.html",
    "payouts",
)
TABLE = Screen(
    name="table",
    title="One table",
    about="the hand as it is played",
    panel=None,
    address="tables/<int:number>/",
    page="screens/table.html",
)
SCREENS: tuple[Screen, ...] = (
    Screen(
        name="clock",
        title="Clock",
        about="time, blinds, who is left",
        panel=CLOCK,
        page="screens/clock.html",
        frame_height=160,
    ),
    Screen(
        name="leaderboard",
        title="Leaderboard",
        about="stacks, busts, biggest pots",
        panel=STANDINGS,
        frame_height=640,
    ),
    Screen(
        name="seating",
        title="Seating",
        about="for the door: find your seat, who moves",
        panel=SEATING,
        heading="Find your seat",
    ),
    Screen(
        name="structure",
        title="Structure",
        about="levels, breaks, chips",
        panel=Panel("structure", structure.picture, (Audience.CLOCK,)),
    ),
    Screen(
        name="payouts",
        title="Payouts",
        about="places and prizes",
        panel=Panel("payouts", _calm(payouts.picture)),
    ),
    Screen(
        name="rules",
        title="Rules",
        about="limits and order of hands",
        panel=Panel("rules", _calm(signs.picture)),
        address="wall/rules/",
    ),
    Screen(
        name="conditions",
        title="Terms of entry",
        about="what players agree to",
        panel=Panel("conditions", _calm(conditions.sheet)),
        address="wall/conditions/",
    ),
    Screen(
        name="clubs",
        title="Clubs",
        about="points and medals",
        panel=Panel("clubs", _calm(clubs.picture)),
        address="wall/clubs/",
        heading="Clubs and medals",
        is_for=clubs.has_clubs,
    ),
    Screen(
        name="donations",
        title="Donations",
        about="what each place gives, and to whom",
        panel=Panel("donations", _calm(giving.picture)),
        address="wall/donations/",
        heading="Charities and donations",
        is_for=giving.is_for_charity,
    ),
    TABLE,
)


def named(name: str) -> Screen | None:
    """The screen of this name."""
    return next((screen for screen in SCREENS if screen.name == name), None)


def title(name: str) -> str:
    """What a screen is called; one that was taken out of the list keeps its name."""
    found = named(name)
    return found.title if found else name


def choices() -> list[tuple[str, str]]:
    """Every screen a device can be told to show."""
    return [(screen.name, screen.title) for screen in SCREENS]


def offered(tournament: Tournament) -> list[Screen]:
    """The screens of the whole tournament that have something to show in it."""
    return [screen for screen in SCREENS if screen.panel and screen.is_for(tournament)]


def pushed() -> Iterator[tuple[Panel, Callable[[Tournament, Actor], object]]]:
    """Every panel that has a socket, and who may open it."""
    for screen in SCREENS:
        if screen.panel is not None and screen.panel.news:
            yield screen.panel, screen.admit
    yield from ((panel, poster.told) for panel in (LEVELS, MOVES, PRIZES))
