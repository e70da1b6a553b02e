"""Players who are away: since when, and when their chips go (fours:leave-1 to 5)."""

from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from engine import absences
from engine.absences import LIMITS, Rest
from engine.lifecycle import TournamentState
from tables.models import Seating
from tournament.models import JournalEntry, Tournament

BREAKS = ("clock.break_started", "clock.play_stopped")
ENDS = ("clock.level_started", "clock.last_level_stayed", "clock.play_resumed")


def limit_of(tournament: Tournament) -> timedelta | None:
    """How long a player may be away; None where the book has no such limit."""
    is_running = tournament.state == TournamentState.RUNNING
    return LIMITS.get(tournament.rulebook) if is_running else None


def rests(tournament_id: int) -> list[Rest]:
    """The breaks so far, scheduled or called: absence does not count in them."""
    told = JournalEntry.objects.filter(tournament_id=tournament_id, name__in=(*BREAKS, *ENDS))
    found: list[Rest] = []
    began: datetime | None = None
    for name, at, data in told.order_by("sequence").values_list("name", "at", "data"):
        if began is None and name in BREAKS and data.get("reason", "break") == "break":
            began = at
        elif began is not None and name in ENDS:
            found.append(Rest(began, at))
            began = None
    return found if began is None else [*found, Rest(began)]


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


def is_forfeit(seat: Seating, pauses: list[Rest], limit: timedelta, *, now: datetime) -> bool:
    """Whether this player's chips go now."""
    left_at = seat.absent_since
    return left_at is not None and absences.is_forfeit(left_at, now, pauses, limit=limit)


def queue(tournament: Tournament, *, now: datetime) -> list[dict[str, Any]]:
    """Who is away, and until when the chips are safe."""
    limit = limit_of(tournament)
    seats = away(tournament.pk) if limit else []
    if limit is None or not seats:
        return []
    pauses = rests(tournament.pk)
    return [_item(tournament, seat, pauses, limit, now) for seat in seats]


def _item(
    tournament: Tournament, seat: Seating, pauses: list[Rest], limit: timedelta, now: datetime
) -> dict[str, Any]:
    at = absences.forfeits_at(seat.absent_since or now, now, pauses, limit=limit)
    until = "not in a break" if at is None else f"at {timezone.localtime(at):%H:%M:%S}"
    where = {"code": tournament.code, "number": seat.table.number}
    return {
        "kind": "info",
        "text": f"{seat.entry.name} is away from table {seat.table.number}, seat {seat.seat}",
        "detail": f"The chips are shared among the table {until} (fours:leave-4).",
        "at": seat.absent_since,
        "link": reverse("tablet", kwargs=where),
    }
