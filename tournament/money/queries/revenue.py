"""What the house's tournaments took in; charity tournaments are no revenue (charity:2.7)."""

from typing import Any

from django.db.models import Sum

from engine.amounts import dollars
from engine.office import money
from engine.office.law.money import Account
from engine.office.money import HELD
from tournament.models import MoneyLine, Tournament
from tournament.money.queries import money as money_queries


def page() -> dict[str, Any]:
    """Gross revenue by tournament, and donations apart from it."""
    every = list(Tournament.objects.order_by("-created_at"))
    gaming = [one for one in every if one.law.prizes.donations.value is None]
    giving = [one for one in every if one.law.prizes.donations.value is not None]
    taken = _sums(gaming)
    parts = [one for one in Account if one not in HELD and any(row[one] for row in taken.values())]
    given = dict(
        Tournament.objects.filter(pk__in=[one.pk for one in giving])
        .values_list("pk")
        .annotate(Sum("donations__amount"))
    )
    return {
        "rows": [_row(one, taken[one.pk], parts) for one in gaming if one.pk in taken],
        "gross_text": dollars(sum(row[Account.CASH] for row in taken.values())),
        "parts": [
            money.Part(account, money.WORDS[account], sum(row[account] for row in taken.values()))
            for account in parts
        ],
        "donations": [
            {"name": one.name, "code": one.code, "amount_text": dollars(given.get(one.pk) or 0)}
            for one in giving
        ],
    }


def _sums(tournaments: list[Tournament]) -> dict[int, dict[Account, int]]:
    """By tournament: what was received, and each part of it by the account it went to."""
    lines = MoneyLine.objects.filter(
        posting__tournament__in=tournaments,
        posting__kind__in=money_queries.RECEIVED,
        posting__voided_by=None,
    )
    found: dict[int, dict[Account, int]] = {}
    sums = lines.values_list("posting__tournament", "account").annotate(Sum("amount"))
    for tournament, account, amount in sums.order_by("posting__tournament", "account"):
        row = found.setdefault(tournament, dict.fromkeys(Account, 0))
        is_held = account in HELD
        row[Account.CASH if is_held else Account(account)] += amount if is_held else -amount
    return found


def _row(tournament: Tournament, sums: dict[Account, int], parts: list[Account]) -> dict[str, Any]:
    return {
        "name": tournament.name,
        "code": tournament.code,
        "at": tournament.created_at,
        "gross_text": dollars(sums[Account.CASH]),
        "parts": [money.Part(one, money.WORDS[one], sums[one]) for one in parts],
    }
