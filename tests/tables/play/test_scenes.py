"""What a process keeps of a table from one bet to the next is what stands there."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.hand import commands
from tables import drawings
from tables.commands import TableCommand
from tables.conduct.services import disputes
from tables.equipment.queries import devices as known
from tables.equipment.services import devices
from tables.models import Device, Table
from tables.play.queries import scenes
from tests.factories import (
    DIRECTOR,
    NOW,
    deal,
    do,
    offered,
    running,
    table_of,
    tablet_browser,
    tap,
)

pytestmark = pytest.mark.django_db(transaction=True)  # nothing is kept while anything is written


@pytest.fixture
def table() -> Table:
    return table_of(running(4))


@pytest.fixture
def tablet(table: Table) -> Client:
    deal(table)
    browser = tablet_browser(table)
    acts(browser, table)
    return browser


def acts(browser: Client, table: Table, kind: str = "call") -> str:
    """What the tablet is answered."""
    answer = tap(browser, table, kind, seat=offered(table).seat)
    assert answer.status_code == 200, answer.content
    return str(answer.content.decode())


def without_time(drawn: str) -> str:
    """But for the moment it was drawn at."""
    return re.sub(r'data-(server-now|left)="\d+"', "", drawn)


def scene_of(table: Table) -> int:
    """How many changes of more than the hand its row counts."""
    return Table.objects.get(pk=table.pk).scene


def anew(work: Callable[[], str]) -> str:
    """The same by a process that has kept nothing."""
    for kept in (scenes._kept, known._tablets, known._places):
        kept.clear()
    return work()


def test_a_bet_reads_nothing_of_the_table_but_its_row(table: Table, tablet: Client):
    table.refresh_from_db()
    sent = {"kind": "call", "seat": offered(table).seat, "version": table.version}
    sent |= {"command_id": str(uuid4())}
    with CaptureQueriesContext(connection) as asked:
        answer = tablet.post(f"/t/{table.tournament.code}/tables/1/command/", sent)
    assert answer.status_code == 200
    read = [one["sql"] for one in asked if one["sql"].startswith("SELECT")]
    assert all('FROM "tables_table"' in sql for sql in read), read
    assert len(read) == 2  # under its lock, and whether it has gone on since


def test_a_bet_at_another_process_is_in_the_story_here(table: Table, tablet: Client):
    here = dict(scenes._kept)
    do(table, commands.Call(offered(table).seat or 0))
    scenes._kept.clear()
    scenes._kept.update(here)
    seen = acts(tablet, table)
    assert without_time(seen) == without_time(anew(lambda: drawings.stored(table.pk).tablet()))


def test_a_call_of_the_floor_is_on_the_tablet_with_the_next_bet(table: Table, tablet: Client):
    assert "The floor has been called" not in acts(tablet, table)
    disputes.call(TableCommand(table.pk, DIRECTOR, NOW), reason="the deck")
    assert "The floor has been called: the deck." in acts(tablet, table)


def test_a_bet_counts_no_change_of_what_is_around_it_and_an_undo_does(table: Table, tablet: Client):
    before = scene_of(table)
    acts(tablet, table)
    assert scene_of(table) == before
    tap(tablet, table, "undo")
    assert scene_of(table) == before + 1


def test_a_tablet_that_is_let_go_by_another_process_is_out_with_its_next_tap(
    table: Table, tablet: Client
):
    kept = dict(known._tablets), dict(known._places)
    devices.revoke(device=Device.objects.get(), actor=DIRECTOR, now=NOW)
    assert (known._tablets, known._places) == kept
    answer = tap(tablet, table, "call", seat=offered(table).seat)
    assert answer.status_code == 403
    assert "Player 1" not in answer.content.decode()


def test_a_tablet_that_was_moved_deals_at_its_new_table_alone(table: Table, tablet: Client):
    other = Table.objects.create(tournament=table.tournament, number=2, seats=table.seats)
    device = Device.objects.get()
    devices.show(device=device, view="", table=other, actor=DIRECTOR, now=NOW)
    answer = tap(tablet, table, "call", seat=offered(table).seat)
    assert answer.status_code == 403
    assert "This tablet belongs to another table." in answer.content.decode()
