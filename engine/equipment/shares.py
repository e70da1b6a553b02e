"""A stack divided among the players who stay."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shared:
    """What each seat gets, and what goes back to the bank."""

    shares: dict[int, int]
    to_bank: int = 0


def equally(chips: int, seats: Sequence[int], *, unit: int) -> Shared:
    """Equal shares in whole chips; the rest is left for the caller's clause."""
    share = chips // (unit * len(seats)) * unit
    return Shared(dict.fromkeys(seats, share), chips - share * len(seats))


def rest_to_bank(chips: int, seats: Sequence[int], *, unit: int) -> Shared:
    """4S: what does not split evenly goes back to the bank (fours:leave-5)."""
    return equally(chips, seats, unit=unit)


def rest_to_first(chips: int, seats: Sequence[int], *, unit: int) -> Shared:
    """Charity: the whole remainder goes to the first of the seats (charity:16.5)."""
    even = equally(chips, seats, unit=unit)
    shares = {**even.shares, seats[0]: even.shares[seats[0]] + even.to_bank}
    return Shared(shares)
