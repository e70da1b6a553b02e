"""What one action and one page ask of the database does not grow with the hall or the evening."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.models import Seating, Table
from tests.factories import (
    deal,
    fold_out,
    fold_round,
    house_director,
    offered,
    running,
    signed_in,
    table_of,
    tablet_browser,
    tap,
)
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

SEATS = 10
MOST_PER_ACTION = 21


def statements(work: Callable[[], object]) -> int:
    """How often the database is asked."""
    with CaptureQueriesContext(connection) as asked:
        work()
    return len(asked)


def grown(players: int) -> Tournament:
    """A tournament in play with so many players: further tables are copies of the first."""
    cup = running(SEATS, seats=SEATS)
    (first,) = Table.objects.filter(tournament=cup)
    seated = list(Seating.objects.filter(table=first).select_related("entry__player"))
    more = [(number, seat) for number in range(2, players // SEATS + 1) for seat in seated]
    tables = stored(copied(first, number=number) for number in range(2, players // SEATS + 1))
    people = stored(copied(seat.entry.player, name=f"{seat.seat} of {n}") for n, seat in more)
    entries = stored(
        copied(seat.entry, player=player, number=number * SEATS + seat.seat)
        for (number, seat), player in zip(more, people, strict=True)
    )
    stored(
        copied(seat, table=tables[number - 2], entry=entry)
        for (number, seat), entry in zip(more, entries, strict=True)
    )
    return cup


def copied(row: Any, **changed: object) -> Any:
    """The same row once more, with this changed; not stored yet."""
    kept = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    fresh = type(row)(**{**kept, "id": None})
    for name, value in changed.items():
        setattr(fresh, name, value)
    return fresh


def stored(rows: Iterable[Any]) -> list[Any]:
    """Rows of one kind, in one statement."""
    made = list(rows)
    return list(type(made[0])._base_manager.bulk_create(made)) if made else []


@pytest.mark.parametrize("page", ["console", "leaderboard"])
def test_a_page_asks_as_often_for_a_thousand_players_as_for_ten(page: str):
    director = signed_in(house_director())
    asked = {}
    for players in (10, 100, 1000):
        cup = grown(players)
        address = f"/t/{cup.code}/{page}/"
        director.get(address)  # what is kept from the first visit on
        asked[players] = statements(partial(director.get, address))
        assert cup.entries.count() == players
    assert len(set(asked.values())) == 1, asked


def one_action(browser: Client, table: Table) -> int:
    """What a tap costs until it is answered."""
    seat = offered(table).seat
    cost = statements(lambda: tap(browser, table, "call", seat=seat))
    fold_out(table)
    return cost


def test_an_action_asks_as_often_late_in_a_full_hall_as_early_in_an_empty_one():
    asked = {}
    for tables, hands in ((1, 1), (1, 12), (6, 1)):
        table = table_of(running(9 * tables, seats=9))
        browser = tablet_browser(table)
        for _ in range(hands - 1):
            fold_round(table)
        deal(table)
        asked[tables, hands] = one_action(browser, table)
    assert len(set(asked.values())) == 1, asked
    assert max(asked.values()) <= MOST_PER_ACTION
