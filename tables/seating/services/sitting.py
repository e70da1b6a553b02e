"""The last step of everything about seats: somebody sits down."""

from datetime import datetime
from typing import NamedTuple

from engine import rulebooks
from engine.conduct.law import How
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.rulebooks.citing import cite
from tables.models import Seating, Table
from tables.play.queries import hands
from tournament.models import Tournament
from tournament.permissions import Actor
from tournament.records.services import journal


class Order(NamedTuple):
    """Why somebody moves, by which rule, how they come, who carries the chips.

    `despite_pair`: they meet one from whom they are kept apart, and it cannot be avoided.
    """

    reason: str
    clause: str = ""
    how: How = How.MOVED_BY_STAFF
    carried_by: str = ""
    settles_dispute: bool = False
    despite_pair: bool = False


def seat_of(tournament: Tournament, entry_id: int) -> Seating:
    """Where somebody sits, or a refusal."""
    seat = (
        Seating.objects.filter(entry_id=entry_id, table__tournament=tournament, until__isnull=True)
        .select_related("entry__player", "table")
        .first()
    )
    if seat is None:
        raise Refused("This player has no seat: they are out or not in this tournament.")
    return seat


def who_sits(table: Table, seat: int, *, clause: str = "") -> Seating:
    """Who sits in this seat now, or a refusal."""
    found = next((one for one in hands.seated(table) if one.seat == seat), None)
    if found is None:
        raise Refused(f"Nobody sits in seat {seat} of table {table.number}.", clause)
    return found


def check_between_hands(table: Table) -> None:
    """Refuse to take somebody away from a hand in play."""
    if hands.is_in_play(table):
        raise Refused(f"A hand is in play at table {table.number}: move when it has ended.")


def sit(
    seat: Seating, table: Table, number: int, order: Order, *, actor: Actor, now: datetime
) -> Seating:
    """Change seat. Between tables in play the player is on the way until the new table says so."""
    origin = f"Table {seat.table.number}, seat {seat.seat}"
    clause = rulebooks.cited(order.clause, rulebook=table.tournament.rulebook)
    is_running = table.tournament.state == TournamentState.RUNNING
    is_away = seat.table_id != table.pk and is_running
    seat.until = now
    seat.save(update_fields=["until"])
    made = Seating.objects.create(
        entry_id=seat.entry_id,
        table=table,
        seat=number,
        since=now,
        reason=order.reason[:160],
        clause=clause[:40],
        how=order.how if is_running else "",
        came_from=origin,
        in_transit=is_away,
        stack_sent=seat.entry.stack if is_away else None,
        sent_by=actor.name[:120] if is_away else "",
        carried_by=order.carried_by.strip()[:120],
        is_absent=seat.is_absent,
        absent_since=seat.absent_since,
        absence_asked_at=seat.absence_asked_at,
    )
    journal.write(
        actor,
        "seat.moved",
        tournament_id=table.tournament_id,
        at=now,
        player=seat.entry.name,
        origin=origin,
        place=f"table {table.number}, seat {number}",
        reason=f"{order.reason} ({cite(clause)})" if clause else order.reason,
        chips=seat.entry.stack,
        carried_by=order.carried_by.strip(),
    )
    return made
