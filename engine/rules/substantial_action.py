"""From when on can a misdeal no longer be declared?"""

from engine.hand.state import Hand


def two_decisions(hand: Hand) -> bool:
    """Two players have acted, whatever they did; posted blinds do not count."""
    return hand.decisions > 1


def two_with_chips_or_three(hand: Hand) -> bool:
    """Two actions of which one put chips in, or any three."""
    posted = sum(hand.blinds)
    has_put_chips = hand.street > 0 or sum(hand.bets) > posted
    return hand.decisions > 2 or (hand.decisions > 1 and has_put_chips)
