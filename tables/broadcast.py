"""Tell a table's audiences, after commit: each fragment is drawn once and sent as finished text."""

from django.db import transaction

from tables import drawings
from tables.models import Table
from tournament import broadcast
from tournament.broadcast import Audience


def public_group(table_id: int) -> str:
    """Who watches a table."""
    return f"table.{table_id}.public"


def dealer_group(table_id: int) -> str:
    """The tablets of a table."""
    return f"table.{table_id}.dealer"


def hang_up_tablets(table_id: int) -> None:
    """After commit, drop every tablet of a table; those who still may will reconnect."""
    broadcast.hang_up(dealer_group(table_id))


def hang_up_watchers(table_id: int) -> None:
    """After commit, drop everybody who watches a table; they return to the picture as it is due."""
    broadcast.hang_up(public_group(table_id))


def table_changed(table: Table, *audiences: Audience) -> None:
    """After commit: the table's own pictures, and word to the tournament-wide ones."""
    table_id, tournament_id = table.pk, table.tournament_id

    def tell() -> None:
        picture = drawings.Drawings(table_id)
        public, dealer = picture.public(), picture.dealer()
        messages = [
            (public_group(table_id), {"type": "picture", **public._asdict()}),
            (dealer_group(table_id), {"type": "picture", **dealer._asdict()}),
        ]
        for audience in audiences:
            messages.append((broadcast.group(tournament_id, audience), {"type": "changed"}))
        broadcast.send(messages)

    # The action is stored: a drawing that fails is logged and must not look like a refusal.
    transaction.on_commit(tell, robust=True)
