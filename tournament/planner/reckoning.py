"""What the planner has found so far: kept in the cache, where any web process can look it up."""

import hashlib
import json
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from django.core.cache import cache

from engine.planner import outlook, plans
from engine.planner.evening import Told
from tournament.planner import simulation
from tournament.planner.simulation import Request

MODEL = 3  # grows when evenings are played or told otherwise: what was kept before is not shown
KEPT_SECONDS = 24 * 60 * 60
LONGEST_SECONDS = 100.0  # then it is good enough
BUSY = "planner-busy"
FEW = 10  # evenings of a first answer while another plan is worked out


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to know of a plan."""

    request: Request
    minutes: int | None = None  # when it should be over, if somebody wishes

    def to_plain(self) -> dict[str, Any]:
        """As a task takes it."""
        return {
            "plan": plans.to_plain(self.request.plan),
            "seed": self.request.seed,
            "evenings": self.request.evenings,
            "minutes": self.minutes,
        }

    @property
    def key(self) -> str:
        """The same wish has the same answer."""
        text = json.dumps(self.to_plain(), sort_keys=True)
        return f"plan-{MODEL}-" + hashlib.sha256(text.encode()).hexdigest()[:32]


def from_plain(data: dict[str, Any]) -> Wish:
    """A wish as a task was given it."""
    plan = plans.from_plain(data["plan"])
    return Wish(Request(plan, data["seed"], data["evenings"]), data["minutes"])


def progress(wish: Wish) -> dict[str, Any] | None:
    """What is known by now; None where nobody has asked yet."""
    found: dict[str, Any] | None = cache.get(wish.key)
    return found


def claim(wish: Wish) -> bool:
    """Whether the caller is the first to ask this, and is to see to it."""
    return bool(cache.add(wish.key, {"done": 0, "of": wish.request.evenings}, KEPT_SECONDS))


def forget(wish: Wish) -> None:
    """Let it be asked again."""
    cache.delete(wish.key)


def begin(wish: Wish) -> None:
    """A first answer from a few evenings, for whoever has to wait for another's plan."""
    if _known(wish) == 0:
        few = replace(wish.request, evenings=min(FEW, wish.request.evenings))
        _keep(wish, [evening for batch in simulation.evenings(few) for evening in batch])


def _known(wish: Wish) -> int:
    """From how many evenings something is known."""
    return int((progress(wish) or {}).get("done", 0))


def reckon(wish: Wish) -> None:
    """Play the evenings, and say after every batch what they come to."""
    begun, told, known = monotonic(), list[Told](), _known(wish)
    batches = simulation.evenings(wish.request)
    for batch in batches:
        told += batch
        if len(told) > known:
            _keep(wish, told)
        if monotonic() - begun > LONGEST_SECONDS:
            batches.close()
            break
    extra = simulation.answer(wish.request, minutes=wish.minutes)
    _keep(wish, told, is_done=True, **extra)


def _keep(wish: Wish, told: list[Told], **more: Any) -> None:
    found = {"done": len(told), "of": wish.request.evenings, **more}
    cache.set(wish.key, {**found, "outlook": outlook.to_plain(outlook.of(told))}, KEPT_SECONDS)
