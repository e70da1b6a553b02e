"""A fair deck for an electronic deal: the whole of it shuffled, then cut."""

from collections.abc import Callable
from dataclasses import replace

from engine.cards.cards import deck
from engine.chance import Chance
from engine.games import Game
from engine.hand.events import DeckShuffled, Event
from engine.refusal import Refused

LEAST_IN_A_CUT = 2

Shuffle = Callable[[tuple[int, ...]], tuple[int, ...]]  # cards in, the same in another order out


def fresh_deck(game: Game, chance: Chance) -> tuple[int, ...]:
    """Every card of the game's deck once, shuffled and cut about in the middle (igr:A.1.Cut)."""
    return mixed(whole_deck(game), chance)


def whole_deck(game: Game) -> tuple[int, ...]:
    """Every card of the game's deck once, lowest first."""
    return deck(game.deck_size, game.has_joker)


def mixed(cards: tuple[int, ...], chance: Chance) -> tuple[int, ...]:
    """Shuffled, every order as likely as any other (adelaide:4-4), and cut."""
    shuffled = chance.order("cards", cards)
    places = chance.order("cut", cut_places(len(cards)))
    return cut(shuffled, at=places[0]) if places else shuffled


def cut_places(count: int) -> range:
    """How deep so many cards may be cut: never nearer to an end than a third of them."""
    third = max(count // 3, LEAST_IN_A_CUT)
    return range(third, count - third + 1)


def by_chance(happened: list[Event], shuffle: Shuffle | None) -> list[Event]:
    """The same events, every deck that is to be shuffled in an order of its own."""
    return [
        replace(event, cards=reshuffled(event.cards, shuffle))
        if isinstance(event, DeckShuffled)
        else event
        for event in happened
    ]


def reshuffled(cards: tuple[int, ...], shuffle: Shuffle | None) -> tuple[int, ...]:
    """What is left of a deck, shuffled and cut anew (canberra:7.1, canberra:7.2)."""
    if shuffle is None:
        raise ValueError("a deck is reshuffled by chance: pass the shuffle in")
    return shuffle(cards)


def cut(cards: tuple[int, ...], *, at: int) -> tuple[int, ...]:
    """So many cards from the top go below the rest; at least two on each side (adelaide:4-5)."""
    most = len(cards) - LEAST_IN_A_CUT
    if not LEAST_IN_A_CUT <= at <= most:
        raise Refused(f"Cut between {LEAST_IN_A_CUT} and {most} cards deep.")
    return cards[at:] + cards[:at]
