"""Ask every table to confirm its seats, and announce the money only when all have."""

from datetime import datetime

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables.commands import AtTable, When, across, table_command
from tables.console.queries import console
from tables.models import SeatCheck, SeatConfirmation, Seating
from tables.seating.queries import seat_checks
from tournament.live.broadcast import EVERYBODY, Audience
from tournament.permissions import Actor, Permission
from tournament.setup.services import tournaments


def ask(*, tournament_id: int, actor: Actor, now: datetime) -> SeatCheck:
    """Every tablet asks its dealer to confirm the players."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        if hall.tournament.state != TournamentState.RUNNING:
            raise Refused("Seats are confirmed while the tournament is in play.")
        if seat_checks.running(tournament_id) is not None:
            raise Refused("The tables have already been asked.")
        check = SeatCheck.objects.create(
            tournament=hall.tournament, asked_at=now, asked_by=actor.name
        )
        hall.write("seats.check_asked")
        hall.change(*hall.open_tables)
        hall.tell(Audience.CONSOLE)
    return check


@table_command("seats", when=When.ANY_TIME, tells=(Audience.CONSOLE,))
def confirm(at: AtTable, *, players: int) -> None:
    """A table says how many sit there: it must be who the house thinks sits there."""
    check = seat_checks.running(at.table.tournament_id)
    if check is None:
        raise Refused("No seat check is open.")
    seats = Seating.objects.filter(table=at.table, until__isnull=True)
    if coming := seats.filter(in_transit=True).select_related("entry__player").first():
        raise Refused(f"{coming.entry.name} is still in transit here: confirm that first.")
    if players != seats.count():
        raise Refused(f"{seats.count()} players are recorded here, not {players}: call the floor.")
    SeatConfirmation.objects.create(
        check_of=check, table=at.table, players=players, at=at.now, by=at.actor.name
    )
    at.write("seats.confirmed", table=at.table.number, players=players)


def announce(*, tournament_id: int, actor: Actor, now: datetime) -> str:
    """In the money: refused until every table has confirmed and the players add up."""
    with across(tournament_id, Permission.RUN_CLOCK, actor=actor, now=now) as hall:
        check, left = _answered(tournament_id)
        words = f"In the money: {left} players are left."
        check.closed_at, check.announced = now, words
        check.save(update_fields=["closed_at", "announced"])
        hall.write("money.reached", players=left)
        tournaments.announce(tournament_id=tournament_id, text=words, actor=actor, now=now)
        hall.change(*hall.open_tables)
        hall.tell(*EVERYBODY)
    return words


def _answered(tournament_id: int) -> tuple[SeatCheck, int]:
    """The check that every table has answered, and how many players are left."""
    check = seat_checks.running(tournament_id)
    if check is None:
        raise Refused("Ask every table to confirm its seats first.")
    if missing := seat_checks.waiting(check):
        names = ", ".join(str(number) for number in missing)
        raise Refused(f"Table {names} has not confirmed its seats yet.")
    count = console.player_count(tournament_id)
    if not count.ok:
        raise Refused("The players do not add up: find the difference first.")
    return check, count.left


def drop(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The check is not needed any more."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        check = seat_checks.running(tournament_id)
        if check is None:
            return
        check.closed_at = now
        check.save(update_fields=["closed_at"])
        hall.write("seats.check_dropped")
        hall.change(*hall.open_tables)
        hall.tell(Audience.CONSOLE)
