"""A table as it was some minutes ago, for a public that is shown it late."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Q, QuerySet

from engine.hand import codec
from engine.hand.applying import replay
from engine.hand.events import Event
from engine.hand.state import Hand
from tables.conduct.queries import penalties
from tables.models import HandRecord, Seating, Table
from tables.play.queries import pictures


class Delayed(pictures.Reading):
    """The hand as far as it had come by then; stacks outside it are not told early."""

    def __init__(self, table: Table, moment: datetime) -> None:
        self.moment = moment
        super().__init__(table)

    def _record(self) -> HandRecord | None:
        begun = HandRecord.objects.filter(table=self.table, started_at__lte=self.moment)
        return begun.order_by("-number").first()

    def _rows(self) -> list[tuple[int, Event]]:
        if self.record is None:
            return []
        told = self.record.events.filter(at__lte=self.moment).values_list("version", "data")
        return [(version, codec.read_event(data)) for version, data in told]

    def _hand(self) -> Hand | None:
        return replay([event for _, event in self.rows]) if self.rows else None

    def _seats(self) -> list[Seating]:
        sat = Seating.objects.filter(table=self.table, since__lte=self.moment)
        then = sat.filter(Q(until__isnull=True) | Q(until__gt=self.moment))
        return list(then.select_related("entry__player").order_by("seat"))

    @cached_property
    def to_serve(self) -> dict[int, penalties.Left]:
        return penalties.left([seat.entry_id for seat in self.seats.values()])

    @property
    def version(self) -> int:
        return max((version for version, _ in self.rows), default=0)

    @property
    def hand_number(self) -> int:
        return self.record.shown if self.record else 0

    def _is_shown_in_hand(self, number: int) -> bool:
        return self.hand is not None

    def seat(self, number: int) -> pictures.Seat:
        found = super().seat(number)
        is_in_hand = self.hand is not None and number in self.names
        return found if is_in_hand else replace(found, stack=None, penalty=None)


def reading(table: Table, *, now: datetime) -> pictures.Reading:
    """What the public may see of this table now."""
    if not table.delay_minutes:
        return pictures.Reading(table)
    return Delayed(table, now - timedelta(minutes=table.delay_minutes))


def moments(tournament_id: int, *, now: datetime) -> dict[int, datetime]:
    """How far the public has come at each table that is shown late."""
    tables = Table.objects.filter(tournament_id=tournament_id, delay_minutes__gt=0)
    late = tables.values_list("pk", "delay_minutes")
    return {table: now - timedelta(minutes=minutes) for table, minutes in late}


def hands_told(tournament_id: int, *, now: datetime) -> QuerySet[HandRecord]:
    """The hands that are over and that the public may know of by now."""
    over = HandRecord.objects.filter(table__tournament_id=tournament_id)
    told = over.filter(ended_at__isnull=False)
    for table, moment in moments(tournament_id, now=now).items():
        told = told.exclude(table_id=table, ended_at__gt=moment)
    return told


def stacks_told(tournament_id: int, *, now: datetime) -> dict[int, int]:
    """What those at a table shown late had before its first hand that is not told yet."""
    found: dict[int, int] = {}
    for table, moment in moments(tournament_id, now=now).items():
        untold = HandRecord.objects.filter(Q(ended_at=None) | Q(ended_at__gt=moment), table=table)
        for players in untold.order_by("number").values_list("players", flat=True):
            for player in players:
                found.setdefault(player["entry"], player["stack"])
    return found
