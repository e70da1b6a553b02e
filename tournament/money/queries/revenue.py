"""What the house's tournaments took in; charity tournaments are no revenue (charity:2.7)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from engine.office import money
from engine.office.law.money import Account
from engine.office.money import HELD
from tournament.models import MoneyLine, Tournament
from tournament.money.queries import money as money_queries


@dataclass(frozen=True, slots=True, kw_only=True)
class RevenueRow:
    """What one tournament took in, and the parts of it."""

    name: str
    code: str
    at: datetime
    gross: int
    parts: list[money.Part]


@dataclass(frozen=True, slots=True, kw_only=True)
class DonationsRow:
    """What was donated in one charity tournament."""

    name: str
    code: str
    donated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Revenue:
    """Gross revenue by tournament, and donations apart from it."""

    rows: list[RevenueRow]
    parts: list[money.Part]
    donations: list[DonationsRow]

    @property
    def gross(self) -> int:
        """What all of them took in."""
        return sum(row.gross for row in self.rows)


def page() -> Revenue:
    """Gross revenue by tournament, and donations apart from it."""
    every = list(Tournament.objects.order_by("-created_at"))
    gaming = [cup for cup in every if cup.law.prizes.donations.value is None]
    giving = [cup for cup in every if cup.law.prizes.donations.value is not None]
    taken = _sums(gaming)
    parts = [
        account
        for account in Account
        if account not in HELD and any(sums[account] for sums in taken.values())
    ]
    given = dict(
        Tournament.objects.filter(pk__in=[cup.pk for cup in giving])
        .values_list("pk")
        .annotate(Sum("donations__amount"))
    )
    return Revenue(
        rows=[_row(cup, taken[cup.pk], parts) for cup in gaming if cup.pk in taken],
        parts=[
            money.Part(account, money.WORDS[account], sum(row[account] for row in taken.values()))
            for account in parts
        ],
        donations=[
            DonationsRow(name=cup.name, code=cup.code, donated=given.get(cup.pk) or 0)
            for cup in giving
        ],
    )


def _sums(tournaments: list[Tournament]) -> dict[int, dict[Account, int]]:
    """By tournament: what was received, and each part of it by the account it went to."""
    lines = MoneyLine.objects.filter(
        posting__tournament__in=tournaments,
        posting__kind__in=money_queries.RECEIVED,
        posting__voided_by=None,
    )
    by_tournament: dict[int, dict[Account, int]] = {}
    sums = lines.values_list("posting__tournament", "account").annotate(Sum("amount"))
    for tournament, account, amount in sums.order_by("posting__tournament", "account"):
        row = by_tournament.setdefault(tournament, dict.fromkeys(Account, 0))
        is_held = account in HELD
        row[Account.CASH if is_held else Account(account)] += amount if is_held else -amount
    return by_tournament


def _row(tournament: Tournament, sums: dict[Account, int], parts: list[Account]) -> RevenueRow:
    return RevenueRow(
        name=tournament.name,
        code=tournament.code,
        at=tournament.created_at,
        gross=sums[Account.CASH],
        parts=[money.Part(account, money.WORDS[account], sums[account]) for account in parts],
    )
