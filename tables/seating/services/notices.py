"""A table that is to close is told so: minutes, or its last hands (adelaide:80)."""

from datetime import datetime, timedelta

from engine.entries import sessions
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables.commands import AtTable, When, table_command
from tables.models import Table
from tables.seating.queries import notices
from tournament.live.broadcast import Audience
from tournament.models import Tournament
from tournament.permissions import Permission

LEAST_NOTICE, MOST_NOTICE = 15, 240


@table_command(
    "notice", permission=Permission.SEAT_PLAYERS, when=When.ANY_TIME, tells=(Audience.CONSOLE,)
)
def give(at: AtTable, *, minutes: int) -> None:
    """A table closes in so many minutes, 15 at least; none takes every notice back."""
    table = at.table
    if minutes and not LEAST_NOTICE <= minutes <= MOST_NOTICE:
        clause = table.tournament.law.entries.notice.clause
        raise Refused("Give at least 15 minutes' notice, and 240 at most.", clause)
    table.closes_at = at.now + timedelta(minutes=minutes) if minutes else None
    table.closes_after = None
    at.keep("closes_at", "closes_after")
    name = "table.noticed" if minutes else "table.notice_withdrawn"
    at.write(name, table=table.number, minutes=minutes)


@table_command(
    "notice", permission=Permission.SEAT_PLAYERS, when=When.ANY_TIME, tells=(Audience.CONSOLE,)
)
def announce_last_hands(at: AtTable) -> None:
    """Three more hands at this table, then it closes; a hand in play is finished before them."""
    table = at.table
    table.closes_at, table.closes_after = None, table.hand_number + sessions.LAST_HANDS
    at.keep("closes_at", "closes_after")
    at.write("table.last_hands", table=table.number, hands=sessions.LAST_HANDS)


def check(tournament: Tournament, table: Table, *, emergency: str, now: datetime) -> None:
    """Refuse to close a table at the house's discretion before its notice has run out."""
    if tournament.state != TournamentState.RUNNING:
        return
    sessions.check_close_table(
        tournament.law.entries.notice,
        closes_at=table.closes_at,
        hands_left=notices.hands_left(table),
        now=now,
        is_emergency=bool(emergency.strip()),
    )
