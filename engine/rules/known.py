"""Which cards of a hand are known and where they lie: what is declared may not contradict them."""

from typing import TYPE_CHECKING

from engine.cards.cards import UNKNOWN, fault
from engine.hand.state import NOBODY, Hand
from engine.refusal import Refused

if TYPE_CHECKING:
    from engine.rules.book import Rules

Cards = tuple[int, ...]


def of_seat(hand: Hand, seat: int) -> set[int]:
    """The cards of one hand that were seen or entered, those given up since left out.

    What the engine has dealt face down is known to nobody.
    """
    entered = () if hand.deck else hand.hole[seat]
    seen = {*entered, *hand.up[seat], *hand.exposed.get(seat, ()), *hand.shown.get(seat, ())}
    gone = {card for owner, cards in hand.discards if owner == seat for card in cards}
    return seen - gone - {UNKNOWN}


def elsewhere(hand: Hand, rules: "Rules", seat: int = NOBODY) -> set[int]:
    """The known cards that lie on the board, in the muck or before anybody but this seat."""
    lying = {*hand.board, *hand.burns_seen, hand.next_card, *hand.set_aside[:1]}
    if hand.discards:
        lying |= _given_up(hand, rules, seat)
    entered = hand.up if hand.deck else hand.hole
    for other in hand.order:
        if other != seat:
            lying.update(entered[other])
    for held in (hand.shown, hand.exposed):
        for other, seen in held.items():
            if other != seat:
                lying.update(seen)
    lying.discard(UNKNOWN)
    return lying


def _given_up(hand: Hand, rules: "Rules", seat: int) -> set[int]:
    """Cards exchanged in the draw; reshuffled they may come again, but not to who gave them up."""
    was_reshuffled = hand.deck_at > rules.game.cards_in_deck
    given_up = [cards for owner, cards in hand.discards if owner == seat or not was_reshuffled]
    return {card for cards in given_up for card in cards}


def require_free(hand: Hand, rules: "Rules", cards: Cards) -> None:
    """Refuse cards about to be dealt that are not of this deck or lie somewhere already."""
    lying = elsewhere(hand, rules) - {hand.next_card}
    _require_together(rules, (*lying, *cards))


def require_of_seat(hand: Hand, rules: "Rules", seat: int, cards: Cards) -> None:
    """Refuse cards that this seat cannot hold, by what lies elsewhere and what it has shown."""
    _require_together(rules, (*elsewhere(hand, rules, seat), *cards))
    held = of_seat(hand, seat) if not _drew_unseen(hand, seat) else set(hand.shown.get(seat, ()))
    if len(held - {UNKNOWN} | set(cards) - {UNKNOWN}) > len(hand.hole[seat]):
        raise Refused(f"Seat {seat} has shown other cards before.", rules.clause("cards_speak"))


def _drew_unseen(hand: Hand, seat: int) -> bool:
    """Whether the seat changed cards that nobody named: what it showed before may be gone."""
    return any(owner == seat and UNKNOWN in cards for owner, cards in hand.discards)


def _require_together(rules: "Rules", cards: Cards) -> None:
    game = rules.game
    why = fault(cards, size=game.deck_size, joker=game.has_joker)
    if why:
        raise Refused(why, rules.clause("deck"))
