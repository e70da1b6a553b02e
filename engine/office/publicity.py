"""What a poster and the public page of an event must say before it may be published."""

from collections.abc import Mapping

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
REQUIRED: Mapping[str, Mapping[str, str]] = {
    "igr": {
        LICENSEE: "igr:5.08(a)(i)",
        FEE: "igr:5.08(a)(ii)",
        PRIZES: "igr:5.08(a)(iii)",
        WHEN: "igr:5.08(a)(iv)",
        TICKETS: "igr:5.08(a)(v)",
        REBUY: "igr:5.08(a)(vi)",
    },
}


def missing(rulebook: str, words: Mapping[str, str]) -> list[str]:
    """What the book wants on it and nobody has said yet."""
    return [item for item in REQUIRED.get(rulebook, {}) if not words.get(item)]


def check(rulebook: str, words: Mapping[str, str]) -> None:
    """Refuse to publish while something is missing (igr:5.08(a))."""
    left = missing(rulebook, words)
    if left:
        listed = ", ".join(LABELS[item].lower() for item in left)
        clause = REQUIRED[rulebook][left[0]] if len(left) == 1 else "igr:5.08(a)"
        raise Refused(f"It is not published yet: {listed} must be stated first.", clause)
