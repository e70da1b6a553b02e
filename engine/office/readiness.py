"""What a book wants in order before the first hand, beyond its staff and its clock."""

from engine import clauses

# Every table has one dealer, and nobody deals at two (or the start is refused).
DEALERS = {"igr": "igr:6.01(g)"}
# Only whom the table was given to may deal there.
ONLY_ASSIGNED = {"igr": "igr:A.2(u)"}
# The licensee's parts, one line each on the checklist.
PARTS = {
    "igr": (
        ("money", "Tickets, entry fees and re-buy money are reconciled", "igr:6.01(a)"),
        ("terms", "The settings keep to the terms", "igr:6.01(b)"),
        ("prizes", "The prizes are announced", "igr:6.01(c)"),
        ("expenses", "Every expense is on record", "igr:6.01(d)"),
        ("head", "A chairperson is named and here", "igr:6.01(e)"),
        ("managers", "There are enough table managers", "igr:6.01(f)"),
        ("dealers", "Every table has its dealer", "igr:6.01(g)"),
    )
}
POCKETED = {"adelaide": "adelaide:93b"}


def pocketed_clause(rulebook: str) -> str:
    """Where the book takes chips out of play that were put out of sight."""
    return POCKETED.get(rulebook, clauses.cited("tda2024:R63", rulebook=rulebook))
