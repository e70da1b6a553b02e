"""Hand prizes over against a signed receipt, and take a payment back."""

import re
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Max

from engine.amounts import dollars
from engine.office import money as money_rules
from engine.office import spending
from engine.office.law.money import Account, Method
from engine.office.money import HELD_AS, Line
from engine.refusal import Refused
from tournament.live import broadcast
from tournament.models import Due, Payout, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.money.queries import proceeds as proceeds_queries
from tournament.money.services import money
from tournament.money.services.money import Move, Till
from tournament.money.services.money_desk import held
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

DRAWN = re.compile(r"[ML0-9., -]{8,20000}")


@dataclass(frozen=True, slots=True)
class Receipt:
    """Who took the prize, how it was paid, and what proves it."""

    receiver: str
    method: Method = Method.CASH
    signature: str = ""
    is_on_paper: bool = False
    cheque: str = ""
    cheque_date: date | None = None


@transaction.atomic
def pay(receipt: Receipt, *, due_id: int, actor: Actor, now: datetime) -> Payout:
    """Hand one prize over; the receipt is kept with it (igr:8.01(i))."""
    tournament_id = Due.objects.values_list("tournament_id", flat=True).get(pk=due_id)
    require(actor, Permission.HANDLE_MONEY, tournament_id)
    tournament = held(tournament_id)
    dues = Due.objects.select_for_update(of=("self",)).select_related("entry__player")
    due = dues.get(pk=due_id)
    _check(tournament, due, receipt)
    posting = None
    if move := _move(due, receipt):
        posting = money.post(tournament, move, Till(actor, now, receipt.method))
    made = Payout.objects.create(
        due=due,
        number=_next_number(tournament),
        receiver=receipt.receiver.strip()[:120],
        method=receipt.method,
        signature=receipt.signature.strip(),
        is_on_paper=receipt.is_on_paper,
        posting=posting,
        at=now,
        by=actor.name,
    )
    journal.write(
        actor,
        "prize.paid",
        tournament_id=tournament_id,
        at=now,
        player=due.entry.name,
        prize=due.item or dollars(due.amount),
        receiver=made.receiver,
        method=receipt.method,
        receipt=made.number,
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return made


def _check(tournament: Tournament, due: Due, receipt: Receipt) -> None:
    clause = tournament.law.giving.signature.clause
    if due.withdrawn_at is not None:
        raise Refused("This prize is no longer due. Look at the page again.")
    if due.payouts.filter(withdrawn_at=None).exists():
        raise Refused("This prize has been paid.")
    if not receipt.receiver.strip():
        raise Refused("Enter who receives the prize.", clause)
    if receipt.signature and not DRAWN.fullmatch(receipt.signature.strip()):
        raise Refused("The signature is incomplete: sign again.", clause)
    needs = receipt.method is Method.CASH and not due.is_crown
    if needs and not (receipt.signature.strip() or receipt.is_on_paper):
        raise Refused("The receipt must be signed first, on screen or on paper.", clause)
    if receipt.method is Method.CHEQUE:
        used = proceeds_queries.cheques(tournament)
        spending.check_cheque(
            receipt.cheque, receipt.cheque_date, used=used, rulebook=tournament.rulebook
        )
    _check_covered(tournament, due, receipt)


def _check_covered(tournament: Tournament, due: Due, receipt: Receipt) -> None:
    there = money_queries.balances(tournament.pk)[HELD_AS[receipt.method]]
    money_rules.check_covered(due.amount, there=there, method=receipt.method)


def _move(due: Due, receipt: Receipt) -> Move | None:
    """What the ledger says: money goes out, or a thing the house bought is handed over."""
    worth = due.amount + due.value
    if due.posting_id is None or not worth:
        return None
    owed = Account.CROWN if due.is_crown else Account.PLAYERS
    given = Account.HOUSE if due.item else HELD_AS[receipt.method]
    about = {"receiver": receipt.receiver.strip()}
    if receipt.method is Method.CHEQUE:
        about |= {"cheque": receipt.cheque.strip(), "cheque_date": str(receipt.cheque_date)}
    words = f"Prize of {due.entry.name}" + (f": {due.item}" if due.item else "")
    lines = (Line(owed, worth), Line(given, -worth))
    return Move(PostingKind.PRIZE, words, lines, due.entry, about)


def _next_number(tournament: Tournament) -> int:
    paid = Payout.objects.filter(due__tournament=tournament)
    return int(paid.aggregate(highest=Max("number"))["highest"] or 0) + 1


@transaction.atomic
def take_back(*, payout_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """The prize came back: it is unpaid again, and both receipts stay on record."""
    found = Payout.objects.select_related("due__entry__player", "posting").get(pk=payout_id)
    require(actor, Permission.HANDLE_MONEY, found.due.tournament_id)
    tournament = held(found.due.tournament_id)
    if found.withdrawn_at is not None:
        return
    if not reason.strip():
        raise Refused("Give the reason for undoing the payout: it is recorded.")
    found.withdrawn_at, found.withdrawn_because = now, reason.strip()[:200]
    found.save(update_fields=["withdrawn_at", "withdrawn_because"])
    if found.posting is not None:
        money.reverse(found.posting, reason, Till(actor, now))
    journal.write(
        actor,
        "prize.taken_back",
        tournament_id=tournament.pk,
        at=now,
        player=found.due.entry.name,
        receipt=found.number,
        reason=reason.strip(),
        before=f"{dollars(found.due.amount)} paid",
        after=f"{dollars(found.due.amount)} owed",
    )
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
