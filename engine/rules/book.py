"""A rulebook is a table: question, answer, clause. `Rules` is one book applied to one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from engine import clauses
from engine.answers import Answer
from engine.cards.cards import deck
from engine.cards.ranking import evaluator
from engine.clock.law import ClockLaw
from engine.conduct.law import ConductLaw
from engine.entries.law import EntriesLaw
from engine.equipment.law import EquipmentLaw
from engine.games import Game, with_deck, won_by
from engine.hand.state import Hand
from engine.office.law.desk import DeskLaw
from engine.office.law.giving import GivingLaw
from engine.office.law.licence import LicenceLaw
from engine.office.law.money import MoneyLaw
from engine.office.law.public import ConditionsLaw, PublicLaw
from engine.office.law.records import RecordsLaw
from engine.office.law.staff import StaffLaw
from engine.prizes.law import PrizesLaw
from engine.referee.law import RulingsLaw
from engine.rules import limits, setup_checks
from engine.rules.button import First, Next, Place
from engine.rules.irregularities import Table, can_happen
from engine.rules.limits import LIMIT_GAMES
from engine.rules.opening import FORBIDDEN
from engine.seating.law import SeatingLaw
from engine.structure.law import Preset, StructureLaw

if TYPE_CHECKING:
    from engine.hand.setup import Setup
    from engine.rules.out_of_turn import Held
    from engine.rules.put_chips import Judge
    from engine.rules.short_big_blind import Outcome

_DECK_LETTERS = {52: "a", 48: "b", 44: "c", 40: "d", 36: "e", 32: "f"}  # canberra:2.1


RaiseSize = Callable[[Hand, "Rules"], int]
ShortAllIn = Callable[[Hand, int, "Rules"], str]
Reopening = Callable[[Hand, int, "Rules"], bool]
RaiseCap = Callable[[Hand, "Rules"], bool]
BetSizes = Callable[[Game, "Settings"], tuple[int, ...]]
Range = Callable[[Hand, int, "Rules"], tuple[int, int]]
Opener = Callable[[Hand, "Rules"], int]
Order = Callable[[Hand], tuple[int, ...]]
MustShow = Callable[[Hand, int, "Rules"], bool]


class FaceUp(Protocol):
    def __call__(self, hand: Hand, *, is_last_street: bool) -> bool: ...


ShortBigBlind = Callable[["Setup", "Rules"], "Outcome"]
OddHalf = Callable[[Hand, tuple[int, ...], tuple[int, ...]], bool]
OutOfTurn = Callable[[Hand, int, "Held"], str]
ForcedBets = Callable[["Setup"], tuple[str, str] | None]
Shares = Callable[[Hand, int, list[int]], dict[int, int]]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a tournament director decides before play, within the book."""

    burns: bool = True
    opener_options: str = ""  # canberra:9.1, a to d; empty: the game's usual set
    may_check_last_round: bool = True  # canberra:B.1.4
    stud_opens: str = "high"  # canberra:D.1.2, the first betting round
    may_over_blind: bool = False
    ace_is_low_too: bool = True  # canberra:3.5(a), in straights
    ace_is_low_in_low_hands: bool = False
    replaces_exposed_card: bool = True  # fours:exposed-2
    short_all_in_reopens: bool = False  # charity:14.4, to players who have acted too
    ante_comes_first: bool = False  # big-blind ante: before or after the blind
    deck_size: int = 0  # canberra:2.1; 0: as many cards as the game usually has
    has_joker: bool = False  # canberra:2.2
    second_round_bet: int = 1  # charity:9.1, of a limit game, in minimum bets of the level
    third_round_bet: int = 1
    last_round_bet: int = 1
    wins: str = ""  # canberra:3.5(b) to (d): one of games.LOWS; empty: as the game is usually won

    @property
    def bet_sizes(self) -> tuple[int, ...]:
        """Of each betting round, in minimum bets: the first is the level's own."""
        return (1, self.second_round_bet, self.third_round_bet, self.last_round_bet)

    def dealt(self, game: Game) -> Game:
        """The game with the deck and the way to win that were chosen for it."""
        size, joker = self.deck_size or game.deck_size, self.has_joker or game.has_joker
        return won_by(with_deck(game, size=size, joker=joker), self.wins or game.low)


BET_SIZES = ("second_round_bet", "third_round_bet", "last_round_bet")
_USUAL = Settings()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One field per question of a hand; then the sections, each of which has its own questions."""

    id: str
    name: str
    cites: tuple[tuple[str, str], ...]  # a clause's number and the words that cite it
    marker_name: str
    first_marker: Answer[First]
    next_marker: Answer[Next]
    positions: Answer[Place]
    turn: Answer[None]
    first_round_word: Answer[str]
    check: Answer[None]
    call: Answer[None]
    all_in: Answer[None]
    bet_sizes: Answer[BetSizes]  # of each street in a limit game
    raise_size: Answer[RaiseSize]
    limit_raise_size: Answer[RaiseSize]
    short_all_in: Answer[ShortAllIn]
    limit_short_all_in: Answer[ShortAllIn]
    reopening: Answer[Reopening]
    limit_reopening: Answer[Reopening]
    raise_cap: Answer[RaiseCap]
    limit_raise_cap: Answer[RaiseCap]
    call_and_fold: Answer[None]  # of an opener who must call
    later_opener: Answer[Opener]
    draw: Answer[None]  # how many cards
    discard: Answer[None]
    showing_order: Answer[Order]
    must_show: Answer[MustShow]
    face_up: Answer[FaceUp]
    odd_chips: Answer[Shares]
    absence: Answer[str]
    penalty: Answer[str]
    short_big_blind: Answer[ShortBigBlind]
    over_blind: Answer[bool]
    streets: Answer[None]
    deck: Answer[None]
    one_hand: Answer[None]
    pots: Answer[None]
    cards_speak: Answer[None]
    show_to_win: Answer[None]
    odd_half: Answer[OddHalf]
    agreement: Answer[bool]
    out_of_turn: Answer[OutOfTurn]
    out_of_turn_raised: Answer[None]
    out_of_turn_fold: Answer[None]
    out_of_turn_check: Answer[None]
    out_of_turn_excess: Answer[None]  # what is above the limit at its turn goes back
    out_of_turn_unfit: Answer[str]  # when it stands but is no legal wager any more
    substantial_action: Answer[Callable[[Hand], bool]]
    misdeal: Answer[bool]  # whether posted blinds and antes stay for the redeal
    ruling: Answer[None]
    kill: Answer[None]
    restore: Answer[bool]
    void: Answer[None]
    time_up: Answer[str]  # what a player does who owes nothing: "fold" or "check"
    string_bet: Answer[None]
    spoken_opening: Answer[bool]  # whether a heads-up opener must say what they do
    spoken_raise: Answer[bool]  # whether chips without the word "raise" are only a call
    over_chip: Answer[None]
    short_call: Answer["Judge"]
    short_raise: Answer["Judge"]
    irregularities: Table
    show_all: Answer[None]  # what one player saw of a folded hand is shown to all
    show_live: Answer[None]  # what one player saw of a hand still in play is
    folded_open: Answer[bool]  # whether a folded hand shown to one is on screens at once
    chances: Answer[bool]  # whether the public may be told what open hands can expect
    stake: Answer[None]
    chips: Answer[None]  # nothing but chips is wagered
    limit_clauses: Mapping[str, str]
    opener_clauses: Mapping[str, str]  # by the opener's options
    blinds_check: Answer[None]
    families: Answer[tuple[str, ...]]
    limits: Answer[tuple[str, ...]]
    lows: Answer[tuple[str, ...]]
    decks: Answer[tuple[int, ...]]
    joker: Answer[bool]
    forced_bets: Answer[ForcedBets]
    seats: Answer[None]
    choices: frozenset[str]  # the settings that the book leaves to the director
    clock: ClockLaw
    seating: SeatingLaw
    entries: EntriesLaw
    prizes: PrizesLaw
    conduct: ConductLaw
    equipment: EquipmentLaw
    rulings: RulingsLaw
    structure: StructureLaw
    presets: tuple[Preset, ...]  # the tournaments that come with it
    games: Mapping[str, Game]  # and the games, by name
    desk: DeskLaw
    staff: StaffLaw
    licence: LicenceLaw
    money: MoneyLaw
    giving: GivingLaw
    records: RecordsLaw
    conditions: ConditionsLaw
    public: PublicLaw
    source: str = ""  # where it was published
    fallback: str = ""  # the clause by which the book names other rules than the TDA for its gaps
    fixed: Mapping[str, str] = field(default_factory=dict)  # settings it answers, and where
    by_family: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def cited(clause: str, *, fallback: str) -> str:
    """The clause; where it is the TDA's and the book has a fallback of its own, that one."""
    return fallback if fallback and clauses.is_fallback(clause) else clause


def citing_its_own_fallback(book: Rulebook) -> Rulebook:
    """The same answers; where the TDA fills a gap, by the clause that names the book's fallback."""
    changes: dict[str, Any] = {}
    for name in book.__dataclass_fields__:
        part = getattr(book, name)
        if isinstance(part, Answer) or is_section(part):
            changes[name] = _cited(part, book.fallback)
    changes["irregularities"] = {
        what: tuple(
            replace(case, clause=cited(case.clause, fallback=book.fallback)) for case in cases
        )
        for what, cases in book.irregularities.items()
    }
    return replace(book, **changes)


def is_section(part: object) -> bool:
    """Whether this part of a book is a section: a table of answers of its own."""
    return is_dataclass(part) and all(
        isinstance(getattr(part, field.name), Answer) for field in fields(part)
    )


def _cited(part: Any, fallback: str) -> Any:
    """Every clause within: of the answer itself, and of the steps and orders it is made of."""
    if isinstance(part, str):
        return cited(part, fallback=fallback)
    if isinstance(part, tuple):
        return tuple(_cited(inner, fallback) for inner in part)
    if is_dataclass(part) and not isinstance(part, type):
        names = [field.name for field in fields(part)]
        return replace(part, **{name: _cited(getattr(part, name), fallback) for name in names})
    return part


class Rules:
    """One book applied to one game: every answer looked up once, none asked for on the way."""

    __slots__ = (
        "book",
        "burns",
        "cards",
        "checked",
        "evaluator",
        "first_betting_street",
        "forbids_opener",
        "game",
        "irregularities",
        "least_raise",
        "limit_raise",
        "may_reopen",
        "opener_clause",
        "opens_by_cards",
        "raise_is_capped",
        "range",
        "settings",
        "short_size",
        "streets",
        "units",
        "up_cards",
    )

    def __init__(self, book: Rulebook, game: Game, settings: Settings | None = None) -> None:
        self.settings = settings or _USUAL
        game = self.settings.dealt(game)
        setup_checks.check_game(book, game)
        setup_checks.check_settings(book, self.settings)
        changes: dict[str, Any] = dict(book.by_family.get(game.family, {}))
        self.book = replace(book, **changes)
        self.game = game
        self.streets = game.streets
        self.units = self.book.bet_sizes.value(game, self.settings)
        self.first_betting_street = 0 if game.streets[0].has_betting else 1
        options = self.settings.opener_options or ("b" if game.blinds else "d")
        self.forbids_opener = FORBIDDEN[options]
        self.opener_clause = self.book.opener_clauses[options]
        self._pick_betting_answers()
        self._pick_card_answers()

    def _pick_card_answers(self) -> None:
        game, settings = self.game, self.settings
        self.burns = settings.burns and game.burns
        self.cards = frozenset(deck(game.deck_size, game.has_joker))
        self.opens_by_cards = game.family == "stud"
        self.up_cards = 1 if game.family == "stud" else 0
        self.checked: set[tuple[object, ...]] = set()
        self.irregularities: Table = {
            what: cases
            for what, cases in self.book.irregularities.items()
            if can_happen(what, game, burns=self.burns)
        }
        self.evaluator = evaluator(
            game.family,
            game.deck_size,
            wins=game.low,
            ace_low_straights=settings.ace_is_low_too,
            ace_low=settings.ace_is_low_in_low_hands,
        )

    def _pick_betting_answers(self) -> None:
        is_limit = self.game.limit in LIMIT_GAMES
        book = self.book
        self.range: Range = limits.BY_NAME[self.game.limit]
        self.least_raise = book.raise_size.value
        self.limit_raise = book.limit_raise_size.value
        self.short_size = (book.limit_short_all_in if is_limit else book.short_all_in).value
        self.may_reopen = (book.limit_reopening if is_limit else book.reopening).value
        self.raise_is_capped = (book.limit_raise_cap if is_limit else book.raise_cap).value

    def unit(self, hand: Hand) -> int:
        """The full bet of this street."""
        return hand.unit * self.units[hand.street]

    def hands_are_up(self, hand: Hand) -> bool:
        """Whether every hand must lie face up now."""
        if hand.resumes_at is not None and hand.resumes_at >= 0:
            return False
        is_last = hand.street == len(self.streets) - 1
        return self.book.face_up.value(hand, is_last_street=is_last)

    def deal_places(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Which places of the deck each player's hole cards come from, in order of dealing."""
        return _deal_places(players, self.game.passes)

    def clause(self, question: str) -> str:
        """Where the book answers this question."""
        if self.game.limit in LIMIT_GAMES and hasattr(self.book, f"limit_{question}"):
            question = f"limit_{question}"
        answer: Answer[Any] = getattr(self.book, question)
        return answer.clause.format(
            appendix=self.game.appendix, deck=_DECK_LETTERS[self.game.deck_size]
        )

    def limit_clause(self) -> str:
        """Where the book says how far a wager may go."""
        return self.book.limit_clauses.get(self.game.limit) or self.clause("stake")


@cache
def _deal_places(players: int, passes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    places: list[tuple[int, ...]] = [()] * players
    at = 0
    for together in passes:
        for player in range(players):
            places[player] += tuple(range(at, at + together))
            at += together
    return tuple(places)
