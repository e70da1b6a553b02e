"""Amounts as people write and type them: 12,500 chips, $1,300.50.

The one place that knows the separators and the currency; static/js/chips.js follows it.
"""

import re

GROUP, POINT, CURRENCY = ",", ".", "$"
MINUS = "\u2212"
# Plain digits, or groups of three set apart as we write them or by a space.
TYPED = re.compile(r"([0-9]{1,9}|[0-9]{1,3}(?:[,\s][0-9]{3}){1,2})(?:\.([0-9]{1,2}))?", re.ASCII)


def figure(amount: int) -> str:
    """A whole amount, thousands set apart."""
    return f"{amount:,}".replace(",", GROUP).replace("-", MINUS)


def dollars(cents: int) -> str:
    """$1,250 or $12.50."""
    whole, rest = divmod(abs(cents), 100)
    part = f"{POINT}{rest:02}" if rest else ""
    return f"{MINUS if cents < 0 else ''}{CURRENCY}{figure(whole)}{part}"


def typed_cents(words: str) -> int | None:
    """Typed money in cents, None where it is no amount; 55,50 is none, so never 5,550."""
    typed = TYPED.fullmatch(words.strip().removeprefix(CURRENCY).strip())
    if typed is None:
        return None
    whole = re.sub(r"\D", "", typed[1])
    return int(whole) * 100 + int((typed[2] or "").ljust(2, "0"))
