"""Whether the start of play can still be taken back."""

from engine.lifecycle import TournamentState
from tables.models import HandRecord
from tournament.clock.queries import clock as clock_queries
from tournament.models import ChipMove, Tournament
from tournament.models.ledger import ChipReason


def can_be_taken_back(tournament: Tournament) -> bool:
    """Play has just begun, and nothing came of it yet."""
    return (
        tournament.state == TournamentState.RUNNING
        and clock_queries.is_just_started(tournament.clock)
        and not why_it_stands(tournament)
    )


def why_it_stands(tournament: Tournament) -> str:
    """What was built on the start; nothing while it can be taken back."""
    since = clock_queries.began_at(tournament.clock)
    hands = HandRecord.objects.filter(table__tournament=tournament, started_at__gte=since)
    if hands.exists():
        return "A hand has been dealt"
    chips = ChipMove.objects.filter(tournament=tournament, at__gte=since)
    moved = chips.exclude(reason=ChipReason.ENTRY).exists()
    return "Chips have been sold, given or taken since" if moved else ""
