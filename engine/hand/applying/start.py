"""The table set, the forced bets posted."""

from engine.hand import events
from engine.hand.applying.betting import clear_bets, pass_turn
from engine.hand.state import ALL_IN, LIVE, NOBODY, OUT, Hand


def started(hand: Hand, event: events.HandStarted) -> None:
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
    hand.owed_blinds = ()
    hand.set_aside = ()
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
    clear_bets(hand)
    hand.aggressor = hand.actor = hand.opener = NOBODY
    hand.held = {}
    hand.barred = {}
    hand.ceiling_clause = ""


def removed(hand: Hand, event: events.StackRemoved) -> None:
    hand.stacks[event.seat] -= event.amount
    hand.removed += event.amount


def ante(hand: Hand, event: events.AntePosted) -> None:
    seat = event.seat
    if event.is_for_the_table:
        _pay_dead(hand, seat, event.amount)
        return
    hand.stacks[seat] -= event.amount
    hand.paid[seat] += event.amount
    hand.pot += event.amount
    note_all_in(hand, seat)


def blind(hand: Hand, event: events.BlindPosted) -> None:
    hand.bet_to_match = hand.full_level = max(hand.bet_to_match, event.due)
    post(hand, event.seat, event.amount)


def over_blind(hand: Hand, event: events.OverBlindPosted) -> None:
    hand.blind_seats = (*hand.blind_seats, event.seat)
    hand.bet_to_match = hand.full_level = hand.full_raise = event.amount
    post(hand, event.seat, event.amount - hand.bets[event.seat])


def dead_blind(hand: Hand, event: events.DeadBlindPosted) -> None:
    _pay_dead(hand, event.seat, event.amount)


def owed_blind(hand: Hand, event: events.OwedBlindPosted) -> None:
    post(hand, event.seat, event.amount)


def bring_in(hand: Hand, event: events.BringInPosted) -> None:
    seat = event.seat
    post(hand, seat, event.amount)
    hand.bet_to_match = event.amount
    hand.acted[seat] = event.amount
    pass_turn(hand, seat)


def post(hand: Hand, seat: int, amount: int) -> None:
    """Chips in front of a seat; of one not dealt in they count like those of one who folded."""
    hand.stacks[seat] -= amount
    hand.bets[seat] += amount
    hand.paid[seat] += amount
    hand.pot += amount
    note_all_in(hand, seat)


def _pay_dead(hand: Hand, seat: int, amount: int) -> None:
    hand.stacks[seat] -= amount
    hand.dead[seat] += amount
    hand.pot += amount
    note_all_in(hand, seat)


def note_all_in(hand: Hand, seat: int) -> None:
    if not hand.stacks[seat] and hand.status[seat] == LIVE:
        hand.status[seat] = ALL_IN
        hand.live -= 1
