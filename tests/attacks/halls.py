"""The hall with a hand in play at its first table, so that what is tried there reaches the game."""

from typing import TypeVar

from engine.hand import commands
from engine.referee import options
from tables.models import Penalty, SeatOrder
from tests.factories import call_down, deal, do, offered
from tests.hall import Hall
from tournament import requests

AnyHall = TypeVar("AnyHall", bound=Hall)
# How far the hand has come.
BETWEEN, BETTING, DEALING, SHOWDOWN = "between hands", "betting", "dealing the flop", "showdown"


def hall_at(stage: str) -> Hall:
    """A hall full of people, its first table's hand come so far."""
    hall = ready(Hall())
    if stage != BETWEEN:
        deal(hall.table, now=requests.now())
        assert offered(hall.table).seat is not None
    if stage == DEALING:
        do(hall.table, commands.Call(offered(hall.table).seat or 0), now=requests.now())
        do(hall.table, commands.Check(offered(hall.table).seat or 0), now=requests.now())
        assert offered(hall.table).phase == options.DEAL
    if stage == SHOWDOWN:
        call_down(hall.table, now=requests.now())
    hall.table.refresh_from_db()
    return hall


def ready(hall: AnyHall) -> AnyHall:
    """The same with nothing in the way of a hand at its first table."""
    SeatOrder.objects.all().delete()  # the final would wait for the hand
    Penalty.objects.all().delete()  # with one of two dealt dead, the hand would be over
    return hall


def in_second_hand(hall: AnyHall, *, after: str) -> AnyHall:
    """The same once a hand was declared dead, for this reason, and the next one is dealt."""
    first = deal(ready(hall).table, now=requests.now())
    do(hall.table, commands.KillHand(first.seats[0], after), now=requests.now())
    deal(hall.table, now=requests.now())
    assert offered(hall.table).seat is not None
    return hall
