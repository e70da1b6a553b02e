"""Which game each level of a schedule is played in, and whether it can be dealt at all."""

from collections.abc import Iterator

from engine import games, rulebooks, setup
from engine.games import Game
from engine.refusal import Refused
from engine.rulebooks import Rules, Settings
from engine.rules import setup_checks
from engine.schedule import Level, Schedule
from engine.setup import Participant, Setup


def of_level(level: Level, *, usual: str) -> str:
    """The game this level is dealt as: its own, else the tournament's; a limit may stand alone."""
    if level.game.startswith(":"):
        return usual.partition(":")[0] + level.game
    return level.game or usual


def game_of(level: Level, *, usual: Game) -> Game:
    """The same as a game; without one of its own, whatever game is usual."""
    return games.get(of_level(level, usual=usual.id)) if level.game else usual


def played(schedule: Schedule, *, usual: str) -> list[Game]:
    """Every game of a schedule, the tournament's own first."""
    ids = dict.fromkeys((usual, *(of_level(level, usual=usual) for level in schedule.levels)))
    return [games.get(game) for game in ids]


def lawful(rulebook: str) -> list[Game]:
    """The built-in games that this book knows."""
    found = []
    for game in map(games.get, games.ids()):
        try:
            setup_checks.check_game(rulebooks.get(rulebook), game)
        except Refused:
            continue
        found.append(game)
    return found


def lawful_limits(rulebook: str) -> list[str]:
    """The limits that this book knows."""
    return list(rulebooks.get(rulebook).limits.value)


def refusals(
    schedule: Schedule, *, rulebook: str, usual: str, seats: int, settings: Settings
) -> Iterator[tuple[int, Refused]]:
    """Every level that cannot be dealt to a full table under this book, with the reason."""
    for index, level in enumerate(schedule.rows):
        if isinstance(level, Level):
            try:
                _deal_once(level, rulebook=rulebook, usual=usual, seats=seats, settings=settings)
            except Refused as refusal:
                why = f"Level {schedule.number(index)}: {refusal.why}"
                yield index, Refused(why, refusal.clause)


def check(schedule: Schedule, *, rulebook: str, usual: str, seats: int, settings: Settings) -> None:
    """Refuse a schedule with a level that cannot be dealt."""
    for _, refusal in refusals(
        schedule, rulebook=rulebook, usual=usual, seats=seats, settings=settings
    ):
        raise refusal


def _deal_once(level: Level, *, rulebook: str, usual: str, seats: int, settings: Settings) -> None:
    try:
        game = games.get(of_level(level, usual=usual))
    except KeyError:
        raise Refused("This game is not known here: choose one of the list.") from None
    book = rulebooks.get(rulebook)
    rules = Rules(book, game, settings)
    if level.over_blind and not book.over_blind.value:
        raise Refused("Over-blinds are not allowed under this rulebook.", book.over_blind.clause)
    if level.blinds and not game.blinds:
        raise Refused(f"{game.name} has an ante and no blinds.", rules.clause("forced_bets"))
    if level.bring_in and game.family != "stud":
        raise Refused(f"{game.name} has no bring-in: it belongs to stud.", rules.clause("streets"))
    enough = 100 * (sum(level.amounts) + 1)
    players = tuple(Participant(seat, enough) for seat in range(1, seats + 1))
    setup.begin(
        Setup(
            number=1,
            seats=players,
            blinds=level.blinds,
            ante=level.ante,
            big_blind_ante=level.big_blind_ante,
            over_blind=over_blind(level.blinds) if level.over_blind else 0,
            bring_in=level.bring_in,
            small_bet=level.small_bet,
        ),
        rules,
    )


def over_blind(blinds: tuple[int, ...]) -> int:
    """An over-blind doubles the last blind (canberra:4.3(f))."""
    return 2 * max(blinds, default=0)
