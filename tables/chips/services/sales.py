"""The one sale: an entry, a rebuy, a top-up or an add-on, whichever page or program asks for it.

Price and division come from the structure, the method from the buyer, the id from the press. What
was sold can be taken back: the money and the chips go together.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.entries.law import NotOffered
from engine.lifecycle import TournamentState
from engine.office.law.money import Method
from engine.office.money import CHIPS, Sold
from engine.refusal import Refused
from tables.chips.queries import purchases as purchase_queries
from tables.chips.queries.purchases import Counter
from tables.chips.services import stacks
from tables.commands import AtTable
from tables.models import ChipRequest
from tables.play.services import busts
from tournament.entries.services import entries, rebuy_tickets
from tournament.models import Bust, ChipMove, Entry, Posting
from tournament.models.ledger import ChipReason
from tournament.money.services import money
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, ledger

CANCELLED = TournamentState.CANCELLED


@dataclass(frozen=True, slots=True)
class Purchase:
    """What is bought, how it is paid, and the player's own part of the ticket where it is asked."""

    what: Sold
    method: Method = Method.CASH
    ticket: int | None = None


@dataclass(frozen=True, slots=True)
class Sale:
    """What was sold to whom. The receipt is the posting: none where nothing was paid."""

    what: Sold
    entry: Entry
    receipt: Posting | None

    @property
    def words(self) -> str:
        """What the page says when it is done."""
        return f"{self.what.words} sold to {self.entry.name}."


@transaction.atomic
def sell(
    wanted: Purchase,
    *,
    tournament_id: int,
    entry_id: int,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> Sale:
    """Sell it under the book's terms; the same press sells once."""
    what, till, asked = wanted.what, money.Till(actor, now, wanted.method), f"sell.{wanted.what}"
    is_entry = what is Sold.ENTRY
    needed = Permission.REGISTER_PLAYERS if is_entry else Permission.SELL_CHIPS
    require(actor, needed, tournament_id)
    is_repeat = idempotency.is_repeated(command_id, tournament_id=tournament_id, kind=asked)
    if is_repeat and (buyer := _entered(tournament_id, entry_id)):
        return Sale(what, buyer, _receipt(buyer, what))  # who may be out by now
    if is_entry:
        entry = entries.held(tournament_id, entry_id)
        if not idempotency.is_new(command_id, tournament_id=tournament_id, kind=asked, now=now):
            return Sale(what, entry, _receipt(entry, what))
        return Sale(what, entry, entries.pay(entry, till))
    told = stacks.held(tournament_id, entry_id, asked, actor=actor, now=now, command_id=command_id)
    with told as (at, entry):
        receipt = _receipt(entry, what) if at.is_repeat else _sell_chips(at, entry, wanted, till)
    return Sale(what, entry, receipt)


def _entered(tournament_id: int, entry_id: int) -> Entry | None:
    """Somebody of this tournament, with a seat or without."""
    found = Entry.objects.filter(pk=entry_id, tournament_id=tournament_id)
    return found.select_related("player").first()


def _receipt(entry: Entry, what: Sold) -> Posting | None:
    """The receipt a repeated press is given again: this player's last of the kind."""
    return entry.money.filter(kind=what.value, voided_by=None).last()


def _sell_chips(at: AtTable, entry: Entry, wanted: Purchase, till: money.Till) -> Posting | None:
    """Chips for money: issued, paid for, and told at the table; a rebuy brings the player back."""
    what, table = wanted.what, at.table
    counter = Counter(table.tournament, till.now)
    counter.check(what, purchase_queries.buyer_of(table, entry))
    is_rebuy, about = what is Sold.REBUY, {}
    if is_rebuy:
        about = rebuy_tickets.check(table.tournament, entry, wanted.ticket)
    terms = counter.terms(what)
    amount = 0 if isinstance(terms, NotOffered) else terms.chips
    ledger.move({entry.pk: amount}, reason=ChipReason(what), actor=till.actor, now=till.now)
    entry.refresh_from_db(fields=["stack"])
    receipt = money.receive(table.tournament, what, entry, till, about=about)
    if is_rebuy:
        _bring_back(at, entry)
    at.write("entry.bought", player=entry.name, what=what.words.lower(), amount=amount)
    return receipt


def _bring_back(at: AtTable, entry: Entry) -> None:
    """Who has bought again is not out, and no table asks for it any more."""
    found = Bust.standing.filter(entry=entry)
    busts.take_back(found, because=busts.REBUY, actor=at.actor, now=at.now)
    ChipRequest.objects.filter(entry=entry, answered_at__isnull=True).update(answered_at=at.now)


def void(*, posting_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """Void a posting; of chips that were sold, the chips come back too while they are played."""
    found = Posting.objects.select_related("tournament").get(pk=posting_id)
    is_called_off = found.tournament.state == CANCELLED
    if found.kind in CHIPS and not is_called_off:
        _take_back(posting_id, ChipReason(found.kind), reason=reason, actor=actor, now=now)
    else:
        money.void(posting_id=posting_id, reason=reason, actor=actor, now=now)


def _take_back(
    posting_id: int, sold: ChipReason, *, reason: str, actor: Actor, now: datetime
) -> None:
    found = Posting.objects.select_related("entry").get(pk=posting_id)
    if found.entry is None:
        raise Refused("No chips belong to this posting.")
    where = found.tournament_id
    require(actor, Permission.SELL_CHIPS, where)
    with stacks.held(where, found.entry.pk, "unsell", actor=actor, now=now) as (at, entry):
        if purchase_queries.is_in_hand(at.table, entry.pk):
            raise Refused("A sale can be undone between hands only.")
        moves = ChipMove.objects.filter(entry=entry, reason=sold, amount__gt=0, at=found.at)
        bought = moves.first()
        chips = bought.amount if bought else 0
        bust = busts.bought_back(at.table, entry, found.at)
        if entry.stack < chips or (entry.stack == chips and bust is None):
            raise Refused(f"{entry.name} has played with these chips: the sale cannot be undone.")
        ledger.move({entry.pk: -chips}, reason=sold, note=reason, actor=actor, now=now)
        money.void(posting_id=posting_id, reason=reason, actor=actor, now=now)
        at.write("sale.taken_back", player=entry.name, amount=chips, reason=reason.strip())
        if bust is not None:
            busts.stand_again(at, bust)
