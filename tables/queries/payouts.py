"""What the places win, as far as it is known: amounts, shares, medals or donations."""

from typing import Any

from engine import presets
from engine.amounts import dollars
from tournament.models import PrizeList, Tournament
from tournament.queries import clubs, giving, placings
from tournament.queries import prizes as prize_queries

MEDALS = ("Gold medal", "Silver medal", "Bronze medal")
PUBLISHED = "The prizes of this tournament."
NOTES = {
    presets.PERCENTAGES: "Shares of the prize pool.",
    presets.FIXED: "Fixed prizes: ask at the desk.",
    presets.MEDALS: "Medals for the three best clubs.",
    presets.DONATIONS: "No prizes: donations go to the charities of the winning places.",
}
ESTIMATE = "An estimate: the pool is not known yet."


def picture(tournament: Tournament) -> dict[str, Any]:
    """One row for each place, club or charity that wins something."""
    kind = tournament.structure["prizes"]
    if kind == presets.MEDALS:
        return {"pool_text": "", "rows": _medals(tournament), "note": NOTES[kind]}
    if kind == presets.DONATIONS:
        return {"pool_text": "", "rows": _donations(tournament), "note": NOTES[kind]}
    return _prizes(tournament, kind)


def _prizes(tournament: Tournament, kind: str) -> dict[str, Any]:
    """Amounts as published; before that an estimate that says so, or the shares (adelaide:105)."""
    made = prize_queries.list_of(tournament)
    amounts = prize_queries.amounts(tournament, made)
    names = _names(tournament)
    if not amounts:
        return {"pool_text": "", "rows": _shares(tournament, made, names), "note": NOTES[kind]}
    is_published = made is not None and made.published_at is not None
    pool = dollars(prize_queries.pool(tournament, made))
    return {
        "pool_text": pool,
        "is_estimate": not is_published,
        "rows": [
            {**_row(place, words, names), "is_about": not is_published}
            for place, words in prize_queries.by_place(amounts, prize_queries.short_words).items()
        ],
        "note": PUBLISHED if is_published else ESTIMATE,
    }


def _names(tournament: Tournament) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for placed in placings.of(tournament):
        found.setdefault(placed.place, []).append(placed.name)
    return found


def _row(place: int, words: str, names: dict[int, list[str]]) -> dict[str, Any]:
    return {
        "place_text": placings.ordinal(place),
        "prize_text": words,
        "name": ", ".join(names.get(place, [])),
    }


def _shares(
    tournament: Tournament, made: PrizeList | None, names: dict[int, list[str]]
) -> list[dict[str, Any]]:
    rows = prize_queries.rows_of(tournament, made)
    return [_row(row.place, f"{float(row.percent):g}%", names) for row in rows if row.percent]


def _medals(tournament: Tournament) -> list[dict[str, Any]]:
    """Clubs by their points, so far or for good; the medals alone where none is named."""
    rows = clubs.rows(tournament)
    if not any(row["points"] for row in rows):
        return [_row(place, medal, {}) for place, medal in enumerate(MEDALS, 1)]
    return [
        {
            "place_text": row["medal"].capitalize() or row["place_text"],
            "prize_text": f"{row['points']} points",
            "name": row["club"],
        }
        for row in rows
    ]


def _donations(tournament: Tournament) -> list[dict[str, str]]:
    return [
        {
            "place_text": row["place_text"],
            "prize_text": row["amount_text"],
            "name": row["charity"] or row["name"],
        }
        for row in giving.rows(tournament)
    ]
