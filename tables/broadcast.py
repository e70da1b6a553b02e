"""Tell a table's audiences, after commit: each fragment is drawn once and sent as finished text."""

from collections.abc import Iterable

from django.db import transaction

from engine.hand.events import Event
from tables import drawings
from tables.models import HandRecord, Table
from tables.play.queries import scenes
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.live.fanout import Drawn


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


_WORD = {"type": "changed"}
_unwatched: set[int] = set()  # tables whose last picture nobody took


def _finished(drawn: Drawn) -> dict[str, str]:
    return {"type": "picture", **drawn._asdict()}


def _note_watchers(table_id: int, listening: int | None) -> None:
    """No picture is drawn for nobody: only word is sent, until somebody takes it.

    Whoever takes word of a change draws the picture for itself, so that none is missed.
    """
    if listening == 0:
        _unwatched.add(table_id)
    else:
        _unwatched.discard(table_id)


def tables_changed(tables: list[Table]) -> None:
    """After commit: word to all who watch one of these tables, at once.

    Who changes many tables does not wait for their pictures: each process draws those it shows.
    """
    groups = [dealer_group(table.pk) for table in tables]
    groups += [public_group(table.pk) for table in tables if not table.delay_minutes]
    transaction.on_commit(lambda: broadcast.send((name, _WORD) for name in groups), robust=True)


def table_changed(
    table: Table,
    *audiences: Audience,
    record: HandRecord | None = None,
    events: list[Event] | None = None,
    is_bare: bool = False,
    entrants: Iterable[int] = (),
    shown: drawings.Shown | None = None,
) -> None:
    """After commit: the table's own pictures, and word to the tournament-wide ones.

    `record` is that of its last hand, where it has just been read, and `events` are those of it
    that were stored; with `is_bare` nothing else of the table was written but its row as it is
    here. `entrants` are those whose own pages have something new, where not everybody's have.
    `shown` is given what the tablet shows.
    """
    table_id, tournament_id = table.pk, table.tournament_id

    def tell() -> None:
        scenes.stored(table, record, events or [])
        read = drawings.written if is_bare else drawings.anew
        picture = read(table, record)
        messages = [(dealer_group(table_id), _finished(picture.dealer(shown)))]
        if not picture.table.delay_minutes:  # a delayed table is looked at when it is due
            public = _WORD if table_id in _unwatched else _finished(picture.public())
            messages.append((public_group(table_id), public))
        news = [broadcast.group(tournament_id, audience) for audience in audiences]
        news += [broadcast.entrant_group(entry) for entry in entrants]
        heard = broadcast.send([*messages, *((name, _WORD) for name in news)])
        _note_watchers(table_id, heard.get(public_group(table_id)))

    # The action is stored: a drawing that fails is logged and must not look like a refusal.
    transaction.on_commit(tell, robust=True)
