"""What books leave to a house before play: each question with its answers and its clause."""

from engine.games import Game
from engine.rules.limits import COUNTS, LIMIT_GAMES
from engine.structure.law import Option

YES_NO = ((True, "Yes"), (False, "No"))
BOARD_GAMES = ("holdem", "omaha")


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
    frozen="canberra:3.5(b)",
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
    frozen="canberra:2.1",
)
JOKER = Option(
    "has_joker",
    "Is a joker added to the deck?",
    YES_NO,
    False,
    "canberra:2.2",
    frozen="canberra:2.1",
)
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
