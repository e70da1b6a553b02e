"""Which game each level of a schedule is played in, and whether it can be dealt."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine import games
from engine.games import Game
from engine.hand.setup import Participant, Setup
from engine.referee import start
from engine.refusal import Refused
from engine.rules import setup_checks
from engine.rules.book import Rulebook
from engine.schedule.schedule import Level, Schedule

if TYPE_CHECKING:
    from engine.structure.played import Played


def of_level(level: Level, *, usual: str) -> str:
    """The game this level is dealt as: its own, else the tournament's; a limit may stand alone."""
    if level.game.startswith(":"):
        return usual.partition(":")[0] + level.game
    return level.game or usual


def lawful(book: Rulebook) -> list[Game]:
    """The built-in games that this book knows."""
    found = []
    for game in map(games.get, games.ids()):
        try:
            setup_checks.check_game(book, game)
        except Refused:
            continue
        found.append(game)
    return found


def refusals(schedule: Schedule, *, played: "Played", seats: int) -> Iterator[tuple[int, Refused]]:
    """Every level that cannot be dealt to a full table under this book, with the reason."""
    for index, level in enumerate(schedule.rows):
        if isinstance(level, Level):
            try:
                _deal_once(level, played=played, seats=seats)
            except Refused as refusal:
                why = f"Level {schedule.number(index)}: {refusal.why}"
                yield index, Refused(why, refusal.clause)


def check(schedule: Schedule, *, played: "Played", seats: int) -> None:
    """Refuse a schedule with a level that cannot be dealt."""
    for _, refusal in refusals(schedule, played=played, seats=seats):
        raise refusal


def _deal_once(level: Level, *, played: "Played", seats: int) -> None:
    try:
        rules = played.rules(of_level(level, usual=played.usual))
    except KeyError:
        raise Refused("This game is not known here: choose one of the list.") from None
    book, game = rules.book, rules.game
    if level.over_blind and not book.over_blind.value:
        raise Refused("Over-blinds are not allowed under this rulebook.", book.over_blind.clause)
    if level.blinds and not game.blinds:
        raise Refused(f"{game.name} has an ante and no blinds.", rules.clause("forced_bets"))
    if level.bring_in and game.family != "stud":
        raise Refused(f"{game.name} has no bring-in: it belongs to stud.", rules.clause("streets"))
    enough = 100 * (sum(level.amounts) + 1)
    players = tuple(Participant(seat, enough) for seat in range(1, seats + 1))
    start.begin(
        Setup(
            number=1,
            seats=players,
            blinds=level.blinds,
            ante=level.ante,
            big_blind_ante=level.big_blind_ante,
            over_blind=level.over_blind,
            bring_in=level.bring_in,
            small_bet=level.small_bet,
        ),
        rules,
    )
