"""Tables that record results or counts only, on their tablet."""

from uuid import uuid4

import pytest
from django.test import Client

from tables.models import Table
from tables.play.queries import depth as depths
from tables.play.queries.depth import Depth
from tables.play.services import depth
from tests.factories import (
    DIRECTOR,
    NOW,
    deal,
    fold_out,
    house_browser,
    picture,
    running,
    table_of,
    tablet_browser,
)

pytestmark = pytest.mark.django_db


def recording(kept: Depth) -> Table:
    table = table_of(running(4))
    records(table, kept)
    return table


def records(table: Table, kept: Depth) -> None:
    depth.choose(
        tournament_id=table.tournament_id,
        depth=kept.value,
        only_table=table.number,
        actor=DIRECTOR,
        now=NOW,
    )
    table.refresh_from_db()


def test_where_only_results_are_kept_nobody_is_to_act():
    table = recording(Depth.RESULTS)
    deal(table)
    assert [seat.says for seat in picture(table).table.seats if seat.to_act] == []
    records_every_action = table_of(running(4))
    deal(records_every_action)
    seats = picture(records_every_action).table.seats
    assert [seat.says for seat in seats if seat.to_act] == ["To act"]


def test_where_counts_are_kept_undo_offers_no_hand_played_before():
    table = table_of(running(4))
    deal(table)
    fold_out(table)
    assert picture(table).undo.can
    records(table, Depth.COUNTS)
    assert not picture(table).undo.can


def menu(browser: Client, table: Table) -> str:
    answer = browser.get(f"/t/{table.tournament.code}/tables/1/sheet/menu/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_floor_chooses_at_the_tablet_what_is_recorded_and_a_dealer_asks_for_it():
    table = table_of(running(4))
    assert 'data-command="record"' not in menu(tablet_browser(table), table)
    floor = house_browser()
    assert 'data-fields="depth=results"' in menu(floor, table)
    sent = {"kind": "record", "depth": "results", "command_id": str(uuid4()), "version": 0}
    where = f"/t/{table.tournament.code}/tables/1/command/"
    assert tablet_browser(table).post(where, sent).status_code == 403
    assert floor.post(where, sent).status_code == 200
    table.refresh_from_db()
    assert depths.of(table) is Depth.RESULTS
