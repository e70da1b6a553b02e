"""Poker hands ranked the slow, obvious way, to hold `engine.cards.ranking` against.

It shares nothing with the engine: a card is a rank from 2 to 14 and a suit letter, a hand is a
tuple of five of them, and the best hand is the greatest of all the hands that can be made. The
joker is tried as every card of the deck.
"""

from collections import Counter
from itertools import combinations

LETTERS = {letter: rank for rank, letter in enumerate("23456789TJQKA", 2)}
JOKER = (0, "joker")
ORDER = ["odd", "pair", "two pair", "three", "straight", "flush", "full house", "four"]
ORDER += ["straight flush", "five", "royal flush"]


def cards(written):
    pieces = [written[at : at + 2] for at in range(0, len(written), 2)]
    return [JOKER if piece == "Jk" else (LETTERS[piece[0]], piece[1]) for piece in pieces]


def deck(size):
    return [(rank, suit) for rank in range(15 - size // 4, 15) for suit in "cdhs"]


def kinds(ranks):
    """Ranks by how many there are of each, then by rank: what decides between equal hands."""
    return sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)


BY_COUNT = {
    (5,): "five",
    (4, 1): "four",
    (3, 2): "full house",
    (3, 1, 1): "three",
    (2, 2, 1): "two pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "odd",
}


def by_count(ranks):
    return BY_COUNT[tuple(sorted(Counter(ranks).values(), reverse=True))]


def straight_top(ranks, size, ace_low):
    """The top rank of a straight, else nothing; an ace may stand below the deck's four lowest."""
    ranks = sorted(ranks)
    if ranks == list(range(ranks[0], ranks[0] + 5)):
        return ranks[4]
    lowest = 15 - size // 4
    if ace_low and ranks == [lowest, lowest + 1, lowest + 2, lowest + 3, 14]:
        return lowest + 3
    return None


def natural_five(hand, size, ace_low):
    """A comparable worth of five cards without a joker."""
    ranks = [rank for rank, _ in hand]
    name, decides = by_count(ranks), kinds(ranks)
    top = straight_top(ranks, size, ace_low)
    one_suit = len({suit for _, suit in hand}) == 1
    if top:
        name, decides = ("straight flush" if one_suit else "straight"), [top]
        if one_suit and top == 14:
            name = "royal flush"
    elif one_suit and name == "odd":
        name = "flush"
    return place(name, size), decides


def place(name, size):
    order = list(ORDER)
    if size < 52:
        order[5], order[6] = order[6], order[5]
    return order.index(name)


def five(hand, size=52, ace_low=True):
    """The worth of five cards; the joker doubles a held card only as a fifth of a kind."""
    if JOKER not in hand:
        return natural_five(hand, size, ace_low)
    rest = [card for card in hand if card != JOKER]
    tries = [[*rest, card] for card in deck(size) if card not in rest]
    if len({rank for rank, _ in rest}) == 1:
        tries.append([*rest, (rest[0][0], "another")])
    return max(natural_five(each, size, ace_low) for each in tries)


def low_five(hand, size=52, ace_low=False):
    """The badness of five cards as a low hand: less is better."""
    if JOKER in hand:
        rest = [card for card in hand if card != JOKER]
        tries = [[*rest, card] for card in deck(size) if card not in rest]
        return min(low_five(each, size, ace_low) for each in tries)
    ranks = [1 if ace_low and rank == 14 else rank for rank, _ in hand]
    return ORDER.index(by_count(ranks)), kinds(ranks)


def qualifies(badness):
    category, ranks = badness
    return category == 0 and ranks[0] <= 8


def hands(game, hole, board):
    """Every five cards that a player of this game may show as a hand."""
    if game in ("omaha", "manila"):
        for two in combinations(hole, 2):
            for three in combinations(board, 3):
                yield [*two, *three]
    else:
        yield from map(list, combinations([*hole, *board], 5))


def high(game, hole, board, size=52, ace_low=True):
    return max(five(hand, size, ace_low) for hand in hands(game, hole, board))


def low(game, hole, board, size=52, ace_low=False):
    return min(low_five(hand, size, ace_low) for hand in hands(game, hole, board))
