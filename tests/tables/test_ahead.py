"""What a tablet is given to deal on without network, and what becomes of it when it is back."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client

from engine import game_presets, presets, setup
from engine.hand import Hand
from engine.refusal import Refused
from engine.rulebooks import Rules
from engine.rules.button import Previous
from engine.schedule import Break, Level, Schedule
from engine.setup import Participant, Setup
from tables.models import HandRecord, Table
from tables.queries import ahead, hands, hands_to_come
from tables.services import absences, hand_for_hand, last_hands, penalties, play
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    bust_all_but,
    deal,
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
from tournament.queries import clock as clock_queries
from tournament.services import clock, clock_wishes

pytestmark = pytest.mark.django_db
SOON = NOW + MINUTE


@pytest.fixture
def table() -> Table:
    return table_of(running(4))


def foreseen(table: Table, *out: int) -> dict[str, Any] | None:
    """The hand to come after these have gone out, one in each hand from the last one on."""
    table.refresh_from_db()
    told = json.loads(json.dumps(ahead.coming(table)))
    then, found = told["first"], None
    for seat in out:
        if str(seat) not in then:
            return None
        found = {**told["same"], **told["hands"][then[str(seat)]]}
        then = found["then"]
    return found


def without_stacks(figures: dict[str, Any]) -> dict[str, Any]:
    """All but what each player has left, which the tablet puts in by itself."""
    seats = [[seat, bet, paid, dead] for seat, _, bet, paid, dead, *_ in figures["seats"]]
    kept = {key: figures[key] for key in figures if key not in ("book", "number", "then")}
    return {**kept, "seats": seats}


def dealt_now(table: Table) -> dict[str, Any]:
    begun = deal(table)
    told = json.dumps(ahead.hand(begun, hands.rules_of(table.tournament, begun)))
    found: dict[str, Any] = json.loads(told)
    return found


NOBODY = 0


def test_the_hands_foreseen_are_the_hands_that_are_dealt_even_after_many_orbits(table: Table):
    deal(table)
    told = [foreseen(table, *[NOBODY] * count) for count in (1, 2, 3, 9)]
    fold_out(table)
    for number in range(2, 11):
        begun = dealt_now(table)
        if number in (2, 3, 4, 10):
            wanted = told.pop(0)
            assert wanted is not None
            assert without_stacks(begun) == without_stacks(wanted)
        fold_out(table)


@pytest.mark.parametrize("preset", ["charity", "adelaide", "canberra-e", "fours", "igr"])
def test_whoever_goes_out_and_whenever_the_hands_after_it_are_foreseen(preset: str):
    """The engine itself, asked hand by hand, comes to the same."""
    rules, seats = game_presets.get(preset), [1, 2, 4, 5, 8]
    begun = begin(rules, seats, None)
    first = setup_of(seats, setup.facts(begun))
    then, found = hands_to_come.after(begun, first, rules)
    chance = Random(preset)
    for _ in range(20):
        walk(begun, seats, then, found, rules, chance)


def begin(rules: Rules, seats: list[int], previous: Previous | None) -> Hand:
    return setup.begin(setup_of(seats, previous), rules)[0]


def setup_of(seats: list[int], previous: Previous | None) -> Setup:
    players = tuple([Participant(seat, 5_000) for seat in seats])
    return Setup(1, players, blinds=(50, 100), chip=25, previous=previous)


def walk(
    dealt: Hand,
    seats: list[int],
    then: dict[str, int],
    found: list[hands_to_come.Coming],
    rules: Rules,
    chance: Random,
) -> None:
    """An evening of twelve hands in which players go out, as foreseen and as dealt."""
    left = list(seats)
    for _ in range(12):
        gone = tuple(sorted(chance.sample(left, chance.choice([0, 0, 1, 2]))))
        gone = gone if len(left) - len(gone) > 1 else ()
        left = [seat for seat in left if seat not in gone]
        previous = replace(setup.facts(dealt), busts=gone)
        dealt = begin(rules, left, previous)
        foretold = found[then[hands_to_come.key(gone)]]
        assert ahead.hand(dealt, rules) == {
            **ahead.hand(foretold.dealt, rules),
            "seats": ahead.hand(dealt, rules)["seats"],
        }
        assert [dealt.paid[seat] for seat in left] == [foretold.dealt.paid[seat] for seat in left]
        then = foretold.then


def test_the_hand_after_one_player_went_out_is_foreseen_too():
    table = table_of(running(3))
    deal(table)
    after = foreseen(table, 2)
    assert after is not None
    assert [seat[0] for seat in after["seats"]] == [1, 3]
    later = foreseen(table, NOBODY, NOBODY, 3)
    assert later is not None
    assert [seat[0] for seat in later["seats"]] == [1, 2]


@pytest.mark.rule("adelaide:106c-2")
def test_a_penalty_is_served_in_the_hands_foreseen_and_no_further(table: Table):
    deal(table)
    penalties.give(request(table), seat=2, kind="hands", amount=3, reason="Conduct")
    told = ahead.coming(Table.objects.get(pk=table.pk))
    assert (told["most"], told["why"]) == (3, "")
    after = foreseen(table, NOBODY)
    assert after is not None
    fold_out(table)
    assert without_stacks(dealt_now(table)) == without_stacks(after)
    assert ahead.coming(Table.objects.get(pk=table.pk))["most"] == 2


def test_after_a_misdeal_only_the_hand_that_is_dealt_again_is_foreseen(table: Table):
    deal(table)
    play.undo(request(table))
    table.refresh_from_db()
    told = ahead.coming(table)
    assert (told["most"], bool(told["hands"])) == (1, True)


def test_how_long_minutes_last_is_not_foreseen(table: Table):
    deal(table)
    penalties.give(request(table), seat=2, kind="time", amount=5, reason="Conduct")
    told = ahead.coming(Table.objects.get(pk=table.pk))
    assert (told["most"], told["why"]) == (0, "A penalty in minutes is being served.")


def test_only_as_many_hands_are_foreseen_as_were_announced_as_the_last(table: Table):
    deal(table)
    last_hands.announce(tournament_id=table.tournament_id, hands=4, actor=DIRECTOR, now=SOON)
    assert ahead.coming(table_of(table.tournament))["most"] == 4


def test_a_player_who_is_away_pays_his_blind_in_the_figures():
    """4S deals him no cards, and his chips lie in the pot all the same."""
    table = table_of(running(8, preset=presets.get("fours")))
    deal(table)
    fold_out(table)
    for seat in table.seatings.filter(until__isnull=True, seat__lt=4):
        absences.set_absent(
            table_id=table.pk, seat=seat.seat, is_absent=True, actor=DIRECTOR, now=SOON
        )
    figures = dealt_now(table)
    paid = sum(seat[3] + seat[4] for seat in figures["seats"])
    assert paid == hand_at(table).pot


def test_nothing_is_foreseen_in_hand_for_hand_or_before_the_first_hand():
    cup = running(6, seats=3)
    assert foreseen(table_of(cup), NOBODY) is None
    deal(table_of(cup))
    hand_for_hand.begin(tournament_id=cup.pk, minutes=2, actor=DIRECTOR, now=SOON)
    assert foreseen(table_of(cup), NOBODY) is None
    assert "all tables wait" in ahead.coming(table_of(cup))["why"]


def test_where_losing_hands_are_mucked_first_the_tablet_asks_for_it_alone_too():
    igr = table_of(running(4, preset=presets.get("igr")))
    assert ahead.blank(hands.rules_of_next(igr))["award"]["before"]["name"] == "mucked"


def test_only_the_tablet_of_the_table_and_the_floor_see_what_is_foreseen(table: Table):
    where = f"/t/{table.tournament.code}/tables/1/ahead/"
    assert Client().get(where).status_code == 403
    assert tablet_browser(table).get(where).json()["hands"] == []


def test_the_hands_of_the_next_level_are_foreseen_unless_something_comes_between(table: Table):
    deal(table)
    told = json.loads(json.dumps(ahead.coming(table_of(table.tournament))))
    place, later = told["first"]["0"], told["next"]
    wanted = {**told["same"], **told["hands"][place], **later["hands"][place]}
    fold_out(table)
    clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    table = table_of(table.tournament)
    assert later["level"] == 1
    assert without_stacks(dealt_now(table)) == without_stacks(wanted)
    rows = clock_queries.schedule_of(table.tournament).rows
    for _ in range(next(at for at, row in enumerate(rows) if isinstance(row, Break)) - 2):
        clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    assert ahead.coming(table_of(table.tournament))["next"] is None


# -- heard of late ---------------------------------------------------------------------------------


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
    press = clock_wishes.Press(minutes=10, reason="Lights out")
    clock.act(tournament_id=table.tournament_id, kind=kind, actor=DIRECTOR, now=SOON, press=press)
    before = stored()
    with pytest.raises(Refused, match=why):
        play.start_hand(request(table, now=SOON), row=1)
    assert stored() == before


OMAHA_NEXT = Schedule((Level(20, (25, 50)), Level(100, (25, 50), game="plo")))


def test_a_level_of_another_game_does_not_begin_before_the_clock_says_so():
    table = table_of(running(3, preset=of_two_games()))
    fold_round(table)
    with pytest.raises(Refused, match="The next level has not begun"):
        play.start_hand(request(table), row=1)


def of_two_games() -> presets.Preset:
    return replace(presets.get("canberra-e"), schedule=OMAHA_NEXT, min_players=2)


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
        with pytest.raises(Refused, match="The level is another one now"):
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


def test_a_bust_in_the_hand_known_leaves_the_plan_without_that_player():
    table = table_of(running(4))
    bust_all_but(table, 2)
    assert foreseen(table, NOBODY) is None
