"""The state sheet: made as each level begins, printable, and enough to go on from."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine.clock import clock_reading
from engine.clock.clock_state import Phase
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.structure import presets
from tables import tasks
from tables.console.queries.console import ledger
from tables.models import Seating, StateSheet
from tables.records.queries import chain
from tables.sessions.services import state_sheets
from tests.factories import (
    DIRECTOR,
    NOW,
    bust_all_but,
    deal,
    running,
    table_of,
)
from tournament import requests
from tournament.clock.queries import clock as clocks
from tournament.clock.services import clock
from tournament.models import JournalEntry, Tournament
from tournament.prizes.queries import placings

pytestmark = pytest.mark.django_db
LATER = timedelta(minutes=presets.get("adelaide-no-limit").schedule.rows[0].minutes + 1)


@pytest.fixture
def cup() -> Tournament:
    """Six players at two tables."""
    return running(6, seats=3)


def level_of(cup: Tournament) -> int:
    cup.clock.refresh_from_db()
    return clocks.state_of(cup.clock).index


def test_a_sheet_is_made_once_as_each_level_begins(cup: Tournament):
    assert state_sheets.make_due(now=NOW) == 1
    assert state_sheets.make_due(now=NOW) == 0
    clock.advance_due(NOW + LATER)
    assert level_of(cup) == 1
    assert state_sheets.make_due(now=NOW + LATER) == 1
    newest, first = StateSheet.objects.all()
    assert (newest.level, first.level) == (2, 1)
    assert [seat[:2] for seat in newest.seats] == [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3]]
    assert sum(seat[3] for seat in newest.seats) == ledger(cup.pk).issued
    assert JournalEntry.objects.filter(tournament=cup, name="state_sheet.made").count() == 2


def test_nobody_has_to_think_of_it(cup: Tournament):
    timetable = settings.CELERY_BEAT_SCHEDULE.values()
    assert tasks.tidy_up.name in {entry["task"] for entry in timetable}
    tasks.tidy_up()
    assert StateSheet.objects.get(tournament=cup).level == 1


def test_no_sheet_is_made_where_nobody_plays(cup: Tournament):
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert state_sheets.make_due(now=NOW) == 0
    with pytest.raises(Refused, match="not in play"):
        state_sheets.make(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)


def test_the_sheet_is_a_page_to_print_and_a_file(cup: Tournament, director: Client):
    address = f"/t/{cup.code}/state-sheet/"
    assert "No sheet yet" in director.get(address).content.decode()
    assert director.post(f"{address}make/").status_code == 302
    page = director.get(address).content.decode()
    assert "data-print" in page
    assert "Seats and stacks" in page
    assert director.get(f"{address}pdf/").content.startswith(b"%PDF")
    assert "Table,Seat,Player,Chips" in director.get(f"{address}csv/").content.decode()
    assert director.get(f"{address}odt/").status_code == 404
    assert director.get(f"{address}?sheet=99").status_code == 404


def sheet_file(cup: Tournament, director: Client) -> SimpleUploadedFile:
    state_sheets.make(tournament_id=cup.pk, actor=DIRECTOR, now=NOW + LATER)
    content = director.get(f"/t/{cup.code}/state-sheet/csv/").content
    return SimpleUploadedFile("sheet.csv", content)


def seats_of(cup: Tournament) -> list[tuple[int, int, str, int]]:
    seats = Seating.objects.filter(table__tournament=cup, until__isnull=True)
    rows = seats.order_by("table__number", "seat").select_related("entry__player", "table")
    return [(row.table.number, row.seat, row.entry.name, row.entry.stack) for row in rows]


def test_a_tournament_goes_on_from_the_sheet_of_another(cup: Tournament, director: Client):
    bust_all_but(table_of(cup, 1), 2)
    clock.advance_due(NOW + LATER)
    before, places = seats_of(cup), [(one.place, one.name) for one in placings.of(cup)]
    assert len(places) == 2
    answer = director.post(
        "/tournaments/new/state-sheet/",
        {"name": "Again", "preset": "adelaide-no-limit", "file": sheet_file(cup, director)},
    )
    assert answer.status_code == 302, answer.content.decode()
    again = Tournament.objects.exclude(pk=cup.pk).get()
    assert seats_of(again) == before
    assert [(one.place, one.name) for one in placings.of(again)] == places
    assert (again.state, level_of(again)) == (TournamentState.RUNNING, level_of(cup))
    state, here = clocks.state_of(again.clock), clocks.state_of(cup.clock)
    assert state.phase is Phase.PAUSED
    assert state.remaining == clock_reading.remaining(here, NOW + LATER)
    assert ledger(again.pk).ok
    assert chain.verify(again).is_whole
    again.structure["card_steps"] = "shown"  # the deck is not ticked off card by card here
    again.save()
    now = requests.now()
    clock.act(tournament_id=again.pk, kind="resume", actor=DIRECTOR, now=now)
    assert len(deal(table_of(again, 2), now=now).seats) == 3


def test_a_sheet_typed_from_paper_is_enough(director: Client):
    lines = "1, 4, Ann, 12500\n7, 9, Bo, 9000\n3, Cy\n"
    answer = director.post(
        "/tournaments/new/state-sheet/",
        {"name": "Paper", "preset": "friday", "lines": lines, "level": "3", "left": "4:00"},
    )
    assert answer.status_code == 302, answer.content.decode()
    cup = Tournament.objects.get()
    assert seats_of(cup) == [(1, 4, "Ann", 12500), (7, 9, "Bo", 9000)]
    assert [(one.place, one.name) for one in placings.of(cup)] == [(3, "Cy")]
    assert clocks.level_now(cup) == clocks.schedule_of(cup).levels[2]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"lines": "1, 4, Ann"}, "Line 1: write table, seat, name and chips"),
        ({"level": ""}, "Say which level was being played"),
        ({"level": "99"}, "The schedule has no level 99"),
        ({"left": "99:00"}, "Level 3 has no"),
        ({"preset": "none"}, "Choose a preset"),
        ({"name": ""}, "Give the tournament a name"),
        ({"lines": "1, 4, Ann, 5\n1, 40, Bo, 5"}, "Table 1 has no seat 40"),
        ({"lines": "1, 4, Ann\x00, 5\n1, 3, Bo, 5"}, "cannot be stored"),
    ],
)
def test_a_wrong_sheet_is_refused_in_words_and_nothing_is_made(director: Client, changed, why: str):
    said = {"name": "Paper", "preset": "friday", "level": "3", "left": "4:00"}
    said["lines"] = "1, 4, Ann, 12500\n7, 9, Bo, 9000\n"
    answer = director.post("/tournaments/new/state-sheet/", {**said, **changed})
    assert answer.status_code in (409, 422)
    assert why in answer.content.decode().replace("&#x27;", "'")
    assert not Tournament.objects.exists()
