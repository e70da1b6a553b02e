"""Players who are away: since when, and when their chips go (fours:leave-1 to 5)."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone

from engine.clock import clock as engine_clock
from engine.clock.clock_state import Rest
from engine.conduct import absences
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.rulebooks.citing import by
from tables.console.queries.to_do import Press, ToDo
from tables.models import Seating
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, may


def limit_of(tournament: Tournament) -> timedelta | None:
    """How long a player may be away; None where the book has no such limit."""
    is_running = tournament.state == TournamentState.RUNNING
    return tournament.law.conduct.away_limit.value if is_running else None


def rests(tournament: Tournament, *, now: datetime) -> Sequence[Rest]:
    """The breaks so far, scheduled or called, as the clock has them: absence stands in them."""
    schedule = clock_queries.schedule_of(tournament)
    state, _ = engine_clock.advance_due(schedule, clock_queries.state_of(tournament.clock), now)
    return state.breaks


def away(tournament_id: int) -> list[Seating]:
    """Who is away from the table, the longest first."""
    seats = Seating.objects.filter(
        table__tournament_id=tournament_id,
        until__isnull=True,
        is_absent=True,
        absent_since__isnull=False,
        entry__stack__gt=0,
    )
    return list(seats.select_related("entry__player", "table").order_by("absent_since"))


def needs_word(tournament: Tournament, actor: Actor) -> bool:
    """Whether this person's word that somebody is away waits for the director's."""
    is_asked = tournament.law.conduct.absence_confirmed.value
    return is_asked and not may(actor, Permission.RULE, tournament.pk)


def check_confirmed(tournament: Tournament, seats: Iterable[Seating]) -> None:
    """Refuse a hand while nobody has confirmed who is away (canberra:17.3/deduct)."""
    for seat in seats:
        if seat.absence_asked_at is not None:
            why = f"The director has to confirm that {seat.entry.name} is away."
            raise Refused(why, tournament.law.conduct.absence_confirmed.clause)


def _asked(tournament: Tournament) -> list[ToDo]:
    """Whom a table says to be away, for one press."""
    confirmed = tournament.law.conduct.absence_confirmed
    if not confirmed.value:
        return []
    waiting = Seating.objects.filter(
        table__tournament=tournament, until__isnull=True, absence_asked_at__isnull=False
    )
    return [
        ToDo(
            kind="floor-call",
            text=f"Table {seat.table.number} says {seat.entry.name} is away, seat {seat.seat}",
            detail="Once confirmed, blinds and antes are taken as they fall due"
            f"{by(confirmed.clause)}.",
            at=seat.absence_asked_at,
            form=Press(
                url=reverse("confirm-absence", kwargs={"code": tournament.code}),
                label="Confirm",
                fields={"table": seat.table.number, "seat": seat.seat},
            ),
        )
        for seat in waiting.select_related("entry__player", "table").order_by("absence_asked_at")
    ]


def is_late(seat: Seating, tournament: Tournament, *, now: datetime) -> bool:
    """Whether who comes back now has been away too long (fours:leave-4)."""
    limit = limit_of(tournament)
    if limit is None or not seat.entry.stack:
        return False
    return is_forfeit(seat, rests(tournament, now=now), limit, now=now)


def is_forfeit(seat: Seating, pauses: Sequence[Rest], limit: timedelta, *, now: datetime) -> bool:
    """Whether this player's chips go now."""
    left_at = seat.absent_since
    return left_at is not None and absences.is_forfeit(left_at, now, pauses, limit=limit)


def queue(tournament: Tournament, *, now: datetime) -> list[ToDo]:
    """Who is away, and until when the chips are safe."""
    limit = limit_of(tournament)
    seats = away(tournament.pk) if limit else []
    if limit is None or not seats:
        return _asked(tournament)
    pauses = rests(tournament, now=now)
    return [_item(tournament, seat, pauses, limit, now) for seat in seats]


def _item(
    tournament: Tournament, seat: Seating, pauses: Sequence[Rest], limit: timedelta, now: datetime
) -> ToDo:
    at = absences.forfeits_at(seat.absent_since or now, now, pauses, limit=limit)
    until = "not in a break" if at is None else f"at {timezone.localtime(at):%H:%M:%S}"
    where = {"code": tournament.code, "number": seat.table.number}
    clause = tournament.law.conduct.away_limit.clause
    return ToDo(
        kind="info",
        text=f"{seat.entry.name} is away from table {seat.table.number}, seat {seat.seat}",
        detail=f"Their chips are shared out among the table {until}{by(clause)}.",
        at=seat.absent_since,
        link=reverse("tablet", kwargs=where),
    )
