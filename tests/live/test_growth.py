"""What one action and one page ask of the database does not grow with the hall or the evening."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.growth import history
from engine.hand import commands
from engine.referee.options import BET
from tables.models import Seating, Table
from tests.factories import (
    call_down,
    deal,
    do,
    fold_round,
    hand_at,
    house_director,
    offered,
    running,
    signed_in,
    table_of,
    tablet_browser,
)
from tournament.models import Bust, Tournament

SEATS = 10
# Of one action until its tablet and all who watch are told, BEGIN and COMMIT among them.
MOST = {"deal": 16, "call": 7, "last pot": 20, "last pot, one is out": 34}


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


@pytest.mark.django_db
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


def tapped(browser: Client, table: Table, kind: str, **fields: object) -> int:
    """What a tap costs."""
    table.refresh_from_db()
    address = f"/t/{table.tournament.code}/tables/{table.number}/command/"
    sent = {"kind": kind, "command_id": uuid4(), "version": table.version, **fields}
    answers = []
    cost = statements(lambda: answers.append(browser.post(address, sent)))
    assert answers[0].status_code == 200, answers[0].content
    return cost


def last_pot(browser: Client, table: Table, *, winner: int) -> int:
    """What it costs to pay the pot that ends the hand."""
    call_down(table)
    (pot,) = offered(table).pots
    cost = tapped(browser, table, "award", pot=pot.pot, winners=winner)
    assert hand_at(table).is_over
    return cost


def one_all_in_one_calls(table: Table) -> int:
    """The others fold; who of the two had more chips."""
    stacks, first = list(hand_at(table).stacks), offered(table).seat or 0
    do(table, commands.AllIn(first))
    second = offered(table).seat or 0
    do(table, commands.Call(second))
    while (now_offered := offered(table)).phase == BET:
        do(table, commands.Fold(now_offered.seat or 0))
    return max(first, second, key=stacks.__getitem__)


def two_hands(table: Table) -> dict[str, int]:
    """What their deal, a call and their ends cost: in the second somebody goes out."""
    browser = tablet_browser(table)
    browser.get(f"/t/{table.tournament.code}/tables/{table.number}/tablet/")
    asked = {"deal": tapped(browser, table, "start_hand")}
    asked["call"] = tapped(browser, table, "call", seat=offered(table).seat)
    asked["last pot"] = last_pot(browser, table, winner=1)
    deal(table)
    asked["last pot, one is out"] = last_pot(browser, table, winner=one_all_in_one_calls(table))
    assert Bust.objects.filter(entry__tournament=table.tournament).count() == 1
    return asked


@pytest.mark.django_db(transaction=True)  # who watches is told when it is committed
def test_an_action_asks_as_often_late_in_a_full_hall_as_early_in_an_empty_one():
    asked = {}
    for tables, hands in ((2, 1), (2, 100), (100, 1)):
        table = table_of(grown(SEATS * tables))
        fold_round(table)
        history.lengthen(table, hands)
        asked[tables, hands] = two_hands(table)
    early, late, full = asked.values()
    assert early == late == full, asked
    assert all(early[action] <= most for action, most in MOST.items()), asked
