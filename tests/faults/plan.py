"""What will go wrong in an evening, and when: all of it follows from the seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

NETWORK_EVERY, DISK_EVERY, BACKEND_EVERY = 2, 10, 8  # kills


class Kind(StrEnum):
    """What can go wrong."""

    KILL = "killed with -9"
    CUT = "network of a tablet cut"
    DEAF = "answers to a tablet lost"
    DISK = "disk full"
    BACKEND = "a database connection's process killed with -9"


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong: after so many seconds, to whom, for how long."""

    after: float
    kind: Kind
    target: str
    lasts: float


def make(seed: str, *, kills: int, parts: Sequence[str], tablets: Sequence[str]) -> list[Fault]:
    """So many kills, every part in turn but in an order of chance, and other faults between."""
    rng = Random(f"{seed}/plan")
    faults: list[Fault] = []
    order: list[str] = []
    for number in range(1, kills + 1):
        order = order or rng.sample(parts, len(parts))
        after = rng.choice((0.0, rng.uniform(0.2, 1.2), rng.uniform(0.5, 2.0)))
        faults.append(Fault(after, Kind.KILL, order.pop(), rng.uniform(0.1, 1.5)))
        faults += _between(rng, number, parts, tablets)
    return faults


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
