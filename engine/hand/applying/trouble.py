"""What went wrong and what a ruling changes."""

from engine.hand import events
from engine.hand.applying.betting import leave, lone_bettor_to_act, lower_the_bet, pass_turn
from engine.hand.applying.start import post
from engine.hand.state import ALL_IN, LIVE, NOBODY, Hand


def blind_owed(hand: Hand, event: events.BlindOwed) -> None:
    others = tuple(debt for debt in hand.owed_blinds if debt[0] != event.seat)
    hand.owed_blinds = (*others, (event.seat, event.live, event.dead))


def arrived(hand: Hand, event: events.PlayerArrived) -> None:
    hand.away -= {event.seat}


def absent(hand: Hand, event: events.AbsenceNoted) -> None:
    hand.away |= {event.seat}


def held(hand: Hand, event: events.WagerHeld) -> None:
    hand.held[event.seat] = (event.action, event.amount, event.faced)


def left_in(hand: Hand, event: events.WagerLeftIn) -> None:
    post(hand, event.seat, event.amount)


def released(hand: Hand, event: events.WagerReleased) -> None:
    hand.held.pop(event.seat, None)


def corrected(hand: Hand, event: events.ActionCorrected | events.IrregularityRuled) -> None:
    """Nothing on the table changes by the note itself: what follows from it are events."""


def barred(hand: Hand, event: events.RaisingBarred) -> None:
    hand.barred[event.seat] = event.clause


def capped(hand: Hand, event: events.WagersCapped) -> None:
    hand.ceiling, hand.ceiling_clause = event.amount, event.clause


def replaced(hand: Hand, event: events.CardReplaced) -> None:
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


def kept(hand: Hand, event: events.CardKept) -> None:
    hand.kept += 1
    if event.cards:
        hand.exposed[event.seat] = hand.exposed.get(event.seat, ()) + event.cards


def taken_back(hand: Hand, event: events.BoardTakenBack) -> None:
    hand.board = hand.board[: len(hand.board) - len(event.cards)]
    hand.burned -= event.burned
    if event.burned:
        hand.burns_seen = ()
    hand.deck_at -= event.burned + len(event.cards)
    hand.street -= 1
    if event.keeps_wagers:
        hand.resumes_at = hand.actor
    hand.actor = NOBODY


def board_corrected(hand: Hand, event: events.BoardCorrected) -> None:
    hand.board = tuple(event.new if card == event.old else card for card in hand.board)
    hand.burns_seen += (event.old,)


def next_fixed(hand: Hand, event: events.NextCardFixed) -> None:
    hand.next_card = event.card


def set_aside(hand: Hand, event: events.CardSetAside) -> None:
    hand.set_aside = (event.card, event.street)
    hand.burned += event.burned
    hand.deck_at += event.burned + 1


def shuffled_back(hand: Hand, event: events.CardShuffledBack) -> None:
    hand.set_aside = ()
    if hand.deck:
        _back_into_the_deck(hand, hand.deck.index(event.card))
    else:
        hand.deck_at -= 1


def burn_taken_back(hand: Hand, event: events.BurnTakenBack) -> None:
    hand.burned -= 1
    hand.burns_seen = ()
    if hand.deck:
        _back_into_the_deck(hand, hand.deck_at - 2)
    else:
        hand.deck_at -= 1


def _back_into_the_deck(hand: Hand, at: int) -> None:
    """A card that had left the deck is its next one again."""
    card, left = hand.deck[at], hand.deck[:at] + hand.deck[at + 1 :]
    hand.deck_at -= 1
    hand.deck = (*left[: hand.deck_at], card, *left[hand.deck_at :])


def burn_seen(hand: Hand, event: events.BurnSeen) -> None:
    hand.burns_seen += (event.card,)


def discarded(hand: Hand, event: events.CardsDiscarded) -> None:
    hand.burns_seen += event.cards
    hand.deck_at += len(event.cards)


def burn_skipped(hand: Hand, event: events.BurnSkipped) -> None:
    hand.skips_burn |= {event.street}


def exposed(hand: Hand, event: events.CardsExposed) -> None:
    hand.exposed[event.seat] = hand.exposed.get(event.seat, ()) + event.cards


def last_exposed(hand: Hand, event: events.LastCardExposed) -> None:
    hand.actor = hand.opener = hand.taps_out_on_check = event.seat


def given_up(hand: Hand, event: events.BettingGivenUp) -> None:
    hand.status[event.seat] = ALL_IN
    hand.live -= 1
    if hand.live < 2:
        hand.actor = lone_bettor_to_act(hand)


def killed(hand: Hand, event: events.HandKilled) -> None:
    seat = event.seat
    leave(hand, seat)
    if event.returned:
        _give_back(hand, seat, event.returned)
        lower_the_bet(hand)
    if hand.actor >= 0 and (hand.actor == seat or hand.live < 2 or hand.contenders < 2):
        pass_turn(hand, seat)
    elif hand.actor >= 0 and hand.acted[hand.actor] >= hand.bet_to_match:
        pass_turn(hand, hand.actor)


def _give_back(hand: Hand, seat: int, amount: int) -> None:
    """Return chips of this round first, then earlier ones, then dead money."""
    hand.stacks[seat] += amount
    hand.pot -= amount
    hand.bets[seat] -= min(amount, hand.bets[seat])
    from_paid = min(amount, hand.paid[seat])
    hand.paid[seat] -= from_paid
    hand.dead[seat] -= amount - from_paid


def restored(hand: Hand, event: events.HandRestored) -> None:
    seat = event.seat
    hand.status[seat] = LIVE if hand.stacks[seat] else ALL_IN
    hand.live += hand.status[seat] == LIVE
    hand.contenders += 1
    hand.folds = tuple(other for other in hand.folds if other != seat)
