"""What is around the hand in play: its record, who sits here, what they serve, what was ordered.

A bet changes nothing of it. So each process keeps it under the number of such changes that the
table's own row counts (`Table.scene`). Whoever changes more than the hand counts one more, in the
same transaction as the change: who reads the row knows whether what is kept still holds, and no
word can be lost on the way.
"""

from functools import cached_property
from threading import Lock
from time import monotonic

from django.db import connection

from engine.hand.applying import standing
from engine.hand.events import Event, HandStarted
from tables.conduct.queries import penalties
from tables.crew.queries import dealers
from tables.models import FloorCall, HandRecord, Seating, SeatOrder, Table
from tables.play.queries import hands, seldom
from tables.play.queries.seldom import Seldom
from tables.seating.queries import seat_checks, seat_orders

MOST = 4000  # tables that one process keeps
GOOD_FOR = 60.0  # seconds

Marks = tuple[str, int, int]
Told = list[tuple[int, Event]]


def marks(table: Table) -> Marks:
    """What is the same as long as nothing but the hand has changed."""
    return table.tournament.code, table.hand_number, table.scene


class Scene:
    """The surroundings of one hand, each read when it is first asked for."""

    def __init__(self, table: Table, record: HandRecord | None = None) -> None:
        self.marks, self.since = marks(table), monotonic()
        # without the hand, which is old soon
        self._table = Table(
            pk=table.pk,
            tournament_id=table.tournament_id,
            number=table.number,
            hand_number=table.hand_number,
            hand=None,
        )
        is_last = record is not None and record.number == table.hand_number
        self.record = record if is_last else _last(table)
        self._told: tuple[int, Told] = (-1, [])

    def rows(self, version: int) -> Told:
        """Every event of the hand up to this version, with the version it made."""
        known, told = self._told
        if known < version and self.record is not None:
            told = [*told, *hands.rows(self.record, after=known)]
            known = max(version, told[-1][0] if told else -1)
            self._told = known, told
        return told if known == version else [row for row in told if row[0] <= version]

    def add(self, version: int, events: list[Event]) -> None:
        """The events that a command has just stored, if all before them are known."""
        known, told = self._told
        if known == version - 1:
            self._told = version, [*told, *((version, event) for event in events)]

    def begin(self, version: int, events: list[Event]) -> None:
        """The events that the hand began with: there are none before them."""
        self._told = version, [(version, event) for event in events]

    def take_over(self, before: "Scene") -> None:
        """The events of the same hand that are known already: none of them ever changes."""
        self._told = before._told

    def knows_until(self, version: int) -> bool:
        """Whether every event up to this version is known."""
        return self._told[0] == version

    @cached_property
    def seats(self) -> list[Seating]:
        """Who sits here."""
        return hands.seated(self._table)

    @cached_property
    def seldom(self) -> Seldom:
        """What was out of the ordinary when it was first asked for."""
        return seldom.of(self._table)

    @cached_property
    def to_serve(self) -> dict[int, penalties.Left]:
        """What the players here still have to serve, by entry."""
        if not self.seldom.penalty:
            return {}
        return penalties.left([seat.entry_id for seat in self.seats])

    @cached_property
    def floor_call(self) -> FloorCall | None:
        """The last call of the floor that nobody has answered."""
        if not self.seldom.floor_call:
            return None
        calls = FloorCall.objects.filter(table=self._table, answered_at__isnull=True)
        return calls.order_by("-at").first()

    @cached_property
    def dealer(self) -> str:
        """The name of who has pushed in here."""
        if not self.seldom.dealer:
            return ""
        duty = dealers.on_duty(self._table)
        return str(duty.user) if duty else ""

    @cached_property
    def orders(self) -> list[SeatOrder]:
        """The orders about seats that wait for this hand."""
        return seat_orders.at(self._table) if self.seldom.order else []

    @cached_property
    def is_asked_for_seats(self) -> bool:
        """Whether the tablet should confirm who sits here."""
        return self.seldom.seat_check and seat_checks.is_asked(self._table)


def _last(table: Table) -> HandRecord | None:
    return HandRecord.objects.filter(table=table, number=table.hand_number).first()


_kept: dict[int, Scene] = {}
_rows = Lock()


def of(table: Table, record: HandRecord | None = None) -> Scene:
    """What is around the hand of this row; read anew while anything is being written."""
    if connection.in_atomic_block:
        return Scene(table, record)
    if (found := kept(table)) is not None:
        return found
    made = Scene(table, record)
    if (before := _of_the_hand(table, made.record)) is not None:
        made.take_over(before)
    return _keep(table, made)


def _keep(table: Table, made: Scene) -> Scene:
    with _rows:
        _kept.pop(table.pk, None)
        _kept[table.pk] = made
        while len(_kept) > MOST:
            del _kept[next(iter(_kept))]
    return made


def _of_the_hand(table: Table, record: HandRecord | None) -> Scene | None:
    """What was kept of this hand, though something around it has changed: its events hold."""
    found = _kept.get(table.pk)
    is_same = found is not None and found.record is not None and found.record == record
    return found if is_same else None


def told(table: Table, record: HandRecord, events: list[Event]) -> list[Event]:
    """Everything that stands of a hand, once a command has stored these events."""
    known = _of_the_hand(table, record)
    if known is None or not known.knows_until(table.version - 1):
        return hands.story(record)
    return standing([*(event for _, event in known.rows(table.version - 1)), *events])


def stored(table: Table, record: HandRecord | None, events: list[Event]) -> None:
    """A command has stored these events of a hand, and is committed."""
    if record is None or not events or connection.in_atomic_block:
        return
    if isinstance(events[0], HandStarted):
        _keep(table, Scene(table, record)).begin(table.version, events)
    elif (known := _of_the_hand(table, record)) is not None:
        known.add(table.version, events)


def last_record(table: Table) -> HandRecord | None:
    """The record of the table's last hand, if it is at hand."""
    found = kept(table)
    return found.record if found is not None else None


def kept(table: Table) -> Scene | None:
    """What this process has kept, if it still holds for this row."""
    found = _kept.get(table.pk)
    is_same = found is not None and found.marks == marks(table)
    return found if is_same and monotonic() - found.since < GOOD_FOR else None  # type: ignore[union-attr]  # it is not None
