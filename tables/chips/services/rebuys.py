"""Sell a rebuy under the book's terms, or note that the player declines."""

from datetime import datetime

from django.db import transaction

from engine.entries.law import NotOffered
from engine.entries.purchases import Buyer, Rebuys, check_rebuy
from engine.lifecycle import TournamentState
from engine.office.money import Method
from engine.refusal import Refused
from engine.structure import structure
from tables import broadcast as table_broadcast
from tables import locking
from tables.chips.queries import purchases as purchase_queries
from tables.models import ChipRequest, Seating, Table
from tables.play.queries import hands
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.entries.services import rebuy_tickets
from tournament.live import broadcast
from tournament.models import Bust, Entry, Tournament
from tournament.models.ledger import ChipReason
from tournament.money.services import money
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.records.services import journal, ledger
from tournament.setup.services import tournaments


@transaction.atomic
def rebuy(
    *,
    tournament_id: int,
    entry_id: int,
    actor: Actor,
    now: datetime,
    ticket: int | None = None,
    method: Method = Method.CASH,
) -> Entry:
    """Chips bought again by an entry still in."""
    require(actor, Permission.SELL_CHIPS, tournament_id)
    table, entry = locked(tournament_id, entry_id, now=now)
    if table.tournament.state != TournamentState.RUNNING:
        raise Refused("Rebuys are sold while the tournament is in play.")
    terms = structure.rebuys(table.tournament.structure)
    bought = purchase_queries.bought_by([entry_id]).get(entry_id, {}).get(ChipReason.REBUY, 0)
    buyer = Buyer(stack=entry.stack, rebuys=bought, is_in_hand=_is_in_hand(table, entry_id))
    at = clock_queries.purchase_time(table.tournament, terms, now)
    check_rebuy(terms, buyer, at=at)
    shown = rebuy_tickets.check(table.tournament, entry, ticket)
    amount = terms.chips if isinstance(terms, Rebuys) else 0
    ledger.move({entry.pk: amount}, reason=ChipReason.REBUY, actor=actor, now=now)
    entry.refresh_from_db(fields=["stack"])
    till = money.Till(actor, now, method)
    money.receive_purchase(table.tournament, entry, till, reason=ChipReason.REBUY, about=shown)
    Bust.standing.filter(entry=entry).update(retracted_at=now, retracted_because="rebuy")
    ChipRequest.objects.filter(entry=entry, answered_at__isnull=True).update(answered_at=now)
    journal.write(
        actor,
        "entry.rebought",
        tournament_id=tournament_id,
        at=now,
        player=entry.name,
        amount=amount,
    )
    _tell(table)
    return entry


def locked(tournament_id: int, entry_id: int, *, now: datetime) -> tuple[Table, Entry]:
    """A seated player's table and entry, held in order, with the clock brought up to now."""
    seat = Seating.objects.filter(
        entry_id=entry_id, until__isnull=True, table__tournament_id=tournament_id
    ).first()
    if seat is None:
        raise Refused("This player has no seat: he is out of the tournament.")
    table = locking.table(seat.table_id)
    clock.catch_up(table.tournament.clock, now=now)
    entries = Entry.objects.select_for_update(of=("self",), no_key=True).select_related("player")
    return table, entries.get(pk=entry_id)


def _is_in_hand(table: Table, entry_id: int) -> bool:
    if not hands.is_in_play(table):
        return False
    players = hands.record_of(table).players
    return any(player["entry"] == entry_id for player in players)


def _tell(table: Table) -> None:
    table.version += 1
    table.save(update_fields=["version"])
    table_broadcast.table_changed(table)
    broadcast.changed(table.tournament_id, *broadcast.EVERYBODY)


def decline(*, tournament_id: int, entry_id: int, actor: Actor, now: datetime) -> None:
    """A player without chips does not buy again: he is out."""
    require(actor, Permission.SELL_CHIPS, tournament_id)
    _go_out(tournament_id, entry_id, actor=actor, now=now)
    tournaments.finish_if_decided(tournament_id=tournament_id, now=now)


@transaction.atomic
def _go_out(tournament_id: int, entry_id: int, *, actor: Actor, now: datetime) -> None:
    table, entry = locked(tournament_id, entry_id, now=now)
    waiting = Bust.standing.filter(entry=entry, may_rebuy=True)
    if not waiting.update(may_rebuy=False):
        raise Refused(f"{entry.name} is not waiting for a rebuy.")
    Seating.objects.filter(entry=entry, until__isnull=True).update(until=now)
    journal.write(
        actor, "entry.declined_rebuy", tournament_id=tournament_id, at=now, player=entry.name
    )
    _tell(table)


def close_expired(*, now: datetime, tournament_id: int | None = None) -> int:
    """Those who still wait when the rebuys have ended are out; everywhere, or at one tournament."""
    waiting = Bust.standing.filter(may_rebuy=True).select_related("entry__tournament__clock")
    if tournament_id is not None:
        waiting = waiting.filter(entry__tournament=tournament_id)
    late = [bust.entry for bust in waiting if _has_ended(bust.entry.tournament, now)]
    return sum(_close(entry, now) for entry in late)


def close_expired_at(tournament: Tournament, *, now: datetime) -> int:
    """The same after a hand: nothing is asked where no rebuys are sold."""
    if isinstance(structure.rebuys(tournament.structure), NotOffered):
        return 0
    return close_expired(now=now, tournament_id=tournament.pk)


def _close(entry: Entry, now: datetime) -> bool:
    try:
        _go_out(entry.tournament_id, entry.pk, actor=SYSTEM, now=now)
    except Refused:
        return False  # somebody at the desk was quicker
    tournaments.finish_if_decided(tournament_id=entry.tournament_id, now=now)
    return True


def _has_ended(tournament: Tournament, now: datetime) -> bool:
    terms = structure.rebuys(tournament.structure)
    try:
        at = clock_queries.purchase_time(tournament, terms, now)
        check_rebuy(terms, Buyer(stack=0), at=at)
    except Refused:
        return True
    return False
