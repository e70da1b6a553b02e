"""What is dealt, in which streets, which cards make a hand, and how much may be bet."""

from dataclasses import dataclass, replace

HOLE, BOARD, DRAW, UP, DOWN = "hole", "board", "draw", "up", "down"


@dataclass(frozen=True, slots=True)
class Street:
    """One step of the deal and, unless it only deals, the betting round that follows."""

    name: str
    deal: str
    cards: int
    has_betting: bool = True


@dataclass(frozen=True, slots=True)
class Game:
    id: str
    name: str
    family: str  # holdem, omaha, manila, draw, stud
    streets: tuple[Street, ...]
    limit: str = "no"  # one of LIMITS
    low: str = "high"  # high, low, split, split8
    deck_size: int = 52
    has_joker: bool = False
    blinds: int = 2  # how many are posted; none in ante games
    appendix: str = "E"  # of the Canberra rules
    seats: int = 10  # at most at one table

    @property
    def hole_cards(self) -> int:
        return self.streets[0].cards

    @property
    def passes(self) -> tuple[int, ...]:
        """How many cards a player gets each time round; Manila deals two together first."""
        return (2, 1) if self.family == "manila" else (1,) * self.hole_cards

    @property
    def burns(self) -> bool:
        """Whether cards are ever burned in this game (canberra:D.2.3, canberra_games)."""
        return self.family in ("holdem", "omaha")

    @property
    def cards_in_deck(self) -> int:
        return self.deck_size + self.has_joker

    @property
    def has_board(self) -> bool:
        return any(street.deal == BOARD for street in self.streets)


_FLOP_GAME = (
    Street("flop", BOARD, 3),
    Street("turn", BOARD, 1),
    Street("river", BOARD, 1),
)
_HOLDEM = (Street("pre-flop", HOLE, 2), *_FLOP_GAME)
_OMAHA = (Street("pre-flop", HOLE, 4), *_FLOP_GAME)
_MANILA = (
    Street("deal", HOLE, 3, has_betting=False),
    Street("first card", BOARD, 1),
    Street("second card", BOARD, 1),
    Street("third card", BOARD, 1),
    Street("fourth card", BOARD, 1),
    Street("fifth card", BOARD, 1),
)
_DRAW = (Street("deal", HOLE, 5), Street("draw", DRAW, 5))
_STUD = (
    Street("third street", HOLE, 3),
    Street("fourth street", UP, 1),
    Street("fifth street", UP, 1),
    Street("sixth street", UP, 1),
    Street("seventh street", DOWN, 1),
)

_ALL = (
    Game("nlhe", "No-Limit Hold'em", "holdem", _HOLDEM, appendix="H"),
    Game("phe", "Pot-Limit Hold'em", "holdem", _HOLDEM, limit="pot"),
    Game("hhe", "Half-Pot Hold'em", "holdem", _HOLDEM, limit="half-pot"),
    Game("lhe", "Limit Hold'em", "holdem", _HOLDEM, limit="fixed", appendix="I"),
    Game("she", "Limit Hold'em, structured", "holdem", _HOLDEM, limit="structured", appendix="I"),
    Game("plo", "Omaha", "omaha", _OMAHA, limit="pot", appendix="C"),
    Game("plo8", "Omaha High/Low", "omaha", _OMAHA, limit="pot", low="split8", appendix="C"),
    Game("lo8", "Limit Omaha High/Low", "omaha", _OMAHA, "fixed", "split8", appendix="C"),
    Game(
        "manila", "Three Card Manila", "manila", _MANILA, "manila", blinds=1, appendix="A", seats=9
    ),
    Game("draw", "Draw Poker", "draw", _DRAW, limit="pot", appendix="B", seats=8),
    Game("stud", "Seven Card Stud", "stud", _STUD, "half-pot", blinds=0, appendix="D", seats=8),
    Game("lstud", "Limit Seven Card Stud", "stud", _STUD, "fixed", blinds=0, appendix="D", seats=8),
    Game(
        "stud8",
        "Limit Stud High/Low",
        "stud",
        _STUD,
        "fixed",
        "split8",
        blinds=0,
        appendix="D",
        seats=8,
    ),
    Game("razz", "Limit Razz", "stud", _STUD, "fixed", "low", blinds=0, appendix="D", seats=8),
)
_BY_ID = {game.id: game for game in _ALL}
FAMILIES = {"holdem": _HOLDEM, "omaha": _OMAHA, "manila": _MANILA, "draw": _DRAW, "stud": _STUD}
LIMITS = ("no", "pot", "half-pot", "fixed", "structured", "manila", "straddle")
LOWS = ("high", "low", "split", "split8")


LIMIT_NAMES = {
    "no": "no limit",
    "pot": "pot limit",
    "half-pot": "half-pot limit",
    "fixed": "fixed limit",
    "structured": "structured limit",
    "manila": "the Manila limit",
    "straddle": "the straddle limit",
}
_WON_BY = {
    "high": "high hand wins",
    "low": "low hand wins",
    "split": "high and low split",
    "split8": "high and low split, eight or better",
}
# What a game is called without its usual limit.
_BARE_NAMES = {
    **dict.fromkeys(("nlhe", "phe", "hhe", "lhe", "she"), "Hold'em"),
    "plo": "Omaha",
    **dict.fromkeys(("plo8", "lo8"), "Omaha High/Low"),
    "manila": "Three Card Manila",
    "draw": "Draw Poker",
    **dict.fromkeys(("stud", "lstud"), "Seven Card Stud"),
    "stud8": "Stud High/Low",
    "razz": "Razz",
}


def get(game_id: str) -> Game:
    """A built-in game, with another limit after a colon (plo:half-pot); raises KeyError."""
    name, _, limit = game_id.partition(":")
    game = _BY_ID[name]
    return with_limit(game, limit) if limit else game


def with_limit(game: Game, limit: str) -> Game:
    """The same game with another limit; raises KeyError."""
    words = f"{_BARE_NAMES[game.id]}, {LIMIT_NAMES[limit]}"
    return replace(game, id=f"{game.id}:{limit}", limit=limit, name=words)


def ids() -> tuple[str, ...]:
    return tuple(_BY_ID)


def with_deck(game: Game, *, size: int, joker: bool = False) -> Game:
    """The same game with another deck, which its name tells."""
    if (size, joker) == (game.deck_size, game.has_joker):
        return game
    cards = f"{size} cards" + (" and a joker" if joker else "")
    return replace(game, deck_size=size, has_joker=joker, name=f"{game.name}, {cards}")


def won_by(game: Game, low: str) -> Game:
    """The same game won by another hand, which its name tells."""
    if low == game.low:
        return game
    return replace(game, low=low, name=f"{game.name}, {_WON_BY[low]}")
