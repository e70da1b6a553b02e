"""Whose drawer holds how much cash."""

from typing import Any

from engine.amounts import dollars
from engine.office.law.money import Account
from tournament.models import CashCount, MoneyLine, Tournament


def cash(tournament: Tournament) -> dict[str, int]:
    """The cash of each cashier: what came in less what went out of that drawer."""
    lines = MoneyLine.objects.filter(posting__tournament=tournament, account=Account.CASH)
    found: dict[str, int] = {}
    for by, about, amount in lines.values_list("posting__by", "posting__about", "amount"):
        drawer = about.get("drawer", by)
        found[drawer] = found.get(drawer, 0) + amount
    return found


def cash_of(tournament: Tournament, cashier: str) -> int:
    """What the ledger expects in one drawer."""
    return cash(tournament).get(cashier, 0)


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Every drawer with its last count."""
    counts = {count.cashier: count for count in tournament.cash_counts.all()}
    return [
        {
            "cashier": cashier,
            "amount": amount,
            "amount_text": dollars(amount),
            "count": _count(counts.get(cashier)),
        }
        for cashier, amount in sorted(cash(tournament).items())
    ]


def _count(count: CashCount | None) -> dict[str, Any] | None:
    if count is None:
        return None
    return {
        "at": count.at,
        "counted_text": dollars(count.counted),
        "difference_text": dollars(count.difference) if count.difference else "",
        "note": count.note,
    }
