"""Spend, bank and give away: what an event's money may leave it for."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from engine.office import money as money_rules
from engine.office import spending
from engine.office.law.giving import Expense
from engine.office.law.money import Account, Method
from engine.office.money import HELD_AS, Line
from engine.office.spending import AccountKind, Disbursement
from engine.refusal import Refused
from tournament.live import broadcast
from tournament.models import Proceeds
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.money.queries import proceeds as proceeds_queries
from tournament.money.services import money
from tournament.money.services.money import Move, Till
from tournament.money.services.money_desk import held, opened
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@dataclass(frozen=True, slots=True)
class Purpose:
    """Who runs the event, what for, and where the proceeds lie."""

    organisation: str
    purposes: tuple[str, ...]
    account: str
    account_kind: AccountKind
    bank_holidays: tuple[date, ...] = ()
    guaranteed_by: str = ""


@transaction.atomic
def set_purpose(wish: Purpose, *, tournament_id: int, actor: Actor, now: datetime) -> Proceeds:
    """Name the organisation, the approved purposes and the account (igr:Preamble.1)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    spending.check_organisation(
        organisation=wish.organisation, purposes=wish.purposes, rulebook=tournament.rulebook
    )
    spending.check_account(wish.account_kind, rulebook=tournament.rulebook)
    spending.check_guarantee_stays(
        proceeds_queries.purse(tournament),
        guaranteed_by=wish.guaranteed_by,
        rulebook=tournament.rulebook,
    )
    before = Proceeds.objects.filter(tournament=tournament).first()
    promised = before.guaranteed_at if before and before.guaranteed_by else now
    made, _ = Proceeds.objects.update_or_create(
        tournament=tournament,
        defaults={
            "organisation": wish.organisation.strip(),
            "purposes": [purpose.strip() for purpose in wish.purposes if purpose.strip()],
            "account": wish.account.strip(),
            "guaranteed_by": wish.guaranteed_by.strip(),
            "guaranteed_at": promised if wish.guaranteed_by.strip() else None,
            "bank_holidays": [day.isoformat() for day in wish.bank_holidays],
            "at": now,
            "by": actor.name,
        },
    )
    journal.write(
        actor,
        "proceeds.purpose",
        tournament_id=tournament_id,
        at=now,
        organisation=made.organisation,
        purposes=", ".join(made.purposes),
        guarantee=f", guaranteed by {made.guaranteed_by}" if made.guaranteed_by else "",
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return made


@transaction.atomic
def spend(
    expense: Expense,
    *,
    tournament_id: int,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """Pay what it costs to run the event, where the book lets it be paid."""
    tournament = opened(
        "money expense", tournament_id=tournament_id, actor=actor, now=now, command_id=command_id
    )
    if tournament is None:
        return
    purse = proceeds_queries.purse(tournament)
    spending.check_expense(expense, purse, rulebook=tournament.rulebook)
    _check_covered(tournament.pk, expense.method, expense.amount)
    about = {key: str(value) for key, value in asdict(expense).items() if value not in ("", None)}
    words = f"{expense.purpose.strip()}: {expense.payee.strip()}"
    till = Till(actor, now, expense.method)
    money.pay_expense(tournament, words, till, amount=expense.amount, about=about)


def _check_covered(tournament_id: int, method: Method, amount: int) -> None:
    there = money_queries.balances(tournament_id)[HELD_AS[method]]
    money_rules.check_covered(amount, there=there, method=method)


@transaction.atomic
def bank(
    *,
    tournament_id: int,
    amount: int,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """Cash goes to the bank account (igr:8.01(j))."""
    tournament = opened(
        "money deposit", tournament_id=tournament_id, actor=actor, now=now, command_id=command_id
    )
    if tournament is None:
        return
    if amount <= 0:
        raise Refused("Enter a deposit above zero.")
    _check_covered(tournament_id, Method.CASH, amount)
    lines = (Line(Account.BANK, amount), Line(Account.CASH, -amount))
    move = Move(PostingKind.DEPOSIT, "Deposit in the bank account", lines)
    money.post(tournament, move, Till(actor, now))


@transaction.atomic
def add_interest(
    *,
    tournament_id: int,
    amount: int,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """Interest stays in the account and adds to the proceeds (igr:8.01(e))."""
    tournament = opened(
        "money interest", tournament_id=tournament_id, actor=actor, now=now, command_id=command_id
    )
    if tournament is None:
        return
    lines = (Line(Account.BANK, amount), Line(Account.PROCEEDS, -amount))
    move = Move(PostingKind.INTEREST, "Interest of the bank account", lines)
    money.post(tournament, move, Till(actor, now, Method.CHEQUE))


@transaction.atomic
def move_elsewhere(
    *,
    tournament_id: int,
    amount: int,
    account: str,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """Money goes to another account of the house, where the book lets it (igr:8.01(d))."""
    tournament = opened(
        "money transfer", tournament_id=tournament_id, actor=actor, now=now, command_id=command_id
    )
    if tournament is None:
        return
    spending.check_transfer(rulebook=tournament.rulebook)
    _check_covered(tournament_id, Method.CHEQUE, amount)
    lines = (Line(Account.HOUSE, amount), Line(Account.BANK, -amount))
    move = Move(PostingKind.TRANSFER, f"To {account.strip() or 'the house'}", lines)
    money.post(tournament, move, Till(actor, now, Method.CHEQUE))


@transaction.atomic
def disburse(
    paid: Disbursement,
    *,
    tournament_id: int,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """Pay proceeds to an approved purpose, by cheque from the account (igr:8.01(g))."""
    tournament = opened(
        "money donation", tournament_id=tournament_id, actor=actor, now=now, command_id=command_id
    )
    if tournament is None:
        return
    figures = proceeds_queries.figures(tournament)
    spending.check_disbursement(
        paid,
        approved=figures.purpose.purposes,
        left=figures.left,
        used=proceeds_queries.cheques(tournament),
        rulebook=tournament.rulebook,
    )
    _check_covered(tournament_id, Method.CHEQUE, paid.amount)
    about = {key: str(value) for key, value in asdict(paid).items()}
    lines = (Line(Account.DONATIONS, paid.amount), Line(Account.BANK, -paid.amount))
    words = f"{paid.purpose}: {paid.payee}"
    move = Move(PostingKind.DONATION, words, lines, about=about)
    money.post(tournament, move, Till(actor, now, Method.CHEQUE))
