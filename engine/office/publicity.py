"""What a poster and the public page of an event must say before it may be published."""

from collections.abc import Mapping

from engine import rulebooks
from engine.refusal import Refused

LICENSEE, FEE, PRIZES, WHEN, TICKETS, REBUY = (
    *("licensee", "fee", "prizes", "when", "tickets", "rebuy"),
)
LABELS = {
    LICENSEE: "Licensee and licence",
    FEE: "Entry fee",
    PRIZES: "Prizes",
    WHEN: "Time, date and place",
    TICKETS: "Entry tickets for sale",
    REBUY: "Rebuy",
}


def required(rulebook: str) -> dict[str, str]:
    """What the book wants stated, and by which clause."""
    law = rulebooks.get(rulebook).public
    answers = {item: getattr(law, item) for item in LABELS}
    return {item: answer.clause for item, answer in answers.items() if answer.value}


def missing(rulebook: str, words: Mapping[str, str]) -> list[str]:
    """What the book wants on it and nobody has said yet."""
    return [item for item in required(rulebook) if not words.get(item)]


def check(rulebook: str, words: Mapping[str, str]) -> None:
    """Refuse to publish while something is missing (igr:5.08(a))."""
    left, clauses = missing(rulebook, words), required(rulebook)
    if left:
        listed = ", ".join(LABELS[item].lower() for item in left)
        whole = rulebooks.get(rulebook).public.stated.clause
        clause = clauses[left[0]] if len(left) == 1 else whole
        raise Refused(f"Not published yet: {listed} must be stated first.", clause)
