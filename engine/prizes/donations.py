"""Charity tournaments: what winning places give away, and to whom (charity:2)."""

from collections.abc import Sequence

from engine import rulebooks
from engine.prizes.law import DonationRules
from engine.refusal import Refused

NOT_HERE = "Donations belong to charity tournaments."


def rules(rulebook: str) -> DonationRules:
    """The book's word on donations; refused where it knows none."""
    known = rulebooks.get(rulebook).prizes.donations.value
    if known is None:
        raise Refused(NOT_HERE)
    return known


def check_amounts(amounts: Sequence[int], *, rulebook: str, has_started: bool) -> None:
    """Refuse amounts after the start, an empty list, or amounts that rise with the place."""
    clause = rules(rulebook).fixed
    if has_started:
        raise Refused("Donations were fixed before the start and stay.", clause)
    if not amounts or min(amounts) <= 0:
        raise Refused("Fix one donation at least, above zero.", clause)
    if list(amounts) != sorted(amounts, reverse=True):
        raise Refused("A better place never gives less.", clause)


def check_may_start(amounts: Sequence[int], *, rulebook: str) -> None:
    """Refuse to begin before the donations are fixed (charity:2.3)."""
    known = rulebooks.get(rulebook).prizes.donations.value
    if known is not None and not amounts:
        why = "Fix the donations before play begins, under Prizes, Donations."
        raise Refused(why, known.fixed)


def check_receiver(name: str, involvement: str, *, rulebook: str) -> None:
    """Refuse a charity that helps to run the event or plays in it (charity:2.2)."""
    if involvement.strip():
        why = f"{name} takes part in the event ({involvement.strip()}): choose another."
        raise Refused(why, rules(rulebook).uninvolved)
