"""Prize lists: shares, amounts and things for each place, worked out when the pool is known."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from engine import rulebooks
from engine.amounts import dollars
from engine.prizes import payouts
from engine.prizes.law import Caps, PrizeRules
from engine.prizes.placings import Standing
from engine.refusal import Refused


class How(StrEnum):
    """How a list is written."""

    PERCENTAGES = "percentages"
    FIXED = "fixed"


class Source(StrEnum):
    """Who pays for a prize."""

    POOL = "pool"
    HOUSE = "house"
    DONATED = "donated"


class Thing(StrEnum):
    """What a thing is: chosen by whoever writes the list, never read out of its words."""

    GOODS = "goods"
    SEAT = "seat"
    ONLINE = "online"


KIND_WORDS: Mapping[Thing, str] = {
    Thing.GOODS: "goods or a voucher",
    Thing.SEAT: "entry to an event played live",
    Thing.ONLINE: "entry to an online event",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One prize of a place: a share or an amount of money, or a thing with its price and tax."""

    place: int
    percent: Fraction | None = None
    amount: int = 0
    item: str = ""
    price: int = 0
    tax: int = 0
    source: Source = Source.POOL
    kind: Thing | None = None  # of a thing; a book that forbids some of them wants it said

    @property
    def value(self) -> int:
        """Of a thing: full price with all taxes, bought or given (igr:1.01(i))."""
        return self.price + self.tax


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place wins, in whole cents."""

    place: int
    amount: int = 0
    item: str = ""
    value: int = 0
    source: Source = Source.POOL

    @property
    def worth(self) -> int:
        return self.amount + self.value


def check_rows(rows: Sequence[Row], *, how: How, rulebook: str) -> None:
    """Refuse a list that could never be paid, before any pool is known."""
    book = rulebooks.get(rulebook).prizes.prizes.value
    if book.refused is not None:
        raise Refused(*book.refused)
    if not rows:
        raise Refused("A prize list has one paid place at least.")
    for row in rows:
        _check_row(row, book)
    _check_places(rows)
    shares = [row.percent for row in rows if row.percent is not None]
    if how is How.PERCENTAGES:
        payouts.check_percentages(shares, clause=book.pays_all)
    elif shares:
        raise Refused("Amounts or percentages: a list has one of them.")
    if book.caps is not None:
        _check_known(rows, book.caps)


def check_guarantee(amount: int, *, rulebook: str) -> None:
    """Refuse to promise more than may be won."""
    caps = rulebooks.get(rulebook).prizes.prizes.value.caps
    if caps is not None:
        payouts.check_total(amount, caps)


def check_locked(*, is_approved: bool, rulebook: str) -> None:
    """Refuse to start before the list stands that was approved with the licence."""
    if (clause := rulebooks.get(rulebook).prizes.prizes.value.locked) and not is_approved:
        why = "Write the prize list and note that it was approved with the licence."
        raise Refused(why, clause)


def _check_known(rows: Sequence[Row], caps: Caps) -> None:
    """Refuse a list whose amounts and things alone pass the caps, whatever the pool will be."""
    payouts.check_caps(by_place([*_things(rows), *_amounts(rows)]), caps)


def _amounts(rows: Sequence[Row]) -> list[Prize]:
    return [Prize(row.place, row.amount) for row in rows if row.amount and not row.item]


def _check_row(row: Row, book: PrizeRules) -> None:
    if row.place < 1 or min(row.amount, row.price, row.tax) < 0:
        raise Refused("Places begin with 1, and no prize is below zero.")
    if row.item and not row.value:
        raise Refused(f"Say what “{row.item}” is worth, with all taxes.", book.value)
    has_money = bool(row.amount) or row.percent is not None
    if row.item and has_money:
        why = f"Place {row.place} has money and “{row.item}” in one row: give each its own row."
        raise Refused(why)
    if not (row.item or has_money):
        raise Refused(f"Say what place {row.place} wins.")
    if book.no_online and row.item:
        _check_kind(row, book)
    if row.source is Source.DONATED and not row.item:
        raise Refused("Only a thing can be donated: money is added by the house.")


def _check_kind(row: Row, book: PrizeRules) -> None:
    """Refuse an entry to an online event, under whatever name (igr:5.04(a)-3, igr:A.2(m))."""
    if row.kind is None:
        raise Refused(f"Choose what “{row.item}” is.", book.no_online)
    if row.kind is Thing.ONLINE:
        raise Refused("An entry to an online event is no prize here.", book.no_online)


def _check_places(rows: Sequence[Row]) -> None:
    places = {row.place for row in rows}
    if places != set(range(1, len(places) + 1)):
        raise Refused("Paid places follow each other without a gap, from the first.")
    money = [row for row in rows if not row.item and row.source is Source.POOL]
    if len({row.place for row in money}) < len(money):
        raise Refused("A place has one share of the pool.")
    amounts = [row.amount for row in sorted(money, key=lambda row: row.place)]
    if amounts != sorted(amounts, reverse=True):
        raise Refused("A better place never gets less.")


def work_out(rows: Sequence[Row], *, how: How, pool: int, unit: int, rulebook: str) -> list[Prize]:
    """Every prize to the cent; refused where they do not add up or exceed what may be won."""
    check_rows(rows, how=how, rulebook=rulebook)
    made = _things(rows) + _money(rows, how=how, pool=pool, unit=unit)
    made.sort(key=lambda prize: (prize.place, bool(prize.item), prize.source))
    check_prizes(made, pool=pool, rulebook=rulebook)
    return made


def check_reach(
    rows: Sequence[Row], *, how: How, pools: Iterable[int], unit: int, rulebook: str
) -> None:
    """Refuse shares that pass the caps with any pool the entries allow (igr:5.04(a)-2)."""
    caps = rulebooks.get(rulebook).prizes.prizes.value.caps
    if caps is None or how is How.FIXED:
        return  # amounts and things alone are held to the caps when they are written
    things = sum(row.value for row in rows if row.item and row.source is Source.POOL)
    for pool in sorted({min(pool, caps.total) for pool in pools if pool >= things}, reverse=True):
        made = _things(rows) + _money(rows, how=how, pool=pool, unit=unit)
        try:
            payouts.check_caps(by_place(made), caps)
        except Refused as refusal:
            why = f"With {dollars(pool)} in the pool this list breaks the cap. {refusal.why}"
            raise Refused(why, refusal.clause) from None


def check_prizes(prizes: Sequence[Prize], *, pool: int, rulebook: str) -> None:
    """Refuse prizes that exceed the pool, leave money over, or pass the book's caps."""
    book = rulebooks.get(rulebook).prizes.prizes.value
    paid = sum(prize.worth for prize in prizes if prize.source is Source.POOL)
    if book.pays_all:
        payouts.check_adds_up([paid], pool=pool, clause=book.pays_all)
    elif paid > pool:
        raise Refused(f"The prizes add up to {dollars(paid)}; the pool has {dollars(pool)}.")
    if book.caps is not None:
        payouts.check_caps(by_place(prizes), book.caps)


def by_place(prizes: Iterable[Prize]) -> dict[int, int]:
    """What each place is worth in all."""
    won: dict[int, int] = {}
    for prize in prizes:
        won[prize.place] = won.get(prize.place, 0) + prize.worth
    return won


def _things(rows: Sequence[Row]) -> list[Prize]:
    return [
        Prize(row.place, item=row.item, value=row.value, source=row.source)
        for row in rows
        if row.item
    ]


def _money(rows: Sequence[Row], *, how: How, pool: int, unit: int) -> list[Prize]:
    money = sorted((row for row in rows if not row.item), key=lambda row: row.place)
    added = [Prize(r.place, r.amount, source=r.source) for r in money if r.source is Source.HOUSE]
    shared = [row for row in money if row.source is Source.POOL]
    if how is How.FIXED:
        return added + [Prize(row.place, row.amount) for row in shared]
    things = sum(row.value for row in rows if row.item and row.source is Source.POOL)
    if things > pool:
        raise Refused("The things alone cost more than the pool has.")
    shares = [row.percent or Fraction(0) for row in shared]
    amounts = payouts.by_percentage(pool - things, shares, unit=unit)
    return added + [Prize(r.place, a) for r, a in zip(shared, amounts, strict=True) if a]


def most_payable(pool: int, *, rulebook: str) -> int:
    """What of the pool may be won: all of it, or what the book's cap leaves."""
    caps = rulebooks.get(rulebook).prizes.prizes.value.caps
    return pool if caps is None else min(pool, caps.total)


@dataclass(frozen=True, slots=True)
class Due:
    """What is owed to a person: the prize, or the part of one, that an entry won."""

    entry: int
    prize: Prize


def dues(prizes: Sequence[Prize], standing: Standing, *, rulebook: str) -> list[Due]:
    """Who wins what; joint places share the money of the places they fill (igr:A.2(jj)(ii)-2)."""
    won: list[Due] = []
    for source in Source:
        won += _money_won([p for p in prizes if p.source is source and not p.item], standing)
    won += _things_won([prize for prize in prizes if prize.item], standing)
    caps = rulebooks.get(rulebook).prizes.prizes.value.caps
    if caps is not None:
        each: dict[int, int] = {}
        for one in won:
            each[one.entry] = each.get(one.entry, 0) + one.prize.worth
        payouts.check_caps(each, caps)
    return sorted(won, key=lambda one: (one.prize.place, one.entry, one.prize.item))


def _money_won(prizes: Sequence[Prize], standing: Standing) -> list[Due]:
    if not prizes:
        return []
    amounts = [0] * max(prize.place for prize in prizes)
    for prize in prizes:
        amounts[prize.place - 1] += prize.amount
    shared = payouts.awards(amounts, standing)
    return [
        Due(entry, Prize(standing.place_of(entry), amount, source=prizes[0].source))
        for entry, amount in shared.items()
    ]


def _things_won(prizes: Sequence[Prize], standing: Standing) -> list[Due]:
    """A thing goes to the one who has its place; of the same thing each who shares it gets one.

    Things that differ are for the director to rule on.
    """
    won = []
    for prize in prizes:
        for placing in standing.placings[prize.place - 1 : prize.place]:
            shared = [other for other in standing.placings if other.place == placing.place]
            if len(shared) > 1 and not _one_each(prizes, prize, placing.place, len(shared)):
                why = f"“{prize.item}” cannot be shared: rule who of the tied players gets it."
                raise Refused(why, "tda2024:R1")
            won.append(Due(placing.entry, prize))
    return won


def _one_each(prizes: Sequence[Prize], prize: Prize, first: int, players: int) -> bool:
    """Whether every place that so many players share wins the same thing."""
    same = {one.place for one in prizes if replace(one, place=prize.place) == prize}
    return same >= set(range(first, first + players))


def seats(rows: Sequence[Row]) -> int:
    """How many of the first places win the very same: so many seats a satellite plays for."""
    wins: dict[int, list[Row]] = {}
    for row in rows:
        wins.setdefault(row.place, []).append(replace(row, place=0))
    count = 0
    while count + 1 in wins and wins[count + 1] == wins[1]:
        count += 1
    return count
