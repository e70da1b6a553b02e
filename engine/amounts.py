"""Amounts as the hall writes them: 12 500, $12.50."""

THIN_SPACE = "\u202f"
MINUS = "\u2212"


def figure(amount: int) -> str:
    """A whole amount, thousands set apart."""
    return f"{amount:,}".replace(",", THIN_SPACE).replace("-", MINUS)


def dollars(cents: int) -> str:
    """$1 250 or $12.50: thousands set apart as chips have them."""
    whole, rest = divmod(abs(cents), 100)
    part = f".{rest:02}" if rest else ""
    return f"{MINUS if cents < 0 else ''}${figure(whole)}{part}"
