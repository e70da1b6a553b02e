"""A player who missed blinds posts them with the next hand, or is let off."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.conduct import joining, table_order
from engine.hand.setup import Setup
from engine.refusal import Refused
from tables import locking
from tables.conduct.queries import absences, owed_blinds
from tables.models import Seating, Table
from tables.play.queries import hands
from tables.seating.services import sitting
from tournament.clock.queries import clock as clock_queries
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal


@transaction.atomic
def set_owing(
    *,
    table_id: int,
    seat: int,
    owes: bool,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """Note that a player posts with the next hand what he missed, or that he need not."""
    table = locking.table(table_id)
    require(actor, Permission.DEAL, table.tournament_id, table.pk)
    if idempotency.is_repeated(command_id):
        return
    idempotency.remember(command_id, tournament_id=table.tournament_id, kind="owing", now=now)
    seats = Seating.objects.filter(table=table, seat=seat, until__isnull=True)
    found = seats.select_related("entry__player").first()
    if found is None:
        raise Refused(f"Nobody sits in seat {seat}.")
    if owes:
        blinds = clock_queries.level_now(table.tournament).blinds
        joining.check_may_owe(blinds, hands.rules_of_next(table))
        _check_word(table, actor)
    if owed_blinds.is_due(table, found) == owes:
        return
    found.owes_from = table.next_hand_number if owes else None
    found.save(update_fields=["owes_from"])
    journal.write(
        actor,
        "seat.owes_blinds" if owes else "seat.owes_nothing",
        tournament_id=table.tournament_id,
        at=now,
        player=found.entry.name,
        table=table.number,
        seat=seat,
    )
    sitting.bump(table)
    broadcast.changed(table.tournament_id, Audience.CONSOLE)


def _check_word(table: Table, actor: Actor) -> None:
    """Chips of who was away are taken on the word of who rules, where the book says so."""
    if absences.needs_word(table.tournament, actor):
        clause = table_order.ABSENCE_CONFIRMED[table.tournament.rulebook]
        raise Refused("The floor decides that blinds were missed: call the floor.", clause)


def carry_over(table: Table, wanted: Setup, begun: Setup) -> None:
    """Who posts does so in this hand, dealt again or not; who waits for the button, later."""
    owing = {player.seat for player in wanted.seats if player.owes_live}
    if not owing:
        return
    dealt_in = {player.seat for player in begun.seats}
    noted = Seating.objects.filter(table=table, until__isnull=True)
    seats = noted.filter(owes_from__gte=table.hand_number)  # what a ruling left owed is in the hand
    seats.filter(seat__in=owing & dealt_in).update(owes_from=begun.number)
    seats.filter(seat__in=owing - dealt_in).update(owes_from=begun.number + 1)
