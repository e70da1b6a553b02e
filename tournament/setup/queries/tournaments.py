"""Tournaments as pages name them."""

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404

from engine.lifecycle import TournamentState
from tournament.models import Tournament
from tournament.setup.queries import played


def find(code: str) -> Tournament:
    """The tournament behind a code, in any case of letters."""
    found = Tournament.objects.select_related("clock").filter(code=code.upper()).first()
    if found is None:
        raise Http404("No tournament has this code.")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHeading:
    """What every page says of its tournament."""

    id: int
    code: str
    name: str
    state: str
    state_words: str
    book: str
    book_name: str
    game_name: str
    started_at: datetime | None
    finished_at: datetime | None


def heading(tournament: Tournament) -> PageHeading:
    """What every page says of its tournament."""
    return PageHeading(
        id=tournament.pk,
        code=tournament.code,
        name=tournament.name,
        state=tournament.state,
        state_words=TournamentState(tournament.state).words,
        book=tournament.rulebook,
        book_name=tournament.law.name,
        game_name=played.of(tournament).game.name,
        started_at=tournament.started_at,
        finished_at=tournament.finished_at,
    )
