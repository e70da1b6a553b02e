"""Who is away too long forfeits the chips to the table, between hands (fours:leave-4, leave-5)."""

from datetime import datetime

from django.db import transaction

from engine import absences
from engine.lifecycle import TournamentState
from tables.models import Seating, Table
from tables.queries import absences as queries
from tables.queries import hands
from tables.services import busts, locking, stacks
from tournament.models import Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import SYSTEM
from tournament.services import journal, tournaments


def forfeit_due(*, now: datetime) -> int:
    """Everybody whose time is up, at every table between hands; how many went."""
    running = Tournament.objects.filter(state=TournamentState.RUNNING, rulebook__in=absences.LIMITS)
    return sum(_forfeit_late(tournament, now=now) for tournament in running)


def forfeit_at(table: Table, *, now: datetime) -> int:
    """The hand is over: who was away too long at this table goes now."""
    if table.tournament.rulebook not in absences.LIMITS:
        return 0
    return _forfeit_late(table.tournament, now=now, only_table=table.pk)


def _forfeit_late(tournament: Tournament, *, now: datetime, only_table: int | None = None) -> int:
    limit = queries.limit_of(tournament)
    seats = queries.away(tournament.pk) if limit else []
    if limit is None or not seats:
        return 0
    pauses = queries.rests(tournament.pk)
    late = [
        seat
        for seat in seats
        if only_table in (None, seat.table_id) and queries.is_forfeit(seat, pauses, limit, now=now)
    ]
    return sum(_forfeit(seat, now=now) for seat in late)


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
    stacks.move(
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
