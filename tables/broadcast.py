"""Tell a table's audiences, after commit: each fragment is drawn once and sent as finished text."""

from collections.abc import Iterable

from django.db import transaction

from engine.hand.events import Event
from tables import drawings
from tables.models import HandRecord, Table
from tournament.live import broadcast
from tournament.live.broadcast import Audience


def public_group(table_id: int) -> str:
    """Who watches a table."""
    return f"table.{table_id}.public"


def dealer_group(table_id: int) -> str:
    """The tablets of a table."""
    return f"table.{table_id}.dealer"


def floor_group(table_id: int) -> str:
    """The floor at a table; it listens to the console's word besides."""
    return f"table.{table_id}.floor"


def hang_up_tablets(table_id: int) -> None:
    """After commit, drop every tablet of a table; those who still may will reconnect."""
    broadcast.hang_up(dealer_group(table_id))


def hang_up_watchers(table_id: int) -> None:
    """After commit, drop everybody who watches a table; they return to the picture as it is due."""
    broadcast.hang_up(public_group(table_id))


def table_changed(
    table: Table,
    *audiences: Audience,
    record: HandRecord | None = None,
    events: list[Event] | None = None,
    entrants: Iterable[int] = (),
    shown: drawings.Shown | None = None,
) -> None:
    """After commit: the table's own pictures, and word to the tournament-wide ones.

    `record` is that of its last hand, where it has just been read, and `events` are those that were
    stored, where nothing else of the table was written but its row as it is here. `entrants` are
    those whose own pages have something new, where not everybody's have. `shown` is given what the
    tablet shows.
    """
    table_id, tournament_id = table.pk, table.tournament_id

    def tell() -> None:
        if events is None:
            picture = drawings.stored(table_id, record)
        else:
            picture = drawings.written(table, record, events)
        dealer = {"type": "picture", **picture.dealer(shown)._asdict()}
        messages = [(dealer_group(table_id), dealer)]
        if not picture.table.delay_minutes:  # a delayed table is looked at when it is due
            public = {"type": "picture", **picture.public()._asdict()}
            messages.insert(0, (public_group(table_id), public))
        news = [broadcast.group(tournament_id, audience) for audience in audiences]
        news += [broadcast.entrant_group(entry) for entry in entrants]
        broadcast.send([*messages, *((name, {"type": "changed"}) for name in news)])

    # The action is stored: a drawing that fails is logged and must not look like a refusal.
    transaction.on_commit(tell, robust=True)
