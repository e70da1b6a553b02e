"""Whether a dispute waits for its decision, and what stands still meanwhile."""

from engine.conduct import table_order
from engine.conduct.table_order import DISPUTE
from engine.office import staffing
from tables.models import FloorCall, Table
from tournament.office.queries import incidents
from tournament.permissions import Actor

STANDS_FOR = "Dispute at table"


def clock_clause(table: Table) -> str:
    """By which clause this book stops the clock for a dispute; empty where it does not."""
    return table.tournament.law.conduct.dispute_stops_clock.clause


def is_open(table: Table) -> bool:
    """Whether the players' disagreement here has not been decided."""
    calls = FloorCall.objects.filter(table=table, reason=DISPUTE, answered_at__isnull=True)
    return calls.exists()


def is_any_open(tournament_id: int) -> bool:
    """Whether one is open at any table."""
    calls = FloorCall.objects.filter(table__tournament_id=tournament_id, reason=DISPUTE)
    return calls.filter(answered_at__isnull=True).exists()


def check_none(table: Table, actor: Actor) -> None:
    """Refuse a step while a dispute is open, unless it comes from who decides it (charity:22.1)."""
    tournament = table.tournament
    law = tournament.law.conduct
    is_stopped = law.dispute_stops_play.value
    if is_stopped and not actor.is_system and not incidents.may_rule_first(tournament, actor):
        table_order.check_no_dispute(law, is_open=is_open(table))


def check_plays_on(table: Table) -> None:
    """Refuse to play on while a dispute is open, whoever taps: it is decided first (22.1)."""
    law = table.tournament.law.conduct
    if law.dispute_stops_play.value:
        table_order.check_no_dispute(law, is_open=is_open(table))


def check_decides(table: Table, actor: Actor) -> None:
    """Refuse a decision that would end the pause to all but who decides first (charity:22.1)."""
    tournament = table.tournament
    if tournament.law.conduct.dispute_stops_play.value:
        roles = incidents.roles(tournament, actor)
        staffing.deciding_level(tournament.rulebook, taken=0, roles=roles)


def clock_words(table: Table) -> str:
    """Why the clock stands meanwhile."""
    return f"{STANDS_FOR} {table.number}"
