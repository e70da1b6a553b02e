"""The schedule's editor: rows, sentences, templates, and what has begun."""

from dataclasses import replace

import pytest
from django.http import QueryDict
from django.test import Client

from engine.refusal import Refused
from engine.schedule.schedule import Break, Doubling, Level, Schedule, Staying
from engine.structure import presets
from tables.seating.services import seating
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    house_director,
    refreshed,
    registering,
    running,
    seated,
    signed_in,
    somebody,
    stored,
)
from tournament.clock.queries import clock as clock_queries
from tournament.clock.queries import structure as structure_queries
from tournament.clock.services import clock
from tournament.models import ScheduleTemplate, Tournament
from tournament.permissions import Forbidden, Role
from tournament.setup import schedule_sheet
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.schedule_sheet import Sheet
from tournament.setup.services import schedules, tournaments

pytestmark = pytest.mark.django_db

SHORT = Schedule(
    (Level(15, (25, 50)), Break(5, "tea"), Level(15, (50, 100), race_offs=(25,))), Doubling(15)
)


def of(cup: Tournament) -> Schedule:
    return clock_queries.schedule_of(refreshed(cup))


def change(cup: Tournament, schedule: Schedule, *, seen: str | None = None) -> None:
    schedules.change(
        tournament_id=cup.pk,
        schedule=schedule,
        seen=schedule_queries.stamp(of(cup)) if seen is None else seen,
        actor=DIRECTOR,
        now=NOW + MINUTE,
        reason="the hall closes sooner",
    )


def body(sheet: Sheet, do: str = "", **more: object) -> dict[str, object]:
    """The editor's form as a browser sends it."""
    columns = {name: [row[name] for row in sheet.rows] for name in schedule_sheet.FIELDS}
    return {**columns, "every": sheet.every, "do": do, **more}


@pytest.mark.rule("canberra:4.3")
@pytest.mark.rule("canberra:4.3(g)")
def test_canberras_blinds_are_fixed_before_play_and_not_edited_afterwards():
    cup = seated(3, preset=replace(presets.get("canberra-i"), min_players=2))
    planned = Schedule((Level(40, (50, 100)), Level(40, (100, 200))))
    change(cup, planned)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    before = stored()
    with pytest.raises(Refused) as caught:
        change(cup, Schedule((planned.rows[0], Level(40, (200, 400)))))
    assert (caught.value.clause, stored()) == ("canberra:4.3", before)
    page = signed_in(house_director()).get(f"/t/{cup.code}/schedule/").content.decode()
    assert "levels are fixed (Canberra 4.3)" in page
    assert "The tournament is over" not in page
    assert "Save schedule" not in page


# -- the service -----------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [registering, seated])
def test_before_the_first_hand_everything_can_be_changed(stage):
    cup = stage(3)
    change(cup, SHORT)
    assert of(cup) == SHORT
    shown = clock_queries.picture(refreshed(cup), now=NOW)
    assert (shown.seconds_left, shown.blinds_text) == (15 * 60, "25 / 50")
    line = cup.journal.last()
    assert (line.name, line.data["became"]["doubling_every"]) == ("schedule.changed", 15)


def test_later_only_rows_that_have_not_begun():
    cup = running(3)
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE)
    before, current = stored(), of(cup)
    for index in (0, 1):
        rows = list(current.rows)
        rows[index] = replace(rows[index], minutes=7)
        with pytest.raises(Refused, match="has begun cannot change"):
            change(cup, Schedule(tuple(rows), current.after_last))
    assert stored() == before
    change(cup, Schedule((*current.rows[:2], Level(10, (100, 200))), Staying()))
    names = [row.name for row in structure_queries.picture(refreshed(cup), now=NOW).levels]
    assert names == ["Level 1", "Level 2", "Level 3"]


def test_what_was_said_to_the_clock_before_a_change_stands():
    cup = running(3)
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE)
    change(cup, Schedule((*of(cup).rows[:2], Level(10, (100, 200))), Staying()))
    with pytest.raises(Refused, match="Nothing to undo"):
        clock.act(tournament_id=cup.pk, kind="undo", actor=DIRECTOR, now=NOW + MINUTE)


@pytest.mark.parametrize(
    ("schedule", "why"),
    [
        (Schedule(()), "at least one level"),
        (Schedule((Level(0, (25, 50)),)), "at least one minute"),
        (Schedule((Level(10, (500, 2000)),)), "asks 2.000 of a stack of 1.000"),
        (Schedule((Level(10, (30, 60)),)), "the chips in play cannot make"),
        (Schedule((Level(10, (25, 50), race_offs=(5000,)),)), "leaves none larger"),
        (Schedule((Level(10, (25, 50), race_offs=(7,)),)), "which is not in play"),
        (Schedule((Level(10, (25, 50)), Break(5))), "ends with a level"),
    ],
)
def test_a_schedule_that_cannot_be_played_changes_nothing(schedule: Schedule, why: str):
    cup = registering(3)
    before = stored()
    with pytest.raises(Refused, match=why):
        change(cup, schedule)
    assert stored() == before


@pytest.mark.rule("adelaide:App1.1c")
def test_a_schedule_the_book_does_not_allow_changes_nothing():
    cup = registering(3)
    before = stored()
    with pytest.raises(Refused, match="needs two blinds") as refused:
        change(cup, Schedule((Level(10, (50,)),)))
    assert refused.value.clause == "adelaide:App1.1c"
    assert stored() == before


def test_a_change_to_an_older_schedule_is_refused_and_the_same_again_is_harmless():
    cup = registering(3)
    seen = schedule_queries.stamp(of(cup))
    change(cup, SHORT, seen=seen)
    before = stored()
    change(cup, SHORT, seen=seen)
    with pytest.raises(Refused, match="else has changed the schedule"):
        change(cup, replace(SHORT, after_last=Staying()), seen=seen)
    assert stored() == before


def test_the_schedule_of_a_tournament_that_is_over_stays():
    cup = running(3)
    tournaments.cancel(tournament_id=cup.pk, actor=DIRECTOR, now=NOW, reason="flood")
    with pytest.raises(Refused, match="its schedule can no longer change"):
        change(cup, Schedule((*of(cup).rows[:3],)))


# -- the sheet -------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", presets.PRESETS, ids=lambda preset: preset.key)
def test_every_printed_schedule_survives_the_form(preset):
    sheet = schedule_sheet.of(preset.schedule)
    sent = QueryDict(mutable=True)
    for name, value in body(sheet).items():
        sent.setlist(name, value if isinstance(value, list) else [str(value)])
    assert schedule_sheet.sent(sent).read() == (preset.schedule, [])


def kinds(sheet: Sheet) -> list[str]:
    return [row["blinds"] or "break" for row in sheet.rows]


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ("up:2", ["25 / 50", "50 / 100", "break"]),
        ("down:0", ["break", "25 / 50", "50 / 100"]),
        ("copy:0", ["25 / 50", "25 / 50", "break", "50 / 100"]),
        ("remove:1", ["25 / 50", "50 / 100"]),
        ("add:level", ["25 / 50", "break", "50 / 100", "50 / 100"]),
        ("add:break", ["25 / 50", "break", "50 / 100", "break"]),
        ("up:0", ["25 / 50", "break", "50 / 100"]),
        ("down:2", ["25 / 50", "break", "50 / 100"]),
    ],
)
def test_rows_are_added_moved_copied_and_removed(wish: str, expected: list[str]):
    assert kinds(schedule_sheet.of(SHORT).changed(wish, begun=0)) == expected


@pytest.mark.parametrize(
    "wish", ["up:0", "remove:0", "copy:9", "up:-1", "up:x", "sing", "add:song"]
)
def test_a_row_that_has_begun_or_is_not_there_is_not_touched(wish: str):
    with pytest.raises(Refused):
        schedule_sheet.of(SHORT).changed(wish, begun=1)


def test_a_begun_row_does_not_change_places():
    sheet = schedule_sheet.of(SHORT)
    assert sheet.changed("up:1", begun=1) == sheet


def test_a_schedule_has_an_end():
    long = Sheet(schedule_sheet.of(SHORT).rows[:1] * 80)
    with pytest.raises(Refused, match="at most 80 rows"):
        long.changed("add:level", begun=0)


# -- the page --------------------------------------------------------------------------------------


def post(client: Client, cup: Tournament, sheet: Sheet, do: str = "", **more: object):
    said = {"seen": schedule_queries.stamp(of(cup)), **more}
    return client.post(f"/t/{cup.code}/schedule/", body(sheet, do, **said))


def test_the_page_shows_rows_and_times(director: Client):
    cup = registering(3)
    page = director.get(f"/t/{cup.code}/schedule/").content.decode()
    assert 'value="25 / 50"' in page
    assert "of play" in page


@pytest.mark.parametrize(
    ("row", "field", "words", "said"),
    [
        (0, "minutes", "0", "Level 1 must last at least one minute."),
        (0, "minutes", "-5", "Row 1: enter the minutes in whole numbers."),
        (0, "minutes", "", "Row 1: enter the minutes in whole numbers."),
        (0, "blinds", "30 / 60", "which the chips in play cannot make"),
        (0, "blinds", "ten", "Row 1: enter the blinds in whole numbers."),
        (0, "blinds", "-25 / 50", "Row 1: enter the blinds in whole numbers."),
        (0, "blinds", "25 / -50", "Row 1: enter the blinds in whole numbers."),
        (2, "race_offs", "-25", "Row 3: enter the race-offs in whole numbers."),
        (2, "blinds", "25 / 25", "Level 2 is lower than the level before it."),
        (2, "blinds", "500 / 1000", "more than three times the level before it"),
        (2, "race_offs", "5000", "leaves none larger"),
    ],
)
def test_sentences_follow_while_somebody_types_and_nothing_is_stored(
    director: Client, row: int, field: str, words: str, said: str
):
    cup = registering(3)
    rows = [dict(each) for each in schedule_sheet.of(SHORT).rows]
    rows[row][field] = words
    before = stored()
    page = post(director, cup, Sheet(tuple(rows), "15"))
    assert page.status_code == 200
    assert said in page.content.decode()
    assert stored() == before


def test_a_schedule_is_saved_and_shown(director: Client, client: Client):
    cup = registering(3)
    answer = post(director, cup, schedule_sheet.of(SHORT), "save")
    assert answer.headers["Location"] == f"/t/{cup.code}/schedule/"
    assert of(cup) == SHORT
    assert "tea" in client.get(f"/t/{cup.code}/structure/").content.decode()


@pytest.mark.parametrize(
    ("do", "more", "status", "said"),
    [
        ("save", {"seen": "older"}, 409, "else has changed the schedule"),
        ("save", {"minutes": ["x", "5", "15"]}, 422, "enter the minutes in whole numbers"),
        ("save", {"minutes": ["0", "5", "15"]}, 409, "at least one minute"),
        ("save", {"every": "often"}, 422, "minutes between doublings"),
        ("save", {"kind": []}, 409, "at least one level"),
        ("up:99", {}, 409, "changed. Reload the page"),
        ("keep", {}, 409, "Give the template a name"),
        ("propose", {"players": "", "target": "240"}, 422, "must be a whole number"),
        ("propose", {"players": "1", "target": "240"}, 409, "two players at least"),
        ("propose", {"players": "20", "target": "1"}, 409, "at least 30 minutes"),
        ("propose", {"players": "99999", "target": "240"}, 409, "at most 10,000 players"),
        ("template", {"template": "x"}, 422, "must be a whole number"),
    ],
)
def test_a_wrong_wish_is_answered_in_words_beside_what_was_written(
    director: Client, do: str, more: dict[str, object], status: int, said: str
):
    cup = registering(3)
    before = stored()
    answer = post(director, cup, schedule_sheet.of(SHORT), do, **more)
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert 'id="schedule-editor"' in answer.content.decode()
    assert stored() == before


def test_a_proposal_fills_the_editor_and_is_saved_only_when_said(director: Client):
    cup = registering(3)
    before = stored()
    page = post(director, cup, schedule_sheet.of(SHORT), "propose", players=30, target=240)
    assert "Not saved yet." in page.content.decode()
    assert "To fix" not in page.content.decode()
    assert stored() == before


def test_a_template_is_kept_replaced_and_taken(director: Client):
    cup, other = registering(3), registering(3)
    for _ in range(2):
        page = post(director, cup, schedule_sheet.of(SHORT), "keep", template_name="Short one")
        assert "Saved as template “Short one”" in page.content.decode()
    kept = ScheduleTemplate.objects.get()
    page = post(director, other, schedule_sheet.of(of(other)), "template", template=kept.pk)
    assert 'value="tea"' in page.content.decode()
    assert of(other) != SHORT


def test_proposals_and_templates_are_for_before_the_first_hand(director: Client):
    cup = running(3)
    page = post(director, cup, schedule_sheet.of(of(cup)), "propose", players=30, target=240)
    assert "Play has begun" in page.content.decode()


# -- another like it -------------------------------------------------------------------------------


def test_a_tournament_is_made_like_another(director: Client):
    cup = running(3)
    change(cup, Schedule((of(cup).rows[0], Level(10, (100, 200))), Staying()))
    answer = director.post(f"/t/{cup.code}/duplicate/")
    made = Tournament.objects.exclude(pk=cup.pk).get()
    assert answer.headers["Location"] == f"/t/{made.code}/setup/"
    assert (made.name, made.structure) == ("Friday Cup (copy)", refreshed(cup).structure)
    assert (made.state, made.entries.count(), made.clock.state["phase"]) == (
        "registering",
        0,
        "waiting",
    )
    assert made.seed == ""
    told = made.journal.get().data
    assert told["origin"] == f"Friday Cup ({cup.code})"
    assert told["commitments"] == {"1": made.public_draws.get().commitment}


def test_a_copy_needs_a_name_that_fits():
    cup = registering()
    before = stored()
    for name in (" ", "x" * 121):
        with pytest.raises(Refused, match="Give the copy a name"):
            tournaments.duplicate(tournament_id=cup.pk, name=name, actor=DIRECTOR, now=NOW)
    assert stored() == before


# -- planned start, notes, templates that are thrown away ------------------------------------------


def test_the_preview_begins_at_the_planned_start_and_tells_the_notes(director: Client):
    cup = registering(3)
    page = post(director, cup, schedule_sheet.of(SHORT), starts="19:30").content.decode()
    assert "If play starts at 19:30" in page
    for moment in ("19:30", "19:45", "19:50", "20:05"):
        assert f'<td class="number">{moment}</td>' in page
    assert 'Break <span class="quiet small">tea</span>' in page
    wrong = post(director, cup, schedule_sheet.of(SHORT), starts="half past")
    assert wrong.status_code == 422


def test_the_clock_screen_tells_what_the_schedule_notes():
    cup = registering(3)
    rows = (Level(15, (25, 50), note="No phones"), Break(5, "Dinner"), *SHORT.rows)
    noted = Schedule(rows, SHORT.after_last)
    change(cup, noted)
    shown = clock_queries.picture(refreshed(cup), now=NOW)
    assert (shown.message, shown.next_text) == ("No phones", "5-minute break · Dinner")


def test_the_break_is_called_by_its_note_on_the_screen(client: Client):
    cup = running(3)
    current = of(cup)
    change(cup, Schedule((current.rows[0], Break(60, "Dinner"), *current.rows[1:])))
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + 2 * MINUTE)
    page = client.get(f"/t/{cup.code}/clock/").content.decode()
    assert '<span class="clock-ante">Dinner</span>' in page


def test_a_template_is_deleted_after_one_question_and_by_who_may(director: Client):
    cup = registering(3)
    post(director, cup, schedule_sheet.of(SHORT), "keep", template_name="Short")
    kept = ScheduleTemplate.objects.get()
    asked = post(director, cup, schedule_sheet.of(SHORT), "ask_drop", template=kept.pk)
    assert "Delete template" in asked.content.decode()
    assert ScheduleTemplate.objects.exists()
    with pytest.raises(Forbidden):
        schedules.drop_template(
            tournament_id=cup.pk, template_id=kept.pk, actor=somebody(cup, Role.FLOOR), now=NOW
        )
    post(director, cup, schedule_sheet.of(SHORT), "drop", template=kept.pk)
    assert not ScheduleTemplate.objects.exists()
    assert cup.journal.filter(name="schedule.template_dropped").count() == 1
    gone = post(director, cup, schedule_sheet.of(SHORT), "drop", template=kept.pk)
    assert gone.status_code == 404
