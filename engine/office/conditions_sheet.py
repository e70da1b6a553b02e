"""The sheet every player can read: which items it has, and which a book insists on."""

from collections.abc import Mapping

from engine import rulebooks
from engine.answers import Answer
from engine.refusal import Refused

STACK, WAGERS, STRUCTURE, TABLES, PLAY = "stack", "wagers", "structure", "tables", "play"
ENTRY, LAWFUL, DISCRETION, PRIZES, RULES = "entry", "lawful", "discretion", "prizes", "rules"

LABELS: Mapping[str, str] = {
    STACK: "Chips at the start",
    WAGERS: "Minimum and maximum wagers",
    STRUCTURE: "Structure and winners",
    TABLES: "Tables and seats",
    PLAY: "Other terms of play",
    ENTRY: "How and when to enter",
    LAWFUL: "Who may enter",
    DISCRETION: "The house's discretion",
    PRIZES: "Prizes",
    RULES: "Rules and supervision",
}


def clause(rulebook: str, item: str) -> str:
    """The clause that asks for an item, or none."""
    answer: Answer[bool] = getattr(rulebooks.get(rulebook).conditions, item)
    return answer.clause


def wanted(rulebook: str) -> list[str]:
    """The items a book asks for."""
    return [item for item in LABELS if clause(rulebook, item)]


def missing(words: Mapping[str, str], *, rulebook: str) -> list[str]:
    """The items that say nothing though the book insists on them."""
    if not rulebooks.get(rulebook).conditions.complete.value:
        return []
    return [item for item in wanted(rulebook) if not words.get(item, "").strip()]


def check_complete(words: Mapping[str, str], *, rulebook: str) -> None:
    """Refuse to begin with an item empty (charity:3.2)."""
    for item in missing(words, rulebook=rulebook):
        why = f"The terms of entry say nothing yet on this: {LABELS[item].lower()}."
        raise Refused(why, clause(rulebook, item))


def check_accepted(*, is_asked: bool, has_agreed: bool, rulebook: str) -> None:
    """Refuse an entry without its written agreement where that is asked (charity:3.3)."""
    if is_asked and not has_agreed:
        why = "The player must first agree to the rules and terms in writing."
        raise Refused(why, rulebooks.get(rulebook).conditions.agreed.clause)


def check_amendment(reason: str, *, rulebook: str) -> None:
    """Refuse to change what entrants read at the first hand without saying why (adelaide:88)."""
    if not reason.strip():
        why = "Play has begun: give the reason for the amendment; it is shown beside the terms."
        raise Refused(why, rulebooks.get(rulebook).conditions.amended.clause)
