"""Players as the public may read about them, under the name they chose."""

from datetime import datetime
from itertools import islice
from typing import Any

from tables.models import HandRecord, Seating
from tables.play.queries import delayed
from tournament.models import Bust, Entry, Tournament
from tournament.prizes.queries import placings
from tournament.setup.queries import poster

LATEST_HANDS, LATEST_RESULTS = 12, 10


def listed(tournament: Tournament, *, now: datetime) -> list[dict[str, Any]]:
    """Everybody who entered, with stack or place."""
    told = delayed.stacks_told(tournament.pk, now=now)
    places = {placed.entry: placed.text for placed in placings.of(tournament)}
    entries = Entry.objects.filter(tournament=tournament, withdrawn_at=None)
    return sorted(
        (
            {
                "number": entry.number,
                "name": entry.name,
                "stack": told.get(entry.pk, entry.stack),
                "place_text": places.get(entry.pk, ""),
            }
            for entry in entries.select_related("player")
        ),
        key=lambda row: str(row["name"]).casefold(),
    )


def picture(entry: Entry, *, now: datetime) -> dict[str, Any]:
    """One player's page; a table that is shown late is late here too."""
    told = delayed.stacks_told(entry.tournament_id, now=now)
    seat = Seating.objects.filter(entry=entry, until=None).select_related("table").first()
    hands = _hands(entry, now)
    placed = next((one for one in placings.of(entry.tournament) if one.entry == entry.pk), None)
    return {
        "name": entry.name,
        "number": entry.number,
        "stack": told.get(entry.pk, entry.stack),
        "place_text": placed.text if placed else "",
        "seat": {"table": seat.table.number, "seat": seat.seat} if seat else None,
        "hands_played": len(hands),
        "hands": [_hand(record, entry) for record in hands[:LATEST_HANDS]],
        "results": _results(entry),
    }


def _hands(entry: Entry, now: datetime) -> list[HandRecord]:
    """Every hand this entry was dealt into, the newest first."""
    tables = Seating.objects.filter(entry=entry).values("table_id")
    records = delayed.hands_told(entry.tournament_id, now=now).filter(table_id__in=tables)
    mine = records.select_related("table").order_by("-started_at", "-id")
    return [one for one in mine if any(p["entry"] == entry.pk for p in one.players)]


def _hand(record: HandRecord, entry: Entry) -> dict[str, Any]:
    stack = next(p["stack"] for p in record.players if p["entry"] == entry.pk)
    return {
        "table": record.table.number,
        "number": record.number,
        "shown": record.shown,
        "level": record.level,
        "stack": stack,
        "pot": record.pot,
        "winners": record.winners,
        "at": record.started_at,
    }


def _results(entry: Entry) -> list[dict[str, Any]]:
    """What the same person did in other tournaments of the house, the newest first."""
    others = (
        Entry.objects.filter(player_id=entry.player_id, withdrawn_at=None)
        .exclude(pk=entry.pk)
        .select_related("tournament")
        .order_by("-tournament__created_at")
    )
    told = (other for other in others if poster.is_published(other.tournament))
    return [_result(other) for other in islice(told, LATEST_RESULTS)]


def _result(entry: Entry) -> dict[str, Any]:
    tournament = entry.tournament
    placed = next((one for one in placings.of(tournament) if one.entry == entry.pk), None)
    return {
        "name": tournament.name,
        "code": tournament.code,
        "number": entry.number,
        "at": tournament.started_at or tournament.created_at,
        "place_text": placed.text if placed else "",
        "of": Entry.objects.filter(tournament=tournament, withdrawn_at=None).count(),
        "is_bust": Bust.standing.filter(entry=entry).exists(),
    }
