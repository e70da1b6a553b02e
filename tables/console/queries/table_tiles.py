"""Every table at a glance: players, hand, pace, average, who is short, what is waiting."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min
from django.urls import reverse

from engine.schedule.schedule import Level
from tables.crew.queries import dealers, managers
from tables.models import DealerDuty, Device, FloorCall, HandRecord, ManagerDuty, Seating, Table
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """One table's own line: players, pace, average, what is waiting."""

    players: int
    pace: int
    average: int
    waiting: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tablet:
    """Whether a table has a tablet, and whether that has gone silent."""

    paired: bool
    silent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table on the console."""

    number: int
    players: int
    seats: int
    hand_number: int
    phase_words: str
    is_held: bool
    average: int
    shortest: int
    url: str
    tablet_url: str
    floor_url: str
    panel_url: str
    break_url: str
    names: list[str]
    manager: str
    dealer: str
    dealer_since: datetime | None
    is_mine: bool
    tablet: Tablet
    pace: int
    short: list[str]
    waiting: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What is read once for all tables."""

    awake: dict[int, bool]
    paces: dict[int, int]
    called: set[int]
    short: Mapping[int, str]
    level: Level
    managed: dict[int, ManagerDuty]
    dealing: dict[int, DealerDuty]
    user_id: int | None


def cards(
    tournament: Tournament,
    *,
    now: datetime,
    user_id: int | None = None,
    hall: Hall | None = None,
) -> list[Tile]:
    """One card for each open table; those this user manages first (igr:6.03(b))."""
    hall = hall or balance.read(tournament.pk)
    seats: dict[int, list[Seating]] = {}
    for seat in hall.seats:
        seats.setdefault(seat.table_id, []).append(seat)
    evening = _evening(tournament, hall, now=now, user_id=user_id)
    found = [_tile(table, tournament, seats.get(table.pk, []), evening) for table in hall.tables]
    return sorted(found, key=lambda tile: not tile.is_mine)


def _evening(tournament: Tournament, hall: Hall, *, now: datetime, user_id: int | None) -> Evening:
    calls = FloorCall.objects.filter(table__tournament=tournament, answered_at__isnull=True)
    return Evening(
        awake=tablets(tournament.pk, now),
        paces=_paces(tournament.pk, now),
        called=set(calls.values_list("table_id", flat=True)),
        short=short_tables.states(tournament, hall),
        level=clock_queries.level_now(tournament),
        managed=managers.by_table(tournament),
        dealing=dealers.by_table(tournament),
        user_id=user_id,
    )


def _tile(table: Table, tournament: Tournament, seats: list[Seating], evening: Evening) -> Tile:
    where = {"code": tournament.code, "number": table.number}
    stacks = [seat.entry.stack for seat in seats]
    duty, dealing = evening.managed.get(table.number), evening.dealing.get(table.number)
    has_called, short = table.pk in evening.called, evening.short.get(table.number, "")
    return Tile(
        number=table.number,
        players=len(seats),
        seats=table.seats - len(table.out_of_use),
        hand_number=table.hand_shown,
        phase_words="Hand in play" if hands.is_in_play(table) else "Between hands",
        is_held=table.state == TableState.HELD,
        average=sum(stacks) // len(stacks) if stacks else 0,
        shortest=min(stacks, default=0),
        url=reverse("table-screen", kwargs=where),
        tablet_url=reverse("tablet", kwargs=where),
        floor_url=reverse("floor-table", kwargs=where),
        panel_url=reverse("floor-panel", kwargs=where),
        break_url=reverse("break-table", kwargs=where),
        names=[f"{seat.seat} {seat.entry.name}" for seat in seats],
        manager=str(duty.user) if duty else "",
        dealer=str(dealing.user) if dealing else "",
        dealer_since=dealing.since if dealing else None,
        is_mine=duty is not None and duty.user_id == evening.user_id,
        tablet=Tablet(paired=table.pk in evening.awake, silent=evening.awake.get(table.pk, False)),
        pace=evening.paces.get(table.pk, 0),
        short=_short(seats, evening.level),
        waiting=_waiting(seats, has_called=has_called, short=short),
    )


def glance(table: Table, seats: list[Seating], *, now: datetime) -> Glance:
    """One table's own line: players, pace, average, what is waiting."""
    stacks = [seat.entry.stack for seat in seats]
    return Glance(
        players=len(seats),
        pace=_paces(table.tournament_id, now).get(table.pk, 0),
        average=sum(stacks) // len(stacks) if stacks else 0,
        waiting=_waiting(
            seats,
            has_called=False,
            short=short_tables.states(table.tournament).get(table.number, ""),
        ),
    )


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
