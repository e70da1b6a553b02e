"""Exact chances, beside a loop over every board with eval7."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice

import eval7

from bench.engine.measure import Row, in_turns
from engine import cards
from engine.cards import parse
from engine.equity import chances
from engine.ranking import evaluator

FLOP_MS = 3  # a few milliseconds: a screen waits for it
EVERY = 20  # the loop sees each twentieth board of a pre-flop, and its time counts twentyfold


def rows(repeats: int) -> Iterator[Row]:
    yield _compare("heads-up pre-flop chances", ["AhKh", "QcQd"], "", (EVERY, 100.0), repeats)
    flop = _compare("three-way flop chances", ["AhAd", "KcKs", "7h8h"], "Th9h2c", (1, 1.0), repeats)
    spent = float(flop.ours.removesuffix(" ms"))
    yield replace(flop, goal=f"{FLOP_MS:g} ms", is_met=spent <= FLOP_MS)


def _compare(
    what: str, hands: list[str], board: str, every_and_goal: tuple[int, float], repeats: int
) -> Row:
    every, goal = every_and_goal
    ranking, holes, shown = evaluator("holdem"), [parse(hand) for hand in hands], parse(board)
    ours, theirs, ratio = in_turns(
        lambda: chances(ranking, holes, board=shown),
        lambda: loop(hands, board, every),
        repeats,
    )
    return Row(
        what,
        f"{1000 * ours:.1f} ms",
        f"{1000 * theirs * every:,.0f} ms",
        ratio * every,
        f"{goal:g}x",
        ratio * every >= goal,
    )


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
