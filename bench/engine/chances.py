"""Exact chances, beside a loop over every board with eval7."""

from collections.abc import Iterator
from itertools import combinations, islice

import eval7

from bench import figures
from bench.engine.measure import in_turns
from bench.figures import Row
from engine.cards import cards
from engine.cards.cards import parse
from engine.cards.equity import chances
from engine.cards.ranking import evaluator

FLOP_MS = 3  # a few milliseconds: a screen waits for it
EVERY = 20  # the loop sees each twentieth board of a pre-flop, and its time counts twentyfold


def rows(repeats: int) -> Iterator[Row]:
    ours, loops, times = _timed(["AhKh", "QcQd"], "", EVERY, repeats)
    what, beside = "heads-up pre-flop chances, exact", f"a loop over eval7 {figures.ms(loops)}"
    yield figures.ratio(what, figures.ms(ours), beside, times, least=100)
    ours, loops, times = _timed(["AhAd", "KcKs", "7h8h"], "Th9h2c", 1, repeats)
    beside, goal = f"a loop over eval7 {figures.ms(loops)}", f"at most {FLOP_MS} ms"
    yield Row("three-way flop chances", figures.ms(ours), beside, goal, 1000 * ours <= FLOP_MS)


def _timed(hands: list[str], board: str, every: int, repeats: int) -> tuple[float, float, float]:
    """Seconds of ours, of a loop over all boards, and how many times more that is."""
    ranking, holes, shown = evaluator("holdem"), [parse(hand) for hand in hands], parse(board)
    ours, theirs, times = in_turns(
        lambda: chances(ranking, holes, board=shown),
        lambda: loop(hands, board, every),
        repeats,
    )
    return ours, theirs * every, times * every


def loop(hands: list[str], board: str, every: int) -> list[int]:
    """Who wins how many boards, each settled on its own."""
    named = [_cards(hand) for hand in hands]
    shown = _cards(board)
    seen = {str(card) for some in (*named, shown) for card in some}
    stub = [eval7.Card(name) for name in cards.NAMES[:52] if name not in seen]
    won = [0] * len(hands)
    for rest in islice(combinations(stub, 5 - len(shown)), 0, None, every):
        values = [eval7.evaluate([*hand, *shown, *rest]) for hand in named]
        best = max(values)
        for at, value in enumerate(values):
            won[at] += value == best
    return won


def _cards(written: str) -> list[eval7.Card]:
    return [eval7.Card(written[at : at + 2]) for at in range(0, len(written), 2)]
