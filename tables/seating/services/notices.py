"""A table that is to close is told so: minutes, or its last hands (adelaide:80)."""

from datetime import datetime, timedelta

from django.db import transaction

from engine.entries import sessions
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables import broadcast
from tables.models import Table
from tables.seating.queries import notices
from tournament.live.broadcast import Audience
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

LEAST_NOTICE, MOST_NOTICE = 15, 240


@transaction.atomic
def give(*, table: Table, minutes: int, actor: Actor, now: datetime) -> None:
    """A table closes in so many minutes, 15 at least; none takes every notice back."""
    found = _held(table, actor)
    if minutes and not LEAST_NOTICE <= minutes <= MOST_NOTICE:
        clause = found.tournament.law.entries.notice.clause
        raise Refused("Give at least 15 minutes' notice, and 240 at most.", clause)
    found.closes_at = now + timedelta(minutes=minutes) if minutes else None
    found.closes_after = None
    name = "table.noticed" if minutes else "table.notice_withdrawn"
    _tell(found, name, actor=actor, now=now, minutes=minutes)


@transaction.atomic
def announce_last_hands(*, table: Table, actor: Actor, now: datetime) -> None:
    """Three more hands at this table, then it closes; a hand in play is finished before them."""
    found = _held(table, actor)
    found.closes_at, found.closes_after = None, found.hand_number + sessions.LAST_HANDS
    _tell(found, "table.last_hands", actor=actor, now=now, hands=sessions.LAST_HANDS)


def _held(table: Table, actor: Actor) -> Table:
    require(actor, Permission.SEAT_PLAYERS, table.tournament_id)
    return Table.objects.select_for_update(no_key=True).get(pk=table.pk)


def _tell(table: Table, name: str, *, actor: Actor, now: datetime, **facts: int) -> None:
    table.version += 1
    table.save(update_fields=["closes_at", "closes_after", "version"])
    journal.write(
        actor, name, tournament_id=table.tournament_id, at=now, table=table.number, **facts
    )
    broadcast.table_changed(table, Audience.CONSOLE)


def check(tournament: Tournament, table: Table, *, emergency: str, now: datetime) -> None:
    """Refuse to close a table at the house's discretion before its notice has run out."""
    if not tournament.law.entries.notice.value or tournament.state != TournamentState.RUNNING:
        return
    sessions.check_close_table(
        closes_at=table.closes_at,
        hands_left=notices.hands_left(table),
        now=now,
        is_emergency=bool(emergency.strip()),
    )
