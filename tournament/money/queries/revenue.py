"""What the house's tournaments took in; charity tournaments are no revenue (charity:2.7)."""

from typing import Any

from django.db.models import Sum

from engine.amounts import dollars
from engine.office.money import HELD, Account
from tournament.models import MoneyLine, Tournament
from tournament.money.queries import money as money_queries


def page() -> dict[str, Any]:
    """Gross revenue by tournament, and donations apart from it."""
    every = list(Tournament.objects.order_by("-created_at"))
    gaming = [one for one in every if one.law.prizes.donations.value is None]
    giving = [one for one in every if one.law.prizes.donations.value is not None]
    taken = _sums(gaming)
    given = dict(
        Tournament.objects.filter(pk__in=[one.pk for one in giving])
        .values_list("pk")
        .annotate(Sum("donations__amount"))
    )
    return {
        "rows": [_row(one, taken) for one in gaming if one.pk in taken],
        "gross_text": dollars(sum(row[Account.CASH] for row in taken.values())),
        "fee_text": dollars(sum(row[Account.HOUSE_FEE] for row in taken.values())),
        "donations": [
            {"name": one.name, "code": one.code, "amount_text": dollars(given.get(one.pk) or 0)}
            for one in giving
        ],
    }


def _sums(tournaments: list[Tournament]) -> dict[int, dict[Account, int]]:
    """By tournament: what was received, what of it is prizes, what is the house's."""
    lines = MoneyLine.objects.filter(
        posting__tournament__in=tournaments,
        posting__kind__in=money_queries.RECEIVED,
        posting__voided_by=None,
    )
    found: dict[int, dict[Account, int]] = {}
    sums = lines.values_list("posting__tournament", "account").annotate(Sum("amount"))
    for tournament, account, amount in sums.order_by("posting__tournament", "account"):
        row = found.setdefault(tournament, dict.fromkeys(Account, 0))
        row[Account.CASH if account in HELD else Account(account)] += amount
    for row in found.values():
        row[Account.HOUSE_FEE] = -row[Account.HOUSE_FEE]
    return found


def _row(tournament: Tournament, taken: dict[int, dict[Account, int]]) -> dict[str, Any]:
    sums = taken[tournament.pk]
    return {
        "name": tournament.name,
        "code": tournament.code,
        "at": tournament.created_at,
        "gross_text": dollars(sums[Account.CASH]),
        "pool_text": dollars(-sums[Account.PRIZE_POOL]),
        "fee_text": dollars(sums[Account.HOUSE_FEE]),
    }
