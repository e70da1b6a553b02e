"""A disk without room as each database says it: refused in words, and nothing is lost by it.

In the evenings of faults no file may grow, which SQLite takes for a broken disk. Here it has
reached the end of it. PostgreSQL has no such limit to set: it is made to say so by a trigger.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tables.models import Table
from tables.play.queries import hands
from tests.factories import MINUTE, NOW, offered, running, table_of, tablet_browser
from tests.faults import audit
from tests.faults.audit import Told
from tests.faults.tablet import Outcome, Tap

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

SAID = {"sqlite": "database or disk is full", "postgresql": "No space left on device"}
FULL = {
    "sqlite": ["VACUUM", "PRAGMA max_page_count = 1"],  # it keeps what it has: no page more
    "postgresql": [
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE disk_full USING MESSAGE = 'No space left on device'; END $$",
        "CREATE TRIGGER no_room BEFORE INSERT ON tables_handevent EXECUTE FUNCTION no_room()",
    ],
}
ROOM = {
    "sqlite": ["PRAGMA max_page_count = 4294967294"],
    "postgresql": ["DROP FUNCTION no_room CASCADE"],
}
SOON = 200  # taps until the last page is full


@contextmanager
def no_room() -> Iterator[None]:
    """The database can grow no more."""
    _say(FULL)
    try:
        yield
    finally:
        _say(ROOM)


def _say(words: dict[str, list[str]]) -> None:
    with connection.cursor() as cursor:
        for statement in words[connection.vendor]:
            cursor.execute(statement)


def next_tap(table: Table) -> Tap:
    """Deal, or fold for whoever is to act."""
    table.refresh_from_db()
    hand = hands.of(table)
    if hand is None or hand.is_over:
        return Tap(table.pk, "start_hand", [], uuid4(), table.version)
    seat = str(offered(table).seat)
    return Tap(table.pk, "fold", [("seat", seat)], uuid4(), table.version)


def send(browser: Client, table: Table, tap: Tap):
    """Send a tap; it is done when the answer says so."""
    where = f"/t/{table.tournament.code}/tables/{table.number}/command/"
    answer = browser.post(where, dict(tap.form))
    if answer.status_code == 200:
        tap.outcome = Outcome.ACCEPTED
    return answer


def test_a_full_disk_is_answered_in_words_and_play_goes_on_once_there_is_room():
    table = table_of(running(3))
    browser, taps = tablet_browser(table), []
    browser.raise_request_exception = False
    with no_room():
        for _ in range(SOON):
            taps.append(next_tap(table))
            if (answer := send(browser, table, taps[-1])).status_code != 200:
                break
    trouble = answer.exc_info[1]
    assert isinstance(trouble, OperationalError)
    assert SAID[connection.vendor] in str(trouble)
    assert "Everything saved before is safe" in answer.text
    assert answer.status_code == 500  # the tablet says so, keeps the tap and sends it again
    assert complaints(table, taps) == [f"Without an answer: {taps[-1].kind} {taps[-1].id}."]
    assert send(browser, table, taps[-1]).status_code == 200
    for _ in range(6):
        taps.append(next_tap(table))
        assert send(browser, table, taps[-1]).status_code == 200
    assert complaints(table, taps) == []


def complaints(table: Table, taps: list[Tap]) -> list[str]:
    """What the audit of an evening of faults says."""
    return audit.complaints(table.tournament, Told(taps), now=NOW + MINUTE)
