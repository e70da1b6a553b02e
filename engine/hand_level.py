"""Which level a hand is played at, when the clock changes it about the time the hand begins."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

Fixing = Callable[[datetime | None, datetime | None], datetime | None]


def by_the_shuffle(
    forced_bets_in: datetime | None, shuffle_began: datetime | None
) -> datetime | None:
    """The first riffle begins the hand (tda2024:R23)."""
    return shuffle_began


def by_bets_and_shuffle(
    forced_bets_in: datetime | None, shuffle_began: datetime | None
) -> datetime | None:
    """4S: every forced bet is in and the shuffle is under way (fours:level-4)."""
    if forced_bets_in is None or shuffle_began is None:
        return None
    return max(forced_bets_in, shuffle_began)


FIXED_BY: Mapping[str, tuple[Fixing, str]] = {
    "charity": (by_the_shuffle, "charity:8.6"),
    "adelaide": (by_the_shuffle, "tda2024:R23"),
    "canberra": (by_the_shuffle, "tda2024:R23"),
    "igr": (by_the_shuffle, "tda2024:R23"),
    "fours": (by_bets_and_shuffle, "fours:level-4"),
}


def level_of_hand(changes: Sequence[tuple[datetime, int]], fixed_at: datetime) -> int:
    """The last level that had begun when the hand's level was fixed; later ones wait a hand."""
    return max((at, index) for at, index in changes if at <= fixed_at)[1]
