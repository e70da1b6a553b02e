"""A table that closes at the house's discretion is told beforehand (adelaide:80)."""

from typing import Any

import pytest

from engine.refusal import Refused
from engine.structure import presets
from tables.commands import TableCommand
from tables.console.queries import console
from tables.models import Seating
from tables.play.queries import pictures
from tables.seating.queries import seats_page
from tables.seating.services import arrangements, notices, seating
from tables.seating.services.arrangements import Wish
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    fold_out,
    fold_round,
    house_director,
    refreshed,
    running,
    signed_in,
    stored,
    table_of,
)
from tournament.models import Tournament
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db
LATER = NOW + 20 * MINUTE


@pytest.fixture
def cup() -> Tournament:
    """Three and three: table 2 is the next to break, table 1 would be closed at discretion."""
    made = running(7, seats=6)
    gone = table_of(made, 1).seatings.filter(until=None)[0]
    Seating.objects.filter(pk=gone.pk).update(until=NOW)
    return refreshed(made)


def close(cup: Tournament, number: int, **more: Any) -> seating.Broken:
    told: dict[str, Any] = {"actor": DIRECTOR, "now": LATER, **more}
    return seating.break_table(tournament_id=cup.pk, number=number, **told)


def refused(cup: Tournament, number: int, **more: Any) -> str:
    before = stored()
    with pytest.raises(Refused) as refusal:
        close(cup, number, **more)
    assert stored() == before
    return refusal.value.clause


@pytest.mark.rule("adelaide:80")
def test_closing_a_table_sooner_than_its_notice_is_refused_outside_an_emergency(cup: Tournament):
    assert refused(cup, 1) == "adelaide:80"
    notices.give(TableCommand(table_of(cup, 1).pk, DIRECTOR, NOW), minutes=15)
    assert refused(cup, 1, now=NOW + 14 * MINUTE) == "adelaide:80"
    close(cup, 1, now=NOW + 15 * MINUTE)
    assert not table_of(cup, 1).is_open


@pytest.mark.rule("adelaide:80")
def test_the_last_three_rounds_announced_are_notice_enough(cup: Tournament):
    first = table_of(cup, 1)
    deal(first)
    notices.announce_last_hands(TableCommand(first.pk, DIRECTOR, NOW))
    left = []
    for _ in range(3):
        left.append(pictures.message(table_of(cup, 1)))
        assert refused(cup, 1) == "adelaide:80"
        fold_out(first)
        deal(first)
    assert left[0] == "3 more hands, then this table closes."
    waits = close(cup, 1).waits  # the third of them is in play
    assert waits is not None


@pytest.mark.rule("adelaide:80")
def test_an_emergency_closes_it_at_once_and_stays_on_record(cup: Tournament):
    close(cup, 1, emergency="fire alarm in pit 2")
    assert not table_of(cup, 1).is_open
    told = journal.row(cup.journal.get(name="table.emergency")).sentence
    assert told == "closed table 1 without notice: fire alarm in pit 2 (Adelaide rule 80)"


def test_an_emergency_named_during_a_hand_is_kept_with_the_order(cup: Tournament):
    first = table_of(cup, 1)
    deal(first)
    waits = close(cup, 1, emergency="water").waits
    assert waits is not None
    assert waits.reason == "water"


def test_the_table_that_is_next_to_break_has_become_defunct_and_needs_no_notice(cup: Tournament):
    close(cup, 2)
    assert not table_of(cup, 2).is_open


@pytest.mark.rule("adelaide:80")
def test_an_open_table_without_players_is_not_left_without_notice_either(cup: Tournament):
    arrangements.open_table(Wish(cup.pk, DIRECTOR, NOW), number=3)
    before = stored()
    with pytest.raises(Refused) as refusal:
        arrangements.withdraw_table(Wish(cup.pk, DIRECTOR, LATER), number=3)
    assert refusal.value.clause == "adelaide:80"
    assert stored() == before
    notices.give(TableCommand(table_of(cup, 3).pk, DIRECTOR, NOW), minutes=15)
    arrangements.withdraw_table(Wish(cup.pk, DIRECTOR, LATER), number=3)
    assert not table_of(cup, 3).is_open


def test_other_books_leave_it_to_the_house():
    cup = running(7, seats=6, preset=presets.get("charity"))
    gone = table_of(cup, 1).seatings.filter(until=None)[0]
    Seating.objects.filter(pk=gone.pk).update(until=NOW)
    close(cup, 1)
    assert not table_of(cup, 1).is_open


def test_the_console_says_that_a_notice_has_run_out_and_seats_how_it_stands(cup: Tournament):
    notices.give(TableCommand(table_of(cup, 1).pk, DIRECTOR, NOW), minutes=15)
    lines = console.picture(cup, now=NOW + 14 * MINUTE).queue
    assert not any("has run out" in line.text for line in lines)
    lines = console.picture(cup, now=LATER).queue
    assert "The notice to table 1 has run out" in [line.text for line in lines]
    shown = seats_page.picture(cup).tables[0].notice
    assert shown.startswith("This table closes at ")


def test_the_hall_page_announces_the_last_hands_and_takes_it_back(cup: Tournament):
    director = signed_in(house_director())
    url = f"/t/{cup.code}/hall/tables/1/notice/"
    director.post(url, {"minutes": 15, "last_hands": "yes"})
    assert "closes after hand 3" in director.get(f"/t/{cup.code}/hall/").content.decode()
    director.post(url, {"minutes": 0})
    assert "closes after hand" not in director.get(f"/t/{cup.code}/hall/").content.decode()
    fold_round(table_of(cup, 1))
    assert refused(cup, 1) == "adelaide:80"
