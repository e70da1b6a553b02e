"""The command bar: any player, table, page or action, found by a few letters."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from engine.lifecycle import TournamentState
from tables import screens
from tables.console.queries import player_menu
from tables.models import Seating, Table
from tables.results.queries.standings import standing_seats
from tables.seating.queries import unseated
from tables.seating.queries.seating import open_tables
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, may
from tournament.prizes.queries import placings
from tournament.records.queries.names import plain

MOST = 12
Page = tuple[str, str, Permission]


@dataclass(frozen=True, slots=True)
class Found:
    """One line of the bar: where it leads, or the button it presses."""

    kind: str
    words: str
    detail: str
    url: str
    panel: str = ""
    post: str = ""
    sure: str = ""


def search(
    tournament: Tournament, actor: Actor, words: str, *, pages: Iterable[Page] = ()
) -> list[Found]:
    """What fits these words: players first, then tables, then what can be done."""
    wanted = plain(words).split()
    to_do = [*_actions(tournament, actor), *_pages(tournament, actor, pages)]
    if not wanted:
        return to_do[:MOST]
    players = _players(tournament)
    named = [word for word in player_menu.WORDS if _is_meant(word, wanted)]
    acts = [_act(word, one) for one in players for word in named]
    everything = [*players, *_tables(tournament), *to_do, *acts]
    return [one for one in everything if _fits(one, wanted)][:MOST]


def _is_meant(act: str, wanted: Iterable[str]) -> bool:
    """Whether somebody has begun to type this act."""
    return any(len(word) > 2 and plain(act).startswith(word) for word in wanted)


def _fits(one: Found, wanted: Iterable[str]) -> bool:
    words = plain(f"{one.words} {one.detail} {one.kind}")
    return all(word in words for word in wanted)


def _players(tournament: Tournament) -> list[Found]:
    seated = [_seated(tournament, seat) for seat in standing_seats(tournament.pk)]
    seats = reverse("seats", kwargs={"code": tournament.code})
    waiting = [
        Found("player", entry.name, "has no seat", seats, panel=_menu(tournament, entry.number))
        for entry in unseated.entries(tournament.pk)
        if tournament.state != TournamentState.REGISTERING
    ]
    places = reverse("placings", kwargs={"code": tournament.code})
    out = [
        Found("player", placed.name, f"out, {placed.text}", places)
        for placed in placings.of(tournament)
    ]
    return [*seated, *waiting, *out]


def _act(word: str, player: Found) -> Found:
    """One act of a player's menu, found by its word and the name."""
    return Found("act", f"{word}: {player.words}", player.detail, player.url, panel=player.panel)


def _menu(tournament: Tournament, number: int) -> str:
    """Where a player's menu is."""
    return reverse("player-menu", kwargs={"code": tournament.code, "number": number})


def _seated(tournament: Tournament, seat: Seating) -> Found:
    where = {"code": tournament.code, "number": seat.table.number}
    state = ", on the way" if seat.in_transit else ", away" if seat.is_absent else ""
    chips = clock_queries.chips(seat.entry.stack)
    return Found(
        "player",
        seat.entry.name,
        f"table {seat.table.number}, seat {seat.seat}, {chips} chips{state}",
        reverse("floor-table", kwargs=where),
        panel=_menu(tournament, seat.entry.number),
    )


def _tables(tournament: Tournament) -> list[Found]:
    return [_table(tournament, table) for table in open_tables(tournament.pk)]


def _table(tournament: Tournament, table: Table) -> Found:
    where = {"code": tournament.code, "number": table.number}
    return Found(
        "table",
        f"Table {table.number}",
        f"hand {table.hand_shown}" if table.hand_shown else "no hand yet",
        reverse("floor-table", kwargs=where),
        panel=reverse("floor-panel", kwargs=where),
    )


# Pages behind the menu's own.
BESIDES: tuple[Page, ...] = (
    ("seat-slips", "Seat slips to print", Permission.SEAT_PLAYERS),
    ("draws", "Draws", Permission.SEE_CONSOLE),
    ("public", "Public page", Permission.SEE_CONSOLE),
)


def _pages(tournament: Tournament, actor: Actor, pages: Iterable[Page]) -> list[Found]:
    where = {"code": tournament.code}
    return [
        Found("page", words, "open", reverse(name, kwargs=where))
        for name, words, permission in (*pages, *BESIDES, *_screens(tournament))
        if may(actor, permission, tournament.pk)
    ]


def _screens(tournament: Tournament) -> list[Page]:
    return [
        (screen.url_name, f"{screen.title} screen", Permission.SEE_CONSOLE)
        for screen in screens.offered(tournament)
    ]


ACTIONS = (
    (
        *("draw-seats", "Draw seats", TournamentState.REGISTERING, Permission.SEAT_PLAYERS),
        "Everyone gets a seat and registration closes.",
    ),
    (
        *("start-play", "Shuffle up and deal", TournamentState.SEATED, Permission.RUN_TOURNAMENT),
        "Play starts, and the clock with it.",
    ),
    (
        *("seat-check", "Ask every table to confirm its seats", TournamentState.RUNNING),
        *(Permission.SEAT_PLAYERS, "Every tablet asks its dealer to confirm the players."),
    ),
    (
        *("in-the-money", "Announce: in the money", TournamentState.RUNNING, Permission.RUN_CLOCK),
        "Shown on every clock; only once every table has confirmed.",
    ),
    (
        *("final-table", "Draw the final table", TournamentState.RUNNING, Permission.SEAT_PLAYERS),
        "Every player left draws a new seat.",
    ),
)


def _actions(tournament: Tournament, actor: Actor) -> list[Found]:
    where = {"code": tournament.code}
    return [
        Found("action", words, "press", "", post=reverse(name, kwargs=where), sure=sure)
        for name, words, state, permission, sure in ACTIONS
        if tournament.state == state and may(actor, permission, tournament.pk)
    ]
