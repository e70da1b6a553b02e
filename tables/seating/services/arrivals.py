"""Players on the way to another table: in transit until that table confirms seat and stack."""

from datetime import datetime

from engine.amounts import figure
from engine.conduct.law import How
from engine.refusal import Refused
from tables.commands import AtTable, Hall, When, across, table_command
from tables.models import FloorCall, Seating, Table
from tables.models.tables import TableState
from tables.seating.queries import arriving
from tables.seating.services import sitting
from tournament.live.broadcast import EVERYBODY
from tournament.permissions import Actor, Permission


@table_command("arrival", when=When.ANY_TIME)
def confirm(at: AtTable, *, seat: int, stack: int | None = None) -> None:
    """The player sits here with the chips that were sent (igr:A.2(s)).

    Another amount is written down and calls the floor; the player stays on the way. Where who
    directs confirms every transfer, the table's word is a count and no more (igr:6.02(g)).
    """
    found = _on_the_way(at.table, seat)
    if stack is not None and stack != found.entry.stack:
        _report_difference(at, found, stack)
    elif arriving.awaits_confirmation(found, at.actor):
        _receive(at, found, found.entry.stack, "seat.counted")
    else:
        arriving.check_counted(found, stack)
        _sit_down(at, found)


def _on_the_way(table: Table, seat: int) -> Seating:
    coming = Seating.objects.filter(table=table, seat=seat, until__isnull=True, in_transit=True)
    found = coming.select_related("entry__player", "table").first()
    if found is None:
        raise Refused(f"Nobody is in transit to seat {seat}.")
    return found


def _sit_down(at: AtTable, found: Seating) -> None:
    found.in_transit, found.arrived_at = False, at.now
    found.save(update_fields=["in_transit", "arrived_at"])
    carried = f", carried by {found.carried_by}" if found.carried_by else ""
    _receive(at, found, found.entry.stack, "seat.arrived", carried=carried)


def _report_difference(at: AtTable, found: Seating, stack: int) -> None:
    came, sent = figure(stack), figure(found.entry.stack)
    FloorCall.objects.create(
        table=at.table,
        hand_number=at.table.hand_number,
        version=at.table.version,
        reason=f"{found.entry.name} arrived with {came} chips; {sent} were sent.",
        at=at.now,
    )
    _receive(at, found, stack, "seat.arrived_with", sent=found.entry.stack)


def _receive(at: AtTable, found: Seating, stack: int, story: str, **more: object) -> None:
    """What was counted at the table, by whom, and what came of it."""
    found.stack_received, found.received_by = stack, at.actor.name[:120]
    found.save(update_fields=["stack_received", "received_by"])
    at.write(
        story,
        player=found.entry.name,
        table=at.table.number,
        seat=found.seat,
        chips=stack,
        **more,
    )


def turn_back(*, tournament_id: int, entry_id: int, actor: Actor, now: datetime) -> None:
    """Take a move back while the player is still on the way: they keep the seat they had."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        _turn_back(hall, sitting.seat_of(hall.tournament, entry_id))
        hall.tell(*EVERYBODY)


def reopen(*, tournament_id: int, number: int, actor: Actor, now: datetime) -> None:
    """Take a break of a table back while all its players are still on the way."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        table = hall.tables.get(number)
        if table is None or table.is_open:
            raise Refused(f"Table {number} is not broken.")
        coming = _from_broken(table)
        table.state = TableState.OPEN
        table.save(update_fields=["state"])
        for seat in coming:
            _turn_back(hall, seat)
        hall.write("table.reopened", table=number)
        hall.tell(*EVERYBODY)


def _from_broken(table: Table) -> list[Seating]:
    """Everybody whom the break of this table sent away, where each still sits now."""
    seats = Seating.objects.filter(until__isnull=True, how=How.FROM_A_BROKEN_TABLE)
    came = f"Table {table.number}, "
    found = seats.filter(table__tournament=table.tournament_id, came_from__startswith=came)
    coming = list(found.select_related("entry__player", "table"))
    since = max((seat.since for seat in coming), default=None)
    if not coming or table.seatings.filter(until=since).count() != len(coming):
        raise Refused(f"Players of table {table.number} have moved on: move them back instead.")
    return coming


def _turn_back(hall: Hall, found: Seating) -> None:
    if not found.in_transit:
        raise Refused(f"{found.entry.name} has arrived: move them back instead.")
    before = _left(found)
    found.until = hall.now
    found.save(update_fields=["until"])
    before.until = None
    before.save(update_fields=["until"])
    place = f"table {before.table.number}, seat {before.seat}"
    hall.write("seat.turned_back", player=found.entry.name, place=place)
    hall.change(found.table, before.table)


def _left(found: Seating) -> Seating:
    """The seat somebody on the way has left, if it is still free."""
    left = Seating.objects.filter(entry_id=found.entry_id, until=found.since)
    before = left.select_related("table").order_by("-id").first()
    if before is None or not before.table.is_open:
        raise Refused("The seat this player came from no longer exists.")
    if before.table.seatings.filter(seat=before.seat, until__isnull=True).exists():
        raise Refused("The seat this player came from is now taken.")
    return before
