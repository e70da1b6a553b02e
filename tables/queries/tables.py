"""Tables, found by number."""

from django.http import Http404

from tables.models import Table
from tournament.models import Tournament


def find(tournament: Tournament, number: int) -> Table:
    """A table of this tournament."""
    found = Table.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        raise Http404(f"There is no table {number} in this tournament.")
    found.tournament = tournament
    return found
