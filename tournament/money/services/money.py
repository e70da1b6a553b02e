"""Take money and pay it out: every cent by a posting whose lines add up to zero.

`post` and the functions named after what happens (`receive_entry`, `receive_purchase`, `refund`,
`pay_prize`, `pay_expense`) belong inside the transaction of a service that holds what it changes.
Each writes its own line of the journal, so that the journal's chain covers the ledger. `void`
takes any of them back, with a reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office import money
from engine.office.money import HELD, HELD_AS, Account, Line, Method
from engine.refusal import Refused
from tournament.entries.queries import entries as entry_queries
from tournament.live import broadcast
from tournament.models import Chain, Entry, MoneyLine, Posting, Tournament
from tournament.models.ledger import ChipReason
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.money.queries import proceeds as proceeds_queries
from tournament.office.queries import licence as licence_queries
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

SOLD = {
    ChipReason.REBUY: (PostingKind.REBUY, money.REBUYS),
    ChipReason.TOP_UP: (PostingKind.TOP_UP, money.TOP_UP),
    ChipReason.ADD_ON: (PostingKind.ADD_ON, money.ADD_ON),
}
PRIZES = "Prizes are taken back on the payout desk or with the confirmed places."
BELONGS_ELSEWHERE = {
    PostingKind.AWARD: PRIZES,
    PostingKind.PRIZE: PRIZES,
    PostingKind.ADDED: "Take the published prize list back: its money goes with it.",
}


@dataclass(frozen=True, slots=True)
class Till:
    """Who takes or pays the money, when, and how it changes hands."""

    actor: Actor
    now: datetime
    method: Method = Method.CASH


@dataclass(frozen=True, slots=True)
class Move:
    """What a posting says."""

    kind: PostingKind
    what: str
    lines: Sequence[Line]
    entry: Entry | None = None
    about: Mapping[str, object] = field(default_factory=dict)
    voids: Posting | None = None
    reason: str = ""


def post(tournament: Tournament, move: Move, till: Till) -> Posting:
    """Store one move of money; take it last, it locks the end of the journal."""
    lines = [line for line in move.lines if line.amount]
    money.check_balanced(lines)
    Chain.objects.select_for_update().get(pk=tournament.pk)
    made = Posting.objects.create(
        tournament=tournament,
        number=_next_number(tournament),
        kind=move.kind,
        what=move.what[:200],
        entry=move.entry,
        method=till.method,
        about=dict(move.about),
        voids=move.voids,
        reason=move.reason[:200],
        at=till.now,
        by=till.actor.name,
    )
    MoneyLine.objects.bulk_create(
        MoneyLine(posting=made, account=line.account, amount=line.amount) for line in lines
    )
    journal.write(
        till.actor,
        "money.posted",
        tournament_id=tournament.pk,
        at=till.now,
        number=made.number,
        what=made.what,
        words=money_queries.lines_words(lines),
        lines=[[line.account.value, line.amount] for line in lines],
    )
    if _lowers_net(move):
        proceeds_queries.check_floor(tournament)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
    return made


def _lowers_net(move: Move) -> bool:
    """Whether less is left afterwards: spent, awarded, or a takings given back."""
    if move.voids is not None:
        return move.voids.kind in money_queries.RECEIVED
    return move.kind in (PostingKind.EXPENSE, PostingKind.AWARD)


def _next_number(tournament: Tournament) -> int:
    highest = tournament.money.aggregate(highest=Max("number"))["highest"]
    return int(highest or 0) + 1


def receive_entry(
    tournament: Tournament, entry: Entry, till: Till, *, amount: int | None = None
) -> Posting | None:
    """An entry is paid: contribution to the pool, fee to the house; nothing where it is free."""
    paid = money.price(tournament.structure, money.ENTRY) if amount is None else amount
    return _receive(tournament, _Sale(PostingKind.ENTRY, money.ENTRY, entry, paid), till)


def receive_purchase(
    tournament: Tournament,
    entry: Entry,
    till: Till,
    *,
    reason: ChipReason,
    about: Mapping[str, object] | None = None,
) -> Posting | None:
    """Chips are paid for: a rebuy, a top-up or an add-on (canberra:T.rebuy)."""
    kind, what = SOLD[reason]
    paid = money.price(tournament.structure, what)
    return _receive(tournament, _Sale(kind, what, entry, paid, about or {}), till)


@dataclass(frozen=True, slots=True)
class _Sale:
    kind: PostingKind
    what: str
    entry: Entry
    paid: int
    about: Mapping[str, object] = field(default_factory=dict)


def _receive(tournament: Tournament, sale: _Sale, till: Till) -> Posting | None:
    licence_queries.check_valid(tournament, now=till.now)
    if tournament.state == TournamentState.CANCELLED:
        raise Refused("The tournament is cancelled: nobody pays any more.")
    plain, book = tournament.structure, money.BOOKS[tournament.rulebook]
    asked = money.price(plain, sale.what)
    if not (asked or sale.paid or book.no_free_entry_clause):
        return None
    money.check_payment(
        rulebook=tournament.rulebook, amount=sale.paid, asked=asked, method=till.method
    )
    parts = money.split(plain, sale.what)
    lines = (
        Line(HELD_AS[till.method], sale.paid),
        Line(Account.PRIZE_POOL, -parts.pool),
        Line(book.fee_account, -parts.fee),
    )
    words = f"{sale.kind.label} of {sale.entry.name}"
    return post(tournament, Move(sale.kind, words, lines, sale.entry, sale.about), till)


def refund(tournament: Tournament, entry: Entry, till: Till, *, reason: str) -> list[Posting]:
    """Give back what an entry paid for entering, where the book lets it (canberra:14.3)."""
    is_cancelled = tournament.state == TournamentState.CANCELLED
    money.check_refund(
        rulebook=tournament.rulebook,
        is_cancelled=is_cancelled,
        is_disqualified=entry_queries.disqualified(tournament).filter(pk=entry.pk).exists(),
    )
    if not reason.strip():
        raise Refused("A refund needs its reason: it stays on record.")
    paid = tournament.money.filter(entry=entry, kind=PostingKind.ENTRY, voided_by__isnull=True)
    return [
        _reverse(one, PostingKind.REFUND, reason, till)
        for one in paid.prefetch_related("lines").select_related("entry__player", "tournament")
    ]


@transaction.atomic
def void(*, posting_id: int, reason: str, actor: Actor, now: datetime) -> Posting:
    """Take a posting back by its reverse; both stay on record."""
    found = Posting.objects.select_related("tournament", "entry__player").get(pk=posting_id)
    require(actor, Permission.HANDLE_MONEY, found.tournament_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=found.tournament_id)
    if not reason.strip():
        raise Refused("A void needs its reason: it stays on record.")
    if found.voids_id is not None:
        raise Refused("This is a void itself: post the payment again instead.")
    if found.kind in BELONGS_ELSEWHERE:
        raise Refused(BELONGS_ELSEWHERE[PostingKind(found.kind)])
    if Posting.objects.filter(voids=found).exists():
        raise Refused("This has been voided already.")
    _check_not_forfeited(found)
    _check_is_there(found)
    return _reverse(found, PostingKind.VOID, reason, Till(actor, now))


def _check_not_forfeited(found: Posting) -> None:
    """Refuse to give a disqualified player's entry back by voiding it (adelaide:106d)."""
    if found.kind != PostingKind.ENTRY or found.entry_id is None:
        return
    if entry_queries.forfeited(found.tournament).filter(pk=found.entry_id).exists():
        rulebook = found.tournament.rulebook
        money.check_refund(rulebook=rulebook, is_cancelled=True, is_disqualified=True)


def _check_is_there(found: Posting) -> None:
    """Refuse to take back money that has been spent since."""
    there = money_queries.balances(found.tournament_id)
    for line in found.lines.all():
        if line.account in HELD and there[Account(line.account)] < line.amount:
            raise Refused("This money has been paid out since: take that back first.")


def reverse(found: Posting, reason: str, till: Till) -> Posting:
    """A void on behalf of a service that takes back more than the money."""
    return _reverse(found, PostingKind.VOID, reason, till)


def _reverse(found: Posting, kind: PostingKind, reason: str, till: Till) -> Posting:
    move = Move(
        kind,
        f"{kind.label} of no. {found.number}: {found.what}",
        [Line(Account(line.account), -line.amount) for line in found.lines.all()],
        found.entry,
        voids=found,
        reason=reason.strip(),
    )
    return post(found.tournament, move, Till(till.actor, till.now, Method(found.method)))


def pay_prize(
    tournament: Tournament,
    entry: Entry,
    till: Till,
    *,
    amount: int,
    about: Mapping[str, object] | None = None,
) -> Posting:
    """Hand a prize over that was awarded to this entry and not yet paid."""
    owed = money_queries.owed_to(entry)
    if not 0 < amount <= owed:
        raise Refused(f"{entry.name} is owed {dollars(owed)}, not {dollars(amount)}.")
    lines = (Line(Account.PLAYERS, amount), Line(HELD_AS[till.method], -amount))
    words = f"Prize of {entry.name}"
    return post(tournament, Move(PostingKind.PRIZE, words, lines, entry, about or {}), till)


def pay_expense(
    tournament: Tournament,
    what: str,
    till: Till,
    *,
    amount: int,
    about: Mapping[str, object] | None = None,
) -> Posting:
    """Money spent on running the event."""
    if amount <= 0:
        raise Refused("An expense is an amount above zero.")
    lines = (Line(Account.EXPENSES, amount), Line(HELD_AS[till.method], -amount))
    return post(tournament, Move(PostingKind.EXPENSE, what, lines, about=about or {}), till)
