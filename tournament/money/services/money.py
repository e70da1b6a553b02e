"""Take money and pay it out: every cent by a posting whose lines add up to zero.

`post` and the functions named after what happens (`receive`, `refund`, `pay_expense`)
belong inside the transaction of a service that holds what it changes.
Each writes its own line of the journal, so that the journal's chain covers the ledger. `void`
takes any of them back, with a reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engine.lifecycle import TournamentState
from engine.office import money
from engine.office.law.money import Account, Method
from engine.office.money import HELD, HELD_AS, Line, Sold
from engine.refusal import Refused
from tournament.entries.queries import entries as entry_queries
from tournament.live import broadcast
from tournament.models import Chain, Entry, MoneyLine, Posting, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.money.queries import proceeds as proceeds_queries
from tournament.office.queries import licence as licence_queries
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

PRIZES = "Undo prizes on the payout desk, or undo the confirmation of the places."
BELONGS_ELSEWHERE = {
    PostingKind.AWARD: PRIZES,
    PostingKind.PRIZE: PRIZES,
    PostingKind.ADDED: "Unpublish the prize list: its money goes with it.",
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


def receive(
    tournament: Tournament,
    what: Sold,
    entry: Entry,
    till: Till,
    *,
    about: Mapping[str, object] | None = None,
) -> Posting | None:
    """What was sold is paid and divided (canberra:T.rebuy); nothing where it is free."""
    licence_queries.check_valid(tournament, now=till.now)
    if tournament.state == TournamentState.CANCELLED:
        raise Refused("The tournament is cancelled: no more payments.")
    plain, law = tournament.structure, tournament.law.money
    asked = money.price(plain, what)
    paid = entry.price if what is Sold.ENTRY else asked
    if not (asked or paid or law.no_free_entry.value):
        return None
    money.check_payment(rulebook=tournament.rulebook, amount=paid, asked=asked, method=till.method)
    parts = money.parts(plain, what, rulebook=tournament.rulebook)
    lines = (
        Line(HELD_AS[till.method], paid),
        *(Line(part.account, -part.cents) for part in parts),
    )
    words = f"{what.words} of {entry.name}"
    return post(tournament, Move(PostingKind(what), words, lines, entry, about or {}), till)


def refund(tournament: Tournament, entry: Entry, till: Till, *, reason: str) -> list[Posting]:
    """Give back what an entry paid for entering, where the book lets it (canberra:14.3)."""
    is_cancelled = tournament.state == TournamentState.CANCELLED
    money.check_refund(
        rulebook=tournament.rulebook,
        is_cancelled=is_cancelled,
        is_disqualified=entry_queries.disqualified(tournament).filter(pk=entry.pk).exists(),
    )
    if not reason.strip():
        raise Refused("A refund needs a reason: it is recorded.")
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
        raise Refused("A void needs a reason: it is recorded.")
    if found.voids_id is not None:
        raise Refused("This is a void itself: post the payment again instead.")
    if found.kind in BELONGS_ELSEWHERE:
        raise Refused(BELONGS_ELSEWHERE[PostingKind(found.kind)])
    if Posting.objects.filter(voids=found).exists():
        raise Refused("This has already been voided.")
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
            raise Refused("This money has since been paid out: undo that first.")


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
        raise Refused("Enter an expense above zero.")
    lines = (Line(Account.EXPENSES, amount), Line(HELD_AS[till.method], -amount))
    return post(tournament, Move(PostingKind.EXPENSE, what, lines, about=about or {}), till)
