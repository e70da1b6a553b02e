"""Draw seats, move players, break tables, start play."""

from datetime import datetime
from random import Random

from django.db import transaction

from engine import seating as engine_seating
from engine.lifecycle import TournamentState, move
from engine.refusal import Refused
from engine.seating import Place
from tables import broadcast as table_broadcast
from tables.models import Seating, Table
from tables.models.tables import TableState
from tables.queries import balance, hands
from tables.services import locking
from tournament import broadcast
from tournament.broadcast import EVERYBODY, Audience
from tournament.models import Entry, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.services import journal, tournaments


@transaction.atomic
def draw(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Open the tables the field needs and seat everybody by ballot."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, known = locking.tournament_and_tables(tournament_id)
    entries = list(tournament.entries.filter(withdrawn_at__isnull=True))
    _check_enough(tournament, len(entries))
    tournament.state = move(TournamentState(tournament.state), TournamentState.SEATED)
    tables = _open_tables(tournament, known, len(entries))
    places = engine_seating.ballot(
        [entry.pk for entry in entries], balance.engine_tables(tables, ()), _rng(tournament)
    ).places
    tournament.save(update_fields=["state", "draws"])
    by_number = {table.number: table for table in tables}
    Seating.objects.bulk_create(
        Seating(entry_id=entry, table=by_number[place.table], seat=place.seat, since=now)
        for entry, place in places.items()
    )
    journal.write(
        actor,
        "seats.drawn",
        tournament_id=tournament_id,
        at=now,
        players=len(entries),
        tables=len(tables),
        draw=tournament.draws,
    )
    for table in known.values():
        _bump(table)
    broadcast.changed(tournament_id, *EVERYBODY)


def _check_enough(tournament: Tournament, players: int) -> None:
    least = max(2, tournament.structure["min_players"])
    if players < least:
        raise Refused(
            f"{players} players are entered: this tournament needs at least {least}.",
            tournament.structure["few_clause"],
        )


def _open_tables(tournament: Tournament, known: dict[int, Table], players: int) -> list[Table]:
    """As many tables as the field needs; those of an earlier draw keep their tablets."""
    seats = tournament.structure["seats_per_table"]
    needed = -(-players // seats)
    for number, table in known.items():
        table.state = TableState.OPEN if number <= needed else TableState.CLOSED
        table.save(update_fields=["state"])
    new = [
        Table.objects.create(tournament=tournament, number=number, seats=seats)
        for number in range(1, needed + 1)
        if number not in known
    ]
    return [*(table for table in known.values() if table.is_open), *new]


def _rng(tournament: Tournament) -> Random:
    """Chance that anyone can check: the published seed and the number of the draw."""
    tournament.draws += 1
    return Random(f"{tournament.seed}/{tournament.draws}")


@transaction.atomic
def clear_draw(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Take the draw back before the first hand and open registration again."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if tournament.state != TournamentState.SEATED:
        raise Refused("There is no draw to take back, or play has begun.")
    tournament.state = move(TournamentState.SEATED, TournamentState.REGISTERING)
    tournament.save(update_fields=["state"])
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    seats.update(until=now)
    journal.write(actor, "seats.cleared", tournament_id=tournament_id, at=now)
    for table in tables.values():
        _bump(table)
    broadcast.changed(tournament_id, *EVERYBODY)


@transaction.atomic
def start_play(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Shuffle up and deal: play begins, the clock with it."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if tournament.state != TournamentState.SEATED:
        raise Refused(_why_not_start(tournament))
    players = Seating.objects.filter(table__tournament=tournament, until__isnull=True).count()
    tournaments.start(tournament, players=players, actor=actor, now=now)
    for table in tables.values():
        table_broadcast.table_changed(table)


def _why_not_start(tournament: Tournament) -> str:
    if tournament.state == TournamentState.REGISTERING:
        return "Nobody is seated: register the players and draw the seats first."
    return f"The tournament is {TournamentState(tournament.state).words.lower()}."


@transaction.atomic
def move_player(
    *, tournament_id: int, entry_id: int, to: Place, reason: str, actor: Actor, now: datetime
) -> None:
    """A player changes seat, between hands of his table."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    seat = _seat_of(tournament, entry_id)
    _check_between_hands(tables[seat.table.number])
    _check_place(tournament, tables, to)
    _sit(seat, tables[to.table], to.seat, reason=reason, actor=actor, now=now)
    for number in {seat.table.number, to.table}:
        _bump(tables[number])
    broadcast.changed(tournament_id, *EVERYBODY)


def _seat_of(tournament: Tournament, entry_id: int) -> Seating:
    seat = (
        Seating.objects.filter(entry_id=entry_id, table__tournament=tournament, until__isnull=True)
        .select_related("entry__player", "table")
        .first()
    )
    if seat is None:
        raise Refused("This player has no seat: he is out, or not of this tournament.")
    return seat


def _check_between_hands(table: Table) -> None:
    if hands.is_in_play(table):
        raise Refused(f"A hand is in play at table {table.number}: move when it has ended.")


def _check_place(tournament: Tournament, tables: dict[int, Table], to: Place) -> None:
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    open_tables = [table for table in tables.values() if table.is_open]
    engine_seating.check_place(to, balance.engine_tables(open_tables, seats))


def _sit(
    seat: Seating, table: Table, number: int, *, reason: str, actor: Actor, now: datetime
) -> None:
    origin = f"Table {seat.table.number}, seat {seat.seat}"
    seat.until = now
    seat.save(update_fields=["until"])
    Seating.objects.create(
        entry_id=seat.entry_id,
        table=table,
        seat=number,
        since=now,
        reason=reason[:160],
        came_from=origin,
        is_absent=seat.is_absent,
        absent_since=seat.absent_since,
    )
    journal.write(
        actor,
        "seat.moved",
        tournament_id=table.tournament_id,
        at=now,
        player=seat.entry.name,
        origin=origin,
        place=f"table {table.number}, seat {number}",
        reason=reason,
    )


def _bump(table: Table) -> None:
    table.version += 1
    table.save(update_fields=["version"])
    table_broadcast.table_changed(table)


@transaction.atomic
def break_table(*, tournament_id: int, number: int, actor: Actor, now: datetime) -> None:
    """Close a table and redraw its players at random into the open seats of the others."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    table = tables.get(number)
    if table is None or not table.is_open:
        raise Refused(f"There is no open table {number}.")
    _check_between_hands(table)
    seats = list(
        Seating.objects.filter(table__tournament=tournament, until__isnull=True).select_related(
            "entry__player", "table"
        )
    )
    standing = [other for other in tables.values() if other.is_open]
    if len(standing) < 2:
        raise Refused("This is the last table: it cannot be broken.")
    moves = engine_seating.break_table(
        balance.engine_tables(standing, seats), number, _rng(tournament)
    )
    tournament.save(update_fields=["draws"])
    journal.write(actor, "table.broken", tournament_id=tournament_id, at=now, table=number)
    by_entry = {seat.entry_id: seat for seat in seats}
    for one in moves:
        target = tables[one.target.table]
        _sit(by_entry[one.entry], target, one.target.seat, reason=one.reason, actor=actor, now=now)
    table.state = TableState.CLOSED
    table.save(update_fields=["state"])
    for changed in {number, *(one.target.table for one in moves)}:
        _bump(tables[changed])
    broadcast.changed(tournament_id, *EVERYBODY)


@transaction.atomic
def set_absent(*, table_id: int, seat: int, is_absent: bool, actor: Actor, now: datetime) -> None:
    """Note that a player is away from the table, or back."""
    table = locking.table(table_id)
    require(actor, Permission.DEAL, table.tournament_id, table.pk)
    found = Seating.objects.filter(table=table, seat=seat, until__isnull=True).first()
    if found is None:
        raise Refused(f"Nobody sits in seat {seat}.")
    if found.is_absent == is_absent:
        return
    found.is_absent, found.absent_since = is_absent, now if is_absent else None
    found.save(update_fields=["is_absent", "absent_since"])
    player = Entry.objects.select_related("player").get(pk=found.entry_id).name
    journal.write(
        actor,
        "seat.absent" if is_absent else "seat.back",
        tournament_id=table.tournament_id,
        at=now,
        player=player,
        table=table.number,
        seat=seat,
    )
    _bump(table)
    broadcast.changed(table.tournament_id, Audience.CONSOLE)
