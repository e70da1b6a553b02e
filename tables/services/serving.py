"""Penalties are served by themselves: each hand played counts one (adelaide:106c-2)."""

from datetime import datetime

from django.db.models import F

from engine import penalties
from engine.hand import Hand
from engine.penalties import Kind
from tables.models import HandRecord, Penalty
from tables.queries import penalties as queries


def serve(record: HandRecord, hand: Hand, *, now: datetime) -> None:
    """A hand has been played: a hand penalty is one hand shorter (adelaide:106c-2)."""
    for row in _of(record, hand):
        row.hands_left = penalties.after_hand(queries.value(row)).hands_left
        row.finished_at = None if row.hands_left else now
        row.save(update_fields=["hands_left", "finished_at"])


def unserve(record: HandRecord, hand: Hand) -> None:
    """The hand is taken back, and what it counted."""
    served = [row.pk for row in _of(record, hand)]
    rows = Penalty.objects.filter(pk__in=served)
    rows.update(hands_left=F("hands_left") + 1, finished_at=None)


def _of(record: HandRecord, hand: Hand) -> list[Penalty]:
    mine = [player["penalty"] for player in record.players if player.get("penalty")]
    if not mine or hand.ended != "played":
        return []
    return list(Penalty.objects.filter(pk__in=mine, kind=Kind.HANDS))
