"""Tables by their numbers: found, and named in a sentence."""

from collections.abc import Collection

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


def place(code: str, number: int) -> tuple[int, int]:
    """The keys of a tournament and of its table, for who needs no more of them."""
    rows = Table.objects.filter(tournament__code=code.upper(), number=number)
    found: tuple[int, int] | None = rows.values_list("tournament_id", "pk").first()
    if found is None:
        raise Http404(f"There is no table {number} in a tournament with this code.")
    return found


def named(numbers: Collection[int | str]) -> str:
    """These tables in a sentence."""
    word = "table" if len(numbers) == 1 else "tables"
    return f"{word} {', '.join(map(str, numbers))}"


def awaited(numbers: Collection[int]) -> str:
    """Which tables are waited for."""
    return f"waiting for {named(numbers)}."
