"""Reports about money: the financial report, the register of disbursements, the whole ledger."""

from datetime import date, datetime

from django.db.models import QuerySet
from django.utils import timezone

from engine.office import record_duties
from engine.office.law.money import Account, Method
from engine.office.money import HELD, WORDS, part_words
from tournament.models import Due, MoneyLine, Payout, Posting, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.money.queries import proceeds
from tournament.office.queries import conflicts
from tournament.prizes.queries.prize_page import signed
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet, Value, total
from tournament.records.queries.reports import giving
from tournament.records.queries.reports.common import ended_at, event, heading


def financial(tournament: Tournament, now: datetime) -> Report:
    """What the event took in and paid out, as the regulator wants to know it (igr:7.01)."""
    received = money_queries.received(tournament)
    paid = list(_payouts(tournament))
    expenses = _expense_rows(tournament)
    figures = proceeds.figures(tournament)
    played = tournament.entries.filter(withdrawn_at__isnull=True)
    people = played.values("player").distinct().count()
    given = sum(payout.due.amount + payout.due.value for payout in paid)

    law = tournament.law.records
    return Report(
        key="financial",
        title="Financial report",
        event=event(tournament),
        made_at=now,
        facts=[
            *heading(tournament),
            Fact("Participants", people, Kind.NUMBER, law.participants.clause),
            Fact("Entry payments", received[PostingKind.ENTRY], Kind.MONEY),
            Fact(
                "Rebuys and other sales",
                figures.gross - received[PostingKind.ENTRY],
                Kind.MONEY,
            ),
            Fact("Gross revenue", figures.gross, Kind.MONEY, law.gross.clause),
            Fact("Prizes paid to winners", given, Kind.MONEY, law.prizes_paid.clause),
            Fact("Prizes awarded from the takings", figures.prizes, Kind.MONEY),
            Fact("Expenses", total(expenses, 3), Kind.MONEY, law.expenses.clause),
            Fact("Net proceeds", figures.net, Kind.MONEY, law.net.clause),
            *giving.facts(tournament),
            *_duties(tournament),
        ],
        sheets=[
            _winners(paid),
            *giving.sheets(tournament),
            _expenses(expenses),
            _takings(tournament),
        ],
        signatures=("Chairperson", "Treasurer"),
        warnings=_overdue(tournament, now),
    )


def _takings(tournament: Tournament) -> Sheet:
    """Entries and chips sold: what was paid, and the parts of it."""
    parts = part_words(tournament.rulebook)
    rows: list[tuple[Value, ...]] = [
        (str(kind.label), count, sum(sums.values()), *(sums.get(account, 0) for account in parts))
        for kind, count, sums in money_queries.takings(tournament)
    ]
    sums = (total(rows, column) for column in range(1, 3 + len(parts)))
    return Sheet(
        "Takings",
        (
            Column("What"),
            Column("Number", Kind.NUMBER),
            Column("Paid", Kind.MONEY),
            *(Column(words, Kind.MONEY) for words in parts.values()),
        ),
        rows,
        ("Total", *sums) if rows else (),
        empty="No payments yet.",
    )


def _ended_on(tournament: Tournament) -> date:
    return timezone.localtime(ended_at(tournament)).date()


def _duties(tournament: Tournament) -> list[Fact]:
    """By when the report is handed in and until when records are kept, where the book says."""
    book, ended_on = tournament.rulebook, _ended_on(tournament)
    law = tournament.law.records
    due = record_duties.report_due(book, ended_on=ended_on)
    kept = record_duties.keep_until(book, ended_on=ended_on)
    return [
        *([Fact("To be handed in by", due, Kind.DAY, law.report_days.clause)] if due else []),
        *([Fact("Records kept until", kept, Kind.DAY, law.years_kept.clause)] if kept else []),
    ]


def _overdue(tournament: Tournament, now: datetime) -> list[str]:
    due = record_duties.report_due(tournament.rulebook, ended_on=_ended_on(tournament))
    is_late = due is not None and timezone.localtime(now).date() > due
    return [f"The report was due on {due:%-d %B %Y}."] if is_late else []


def _payouts(tournament: Tournament) -> QuerySet[Payout]:
    paid = Payout.objects.filter(due__tournament=tournament, withdrawn_at__isnull=True)
    return paid.select_related("due__entry__player", "posting").order_by("due__place", "pk")


def _winners(paid: list[Payout]) -> Sheet:
    rows = [
        (
            payout.due.place,
            payout.due.entry.player.name,
            payout.due.item or "Money",
            payout.due.amount + payout.due.value,
            payout.at,
        )
        for payout in paid
    ]
    return Sheet(
        "Winners who were paid",
        (
            Column("Place", Kind.NUMBER),
            Column("Name"),
            Column("Prize"),
            Column("Value", Kind.MONEY),
            Column("Paid", Kind.MOMENT),
        ),
        rows,
        (None, "Total", None, total(rows, 3), None) if rows else (),
        empty="No prizes paid yet.",
    )


def _standing(tournament: Tournament, *kinds: PostingKind) -> QuerySet[Posting]:
    found = Posting.objects.filter(tournament=tournament, kind__in=kinds, voided_by__isnull=True)
    return found.prefetch_related("lines").order_by("number")


def _paid_out(posting: Posting) -> int:
    return -sum(line.amount for line in posting.lines.all() if line.account in HELD)


def _expense_rows(tournament: Tournament) -> list[tuple[int, str, str, int, str, datetime]]:
    return [
        (
            posting.number,
            str(posting.about.get("payee", "")),
            str(posting.about.get("purpose", posting.what)),
            _paid_out(posting),
            str(posting.about.get("voucher", "none")),
            posting.at,
        )
        for posting in _standing(tournament, PostingKind.EXPENSE)
    ]


def _expenses(rows: list[tuple[int, str, str, int, str, datetime]]) -> Sheet:
    return Sheet(
        "Expenses",
        (
            Column("No.", Kind.NUMBER),
            Column("Payee"),
            Column("Purpose"),
            Column("Amount", Kind.MONEY),
            Column("Voucher"),
            Column("Paid", Kind.MOMENT),
        ),
        rows,
        (None, "Total", None, total(rows, 3), None, None) if rows else (),
        empty="No expenses yet.",
    )


def disbursements(tournament: Tournament, now: datetime) -> Report:
    """Every cheque on the lottery account, with what the register asks of it (igr:8.01(b))."""
    drawn = Posting.objects.filter(
        tournament=tournament, method=Method.CHEQUE, voided_by__isnull=True, voids__isnull=True
    ).prefetch_related("lines")
    rows = [
        (
            str(posting.about.get("cheque", "")),
            _day(posting.about.get("cheque_date")),
            str(posting.about.get("payee", posting.entry.name if posting.entry else "")),
            str(posting.about.get("purpose", posting.what)),
            _paid_out(posting),
            str(posting.about.get("voucher", "")),
        )
        for posting in drawn.select_related("entry__player").order_by("number")
        if _paid_out(posting) > 0
    ]
    return Report(
        key="disbursements",
        title="Register of disbursements",
        event=event(tournament),
        made_at=now,
        facts=[
            *heading(tournament),
            Fact("Gross revenue", proceeds.gross(tournament), Kind.MONEY),
            Fact("Balance of the account", _balance(tournament, Account.BANK), Kind.MONEY),
        ],
        sheets=[
            Sheet(
                "Cheques",
                (
                    Column("Cheque"),
                    Column("Date", Kind.DAY),
                    Column("Payee"),
                    Column("Purpose"),
                    Column("Amount", Kind.MONEY),
                    Column("Voucher"),
                ),
                rows,
                ("Total", None, None, None, total(rows, 4), None) if rows else (),
                empty="No cheques yet.",
            )
        ],
        signatures=("Treasurer",),
    )


def _day(iso: object) -> date | None:
    return date.fromisoformat(str(iso)) if iso else None


def _balance(tournament: Tournament, account: Account) -> int:
    return money_queries.balances(tournament.pk)[account]


def ledger(tournament: Tournament, now: datetime) -> Report:
    """Every posting with its lines, and what each account holds; donations apart (charity:2.7)."""
    lines = MoneyLine.objects.filter(posting__tournament=tournament).select_related("posting")
    rows = [
        (
            line.posting.number,
            line.posting.at,
            line.posting.what,
            WORDS[Account(line.account)],
            line.amount,
            line.posting.by,
        )
        for line in lines.order_by("posting__number", "pk")
    ]
    balances = [
        (WORDS[account], money_queries.shown(account, amount))
        for account, amount in money_queries.balances(tournament.pk).items()
        if amount
    ]
    return Report(
        key="ledger",
        title="Money ledger",
        event=event(tournament),
        made_at=now,
        facts=heading(tournament),
        sheets=[
            Sheet("Accounts", (Column("Account"), Column("Balance", Kind.MONEY)), balances),
            Sheet(
                "Postings",
                (
                    Column("No.", Kind.NUMBER),
                    Column("When", Kind.MOMENT),
                    Column("What"),
                    Column("Account"),
                    Column("Amount", Kind.MONEY),
                    Column("By"),
                ),
                rows,
                (None, None, "Total", None, total(rows, 4), None) if rows else (),
                empty="No postings yet.",
            ),
        ],
    )


def prizes(tournament: Tournament, now: datetime) -> Report:
    """Every prize due: paid when, how and to whom, or still unpaid (igr:6.01(c))."""
    dues = Due.objects.filter(tournament=tournament, withdrawn_at__isnull=True)
    paid = {payout.due_id: payout for payout in _payouts(tournament)}
    rows = [_due_row(due, paid.get(due.pk)) for due in dues.select_related("entry__player")]
    unpaid = sum(due.pk not in paid for due in dues)
    return Report(
        key="prizes",
        title="Prize receipts",
        event=event(tournament),
        made_at=now,
        facts=[*heading(tournament), Fact("Prizes not paid yet", unpaid, Kind.NUMBER)],
        sheets=[
            Sheet(
                "Prizes",
                (
                    Column("Place", Kind.NUMBER),
                    Column("Winner"),
                    Column("Prize"),
                    Column("Value", Kind.MONEY),
                    Column("Receipt"),
                    Column("How"),
                    Column("Received by"),
                    Column("When", Kind.MOMENT),
                ),
                rows,
                (None, "Total", None, total(rows, 3), None, None, None, None) if rows else (),
                empty="No prizes awarded yet.",
            )
        ],
        signatures=("Paid out by",),
        warnings=conflicts.warnings(tournament),
    )


def _by(paid: Payout) -> str:
    """How it was handed over: by which cheque, where it was one."""
    cheque = paid.posting.about.get("cheque") if paid.posting else ""
    return f"{paid.method} {cheque}" if cheque else str(paid.method)


def _due_row(
    due: Due, paid: Payout | None
) -> tuple[int, str, str, int, str, str, str, datetime | None]:
    receipt, how = "not paid", ""
    if paid is not None:
        receipt = f"No. {paid.number}"
        how = f"{_by(paid)}, {signed(paid)}"
    return (
        due.place,
        due.entry.player.name,
        due.item or "Money",
        due.amount + due.value,
        receipt,
        how,
        paid.receiver if paid else "",
        paid.at if paid else None,
    )
