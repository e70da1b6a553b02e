"""What a tablet is given to deal on without network, and what becomes of it when it is back."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client

from engine.hand.setup import Participant, Previous, Setup
from engine.hand.state import Hand
from engine.referee import start
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.schedule.schedule import Break, Level, Schedule
from engine.structure import game_presets, presets
from tables.conduct.services import absences, penalties, serving
from tables.models import HandRecord, Table
from tables.offline.queries import ahead, coming, hands_to_come
from tables.play.queries import hands
from tables.play.services import play
from tables.procedures.services import hand_for_hand, last_hands
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
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import buttons, clock

pytestmark = pytest.mark.django_db
SOON = NOW + MINUTE


@pytest.fixture
def table() -> Table:
    return table_of(running(4))


def foreseen(table: Table, *out: int | str, row: int | None = None) -> dict[str, Any] | None:
    """The hand to come after these have gone out, in one hand each from the last one on."""
    told = told_to(table)
    then, place = told["first"], -1
    for gone in out:
        if str(gone) not in then:
            return None
        place = then[str(gone)]
        then = told["hands"][place][THEN]
    return seated(told, place, row)


THEN = 3  # the last of what is told of a hand


def told_to(table: Table) -> dict[str, Any]:
    table.refresh_from_db()
    told: dict[str, Any] = json.loads(json.dumps(coming.of(table_of(table.tournament))))
    return told


def seated(told: dict[str, Any], place: int, row: int | None) -> dict[str, Any]:
    """A hand as the tablet puts it together: its pattern, what the level changes, its seats."""
    pattern, marker, seats, _ = told["hands"][place]
    later = {level["row"]: level["patterns"] for level in told["rows"]}
    stakes = {} if row is None else later[row][pattern]
    figures = {**told["same"], **told["patterns"][pattern], **stakes}
    seat = dict(enumerate(seats, start=1)) | {-1: -1, 0: 0}
    chip, odd_from, is_one_each = figures["odd"]
    return {
        **figures,
        **{name: seat[figures[name]] for name in ("last_blind", "opener", "actor", "drawer")},
        **{name: [seat[at] for at in figures[name]] for name in ("order", "after", "away")},
        "marker": marker,
        "odd": [chip, marker + odd_from, is_one_each],
        "seats": [[seat[at], *rest] for at, *rest in figures["seats"]],
    }


def without_stacks(figures: dict[str, Any]) -> dict[str, Any]:
    """All but what each player has left, which the tablet puts in by itself."""
    seats = [[seat, bet, paid, dead] for seat, _, bet, paid, dead, *_ in figures["seats"]]
    kept = {key: figures[key] for key in figures if key not in ("book", "number")}
    return {**kept, "seats": seats}


def dealt_now(table: Table) -> dict[str, Any]:
    begun = deal(table)
    return as_told(begun, hands.rules_of(table.tournament, begun))


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
    rules, seats = game_presets.get(preset), [1, 2, 4, 5, 8, 9]
    begun = begin(rules, seats, None)
    first = setup_of(seats, start.facts(begun))
    then, foresight = hands_to_come.after(begun, first, rules)
    told = coming.once(coming.patterns(foresight))
    told |= {"hands": [coming.told(one) for one in foresight.found], "rows": []}
    chance = Random(preset)
    for _ in range(40):
        walk(begun, seats, then, told, chance, rules)


def begin(rules: Rules, seats: list[int], previous: Previous | None) -> Hand:
    return start.begin(setup_of(seats, previous), rules)[0]


def setup_of(seats: list[int], previous: Previous | None) -> Setup:
    players = tuple([Participant(seat, 5_000) for seat in seats])
    return Setup(1, players, blinds=(50, 100), chip=25, previous=previous)


def walk(
    dealt: Hand,
    seats: list[int],
    then: dict[str, int],
    told: dict[str, Any],
    chance: Random,
    rules: Rules,
) -> None:
    """An evening of twelve hands in which players go out, as foreseen and as dealt."""
    left = list(seats)
    for number in range(12):
        most = (0, 1, 2, 3, 4) if number < 2 and left == seats else (0, 0, 1, 2)
        gone = tuple(sorted(chance.sample(left, min(chance.choice(most), len(left) - 2))))
        left = [seat for seat in left if seat not in gone]
        previous = replace(start.facts(dealt), busts=gone)
        dealt = begin(rules, left, previous)
        place = then[hands_to_come.key(gone)]
        told_of = json.loads(json.dumps(seated(told, place, None)))
        assert without_stacks(told_of) == without_stacks(as_told(dealt, rules))
        then = told["hands"][place][THEN]


def as_told(dealt: Hand, rules: Rules) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(json.dumps(ahead.hand(dealt, rules)))
    return figures


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
    told = coming.of(Table.objects.get(pk=table.pk))
    assert (told["most"], told["why"]) == (3, "")
    after = foreseen(table, NOBODY)
    assert after is not None
    fold_out(table)
    assert without_stacks(dealt_now(table)) == without_stacks(after)
    assert coming.of(Table.objects.get(pk=table.pk))["most"] == 2


def test_after_a_misdeal_only_the_hand_that_is_dealt_again_is_foreseen(table: Table):
    deal(table)
    play.undo(request(table))
    table.refresh_from_db()
    told = coming.of(table)
    assert (told["most"], bool(told["hands"])) == (1, True)


@pytest.mark.rule("adelaide:106b")
def test_minutes_are_served_in_the_hands_foreseen_and_over_in_those_after_them(table: Table):
    """The tablet knows both ways on, and when the one becomes the other."""
    deal(table)
    penalties.give(request(table), seat=2, kind="time", amount=5, reason="Conduct")
    told = told_to(table)
    (stage,) = told["served"]
    assert (told["in_minutes"], stage["dead"]) == ([2], [])
    assert stage["since"] == clock_queries.milliseconds(SOON + 5 * MINUTE)
    during = foreseen(table, NOBODY)
    after = let_off(told, told["hands"][told["first"]["0"]][THEN]["0"])
    assert during is not None
    fold_out(table)
    assert without_stacks(dealt_now(table)) == without_stacks(during)
    fold_out(table)
    begun = deal(table, now=SOON + 5 * MINUTE)
    rules = hands.rules_of(table.tournament, begun)
    assert without_stacks(as_told(begun, rules)) == without_stacks(after)
    assert without_stacks(after) != without_stacks(during)


def let_off(told: dict[str, Any], place: int, row: int | None = None) -> dict[str, Any]:
    """A hand to come when the minutes are over."""
    (stage,) = told["served"]
    changed = stage["patterns"] if row is None else stage["rows"][str(row)]
    known = [{**told["same"], **one} for one in told["patterns"]]
    then = [{**one, **different} for one, different in zip(known, changed, strict=True)]
    return seated({**told, "patterns": then}, place, None)


def test_when_the_minutes_are_over_the_levels_after_this_one_are_foreseen_too(table: Table):
    deal(table)
    penalties.give(request(table), seat=2, kind="time", amount=5, reason="Conduct")
    told = told_to(table)
    after = let_off(told, told["first"]["0"], row=1)
    fold_out(table)
    table = next_row(table)
    begun = deal(table, now=SOON + 5 * MINUTE)
    rules = hands.rules_of(table.tournament, begun)
    assert without_stacks(as_told(begun, rules)) == without_stacks(after)


@pytest.mark.rule("adelaide:106b")
def test_a_hand_heard_of_late_has_those_dead_whose_minutes_ran_when_it_was_dealt(table: Table):
    fold_round(table)
    penalties.give(request(table), seat=2, kind="time", amount=5, reason="Conduct")
    late = SOON + 20 * MINUTE
    serving.finish_due(now=late)
    dead = []
    for seats in ([2], [2], []):
        play.start_hand(request(table, now=late), row=0, in_minutes=seats)
        dead.append(2 not in hand_at(table).in_hand())
        fold_out(table)
    assert dead == [True, True, False]
    before = stored()
    with pytest.raises(Refused, match="has served the penalty already"):
        play.start_hand(request(table, now=late), in_minutes=[2])
    assert stored() == before


@pytest.mark.rule("adelaide:106b")
def test_no_tablet_lets_a_player_off_before_the_minutes_are_over(table: Table):
    fold_round(table)
    penalties.give(request(table), seat=2, kind="time", amount=5, reason="Conduct")
    before = stored()
    with pytest.raises(Refused, match="Seat 2 still serves a penalty") as refused:
        play.start_hand(request(table, now=SOON + 4 * MINUTE), in_minutes=[])
    assert refused.value.clause == "adelaide:106b"
    assert stored() == before


def test_nobody_is_dealt_dead_for_minutes_that_were_never_given(table: Table):
    fold_round(table)
    play.start_hand(request(table), in_minutes=[2, 99])
    assert 2 in hand_at(table).in_hand()


def test_the_tablet_names_the_seats_that_serve_minutes_one_after_the_other(table: Table):
    fold_round(table)
    tablet = tablet_browser(table)
    assert tap(tablet, table, "start_hand", in_minutes="2;3").status_code == 422
    assert tap(tablet, table, "start_hand", in_minutes="2,3").status_code == 200


def test_only_as_many_hands_are_foreseen_as_were_announced_as_the_last(table: Table):
    deal(table)
    last_hands.announce(tournament_id=table.tournament_id, hands=4, actor=DIRECTOR, now=SOON)
    assert coming.of(table_of(table.tournament))["most"] == 4


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
    assert "all tables wait" in coming.of(table_of(cup))["why"]


def test_where_losing_hands_are_mucked_first_the_tablet_asks_for_it_alone_too():
    igr = table_of(running(4, preset=presets.get("igr")))
    assert ahead.blank(hands.rules_of_next(igr))["award"]["before"]["name"] == "mucked"


def test_only_the_tablet_of_the_table_and_the_floor_see_what_is_foreseen(table: Table):
    where = f"/t/{table.tournament.code}/tables/1/ahead/"
    assert Client().get(where).status_code == 403
    assert tablet_browser(table).get(where).json()["hands"] == []


# -- the levels after this one ---------------------------------------------------------------------


def cup(*rows: Level | Break, players: int = 3) -> Table:
    """A table that plays this schedule, its first hand in play."""
    preset = replace(presets.get("canberra-e"), schedule=Schedule(rows), min_players=2)
    table = table_of(running(players, preset=preset))
    deal(table)
    return table


def next_row(table: Table) -> Table:
    clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    return table_of(table.tournament)


LOW, HIGH, HIGHER = Level(20, (25, 50)), Level(20, (50, 100)), Level(20, (100, 200), ante=25)
OMAHA = Level(20, (50, 100), game="plo")
PAUSE = Break(15)


@pytest.mark.parametrize(
    "rows",
    [(LOW, HIGH, HIGHER), (LOW, PAUSE, HIGH, PAUSE, HIGHER), (LOW, OMAHA, HIGH), (OMAHA, LOW)],
)
def test_the_hands_of_the_levels_after_this_one_are_foreseen_breaks_and_games_and_all(
    rows: tuple[Level | Break, ...],
):
    table = cup(*rows)
    told = {
        row: foreseen(table, *[NOBODY] * hand, row=row)
        for hand, row in enumerate(levels_after_the_first(rows), start=1)
    }
    fold_out(table)
    for row in range(1, len(rows)):
        table = next_row(table)
        if row in told:
            wanted = told[row]
            assert wanted is not None
            assert without_stacks(dealt_now(table)) == without_stacks(wanted)
            fold_out(table)


def levels_after_the_first(rows: tuple[Level | Break, ...]) -> list[int]:
    return [at for at, row in enumerate(rows) if at and isinstance(row, Level)]


def test_what_is_shown_of_a_break_and_the_level_after_it_is_what_the_server_shows_then():
    table = cup(LOW, PAUSE, HIGHER)
    told = {row["row"]: row for row in told_to(table)["rows"]}
    for row, minutes in ((1, 20), (2, 35)):
        now = NOW + minutes * MINUTE
        clock.advance_due(now)
        face = clock_queries.face(table_of(table.tournament).tournament, now=now)
        shown = {
            name: getattr(face, name) for name in ("row", "blinds_text", "ante_text", "level_name")
        }
        shown |= {"ends_at": face.ends_at_ms, "is_break": face.phase == "break"}
        assert told[row].items() >= shown.items()


def test_in_a_break_the_tablet_is_told_of_the_level_after_it():
    table = cup(LOW, PAUSE, HIGH, HIGHER)
    fold_out(table)
    told = told_to(next_row(table))
    assert (told["level"], told["is_break"]) == (1, True)
    assert [row["row"] for row in told["rows"]] == [2, 3, 4]
    wanted = foreseen(table, NOBODY, row=2)
    table = next_row(table)
    assert wanted is not None
    assert without_stacks(dealt_now(table)) == without_stacks(wanted)


@pytest.mark.parametrize(
    ("rows", "told", "stops"),
    [
        ((LOW, replace(HIGH, race_offs=(25,)), HIGHER), [1], "the race-off comes first"),
        ((replace(LOW, race_offs=(25,)), PAUSE, HIGH), [], "the race-off comes first"),
        ((LOW, PAUSE, HIGH, PAUSE, HIGHER, Level(20, (200, 400))), [1, 2, 3, 4, 5], ""),
        ((LOW, Level(20, ante=25, game="stud")), [], "a game with other blinds"),
    ],
)
def test_the_tablet_is_told_of_as_many_levels_as_need_nobody_and_then_what_comes(
    rows: tuple[Level | Break, ...], told: list[int], stops: str
):
    found = told_to(cup(*rows))
    assert [row["row"] for row in found["rows"]] == told
    assert stops in found["stops"]
    assert bool(stops) == bool(found["stops"])


def test_no_level_is_told_that_play_does_not_reach():
    table = cup(LOW, HIGH, HIGHER)
    press = buttons.Press(finishes_at=NOW + 30 * MINUTE)
    clock.act(
        tournament_id=table.tournament_id, kind="finish_at", actor=DIRECTOR, now=SOON, press=press
    )
    told = told_to(table)
    assert [row["row"] for row in told["rows"]] == [1]
    assert told["rows"][0]["ends_at"] == clock_queries.milliseconds(NOW + 30 * MINUTE)
    assert told["stops"] == "Play is over by the clock."


def test_a_session_that_ends_after_so_much_play_ends_it_for_the_tablet_too():
    table = cup(LOW, PAUSE, HIGH, HIGHER)
    press = buttons.Press(minutes=30)
    clock.act(
        tournament_id=table.tournament_id, kind="play_for", actor=DIRECTOR, now=SOON, press=press
    )
    told = told_to(table)
    assert [row["row"] for row in told["rows"]] == [1, 2]
    assert told["rows"][-1]["ends_at"] == clock_queries.milliseconds(NOW + 45 * MINUTE)
    assert told["stops"] == "Play is over by the clock."


def test_where_something_is_sold_after_the_level_the_desk_comes_first():
    usual = presets.get("canberra-d")
    levels = tuple(replace(row, race_offs=()) for row in usual.schedule.levels)
    preset = replace(usual, schedule=replace(usual.schedule, rows=levels), min_players=2)
    table = table_of(running(4, preset=preset))
    deal(table)
    last = next(at for at, row in enumerate(levels) if row.top_up)
    told = told_to(table)
    assert [row["row"] for row in told["rows"]] == list(range(1, last + 1))
    assert told["stops"] == "First: the top-up at the desk."


# Three or more at once ----------------------------------------------------------------------------


@pytest.mark.parametrize("gone", ["2,3,5", "1,2,4,6", "1,2,3,4,5,7"])
@pytest.mark.parametrize("hand", [1, 2])
def test_any_number_may_go_out_in_the_hand_in_play_or_the_next(gone: str, hand: int):
    table = table_of(running(9, seats=9))
    deal(table)
    out = [gone] if hand == 1 else [NOBODY, gone]
    after = foreseen(table, *out)
    assert after is not None
    staying = [seat for seat in range(1, 10) if str(seat) not in gone.split(",")]
    assert [seat[0] for seat in after["seats"]] == staying
    assert foreseen(table, *out, NOBODY, NOBODY) is not None


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
    with pytest.raises(Refused, match=r"has not begun|another one now"):
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
    with pytest.raises(Refused, match="The level is another one now"):
        play.start_hand(request(table, now=late), row=1)
    assert stored() == before


def test_in_the_break_no_hand_of_the_level_after_it_is_taken():
    table = cup(LOW, PAUSE, HIGH)
    fold_out(table)
    late = NOW + 30 * MINUTE
    clock.advance_due(late)
    with pytest.raises(Refused, match="it is a break"):
        play.start_hand(request(table, now=late), row=2)


def of_two_games() -> presets.Preset:
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
