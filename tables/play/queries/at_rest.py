"""Whether a table takes commands: not once it is closed or over, nor while cards are counted."""

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables.models import Table
from tables.models.tables import TableState


def check_plays(table: Table) -> None:
    """Refuse what is done at a table that is closed, over, or stands for a count."""
    if table.tournament.state == TournamentState.FINISHED:
        raise Refused("The tournament is over: the director can reopen it on the console.")
    if table.tournament.state == TournamentState.CANCELLED:
        raise Refused("The tournament is cancelled: no more hands.")
    if table.state == TableState.CLOSED:
        raise Refused(f"Table {table.number} is closed.")
    if table.card_count is not None:
        clause = table.tournament.law.equipment.decks.value.count_clause
        raise Refused(f"Count the deck first: ordered by {table.card_count['by']}.", clause)
