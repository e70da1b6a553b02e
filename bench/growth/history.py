"""A long evening in a moment: the hands a table has played, many times over."""

from itertools import islice

from tables.models import HandEvent, HandRecord, Table

BATCH = 2000


def lengthen(table: Table, hands: int) -> None:
    """Give a table so many hands before its next, copied from those it played."""
    known = list(HandRecord.objects.filter(table=table, ended_at__isnull=False).order_by("number"))
    events = {hand.pk: list(HandEvent.objects.filter(hand=hand)) for hand in known}
    table.refresh_from_db()
    number, version = table.hand_number, table.version
    while number < hands:
        number += 1
        model = known[number % len(known)]
        version = _copy(model, events[model.pk], number, version)
    Table.objects.filter(pk=table.pk).update(hand_number=number, version=version)


def _copy(model: HandRecord, events: list[HandEvent], number: int, version: int) -> int:
    """One more hand like this one; the version it ends at."""
    first = events[0].version
    copied = HandRecord.objects.create(
        table_id=model.table_id,
        number=number,
        level=model.level,
        players=model.players,
        started_at=model.started_at,
        ended_at=model.ended_at,
        pot=model.pot,
        winners=model.winners,
    )
    rows = (_event(event, copied, version + 1 - first) for event in events)
    while batch := list(islice(rows, BATCH)):
        HandEvent.objects.bulk_create(batch)
    return version + 1 + events[-1].version - first


def _event(event: HandEvent, hand: HandRecord, later: int) -> HandEvent:
    return HandEvent(
        hand=hand,
        table_id=event.table_id,
        version=event.version + later,
        index=event.index,
        data=event.data,
        by=event.by,
        at=event.at,
        command_id=None,
        hash=event.hash,
    )
