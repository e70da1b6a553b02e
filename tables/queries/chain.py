"""Whether the events of a table are as they were written."""

from tables.models import HandEvent, Table
from tournament.hashing import link


def first_broken_event(table: Table) -> tuple[int, int] | None:
    """Version and index of the first event that was altered or follows a gap; None when whole."""
    head = ""
    last = (table.version, 0)
    for event in HandEvent.objects.filter(table=table).iterator():
        head = link(head, [event.version, event.index, event.data])
        last = (event.version, event.index + 1)
        if event.hash != head:
            return event.version, event.index
    return None if head == table.head else last
