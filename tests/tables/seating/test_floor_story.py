"""Whatever the floor does in whatever order: everybody is counted once, and nobody sits on another.

Entries less busts are those seated, absent and on the way, always; so are the chips.
"""

from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.models import Count
from django.forms import model_to_dict

from engine.refusal import Refused
from engine.seating.seating import Place
from tables.commands import TableCommand
from tables.conduct.services import absences, penalties
from tables.console.queries import console
from tables.models import Seating, Table
from tables.play.queries import scenes
from tables.results.services import retractions
from tables.results.services.retractions import Ruling
from tables.seating.queries import balance
from tables.seating.services import arrivals, latecomers, seating
from tables.seating.services.sitting import Order
from tests.factories import (
    ADULT,
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    fold_round,
    refreshed,
    request,
    running,
)
from tournament.entries.services import entries
from tournament.models import Bust, Tournament

pytestmark = pytest.mark.django_db
STEPS = 45
SEATS = 5


class Floor:
    """A hall of three tables and somebody who does one thing after another."""

    def __init__(self, seed: int) -> None:
        self.cup = running(11, preset=WITH_REBUYS, seats=SEATS)
        self.chance = Random(seed)
        self.now = NOW + MINUTE
        self.done: set[str] = set()

    @property
    def by(self) -> dict[str, Any]:
        return {"tournament_id": self.cup.pk, "actor": DIRECTOR, "now": self.now}

    def step(self) -> None:
        """One thing, lawful or not: what is refused must change nothing either."""
        self.now += MINUTE / 6
        what = self.chance.choice(THINGS)
        try:
            with transaction.atomic():
                what(self)
        except Refused:
            return
        self.done.add(what.__name__)

    def seat(self, **kind: bool) -> Seating:
        """Somebody who sits, or is on the way."""
        seats = Seating.objects.filter(table__tournament=self.cup, until__isnull=True, **kind)
        found = list(seats.select_related("table__tournament__clock").order_by("pk"))
        if not found:
            raise Refused("Nobody like that is here.")
        return self.chance.choice(found)

    def place(self) -> Place:
        """A free seat as a rule; else any, there or not."""
        sitting = Seating.objects.filter(table__tournament=self.cup, until__isnull=True)
        taken = set(sitting.values_list("table__number", "seat"))
        every = [(table, seat) for table in (1, 2, 3) for seat in range(1, SEATS + 1)]
        free = [place for place in every if place not in taken]
        if free and self.chance.random() < 0.8:
            return Place(*self.chance.choice(free))
        return Place(self.chance.randint(1, 4), self.chance.randint(1, SEATS + 1))


def moves(floor: Floor) -> None:
    entry = floor.seat().entry_id
    order = Order("asked by the floor", despite_pair=True)
    seating.move_player(**floor.by, entry_id=entry, to=floor.place(), order=order)


def accepts_a_proposal(floor: Floor) -> None:
    proposed = balance.proposals(refreshed(floor.cup))
    if not proposed:
        raise Refused("Nothing is proposed.")
    one = proposed[0]
    order, to = Order(one.reason, one.clause), balance.place_of(one)
    seating.move_player(**floor.by, entry_id=one.entry_id, to=to, order=order)


def confirms(floor: Floor) -> None:
    coming = floor.seat(in_transit=True)
    arrivals.confirm(request(coming.table, now=floor.now), seat=coming.seat)


def turns_back(floor: Floor) -> None:
    arrivals.turn_back(**floor.by, entry_id=floor.seat(in_transit=True).entry_id)


def breaks(floor: Floor) -> None:
    number = floor.chance.randint(1, 4)
    seating.break_table(**floor.by, number=number, emergency="a leak in the roof")


def marks_away_or_back(floor: Floor) -> None:
    seat = floor.seat()
    absences.set_absent(
        TableCommand(seat.table_id, DIRECTOR, floor.now),
        seat=seat.seat,
        is_absent=floor.chance.random() < 0.5,
    )


def disqualifies(floor: Floor) -> None:
    seat = floor.seat()
    wanted = request(seat.table, now=floor.now)
    penalties.give(wanted, seat=seat.seat, kind="disqualification", reason="collusion")


def takes_a_bust_back(floor: Floor) -> None:
    out = floor.chance.choice([None, *Bust.standing.filter(entry__tournament=floor.cup)])
    if out is None:
        raise Refused("Nobody is out.")
    ruling = Ruling(chips=500, source=floor.seat().entry_id, reason="the wrong player")
    retractions.take_back(**floor.by, bust_id=out.pk, ruling=ruling)


def seats_a_latecomer(floor: Floor) -> None:
    name = f"Late {uuid4().hex[:8]}"
    late = entries.register(**floor.by, name=name, wish=ADULT)
    latecomers.give_seat(**floor.by, entry_id=late.pk)


def deals_a_hand(floor: Floor) -> None:
    fold_round(floor.seat().table, now=floor.now)


THINGS: tuple[Callable[[Floor], None], ...] = (
    *(moves, moves, accepts_a_proposal, confirms, confirms, turns_back, breaks),
    *(marks_away_or_back, disqualifies, takes_a_bust_back, seats_a_latecomer, deals_a_hand),
)


def check(cup: Tournament) -> None:
    sitting = Seating.objects.filter(table__tournament=cup, until__isnull=True)
    for column in (("table", "seat"), ("entry",)):
        taken = sitting.values(*column).annotate(times=Count("id"))
        assert not taken.filter(times__gt=1).exists(), column
    closed = Table.objects.filter(tournament=cup, state="closed")
    assert not sitting.filter(table__in=closed).exists()
    assert console.ledger(cup.pk).ok
    assert console.player_count(cup.pk).ok, console.player_count(cup.pk)


def surroundings(cup: Tournament) -> dict[Any, Any]:
    """What is around the hand of each table, under the number that its row counts."""
    found = {}
    for table in Table.objects.filter(tournament=cup).select_related("tournament"):
        scene = scenes.Scene(table)
        sitting = [(seat.entry.name, seat.entry.stack, model_to_dict(seat)) for seat in scene.seats]
        record = model_to_dict(scene.record) if scene.record else {}
        words = scene.floor_call, scene.orders, scene.is_asked_for_seats
        found[table.pk, scene.marks] = (sitting, record, scene.to_serve, words)
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everybody_is_counted_once_whatever_the_floor_does(seed: int):
    floor = Floor(seed)
    around = surroundings(floor.cup)
    for _ in range(STEPS):
        floor.step()
        check(floor.cup)
        before, around = around, surroundings(floor.cup)
        assert {marks: around[marks] for marks in before if marks in around} == {
            marks: before[marks] for marks in before if marks in around
        }, "more than a hand has changed at a table, and its row does not count it"
    assert len(floor.done) >= 7, floor.done
