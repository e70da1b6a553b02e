"""The sheet every player can read: which items it has, and which a book insists on."""

from collections.abc import Mapping

from engine.refusal import Refused

STACK, WAGERS, STRUCTURE, TABLES, PLAY = "stack", "wagers", "structure", "tables", "play"
ENTRY, LAWFUL, DISCRETION, PRIZES, RULES = "entry", "lawful", "discretion", "prizes", "rules"

LABELS: Mapping[str, str] = {
    STACK: "Chips at the start",
    WAGERS: "Minimum and maximum wagers",
    STRUCTURE: "Structure and winners",
    TABLES: "Tables and seats",
    PLAY: "Further conditions of play",
    ENTRY: "How and when to enter",
    LAWFUL: "Who may enter",
    DISCRETION: "The house's discretion",
    PRIZES: "Prizes",
    RULES: "Rules and supervision",
}

CLAUSES: Mapping[str, Mapping[str, str]] = {
    "charity": {
        STACK: "charity:3.2(a)",
        WAGERS: "charity:3.2(b)",
        STRUCTURE: "charity:3.2(c)",
        TABLES: "charity:3.2(d)",
        PLAY: "charity:3.2(e)",
        ENTRY: "charity:3.2(f)",
        LAWFUL: "charity:3.2(g)(i)",
        DISCRETION: "charity:3.2(g)(ii)",
        PRIZES: "charity:3.2(h)",
        RULES: "charity:3.2(i)",
    },
    "adelaide": {ENTRY: "adelaide:88j", PRIZES: "adelaide:89", WAGERS: "adelaide:36"},
    "canberra": {STACK: "canberra:4.1/sign", WAGERS: "canberra:4.2"},
    "igr": {WAGERS: "igr:A.2(d)", RULES: "igr:5.01(c)", PRIZES: "igr:5.08(a)(iii)"},
    "fours": {WAGERS: "fours:schedule-posted", STACK: "fours:footer"},
}
# The books under which no hand is dealt while an item is empty.
INSISTS: Mapping[str, str] = {"charity": "charity:3.2"}
ASKS: Mapping[str, str] = {"charity": "charity:3.3"}
# Where a book says what becomes of a sheet that is changed after the first hand.
AMENDS: Mapping[str, str] = {
    "adelaide": "adelaide:88",
    "charity": "charity:8.6",
    "igr": "igr:A.2(d)-2",
}


def clause(rulebook: str, item: str) -> str:
    """The clause that asks for an item, or none."""
    return CLAUSES.get(rulebook, {}).get(item, "")


def missing(words: Mapping[str, str], *, rulebook: str) -> list[str]:
    """The items that say nothing though the book wants them."""
    if rulebook not in INSISTS:
        return []
    return [item for item in CLAUSES[rulebook] if not words.get(item, "").strip()]


def check_complete(words: Mapping[str, str], *, rulebook: str) -> None:
    """Refuse to begin with an item empty (charity:3.2)."""
    for item in missing(words, rulebook=rulebook):
        why = f"The conditions say nothing yet on this: {LABELS[item].lower()}."
        raise Refused(why, clause(rulebook, item))


def check_accepted(*, is_asked: bool, has_agreed: bool, rulebook: str) -> None:
    """Refuse an entry without its written agreement where that is asked (charity:3.3)."""
    if is_asked and not has_agreed:
        why = "The player agrees to the rules and conditions in writing first."
        raise Refused(why, ASKS.get(rulebook, ""))


def check_amendment(reason: str, *, rulebook: str) -> None:
    """Refuse to change what entrants read at the first hand without saying why (adelaide:88)."""
    if not reason.strip():
        why = "Play has begun: say why the conditions are amended, it stands beside them."
        raise Refused(why, AMENDS.get(rulebook, ""))
