"""The hall's clock with what is won beside it."""

from datetime import datetime
from typing import Any

from engine.amounts import dollars
from tournament.models import Tournament
from tournament.queries import clock as clock_queries
from tournament.queries import placings
from tournament.queries import prizes as prize_queries


def picture(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """Everything the clock screen shows, the pool and the next pay included."""
    clock = clock_queries.picture(tournament, now=now)
    return {**clock, **prize_words(tournament, left=clock["players_left"])}


def prize_words(tournament: Tournament, *, left: int) -> dict[str, Any]:
    """The pool, how many places are paid, and where the pay rises; nothing where nothing is won."""
    made = prize_queries.list_of(tournament)
    amounts = prize_queries.amounts(tournament, made)
    if not amounts:
        return {"prize_pool_text": "", "places_paid": 0, "next_pay_text": ""}
    is_published = made is not None and made.published_at is not None
    listed = prize_queries.by_place(amounts, prize_queries.short_words)
    return {
        "prize_pool_text": dollars(prize_queries.pool(tournament, made)),
        "is_estimate": not is_published,
        "places_paid": len(listed),
        "next_pay_text": next_pay(listed, left),
    }


def next_pay(by_place: dict[int, str], left: int) -> str:
    """9th $240: the first paid place, or the next that pays more than going out now does."""
    if left < 2:
        return ""
    now = by_place.get(left, "")
    better = (place for place in range(left - 1, 0, -1) if by_place.get(place, now) != now)
    place = next(better, None)
    return f"{placings.ordinal(place)} {by_place[place]}" if place else ""
