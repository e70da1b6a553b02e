"""Lines of the table of figures, and the arithmetic behind them."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, what was seen, what it stands beside, and the goal if there is one."""

    what: str
    seen: str
    beside: str = ""
    goal: str = ""
    is_met: bool | None = None

    @property
    def verdict(self) -> str:
        """Whether the goal was met, in a word; nothing where there is none."""
        return {True: "met", False: "missed", None: ""}[self.is_met]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def spread(seconds: Sequence[float]) -> str:
    """Median and 99th percentile in milliseconds."""
    return f"p50 {ms(percentile(seconds, 0.5))}, p99 {ms(percentile(seconds, 0.99))}"


def ms(seconds: float) -> str:
    """Milliseconds, as exact as they deserve."""
    return f"{1000 * seconds:,.1f} ms" if seconds < 0.1 else f"{1000 * seconds:,.0f} ms"


def ratio(what: str, ours: str, theirs: str, found: float, *, least: float) -> Row:
    """How many times better than the peer, and whether that is enough."""
    return Row(what, f"{ours} ({found:.1f}x)", theirs, f"at least {least:g}x", found >= least)


def within(what: str, ours: str, theirs: str, found: float, *, most: float) -> Row:
    """How many times the floor, and whether that is little enough."""
    return Row(what, f"{ours} ({found:.1f}x)", theirs, f"at most {most:g}x", found <= most)


def table(title: str, rows: Sequence[Row]) -> str:
    """The rows for people."""
    lines = [title, "-" * len(title)]
    for row in rows:
        goal = f"  [{row.goal}: {row.verdict}]" if row.goal else ""
        beside = f"  | {row.beside}" if row.beside else ""
        lines.append(f"{row.what:<58}  {row.seen}{beside}{goal}")
    return "\n".join(lines) + "\n\n"
