"""What the places win, as far as it is known: amounts, shares, medals or donations."""

from dataclasses import dataclass, replace
from datetime import datetime

from engine.amounts import dollars
from engine.structure.law import DONATIONS, FIXED, MEDALS, PERCENTAGES
from tables.results.queries import standings
from tournament.models import PrizeList, Tournament
from tournament.prizes.queries import clubs, giving, placings, prizes_shown
from tournament.prizes.queries import prizes as prize_queries
from tournament.prizes.queries.prizes_shown import PrizeRow

MEDAL_NAMES = ("Gold medal", "Silver medal", "Bronze medal")
PUBLISHED = "The prizes of this tournament."
DEALT = "As agreed in a deal."
NOTES = {
    PERCENTAGES: "Shares of the prize pool.",
    FIXED: "Fixed prizes: ask the desk.",
    MEDALS: "Medals for the best three clubs.",
    DONATIONS: "No prizes: donations go to charities the winners choose.",
}
ESTIMATE = "Estimate; final when entries close"


@dataclass(frozen=True, kw_only=True)
class PayoutsPicture:
    """Everything the payouts screen shows; its version counts where it is pushed."""

    pool_text: str = ""
    is_estimate: bool = False
    rows: list[PrizeRow]
    note: str
    version: int = 0


def picture(tournament: Tournament) -> PayoutsPicture:
    """One row for each place, club or charity that wins something."""
    kind = tournament.structure["prizes"]
    if kind == MEDALS:
        return PayoutsPicture(rows=_medals(tournament), note=NOTES[kind])
    if kind == DONATIONS:
        return PayoutsPicture(rows=_donations(tournament), note=NOTES[kind])
    return _prizes(tournament, kind)


def pushed(tournament: Tournament, *, now: datetime) -> PayoutsPicture:
    """The same with a version, for who is told of every change."""
    return replace(picture(tournament), version=standings.version(tournament))


def _prizes(tournament: Tournament, kind: str) -> PayoutsPicture:
    """What is won; before that an estimate that says so, or the shares (adelaide:105)."""
    made = prize_queries.list_of(tournament)
    rows = prizes_shown.rows(tournament)
    if not rows:
        return PayoutsPicture(rows=_shares(tournament, made), note=NOTES[kind])
    is_estimate = not prizes_shown.is_final(tournament, made)
    return PayoutsPicture(
        pool_text=dollars(prize_queries.pool(tournament, made)),
        is_estimate=is_estimate,
        rows=prizes_shown.named(tournament, rows, is_about=is_estimate),
        note=ESTIMATE if is_estimate else _published(tournament),
    )


def _published(tournament: Tournament) -> str:
    is_dealt = prizes_shown.agreed(tournament) is not None
    return DEALT if is_dealt else PUBLISHED


def _shares(tournament: Tournament, made: PrizeList | None) -> list[PrizeRow]:
    """Each place's part of the pool, while no money is in it."""
    lines = [
        prizes_shown.Shown(placings.ordinal(row.place), f"{float(row.percent):g}%")
        for row in prize_queries.rows_of(tournament, made)
        if row.percent
    ]
    return prizes_shown.named(tournament, lines)


def _medals(tournament: Tournament) -> list[PrizeRow]:
    """Clubs by their points, so far or for good; the medals alone where no clubs are named."""
    rows = clubs.rows(tournament)
    if not any(row.points for row in rows):
        return [
            PrizeRow(place_text=placings.ordinal(place), prize_text=medal)
            for place, medal in enumerate(MEDAL_NAMES, 1)
        ]
    return [
        PrizeRow(
            place_text=row.medal.capitalize() or row.place_text,
            prize_text=f"{row.points} points",
            name=row.club,
        )
        for row in rows
    ]


def _donations(tournament: Tournament) -> list[PrizeRow]:
    return [
        PrizeRow(
            place_text=row.place_text, prize_text=row.amount_text, name=row.charity or row.name
        )
        for row in giving.rows(tournament)
    ]
