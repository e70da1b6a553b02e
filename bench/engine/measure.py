"""Timing two ways to do the same thing in turns, so that a busy machine slows both alike.

What is timed works alone and waits for nothing, so its processor time is what counts.
"""

from collections.abc import Callable
from statistics import median
from time import process_time

from bench import figures
from bench.figures import Row

Work = Callable[[], object]


def seconds(work: Work) -> float:
    """How long it takes once."""
    began = process_time()
    work()
    return process_time() - began


def in_turns(ours: Work, peer: Work, repeats: int) -> tuple[float, float, float]:
    """Median seconds of each, and the median of the ratios of neighbouring runs."""
    ours()
    pairs = [(seconds(ours), seconds(peer)) for _ in range(repeats)]
    return (
        median(mine for mine, _ in pairs),
        median(theirs for _, theirs in pairs),
        median(theirs / mine for mine, theirs in pairs),
    )


def rate(
    what: str, counts: tuple[int, int], timed: tuple[float, float, float], peer: str, goal: float
) -> Row:
    """A row in things per second; `counts` says how many of them each run did."""
    mine, theirs = counts
    own, other, times = timed
    beside = f"{peer} {theirs / other:,.0f}/s"
    return figures.ratio(what, f"{mine / own:,.0f}/s", beside, times * mine / theirs, least=goal)
