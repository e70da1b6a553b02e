"""The quick start: presets a host can play at once, and the page that leads to the first hand."""

from dataclasses import dataclass

from engine.lifecycle import TournamentState
from engine.structure import presets
from engine.structure.law import Preset
from tables.seating.queries import seating
from tables.seating.queries.seating import TableSeats
from tournament.models import Tournament

# Presets that need nothing but players, the usual one first: title and what to expect.
HOME_GAMES = {
    "friday": (
        "No-limit hold'em, one evening",
        "Rebuys in the first hour, one add-on in the second.",
    ),
    "adelaide-no-limit": (
        "No-limit hold'em, deep",
        "The casino's structure: more chips, longer levels.",
    ),
    "adelaide-pot": ("Pot-limit hold'em", "No bet larger than the pot."),
    "canberra-b": ("Five-card draw", "Five cards each, one exchange."),
    "canberra-d": ("Seven-card stud", "Seven cards of your own, no board."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeGameCard:
    """One preset of the quick start."""

    key: str
    title: str
    about: str
    stack: int
    level_minutes: int
    min_players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyPicture:
    """From the drawn seats to the first hand."""

    is_waiting: bool  # seats are drawn, the clock has not been started
    is_running: bool
    players: int
    tables: list[TableSeats]


def cards() -> list[HomeGameCard]:
    """The presets to choose from, the usual one first."""
    return [_card(presets.get(key), *words) for key, words in HOME_GAMES.items()]


def ready(tournament: Tournament) -> ReadyPicture:
    """Who sits where, and what is left to do."""
    tables = seating.tables(tournament.pk)
    return ReadyPicture(
        is_waiting=tournament.state == TournamentState.SEATED,
        is_running=tournament.state == TournamentState.RUNNING,
        players=sum(bool(seat.name) for table in tables for seat in table.seats),
        tables=tables,
    )


def _card(preset: Preset, title: str, about: str) -> HomeGameCard:
    return HomeGameCard(
        key=preset.key,
        title=title,
        about=about,
        stack=preset.starting_stack,
        level_minutes=preset.schedule.levels[0].minutes,
        min_players=preset.min_players,
    )
