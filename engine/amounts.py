"""Amounts and times as people write and type them: 12,500 chips, $1,300.50, 21:05.

The one place that knows how the house writes them; static/js/chips.js follows it. What is in use is
the same for a whole process: the house's own style once its settings are read, ours until then.
"""

import re
from dataclasses import dataclass
from datetime import datetime, time
from functools import cache

MINUS = "\u2212"
THIN = "\u202f"  # sets thousands apart without breaking the line


@dataclass(frozen=True, slots=True)
class Style:
    """How the house writes: its currency, what is between thousands and before cents, its hours."""

    currency: str = "$"
    group: str = ","
    point: str = "."
    has_12_hours: bool = False


PLAIN = Style()
# What may stand between thousands and before cents, by the name it is stored under.
SEPARATORS = {"comma": (",", "."), "point": (".", ","), "space": (THIN, ",")}
_in_use = [PLAIN]


def use(style: Style) -> None:
    """Write like this from now on."""
    _in_use[0] = style


def style() -> Style:
    """How it is written now."""
    return _in_use[0]


def figure(amount: int) -> str:
    """A whole amount, thousands set apart."""
    return f"{amount:,}".replace(",", style().group).replace("-", MINUS)


def dollars(cents: int) -> str:
    """$1,250 or $12.50."""
    whole, rest = divmod(abs(cents), 100)
    part = f"{style().point}{rest:02}" if rest else ""
    return f"{MINUS if cents < 0 else ''}{style().currency}{figure(whole)}{part}"


def in_a_field(cents: int) -> str:
    """5000 cents as a field holds them: 50, or 12.50."""
    whole, rest = divmod(cents, 100)
    return f"{whole}{style().point}{rest:02}" if rest else str(whole)


def example() -> str:
    """An amount that shows how money is typed."""
    return f"1{style().group}300 or 12{style().point}50"


def hour(at: datetime | time) -> str:
    """21:05, or 9:05 PM."""
    return f"{at:%-I:%M %p}" if style().has_12_hours else f"{at:%H:%M}"


def moment(at: datetime) -> str:
    """5 Mar 2027 21:05."""
    return f"{at:%-d %b %Y} {hour(at)}"


@cache
def _typed(group: str, point: str) -> re.Pattern[str]:
    """Plain digits, or groups of three set apart as we write them or by a space; then cents."""
    between, before = rf"[{re.escape(group)}\s]", re.escape(point)
    return re.compile(
        rf"([0-9]{{1,9}}|[0-9]{{1,3}}(?:{between}[0-9]{{3}}){{1,2}})(?:{before}([0-9]{{1,2}}))?"
    )


def typed_cents(words: str) -> int | None:
    """Typed money in cents, None where it is no amount; 55,50 is none, so never 5,550."""
    now = style()
    typed = _typed(now.group, now.point).fullmatch(words.strip().removeprefix(now.currency).strip())
    if typed is None:
        return None
    whole = re.sub(r"[^0-9]", "", typed[1])
    return int(whole) * 100 + int((typed[2] or "").ljust(2, "0"))


def typed_figure(words: str) -> int | None:
    """A typed whole number, None where it is none: 20000 or 20,000."""
    between = rf"[{re.escape(style().group)}\s]"
    typed = rf"[0-9]{{1,15}}|[0-9]{{1,3}}(?:{between}[0-9]{{3}}){{1,4}}"
    is_figure = re.fullmatch(typed, words.strip())
    return int(re.sub(r"[^0-9]", "", words)) if is_figure else None


def closed_up(words: str) -> str:
    """A line of figures without what is set between thousands: 500/1,000 as 500/1000."""
    group = re.escape(style().group)
    whole = rf"(?<![0-9])[0-9]{{1,3}}(?:{group}[0-9]{{3}})+(?![0-9])"
    return re.sub(whole, lambda found: found[0].replace(style().group, ""), words)
