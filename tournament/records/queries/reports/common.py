"""What every report of a tournament begins with."""

from datetime import datetime

from tournament.models import Licence, Tournament
from tournament.records.queries.report import Fact, Kind


def event(tournament: Tournament) -> str:
    """The event as the head of a paper names it."""
    return f"{tournament.name} · {tournament.code}"


def heading(tournament: Tournament) -> list[Fact]:
    """Which event under which rules, and by whose licence."""
    facts = [
        Fact("Tournament", tournament.name),
        Fact("Rulebook", tournament.law.name),
        Fact("Started", tournament.started_at, Kind.MOMENT),
        Fact("Finished", tournament.finished_at, Kind.MOMENT),
    ]
    licence = Licence.objects.filter(tournament=tournament).first()
    if licence is None:
        return facts
    return [
        Fact("Licensee", licence.holder),
        Fact("Licence number", licence.number),
        Fact("Place", licence.place),
        *facts,
    ]


def ended_at(tournament: Tournament) -> datetime:
    """When the event took place: its end, or its start, or when it was made."""
    return tournament.finished_at or tournament.started_at or tournament.created_at
