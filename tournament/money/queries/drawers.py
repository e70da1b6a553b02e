"""Whose drawer holds how much cash."""

from dataclasses import dataclass
from datetime import datetime

from engine.office.law.money import Account
from tournament.models import CashCount, MoneyLine, Tournament


def cash(tournament: Tournament) -> dict[str, int]:
    """The cash of each cashier: what came in less what went out of that drawer."""
    lines = MoneyLine.objects.filter(posting__tournament=tournament, account=Account.CASH)
    drawers: dict[str, int] = {}
    for by, about, amount in lines.values_list("posting__by", "posting__about", "amount"):
        drawer = about.get("drawer", by)
        drawers[drawer] = drawers.get(drawer, 0) + amount
    return drawers


def cash_of(tournament: Tournament, cashier: str) -> int:
    """What the ledger expects in one drawer."""
    return cash(tournament).get(cashier, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCount:
    """How a drawer was counted last."""

    at: datetime
    counted: int
    difference: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawer:
    """One cashier's cash by the ledger, and its last count."""

    cashier: str
    amount: int
    count: LastCount | None


def rows(tournament: Tournament) -> list[Drawer]:
    """Every drawer with its last count."""
    counts = {count.cashier: count for count in tournament.cash_counts.all()}
    return [
        Drawer(cashier=cashier, amount=amount, count=_count(counts.get(cashier)))
        for cashier, amount in sorted(cash(tournament).items())
    ]


def _count(count: CashCount | None) -> LastCount | None:
    if count is None:
        return None
    return LastCount(
        at=count.at, counted=count.counted, difference=count.difference, note=count.note
    )
