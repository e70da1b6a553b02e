"""A table as it was some minutes ago, for a public that is shown it late."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from engine import codec
from engine.events import Event
from engine.hand import Hand, replay
from tables.models import HandRecord, Seating, Table
from tables.queries import penalties, pictures


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
        return list(penalties.noted(then).select_related("entry__player").order_by("seat"))

    @property
    def version(self) -> int:
        return max((version for version, _ in self.rows), default=0)

    @property
    def hand_number(self) -> int:
        return self.record.number if self.record else 0

    def _is_shown_in_hand(self, number: int) -> bool:
        return self.hand is not None

    def seat(self, number: int) -> dict[str, Any]:
        found = super().seat(number)
        is_in_hand = self.hand is not None and number in self.names
        return found if is_in_hand else {**found, "stack": "", "penalty": ""}


def reading(table: Table, *, now: datetime) -> pictures.Reading:
    """What the public may see of this table now."""
    if not table.delay_minutes:
        return pictures.Reading(table)
    return Delayed(table, now - timedelta(minutes=table.delay_minutes))
