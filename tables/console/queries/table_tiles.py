"""Every table at a glance: players, hand, pace, average, who is short, what is waiting."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min
from django.urls import reverse

from engine.schedule.schedule import Level
from tables.crew.queries import managers
from tables.models import Device, FloorCall, HandRecord, ManagerDuty, Seating, Table
from tables.models.devices import DeviceKind
from tables.models.tables import TableState
from tables.play.queries import hands
from tables.seating.queries import balance, short_tables
from tables.seating.queries.balance import Hall
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament

SILENT_AFTER = timedelta(seconds=60)
WINDOW = timedelta(minutes=30)
LEAST_TIME = timedelta(minutes=2)
SHORT_BELOW = 10  # big blinds


def cards(
    tournament: Tournament,
    *,
    now: datetime,
    user_id: int | None = None,
    hall: Hall | None = None,
) -> list[dict[str, Any]]:
    """One card for each open table; those this user manages first (igr:6.03(b))."""
    hall = hall or balance.read(tournament.pk)
    seats: dict[int, list[Seating]] = {}
    for seat in hall.seats:
        seats.setdefault(seat.table_id, []).append(seat)
    awake, paces = tablets(tournament.pk, now), _paces(tournament.pk, now)
    called = set(
        FloorCall.objects.filter(
            table__tournament=tournament, answered_at__isnull=True
        ).values_list("table_id", flat=True)
    )
    short = short_tables.states(tournament, hall)
    level = clock_queries.level_now(tournament)
    managed = managers.by_table(tournament)
    found = [
        {
            **_card(table, tournament, seats.get(table.pk, [])),
            **_manager(managed.get(table.number), user_id),
            "tablet": {"paired": table.pk in awake, "silent": awake.get(table.pk, False)},
            "pace": paces.get(table.pk, 0),
            "short": _short(seats.get(table.pk, []), level),
            "waiting": _waiting(
                seats.get(table.pk, []),
                has_called=table.pk in called,
                short=short.get(table.number, ""),
            ),
        }
        for table in hall.tables
    ]
    return sorted(found, key=lambda card: not card["is_mine"])


def _manager(duty: ManagerDuty | None, user_id: int | None) -> dict[str, Any]:
    """Who manages the table, and whether that is who looks at it."""
    if duty is None:
        return {"manager": "", "is_mine": False}
    return {"manager": str(duty.user), "is_mine": duty.user_id == user_id}


def _card(table: Table, tournament: Tournament, seats: list[Seating]) -> dict[str, Any]:
    where = {"code": tournament.code, "number": table.number}
    stacks = [seat.entry.stack for seat in seats]
    return {
        "number": table.number,
        "players": len(seats),
        "seats": table.seats - len(table.out_of_use),
        "hand_number": table.hand_number,
        "phase_words": "Hand in play" if hands.is_in_play(table) else "Between hands",
        "is_held": table.state == TableState.HELD,
        "average": sum(stacks) // len(stacks) if stacks else 0,
        "shortest": min(stacks, default=0),
        "url": reverse("table-screen", kwargs=where),
        "tablet_url": reverse("tablet", kwargs=where),
        "floor_url": reverse("floor-table", kwargs=where),
        "panel_url": reverse("floor-panel", kwargs=where),
        "break_url": reverse("break-table", kwargs=where),
        "names": [f"{seat.seat} {seat.entry.name}" for seat in seats],
    }


def glance(table: Table, seats: list[Seating], *, now: datetime) -> dict[str, Any]:
    """One table's own line: players, pace, average, what is waiting."""
    stacks = [seat.entry.stack for seat in seats]
    return {
        "players": len(seats),
        "pace": _paces(table.tournament_id, now).get(table.pk, 0),
        "average": sum(stacks) // len(stacks) if stacks else 0,
        "waiting": _waiting(
            seats,
            has_called=False,
            short=short_tables.states(table.tournament).get(table.number, ""),
        ),
    }


def _paces(tournament_id: int, now: datetime) -> dict[int, int]:
    """Hands per hour at each table, from the last half hour."""
    dealt = HandRecord.objects.filter(
        table__tournament_id=tournament_id, started_at__gt=now - WINDOW, started_at__lte=now
    )
    counted = dealt.values_list("table_id").annotate(Count("pk"), Min("started_at")).order_by()
    return {
        table_id: round(count * timedelta(hours=1) / max(now - first, LEAST_TIME))
        for table_id, count, first in counted
    }


def _short(seats: Iterable[Seating], level: Level) -> list[str]:
    """Who has fewer than ten big blinds, the shortest first."""
    short = [seat for seat in seats if 0 < seat.entry.stack < SHORT_BELOW * level.greatest]
    return [
        f"{seat.entry.name} {clock_queries.in_blinds(seat.entry.stack, level)}"
        for seat in sorted(short, key=lambda seat: seat.entry.stack)[:3]
    ]


def _waiting(seats: Iterable[Seating], *, has_called: bool, short: str) -> list[str]:
    coming = sum(seat.in_transit for seat in seats)
    return [
        words
        for words, is_so in (
            ("Floor called", has_called),
            (f"{coming} on the way", coming > 0),
            (str(short), bool(short)),
        )
        if is_so
    ]


def tablets(tournament_id: int, now: datetime) -> dict[int, bool]:
    """Which tables have a tablet, and whether it has gone silent."""
    devices = Device.objects.filter(
        tournament_id=tournament_id,
        kind=DeviceKind.TABLET,
        revoked_at__isnull=True,
        table__isnull=False,
    )
    return {
        table_id: now - last_seen > SILENT_AFTER
        for table_id, last_seen in devices.order_by("last_seen").values_list(
            "table_id", "last_seen"
        )
    }
