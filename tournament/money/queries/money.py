"""What each account holds, and whether the money adds up."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Sum

from engine.amounts import dollars
from engine.office import money
from engine.office.money import HELD, SPENT, Account, Line
from tournament.models import Entry, MoneyLine, Posting, Tournament
from tournament.models.money import PostingKind


def balances(tournament_id: int) -> dict[Account, int]:
    """The sum of each account's lines; an account nobody used is zero."""
    lines = MoneyLine.objects.filter(posting__tournament_id=tournament_id)
    found = dict(lines.values_list("account").annotate(Sum("amount")).order_by("account"))
    return {account: int(found.get(account, 0)) for account in Account}


def shown(account: Account, amount: int) -> int:
    """A balance as people say it: money held or spent as it is, money owed without its minus."""
    return amount if account in (*HELD, *SPENT) else -amount


def state(tournament_id: int) -> dict[str, Any]:
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
    return {
        "is_used": any(found.values()) or odd is not None,
        "adds_up": odd is None and not any(found[account] < 0 for account in HELD),
        "first_odd": odd["posting__number"] if odd else None,
        "held": sum(found[account] for account in HELD),
        "held_text": dollars(sum(found[account] for account in HELD)),
        "pool": -found[Account.PRIZE_POOL] - found[Account.ADDED_PRIZES],
    }


def owed_to(entry: Entry) -> int:
    """Prizes awarded to this entry that were not paid yet."""
    lines = MoneyLine.objects.filter(posting__entry=entry, account=Account.PLAYERS)
    return -int(lines.aggregate(total=Sum("amount"))["total"] or 0)


RECEIVED = (PostingKind.ENTRY, PostingKind.REBUY, PostingKind.TOP_UP, PostingKind.ADD_ON)


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


def parts(tournament: Tournament) -> dict[str, tuple[int, money.Split]]:
    """How many of each kind were paid, and how their money divides into pool and fee."""
    found: dict[str, tuple[int, money.Split]] = {}
    postings = Posting.objects.filter(
        tournament=tournament, kind__in=RECEIVED, voided_by__isnull=True
    )
    for posting in postings.prefetch_related("lines"):
        count, so_far = found.get(posting.kind, (0, money.Split(0, 0)))
        pool, fee = (_part(posting, is_pool=is_pool) for is_pool in (True, False))
        found[posting.kind] = (count + 1, money.Split(so_far.pool + pool, so_far.fee + fee))
    return found


def _part(posting: Posting, *, is_pool: bool) -> int:
    return -sum(
        line.amount
        for line in posting.lines.all()
        if line.account not in HELD and (line.account == Account.PRIZE_POOL) == is_pool
    )


def lines_words(lines: Iterable[Line]) -> str:
    """A posting's lines in one row: Cash in the drawers +$110, and so on."""
    return ", ".join(
        f"{money.WORDS[line.account]} {'+' if line.amount > 0 else ''}{dollars(line.amount)}"
        for line in lines
    )
