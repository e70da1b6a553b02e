"""What an event took in, paid out and has left for its purpose."""

from datetime import date, timedelta
from typing import Any

from django.db.models import Sum
from django.utils import timezone

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office import spending
from engine.office.law.giving import Category, Purse
from engine.office.law.money import Account, Method
from engine.office.law.staff import DEALER
from engine.prizes.prizes import Source
from tournament.models import MoneyLine, Posting, Proceeds, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.prizes.queries import prizes as prize_queries


def purse(tournament: Tournament) -> Purse:
    """What an expense is measured against."""
    found = Proceeds.objects.filter(tournament=tournament).first()
    duties = tournament.staff.select_related("user")
    names = frozenset(str(duty.user) for duty in duties)
    others = frozenset(str(duty.user) for duty in duties if duty.role != DEALER)
    return Purse(
        gross=gross(tournament),
        prizes=_kept_for_prizes(tournament),
        expenses=money_queries.balances(tournament.pk)[Account.EXPENSES],
        staff=others,
        dealers=names - others,
        is_guaranteed=bool(found and found.guaranteed_by),
        has_paid_dealers=_paid_dealers(tournament),
        cheques=cheques(tournament),
    )


def gross(tournament: Tournament) -> int:
    """All entry fees and all that was bought afterwards (igr:1.01(d))."""
    return sum(money_queries.received(tournament).values())


def prizes(tournament: Tournament) -> int:
    """Prizes awarded from the event's money, paid or not."""
    lines = MoneyLine.objects.filter(
        posting__tournament=tournament, posting__kind=PostingKind.AWARD, posting__voided_by=None
    )
    owed = lines.filter(account__in=(Account.PLAYERS, Account.CROWN))
    return -int(owed.aggregate(all=Sum("amount"))["all"] or 0)


def prizes_to_come(tournament: Tournament) -> int:
    """What the list will pay of the money that is in, before any of it is awarded."""
    made = prize_queries.list_of(tournament)
    if amounts := prize_queries.amounts(tournament, made):
        return sum(prize.worth for prize in amounts if prize.source is not Source.DONATED)
    return prize_queries.pool(tournament, made)


def _kept_for_prizes(tournament: Tournament) -> int:
    """What the prizes take of the money: awarded, or still to come while there is an event."""
    if tournament.state == TournamentState.CANCELLED:
        return prizes(tournament)
    return prizes(tournament) or prizes_to_come(tournament)


def _paid_dealers(tournament: Tournament) -> bool:
    paid = Posting.objects.filter(
        tournament=tournament, kind=PostingKind.EXPENSE, voided_by=None, voids=None
    )
    return paid.filter(about__category=Category.DEALERS).exists()


def check_floor(tournament: Tournament) -> None:
    """Refuse what was just posted if it leaves too little (igr:5.06(b)-2)."""
    if tournament.law.giving.floor.value and tournament.state != TournamentState.CANCELLED:
        spending.check_floor(purse(tournament), rulebook=tournament.rulebook)


def cheques(tournament: Tournament) -> frozenset[str]:
    """The numbers of cheques drawn on the account, by this licensee's other events too."""
    found = Proceeds.objects.filter(tournament=tournament).first()
    drawn = Posting.objects.filter(method=Method.CHEQUE, voided_by=None, voids=None)
    if found and found.account:
        drawn = drawn.filter(tournament__proceeds__account=found.account)
    else:
        drawn = drawn.filter(tournament=tournament)
    numbers = drawn.values_list("about__cheque", flat=True)
    return frozenset(str(number) for number in numbers if number)


def paid_in_cash(tournament: Tournament) -> int:
    """Prizes handed over in cash."""
    lines = MoneyLine.objects.filter(
        posting__tournament=tournament,
        posting__kind=PostingKind.PRIZE,
        posting__voided_by=None,
        account=Account.CASH,
    )
    return -int(lines.aggregate(all=Sum("amount"))["all"] or 0)


def figures(tournament: Tournament, *, today: date | None = None) -> dict[str, Any]:
    """The event's money in the words of its licence (igr:1.01, igr:8.01)."""
    found = Proceeds.objects.filter(tournament=tournament).first()
    balances = money_queries.balances(tournament.pk)
    income, won = gross(tournament), prizes(tournament)
    net = income - won - balances[Account.EXPENSES]
    interest = _interest(tournament)
    given = balances[Account.DONATIONS]
    to_come = _kept_for_prizes(tournament) - won
    due = spending.deposit_due(gross=income, cash_prizes=paid_in_cash(tournament))
    banked = _banked(tournament)
    by = _deposit_by(tournament, found)
    return {
        "organisation": found.organisation if found else "",
        "purposes": list(found.purposes) if found else [],
        "account": found.account if found else "",
        "guaranteed_by": found.guaranteed_by if found else "",
        "bank_holidays": list(found.bank_holidays) if found else [],
        "gross": income,
        "prizes": won,
        "expenses": balances[Account.EXPENSES],
        "net": net,
        "interest": interest,
        "given": given,
        "left": net - to_come + interest - given,  # prizes are not proceeds (igr:8.01(f))
        "deposit_due": due,
        "banked": banked,
        "deposit_missing": due - banked,
        "deposit_by": by,
        "is_late": bool(by and today and today > by and due > banked),
    }


def _interest(tournament: Tournament) -> int:
    return _in_bank(tournament, PostingKind.INTEREST)


def _banked(tournament: Tournament) -> int:
    return _in_bank(tournament, PostingKind.DEPOSIT)


def _in_bank(tournament: Tournament, kind: PostingKind) -> int:
    lines = MoneyLine.objects.filter(
        posting__tournament=tournament,
        posting__kind=kind,
        posting__voided_by=None,
        account=Account.BANK,
    )
    return int(lines.aggregate(all=Sum("amount"))["all"] or 0)


def _deposit_by(tournament: Tournament, found: Proceeds | None) -> date | None:
    """When the takings must be banked; an event that runs past midnight counts by its evening."""
    if tournament.started_at is None:
        return None
    evening = timezone.localtime(tournament.started_at - timedelta(hours=2)).date()
    holidays = [date.fromisoformat(day) for day in found.bank_holidays] if found else []
    return spending.deposit_by(evening, holidays=holidays)


def reconciliation(tournament: Tournament) -> dict[str, Any]:
    """Entries and rebuys at their prices beside the cash that was counted (igr:6.01(a))."""
    sold = Posting.objects.filter(
        tournament=tournament, kind__in=money_queries.RECEIVED, voided_by=None
    )
    paid = money_queries.received(tournament)
    counts: dict[str, int] = {}
    for kind in sold.values_list("kind", flat=True):
        counts[kind] = counts.get(kind, 0) + 1
    counted = [count.difference for count in tournament.cash_counts.all()]
    return {
        "rows": [
            {
                "words": PostingKind(kind).label,
                "count": counts[kind],
                "amount_text": dollars(paid[kind]),
            }
            for kind in money_queries.RECEIVED
            if kind in counts
        ],
        "total_text": dollars(sum(paid.values())),
        "is_counted": bool(counted),
        "difference": sum(counted),
        "difference_text": dollars(sum(counted)),
    }
