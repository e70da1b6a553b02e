"""The table that shows stacks changed outside a hand."""

from tables import broadcast
from tables.models import Table
from tournament.live.broadcast import EVERYBODY


def bump(table: Table) -> Table:
    """One version on, and everybody told."""
    table.version += 1
    table.save(update_fields=["version"])
    broadcast.table_changed(table, *EVERYBODY)
    return table
