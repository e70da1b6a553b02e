"""The worth of hands held against brute force: every kind of every deck, and random ones."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from random import Random

import pytest

from engine.cards import cards
from engine.cards.cards import DECK_SIZES
from engine.cards.lookup import SHORT_FLUSHES, SHORT_RANKS, SHORT_SUITS, SUIT_BITS
from engine.cards.ranking import GAMES, evaluator
from engine.cards.values import Category
from tests.engine import obvious

HOLE = {"holdem": 2, "omaha": 4, "manila": 3, "draw": 5, "stud": 7}
DECKS = [(size, joker) for size in DECK_SIZES for joker in (False, True)]


def classes(size):
    """One five-card hand for each set of ranks, mixed and of one suit, and how many of it."""
    for ranks in combinations_with_replacement(range(13 - size // 4, 13), 5):
        numbers = Counter(ranks)
        if max(numbers.values()) > 4:
            continue
        mixed = [4 * rank + suit for rank in numbers for suit in range(numbers[rank])]
        if len(numbers) < 5:
            yield mixed, prod(comb(4, number) for number in numbers.values())
        else:
            yield [*mixed[:4], mixed[4] + 1], 4**5 - 4
            yield mixed, 4


def expected(ranks, ace_low):
    """Five-card hands of each category in a deck of so many ranks, by combinatorics."""
    straights = ranks - 4 + ace_low
    return {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 4 * (straights - 1),
        Category.FOUR: ranks * 4 * (ranks - 1),
        Category.FULL_HOUSE: ranks * 4 * (ranks - 1) * 6,
        Category.FLUSH: 4 * (comb(ranks, 5) - straights),
        Category.STRAIGHT: straights * (4**5 - 4),
        Category.THREE: ranks * 4 * comb(ranks - 1, 2) * 4**2,
        Category.TWO_PAIRS: comb(ranks, 2) * 6**2 * (ranks - 2) * 4,
        Category.PAIR: ranks * 6 * comb(ranks - 1, 3) * 4**3,
        Category.ODD_CARDS: (comb(ranks, 5) - straights) * (4**5 - 4),
    }


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize("size", DECK_SIZES)
def test_the_hands_of_each_deck_number_what_combinatorics_says(size, ace_low):
    ranking = evaluator("draw", size, ace_low_straights=ace_low)
    counted: Counter[Category] = Counter()
    for hand, number in classes(size):
        counted[ranking.category(ranking.high(hand, ()))] += number
    assert counted == {kind: n for kind, n in expected(size // 4, ace_low).items() if n}
    assert counted.total() == comb(size, 5)


def test_the_hands_of_the_smallest_deck_counted_one_by_one():
    ranking = evaluator("draw", 32)
    counted = Counter(
        ranking.category(ranking.high(hand, ())) for hand in combinations(cards.deck(32), 5)
    )
    assert counted == expected(8, ace_low=True)


def fours(size):
    """One set of four cards for each set of ranks, mixed and of one suit, and how many of it."""
    for ranks in combinations_with_replacement(range(13 - size // 4, 13), 4):
        numbers = Counter(ranks)
        mixed = [4 * rank + suit for rank in numbers for suit in range(numbers[rank])]
        if len(numbers) < 4:
            yield mixed, prod(comb(4, number) for number in numbers.values())
        else:
            yield [*mixed[:3], mixed[3] + 1], 4**4 - 4
            yield mixed, 4


def expected_with_the_joker(ranks, ace_low):
    """What four cards and the joker make, by combinatorics."""
    straights, royals = len(_four_to_a_straight(ranks, ace_low)), 5
    return {
        Category.FIVE: ranks,
        Category.ROYAL_FLUSH: 4 * royals,
        Category.STRAIGHT_FLUSH: 4 * (straights - royals),
        Category.FOUR: ranks * 4 * (ranks - 1) * 4,
        Category.FULL_HOUSE: comb(ranks, 2) * 6**2,
        Category.FLUSH: 4 * (comb(ranks, 4) - straights),
        Category.STRAIGHT: straights * (4**4 - 4),
        Category.THREE: ranks * 6 * comb(ranks - 1, 2) * 4**2,
        Category.PAIR: (comb(ranks, 4) - straights) * (4**4 - 4),
    }


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize("size", DECK_SIZES)
def test_the_hands_of_each_deck_with_a_joker_number_what_combinatorics_says(size, ace_low):
    ranking = evaluator("draw", size, ace_low_straights=ace_low)
    counted: Counter[Category] = Counter()
    for four, number in fours(size):
        counted[ranking.category(ranking.high((*four, cards.JOKER), ()))] += number
    assert counted == {
        kind: n for kind, n in expected_with_the_joker(size // 4, ace_low).items() if n
    }
    assert counted.total() + comb(size, 5) == comb(size + 1, 5), "the rest are without it"


def _four_to_a_straight(ranks, ace_low):
    lowest = 13 - ranks
    runs = [set(range(low, low + 5)) for low in range(lowest, 9)]
    runs += [{12, *range(lowest, lowest + 4)}] if ace_low else []
    return {frozenset(four) for run in runs for four in combinations(run, 4)}


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize("size", DECK_SIZES)
def test_every_kind_of_five_cards_stands_where_the_obvious_order_puts_it(size, ace_low):
    ranking = evaluator("draw", size, ace_low_straights=ace_low)
    hands = [hand for hand, _ in classes(size)]
    ours = [ranking.high(hand, ()) for hand in hands]
    obviously = [obvious.five(plain(hand), size, ace_low) for hand in hands]
    assert same_order(ours, obviously)


@pytest.mark.parametrize(("size", "joker"), DECKS)
@pytest.mark.parametrize("game", GAMES)
def test_random_hands_stand_where_the_obvious_order_puts_them(game, size, joker):
    ranking, dealt = evaluator(game, size), [*deals(game, size, joker, number=6 if joker else 25)]
    ours = [ranking.high(hole, board) for hole, board in dealt]
    obviously = [obvious.high(game, plain(hole), plain(board), size) for hole, board in dealt]
    assert same_order(ours, obviously)


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize(("size", "joker"), DECKS)
@pytest.mark.parametrize("game", GAMES)
def test_random_low_hands_stand_where_the_obvious_order_puts_them(game, size, joker, ace_low):
    ranking = evaluator(game, size, wins="low", ace_low=ace_low)
    dealt = [*deals(game, size, joker, number=4 if joker else 15)]
    ours = [-(ranking.low(hole, board) or 0) for hole, board in dealt]
    bad = [obvious.low(game, plain(hole), plain(board), size, ace_low) for hole, board in dealt]
    assert same_order(ours, bad)


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_eight_or_better_lets_a_low_hand_count_exactly_when_it_obviously_qualifies(game, ace_low):
    ranking = evaluator(game, 52, wins="split8", ace_low=ace_low)
    for hole, board in deals(game, 52, False, number=60):
        badness = obvious.low(game, plain(hole), plain(board), 52, ace_low)
        assert (ranking.low(hole, board) is not None) == obvious.qualifies(badness)


@pytest.mark.parametrize("game", ["holdem", "omaha", "manila"])
def test_an_unfinished_board_is_ranked_too(game):
    ranking = evaluator(game)
    for hole, board in deals(game, 52, True, number=10):
        for shown in (board[:3], board[:4]):
            value = obvious.high(game, plain(hole), plain(shown))
            assert ranking.high(hole, shown) >> 20 == value[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_five_cards_named_are_a_hand_of_the_game_worth_what_the_hand_is(game):
    ranking = evaluator(game, 52)
    for hole, board in deals(game, 52, True, number=15):
        five = ranking.five(hole, board)
        assert sorted(plain(five)) in [
            sorted(h) for h in obvious.hands(game, plain(hole), plain(board))
        ]
        assert evaluator("draw").high(five, ()) == ranking.high(hole, board)


def test_seven_cards_have_the_same_short_key_only_with_the_same_ranks():
    keys = {0: {0}} | {number: set() for number in range(1, 8)}
    for rank in SHORT_RANKS:
        keys = {
            number: {
                key + taken * rank
                for taken in range(min(number, 4) + 1)
                for key in keys[number - taken]
            }
            for number in keys
        }
    assert len(keys[7]) == 49_205, "the ways to take seven cards of thirteen ranks, four of each"


def test_the_suits_of_a_short_key_tell_a_flush_and_which():
    for suits in combinations_with_replacement(range(4), 7):
        flush = next((suit for suit in range(4) if suits.count(suit) >= 5), None)
        bits = SHORT_FLUSHES[sum(SHORT_SUITS[suit] for suit in suits)]
        assert bits is (None if flush is None else [*SUIT_BITS.values()][flush])


def test_a_known_and_a_new_set_of_ranks_are_worth_the_same():
    short, long = evaluator("holdem").high, evaluator("stud").high
    for hole, board in deals("holdem", 52, False, number=3000):
        assert short(hole, board) == short(board[:2], (*board[2:], *hole)) == long(hole, board)


def test_an_unseen_card_cannot_be_ranked():
    with pytest.raises(TypeError):
        evaluator("holdem").high((50, cards.UNKNOWN), (1, 5, 9, 13, 17))


@pytest.mark.parametrize(("game", "wins"), [("faro", "high"), ("holdem", "luck")])
def test_an_unknown_game_or_way_to_win_is_an_error(game, wins):
    with pytest.raises(ValueError, match="is known"):
        evaluator(game, wins=wins)


def deals(game, size, joker, number):
    """Random hands of a game; with the joker in every one of them when it is in the deck."""
    rng = Random(f"{game} {size} {joker}")
    own, shared = HOLE[game], 0 if game in ("draw", "stud") else 5
    for _ in range(number):
        dealt = rng.sample(cards.deck(size), own + shared)
        if joker:
            dealt[rng.randrange(len(dealt))] = cards.JOKER
        yield tuple(dealt[:own]), tuple(dealt[own:])


def plain(numbers):
    return obvious.cards(cards.text(numbers))


def same_order(ours, theirs):
    """Whether two lists of worths rank the same things alike, ties included."""
    pairs = sorted(zip(ours, theirs, strict=True), key=lambda pair: (pair[0], pair[1]))
    return all((a < b) == (x < y) and (a == b) == (x == y) for (a, x), (b, y) in pairwise(pairs))
