"""Bags: who has sealed one, who still must, and what was in them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.lifecycle import TournamentState
from tables.models import Bag, Bagging, Seating, Table
from tables.play.queries import hands
from tables.procedures.queries import raceoffs
from tournament.models import Entry, Tournament


def current(tournament_id: int) -> Bagging | None:
    """The bags that lie closed now, from a session's end to the next start."""
    return Bagging.objects.filter(tournament_id=tournament_id, ended_at__isnull=True).first()


def of(bagging: Bagging) -> list[Bag]:
    """Every bag that stands, by table and seat."""
    standing = bagging.bags.filter(discarded_at__isnull=True)
    return list(standing.select_related("entry__player"))


def closed_bag(entry_id: int) -> Bag | None:
    """The bag of a player that has not been opened yet."""
    return Bag.objects.filter(
        entry_id=entry_id, opened_at__isnull=True, discarded_at__isnull=True
    ).first()


def must_seal(bagging: Bagging) -> list[Entry]:
    """Players with chips and without a bag."""
    have = [bag.entry_id for bag in of(bagging)]
    left = Entry.objects.filter(tournament_id=bagging.tournament_id, stack__gt=0)
    return list(left.exclude(pk__in=have).select_related("player").order_by("number"))


def denominations(tournament: Tournament) -> list[int]:
    """The chips still in play, the largest first."""
    gone = set(raceoffs.chips_gone(tournament))
    values = {int(chip["value"]) for chip in tournament.structure["chips"]}
    return sorted(values - gone or values, reverse=True)


def of_table(table: Table, seats: Iterable[Seating]) -> dict[int, Bag]:
    """The bags of those who sit here, by seat."""
    bagging = current(table.tournament_id)
    if bagging is None:
        return {}
    by_entry = {bag.entry_id: bag for bag in of(bagging)}
    return {seat.seat: by_entry[seat.entry_id] for seat in seats if seat.entry_id in by_entry}


def phase(bagging: Bagging) -> str:
    """Whether the bags are still being filled, lie closed, or are being opened."""
    standing = of(bagging)
    if must_seal(bagging) or not all(bag.is_confirmed for bag in standing):
        return "sealing"
    return "opening" if any(bag.opened_at is None for bag in standing) else "opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class BagsPage:
    """The console's page of bags; empty until the first session ends."""

    playing: list[int]
    can_end: bool
    bagging: Bagging | None = None
    values: list[int] = field(default_factory=list)
    is_open: bool = False
    phase: str = ""
    bags: list[Bag] = field(default_factory=list)
    missing: list[Entry] = field(default_factory=list)

    @property
    def unconfirmed(self) -> int:
        """How many bags nobody has confirmed."""
        return sum(1 for bag in self.bags if not bag.is_confirmed)

    @property
    def unopened(self) -> int:
        """How many bags are still closed."""
        return sum(1 for bag in self.bags if bag.opened_at is None)

    @property
    def unexplained(self) -> int:
        """How many bags held another amount than was sealed, with no reason given."""
        return sum(1 for bag in self.bags if bag.difference and not bag.explanation)

    @property
    def sealed_chips(self) -> int:
        """The chips in all bags."""
        return sum(bag.counted for bag in self.bags)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One denomination on a bag sheet; no number where the bag is still to be filled."""

    value: int
    number: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BagSheet:
    """One player's sheet, to print and sign."""

    name: str
    number: int
    table: int
    seat: int
    stack: int
    bag: Bag | None
    rows: list[SheetRow]


def page(tournament: Tournament) -> BagsPage:
    """The console's page of bags."""
    bagging = current(tournament.pk) or tournament.baggings.order_by("-id").first()
    playing = [t.number for t in tournament.tables.all() if hands.is_in_play(t)]
    if bagging is None:
        return BagsPage(playing=playing, can_end=_can_end(tournament))
    is_open = bagging.ended_at is None
    return BagsPage(
        playing=playing,
        can_end=_can_end(tournament),
        bagging=bagging,
        values=denominations(tournament),
        is_open=is_open,
        phase=phase(bagging) if is_open else "over",
        bags=of(bagging),
        missing=must_seal(bagging) if is_open else [],
    )


def _can_end(tournament: Tournament) -> bool:
    return tournament.state in (TournamentState.RUNNING, TournamentState.BETWEEN)


def sheets(bagging: Bagging) -> list[BagSheet]:
    """One sheet for each player: the chips by denomination, with lines to sign."""
    values = denominations(bagging.tournament)
    by_entry = {bag.entry_id: bag for bag in of(bagging)}
    seats = Seating.objects.filter(table__tournament_id=bagging.tournament_id, entry__stack__gt=0)
    latest: dict[int, Seating] = {}
    for seat in seats.select_related("entry__player", "table").order_by("id"):
        latest[seat.entry_id] = seat
    by_place = sorted(latest.values(), key=lambda seat: (seat.table.number, seat.seat))
    return [_sheet(seat, by_entry.get(seat.entry_id), values) for seat in by_place]


def _sheet(seat: Seating, bag: Bag | None, values: list[int]) -> BagSheet:
    pile = {int(value): number for value, number in bag.chips.items()} if bag else {}
    return BagSheet(
        name=seat.entry.name,
        number=seat.entry.number,
        table=seat.table.number,
        seat=seat.seat,
        stack=seat.entry.stack,
        bag=bag,
        rows=[SheetRow(value=value, number=pile.get(value)) for value in values],
    )
