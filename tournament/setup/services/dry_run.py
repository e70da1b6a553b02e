"""Try something and leave nothing of it: what the book has against it, while it is typed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction

from engine.refusal import Refused
from engine.structure.offers import Doubt
from tournament.permissions import Forbidden


@dataclass(frozen=True, slots=True)
class Outcome:
    """What speaks against it; if nothing does, what would follow, in sentences."""

    doubts: Sequence[Doubt] = ()
    facts: Sequence[str] = ()


def of(act: Callable[[], Sequence[str]]) -> Outcome:
    """Carry it out and take all of it back; the same law as when it is kept."""
    try:
        with transaction.atomic():
            facts = act()
            transaction.set_rollback(True)
    except Forbidden:
        raise
    except Refused as refusal:
        return Outcome([Doubt("", refusal.why, refusal.clause)])
    return Outcome(facts=facts)
