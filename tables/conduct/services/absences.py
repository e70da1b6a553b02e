"""Who is away, and who was too long: the chips go to the table (fours:leave-4, leave-5)."""

from datetime import datetime

from engine.conduct import absences
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.rulebooks import BOOKS
from tables.commands import AtTable, TableCommand, When, at_table, table_command
from tables.conduct.queries import absences as queries
from tables.models import Seating, Table
from tables.play.queries import hands
from tables.play.services import busts
from tables.seating.services import sitting
from tournament.live.broadcast import EVERYBODY, Audience
from tournament.models import Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import SYSTEM
from tournament.records.services import ledger
from tournament.setup.services import tournaments


@table_command("absence", when=When.ANY_TIME, tells=(Audience.CONSOLE,), may_decide=True)
def set_absent(at: AtTable, *, seat: int, is_absent: bool) -> None:
    """Note that a player is away from the table, or back; who is back too late has no chips."""
    tournament, found = at.table.tournament, sitting.who_sits(at.table, seat)
    if not is_absent and queries.is_late(found, tournament, now=at.now):
        _come_too_late(at, found)
    elif is_absent and queries.needs_word(tournament, at.actor):
        _ask(at, found)
    elif found.is_absent != is_absent or found.absence_asked_at is not None:
        _note(at, found, is_absent=is_absent)
    else:
        at.leave_as_it_was()


def _come_too_late(at: AtTable, found: Seating) -> None:
    if hands.is_in_play(at.table):
        why = f"{found.entry.name} was away too long: their chips are shared out after this hand."
        raise Refused(why, at.table.tournament.law.conduct.away_limit.clause)
    at.actor = SYSTEM
    _share_out(at, found)


def _ask(at: AtTable, found: Seating) -> None:
    """The table's word waits for the director's; nothing is taken yet (canberra:17.3/deduct)."""
    if found.is_absent or found.absence_asked_at is not None:
        at.leave_as_it_was()
        return
    found.absence_asked_at = at.now
    found.save(update_fields=["absence_asked_at"])
    _write(at, found, "seat.absence_asked")


def _note(at: AtTable, found: Seating, *, is_absent: bool) -> None:
    since = found.absence_asked_at or at.now
    found.is_absent, found.absent_since = is_absent, since if is_absent else None
    found.absence_asked_at = None
    found.save(update_fields=["is_absent", "absent_since", "absence_asked_at"])
    _write(at, found, "seat.absent" if is_absent else "seat.back")


def _write(at: AtTable, found: Seating, name: str) -> None:
    at.write(name, player=found.entry.name, table=at.table.number, seat=found.seat)


def forfeit_due(*, now: datetime) -> int:
    """Everybody whose time is up, at every table between hands; how many went."""
    books = [book.id for book in BOOKS.values() if book.conduct.away_limit.value is not None]
    running = Tournament.objects.filter(state=TournamentState.RUNNING, rulebook__in=books)
    return sum(_forfeit_late(tournament, now=now) for tournament in running)


def forfeit_at(table: Table, *, now: datetime) -> int:
    """The hand is over: who was away too long at this table goes now."""
    if table.tournament.law.conduct.away_limit.value is None:
        return 0
    return _forfeit_late(table.tournament, now=now, only_table=table.pk)


class ForfeitDue(Exception):
    """Somebody at the table has been away too long: their chips are shared out before the deal."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.pk)
        self.table = table


def check_none_due(table: Table, *, now: datetime) -> None:
    """A hand is about to be dealt: nobody is in it whose time was up before (fours:leave-4)."""
    if _late(table.tournament, now=now, only_table=table.pk):
        raise ForfeitDue(table)


def _forfeit_late(tournament: Tournament, *, now: datetime, only_table: int | None = None) -> int:
    late = _late(tournament, now=now, only_table=only_table)
    return sum(_forfeit(seat, now=now) for seat in late)


def _late(tournament: Tournament, *, now: datetime, only_table: int | None) -> list[Seating]:
    limit = queries.limit_of(tournament)
    seats = queries.away(tournament.pk) if limit else []
    if limit is None or not seats:
        return []
    pauses = queries.rests(tournament, now=now)
    return [
        seat
        for seat in seats
        if only_table in (None, seat.table_id) and queries.is_forfeit(seat, pauses, limit, now=now)
    ]


def _forfeit(seat: Seating, *, now: datetime) -> bool:
    command = TableCommand(seat.table_id, SYSTEM, now)
    with at_table(command, "forfeit", when=When.ANY_TIME) as at:
        is_still_away = Seating.objects.filter(
            pk=seat.pk, until__isnull=True, absent_since=seat.absent_since
        )
        if hands.is_in_play(at.table) or not is_still_away.exists():
            at.leave_as_it_was()
            return False
        _share_out(at, seat)
    tournaments.finish_if_decided(tournament_id=at.table.tournament_id, now=now)
    return True


def _share_out(at: AtTable, seat: Seating) -> None:
    table = at.table
    owner = {one.seat: one.entry for one in hands.seated(table) if one.entry.stack}
    gone = owner.pop(seat.seat)
    unit = hands.smallest_chip(table.tournament)
    clause = table.tournament.law.conduct.away_limit.clause
    shared = absences.forfeit(gone.stack, sorted(owner), clause, unit=unit, is_between_hands=True)
    moves = {owner[number].pk: share for number, share in shared.shares.items()}
    ledger.move(
        {**moves, gone.pk: -gone.stack},
        reason=ChipReason.FORFEIT,
        note=f"Away too long from table {table.number}",
        actor=SYSTEM,
        now=at.now,
    )
    at.write(
        "absence.forfeited",
        player=gone.name,
        chips=gone.stack,
        table=table.number,
        to_bank=shared.to_bank,
    )
    fallen = [busts.Fallen(gone.pk, gone.name, gone.stack)]
    busts.record(table, fallen, actor=SYSTEM, now=at.now, story="entry.forfeited", is_final=True)
    at.tell(*EVERYBODY)
