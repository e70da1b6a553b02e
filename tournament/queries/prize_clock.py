"""The hall's clock with what is won beside it."""

from datetime import datetime
from typing import Any

from engine.money import dollars
from tournament.models import Tournament
from tournament.queries import clock as clock_queries
from tournament.queries import placings
from tournament.queries import prizes as prize_queries


def picture(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """Everything the clock screen shows, the pool and the next pay included."""
    clock = clock_queries.picture(tournament, now=now)
    return {**clock, **prize_words(tournament, left=clock["players_left"])}


def prize_words(tournament: Tournament, *, left: int) -> dict[str, str]:
    """The prize pool, and the next place that is paid; nothing where nothing is won."""
    made = prize_queries.list_of(tournament)
    amounts = prize_queries.amounts(tournament, made)
    if not amounts:
        return {"prize_pool_text": "", "next_pay_text": ""}
    is_published = made is not None and made.published_at is not None
    about = "" if is_published else "about "
    pool = dollars(prize_queries.pool(tournament, made))
    listed = prize_queries.by_place(amounts, prize_queries.short_words)
    return {
        "prize_pool_text": f"{about}{pool}",
        "next_pay_text": _next_pay(listed, left) if is_published else "",
    }


def _next_pay(by_place: dict[int, str], left: int) -> str:
    """9th $240: what the next one out wins, or the first place that is paid at all."""
    place = min(left, max(by_place)) if left else 1
    return f"{placings.ordinal(place)} {by_place[place]}" if place in by_place else ""
