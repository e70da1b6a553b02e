"""What will go wrong in an evening, and when: all of it follows from the seed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

NETWORK_EVERY, DISK_EVERY, BACKEND_EVERY = 2, 10, 8  # kills
AT_THE_END = 0.15  # of the kills


class Kind(StrEnum):
    """What can go wrong."""

    KILL = "killed with -9"
    CUT = "network of a tablet cut"
    DEAF = "answers to a tablet lost"
    DISK = "disk full"
    BACKEND = "a database connection's process killed with -9"


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong: when so much was played, so much later, to whom, for how long."""

    after: float  # seconds
    kind: Kind
    target: str
    lasts: float
    due: int = 0  # commands acknowledged before


def make(
    seed: str, *, kills: int, played: int, parts: Sequence[str], tablets: Sequence[str]
) -> list[Fault]:
    """So many kills, every part in turn but in an order of chance, and other faults between.

    Most of them come while so much is played, at any distance; the last while the evening ends.
    """
    rng = Random(f"{seed}/plan")
    faults: list[Fault] = []
    order: list[str] = []
    dues = _dues(rng, kills, played)
    for number, due in enumerate(dues, 1):
        order = order or rng.sample(parts, len(parts))
        after = rng.uniform(1.0, 4.0) if due == played else rng.uniform(0.0, 1.0)
        faults.append(Fault(after, Kind.KILL, order.pop(), rng.uniform(0.1, 1.5), due))
        faults += [replace(one, due=due) for one in _between(rng, number, parts, tablets)]
    return faults


def _dues(rng: Random, kills: int, played: int) -> list[int]:
    """How much was played before each kill: some come right after another."""
    during = kills - max(1, round(kills * AT_THE_END))
    steps = [rng.choice((0.0, rng.uniform(0.4, 1.6), rng.uniform(1.0, 3.0))) for _ in range(during)]
    scale = played / (sum(steps) or 1.0)
    dues, so_far = list[int](), 0.0
    for step in steps:
        so_far += step * scale
        dues.append(min(played - 1, round(so_far)))
    return [*dues, *[played] * (kills - during)]


def _between(rng: Random, number: int, parts: Sequence[str], tablets: Sequence[str]) -> list[Fault]:
    found = []
    if number % NETWORK_EVERY == 0:
        kind = rng.choice((Kind.CUT, Kind.DEAF))
        found.append(Fault(rng.uniform(0, 0.5), kind, rng.choice(tablets), rng.uniform(0.3, 2.5)))
    if "postgres" in parts and number % BACKEND_EVERY == 0:
        found.append(Fault(rng.uniform(0, 0.5), Kind.BACKEND, "postgres", 0.0))
    if "postgres" not in parts and number % DISK_EVERY == 4:
        found.append(Fault(rng.uniform(0, 0.5), Kind.DISK, "sqlite", rng.uniform(1.0, 3.0)))
    return found
