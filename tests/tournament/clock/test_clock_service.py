"""The director's buttons on the clock, and what falls due by itself."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from engine.refusal import Refused
from engine.schedule.schedule import Level, Schedule
from engine.structure import presets
from tables.play.queries import hands
from tables.results.services import endings
from tables.seating.services import seating
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    award_to,
    bust_all_but,
    count_chips,
    deal,
    entry_in,
    refreshed,
    registering,
    running,
    seated,
    set_stacks,
    stored,
    table_of,
)
from tournament import tasks
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.clock.services.buttons import ENDS, WISHES, Press
from tournament.models import Clock, Licence, Tournament
from tournament.prizes.queries import placings
from tournament.records.queries import journal as journal_queries
from tournament.setup.services import tournaments

IGR = presets.get("igr")
ONE_LEVEL = Schedule((Level(400, blinds=(25, 50)),))  # no chip leaves play
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def press(tournament: Tournament, kind: str, *, at: timedelta = MINUTE, **more) -> Clock:
    said = Press(**more)
    return clock.act(
        tournament_id=tournament.pk, kind=kind, actor=DIRECTOR, now=NOW + at, press=said
    )


def shown(tournament: Tournament, at: timedelta = MINUTE) -> clock_queries.ClockPicture:
    return clock_queries.picture(refreshed(tournament), now=NOW + at)


def due_at(tournament: Tournament) -> datetime:
    due = Clock.objects.get(pk=tournament.pk).due_at
    assert due is not None
    return due


def test_a_pause_costs_no_play():
    cup = running(3)
    left = shown(cup).seconds_left or 0
    press(cup, "pause")
    assert shown(cup, 30 * MINUTE).phase == "paused"
    assert shown(cup, 30 * MINUTE).seconds_left == left
    press(cup, "resume", at=31 * MINUTE)
    assert shown(cup, 31 * MINUTE).seconds_left == left


@pytest.mark.parametrize(
    ("kinds", "phase", "level"),
    [
        (["next"], "play", "Level 2"),
        (["next", "previous"], "play", "Level 1"),
        (["break"], "break", "Level 1"),
        (["break", "back"], "play", "Level 1"),
        (["pause", "next"], "paused", "Level 2"),
    ],
)
def test_buttons_move_the_clock_and_the_journal_tells_it(kinds, phase: str, level: str):
    cup = running(3)
    for kind in kinds:
        press(cup, kind)
    assert (shown(cup).phase, shown(cup).level_name) == (phase, level)
    told = cup.journal.filter(name__in=[f"clock.{kind}" for kind in kinds])
    assert [line.by for line in told] == [DIRECTOR.name] * len(kinds)
    assert shown(cup).version == 1 + len(kinds)


def test_a_minute_is_added_and_taken():
    cup = running(3)
    left = shown(cup).seconds_left or 0
    press(cup, "add", minutes=1)
    assert shown(cup).seconds_left == left + 60
    press(cup, "take", minutes=1)
    press(cup, "take", minutes=1)
    assert shown(cup).seconds_left == left - 60


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("resume", "cannot resume"),
        ("back", "cannot come back from a break"),
        ("previous", "This is the first level"),
        ("sing", "Unknown clock command"),
        ("", "Unknown clock command"),
        ("start", "Unknown clock command"),
    ],
)
def test_a_button_that_makes_no_sense_now_changes_nothing(kind: str, why: str):
    cup = running(3)
    before = stored()
    with pytest.raises(Refused, match=why):
        press(cup, kind)
    assert stored() == before


def test_a_button_pressed_on_an_older_picture_changes_nothing():
    cup = running(3)
    seen = shown(cup).version
    press(cup, "next", version=seen)
    before = stored()
    with pytest.raises(Refused, match="The clock has changed"):
        press(cup, "next", version=seen)
    assert stored() == before


def test_a_button_that_is_sent_twice_counts_once():
    cup = running(3)
    seen, same = shown(cup).version, uuid4()
    press(cup, "next", version=seen, command_id=same)
    before = stored()
    press(cup, "next", version=seen, command_id=same)
    assert stored() == before
    assert shown(cup).level_name == "Level 2"


@pytest.mark.parametrize("stage", [lambda: registering(3), lambda: seated(3)])
@pytest.mark.parametrize("kind", sorted({*WISHES} - ENDS))
def test_no_button_starts_or_moves_the_clock_before_play_begins(stage, kind: str):
    cup = stage()
    before = stored()
    with pytest.raises(Refused, match="Play has not begun"):
        press(cup, kind)
    assert stored() == before


def test_no_button_moves_the_clock_of_a_tournament_that_was_called_off():
    cup = running(3)
    tournaments.cancel(tournament_id=cup.pk, actor=DIRECTOR, now=NOW, reason="flood")
    before = stored()
    with pytest.raises(Refused, match="The tournament is cancelled"):
        press(cup, "resume")
    assert stored() == before


def test_a_level_changes_when_it_is_due_and_is_written_at_its_due_time():
    cup = running(3)
    due = due_at(cup)
    assert clock.advance_due(due - timedelta(microseconds=1)) == 0
    assert clock.advance_due(due + 3 * MINUTE) == 1
    line = cup.journal.filter(name="clock.level_started").order_by("-sequence")[0]
    assert (line.at, line.by) == (due, "clockwork")
    assert shown(cup, due - NOW).level_name == "Level 2"


def test_a_second_sweep_at_the_same_time_does_nothing():
    cup = running(3)
    due = due_at(cup)
    clock.advance_due(due)
    before = stored()
    assert clock.advance_due(due) == 0
    assert stored() == before


def test_an_outage_of_hours_is_caught_up_in_one_sweep():
    cup = running(3)
    clock.advance_due(NOW + 180 * MINUTE)
    told = cup.journal.filter(name__in=["clock.level_started", "clock.break_started"])
    times = [line.at for line in told]
    assert times == sorted(times)
    assert len(times) > 3
    assert due_at(cup) > NOW + 180 * MINUTE


def test_every_tournament_has_its_own_due_time():
    first, second = running(3), running(3)
    press(second, "add", minutes=1)
    due = due_at(first)
    assert clock.advance_due(due) == 1
    assert shown(second).level_name == "Level 1"


def test_a_paused_clock_is_never_due():
    cup = running(3)
    press(cup, "pause")
    assert clock.advance_due(NOW + 600 * MINUTE) == 0


def test_what_is_due_before_the_next_sweep_gets_a_nudge_of_its_own(monkeypatch):
    cup = running(3)
    due = due_at(cup)
    asked = []
    monkeypatch.setattr(tasks.nudge, "apply_async", lambda **when: asked.append(when["eta"]))
    monkeypatch.setattr(timezone, "now", lambda: due - timedelta(seconds=1))
    tasks.advance_clocks()
    assert asked == [due]
    monkeypatch.setattr(timezone, "now", lambda: due)
    tasks.nudge()
    assert shown(cup, due - NOW).level_name == "Level 2"


def test_the_last_level_of_a_schedule_that_stays_promises_no_next_one():
    cup = running(8, preset=presets.get("fours"))
    for _ in range(15):
        press(cup, "next")
    assert (shown(cup).level_name, shown(cup).next_text) == ("Level 16", "Last level")


def test_the_next_break_is_counted_down_to():
    cup = running(3)
    first, later = shown(cup).next_break_in, shown(cup, 2 * MINUTE).next_break_in
    assert (first or 0) - (later or 0) == 60


# -- time-outs, breaks of minutes, reasons ---------------------------------------------------------


@pytest.mark.parametrize(("kind", "phase"), [("pause", "paused"), ("break", "break")])
def test_a_time_out_or_a_break_of_minutes_ends_itself(kind: str, phase: str):
    cup = running(3)
    left = shown(cup).seconds_left or 0
    press(cup, kind, minutes=5)
    halfway = shown(cup, 3 * MINUTE)
    assert (halfway.phase, halfway.is_timed, halfway.seconds_left) == (phase, True, 180)
    assert halfway.waits_text == f"Level 1: {left // 60}:00 left"
    assert clock.advance_due(NOW + 6 * MINUTE) == 1
    assert shown(cup, 6 * MINUTE).seconds_left == left
    line = cup.journal.order_by("-sequence")[0]
    assert (line.name, line.at) == ("clock.play_resumed", NOW + 6 * MINUTE)


def test_a_stop_for_a_dispute_says_why_on_the_screens_until_it_is_resolved():
    cup = running(3)
    press(cup, "pause", reason="dispute at table 1")
    assert shown(cup).message == "Dispute at table 1"
    with pytest.raises(Refused, match="dispute at table 1"):
        hands.check_may_start(table_of(cup), now=NOW + MINUTE)
    press(cup, "resume", at=9 * MINUTE)
    assert shown(cup, 9 * MINUTE).message == ""


@pytest.mark.parametrize(
    ("kind", "said", "why"),
    [
        ("pause", {"minutes": 0}, "1 to 1,440 minutes"),
        ("break", {"minutes": 0}, "1 to 1,440 minutes"),
        ("break", {"minutes": 10**12}, "1 to 1,440 minutes"),
        ("add", {"minutes": 0}, "1 to 1,440 minutes"),
        ("add", {}, "Give the number of minutes"),
        ("take", {"minutes": 29}, "29:00 minutes are left"),
        ("take", {"minutes": 500}, "29:00 minutes are left"),
        ("pause", {"reason": "x" * 121}, "at most 120 characters"),
        ("finish_at", {}, "Give the time when"),
        ("play_for", {}, "Give the number of minutes"),
        ("undo", {}, "Nothing to undo"),
        ("play_on", {}, "cannot reopen"),
    ],
)
def test_a_press_that_says_too_much_or_too_little_changes_nothing(kind, said, why: str):
    cup = running(3)
    before = stored()
    with pytest.raises(Refused, match=why):
        press(cup, kind, **said)
    assert stored() == before


# -- the end of play -------------------------------------------------------------------------------


@pytest.mark.rule("igr:1.01(c)")
def test_a_book_that_wants_a_finishing_time_does_not_start_without_one():
    cup = seated(3, preset=IGR)
    before = stored()
    with pytest.raises(Refused, match="A finishing time is needed"):
        seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    assert stored() == before
    press(cup, "finish_at", finishes_at=NOW + 120 * MINUTE)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW + MINUTE)
    with pytest.raises(Refused, match="A finishing time is needed"):
        press(cup, "no_finish")


@pytest.mark.rule("adelaide:88h")
@pytest.mark.parametrize("kind", ["finish_at", "play_for"])
def test_the_length_of_a_session_is_fixed_before_it_starts(kind: str):
    cup = seated(3)
    said: dict[str, Any] = {"minutes": 90, "finishes_at": NOW + 90 * MINUTE}
    press(cup, kind, **said)
    assert shown(cup).finish_text.startswith("Play ends")
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW + MINUTE)
    before = stored()
    with pytest.raises(Refused, match="its end is fixed"):
        press(cup, kind, **said)
    assert stored() == before


@pytest.mark.rule("igr:A.2(ii)(ii)")
def test_play_ends_at_the_finishing_time_and_the_last_hand_is_played_out():
    cup = running(3, preset=IGR)
    table = table_of(cup)
    deal(table)
    clock.advance_due(NOW + 301 * MINUTE)
    assert (cup.journal.order_by("-sequence")[0].name, cup.journal.order_by("-sequence")[0].at) == (
        "clock.play_finished",
        NOW + 300 * MINUTE,
    )
    with pytest.raises(Refused, match="Table 1 still plays its last hand"):
        endings.finish_by_chips(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    award_to(table, 1)
    with pytest.raises(Refused, match="play is over"):
        deal(table_of(cup))


@pytest.mark.rule("igr:A.2(jj)(ii)")
def test_at_the_finishing_time_the_chips_decide_the_places():
    cup = running(3, preset=replace(IGR, schedule=ONE_LEVEL))
    set_stacks(table_of(cup), {1: 7000, 2: 1000, 3: 7000})
    clock.advance_due(NOW + 300 * MINUTE)
    count_chips(cup, now=NOW + 301 * MINUTE)
    endings.finish_by_chips(tournament_id=cup.pk, actor=DIRECTOR, now=NOW + 301 * MINUTE)
    ended = refreshed(cup)
    assert [placing.place for placing in placings.of(ended)] == [1, 1, 3]
    winners = {entry_in(table_of(cup), seat).name for seat in (1, 3)}
    assert set(shown(cup).winner_name.split(", ")) == winners


def test_chips_decide_nothing_while_the_clock_runs():
    cup = running(3)
    before = stored()
    with pytest.raises(Refused, match="The clock is still running"):
        endings.finish_by_chips(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    assert stored() == before


def test_the_last_hand_is_announced_and_taken_back():
    cup = running(3)
    press(cup, "last_hand")
    assert (shown(cup).phase, shown(cup).is_over) == ("finished", False)
    with pytest.raises(Refused, match="finished: it cannot go to the next level"):
        press(cup, "next")
    press(cup, "undo", at=2 * MINUTE)
    assert shown(cup, 2 * MINUTE).phase == "play"


def test_play_goes_on_after_a_length_of_play_if_the_director_says_so():
    cup = running(3, preset=presets.get("charity"))
    press(cup, "play_for", minutes=60)
    clock.advance_due(NOW + 70 * MINUTE)
    press(cup, "play_on", at=71 * MINUTE)
    assert shown(cup, 71 * MINUTE).phase == "paused"
    assert shown(cup, 71 * MINUTE).finish_text == ""


@pytest.mark.rule("igr:1.01(c)")
@pytest.mark.rule("igr:5.07(a)(iii)")
def test_igr_plays_on_only_to_a_new_finishing_time_within_the_hours():
    cup = running(3, preset=IGR)
    Licence.objects.filter(pk=cup.pk).update(finishes_at=NOW + 360 * MINUTE)
    clock.advance_due(NOW + 300 * MINUTE)
    before = stored()
    for until, clause in ((None, "igr:1.01(c)"), (NOW + 11 * 60 * MINUTE, "igr:5.07(a)(ii)")):
        with pytest.raises(Refused) as refusal:
            press(cup, "play_on", at=301 * MINUTE, finishes_at=until)
        assert refusal.value.clause == clause
    assert stored() == before
    press(cup, "play_on", at=301 * MINUTE, finishes_at=NOW + 360 * MINUTE)
    press(cup, "resume", at=302 * MINUTE)
    assert shown(cup, 303 * MINUTE).phase == "play"
    clock.advance_due(NOW + 360 * MINUTE)
    assert shown(cup, 360 * MINUTE).phase == "finished"


def test_a_finishing_time_that_lies_ahead_stays_when_play_goes_on():
    cup = running(3, preset=IGR)
    press(cup, "last_hand")
    press(cup, "play_on", at=2 * MINUTE)
    press(cup, "resume", at=3 * MINUTE)
    assert due_at(cup) <= NOW + 300 * MINUTE
    clock.advance_due(NOW + 300 * MINUTE)
    assert shown(cup, 300 * MINUTE).phase == "finished"


@pytest.mark.rule("igr:5.07(a)(iii)")
def test_no_hand_starts_after_the_hours_or_without_a_finishing_time_though_the_clock_runs():
    cup, late = running(3, preset=replace(IGR, schedule=ONE_LEVEL)), NOW + 301 * MINUTE
    clock.advance_due(NOW + 300 * MINUTE)
    count_chips(cup, now=NOW + 301 * MINUTE)
    endings.finish_by_chips(tournament_id=cup.pk, actor=DIRECTOR, now=late)
    tournaments.reopen(tournament_id=cup.pk, actor=DIRECTOR, now=late)
    clock.act(tournament_id=cup.pk, kind="resume", actor=DIRECTOR, now=late)
    with pytest.raises(Refused, match="Set a finishing time") as refusal:
        hands.check_may_start(table_of(cup), now=late)
    assert refusal.value.clause == "igr:1.01(c)"


# -- taking back -----------------------------------------------------------------------------------

MOVES = [
    ("pause", {"reason": "dispute"}),
    ("pause", {"minutes": 5}),
    ("break", {}),
    ("break", {"minutes": 5}),
    ("next", {}),
    ("add", {"minutes": 7}),
    ("take", {"minutes": 7}),
    ("last_hand", {}),
]


@pytest.mark.parametrize(("kind", "said"), MOVES)
@pytest.mark.parametrize("later", [2, 40])
def test_what_is_taken_back_was_never_said(kind: str, said: dict[str, Any], later: int):
    cup, untouched = running(3), running(3)
    press(cup, kind, **said)
    clock.advance_due(NOW + (later - 1) * MINUTE)
    press(cup, "undo", at=later * MINUTE)
    clock.advance_due(NOW + later * MINUTE)
    assert refreshed(cup).clock.state == refreshed(untouched).clock.state
    line = cup.journal.get(name="clock.undo")
    assert line.data["undone"] == kind
    assert f"({clock_queries.MOVE_WORDS[kind]})" in journal_queries.row(line).sentence


def test_every_press_that_can_be_taken_back_is_named_in_words():
    kinds = {*WISHES, *clock.OWN_BUTTON}
    assert kinds <= {*clock_queries.MOVE_WORDS, *clock_queries.OWN_MOVE_WORDS}
    assert not any("_" in clock_queries.move_words(kind) for kind in kinds)


# The other buttons, each after what makes it possible.
LONG: dict[str, Any] = {"minutes": 90}
AFTER = [
    (("pause", {}), "resume", {}),
    (("next", {}), "previous", {}),
    (("break", {}), "back", {}),
    (("add", {"minutes": 1}), "finish_at", {"finishes_at": NOW + 100 * MINUTE}),
    (("add", {"minutes": 1}), "play_for", LONG),
    (("play_for", LONG), "no_finish", {}),
    (("last_hand", {}), "play_on", {}),
]


def test_every_button_is_taken_back_here():
    assert {kind for kind, _ in MOVES} | {kind for _, kind, _ in AFTER} == set(WISHES)


@pytest.mark.parametrize(("first", "kind", "said"), AFTER)
def test_what_is_taken_back_after_something_else_leaves_that_as_it_was(first, kind, said):
    cups = [running(3, preset=presets.get("charity")) for _ in range(2)]
    for cup in cups:
        press(cup, first[0], **first[1])
    press(cups[0], kind, at=2 * MINUTE, **said)
    press(cups[0], "undo", at=3 * MINUTE)
    states = [refreshed(cup).clock.state for cup in cups]
    assert states[0] == states[1]


def test_a_finishing_time_set_before_the_start_can_be_taken_back():
    cup = seated(3, preset=IGR)
    press(cup, "finish_at", finishes_at=NOW + 200 * MINUTE)
    press(cup, "undo", at=2 * MINUTE)
    assert shown(cup).finish_text == ""
    with pytest.raises(Refused, match="Nothing to undo"):
        press(cup, "undo", at=3 * MINUTE)


def test_play_on_that_is_taken_back_brings_the_last_hands_back():
    cup = running(3)
    clock.set_last_hands(tournament_id=cup.pk, hands=2)
    press(cup, "last_hand")
    press(cup, "play_on", at=2 * MINUTE)
    assert refreshed(cup).clock.last_hands is None
    press(cup, "undo", at=3 * MINUTE)
    assert refreshed(cup).clock.last_hands == 2


@pytest.mark.parametrize(("kind", "said"), MOVES)
def test_a_level_change_that_came_in_both_stories_is_told_once(kind: str, said: dict[str, Any]):
    cup = running(3)
    press(cup, kind, **said)
    clock.advance_due(NOW + 40 * MINUTE)
    press(cup, "undo", at=40 * MINUTE)
    told = [line.data["index"] for line in cup.journal.filter(name="clock.level_started")]
    assert told == sorted(set(told))
    assert told[:2] == [0, 1]


def test_moves_are_taken_back_one_by_one_and_no_further_than_the_start():
    cup = running(3)
    for kind in ("next", "pause", "resume"):
        press(cup, kind)
    labels = [clock_queries.undo_label(refreshed(cup).clock)]
    for _ in range(3):
        press(cup, "undo")
        labels.append(clock_queries.undo_label(refreshed(cup).clock))
    assert labels == ["Undo resume", "Undo pause", "Undo next level", ""]
    assert shown(cup).level_name == "Level 1"
    with pytest.raises(Refused, match="Nothing to undo"):
        press(cup, "undo")


def told(cup: Tournament, name: str) -> list[tuple[int, datetime]]:
    lines = cup.journal.filter(name=name).order_by("sequence")
    return [(line.data["index"], line.at) for line in lines]


def test_a_level_that_began_by_itself_is_told_after_two_moves_were_taken_back():
    cup = running(3)
    press(cup, "pause")
    press(cup, "next", at=2 * MINUTE)
    press(cup, "undo", at=3 * MINUTE)
    press(cup, "undo", at=40 * MINUTE)
    assert shown(cup, 40 * MINUTE).level_name == "Level 2"
    assert told(cup, "clock.level_started")[-1] == (1, NOW + 30 * MINUTE)


def test_a_race_off_that_fell_due_by_itself_is_told_again_after_two_undos():
    cup = running(3, preset=replace(presets.get("canberra-e"), min_players=2))
    press(cup, "pause", at=80 * MINUTE)
    press(cup, "next", at=81 * MINUTE)
    assert told(cup, "clock.race_off_fell_due") == [(2, NOW + 81 * MINUTE)]
    press(cup, "undo", at=82 * MINUTE)
    press(cup, "undo", at=95 * MINUTE)
    assert cup.journal.filter(name="clock.race_off_closed").count() == 1
    assert told(cup, "clock.race_off_fell_due")[1:] == [(2, NOW + 90 * MINUTE)]


def test_what_fell_due_in_both_stories_is_told_once_however_much_is_taken_back():
    cup = running(3)
    for kind in ("add", "take"):
        press(cup, kind, minutes=1)
    clock.advance_due(NOW + 35 * MINUTE)
    for _ in range(2):
        press(cup, "undo", at=36 * MINUTE)
    assert [index for index, _ in told(cup, "clock.level_started")] == [0, 1]


def test_what_was_said_before_a_finish_is_not_taken_back_after_it():
    cup = running(2)
    press(cup, "next")
    bust_all_but(table_of(cup), 1)
    tournaments.reopen(tournament_id=cup.pk, actor=DIRECTOR, now=NOW + 2 * MINUTE)
    with pytest.raises(Refused, match="Nothing to undo"):
        press(cup, "undo", at=3 * MINUTE)


def test_the_journal_says_from_what_to_what():
    cup = running(3)
    press(cup, "next")
    press(cup, "pause", at=2 * MINUTE, minutes=5, reason="dispute")
    said = [journal_queries.row(line).sentence for line in cup.journal.all()]
    assert (
        "went to the next level: level 1 (25 / 50) running, 29:00 left, "
        "now level 2 (50 / 100) running, 30:00 left"
    ) in said
    assert "level 2 (50 / 100) began, after level 1 (25 / 50)" in said
    assert (
        "paused the clock (for 5 min, dispute): level 2 (50 / 100) running, 29:00 left, "
        "now level 2 (50 / 100) stopped, 29:00 left"
    ) in said
