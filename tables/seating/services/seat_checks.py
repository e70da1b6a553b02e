"""Ask every table to confirm its seats, and announce the money only when all have."""

from datetime import datetime

from django.db import transaction

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables import locking
from tables.console.queries import console
from tables.models import SeatCheck, SeatConfirmation, Seating, Table
from tables.play.services import play
from tables.seating.queries import seat_checks
from tables.seating.services import sitting
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY, Audience
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal
from tournament.setup.services import tournaments


@transaction.atomic
def ask(*, tournament_id: int, actor: Actor, now: datetime) -> SeatCheck:
    """Every tablet is asked who sits there."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if tournament.state != TournamentState.RUNNING:
        raise Refused("Seats are confirmed while the tournament is in play.")
    if seat_checks.running(tournament_id) is not None:
        raise Refused("The tables have been asked already.")
    check = SeatCheck.objects.create(tournament=tournament, asked_at=now, asked_by=actor.name)
    journal.write(actor, "seats.check_asked", tournament_id=tournament_id, at=now)
    _tell(tables)
    broadcast.changed(tournament_id, Audience.CONSOLE)
    return check


def _tell(tables: dict[int, Table]) -> None:
    for table in tables.values():
        if table.is_open:
            sitting.bump(table)


@transaction.atomic
def confirm(request: play.Request, *, players: int) -> Table | None:
    """A table says how many sit there: it must be who the house thinks sits there."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return None
    check = seat_checks.running(table.tournament_id)
    if check is None:
        raise Refused("Nobody asks for the seats now.")
    seats = Seating.objects.filter(table=table, until__isnull=True)
    if coming := seats.filter(in_transit=True).select_related("entry__player").first():
        raise Refused(f"{coming.entry.name} is still on the way here: confirm that first.")
    if players != seats.count():
        raise Refused(
            f"{seats.count()} players sit here by the book, not {players}: call the floor."
        )
    SeatConfirmation.objects.create(
        check_of=check, table=table, players=players, at=request.now, by=request.actor.name
    )
    idempotency.remember(
        request.command_id, tournament_id=table.tournament_id, kind="seats", now=request.now
    )
    journal.write(
        request.actor,
        "seats.confirmed",
        tournament_id=table.tournament_id,
        at=request.now,
        table=table.number,
        players=players,
    )
    sitting.bump(table)
    broadcast.changed(table.tournament_id, Audience.CONSOLE)
    return table


@transaction.atomic
def announce(*, tournament_id: int, actor: Actor, now: datetime) -> str:
    """In the money: refused until every table has confirmed and the players add up."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    check = seat_checks.running(tournament_id)
    if check is None:
        raise Refused("Ask every table to confirm its seats first.")
    if missing := seat_checks.waiting(check):
        names = ", ".join(str(number) for number in missing)
        raise Refused(f"Table {names} has not confirmed its seats yet.")
    count = console.player_count(tournament_id)
    if not count["ok"]:
        raise Refused("The players do not add up: find the difference first.")
    words = f"In the money: {count['left']} players are left."
    check.closed_at, check.announced = now, words
    check.save(update_fields=["closed_at", "announced"])
    journal.write(
        actor, "money.reached", tournament_id=tournament_id, at=now, players=count["left"]
    )
    tournaments.announce(tournament_id=tournament.pk, text=words, actor=actor, now=now)
    _tell(tables)
    broadcast.changed(tournament_id, *EVERYBODY)
    return words


@transaction.atomic
def drop(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The check is not needed any more."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    _, tables = locking.tournament_and_tables(tournament_id)
    check = seat_checks.running(tournament_id)
    if check is None:
        return
    check.closed_at = now
    check.save(update_fields=["closed_at"])
    journal.write(actor, "seats.check_dropped", tournament_id=tournament_id, at=now)
    _tell(tables)
    broadcast.changed(tournament_id, Audience.CONSOLE)
