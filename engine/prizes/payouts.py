"""Prizes: lists that add up to the pool to the cent, shares of joint places, and caps."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.amounts import dollars
from engine.prizes import placings
from engine.prizes.law import Caps
from engine.prizes.placings import Standing
from engine.refusal import Refused


def by_percentage(pool: int, percentages: Sequence[Fraction | int], *, unit: int = 1) -> list[int]:
    """Prizes of a pool; each rounds down to whole units, what is left goes to the first places."""
    check_percentages(percentages)
    prizes = [int(pool * Fraction(share) / 100) // unit * unit for share in percentages]
    left, place = pool - sum(prizes), 0
    while left >= unit:
        prizes[place % len(prizes)] += unit
        left, place = left - unit, place + 1
    prizes[0] += left
    return prizes


def check_percentages(percentages: Sequence[Fraction | int], *, clause: str = "") -> None:
    """Refuse shares that are not all of it, or that give a better place less."""
    if not percentages or any(share <= 0 for share in percentages):
        raise Refused("Each paid place has a percentage above zero.")
    total = sum(Fraction(share) for share in percentages)
    if total != 100:
        raise Refused(f"The percentages add up to {float(total):g}, not to 100.", clause)
    if list(percentages) != sorted(percentages, reverse=True):
        raise Refused("A better place never gets less.")


def check_adds_up(prizes: Sequence[int], *, pool: int, clause: str = "") -> None:
    """Refuse a prize list that leaves money over or exceeds the pool (adelaide:102)."""
    if sum(prizes) != pool:
        raise Refused(
            f"The prizes add up to {dollars(sum(prizes))}, not to {dollars(pool)}.", clause
        )


def awards(prizes: Sequence[int], standing: Standing) -> dict[int, int]:
    """What each entry wins; joint places share the prizes of the places they fill."""
    wins = dict(enumerate(prizes, 1))
    for question in standing.questions:
        if placings.matters(standing, question, wins):
            raise Refused("Places still wait for a decision.", question.clause)
    won: dict[int, int] = {}
    for place in sorted({placing.place for placing in standing.placings}):
        sharing = sorted(p.entry for p in standing.placings if p.place == place)
        together = sum(prizes[place - 1 : place - 1 + len(sharing)])
        won |= _shared(together, sharing)
    return {entry: amount for entry, amount in won.items() if amount}


def check_caps(won: Mapping[int, int], caps: Caps) -> None:
    """Refuse prizes beyond what may be won, in all or by one player."""
    check_total(sum(won.values()), caps)
    if any(amount > caps.player for amount in won.values()):
        raise Refused(f"No player may win more than {dollars(caps.player)}.", caps.player_clause)


def check_total(amount: int, caps: Caps) -> None:
    """Refuse more than all prizes together may be."""
    if amount > caps.total:
        raise Refused(
            f"All prizes together may not exceed {dollars(caps.total)}.", caps.total_clause
        )


def _shared(amount: int, entries: Sequence[int]) -> dict[int, int]:
    """Equal shares; cents that cannot be shared go one each to the first entries."""
    share, odd = divmod(amount, len(entries))
    return {entry: share + (n < odd) for n, entry in enumerate(entries)}


USUAL_LISTS: Mapping[int, tuple[int, ...]] = {
    1: (100,),
    2: (65, 35),
    3: (50, 30, 20),
    4: (45, 27, 17, 11),
    5: (40, 25, 16, 11, 8),
    6: (36, 23, 15, 11, 8, 7),
    7: (33, 21, 14, 11, 8, 7, 6),
    8: (31, 20, 14, 10, 8, 7, 6, 4),
    9: (30, 19, 13, 10, 8, 7, 6, 4, 3),
}


def usual_list(players: int) -> tuple[int, ...]:
    """A sensible list of percentages: about one place in eight is paid, nine at most."""
    return USUAL_LISTS[min(9, max(1, round(players / 8)))]
