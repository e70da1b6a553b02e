"""The state of one hand: what lies where, and whose turn it is."""

from operator import attrgetter

from engine.hand import events

# What a seat is in this hand.
OUT, LIVE, ALL_IN, FOLDED = range(4)

NOBODY = -1

# What it costs to stay in, and what came of it: bet to match, full level, full raise, raises,
# shorts, who could bet and who could win at the last raise, aggressor.
Price = tuple[int, int, int, int, int, int, int, int]


class Hand:
    """One hand in play. Lists are indexed by seat number; change it through `apply` only."""

    __slots__ = (
        "acted",
        "actor",
        "aggressor",
        "ante",
        "awards",
        "away",
        "barred",
        "began",
        "bet_to_match",
        "bets",
        "big_blind_ante",
        "blind_seats",
        "blinds",
        "board",
        "bonus",
        "bring_in",
        "burned",
        "burns_seen",
        "ceiling",
        "ceiling_clause",
        "chip",
        "contenders",
        "contenders_at_raise",
        "dead",
        "decisions",
        "deck",
        "deck_at",
        "discards",
        "drawer",
        "ended",
        "exposed",
        "folds",
        "full_level",
        "full_raise",
        "game",
        "held",
        "hole",
        "is_elimination",
        "kept",
        "live",
        "live_at_raise",
        "marker",
        "next_card",
        "next_seat",
        "number",
        "opener",
        "order",
        "owed_blinds",
        "owed_draws",
        "paid",
        "pot",
        "raised_from",
        "raises",
        "removed",
        "resumes_at",
        "rulebook",
        "seats",
        "set_aside",
        "shorts",
        "shown",
        "skips_burn",
        "stacks",
        "status",
        "street",
        "street_decisions",
        "taps_out_on_check",
        "unit",
        "up",
    )

    number: int
    rulebook: str
    game: str
    seats: tuple[int, ...]  # all who take part, in seat order
    order: tuple[int, ...]  # those dealt in, the first dealt first
    next_seat: list[int]  # the dealt-in seat to the left
    marker: int
    blind_seats: tuple[int, ...]
    blinds: tuple[int, ...]
    ante: int
    big_blind_ante: int
    bring_in: int
    chip: int
    bonus: int
    is_elimination: bool
    unit: int  # what bets are measured in: the greater blind, the ante, or the small bet
    began: list[int]  # stacks before the hand
    stacks: list[int]
    bets: list[int]  # in front of the seat in this betting round
    paid: list[int]  # into the pots in this hand, dead money aside
    dead: list[int]  # dead money: belongs to the main pot, buys nothing
    status: list[int]
    acted: list[int]  # the bet to match when the seat last acted in this round; -1: not yet
    live: int  # how many can still bet
    contenders: int  # how many can still win
    pot: int
    street: int
    board: tuple[int, ...]
    burned: int
    burns_seen: tuple[int, ...]  # burn cards and discards that everybody has seen
    deck: tuple[int, ...]  # empty when a human deals
    deck_at: int  # how many cards have left the deck
    hole: list[tuple[int, ...]]
    up: list[tuple[int, ...]]
    discards: tuple[tuple[int, tuple[int, ...]], ...]  # who gave up which cards (draw poker)
    drawer: int
    owed_draws: tuple[int, ...]
    owed_blinds: tuple[tuple[int, int, int], ...]  # with the next hand: seat, live, dead
    bet_to_match: int
    full_raise: int  # the largest full raise of this round, 0 before one
    full_level: int  # the bet to match after the last full bet or raise
    raised_from: tuple[Price, ...]  # before each bet and raise of this round
    raises: int
    live_at_raise: int  # how many could bet when the last raise was made
    contenders_at_raise: int  # how many could win then
    shorts: int  # short all-ins of this round
    aggressor: int  # who last bet or raised
    actor: int
    opener: int
    decisions: int  # of the whole hand
    street_decisions: int
    folds: tuple[int, ...]
    shown: dict[int, tuple[int, ...]]
    exposed: dict[int, tuple[int, ...]]  # cards that lie open outside a showdown
    kept: int  # how many cards exposed in the initial deal stayed with their players
    awards: tuple[events.PotAwarded, ...]
    away: frozenset[int]  # absent, still to be folded at their turn
    held: dict[int, tuple[str, int, int]]
    barred: dict[int, str]  # who may not raise in this round, and the clause
    ceiling: int  # no wager above it in this round; -1: none
    ceiling_clause: str
    next_card: int
    set_aside: tuple[int, ...]  # a card shown too early, and the street it is out for
    skips_burn: frozenset[int]  # streets that come without a burn
    resumes_at: int | None  # whose turn it was when cards were taken back; None: no such break
    taps_out_on_check: int  # whose last card was exposed (stud)
    removed: int  # chips this hand took out of play
    ended: str  # "", "played", "misdeal" or "void"

    def copy(self) -> "Hand":
        """An independent hand in the same state."""
        twin = Hand.__new__(Hand)
        for put, value in zip(_PUT_SHARED, _GET_SHARED(self), strict=True):
            put(twin, value)
        for put, owned in zip(_PUT_OWNED, _GET_OWNED(self), strict=True):
            put(twin, owned.copy())
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return all(
            getattr(self, name, None) == getattr(other, name, None) for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # a hand changes

    @property
    def is_electronic(self) -> bool:
        """Whether the engine deals; else a human does and cards may stay unknown."""
        return bool(self.deck)

    @property
    def is_over(self) -> bool:
        return bool(self.ended)

    def chips(self) -> int:
        """Every chip of this hand, wherever it lies: never changes but for removals and bonuses."""
        return sum(self.stacks[seat] for seat in self.seats) + self.pot

    def in_hand(self) -> list[int]:
        """The seats that can still win, first dealt first."""
        return [seat for seat in self.order if 0 < self.status[seat] < FOLDED]


_OWNED = (
    "acted",
    "barred",
    "bets",
    "dead",
    "exposed",
    "held",
    "hole",
    "paid",
    "shown",
    "stacks",
    "status",
    "up",
)
_SHARED = tuple(name for name in Hand.__slots__ if name not in _OWNED)
# Every command decided on a copy pays for it: slots are read and written by their descriptors.
_GET_SHARED, _GET_OWNED = attrgetter(*_SHARED), attrgetter(*_OWNED)
_PUT_SHARED = tuple(getattr(Hand, name).__set__ for name in _SHARED)
_PUT_OWNED = tuple(getattr(Hand, name).__set__ for name in _OWNED)


def rivals_are_matched(hand: Hand, seat: int) -> bool:
    """Whether no all-in player has more in front than this seat."""
    rivals = [hand.bets[other] for other in hand.order if hand.status[other] == ALL_IN]
    return max(rivals, default=0) <= hand.bets[seat]
