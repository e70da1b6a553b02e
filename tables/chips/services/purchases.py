"""Sell top-ups and add-ons, give free chips, and carry a table's wish for a rebuy to the desk."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.entries import purchases
from engine.entries.law import NotOffered
from engine.entries.purchases import Buyer
from engine.office.money import Method
from engine.refusal import Refused
from tables import between, locking
from tables.chips.queries import purchases as purchase_queries
from tables.chips.queries.purchases import SOLD, WORDS, Counter
from tables.chips.services import rebuys, stacks
from tables.models import ChipRequest, Seating, Table
from tables.play.queries import hands
from tables.play.services import play
from tables.seating.services import sitting
from tournament.live import broadcast
from tournament.models import Entry, Tournament
from tournament.models.ledger import ChipReason
from tournament.money.services import money
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal, ledger


@dataclass(frozen=True, slots=True)
class Purchase:
    """What is bought, how it is paid, and the player's own part of the ticket where it is asked."""

    kind: str
    method: Method = Method.CASH
    ticket: int | None = None


@transaction.atomic
def sell(
    *,
    tournament_id: int,
    entry_id: int,
    kind: str | Purchase,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> Entry:
    """Chips for money, under the book's terms; the same press sells once."""
    require(actor, Permission.SELL_CHIPS, tournament_id)
    wanted = kind if isinstance(kind, Purchase) else Purchase(kind)
    if wanted.kind not in SOLD:
        raise Refused("The desk sells rebuys, top-ups and add-ons.")
    if idempotency.is_repeated(command_id) and (buyer := _entered(tournament_id, entry_id)):
        return buyer  # who may be out by now
    table, entry = rebuys.locked(tournament_id, entry_id, now=now)
    if idempotency.is_repeated(command_id):
        return entry
    if wanted.kind == ChipReason.REBUY:
        rebuys.rebuy(
            tournament_id=tournament_id,
            entry_id=entry_id,
            actor=actor,
            now=now,
            ticket=wanted.ticket,
            method=wanted.method,
        )
    else:
        _sell(table, entry, ChipReason(wanted.kind), money.Till(actor, now, wanted.method))
    idempotency.remember(
        command_id, tournament_id=tournament_id, kind=f"sell.{wanted.kind}", now=now
    )
    return entry


def _entered(tournament_id: int, entry_id: int) -> Entry | None:
    """Somebody of this tournament, with a seat or without."""
    found = Entry.objects.filter(pk=entry_id, tournament_id=tournament_id)
    return found.select_related("player").first()


def _sell(table: Table, entry: Entry, kind: ChipReason, till: money.Till) -> None:
    counter, actor, now = Counter(table.tournament, till.now), till.actor, till.now
    counter.check(kind, _buyer(table, entry))
    terms = counter.terms(kind)
    amount = 0 if isinstance(terms, NotOffered) else terms.chips
    ledger.move({entry.pk: amount}, reason=kind, actor=actor, now=now)
    money.receive_purchase(table.tournament, entry, till, reason=kind)
    journal.write(
        actor,
        "entry.bought",
        tournament_id=table.tournament_id,
        at=now,
        player=entry.name,
        what=WORDS[kind].lower(),
        amount=amount,
    )
    stacks.bump(table)


def _buyer(table: Table, entry: Entry) -> Buyer:
    seat = Seating.objects.select_related("entry").get(entry=entry, until__isnull=True)
    bought = purchase_queries.bought_by([entry.pk]).get(entry.pk, {})
    is_in_hand = purchase_queries.is_in_hand(table, entry.pk)
    return purchase_queries.buyer(seat, bought, is_in_hand=is_in_hand)


@transaction.atomic
def give(
    *,
    tournament_id: int,
    amount: int,
    only_table: int | None = None,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> int:
    """Free chips for everybody still in, at one table or all, between hands; to how many."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if idempotency.is_repeated(command_id):
        return 0
    purchases.check_gives_chips(tournament.rulebook, amount)
    chosen = [table for table in tables.values() if _is_meant(table, only_table)]
    players = _receivers(tournament, chosen)
    moves = dict.fromkeys((entry.pk for entry in players), amount)
    ledger.move(moves, reason=ChipReason.FREE_CHIPS, actor=actor, now=now)
    journal.write(
        actor,
        "chips.given",
        tournament_id=tournament_id,
        at=now,
        amount=amount,
        players=len(players),
        where=f"table {only_table}" if only_table else "every table",
    )
    idempotency.remember(command_id, tournament_id=tournament_id, kind="give", now=now)
    for table in chosen:
        stacks.bump(table)
    return len(players)


def _is_meant(table: Table, only_table: int | None) -> bool:
    return table.is_open and only_table in (None, table.number)


def _receivers(tournament: Tournament, tables: Iterable[Table]) -> list[Entry]:
    found = []
    for table in tables:
        is_in_play = hands.is_in_play(table)
        for seat in hands.seated(table):
            is_out = not seat.entry.stack
            if not is_out:
                purchases.check_free_chips(
                    Buyer(stack=seat.entry.stack, is_out=is_out, is_in_hand=is_in_play)
                )
                found.append(seat.entry)
    if not found:
        raise Refused("Nobody is there to be given chips.", purchases.gives_chips(tournament.law))
    return found


@transaction.atomic
def ask_for_rebuy(request: play.Request, *, seat: int) -> None:
    """The dealer asks the desk to come with chips; it rings on the console."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return
    entry = sitting.who_sits(table, seat).entry
    counter = Counter(table.tournament, request.now)
    counter.check(ChipReason.REBUY, _buyer(table, entry))
    ChipRequest.objects.filter(entry=entry, answered_at__isnull=True).update(
        answered_at=request.now
    )
    ChipRequest.objects.create(table=table, entry=entry, at=request.now)
    journal.write(
        request.actor,
        "rebuy.asked",
        tournament_id=table.tournament_id,
        at=request.now,
        player=entry.name,
        table=table.number,
    )
    between.closed(request, table, kind="ask_rebuy")


@transaction.atomic
def drop_request(*, request_id: int, actor: Actor, now: datetime) -> None:
    """The player does not buy after all."""
    asked = ChipRequest.objects.select_related("table", "entry__player").get(pk=request_id)
    require(actor, Permission.SELL_CHIPS, asked.table.tournament_id)
    if asked.answered_at is not None:
        return
    asked.answered_at = now
    asked.save(update_fields=["answered_at"])
    journal.write(
        actor,
        "rebuy.dropped",
        tournament_id=asked.table.tournament_id,
        at=now,
        player=asked.entry.name,
    )
    broadcast.changed(asked.table.tournament_id, broadcast.Audience.CONSOLE)
