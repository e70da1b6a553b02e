"""The moments of an event that a demo offers, and what to look at in each."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.urls import reverse
from django.utils.text import slugify

from tables import rehearsal
from tables.demo import evenings
from tables.seating.queries import seating
from tournament.entries.queries import links
from tournament.models import Tournament

HALL, DESKTOP, TABLET, PHONE = "hall", "desktop", "tablet", "phone"
Where = Callable[[Tournament], str]


class Make(Protocol):
    """Brings an event of this name to its moment."""

    def __call__(self, name: str, *, now: datetime) -> Tournament: ...


@dataclass(frozen=True, slots=True)
class Window:
    """One page side by side with others, on the screen it is made for."""

    title: str
    on: str
    where: Where


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment, the event that stands at it, and what there is to see and to try."""

    key: str
    title: str
    event: str
    words: tuple[str, ...]
    windows: tuple[Window, ...]
    make: Make | None = None  # the evening that plays itself is made by `manage.py demo`

    @property
    def can_start_again(self) -> bool:
        """Whether a visitor may have it anew."""
        return self.make is not None


@dataclass(frozen=True, slots=True)
class Pane:
    """A window onto one event."""

    title: str
    on: str
    path: str


def page(name: str) -> Where:
    """This page of the event."""
    return lambda cup: reverse(name, kwargs={"code": cup.code})


def at_table(name: str) -> Where:
    """This page of the first table in play, or of table 1."""

    def where(cup: Tournament) -> str:
        number = next((table.number for table in seating.open_tables(cup.pk)), 1)
        return reverse(name, kwargs={"code": cup.code, "number": number})

    return where


def a_players_phone(cup: Tournament) -> str:
    """The page of somebody who still has chips; the live page where nobody has a link."""
    standing = sorted(links.by_entry(cup.pk).values(), key=lambda link: link.entry_id)
    held = {entry.pk for entry in links.entries(cup.pk) if entry.stack}
    for link in [*(link for link in standing if link.entry_id in held), *standing][:1]:
        return reverse("mine", kwargs={"token": links.token(link.entry_id, link.nonce)})
    return page("public")(cup)


def league_page(_cup: Tournament) -> str:
    """The season's table."""
    return reverse("league", kwargs={"slug": slugify(evenings.LEAGUE)})


CONSOLE = Window("The director's console", DESKTOP, page("console"))
DEALER = Window("The dealer's tablet", TABLET, at_table("tablet"))
PLAYER = Window("A player's phone", PHONE, a_players_phone)
VISITOR = Window("A visitor's phone", PHONE, page("public"))


def hall(title: str, name: str) -> Window:
    """A screen of the hall."""
    return Window(title, HALL, page(name))


MOMENTS = (
    Moment(
        "play",
        "In play",
        rehearsal.NAME,
        (
            "Bots play this one: three tables, all at once. Follow a hand on the tablet and see "
            "the console count it a moment later.",
            "On the console, stop the clock: hall screen and phone stop with it.",
            "Type / on the console and a name: it finds players, tables and pages.",
        ),
        (hall("The hall's clock", "clock-screen"), CONSOLE, DEALER, PLAYER),
    ),
    Moment(
        "registration",
        "Registration",
        "Saturday Night Hold'em",
        (
            "Twenty-five are on the list, four of them have not paid: take a payment at the desk.",
            "Register somebody: type a name, press Enter. The phone counts one more.",
            "Then draw the seats on the console.",
        ),
        (
            hall("What is played", "structure-screen"),
            CONSOLE,
            Window("The desk", TABLET, page("entries")),
            VISITOR,
        ),
        evenings.registration,
    ),
    Moment(
        "break",
        "Dinner break",
        "Harbour Deepstack",
        (
            "Everybody is at dinner. Every screen counts down to the same second.",
            "Add minutes on the console, or end the break: the tablet lets the dealer deal.",
        ),
        (hall("The hall's clock", "clock-screen"), CONSOLE, DEALER, PLAYER),
        evenings.dinner,
    ),
    Moment(
        "all-in",
        "All-in",
        "High Noon",
        (
            "Aces against kings, all-in, with the flop out: every screen shows both hands.",
            "You deal: enter the turn and the river on the tablet, then pay the pot.",
        ),
        (
            Window("The table's screen", HALL, at_table("table-screen")),
            CONSOLE,
            DEALER,
            Window("The table on a phone", PHONE, at_table("table-screen")),
        ),
        evenings.all_in,
    ),
    Moment(
        "bubble",
        "Bubble",
        "Winter Series, event 4",
        (
            "Seven left, six are paid: both tables play hand for hand.",
            "Deal a hand on the tablet. This table then waits for the other one.",
        ),
        (hall("The leaderboard", "leaderboard-screen"), CONSOLE, DEALER, PLAYER),
        evenings.bubble,
    ),
    Moment(
        "final",
        "Final table",
        "City Championship",
        (
            "Nine have drawn their seats for the final table; anybody can check the draw.",
            "Deal a hand and bust somebody: the console says what to do next.",
        ),
        (Window("The final table", HALL, at_table("table-screen")), CONSOLE, DEALER, PLAYER),
        evenings.final_table,
    ),
    Moment(
        "deal",
        "Finished with a deal",
        "Harbour Open",
        (
            "The last three agreed on a deal by ICM and played on for $200 and the title.",
            "Two have been paid: the third signs at the payout desk.",
        ),
        (
            hall("The prizes", "payouts-screen"),
            CONSOLE,
            Window("The payout desk", TABLET, page("payout-desk")),
            PLAYER,
        ),
        evenings.ended_with_a_deal,
    ),
    Moment(
        "4s",
        "4S night",
        "4S Club Night",
        (
            "Four clubs, two players each: points are added up club by club.",
            "The rulebook in force is 4S; the tablet names its rules where it refuses something.",
        ),
        (hall("The clubs", "clubs-screen"), CONSOLE, DEALER, PLAYER),
        evenings.club_night,
    ),
    Moment(
        "league",
        "League",
        "Friday League, night 3",
        (
            "Three nights of a season; the best two of each player count.",
            "Change the formula on the league's page: the table is worked out anew.",
        ),
        (
            hall("The last night", "leaderboard-screen"),
            Window("The league", DESKTOP, league_page),
            Window("Hand by hand", TABLET, page("replay")),
            Window("The players", PHONE, page("players")),
        ),
        evenings.league,
    ),
)
BY_KEY = {moment.key: moment for moment in MOMENTS}


def newest(moment: Moment) -> Tournament | None:
    """The event that stands at this moment, if it has been made."""
    return Tournament.objects.filter(name=moment.event).order_by("-created_at", "-pk").first()


def panes(moment: Moment, cup: Tournament) -> list[Pane]:
    """What is shown of it, side by side."""
    return [Pane(window.title, window.on, window.where(cup)) for window in moment.windows]


def make_missing(*, now: datetime) -> list[Tournament]:
    """Every event that is not there yet; how many there are does not change the second time."""
    return [
        moment.make(moment.event, now=now)
        for moment in MOMENTS
        if moment.make is not None and newest(moment) is None
    ]
