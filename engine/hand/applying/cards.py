"""Cards dealt, drawn and laid on the board; each street opens a betting round."""

from collections.abc import Sequence

from engine.cards.cards import UNKNOWN
from engine.hand import events
from engine.hand.applying.betting import clear_bets, pass_turn
from engine.hand.state import LIVE, NOBODY, Hand


def shuffled(hand: Hand, event: events.DeckShuffled) -> None:
    hand.deck = hand.deck[: hand.deck_at] + event.cards


def hole_dealt(hand: Hand, event: events.HoleDealt) -> None:
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


def board_dealt(hand: Hand, event: events.BoardDealt) -> None:
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
        pass_turn(hand, seat)


def street_dealt(hand: Hand, event: events.StreetDealt) -> None:
    for seat, card in event.cards:
        hand.hole[seat] += (card,)
        if event.is_up:
            hand.up[seat] += (card,)
    hand.deck_at += len(event.cards)
    hand.street += 1
    _next_round(hand, event.opener)


def _next_round(hand: Hand, opener: int) -> None:
    """Clear the bets; a street on which nobody can bet leaves the last aggressor standing."""
    if hand.opener < 0 and not hand.decisions:  # the blinds wait for the first betting round
        hand.actor = hand.opener = opener
        return
    clear_bets(hand)
    if hand.barred or hand.held:
        hand.barred, hand.held = {}, {}
    if opener >= 0:
        hand.aggressor = NOBODY
    hand.actor = hand.opener = opener


def up_entered(hand: Hand, event: events.UpCardsEntered) -> None:
    for seat, card in event.cards:
        hand.hole[seat] = (*hand.hole[seat][:-1], card)
        hand.up[seat] = (card,)
    hand.actor = hand.opener = event.opener


def betting_opened(hand: Hand, event: events.BettingOpened) -> None:
    if event.opener >= 0 and hand.street > 0:
        hand.aggressor = NOBODY
    hand.actor = hand.opener = event.opener


def draw_opened(hand: Hand, event: events.DrawOpened) -> None:
    hand.street += 1
    _next_round(hand, NOBODY)
    hand.drawer = event.seat


def drawn(hand: Hand, event: events.CardsDrawn) -> None:
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


def draw_completed(hand: Hand, event: events.DrawCompleted) -> None:
    for seat, card in event.cards:
        hand.hole[seat] += (card,)
    hand.deck_at += len(event.cards)
    hand.owed_draws = ()
    hand.drawer = NOBODY
    hand.actor = hand.opener = event.opener
