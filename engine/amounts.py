"""Amounts as the hall writes them: 12 500."""

THIN_SPACE = "\u202f"


def figure(amount: int) -> str:
    """A whole amount, thousands set apart."""
    return f"{amount:,}".replace(",", THIN_SPACE)
