"""Whether a dispute at a table waits for its decision."""

from engine import table_order
from tables.models import FloorCall, Table
from tables.queries import happened
from tournament.permissions import Actor, Permission, may

DISPUTE = happened.REASONS[1]


def stops_play(table: Table) -> bool:
    """Whether this book stops the game for a dispute (charity:22.1)."""
    return table.tournament.rulebook in table_order.STOPS_PLAY


def is_open(table: Table) -> bool:
    """Whether the players' disagreement here has not been decided."""
    calls = FloorCall.objects.filter(table=table, reason=DISPUTE, answered_at__isnull=True)
    return stops_play(table) and calls.exists()


def check_none(table: Table, actor: Actor) -> None:
    """Refuse a step while a dispute is open, unless it comes from who decides it."""
    if stops_play(table) and not may(actor, Permission.RULE, table.tournament_id):
        table_order.check_no_dispute(table.tournament.rulebook, is_open=is_open(table))


def clock_words(table: Table) -> str:
    """Why the clock stands meanwhile."""
    return f"Dispute at table {table.number}"
