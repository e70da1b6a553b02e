"""Who is away, and who was too long: the chips go to the table (fours:leave-4, leave-5)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.conduct import absences
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables import locking
from tables.chips.services import stacks
from tables.conduct.queries import absences as queries
from tables.models import Seating, Table
from tables.play.queries import hands
from tables.play.services import busts
from tables.seating.services import sitting
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.models import Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.records.services import idempotency, journal, ledger
from tournament.setup.services import tournaments


def set_absent(
    *,
    table_id: int,
    seat: int,
    is_absent: bool,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """Note that a player is away from the table, or back; who is back too late has no chips."""
    with transaction.atomic():
        table = locking.table(table_id)
        require(actor, Permission.DEAL, table.tournament_id, table.pk)
        if idempotency.is_repeated(command_id):
            return
        found = sitting.who_sits(table, seat)
        is_late = not is_absent and queries.is_late(found, table.tournament, now=now)
        if is_late:
            _come_too_late(table, found, now=now)
        elif is_absent and queries.needs_word(table.tournament, actor):
            _ask(table, found, actor=actor, now=now)
        elif found.is_absent != is_absent or found.absence_asked_at is not None:
            _note(table, found, is_absent=is_absent, actor=actor, now=now)
        idempotency.remember(command_id, tournament_id=table.tournament_id, kind="absence", now=now)
    if is_late:
        tournaments.finish_if_decided(tournament_id=table.tournament_id, now=now)


def _come_too_late(table: Table, found: Seating, *, now: datetime) -> None:
    if hands.is_in_play(table):
        why = f"{found.entry.name} was away too long: the chips are shared after this hand."
        raise Refused(why, "fours:leave-4")
    _share_out(table, found, now=now)


def _ask(table: Table, found: Seating, *, actor: Actor, now: datetime) -> None:
    """The table's word waits for the director's; nothing is taken yet (canberra:17.3/deduct)."""
    if found.is_absent or found.absence_asked_at is not None:
        return
    found.absence_asked_at = now
    found.save(update_fields=["absence_asked_at"])
    _tell(table, found, "seat.absence_asked", actor=actor, now=now)


def _note(table: Table, found: Seating, *, is_absent: bool, actor: Actor, now: datetime) -> None:
    since = found.absence_asked_at or now
    found.is_absent, found.absent_since = is_absent, since if is_absent else None
    found.absence_asked_at = None
    found.save(update_fields=["is_absent", "absent_since", "absence_asked_at"])
    _tell(table, found, "seat.absent" if is_absent else "seat.back", actor=actor, now=now)


def _tell(table: Table, found: Seating, name: str, *, actor: Actor, now: datetime) -> None:
    journal.write(
        actor,
        name,
        tournament_id=table.tournament_id,
        at=now,
        player=found.entry.name,
        table=table.number,
        seat=found.seat,
    )
    sitting.bump(table)
    broadcast.changed(table.tournament_id, Audience.CONSOLE)


def forfeit_due(*, now: datetime) -> int:
    """Everybody whose time is up, at every table between hands; how many went."""
    running = Tournament.objects.filter(state=TournamentState.RUNNING, rulebook__in=absences.LIMITS)
    return sum(_forfeit_late(tournament, now=now) for tournament in running)


def forfeit_at(table: Table, *, now: datetime) -> int:
    """The hand is over: who was away too long at this table goes now."""
    if table.tournament.rulebook not in absences.LIMITS:
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
    with transaction.atomic():
        table = locking.table(seat.table_id)
        is_still_away = Seating.objects.filter(
            pk=seat.pk, until__isnull=True, absent_since=seat.absent_since
        )
        if hands.is_in_play(table) or not is_still_away.exists():
            return False
        _share_out(table, seat, now=now)
    tournaments.finish_if_decided(tournament_id=table.tournament_id, now=now)
    return True


def _share_out(table: Table, seat: Seating, *, now: datetime) -> None:
    owner = {one.seat: one.entry for one in hands.seated(table) if one.entry.stack}
    gone = owner.pop(seat.seat)
    unit = hands.smallest_chip(table.tournament)
    shared = absences.forfeit(gone.stack, sorted(owner), unit=unit, is_between_hands=True)
    moves = {owner[number].pk: share for number, share in shared.shares.items()}
    ledger.move(
        {**moves, gone.pk: -gone.stack},
        reason=ChipReason.FORFEIT,
        note=f"Away too long from table {table.number}",
        actor=SYSTEM,
        now=now,
    )
    journal.write(
        SYSTEM,
        "absence.forfeited",
        tournament_id=table.tournament_id,
        at=now,
        player=gone.name,
        chips=gone.stack,
        table=table.number,
        to_bank=shared.to_bank,
    )
    fallen = [busts.Fallen(gone.pk, gone.name, gone.stack)]
    busts.record(table, fallen, actor=SYSTEM, now=now, story="entry.forfeited", is_final=True)
    stacks.bump(table)
