"""Coming late and going early: when an entry may still be taken, and who may leave."""

from collections.abc import Mapping

from engine import rulebooks
from engine.entries.law import LateEntry
from engine.refusal import Refused


def check_late_entry(late: LateEntry, *, rulebook: str) -> None:
    """Refuse who comes too late by the book."""
    answer = rulebooks.get(rulebook).entries.late
    answer.value(late, answer.clause)


def check_withdrawal(*, stack: int, approved_reason: str, rulebook: str) -> None:
    """Nobody withdraws with chips unless a supervisor accepts why (charity:10.1.2)."""
    if stack == 0:
        raise Refused("This player has no chips and is already out.")
    allowed = rulebooks.get(rulebook).entries.withdrawals
    if not allowed.value:
        raise Refused("Nobody withdraws with chips here: note the player as away.")
    if not approved_reason.strip():
        why = "A player with chips withdraws only on grounds a supervisor accepts: say which."
        raise Refused(why, allowed.clause)


def no_shows(entries: Mapping[int, bool]) -> tuple[int, ...]:
    """IGR: who is not seated when play starts cannot take part (igr:A.2(t))."""
    return tuple(entry for entry, is_seated in entries.items() if not is_seated)
