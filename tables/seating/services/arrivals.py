"""Players on the way to another table: in transit until that table confirms seat and stack."""

from datetime import datetime

from django.db import transaction

from engine.amounts import figure
from engine.refusal import Refused
from tables import locking
from tables.models import FloorCall, Seating, Table
from tables.play.services import play
from tables.seating.queries import arriving
from tables.seating.services import sitting
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal


@transaction.atomic
def confirm(request: play.Request, *, seat: int, stack: int | None = None) -> Table | None:
    """The player sits here with the chips that were sent (igr:A.2(s)).

    Another amount is written down and calls the floor; the player stays on the way. Where who
    directs confirms every transfer, the table's word is a count and no more (igr:6.02(g)).
    """
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return None
    found = _on_the_way(table, seat)
    sent = found.entry.stack
    if stack is not None and stack != sent:
        _report_difference(table, found, stack, request)
    elif arriving.awaits_confirmation(found, request.actor):
        _note_count(found, request)
    else:
        arriving.check_counted(found, stack)
        _sit_down(found, request)
    idempotency.remember(
        request.command_id, tournament_id=table.tournament_id, kind="arrival", now=request.now
    )
    sitting.bump(table)
    broadcast.changed(table.tournament_id, *EVERYBODY)
    return table


def _on_the_way(table: Table, seat: int) -> Seating:
    coming = Seating.objects.filter(table=table, seat=seat, until__isnull=True, in_transit=True)
    found = coming.select_related("entry__player", "table").first()
    if found is None:
        raise Refused(f"Nobody is on the way to seat {seat}.")
    return found


def _sit_down(found: Seating, request: play.Request) -> None:
    found.in_transit, found.arrived_at = False, request.now
    found.save(update_fields=["in_transit", "arrived_at"])
    carried = f", carried by {found.carried_by}" if found.carried_by else ""
    _receive(found, found.entry.stack, "seat.arrived", request, carried=carried)


def _note_count(found: Seating, request: play.Request) -> None:
    """The table has counted; who directs has still to confirm it."""
    _receive(found, found.entry.stack, "seat.counted", request)


def _report_difference(table: Table, found: Seating, stack: int, request: play.Request) -> None:
    came, sent = figure(stack), figure(found.entry.stack)
    FloorCall.objects.create(
        table=table,
        hand_number=table.hand_number,
        version=table.version,
        reason=f"{found.entry.name} came with {came} chips; {sent} were sent.",
        at=request.now,
    )
    _receive(found, stack, "seat.arrived_with", request, sent=found.entry.stack)


def _receive(found: Seating, stack: int, story: str, request: play.Request, **more: object) -> None:
    """What was counted at the table, by whom, and what came of it."""
    found.stack_received, found.received_by = stack, request.actor.name[:120]
    found.save(update_fields=["stack_received", "received_by"])
    journal.write(
        request.actor,
        story,
        tournament_id=found.table.tournament_id,
        at=request.now,
        player=found.entry.name,
        table=found.table.number,
        seat=found.seat,
        chips=stack,
        **more,
    )


@transaction.atomic
def turn_back(*, tournament_id: int, entry_id: int, actor: Actor, now: datetime) -> None:
    """Take a move back while the player is still on the way: he keeps the seat he had."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    found = sitting.seat_of(tournament, entry_id)
    if not found.in_transit:
        raise Refused(f"{found.entry.name} has arrived: move him back instead.")
    before = _left(found)
    found.until = now
    found.save(update_fields=["until"])
    before.until = None
    before.save(update_fields=["until"])
    journal.write(
        actor,
        "seat.turned_back",
        tournament_id=tournament_id,
        at=now,
        player=found.entry.name,
        place=f"table {before.table.number}, seat {before.seat}",
    )
    for number in {found.table.number, before.table.number}:
        sitting.bump(tables[number])
    broadcast.changed(tournament_id, *EVERYBODY)


def _left(found: Seating) -> Seating:
    """The seat somebody on the way has left, if it is still free."""
    left = Seating.objects.filter(entry_id=found.entry_id, until=found.since)
    before = left.select_related("table").order_by("-id").first()
    if before is None or not before.table.is_open:
        raise Refused("The seat this player came from is not there any more.")
    if before.table.seatings.filter(seat=before.seat, until__isnull=True).exists():
        raise Refused("The seat this player came from is taken by now.")
    return before
