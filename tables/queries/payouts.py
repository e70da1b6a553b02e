"""What the places win, as far as the structure says."""

from typing import Any

from engine import presets
from engine.payouts import usual_list
from tournament.models import Tournament
from tournament.queries import clock as clock_queries
from tournament.queries import placings

MEDALS = ("Gold medal", "Silver medal", "Bronze medal")
NOTES = {
    presets.PERCENTAGES: "Shares of the prize pool.",
    presets.FIXED: "Fixed prizes: ask at the desk.",
    presets.MEDALS: "Medals for the three best clubs.",
    presets.DONATIONS: "No prizes: donations go to the charities of the first three.",
}


def picture(tournament: Tournament) -> dict[str, Any]:
    """One row for each place that wins something."""
    kind = tournament.structure["prizes"]
    names = {placed.place: placed.name for placed in placings.of(tournament)}
    return {
        "pool_text": "",
        "rows": [
            {
                "place_text": placings.ordinal(place),
                "prize_text": prize,
                "name": names.get(place, ""),
            }
            for place, prize in enumerate(_prizes(tournament, kind), 1)
        ],
        "note": NOTES[kind],
    }


def _prizes(tournament: Tournament, kind: str) -> list[str]:
    if kind == presets.MEDALS:
        return list(MEDALS)
    if kind == presets.DONATIONS:
        return ["Donation to the chosen charity"] * 3
    entries = clock_queries.players(tournament.pk)["entries"]
    return [f"{share}%" for share in usual_list(entries)] if entries > 1 else []
