"""Rulebook and conditions as they stood at the first hand, and what may become of them since."""

import csv
import io
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from html import unescape
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from engine import matrix
from engine.conduct.shot_clock import ShotClock
from engine.office import conditions_sheet
from engine.office.money import Sold
from engine.prizes.prizes import How, Row
from engine.refusal import Refused
from engine.structure import presets
from engine.structure.offers import of as offer_of
from tables.conduct.services import timing
from tables.records import archives, pack, unarchive
from tables.records.queries import chain
from tables.sessions.services import false_starts
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    WITH_REBUYS,
    refreshed,
    registering,
    running,
    seated,
    stored,
)
from tournament.clock.queries import clock as clock_queries
from tournament.house.queries import house
from tournament.models import JournalEntry, KeptSheet, Tournament
from tournament.money.services import money_desk
from tournament.prizes.services import prizes
from tournament.setup.queries import conditions as queries
from tournament.setup.queries import kept_conditions
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.services import conditions, house_rules, schedules, sessions, setup
from tournament.setup.services.sessions import Plan

CHARITY = presets.get("charity")
IGR = presets.get("igr")

pytestmark = pytest.mark.django_db
SOON = NOW + 5 * MINUTE
WHY = "the hall closes at midnight"


def by(cup: Tournament) -> dict[str, Any]:
    return {"tournament_id": cup.pk, "actor": DIRECTOR, "now": SOON}


def refused(clause: str, call: Any, **wish: Any) -> None:
    """With this clause, and nothing is changed."""
    before = stored()
    with pytest.raises(Refused) as caught:
        call(**wish)
    assert caught.value.clause == clause, caught.value
    assert stored() == before


def shorter(cup: Tournament) -> dict[str, Any]:
    """The same schedule with a last level of seven minutes, as the editor would send it."""
    plan = clock_queries.schedule_of(refreshed(cup))
    last = replace(plan.rows[-1], minutes=7)
    return {
        "schedule": replace(plan, rows=(*plan.rows[:-1], last)),
        "seen": schedule_queries.stamp(plan),
    }


def words(cup: Tournament, item: str) -> str:
    found = queries.sheet(refreshed(cup)).items
    return str(next(one.words for one in found if one.key == item))


def kept(cup: Tournament) -> kept_conditions.Kept:
    found = kept_conditions.of(cup)
    assert found is not None
    return found


def page(cup: Tournament, browser: Client | None = None, name: str = "public-conditions") -> str:
    found = (browser or Client()).get(reverse(name, kwargs={"code": cup.code}))
    return unescape(found.content.decode())


# -- what is kept ----------------------------------------------------------------------------------


def test_before_the_first_hand_nothing_is_kept_and_the_sheet_follows_the_setup():
    cup = seated(3)
    assert kept_conditions.of(cup) is None
    schedules.change(**shorter(cup), **by(cup))
    assert "7 min" in words(cup, conditions_sheet.WAGERS)
    assert not cup.journal.filter(name="conditions.amended").exists()


def test_the_first_hand_keeps_sheet_house_rules_and_the_books_answers():
    cup = running(3)
    found = kept(cup)
    assert (found.at, found.by, found.amendments) == (cup.started_at, DIRECTOR.name, ())
    assert found.first["items"] == queries.as_it_stands(cup, None)
    assert found.first["rules"]["odd chips"] == matrix.answers("adelaide")["odd chips"]
    assert found.first["house_rules"]
    assert "Terms as of the first hand" in page(cup)
    assert chain.verify(cup).is_whole


def test_what_was_kept_is_in_the_chain_so_that_nobody_rewrites_it():
    cup = running(3)
    line = KeptSheet.objects.get(tournament=cup).line
    entry = JournalEntry.objects.get(tournament=cup, sequence=line)
    entry.data["sheet"]["items"]["prizes"] = "Everything to the house."
    entry.save()
    assert f"Line {line} " in chain.verify(cup).broken


def test_another_wording_of_a_later_release_does_not_reach_a_sheet_that_stands(monkeypatch):
    cup = running(3)
    before = words(cup, conditions_sheet.TABLES)
    monkeypatch.setattr(queries, "generate", lambda cup: {conditions_sheet.TABLES: "Other words."})
    assert words(cup, conditions_sheet.TABLES) == before


def test_a_start_taken_back_opens_the_conditions_and_the_next_one_keeps_them_anew(
    director: Client,
):
    cup = running(3)
    false_starts.take_back(**by(cup))
    assert kept_conditions.of(cup) is None
    conditions.write(words={"extra": "No hats."}, asks_acceptance=False, **by(cup))
    assert "Save as version 2" in page(cup, director, "conditions")
    director.post(reverse("start-play", kwargs={"code": cup.code}))
    assert kept(cup).first["items"]["extra"] == "No hats."
    assert KeptSheet.objects.filter(tournament=cup, void_at=None).count() == 1


# -- amendments ------------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:88")
def test_a_schedule_changed_in_play_amends_the_sheet_with_reason_time_and_author(
    director: Client,
):
    cup = running(3)
    first = words(cup, conditions_sheet.WAGERS)
    refused("adelaide:88", schedules.change, **shorter(cup), **by(cup))
    schedules.change(**shorter(cup), reason=WHY, **by(cup))
    (amendment,) = kept(cup).amendments
    assert (amendment.at, amendment.by, amendment.why) == (SOON, DIRECTOR.name, WHY)
    (change,) = amendment.changes
    assert (change.label, change.was) == ("Minimum and maximum wagers", first)
    assert "7 min" in words(cup, conditions_sheet.WAGERS)
    assert kept(cup).first["items"]["wagers"] == first
    for name in ("public-conditions", "conditions"):
        shown = page(cup, director, name)
        assert f"by {DIRECTOR.name}: {WHY}" in shown
        assert f"Before: {first}" in unescape(shown)
    assert chain.verify(cup).is_whole


@pytest.mark.rule("charity:8.6")
@pytest.mark.rule("igr:A.2(d)-2")
@pytest.mark.parametrize(("preset", "clause"), [(CHARITY, "charity:8.6"), (IGR, "igr:A.2(d)-2")])
def test_where_the_book_lets_wagers_change_in_play_the_sheet_says_so_and_why(preset, clause):
    cup = running(3, preset=preset)
    refused(clause, schedules.change, **shorter(cup), **by(cup))
    schedules.change(**shorter(cup), reason=WHY, **by(cup))
    assert [one.why for one in kept(cup).amendments] == [WHY]


def test_what_does_not_touch_the_sheet_is_no_amendment_and_asks_for_no_reason():
    cup = running(3)
    title = replace(offer_of(cup.structure, game=cup.game), min_players=3)
    setup.change(name=cup.name, offer=title, reason="fewer came", **by(cup))
    assert kept(cup).amendments == ()


def test_prizes_clocks_sessions_and_numbers_amend_the_sheet_too():
    cup = running(3)
    before = kept(cup)
    timing.choose_shot_clock(clock=ShotClock(seconds=30), reason="slow play", **by(cup))
    whole = (Row(1, percent=Fraction(100)),)
    prizes.save(prizes.ListWish(How.PERCENTAGES, whole), **by(cup))
    halves = prizes.ListWish(
        How.PERCENTAGES, (Row(1, percent=Fraction(50)), Row(2, percent=Fraction(50)))
    )
    refused("adelaide:88", prizes.save, wish=halves, **by(cup))
    prizes.save(replace(halves, reason="players asked"), **by(cup))
    more = replace(offer_of(cup.structure, game=cup.game), max_players=99)
    setup.change(name=cup.name, offer=more, reason="a queue at the door", **by(cup))
    told = [(one.why, one.changes[0].key) for one in kept(cup).amendments]
    assert told == [
        ("slow play", "play"),
        (prizes.FORESEEN, "prizes"),
        ("players asked", "prizes"),
        ("a queue at the door", "entry"),
    ]
    assert kept(cup).first == before.first
    assert [one.why for one in kept(cup).history("prizes")] == [prizes.FORESEEN, "players asked"]


def test_a_session_planned_in_play_needs_its_reason():
    cup = registering(3)
    sessions.plan(wanted=Plan(kind="final", name="Final"), **by(cup))
    heat = Plan(kind="heat", name="Tuesday", advances_to=1)
    sessions.plan(wanted=heat, **by(cup))
    Tournament.objects.filter(pk=cup.pk).update(started_at=NOW)
    Tournament.objects.filter(pk=cup.pk).update(session=cup.sessions.get(number=2))
    conditions.freeze(refreshed(cup), actor=DIRECTOR, now=NOW)
    another = replace(heat, name="Wednesday")
    refused("adelaide:88", sessions.plan, wanted=another, **by(cup))
    sessions.plan(wanted=another, reason="a third day", **by(cup))
    sessions.remove(number=3, reason="nobody came", **by(cup))
    assert [one.why for one in kept(refreshed(cup)).amendments] == ["a third day", "nobody came"]


# -- what stays refused ----------------------------------------------------------------------------


@pytest.mark.rule("canberra:4.3")
def test_what_a_book_fixes_before_the_start_is_refused_with_its_clause():
    cup = running(3, preset=replace(presets.get("canberra-h"), min_players=2))
    refused("canberra:4.3", schedules.change, **shorter(cup), reason=WHY, **by(cup))
    nothing: dict[str, Any] = {"words": {"extra": "No hats."}, "asks_acceptance": False}
    refused("", conditions.write, **nothing, **by(cup))
    refused("canberra:4.3", setup.take_preset, preset="friday", **by(cup))
    refused("", house_rules.choose, answers={"burns": 1}, **by(cup))
    other = replace(offer_of(cup.structure, game=cup.game), stack=9000)
    refused("canberra:4.3", setup.change, name=cup.name, offer=other, reason=WHY, **by(cup))
    dearer = money_desk.Prices(price={Sold.ENTRY: 10_000}, fee={Sold.ENTRY: 1000})
    refused("canberra:4.3", money_desk.set_prices, prices=dearer, **by(cup))


def test_prices_stand_from_the_first_hand_on_though_nobody_has_paid():
    cup = running(2, preset=WITH_REBUYS)
    assert not cup.money.exists()
    cheaper = money_desk.Prices(price={Sold.ENTRY: 0, Sold.REBUY: 100}, fee={})
    refused("", money_desk.set_prices, prices=cheaper, **by(cup))


# -- on every page and paper -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["schedule", "time", "prizes"])
def test_forms_that_touch_the_conditions_ask_why_only_in_play(director: Client, name: str):
    for cup, has_begun in ((running(3), True), (seated(4), False)):
        shown = page(cup, director, name)
        assert ("Reason for amendment" in shown) is has_begun


def test_report_and_pack_have_the_sheet_of_the_first_hand_and_its_amendments():
    cup = running(3)
    first = words(cup, conditions_sheet.WAGERS)
    schedules.change(**shorter(cup), reason=WHY, **by(cup))
    data = pack.compliance_pack(
        refreshed(cup), head=house.letterhead(""), now=SOON, tell=lambda done, of: None
    )
    with ZipFile(io.BytesIO(data)) as made:
        rows = list(csv.reader(io.StringIO(made.read("csv/conditions.csv").decode("utf-8-sig"))))
        assert made.read("papers/conditions.pdf").startswith(b"%PDF")
    amended = next(row for row in rows if WHY in row)
    assert {DIRECTOR.name, "Minimum and maximum wagers", first} <= set(amended)
    assert ["Minimum and maximum wagers", first] in [row[:2] for row in rows]
    assert any(row[:1] == ["odd chips"] for row in rows)


def test_an_archive_takes_sheet_and_amendments_along():
    cup = running(3)
    schedules.change(**shorter(cup), reason=WHY, **by(cup))
    data = archives.pack(refreshed(cup), now=SOON)
    other = unarchive.bring_in(io.BytesIO(data), actor=DIRECTOR, now=SOON + timedelta(days=1))
    assert kept(other) == kept(cup)
    assert other.pk != cup.pk


# -- upgrades --------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["running", "between"])
def test_a_release_that_answers_otherwise_is_noted_once_beside_the_conditions(monkeypatch, state):
    cup, over = running(3), running(4, preset=FREEZE_OUT)
    Tournament.objects.filter(pk=cup.pk).update(state=state)
    Tournament.objects.filter(pk=over.pk).update(state="finished")
    conditions.keep_up(now=SOON)
    assert kept(cup).amendments == ()
    answers = {**matrix.answers("adelaide"), "odd chips": "to the house adelaide:57"}
    monkeypatch.setattr(matrix, "answers", lambda book: answers)
    conditions.keep_up(now=SOON)
    conditions.keep_up(now=SOON + MINUTE)
    (amendment,) = kept(cup).amendments
    assert (amendment.why, amendment.at) == (conditions.RELEASE, SOON)
    assert [change.label for change in amendment.changes] == ["Rulebook: odd chips"]
    assert "to the house Adelaide rule 57" in page(cup)
    assert kept(over).amendments == ()


def test_play_that_began_under_a_release_that_kept_nothing_is_kept_when_the_new_one_comes():
    cup = running(3)
    KeptSheet.objects.all().delete()
    conditions.keep_up(now=SOON)
    assert (kept(cup).at, kept(cup).why) == (SOON, conditions.LATE)
    assert conditions.LATE in page(cup)
    before = stored()
    conditions.keep_up(now=SOON + MINUTE)
    assert stored() == before
