"""What each account holds, and whether the money adds up."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Sum

from engine.amounts import dollars
from engine.office import money
from engine.office.law.money import Account
from engine.office.money import HELD, SPENT, Line
from tournament.models import MoneyLine, Posting, Tournament
from tournament.models.money import PostingKind


def balances(tournament_id: int) -> dict[Account, int]:
    """The sum of each account's lines; an account nobody used is zero."""
    lines = MoneyLine.objects.filter(posting__tournament_id=tournament_id)
    found = dict(lines.values_list("account").annotate(Sum("amount")).order_by("account"))
    return {account: int(found.get(account, 0)) for account in Account}


def shown(account: Account, amount: int) -> int:
    """A balance as people say it: money held or spent as it is, money owed without its minus."""
    return amount if account in (*HELD, *SPENT) else -amount


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyState:
    """Whether the ledger adds up, and what the house holds."""

    is_used: bool
    adds_up: bool
    first_odd: int | None
    held: int
    held_text: str
    pool: int


def state(tournament_id: int) -> MoneyState:
    """Whether the ledger adds up, for the console beside the chips."""
    found = balances(tournament_id)
    odd = (
        MoneyLine.objects.filter(posting__tournament_id=tournament_id)
        .values("posting__number")
        .annotate(total=Sum("amount"))
        .exclude(total=0)
        .order_by("posting__number")
        .first()
    )
    held = sum(found[account] for account in HELD)
    return MoneyState(
        is_used=any(found.values()) or odd is not None,
        adds_up=odd is None and not any(found[account] < 0 for account in HELD),
        first_odd=odd["posting__number"] if odd else None,
        held=held,
        held_text=dollars(held),
        pool=-found[Account.PRIZE_POOL] - found[Account.ADDED_PRIZES],
    )


RECEIVED = tuple(PostingKind(what) for what in money.Sold)


def received(tournament: Tournament) -> dict[str, int]:
    """What came in for entries and chips, by kind; what was voided or refunded is not counted."""
    lines = MoneyLine.objects.filter(
        posting__tournament=tournament,
        posting__kind__in=RECEIVED,
        posting__voided_by__isnull=True,
        account__in=HELD,
    )
    sums = lines.values_list("posting__kind").annotate(Sum("amount"))
    found = dict(sums.order_by("posting__kind"))
    return {kind: int(found.get(kind, 0)) for kind in RECEIVED}


def takings(tournament: Tournament) -> list[tuple[PostingKind, int, dict[Account, int]]]:
    """Of each kind that was paid: how many, and what went to each account it divides into."""
    found: dict[str, tuple[int, dict[Account, int]]] = {}
    postings = Posting.objects.filter(
        tournament=tournament, kind__in=RECEIVED, voided_by__isnull=True
    )
    for posting in postings.prefetch_related("lines"):
        count, sums = found.get(posting.kind, (0, {}))
        for line in posting.lines.all():
            if line.account not in HELD:
                account = Account(line.account)
                sums[account] = sums.get(account, 0) - line.amount
        found[posting.kind] = (count + 1, sums)
    return [(PostingKind(kind), count, sums) for kind, (count, sums) in found.items()]


def lines_words(lines: Iterable[Line]) -> str:
    """A posting's lines in one row: Cash in the drawers +$110, and so on."""
    return ", ".join(
        f"{money.WORDS[line.account]} {'+' if line.amount > 0 else ''}{dollars(line.amount)}"
        for line in lines
    )
