"""A fair deck for an electronic deal: the whole of it shuffled, then cut."""

from dataclasses import replace
from hashlib import shake_256
from random import Random

from engine.cards.cards import deck
from engine.games import Game
from engine.hand.events import DeckShuffled, Event
from engine.refusal import Refused

LEAST_IN_A_CUT = 2


class Secret(Random):
    """Chance that follows from a secret seed, and from nothing else that anybody can see.

    Python's own generator can be worked out from what it has given; this one draws from a
    cryptographic hash (charity:7.1). The same seed gives the same cards, so a deal can be proved.
    """

    def __init__(self, secret: str) -> None:
        super().__init__()
        self._secret, self._drawn = secret.encode(), 0

    def getrandbits(self, k: int) -> int:
        """So many bits, never the same ones again."""
        self._drawn += 1
        size = (k + 7) // 8
        found = shake_256(self._secret + b"/%d" % self._drawn).digest(size)
        return int.from_bytes(found, "big") >> (8 * size - k)

    def random(self) -> float:
        return self.getrandbits(53) / (1 << 53)


def fresh_deck(game: Game, rng: Random) -> tuple[int, ...]:
    """Every card of the game's deck once, shuffled and cut about in the middle (igr:A.1.Cut)."""
    return reshuffled(deck(game.deck_size, game.has_joker), rng)


def shuffled(cards: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Every order as likely as any other, as far as chance is fair (adelaide:4-4)."""
    return tuple(rng.sample(cards, len(cards)))


def reshuffled(cards: tuple[int, ...], rng: Random | None) -> tuple[int, ...]:
    """What is left of a deck, shuffled and cut anew (canberra:7.1, canberra:7.2)."""
    if rng is None:
        raise ValueError("a deck is reshuffled by chance: pass it in as rng")
    mixed = shuffled(cards, rng)
    third = max(len(mixed) // 3, LEAST_IN_A_CUT)
    if len(mixed) < 2 * third:
        return mixed
    return cut(mixed, at=rng.randint(third, len(mixed) - third))


def by_chance(happened: list[Event], rng: Random | None) -> list[Event]:
    """The same events, every deck that is to be shuffled in an order of its own."""
    return [
        replace(event, cards=reshuffled(event.cards, rng))
        if isinstance(event, DeckShuffled)
        else event
        for event in happened
    ]


def cut(cards: tuple[int, ...], *, at: int) -> tuple[int, ...]:
    """So many cards from the top go below the rest; at least two on each side."""
    most = len(cards) - LEAST_IN_A_CUT
    if not LEAST_IN_A_CUT <= at <= most:
        raise Refused(f"Cut between {LEAST_IN_A_CUT} and {most} cards deep.", "adelaide:4-5")
    return cards[at:] + cards[:at]
