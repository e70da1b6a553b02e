"""A fair deck for an electronic deal: the whole of it shuffled, then cut."""

from random import Random

from engine.cards import deck
from engine.games import Game
from engine.refusal import Refused

LEAST_IN_A_CUT = 2


def fresh_deck(game: Game, rng: Random) -> tuple[int, ...]:
    """Every card of the game's deck once, shuffled and cut about in the middle (igr:A.1.Cut)."""
    cards = shuffled(deck(game.deck_size, game.has_joker), rng)
    third = len(cards) // 3
    return cut(cards, at=rng.randint(third, len(cards) - third))


def shuffled(cards: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Every order as likely as any other, as far as chance is fair (adelaide:4-4)."""
    return tuple(rng.sample(cards, len(cards)))


def cut(cards: tuple[int, ...], *, at: int) -> tuple[int, ...]:
    """So many cards from the top go below the rest; at least two on each side."""
    most = len(cards) - LEAST_IN_A_CUT
    if not LEAST_IN_A_CUT <= at <= most:
        raise Refused(f"Cut between {LEAST_IN_A_CUT} and {most} cards deep.", "adelaide:4-5")
    return cards[at:] + cards[:at]
