"""The cards before a hand: refused until they are ready, and what the deal confirms is kept."""

from collections.abc import Collection
from datetime import datetime

from engine.equipment import decks
from engine.equipment.law import SHUFFLE
from tables.equipment.queries import decks as queries
from tables.models import Deck, DeckEvent, Table
from tournament.permissions import Actor


def prepare(table: Table, *, confirmed: Collection[str], actor: Actor, now: datetime) -> None:
    """A human deals: the book's steps come first; the caller holds the table."""
    cards = queries.check_ready(table, confirmed=confirmed)
    if cards is None:
        return
    owed = decks.hand_owed(queries.rules_of(table.tournament), cards.facts)
    how = " by machine" if cards.is_machine else ""
    DeckEvent.objects.bulk_create(
        event(
            table,
            step.name,
            deck=cards.deck,
            actor=actor,
            now=now,
            **({"how": how} if step.name == SHUFFLE else {}),
        )
        for step in owed
    )


def event(
    table: Table, kind: str, *, deck: Deck | None, actor: Actor, now: datetime, **data: object
) -> DeckEvent:
    """A line of the table's history, not stored yet."""
    return DeckEvent(
        tournament_id=table.tournament_id,
        table=table,
        deck=deck,
        kind=kind,
        hand_number=table.next_hand_number,
        data=data,
        at=now,
        by=actor.name,
    )
