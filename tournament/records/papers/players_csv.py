"""The players of a tournament as a file that the entries of another one read back."""

import csv
from io import StringIO

from tournament.entries.services.imports import COLUMNS
from tournament.models import Entry, Tournament
from tournament.records.queries.cells import harmless

WRITTEN = (
    *("name", "alias", "email", "phone", "born_on", "group", "country"),
    *("session", "agreed"),
)


def write(tournament: Tournament) -> bytes:
    """Everybody who is entered, once each, under the names of the columns that are read."""
    out = StringIO()
    lines = csv.writer(out)
    lines.writerow(COLUMNS[column][0] for column in WRITTEN)
    found = tournament.entries.filter(withdrawn_at__isnull=True).prefetch_related("acceptances")
    seen: set[int] = set()
    for entry in found.select_related("player", "session").order_by("number"):
        if entry.player_id not in seen:
            lines.writerow(harmless(words) for words in _cells(entry))
        seen.add(entry.player_id)
    return out.getvalue().encode("utf-8-sig")


def _cells(entry: Entry) -> tuple[str, ...]:
    player = entry.player
    return (
        *(player.name, player.alias, player.email, player.phone),
        player.born_on.isoformat() if player.born_on else "",
        *(player.group, player.country),
        str(entry.session.number) if entry.session else "",
        "yes" if _has_agreed(entry) else "",
    )


def _has_agreed(entry: Entry) -> bool:
    """Whether the one who plays now agreed to the conditions, not somebody before."""
    return any(acceptance.name == entry.player.name for acceptance in entry.acceptances.all())
