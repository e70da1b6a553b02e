"""Tournaments as pages name them."""

from typing import Any

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


def heading(tournament: Tournament) -> dict[str, Any]:
    """What every page says of its tournament."""
    return {
        "id": tournament.pk,
        "code": tournament.code,
        "name": tournament.name,
        "state": tournament.state,
        "state_words": TournamentState(tournament.state).words,
        "book": tournament.rulebook,
        "book_name": tournament.law.name,
        "game_name": played.of(tournament).game.name,
        "started_at": tournament.started_at,
        "finished_at": tournament.finished_at,
    }
