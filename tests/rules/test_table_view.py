"""What the books want to be seen at every table, on the picture that screens and tablets share."""

from typing import Any

import pytest

from engine import commands, presets
from tables.models import Table
from tables.queries import pictures
from tests.factories import FREEZE_OUT, deal, deck_of, do, hand_at, offered, running, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return table_of(running(4, preset=FREEZE_OUT))


def seats(table: Table) -> dict[int, dict[str, Any]]:
    table.refresh_from_db()
    return {seat["seat"]: seat for seat in pictures.Reading(table).public()["seats"]}


@pytest.mark.rule("adelaide:2")
def test_places_are_numbered_clockwise_from_the_dealers_left(table: Table):
    assert list(seats(table)) == [1, 2, 3, 4]


@pytest.mark.rule("adelaide:1.Pot")
@pytest.mark.rule("adelaide:38")
def test_wagers_lie_before_their_seats_until_the_round_ends_and_then_in_the_pot(table: Table):
    deal(table)
    while offered(table).phase == "bet":
        shown = pictures.Reading(table).public()
        bets = [seat["bet"] for seat in shown["seats"]]
        assert shown["pot_total"] == sum(bets)
        seat = offered(table).seat or 0
        do(table, commands.Check(seat) if offered(table).check.is_allowed else commands.Call(seat))
    do(table, commands.DealBoard())
    shown = pictures.Reading(table).public()
    assert [seat["bet"] for seat in shown["seats"]] == [0, 0, 0, 0]
    assert shown["pots"] == [{"label": "Pot", "amount": 200}]


@pytest.mark.rule("adelaide:74c")
def test_a_folded_hand_shown_to_one_is_shown_to_all(table: Table):
    deal(table)
    folder = offered(table).seat or 0
    do(table, commands.Fold(folder))
    assert seats(table)[folder]["cards"] == []
    do(table, commands.ExposeCards(folder, tuple(deck_of("7h2c")[:2])))
    assert seats(table)[folder]["cards"] == ["7h", "2c"]


@pytest.mark.rule("igr:A.3(j)")
def test_igr_shows_no_folded_hand_during_the_hand():
    table = table_of(running(4, preset=presets.get("igr")))
    deal(table)
    folder = offered(table).seat or 0
    do(table, commands.Fold(folder))
    do(table, commands.ExposeCards(folder, tuple(deck_of("7h2c")[:2])))
    assert seats(table)[folder]["cards"] == []
    while not hand_at(table).is_over:
        do(table, commands.Fold(offered(table).seat or 0))
    assert seats(table)[folder]["cards"] == ["7h", "2c"]
