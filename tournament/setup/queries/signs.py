"""Signs the books want near the tables: structure, order of hands, limits, charges."""

from dataclasses import dataclass
from datetime import datetime

from engine import games, matrix
from engine.amounts import dollars
from engine.cards.values import Category, order_of
from engine.games import Game
from engine.office import money
from engine.rules import limits as bet_limits
from engine.rules.book import Rules
from engine.rules.limits import COUNTS, LIMIT_GAMES
from tournament.clock.queries import clock as clock_queries
from tournament.clock.queries import structure as structure_queries
from tournament.models import Tournament
from tournament.setup.queries import played, sessions, sold

SIGNS = {
    "structure": "Structure",
    "hands": "Order of hands",
    "limits": "Betting limits",
    "charges": "Entry and charges",
}
EXAMPLES = {
    Category.ROYAL_FLUSH: "As Ks Qs Js Ts",
    Category.FIVE: "Ah Ad Ac As Jk",
    Category.STRAIGHT_FLUSH: "Jh Th 9h 8h 7h",
    Category.FOUR: "Qs Qh Qd Qc 9d",
    Category.FULL_HOUSE: "Ks Kh Kd Tc Ts",
    Category.FLUSH: "Ad Jd 9d 8d 7d",
    Category.STRAIGHT: "Jc Td 9s 8h 7c",
    Category.THREE: "9s 9h 9d Kc Qh",
    Category.TWO_PAIRS: "As Ah Td Tc Jh",
    Category.PAIR: "Kh Kd Js 9c 8d",
    Category.ODD_CARDS: "As Jd Tc 9h 8s",
}
WAGERS = {
    "no": "Any amount from the minimum bet or raise up to all-in.",
    "pot": "At most the pot, including the call.",
    "half-pot": "At most half the pot, including the call.",
    "manila": "Between the minimum and maximum of the level.",
    "straddle": "Between the minimum and maximum of the level, with straddles.",
}
LOWS = {
    "low": "The lowest hand wins.",
    "split": "High and low hand share the pot.",
    "split8": "High hand and low hand of eight or better share the pot.",
}


@dataclass(frozen=True, kw_only=True)
class HandRow:
    """A hand of the order, with five cards."""

    name: str
    cards: list[str]


@dataclass(frozen=True, kw_only=True)
class HandsSign:
    """The order of hands."""

    rows: list[HandRow]
    note: str
    deck_text: str


@dataclass(frozen=True, kw_only=True)
class LimitsSign:
    """How much is bet now."""

    game_name: str
    limit_text: str
    wagers: str
    level_name: str
    blinds_text: str
    blinds_count: int
    ante: int
    least: int
    next_text: str
    raises: str
    deck_text: str


@dataclass(frozen=True, kw_only=True)
class ChargesSign:
    """What an entry costs and what is sold later."""

    stack: int
    price_text: str
    parts: tuple[money.Part, ...]
    rebuys_text: str


@dataclass(frozen=True, kw_only=True)
class RulesPicture:
    """Everything the screen of rules shows; the page asks for it itself."""

    hands: HandsSign
    limits: LimitsSign
    charges: ChargesSign
    version: int = 0


def game_of(tournament: Tournament) -> Game:
    """The game of the level that is played now, with the deck of the house."""
    return played.of(tournament).of_level(clock_queries.level_now(tournament))


def picture(tournament: Tournament) -> RulesPicture:
    """The signs that the hall reads on a screen."""
    return RulesPicture(
        hands=hands(tournament), limits=limits(tournament), charges=charges(tournament)
    )


def hands(tournament: Tournament) -> HandsSign:
    """The order of hands of this deck, the best first, each with five cards (adelaide:44)."""
    game = game_of(tournament)
    order = [kind for kind in reversed(order_of(game.deck_size)) if _is_possible(kind, game)]
    return HandsSign(
        rows=[HandRow(name=kind.value, cards=EXAMPLES[kind].split()) for kind in order],
        note=LOWS.get(game.low, ""),
        deck_text=deck_words(game),
    )


def _is_possible(kind: Category, game: Game) -> bool:
    return game.has_joker or kind is not Category.FIVE


def deck_words(game: Game) -> str:
    """Which cards are in the deck (canberra:2.1)."""
    return f"{game.deck_size} cards{' and a joker' if game.has_joker else ', no joker'}"


def wagers(rules: Rules, *, minimum: int = 0) -> str:
    """How much may be bet; in limit games for each betting round, in chips where they are known."""
    if rules.game.limit not in LIMIT_GAMES:
        return WAGERS[rules.game.limit]
    sizes = (f"{_size(size, minimum)} in {rounds}" for rounds, size in bet_limits.sizes(rules))
    return f"Each bet or raise is {', '.join(sizes)}."


def _size(size: int, minimum: int) -> str:
    if minimum:
        return clock_queries.chips(size * minimum)
    return f"{COUNTS[size - 1].lower()} minimum bet{'s' if size > 1 else ''}"


def limits(tournament: Tournament) -> LimitsSign:
    """Kind of betting, forced bets and limits now and next (charity:9.1, canberra:4.2)."""
    game, level = game_of(tournament), clock_queries.level_now(tournament)
    rules, minimum = played.of(tournament).rules(game.id), level.small_bet or level.greatest
    schedule = clock_queries.schedule_of(tournament)
    state = clock_queries.state_of(tournament.clock)
    return LimitsSign(
        game_name=game.name,
        limit_text=games.LIMIT_NAMES[game.limit].capitalize(),
        wagers=wagers(rules, minimum=minimum),
        level_name=f"Level {schedule.number(state.index)}",
        blinds_text=clock_queries.level_text(level),
        blinds_count=len(level.blinds),
        ante=0 if level.blinds else level.ante,
        least=level.greatest,
        next_text=clock_queries.following_text(schedule, state),
        raises=_raises(tournament, game),
        deck_text=deck_words(game),
    )


def _raises(tournament: Tournament, game: Game) -> str:
    """How many raises a round has, in the book's words."""
    question = "limit raise cap" if game.limit in LIMIT_GAMES else "raise cap"
    row = next(row for row in matrix.within_a_hand() if row.question == question)
    return row.cells[tournament.rulebook].words


def charges(tournament: Tournament) -> ChargesSign:
    """What an entry costs and where it goes; whether there are rebuys, and how long."""
    plain = tournament.structure
    price = money.price(plain, money.Sold.ENTRY)
    parts = money.parts(plain, money.Sold.ENTRY, rulebook=tournament.rulebook)
    return ChargesSign(
        stack=plain["stack"],
        price_text=dollars(price) if price else "Free",
        parts=parts if price else (),
        rebuys_text=" ".join(sold.sentences(tournament)),
    )


def sheet(tournament: Tournament, kind: str, *, now: datetime) -> dict[str, object]:
    """What one sign says."""
    if kind == "structure":
        found = structure_queries.picture(tournament, now=now)
        lengths = {row.minutes for row in found.levels if row.kind == "level"}
        return {
            **vars(found),
            **vars(charges(tournament)),
            "sessions": sessions.told(tournament),
            "length_text": f"{lengths.pop()}-minute levels" if len(lengths) == 1 else "",
        }
    if kind == "hands":
        return vars(hands(tournament))
    return vars(limits(tournament) if kind == "limits" else charges(tournament))
