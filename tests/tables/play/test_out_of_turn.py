"""A wager before its turn: held whole, judged by the limit when its turn comes."""

from dataclasses import replace

import pytest
from django.test import Client

from engine.amounts import figure
from engine.referee import reports
from engine.structure import presets
from engine.structure.law import Preset
from tables.models import Table
from tests.factories import call_down, hand_at, running, table_of, tablet_browser, tap
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db
OMAHA = replace(presets.get("canberra-c"), starting_stack=5000, min_players=2)
LIMIT = replace(presets.get("canberra-i"), starting_stack=5000, min_players=2)


def on_the_flop(preset: Preset) -> tuple[Client, Table]:
    """Four players have come in for the blind; the flop lies."""
    table = table_of(running(4, preset=preset))
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    while (seat := hand_at(table).actor) >= 0:
        owes = hand_at(table).bets[seat] < hand_at(table).bet_to_match
        tap(tablet, table, "call" if owes else "stand", seat=seat)
    tap(tablet, table, "board")
    return tablet, table


def bets_early(tablet: Client, table: Table, amount: int) -> int:
    """The third to act puts chips out before the first has spoken."""
    third = hand_at(table).order[2]
    answer = tap(
        *(tablet, table, "happened"),
        what=reports.OUT_OF_TURN,
        seat=third,
        action="bet",
        amount=amount,
    )
    assert answer.status_code == 200
    return third


@pytest.mark.rule("canberra:17.4")
@pytest.mark.rule("canberra:17.4/excess")
def test_a_wager_out_of_turn_was_cut_to_the_limit_before_its_turn_came():
    tablet, table = on_the_flop(OMAHA)
    pot = hand_at(table).pot
    early = bets_early(tablet, table, 3 * pot)
    first, second = hand_at(table).order[:2]
    tap(tablet, table, "raise_to", seat=first, amount=pot)
    tap(tablet, table, "call", seat=second)
    hand = hand_at(table)
    assert (hand.bets[early], hand.bet_to_match) == (3 * pot, 3 * pot), (
        "by now it is within the pot"
    )


@pytest.mark.rule("canberra:17.4/excess")
def test_the_excess_of_a_wager_out_of_turn_went_back_without_a_word():
    tablet, table = on_the_flop(LIMIT)
    unit = hand_at(table).unit
    early = bets_early(tablet, table, 10 * unit)
    first, second = hand_at(table).order[:2]
    tap(tablet, table, "check", seat=first)
    page = tap(tablet, table, "check", seat=second).content.decode()
    returned = f"{figure(9 * unit)} go back"
    assert returned in page
    assert hand_at(table).bets[early] == unit
    (line,) = [
        journal.row(entry).sentence
        for entry in journal.newest_first(table.tournament_id)
        if returned in journal.row(entry).sentence
    ]
    assert "Canberra 17.4" in line


@pytest.mark.rule("adelaide:68a")
def test_a_second_act_out_of_turn_was_refused_without_its_clause():
    table = table_of(running(4))
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    early = next(seat for seat in hand_at(table).order if seat != hand_at(table).actor)
    again = {"what": reports.OUT_OF_TURN, "seat": early, "action": "call"}
    assert tap(tablet, table, "happened", **again).status_code == 200
    answer = tap(tablet, table, "happened", **again)
    assert answer.status_code == 409
    refusal = answer.content.decode().split("data-refusal>")[1].split("</p>")[0]
    assert "already acted out of turn" in refusal
    assert 'data-clause="adelaide:68a"' in refusal
    call_down(table)
