"""What an event took in, paid out and has left for its purpose."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Sum
from django.utils import timezone

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The event's money in the words of its licence, in cents."""

    purpose: Proceeds  # for whom, and which account; blank until it was said
    gross: int
    prizes: int
    to_come: int  # prizes are not proceeds, even while they are not awarded yet (igr:8.01(f))
    expenses: int
    interest: int
    given: int
    deposit_due: int
    banked: int
    deposit_by: date | None
    today: date | None

    @property
    def net(self) -> int:
        """What is left of the takings after prizes and expenses."""
        return self.gross - self.prizes - self.expenses

    @property
    def left(self) -> int:
        """What is still to be paid to the purpose."""
        return self.net - self.to_come + self.interest - self.given

    @property
    def deposit_missing(self) -> int:
        """What has yet to be banked."""
        return self.deposit_due - self.banked

    @property
    def is_late(self) -> bool:
        """Whether it should have been banked by today."""
        is_past = bool(self.deposit_by and self.today and self.today > self.deposit_by)
        return is_past and self.deposit_missing > 0


def figures(tournament: Tournament, *, today: date | None = None) -> Figures:
    """The event's money in the words of its licence (igr:1.01, igr:8.01)."""
    purpose = Proceeds.objects.filter(tournament=tournament).first() or Proceeds()
    balances = money_queries.balances(tournament.pk)
    income, won = gross(tournament), prizes(tournament)
    return Figures(
        purpose=purpose,
        gross=income,
        prizes=won,
        to_come=_kept_for_prizes(tournament) - won,
        expenses=balances[Account.EXPENSES],
        interest=_interest(tournament),
        given=balances[Account.DONATIONS],
        deposit_due=spending.deposit_due(gross=income, cash_prizes=paid_in_cash(tournament)),
        banked=_banked(tournament),
        deposit_by=_deposit_by(tournament, purpose),
        today=today,
    )


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


def _deposit_by(tournament: Tournament, purpose: Proceeds) -> date | None:
    """When the takings must be banked; an event that runs past midnight counts by its evening."""
    if tournament.started_at is None:
        return None
    evening = timezone.localtime(tournament.started_at - timedelta(hours=2)).date()
    holidays = [date.fromisoformat(day) for day in purpose.bank_holidays]
    return spending.deposit_by(evening, holidays=holidays)


@dataclass(frozen=True, slots=True, kw_only=True)
class SoldRow:
    """What was sold of one kind."""

    words: str
    count: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """What was sold beside the cash that was counted."""

    rows: list[SoldRow]
    total: int
    is_counted: bool
    difference: int


def reconciliation(tournament: Tournament) -> Reconciliation:
    """Entries and rebuys at their prices beside the cash that was counted (igr:6.01(a))."""
    sold = Posting.objects.filter(
        tournament=tournament, kind__in=money_queries.RECEIVED, voided_by=None
    )
    paid = money_queries.received(tournament)
    counts = Counter(sold.values_list("kind", flat=True))
    counted = [count.difference for count in tournament.cash_counts.all()]
    return Reconciliation(
        rows=[
            SoldRow(words=str(PostingKind(kind).label), count=counts[kind], paid=paid[kind])
            for kind in money_queries.RECEIVED
            if kind in counts
        ],
        total=sum(paid.values()),
        is_counted=bool(counted),
        difference=sum(counted),
    )
