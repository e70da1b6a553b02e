"""Values of hands per second, the start of the tables, and their size."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from random import Random
from statistics import median

import eval7
from pokerkit import Card, GreekHoldemHand, OmahaHoldemHand

from bench.engine.measure import in_turns, rate
from bench.figures import Row
from engine.cards import cards
from engine.cards.ranking import Cards, evaluator

FRESH = """
import os, time
def size():
    with open("/proc/self/statm") as pages:
        return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
before, began = size(), time.process_time()
from engine.cards.ranking import evaluator
high = evaluator("holdem").high
high((51, 47), (43, 39, 35, 2, 5))
ready = time.process_time() - began
from random import Random
rng, deck = Random(1), range(52)
for _ in range(200_000):
    dealt = rng.sample(deck, 7)
    high(dealt[:2], dealt[2:])
print(ready * 1000, size() - before)
"""


def rows(repeats: int) -> Iterator[Row]:
    yield _seven_cards(repeats)
    yield from _start()
    yield _omaha(repeats)
    yield _manila(repeats)


def _deals(number: int, cards_each: int, hole: int) -> list[tuple[Cards, Cards]]:
    rng = Random(7)
    dealt = [tuple(rng.sample(range(52), cards_each)) for _ in range(number)]
    return [(each[:hole], each[hole:]) for each in dealt]


def _seven_cards(repeats: int) -> Row:
    deals = _deals(5_000, 7, 2)
    theirs = [[eval7.Card(cards.NAMES[card]) for card in (*hole, *board)] for hole, board in deals]
    high, evaluate = evaluator("holdem").high, eval7.evaluate
    timed = in_turns(
        lambda: [high(hole, board) for _ in range(4) for hole, board in deals],
        lambda: [evaluate(hand) for _ in range(4) for hand in theirs],
        5 * repeats,
    )
    return rate("seven-card values", (4 * len(deals),) * 2, timed, "eval7 (C)", goal=1)


def _start() -> Iterator[Row]:
    command = [sys.executable, "-c", FRESH]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(3)]
    ready, size = (
        median(map(float, each)) for each in zip(*(run.stdout.split() for run in runs), strict=True)
    )
    yield Row("ready after import", f"{ready:.0f} ms", "", "at most 50 ms", ready <= 50)
    yield Row("memory after 200,000 hands", f"{size:.1f} MB", "", "at most 20 MB", size <= 20)


def _omaha(repeats: int) -> Row:
    deals = _deals(1_000, 9, 4)
    theirs = [(_theirs(hole), _theirs(board)) for hole, board in deals[:20]]
    high = evaluator("omaha").high
    timed = in_turns(
        lambda: [high(hole, board) for hole, board in deals],
        lambda: [OmahaHoldemHand.from_game(hole, board) for hole, board in theirs],
        repeats,
    )
    return rate("Omaha values", (len(deals), len(theirs)), timed, "PokerKit", goal=50)


def _manila(repeats: int) -> Row:
    """PokerKit has no Manila: the best of its two-card games over the three pairs of hole cards."""
    deals = _deals(1_000, 8, 3)
    theirs = [(_theirs(hole), _theirs(board)) for hole, board in deals[:20]]
    high = evaluator("manila").high
    timed = in_turns(
        lambda: [high(hole, board) for hole, board in deals],
        lambda: [_their_manila(hole, board) for hole, board in theirs],
        repeats,
    )
    return rate("Manila values", (len(deals), len(theirs)), timed, "PokerKit", goal=50)


def _their_manila(hole: tuple[Card, ...], board: tuple[Card, ...]) -> object:
    return max(GreekHoldemHand.from_game(two, board) for two in combinations(hole, 2))


def _theirs(some: Cards) -> tuple[Card, ...]:
    return tuple(Card.parse(cards.text(some)))
