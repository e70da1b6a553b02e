"""What a house decides before play within its rulebook: each option, its words and its clause."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import rulebooks
from engine.games import Game
from engine.prizes.law import Order, Tie
from engine.refusal import Refused
from engine.rules import setup_checks
from engine.rules.book import Rulebook, Settings
from engine.rules.limits import COUNTS, LIMIT_GAMES

Value = bool | str | int
YES_NO = ((True, "Yes"), (False, "No"))
BOARD_GAMES = ("holdem", "omaha")


@dataclass(frozen=True, slots=True)
class Option:
    """One question to the house; `suits` says in which games it arises at all."""

    key: str
    question: str
    choices: tuple[tuple[Value, str], ...]
    default: Value
    clause: str
    suits: Callable[[Game], bool] = lambda game: True

    def words(self, value: Value) -> str:
        return next(words for choice, words in self.choices if choice == value)


def _has_a_board(game: Game) -> bool:
    return game.family in BOARD_GAMES


def _is_draw(game: Game) -> bool:
    return game.family == "draw"


def _is_limit(game: Game) -> bool:
    return game.limit in LIMIT_GAMES


def _is_stud(game: Game) -> bool:
    return game.family == "stud"


ACE_LOW = Option(
    "ace_is_low_too",
    "Does the ace also count low in straights?",
    YES_NO,
    True,
    "canberra:3.5(a)",
)
WINS = Option(
    "wins",
    "Which hand wins?",
    (
        ("", "The one that usually wins this game"),
        ("high", "The high hand"),
        ("low", "The low hand"),
        ("split", "High and low share each pot"),
        ("split8", "High and low share each pot, low needs eight or better"),
    ),
    "",
    "canberra:3.5(b)",
)
ACE_LOW_IN_LOWS = Option(
    "ace_is_low_in_low_hands",
    "Is the ace the lowest card of a low hand?",
    YES_NO,
    False,
    "canberra:3.5(b)",
)
BURNS = Option(
    "burns",
    "Is a card burned before flop, turn and river?",
    YES_NO,
    True,
    "canberra:{appendix}.1.2",
    _has_a_board,
)
OPENER = Option(
    "opener_options",
    "What may the opener of the first betting round do?",
    (
        ("", "What is usual: raise, call or fold after blinds, bet after antes"),
        ("a", "Call or raise; who folds pays the call first"),
        ("b", "Call, raise or fold"),
        ("c", "Raise or fold"),
        ("d", "Bet: no check and no fold"),
    ),
    "",
    "canberra:9.1",
)
LAST_CHECK = Option(
    "may_check_last_round",
    "May the last betting round be checked?",
    YES_NO,
    True,
    "canberra:B.1.4",
    _is_draw,
)
STUD_OPENS = Option(
    "stud_opens",
    "Which up card opens the first betting round?",
    (("high", "The highest"), ("low", "The lowest")),
    "high",
    "canberra:D.1.2",
    _is_stud,
)
EXPOSED = Option(
    "replaces_exposed_card",
    "Is a hole card that the dealer exposed replaced after the deal?",
    ((True, "Replaced by the top card of the deck"), (False, "Kept by its player")),
    True,
    "fours:exposed-2",
)
SHORT_ALL_IN = Option(
    "short_all_in_reopens",
    "May players who have acted raise again after a short all-in?",
    ((False, "No: they call or fold"), (True, "Yes: the clause read to the letter")),
    False,
    "charity:14.4",
)
ANTE_FIRST = Option(
    "ante_comes_first",
    "With a big-blind ante, what is paid first from a short stack?",
    ((False, "The blind, then the ante"), (True, "The ante, then the blind")),
    False,
    "tda2024:RP-11",
)
HAND_MINUTES = Option(
    "hand_for_hand_minutes",
    "How many minutes does a hand take off the clock in hand-for-hand?",
    ((1, "One minute"), (2, "Two minutes"), (3, "Three minutes")),
    2,
    "tda2024:RP-8",
)
LOWEST = {52: "two", 48: "three", 44: "four", 40: "five", 36: "six", 32: "seven"}
DECK = Option(
    "deck_size",
    "Which deck is played with?",
    tuple((size, f"{size} cards, ace down to {low}") for size, low in LOWEST.items()),
    52,
    "canberra:2.1",
)
JOKER = Option("has_joker", "Is a joker added to the deck?", YES_NO, False, "canberra:2.2")
SIZES = ("One minimum bet", *(f"{count} minimum bets" for count in COUNTS[1:]))


def _bet_of(key: str, words: str) -> Option:
    """How large the bets and raises of a later betting round are (charity:9.1)."""
    return Option(
        key,
        f"How large are bets and raises in the {words} betting round?",
        tuple(enumerate(SIZES, 1)),
        1,
        "charity:9.1",
        _is_limit,
    )


BET_SIZES = (
    _bet_of("second_round_bet", "second"),
    _bet_of("third_round_bet", "third"),
    _bet_of("last_round_bet", "last"),
)
AS_AT_ONE_TABLE, SHARED = "as at one table", "shared"
SEPARATE_TABLES = Option(
    "separate_tables",
    "Players who go out in the same hand-for-hand hand at different tables",
    ((SHARED, "share the place"), (AS_AT_ONE_TABLE, "are placed as if at one table")),
    AS_AT_ONE_TABLE,
    "tda2024:RP-8-A",
)

OFFERED: Mapping[str, tuple[Option, ...]] = {
    "charity": (*BET_SIZES, SHORT_ALL_IN, ANTE_FIRST, HAND_MINUTES, SEPARATE_TABLES),
    "adelaide": (ANTE_FIRST, HAND_MINUTES),
    "canberra": (
        *(DECK, JOKER, WINS, ACE_LOW, ACE_LOW_IN_LOWS, BURNS, OPENER, LAST_CHECK, STUD_OPENS),
        *(ANTE_FIRST, HAND_MINUTES, SEPARATE_TABLES),
    ),
    "igr": (ANTE_FIRST, HAND_MINUTES, replace(SEPARATE_TABLES, default=SHARED)),
    "fours": (EXPOSED,),
}
# How places are given is no rule of a hand: where the book leaves no choice of it.
_PLACED_BY_BOOK: Mapping[str, Mapping[str, str]] = {"separate_tables": {"adelaide": "adelaide:99c"}}
# What is said to stay as it is when play has begun.
FROZEN = {
    "deck_size": "canberra:2.1",
    "has_joker": "canberra:2.1",
    "wins": "canberra:3.5(b)",
}


def offered(rulebook: str, games: Iterable[Game]) -> list[Option]:
    """The options of this book that arise in one of these games."""
    played = list(games)
    return [
        replace(option, clause=option.clause.format(appendix=played[0].appendix))
        for option in OFFERED[rulebook]
        if any(option.suits(game) for game in played)
    ]


def chosen(plain: Mapping[str, Any], options: Sequence[Option]) -> dict[str, Value]:
    """Every option's value: as this structure has it, else the book's default."""
    kept = plain.get("house_rules", {})
    return {option.key: kept.get(option.key, option.default) for option in options}


def check(
    values: Mapping[str, Value], *, rulebook: str, games: Sequence[Game], seats: int
) -> dict[str, Value]:
    """What is kept of a choice: only what differs from the default; or a refusal with a clause."""
    options = {option.key: option for option in offered(rulebook, games)}
    for key, value in values.items():
        _check_one(key, value, options, rulebook)
    for game in games:
        _check_together(values, rulebooks.get(rulebook), game, seats)
    return {key: value for key, value in values.items() if value != options[key].default}


def _check_one(key: str, value: Value, options: Mapping[str, Option], rulebook: str) -> None:
    option = options.get(key)
    if option is None:
        clause = _PLACED_BY_BOOK.get(key, {}).get(rulebook, "")
        clause = rulebooks.get(rulebook).fixed.get(key, clause)
        raise Refused("The rulebook or the game leaves no choice here.", clause)
    if not any(value == choice and type(value) is type(choice) for choice, _ in option.choices):
        raise Refused("Choose one of the answers offered.", option.clause)


def _check_together(values: Mapping[str, Value], book: Rulebook, game: Game, seats: int) -> None:
    opener = values.get("opener_options", "")
    if opener == "d" and game.blinds:
        why = f"{game.name} is played with blinds: the opener need not bet."
        raise Refused(why, "canberra:9.1(d)")
    if opener and opener != "d" and not game.blinds:
        why = f"{game.name} is played with antes: there is nothing to call, the opener bets."
        raise Refused(why, "canberra:9.1(d)")
    game = _settings(values).dealt(game)
    most = setup_checks.most_players(game, burns=bool(values.get("burns", True)) and game.burns)
    if most < seats:
        why = f"{game.name} can be dealt to {most} players, not to {seats} at a table."
        raise Refused(why, book.seats.clause.format(appendix=game.appendix))


def settings(plain: Mapping[str, Any]) -> Settings:
    """What every hand of this structure is played by."""
    rows = plain.get("schedule", {}).get("rows", ())
    may_over_blind = any(row.get("over_blind") for row in rows)
    return replace(_settings(plain.get("house_rules", {})), may_over_blind=may_over_blind)


def _settings(values: Mapping[str, Any]) -> Settings:
    known = {key: value for key, value in values.items() if key in Settings.__dataclass_fields__}
    return Settings(**known)


def check_open(changed: Iterable[str], *, is_open: bool) -> None:
    """Refuse a choice once play has begun; of the deck the book says so itself (canberra:2.1)."""
    if not is_open:
        clause = next((FROZEN[key] for key in changed if key in FROZEN), "")
        raise Refused("Play has begun: the rules of the house stay as they are.", clause)


def hand_for_hand_minutes(plain: Mapping[str, Any]) -> int:
    """What a hand of hand-for-hand takes off the clock (tda2024:RP-8)."""
    return int(plain.get("house_rules", {}).get("hand_for_hand_minutes", HAND_MINUTES.default))


def order_of_places(plain: Mapping[str, Any], *, rulebook: str) -> Order:
    """How busts of one moment are placed: by the book, across tables as the house has it."""
    order = rulebooks.get(rulebook).prizes.order.value
    wanted = plain.get("house_rules", {}).get("separate_tables")
    if wanted is None:
        return order
    return replace(order, separate_tables=Tie.JOINT if wanted == SHARED else None)
