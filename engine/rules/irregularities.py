"""What can go wrong with the cards, and how a book answers: the first case that applies decides.

A dealer reports one of these; the book's table holds cases in order, each a condition, a remedy and
the clause it stands in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.games import Game
from engine.hand.commands import Report
from engine.hand.events import Event
from engine.hand.state import Hand

if TYPE_CHECKING:
    from engine.rules.book import Rules

# Before and during the initial deal.
EXPOSED_IN_THE_CUT = "cards exposed in the cut"
NOT_SHUFFLED_OR_CUT = "deck not shuffled or not cut"
EXPOSED_HOLE_CARD = "hole card exposed"
BOXED_CARD = "boxed card"
OUT_OF_ORDER = "cards dealt out of order"
PLAYER_MISSED = "a player left out, or a hand too many"
WRONG_BUTTON = "button (buck) in the wrong place"
NOT_POSTED = "blind owed was not posted"
WRONG_COUNT = "wrong number of cards"
FIRST_CARD_UP = "first card dealt face up"
LAST_CARD_UP = "last card exposed"
# On the board.
FLOP_CARD_EXPOSED = "flop card exposed while dealing"
NO_BURN = "no card burned"
TWO_BURNS = "more than one card burned"
TOO_MANY_FLOP_CARDS = "too many flop cards"
PREMATURE_FLOP = "flop before the betting ended"
PREMATURE_TURN = "turn before the betting ended"
PREMATURE_RIVER = "river before the betting ended"
NEXT_CARD_TOO_EARLY = "community card before the betting ended"
NEXT_CARD_BEFORE_BETTING = "next card shown before the betting began"
FIRST_OF_SHOE_SHOWN = "first card of the shoe shown after the betting"
TWO_CARDS_AT_ONCE = "two cards turned at once"
MANY_CARDS_AT_ONCE = "more than two cards turned at once"
EXPOSED_IN_THE_DRAW = "card exposed in the draw"
# The deck, and what players do with cards.
FOREIGN_CARD = "card with another back"
FOREIGN_CARD_IN_STUB = "card with another back in the stub"
DUPLICATE_CARD = "two cards alike"
MISSING_CARD = "card missing from the deck"
DEFECTIVE_DECK = "defective deck"
JOKER_FOUND = "joker found"
SHOWN_BY_PLAYER = "card shown or dropped by a player"
FLASHED_BY_DEALER = "card flashed by the dealer"
OFF_THE_TABLE = "card off the table"
UNPROTECTED = "unprotected hand swept into the muck"
HAND_IN_MUCK = "hand in the muck"

ON_THE_BOARD = frozenset(
    [
        FLOP_CARD_EXPOSED,
        NO_BURN,
        TWO_BURNS,
        TOO_MANY_FLOP_CARDS,
        PREMATURE_FLOP,
        PREMATURE_TURN,
        PREMATURE_RIVER,
        NEXT_CARD_TOO_EARLY,
        NEXT_CARD_BEFORE_BETTING,
        FIRST_OF_SHOE_SHOWN,
        TWO_CARDS_AT_ONCE,
        MANY_CARDS_AT_ONCE,
    ]
)
OF_BURNING = frozenset([NO_BURN, TWO_BURNS])
NEXT_CARD_SEEN = frozenset([NEXT_CARD_TOO_EARLY, NEXT_CARD_BEFORE_BETTING])
OF_ONE_FAMILY = {
    FIRST_CARD_UP: "stud",
    LAST_CARD_UP: "stud",
    EXPOSED_IN_THE_DRAW: "draw",
    NEXT_CARD_TOO_EARLY: "manila",
    NEXT_CARD_BEFORE_BETTING: "manila",
}
WITH_A_FLOP = frozenset(
    [
        FLOP_CARD_EXPOSED,
        TOO_MANY_FLOP_CARDS,
        PREMATURE_FLOP,
        PREMATURE_TURN,
        PREMATURE_RIVER,
    ]
)

Condition = Callable[[Hand, Report, "Rules"], bool]
Remedy = Callable[[Hand, Report, "Rules", str], list[Event]]


@dataclass(frozen=True, slots=True)
class Case:
    when: Condition
    remedy: Remedy
    clause: str


Table = Mapping[str, tuple[Case, ...]]


def can_happen(what: str, game: Game, *, burns: bool) -> bool:
    """Whether this game has the cards it is about: a board, burns, a draw or up cards."""
    if what in ON_THE_BOARD and not game.has_board:
        return False
    if what in WITH_A_FLOP and game.family == "manila":
        return False
    if what in OF_BURNING and not burns:
        return False
    return OF_ONE_FAMILY.get(what, game.family) == game.family
