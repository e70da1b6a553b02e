"""The hall's clock with what is won beside it."""

from dataclasses import dataclass
from datetime import datetime

from engine.amounts import dollars
from engine.prizes.prizes import Prize
from tournament.clock.queries import clock as clock_queries
from tournament.clock.queries.clock import ClockPicture
from tournament.models import Tournament
from tournament.prizes.queries import placings, prizes_shown
from tournament.prizes.queries import prizes as prize_queries


@dataclass(frozen=True, kw_only=True)
class PrizeWords:
    """The pool, how many places are paid, and where the pay rises."""

    prize_pool_text: str = ""
    is_estimate: bool = False
    places_paid: int = 0
    next_pay_text: str = ""


@dataclass(frozen=True, kw_only=True)
class PrizeClock(PrizeWords, ClockPicture):
    """Everything the clock screen shows."""


def picture(tournament: Tournament, *, now: datetime) -> PrizeClock:
    """Everything the clock screen shows, the pool and the next pay included."""
    clock = clock_queries.picture(tournament, now=now)
    words = prize_words(tournament, left=clock.players_left)
    return PrizeClock(**vars(clock), **vars(words))


def prize_words(tournament: Tournament, *, left: int) -> PrizeWords:
    """The pool, how many places are paid, and where the pay rises; nothing where nothing is won."""
    made = prize_queries.list_of(tournament)
    amounts = prize_queries.amounts(tournament, made)
    if not amounts:
        return PrizeWords()
    return PrizeWords(
        prize_pool_text=dollars(prize_queries.pool(tournament, made)),
        is_estimate=not prizes_shown.is_final(tournament, made),
        places_paid=len({prize.place for prize in amounts}),
        next_pay_text=_next_pay(tournament, amounts, left),
    )


def _next_pay(tournament: Tournament, amounts: list[Prize], left: int) -> str:
    """By the list; once the players have divided it, what they left to play for."""
    if deal := prizes_shown.agreed(tournament):
        return f"{prizes_shown.WINNER} + {dollars(deal.kept)}" if deal.kept and left > 1 else ""
    return next_pay(prize_queries.by_place(amounts, prize_queries.short_words), left)


def next_pay(by_place: dict[int, str], left: int) -> str:
    """9th $240: the first paid place, or the next that pays more than going out now does."""
    if left < 2:
        return ""
    now = by_place.get(left, "")
    better = (place for place in range(left - 1, 0, -1) if by_place.get(place, now) != now)
    place = next(better, None)
    return f"{placings.ordinal(place)}, {by_place[place]}" if place else ""
