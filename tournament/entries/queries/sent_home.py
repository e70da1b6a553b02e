"""Who takes no further part: disqualified here (charity:4.7), or excluded for a time (22.4)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from engine.conduct.law import Kind
from engine.entries import entering
from engine.refusal import Personal
from tournament.models import Entry, Exclusion, Player, Tournament


@dataclass(frozen=True, slots=True)
class Barred:
    """Why somebody takes no further part, and by which clause."""

    words: str
    clause: str


def of(tournament: Tournament, *, now: datetime) -> dict[int, Barred]:
    """Every player who takes no further part in this tournament; an undone bust bars nobody."""
    entries = Entry.objects.filter(tournament=tournament, busts__retracted_at__isnull=True)
    disqualified = entries.filter(
        busts__isnull=False, penalties__kind=Kind.DISQUALIFICATION, penalties__lifted_because=""
    )
    found = {row.player_id: _excluded(row) for row in Exclusion.objects.filter(until__gt=now)}
    for player, clause in disqualified.values_list("player_id", "penalties__clause"):
        found[player] = Barred("was disqualified from this tournament", clause)
    return found


def _excluded(row: Exclusion) -> Barred:
    return Barred(f"is excluded until {timezone.localtime(row.until):%Y-%m-%d}", row.clause)


def check(tournament: Tournament, *players: Player, now: datetime) -> None:
    """Refuse whoever was sent home."""
    barred = of(tournament, now=now)
    for player in players:
        if player.pk in barred:
            why = barred[player.pk]
            public = entering.not_taken(player.name)
            raise Personal(f"{player.name} {why.words}.", why.clause, public=public)
