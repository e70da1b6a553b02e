"""Charity tournaments: what winning places give away, and to whom (charity:2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class DonationRules:
    """A book whose winners choose charities."""

    fixed: str  # the clause by which the amounts are fixed beforehand
    uninvolved: str  # the clause by which a receiver takes no part in the event


BOOKS: Mapping[str, DonationRules] = {
    "charity": DonationRules(fixed="charity:2.3", uninvolved="charity:2.2")
}
NOT_HERE = "Donations belong to charity tournaments."


def rules(rulebook: str) -> DonationRules:
    """The book's word on donations; refused where it knows none."""
    if rulebook not in BOOKS:
        raise Refused(NOT_HERE)
    return BOOKS[rulebook]


def check_amounts(amounts: Sequence[int], *, rulebook: str, has_started: bool) -> None:
    """Refuse amounts after the start, none at all, or ones that rise with the place."""
    clause = rules(rulebook).fixed
    if has_started:
        raise Refused("Donations were fixed before the start and stay.", clause)
    if not amounts or min(amounts) <= 0:
        raise Refused("Fix one donation at least, above zero.", clause)
    if list(amounts) != sorted(amounts, reverse=True):
        raise Refused("A better place never gives less.", clause)


def check_may_start(amounts: Sequence[int], *, rulebook: str) -> None:
    """Refuse to begin before the donations are fixed (charity:2.3)."""
    if rulebook in BOOKS and not amounts:
        raise Refused(
            "Fix the donations before play begins, under Prizes, Donations.", BOOKS[rulebook].fixed
        )


def check_receiver(name: str, involvement: str, *, rulebook: str) -> None:
    """Refuse a charity that helps to run the event or plays in it (charity:2.2)."""
    if involvement.strip():
        why = f"{name} takes part in the event ({involvement.strip()}): choose another."
        raise Refused(why, rules(rulebook).uninvolved)
