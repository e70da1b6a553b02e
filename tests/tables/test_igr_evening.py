"""An IGR evening from the desk to its end: what was typed, counted and carried is what counts."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from engine.schedule.schedule import Level, Schedule
from engine.seating.seating import Place
from engine.structure import presets
from tables.models import DeckEvent, Seating
from tables.play.queries.pictures import Reading
from tables.seating.queries import arriving
from tables.seating.services import seating
from tables.seating.services.sitting import Order
from tests import written_forms
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    cards_ready,
    deal,
    entry_in,
    registering,
    running,
    set_stacks,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import said
from tournament import requests
from tournament.clock.services import clock
from tournament.models import RefusedEntry, Tournament, User

pytestmark = pytest.mark.django_db
IGR = presets.get("igr")
SHORT = Schedule((Level(20, blinds=(25, 50), race_offs=(25,)), Level(400, blinds=(100, 200))))
ONE_LEVEL = Schedule((Level(400, blinds=(25, 50)),))
END = NOW + 300 * MINUTE


def at(monkeypatch: pytest.MonkeyPatch, moment) -> None:
    monkeypatch.setattr(requests, "now", lambda: moment)


@pytest.mark.rule("igr:6.02(g)")
def test_sits_here_on_the_tablet_wanted_a_count_and_had_no_field_for_it(
    director: Client, monkeypatch: pytest.MonkeyPatch
):
    at(monkeypatch, NOW + 2 * MINUTE)
    cup = running(7, preset=IGR, seats=6)
    entry = entry_in(table_of(cup, 1), 1)
    free = next(seat for seat in range(1, 7) if seat not in seats_of(cup, 2))
    order = Order("to balance", carried_by="Tom Table")
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW + MINUTE}
    seating.move_player(**by, entry_id=entry.pk, to=Place(2, free), order=order)
    second = table_of(cup, 2)
    page = director.get(f"/t/{cup.code}/tables/2/tablet/").content.decode()
    assert f'data-fields="stack={entry.stack}"' in page
    assert tap(director, second, "arrived", seat=free, stack=entry.stack).status_code == 200
    found = Seating.objects.get(entry=entry, until=None)
    assert (found.in_transit, found.stack_received) == (False, entry.stack)
    assert arriving.of_tablet(Reading(table_of(cup, 2))) is None
    assert free in deal(table_of(cup, 2), now=NOW + 2 * MINUTE).seats


@pytest.mark.rule("igr:6.02(g)")
def test_the_next_hand_was_dealt_without_a_mover_whom_only_the_tablet_had_counted(
    director: Client, monkeypatch: pytest.MonkeyPatch
):
    at(monkeypatch, NOW + 2 * MINUTE)
    cup = running(7, preset=IGR, seats=6)
    entry = entry_in(table_of(cup, 1), 1)
    free = next(seat for seat in range(1, 7) if seat not in seats_of(cup, 2))
    moved = {"entry": entry.pk, "table": 2, "seat": free, "carried_by": "Tom Table"}
    assert director.post(f"/t/{cup.code}/moves/", moved).status_code == 302
    second = table_of(cup, 2)
    tablet, steps = tablet_browser(second), cards_ready(second, now=NOW + 2 * MINUTE)
    assert tap(tablet, second, "arrived", seat=free, stack=entry.stack).status_code == 200
    waits = f"The chairperson must confirm the chips of {entry.name} before the next hand."
    page = said(tablet.get(f"/t/{cup.code}/tables/2/tablet/"))
    assert waits in page
    assert "counted: waiting for the chairperson" in page
    sent = {"steps": ",".join(steps), "confirmed": "blinds"}
    refused = tap(tablet, table_of(cup, 2), "start_hand", **sent)
    assert refused.status_code == 409
    assert "igr:6.02(g)" in said(refused)
    confirmed = {"table": 2, "seat": free, "stack": entry.stack}
    assert director.post(f"/t/{cup.code}/moves/arrived/", confirmed).status_code == 302
    assert free in deal(table_of(cup, 2), now=NOW + 2 * MINUTE).seats


def seats_of(cup: Tournament, number: int) -> set[int]:
    here = Seating.objects.filter(table=table_of(cup, number), until=None)
    return set(here.values_list("seat", flat=True))


def count(director: Client, cup: Tournament, **stacks: int) -> None:
    asked = {"kind": "open_count", "table": 1, "because": "Play is over"}
    director.post(f"/t/{cup.code}/checks/act/", asked)
    table = table_of(cup)
    assert tap(tablet_browser(table), table, "chip_count", **stacks).status_code == 200


@pytest.mark.rule("igr:A.2(jj)(ii)")
def test_the_end_by_chips_asked_for_no_count(director: Client, monkeypatch: pytest.MonkeyPatch):
    at(monkeypatch, END + MINUTE)
    cup = running(3, preset=replace(IGR, schedule=ONE_LEVEL))
    set_stacks(table_of(cup), {1: 7000, 2: 1000, 3: 7000})
    clock.advance_due(END)
    finish = f"/t/{cup.code}/finish/"
    refused = said(director.post(finish))
    assert "Count the chips of table 1 first: they decide the places." in refused
    assert "igr:A.2(jj)(ii)" in refused
    count(director, cup, stack_1=7000, stack_2=1000, stack_3=7000)
    assert director.post(finish).status_code == 302
    assert Tournament.objects.get(pk=cup.pk).is_over


@pytest.mark.rule("igr:A.2(jj)(ii)")
def test_the_console_offered_only_the_places_while_the_count_they_need_was_not_held(
    director: Client, monkeypatch: pytest.MonkeyPatch
):
    at(monkeypatch, END + MINUTE)
    cup = running(3, preset=replace(IGR, schedule=ONE_LEVEL))
    set_stacks(table_of(cup), {1: 7000, 2: 1000, 3: 7000})
    clock.advance_due(END)
    console = f"/t/{cup.code}/console/"
    assert "Set places by chips" not in said(director.get(console))
    offered = written_forms.form_with(director.get(console).content.decode(), "because")
    assert director.post(offered.action, offered.body()).status_code == 302
    assert "Count the chips" not in said(director.get(console)), "the tablets ask for it"
    counted = {"stack_1": 7000, "stack_2": 1000, "stack_3": 7000}
    assert tap(tablet_browser(table_of(cup)), table_of(cup), "chip_count", **counted)
    assert "Set places by chips" in said(director.get(console))
    assert director.post(f"/t/{cup.code}/finish/").status_code == 302
    assert Tournament.objects.get(pk=cup.pk).is_over


@pytest.mark.rule("igr:A.2(jj)(ii)")
def test_the_end_by_chips_left_a_race_off_owed(director: Client, monkeypatch: pytest.MonkeyPatch):
    at(monkeypatch, END + MINUTE)
    cup = running(3, preset=replace(IGR, schedule=SHORT))
    set_stacks(table_of(cup), {1: 7025, 2: 975, 3: 7000})
    clock.advance_due(END)
    refused = said(director.post(f"/t/{cup.code}/finish/"))
    assert "Table 1 still has 25 chips: race them off first." in refused
    assert "igr:A.2(jj)(ii)" in refused
    assert not Tournament.objects.get(pk=cup.pk).is_over


def test_the_name_of_an_appointed_person_was_dropped(director: Client):
    cup = registering(2, preset=IGR)
    User.objects.create(username="tina")
    where = f"/t/{cup.code}/staff/"
    sent = {"username": "tina", "full_name": "Tina Marsh", "role": "floor", "born_on": "1990-01-02"}
    assert director.post(where, sent).status_code == 200
    assert "Tina Marsh" in said(director.get(where))
    other = said(director.post(where, {**sent, "full_name": "Tom Reed", "role": "desk"}))
    assert "The username tina belongs to Tina Marsh: choose another for Tom Reed." in other
    assert "Tom Reed</th>" not in said(director.get(where))


@pytest.mark.rule("igr:5.03(a)")
def test_an_entrant_refused_for_their_age_left_no_trace(director: Client):
    cup = registering(2, preset=IGR)
    where = f"/t/{cup.code}/entries/"
    young = f"{NOW.date() - timedelta(days=18 * 365)}"
    asked = {"name": "Yan Young", "phone": "306 555 01", "method": "cash"}
    assert director.post(where, {**asked, "born_on": young}).status_code == 409
    found = RefusedEntry.objects.get(tournament=cup)
    assert found.name == "Yan Young"
    assert "nobody under 19 may play" in found.reason
    assert "Yan Young" in said(director.get(f"/t/{cup.code}/journal/"))
    director.post(where, {**asked, "name": "No Birthday"})
    assert RefusedEntry.objects.count() == 1


@pytest.mark.rule("igr:5.09(c)")
@pytest.mark.rule("igr:A.2(c)")
def test_nobody_was_asked_whether_the_decks_are_identical(
    director: Client, monkeypatch: pytest.MonkeyPatch
):
    at(monkeypatch, NOW + MINUTE)
    cup = running(3, preset=IGR)
    table = table_of(cup)
    DeckEvent.objects.all().delete()
    tap(tablet_browser(table), table, "take_deck", colour="blue")
    page = said(tablet_browser(table).get(f"/t/{cup.code}/tables/1/tablet/"))
    assert "52 cards, no joker, same make as all decks" in page
    assert tap(tablet_browser(table), table, "card_step", step="check").status_code == 200
    for kept in ("journal", "reports/decks", "decks"):
        assert "52 cards, complete, same make as all decks" in said(
            director.get(f"/t/{cup.code}/{kept}/")
        )


def test_the_paper_on_decks_said_is_opening_true(director: Client):
    cup = running(3, preset=IGR)
    table = table_of(cup)
    event = {"table": table, "kind": "counted", "hand_number": 0, "at": NOW, "by": "tablet 1"}
    data = {"result": "52 cards, complete", "is_complete": True, "is_opening": True}
    DeckEvent.objects.create(tournament=cup, data=data, **event)
    report = said(director.get(f"/t/{cup.code}/reports/decks/"))
    assert "is_" not in report.split("<table", 1)[1]
    assert "result 52 cards, complete" in report
    assert "before the first hand" in report
