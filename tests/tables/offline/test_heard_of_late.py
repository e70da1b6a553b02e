"""Hands that were dealt without network, taken when the tablet is back."""

from dataclasses import replace

import pytest

from engine.refusal import Refused
from engine.schedule.schedule import Break, Level, Schedule
from engine.structure import presets
from engine.structure.law import Preset
from tables.models import HandRecord, Table
from tables.play.services import play
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    fold_out,
    fold_round,
    hand_at,
    request,
    running,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tests.tables.offline.ahead_of_time import HIGH, HIGHER, LOW, PAUSE, SOON, cup, next_row
from tournament.clock.services import buttons, clock

pytestmark = pytest.mark.django_db


@pytest.mark.rule("tda2024:R23")
def test_a_hand_dealt_without_network_before_the_level_changed_keeps_its_level(table: Table):
    fold_round(table)
    blinds = hand_at(table).blinds
    clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    tablet = tablet_browser(table)
    assert tap(tablet, table, "start_hand", level=0).status_code == 200
    assert hand_at(table).blinds == blinds
    levels = HandRecord.objects.filter(table=table).values_list("level", flat=True)
    assert len(set(levels)) == 1
    fold_out(table)
    tap(tablet, table, "start_hand", level=1)
    assert hand_at(table).blinds != blinds


@pytest.mark.rule("tda2024:R23")
def test_hands_of_two_levels_dealt_without_network_are_taken_each_at_its_own(table: Table):
    fold_round(table)
    dealt = [hand_at(table).blinds]
    for _ in range(2):
        clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    for row in (0, 1, 2):
        play.start_hand(request(table), row=row)
        dealt.append(hand_at(table).blinds)
        fold_out(table)
    assert len(set(dealt)) == 3
    assert dealt[0] == dealt[1]
    assert sorted(dealt) == dealt


def test_a_level_that_the_tablet_began_by_itself_is_taken_though_the_clock_here_was_given_time(
    table: Table,
):
    fold_round(table)
    blinds = hand_at(table).blinds
    play.start_hand(request(table), row=1)
    assert hand_at(table).blinds > blinds


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("pause", "No new hand now: the clock is stopped"),
        ("break", "No new hand now: it is a break"),
        ("last_hand", "No new hand now: play is over"),
    ],
)
def test_a_level_not_begun_lets_nobody_deal_while_the_clock_stands(
    table: Table, kind: str, why: str
):
    fold_round(table)
    press = buttons.Press(minutes=10, reason="Lights out")
    clock.act(tournament_id=table.tournament_id, kind=kind, actor=DIRECTOR, now=SOON, press=press)
    before = stored()
    with pytest.raises(Refused, match=why):
        play.start_hand(request(table, now=SOON), row=1)
    assert stored() == before


@pytest.mark.parametrize(
    "rows", [(replace(LOW, race_offs=(25,)), HIGH), (LOW, PAUSE, HIGH), (LOW, HIGH, HIGHER)]
)
def test_no_level_begins_before_the_clock_says_so_if_something_comes_before_it(
    rows: tuple[Level | Break, ...],
):
    table = cup(*rows)
    fold_out(table)
    before = stored()
    row = next(at for at in (1, 2) if rows[at] != HIGH or len(rows) == 2)
    with pytest.raises(Refused, match=r"has not begun|has changed"):
        play.start_hand(request(table), row=row)
    assert stored() == before


@pytest.mark.rule("tda2024:R23")
def test_hands_dealt_alone_before_and_after_a_break_are_taken_each_at_its_level():
    table = cup(LOW, PAUSE, HIGH, HIGHER)
    fold_out(table)
    late = NOW + 60 * MINUTE
    clock.advance_due(late)
    for row, blinds in ((0, (25, 50)), (2, (50, 100)), (3, (100, 200))):
        play.start_hand(request(table, now=late), row=row)
        assert hand_at(table).blinds == blinds
        fold_out(table)


def test_a_hand_dealt_alone_before_a_race_off_is_taken_after_it_fell_due_with_the_small_chips():
    table = cup(replace(LOW, race_offs=(25,)), HIGH)
    chip = hand_at(table).chip
    fold_out(table)
    table = next_row(table)
    play.start_hand(request(table), row=0)
    assert hand_at(table).chip == chip
    fold_out(table)
    with pytest.raises(Refused, match="Race off the 25 chips first"):
        play.start_hand(request(table), row=1)


def test_no_hand_is_taken_that_says_it_was_dealt_in_the_break():
    table = cup(LOW, PAUSE, HIGH)
    fold_out(table)
    late = NOW + 40 * MINUTE
    clock.advance_due(late)
    before = stored()
    with pytest.raises(Refused, match="The level has changed"):
        play.start_hand(request(table, now=late), row=1)
    assert stored() == before


def test_in_the_break_no_hand_of_the_level_after_it_is_taken():
    table = cup(LOW, PAUSE, HIGH)
    fold_out(table)
    late = NOW + 30 * MINUTE
    clock.advance_due(late)
    with pytest.raises(Refused, match="it is a break"):
        play.start_hand(request(table, now=late), row=2)


def of_two_games() -> Preset:
    schedule = Schedule((Level(20, (25, 50)), Level(100, (25, 50), game="plo")))
    return replace(presets.get("canberra-e"), schedule=schedule, min_players=2)


def test_a_hand_heard_of_late_is_of_the_game_of_its_level():
    table = table_of(running(3, preset=of_two_games()))
    fold_round(table)
    clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    play.start_hand(request(table, now=SOON), row=0)
    hand = hand_at(table)
    assert (hand.game, len(hand.hole[1])) == ("nlhe", 2)
    fold_out(table)
    play.start_hand(request(table, now=SOON), row=1)
    assert len(hand_at(table).hole[1]) == 4


@pytest.mark.rule("igr:5.07(a)(iii)")
def test_after_the_hours_of_play_a_hand_heard_of_late_is_not_taken_either():
    table = table_of(running(4, preset=presets.get("igr")))
    fold_round(table)
    late = NOW + 301 * MINUTE
    clock.advance_due(late)
    before = stored()
    with pytest.raises(Refused, match="The hours of play are over") as refused:
        play.start_hand(request(table, now=late), row=0)
    assert refused.value.clause == "igr:5.07(a)(iii)"
    assert stored() == before


def test_once_a_hand_was_dealt_at_the_new_level_none_is_dealt_at_the_old(table: Table):
    fold_round(table)
    clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    fold_round(table)
    before = stored()
    for row in (0, 7):
        with pytest.raises(Refused, match="The level has changed"):
            play.start_hand(request(table), row=row)
    assert stored() == before


def test_a_hand_dealt_before_the_break_is_taken_in_the_break(table: Table):
    fold_round(table)
    late = NOW + 121 * MINUTE
    clock.advance_due(late)
    table = table_of(table.tournament)
    with pytest.raises(Refused, match="it is a break"):
        play.start_hand(request(table, now=late))
    play.start_hand(request(table, now=late), row=0)
    assert not hand_at(table).is_over
