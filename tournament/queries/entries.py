"""Entries as the desk lists them."""

from typing import Any

from django.db.models import Exists, OuterRef

from tournament.models import Bust, Tournament


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Every entry, the newest first."""
    standing = Bust.standing.filter(entry=OuterRef("pk"), may_rebuy=False)
    entries = tournament.entries.select_related("player").annotate(is_out=Exists(standing))
    return [
        {
            "number": entry.number,
            "name": entry.name,
            "stack": entry.stack,
            "is_out": entry.is_out,
            "is_withdrawn": entry.withdrawn_at is not None,
            "registered_at": entry.registered_at,
        }
        for entry in entries.order_by("-number")
    ]
