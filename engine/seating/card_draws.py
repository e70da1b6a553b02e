"""Cards that decide between players: dealt or cut, one each, again only where still undecided.

A card is an int (rank * 4 + suit); ranks alone count here and the ace is high.
"""

from collections.abc import Collection, Mapping, Sequence

from engine.refusal import Refused

Tiers = tuple[tuple[int, ...], ...]


def clockwise_after(button: int, seats: Collection[int]) -> tuple[int, ...]:
    """The order in which cards are dealt: from the first seat behind the button."""
    return tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))


def ranked(cards: Mapping[int, Sequence[int]]) -> Tiers:
    """Players from the highest card to the lowest; those in one tier are not yet separated."""
    return _ranked(tuple(cards), cards, turn=0)


def lowest(cards: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """Who holds the lowest card: one player, or those who must draw again."""
    return ranked(cards)[-1]


def decided(cards: Mapping[int, Sequence[int]], *, clause: str) -> tuple[int, ...]:
    """The whole order, best first; refused while two players are not separated."""
    tiers = ranked(cards)
    if any(len(tier) > 1 for tier in tiers):
        again = next(tier for tier in tiers if len(tier) > 1)
        raise Refused(f"Still tied: {_names(again)} draw again.", clause)
    return tuple(tier[0] for tier in tiers)


def _ranked(players: tuple[int, ...], cards: Mapping[int, Sequence[int]], turn: int) -> Tiers:
    if len(players) == 1 or any(len(cards[player]) <= turn for player in players):
        _check_nobody_drew_more(players, cards, turn)
        return (tuple(sorted(players)),)
    ranks = sorted({cards[player][turn] // 4 for player in players}, reverse=True)
    tiers: Tiers = ()
    for rank in ranks:
        tied = tuple(player for player in players if cards[player][turn] // 4 == rank)
        tiers += _ranked(tied, cards, turn + 1)
    return tiers


def _check_nobody_drew_more(
    players: tuple[int, ...], cards: Mapping[int, Sequence[int]], turn: int
) -> None:
    if any(len(cards[player]) > turn for player in players):
        raise Refused("Further cards go only to players who are still equal.")


def _names(players: Sequence[int]) -> str:
    return " and ".join(str(player) for player in players)
