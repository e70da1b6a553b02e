"""Bags: who has sealed one, who still must, and what was in them."""

from collections.abc import Iterable
from typing import Any

from engine.chips import in_chips
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


def page(tournament: Tournament) -> dict[str, Any]:
    """The console's page of bags."""
    bagging = current(tournament.pk) or tournament.baggings.order_by("-id").first()
    playing = [t.number for t in tournament.tables.all() if hands.is_in_play(t)]
    if bagging is None:
        return {"bagging": None, "playing": playing, "can_end": _can_end(tournament)}
    standing = of(bagging)
    return {
        "bagging": bagging,
        "is_open": bagging.ended_at is None,
        "phase": phase(bagging) if bagging.ended_at is None else "over",
        "bags": standing,
        "missing": must_seal(bagging) if bagging.ended_at is None else [],
        "unconfirmed": sum(1 for bag in standing if not bag.is_confirmed),
        "unopened": sum(1 for bag in standing if bag.opened_at is None),
        "unexplained": sum(1 for bag in standing if bag.difference and not bag.explanation),
        "values": denominations(tournament),
        "sealed_chips": sum(bag.counted for bag in standing),
        "playing": playing,
        "can_end": _can_end(tournament),
    }


def _can_end(tournament: Tournament) -> bool:
    return tournament.state in (TournamentState.RUNNING, TournamentState.BETWEEN)


def sheets(bagging: Bagging) -> list[dict[str, Any]]:
    """One sheet for each player: the chips by denomination, with lines to sign."""
    values = denominations(bagging.tournament)
    by_entry = {bag.entry_id: bag for bag in of(bagging)}
    seats = Seating.objects.filter(table__tournament_id=bagging.tournament_id, entry__stack__gt=0)
    latest: dict[int, Seating] = {}
    for seat in seats.select_related("entry__player", "table").order_by("id"):
        latest[seat.entry_id] = seat
    found = sorted(latest.values(), key=lambda seat: (seat.table.number, seat.seat))
    return [_sheet(seat, by_entry.get(seat.entry_id), values) for seat in found]


def _sheet(seat: Seating, bag: Bag | None, values: list[int]) -> dict[str, Any]:
    pile = {int(value): n for value, n in bag.chips.items()} if bag else {}
    fewest = in_chips(seat.entry.stack, values)
    return {
        "name": seat.entry.name,
        "number": seat.entry.number,
        "table": seat.table.number,
        "seat": seat.seat,
        "stack": seat.entry.stack,
        "bag": bag,
        "rows": [
            {"value": value, "number": pile.get(value), "fewest": fewest.get(value, 0)}
            for value in values
        ],
    }
