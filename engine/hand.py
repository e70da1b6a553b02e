"""The state of one hand, and the fold that makes it: `apply` knows no rules and never refuses."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

from engine import events
from engine.cards import UNKNOWN
from engine.events import Event

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
        "owed_draws",
        "paid",
        "pot",
        "raised_from",
        "raises",
        "removed",
        "resumes_at",
        "rulebook",
        "seats",
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
    burns_seen: tuple[int, ...]  # burn cards that everybody has seen
    deck: tuple[int, ...]  # empty when a human deals
    deck_at: int  # how many cards have left the deck
    hole: list[tuple[int, ...]]
    up: list[tuple[int, ...]]
    discards: tuple[tuple[int, tuple[int, ...]], ...]  # who gave up which cards (draw poker)
    drawer: int
    owed_draws: tuple[int, ...]
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
_PRICES = (
    "bet_to_match",
    "full_level",
    "full_raise",
    "raises",
    "shorts",
    "live_at_raise",
    "contenders_at_raise",
    "aggressor",
)
_PRICE: Callable[[Hand], Price] = attrgetter(*_PRICES)
_PUT_PRICE = tuple(getattr(Hand, name).__set__ for name in _PRICES)


def replay(story: Iterable[Event]) -> Hand:
    """The state that a list of events leads to, retractions taken into account."""
    hand = Hand.__new__(Hand)
    for event in standing(story):
        _APPLY[event.__class__](hand, event)
    return hand


def standing(story: Iterable[Event]) -> list[Event]:
    """The events that still count."""
    left: list[Event] = []
    for event in story:
        if isinstance(event, events.Retracted):
            del left[len(left) - event.count :]
        else:
            left.append(event)
    return left


def apply(hand: Hand, event: Event) -> None:
    """Change the hand by what happened."""
    _APPLY[event.__class__](hand, event)


# -- the start ------------------------------------------------------------------------------------


def _started(hand: Hand, event: events.HandStarted) -> None:
    _set_the_table(hand, event)
    _clear_cards(hand)
    _clear_betting(hand)
    size = len(hand.began)
    hand.stacks = hand.began.copy()
    hand.paid = [0] * size
    hand.dead = [0] * size
    hand.status = [OUT] * size
    for seat in hand.order:
        hand.status[seat] = LIVE if hand.stacks[seat] else OUT
    hand.live = hand.contenders = len(hand.order)
    hand.pot = event.bonus
    hand.decisions = hand.removed = 0
    hand.folds = ()
    hand.awards = ()
    hand.away = frozenset()
    hand.ended = ""


def _set_the_table(hand: Hand, event: events.HandStarted) -> None:
    hand.number, hand.rulebook, hand.game = event.number, event.rulebook, event.game
    hand.seats = tuple([seat for seat, _, _ in event.seats])
    hand.order = event.dealt_in
    hand.marker, hand.blind_seats, hand.blinds = event.marker, event.blind_seats, event.blinds
    hand.ante, hand.big_blind_ante = event.ante, event.big_blind_ante
    hand.bring_in, hand.chip = event.bring_in, event.chip
    hand.bonus, hand.is_elimination = event.bonus, event.is_elimination
    hand.unit = event.unit
    size = max(hand.seats) + 1
    hand.began = [0] * size
    for seat, stack, _ in event.seats:
        hand.began[seat] = stack
    hand.next_seat = [NOBODY] * size
    for at, seat in enumerate(hand.order):
        hand.next_seat[hand.order[at - 1]] = seat


def _clear_cards(hand: Hand) -> None:
    size = len(hand.began)
    hand.street = -1
    hand.board = ()
    hand.burned = hand.deck_at = 0
    hand.deck = hand.discards = hand.owed_draws = hand.burns_seen = ()
    hand.hole = [()] * size
    hand.up = [()] * size
    hand.shown = {}
    hand.exposed = {}
    hand.drawer = hand.next_card = NOBODY
    hand.skips_burn = frozenset()
    hand.taps_out_on_check = NOBODY
    hand.resumes_at = None
    hand.kept = 0


def _clear_betting(hand: Hand) -> None:
    _clear_bets(hand)
    hand.aggressor = hand.actor = hand.opener = NOBODY
    hand.held = {}
    hand.barred = {}
    hand.ceiling_clause = ""


def _removed(hand: Hand, event: events.StackRemoved) -> None:
    hand.stacks[event.seat] -= event.amount
    hand.removed += event.amount


def _pay_dead(hand: Hand, seat: int, amount: int) -> None:
    hand.stacks[seat] -= amount
    hand.dead[seat] += amount
    hand.pot += amount
    _note_all_in(hand, seat)


def _note_all_in(hand: Hand, seat: int) -> None:
    if not hand.stacks[seat] and hand.status[seat] == LIVE:
        hand.status[seat] = ALL_IN
        hand.live -= 1


def _ante(hand: Hand, event: events.AntePosted) -> None:
    seat = event.seat
    if event.is_for_the_table or hand.status[seat] == OUT:
        _pay_dead(hand, seat, event.amount)
        return
    hand.stacks[seat] -= event.amount
    hand.paid[seat] += event.amount
    hand.pot += event.amount
    _note_all_in(hand, seat)


def _blind(hand: Hand, event: events.BlindPosted) -> None:
    hand.bet_to_match = hand.full_level = max(hand.bet_to_match, event.due)
    _post(hand, event.seat, event.amount)


def _post(hand: Hand, seat: int, amount: int) -> None:
    if hand.status[seat] == OUT:
        _pay_dead(hand, seat, amount)
        return
    hand.stacks[seat] -= amount
    hand.bets[seat] += amount
    hand.paid[seat] += amount
    hand.pot += amount
    _note_all_in(hand, seat)


def _over_blind(hand: Hand, event: events.OverBlindPosted) -> None:
    hand.blind_seats = (*hand.blind_seats, event.seat)
    hand.bet_to_match = hand.full_level = hand.full_raise = event.amount
    _post(hand, event.seat, event.amount - hand.bets[event.seat])


def _dead_blind(hand: Hand, event: events.DeadBlindPosted) -> None:
    _pay_dead(hand, event.seat, event.amount)


def _owed_blind(hand: Hand, event: events.OwedBlindPosted) -> None:
    _post(hand, event.seat, event.amount)


def _bring_in(hand: Hand, event: events.BringInPosted) -> None:
    seat = event.seat
    _post(hand, seat, event.amount)
    hand.bet_to_match = event.amount
    hand.acted[seat] = event.amount
    _pass_turn(hand, seat)


# -- the cards ------------------------------------------------------------------------------------


def _shuffled(hand: Hand, event: events.DeckShuffled) -> None:
    hand.deck = hand.deck[: hand.deck_at] + event.cards


def _hole_dealt(hand: Hand, event: events.HoleDealt) -> None:
    hole = hand.hole
    taken = 0
    for seat, cards in event.cards:
        hole[seat] = cards
        taken += len(cards)
        if event.up:
            hand.up[seat] = cards[-event.up :]
    hand.deck_at += taken
    hand.street = 0
    hand.actor = hand.opener = event.opener


def _board_dealt(hand: Hand, event: events.BoardDealt) -> None:
    hand.board += event.cards
    hand.burned += event.burned
    hand.deck_at += event.burned + len(event.cards)
    hand.street += 1
    hand.next_card = NOBODY
    if hand.resumes_at is None:
        _next_round(hand, event.opener)
    else:
        _resume(hand, hand.resumes_at)


def _resume(hand: Hand, seat: int) -> None:
    """The betting goes on where it was, past who has left the hand meanwhile."""
    hand.actor, hand.resumes_at = seat, None
    has_answered = seat >= 0 and hand.acted[seat] >= hand.bet_to_match
    if seat >= 0 and (hand.status[seat] != LIVE or hand.live < 2 or has_answered):
        _pass_turn(hand, seat)


def _street_dealt(hand: Hand, event: events.StreetDealt) -> None:
    for seat, card in event.cards:
        hand.hole[seat] += (card,)
        if event.is_up:
            hand.up[seat] += (card,)
    hand.deck_at += len(event.cards)
    hand.street += 1
    _next_round(hand, event.opener)


def _clear_bets(hand: Hand) -> None:
    """What one betting round brought, forgotten for the next."""
    size = len(hand.began)
    hand.bets = [0] * size
    hand.acted = [-1] * size
    hand.bet_to_match = hand.full_raise = hand.full_level = 0
    hand.raises = hand.shorts = hand.street_decisions = 0
    hand.live_at_raise = hand.contenders_at_raise = 0
    hand.raised_from = ()
    hand.ceiling = NOBODY


def _next_round(hand: Hand, opener: int) -> None:
    """Clear the bets; a street on which nobody can bet leaves the last aggressor standing."""
    if hand.opener < 0 and not hand.decisions:  # the blinds wait for the first betting round
        hand.actor = hand.opener = opener
        return
    _clear_bets(hand)
    if hand.barred or hand.held:
        hand.barred, hand.held = {}, {}
    if opener >= 0:
        hand.aggressor = NOBODY
    hand.actor = hand.opener = opener


def _up_entered(hand: Hand, event: events.UpCardsEntered) -> None:
    for seat, card in event.cards:
        hand.hole[seat] = (*hand.hole[seat][:-1], card)
        hand.up[seat] = (card,)
    hand.actor = hand.opener = event.opener


def _betting_opened(hand: Hand, event: events.BettingOpened) -> None:
    if event.opener >= 0 and hand.street > 0:
        hand.aggressor = NOBODY
    hand.actor = hand.opener = event.opener


def _draw_opened(hand: Hand, event: events.DrawOpened) -> None:
    hand.street += 1
    _next_round(hand, NOBODY)
    hand.drawer = event.seat


def _drawn(hand: Hand, event: events.CardsDrawn) -> None:
    seat = event.seat
    kept = _without(hand.hole[seat], event.discarded, event.count)
    hand.hole[seat] = kept + event.cards
    hand.discards += ((seat, event.discarded or (UNKNOWN,) * event.count),)
    hand.deck_at += len(event.cards) + event.passed
    hand.owed_draws += (seat,) * event.owed
    hand.drawer = event.next_seat


def _without(cards: tuple[int, ...], gone: Sequence[int], count: int) -> tuple[int, ...]:
    """What is left; a card given up that was never seen leaves as one of the unseen."""
    left = list(cards)
    for card in gone or (UNKNOWN,) * count:
        left.remove(card if card in left or UNKNOWN not in left else UNKNOWN)
    return tuple(left)


def _draw_completed(hand: Hand, event: events.DrawCompleted) -> None:
    for seat, card in event.cards:
        hand.hole[seat] += (card,)
    hand.deck_at += len(event.cards)
    hand.owed_draws = ()
    hand.drawer = NOBODY
    hand.actor = hand.opener = event.opener


# -- the betting ----------------------------------------------------------------------------------


def _pass_turn(hand: Hand, seat: int) -> None:
    """The turn goes to the next seat that still has something to answer."""
    if hand.contenders < 2:
        hand.actor = NOBODY
        return
    if hand.live < 2:
        hand.actor = _lone_bettor_to_act(hand)
        return
    following, status, acted, match = hand.next_seat, hand.status, hand.acted, hand.bet_to_match
    candidate = following[seat]
    while candidate != seat:
        if status[candidate] == LIVE and acted[candidate] < match:
            hand.actor = candidate
            return
        candidate = following[candidate]
    hand.actor = NOBODY


def _lone_bettor_to_act(hand: Hand) -> int:
    """Against all-in players only, the last one with chips acts only if he is behind."""
    for seat in hand.order:
        if hand.status[seat] == LIVE and hand.acted[seat] < hand.bet_to_match:
            return NOBODY if rivals_are_matched(hand, seat) else seat
    return NOBODY


def rivals_are_matched(hand: Hand, seat: int) -> bool:
    """Whether no all-in player has more in front than this seat."""
    rivals = [hand.bets[other] for other in hand.order if hand.status[other] == ALL_IN]
    return max(rivals, default=0) <= hand.bets[seat]


def _decided(hand: Hand, seat: int) -> None:
    hand.acted[seat] = hand.bet_to_match
    hand.decisions += 1
    hand.street_decisions += 1
    _pass_turn(hand, seat)


def _leave(hand: Hand, seat: int) -> None:
    if hand.status[seat] == LIVE:
        hand.live -= 1
    hand.status[seat] = FOLDED
    hand.contenders -= 1


def _folded(hand: Hand, event: events.Folded) -> None:
    _leave(hand, event.seat)
    hand.folds += (event.seat,)
    _decided(hand, event.seat)


def _checked(hand: Hand, event: events.Checked | events.Stood) -> None:
    _decided(hand, event.seat)


def _called(hand: Hand, event: events.Called) -> None:
    seat, amount = event.seat, event.amount
    hand.stacks[seat] -= amount
    hand.bets[seat] += amount
    hand.paid[seat] += amount
    hand.pot += amount
    if event.all_in:
        hand.status[seat] = ALL_IN
        hand.live -= 1
    _decided(hand, seat)


def _raised(hand: Hand, event: events.Raised | events.Bet) -> None:
    seat, to = event.seat, event.to
    amount = to - hand.bets[seat]
    hand.stacks[seat] -= amount
    hand.bets[seat] = to
    hand.paid[seat] += amount
    hand.pot += amount
    hand.raised_from += (_PRICE(hand),)
    if event.size == events.SHORT:
        hand.shorts += 1
    else:
        _note_full_raise(hand, event)
    if event.all_in:
        hand.status[seat] = ALL_IN
        hand.live -= 1
    hand.bet_to_match = to
    hand.aggressor = seat
    _decided(hand, seat)


def _note_full_raise(hand: Hand, event: events.Raised | events.Bet) -> None:
    hand.full_raise = max(hand.full_raise, event.to - hand.bet_to_match)
    hand.full_level = event.to
    if event.size == events.FULL and event.__class__ is events.Raised:
        hand.raises += 1
        hand.live_at_raise, hand.contenders_at_raise = hand.live, hand.contenders


def _returned(hand: Hand, event: events.UncalledReturned) -> None:
    seat, amount = event.seat, event.amount
    hand.stacks[seat] += amount
    hand.bets[seat] -= amount
    hand.paid[seat] -= amount
    hand.pot -= amount
    if hand.status[seat] == ALL_IN:
        hand.status[seat] = LIVE
        hand.live += 1


# -- the end --------------------------------------------------------------------------------------


def _shown(hand: Hand, event: events.HandShown) -> None:
    hand.shown[event.seat] = event.cards


def _mucked(hand: Hand, event: events.HandMucked) -> None:
    _leave(hand, event.seat)


def _awarded(hand: Hand, event: events.PotAwarded) -> None:
    for seat, share in event.shares:
        hand.stacks[seat] += share
    hand.pot -= event.amount
    hand.awards += (event,)


def _result(hand: Hand, event: events.ResultEntered) -> None:
    for seat, amount in event.put_in:
        more = amount - hand.paid[seat] - hand.dead[seat]
        hand.stacks[seat] -= more
        hand.paid[seat] += more
        hand.pot += more
        _note_all_in(hand, seat)
    hand.actor = hand.drawer = NOBODY


def _ended(hand: Hand, event: events.HandEnded) -> None:
    hand.ended = "played"
    hand.actor = NOBODY


# -- what went wrong ------------------------------------------------------------------------------


def _arrived(hand: Hand, event: events.PlayerArrived) -> None:
    hand.away -= {event.seat}


def _absent(hand: Hand, event: events.AbsenceNoted) -> None:
    hand.away |= {event.seat}


def _held(hand: Hand, event: events.WagerHeld) -> None:
    hand.held[event.seat] = (event.action, event.amount, event.faced)


def _left_in(hand: Hand, event: events.WagerLeftIn) -> None:
    _post(hand, event.seat, event.amount)


def _released(hand: Hand, event: events.WagerReleased) -> None:
    hand.held.pop(event.seat, None)


def _corrected(hand: Hand, event: events.ActionCorrected | events.IrregularityRuled) -> None:
    """Nothing on the table changes by the note itself: what follows from it are events."""


def _barred(hand: Hand, event: events.RaisingBarred) -> None:
    hand.barred[event.seat] = event.clause


def _capped(hand: Hand, event: events.WagersCapped) -> None:
    hand.ceiling, hand.ceiling_clause = event.amount, event.clause


def _replaced(hand: Hand, event: events.CardReplaced) -> None:
    cards = list(hand.hole[event.seat])
    cards[cards.index(event.old) if event.old in cards else 0] = event.new
    hand.hole[event.seat] = tuple(cards)
    hand.burns_seen += (event.old,)
    if event.seat in hand.exposed:
        left = tuple(card for card in hand.exposed[event.seat] if card != event.old)
        hand.exposed[event.seat] = left
    hand.burned += 1
    hand.deck_at += 1
    hand.skips_burn |= {hand.street + 1}


def _kept(hand: Hand, event: events.CardKept) -> None:
    hand.kept += 1
    if event.cards:
        hand.exposed[event.seat] = hand.exposed.get(event.seat, ()) + event.cards


def _taken_back(hand: Hand, event: events.BoardTakenBack) -> None:
    hand.board = hand.board[: len(hand.board) - len(event.cards)]
    hand.burned -= event.burned
    if event.burned:
        hand.burns_seen = ()
    hand.deck_at -= event.burned + len(event.cards)
    hand.street -= 1
    if event.keeps_wagers:
        hand.resumes_at = hand.actor
    hand.actor = NOBODY


def _board_corrected(hand: Hand, event: events.BoardCorrected) -> None:
    hand.board = tuple(event.new if card == event.old else card for card in hand.board)
    hand.burns_seen += (event.old,)


def _next_fixed(hand: Hand, event: events.NextCardFixed) -> None:
    hand.next_card = event.card


def _burn_skipped(hand: Hand, event: events.BurnSkipped) -> None:
    hand.skips_burn |= {event.street}


def _exposed(hand: Hand, event: events.CardsExposed) -> None:
    hand.exposed[event.seat] = hand.exposed.get(event.seat, ()) + event.cards


def _awards_back(hand: Hand, event: events.AwardsTakenBack) -> None:
    for award in hand.awards:
        for seat, share in award.shares:
            hand.stacks[seat] -= share
        hand.pot += award.amount
    hand.awards = ()
    hand.ended = ""


def _last_exposed(hand: Hand, event: events.LastCardExposed) -> None:
    hand.actor = hand.opener = hand.taps_out_on_check = event.seat


def _given_up(hand: Hand, event: events.BettingGivenUp) -> None:
    hand.status[event.seat] = ALL_IN
    hand.live -= 1
    if hand.live < 2:
        hand.actor = _lone_bettor_to_act(hand)


def _killed(hand: Hand, event: events.HandKilled) -> None:
    seat = event.seat
    _leave(hand, seat)
    if event.returned:
        _give_back(hand, seat, event.returned)
        _lower_the_bet(hand)
    if hand.actor >= 0 and (hand.actor == seat or hand.live < 2 or hand.contenders < 2):
        _pass_turn(hand, seat)
    elif hand.actor >= 0 and hand.acted[hand.actor] >= hand.bet_to_match:
        _pass_turn(hand, hand.actor)


def _lower_the_bet(hand: Hand) -> None:
    """Nobody owes a wager that was given back, but for what others have called of it."""
    top = max(hand.bets)
    while hand.raised_from and hand.bet_to_match > top:
        *earlier, before = hand.raised_from
        hand.raised_from = tuple(earlier)
        for put, value in zip(_PUT_PRICE, before, strict=True):
            put(hand, value)
    hand.bet_to_match = max(hand.bet_to_match, top)
    hand.acted = [min(acted, hand.bet_to_match) for acted in hand.acted]


def _give_back(hand: Hand, seat: int, amount: int) -> None:
    """Return chips of this round first, then earlier ones, then dead money."""
    hand.stacks[seat] += amount
    hand.pot -= amount
    hand.bets[seat] -= min(amount, hand.bets[seat])
    from_paid = min(amount, hand.paid[seat])
    hand.paid[seat] -= from_paid
    hand.dead[seat] -= amount - from_paid


def _restored(hand: Hand, event: events.HandRestored) -> None:
    seat = event.seat
    hand.status[seat] = LIVE if hand.stacks[seat] else ALL_IN
    hand.live += hand.status[seat] == LIVE
    hand.contenders += 1
    hand.folds = tuple(other for other in hand.folds if other != seat)


def _undone(hand: Hand, event: events.Misdealt | events.HandVoided) -> None:
    """All as before the deal; a stack removed before it stays out (igr:A.2(cc)(iii))."""
    gone = [s for s in hand.seats if not hand.stacks[s] and not hand.paid[s] and not hand.dead[s]]
    for seat in hand.seats:
        hand.stacks[seat] = 0 if hand.removed and seat in gone else hand.began[seat]
    hand.pot = 0
    hand.actor = hand.drawer = NOBODY
    hand.ended = "misdeal" if isinstance(event, events.Misdealt) else "void"


def _voided(hand: Hand, event: events.HandVoided) -> None:
    _undone(hand, event)
    for seat, amount in event.lost:
        hand.stacks[seat] -= amount
        hand.removed += amount


# A table, not a `match`: forty kinds of events would be tried one after the other on every action.
_APPLY: dict[type, Callable[[Hand, Any], None]] = {
    events.HandStarted: _started,
    events.StackRemoved: _removed,
    events.AntePosted: _ante,
    events.BlindPosted: _blind,
    events.OverBlindPosted: _over_blind,
    events.DeadBlindPosted: _dead_blind,
    events.OwedBlindPosted: _owed_blind,
    events.BringInPosted: _bring_in,
    events.DeckShuffled: _shuffled,
    events.HoleDealt: _hole_dealt,
    events.BoardDealt: _board_dealt,
    events.StreetDealt: _street_dealt,
    events.UpCardsEntered: _up_entered,
    events.BettingOpened: _betting_opened,
    events.DrawOpened: _draw_opened,
    events.CardsDrawn: _drawn,
    events.DrawCompleted: _draw_completed,
    events.Folded: _folded,
    events.Checked: _checked,
    events.Stood: _checked,
    events.Called: _called,
    events.Bet: _raised,
    events.Raised: _raised,
    events.UncalledReturned: _returned,
    events.HandShown: _shown,
    events.HandMucked: _mucked,
    events.PotAwarded: _awarded,
    events.ResultEntered: _result,
    events.HandEnded: _ended,
    events.PlayerArrived: _arrived,
    events.AbsenceNoted: _absent,
    events.WagerHeld: _held,
    events.WagerLeftIn: _left_in,
    events.WagerReleased: _released,
    events.ActionCorrected: _corrected,
    events.RaisingBarred: _barred,
    events.WagersCapped: _capped,
    events.IrregularityRuled: _corrected,
    events.CardReplaced: _replaced,
    events.CardKept: _kept,
    events.BoardTakenBack: _taken_back,
    events.BoardCorrected: _board_corrected,
    events.NextCardFixed: _next_fixed,
    events.BurnSkipped: _burn_skipped,
    events.CardsExposed: _exposed,
    events.AwardsTakenBack: _awards_back,
    events.LastCardExposed: _last_exposed,
    events.BettingGivenUp: _given_up,
    events.HandKilled: _killed,
    events.HandRestored: _restored,
    events.Misdealt: _undone,
    events.HandVoided: _voided,
}
