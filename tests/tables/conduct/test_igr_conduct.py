"""IGR at the tables: what was ruled is in the log, by the terms or by the fallback they name."""

from dataclasses import replace

import pytest
from django.test import Client

from engine import rulebooks
from engine.refusal import Refused
from engine.schedule.schedule import Level, Schedule
from engine.structure import presets
from tables.models import Penalty, Seating, Table
from tests.factories import (
    MINUTE,
    NOW,
    deal,
    entry_in,
    fold_round,
    hand_at,
    running,
    set_stacks,
    table_of,
    tap,
)
from tests.markup import read_aloud, said
from tournament import requests
from tournament.clock.services import clock
from tournament.models import Incident

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]
SHORT = Schedule((Level(20, blinds=(25, 50), race_offs=(25,)), Level(20, blinds=(100, 200))))
IGR = replace(presets.get("igr"), schedule=SHORT, starting_stack=1000)


def penalise(director: Client, table: Table, kind: str, reason: str) -> None:
    given = {"seat": 2, "penalty": kind, "reason": reason}
    assert tap(director, table, "penalise", **given).status_code == 200


@pytest.mark.rule("igr:6.02(f)")
@pytest.mark.rule("igr:A.2(gg)")
@pytest.mark.parametrize(
    ("kind", "clause"), [("warning", "igr:A.2(gg)-2"), ("disqualification", "igr:A.2(gg)")]
)
def test_warnings_and_expulsions_did_not_reach_the_incidents(director: Client, kind, clause: str):
    cup = running(4, preset=IGR)
    name = entry_in(table_of(cup), 2).name
    penalise(director, table_of(cup), kind, "Conduct")
    found = Incident.objects.get(tournament=cup)
    assert (found.table_number, found.people, found.closed_at) == (1, name, NOW + 2 * MINUTE)
    for path in ("incidents", "reports/incidents"):
        page = said(director.get(f"/t/{cup.code}/{path}/"))
        assert f"{name}, seat 2: Conduct" in page, path
        assert kind.capitalize() in page, path
        assert clause in page, path


@pytest.mark.rule("igr:6.02(f)")
def test_a_warning_that_is_lifted_is_in_the_log_too(director: Client):
    cup = running(4, preset=IGR)
    penalise(director, table_of(cup), "warning", "Conduct")
    given = Penalty.objects.get()
    lift = {"reason": "It was the neighbour"}
    director.post(f"/t/{cup.code}/penalties/{given.pk}/lift/", lift)
    page = said(director.get(f"/t/{cup.code}/incidents/"))
    assert f"{given.entry.name}: warning lifted. It was the neighbour" in page


@pytest.mark.rule("igr:A.2(ee)")
@pytest.mark.rule("igr:A.2(dd)")
@pytest.mark.parametrize(
    ("reason", "clause"), [("Phone at the table", "igr:A.2(ee)"), ("Language", "igr:A.2(dd)")]
)
def test_phones_and_other_languages_are_reasons_for_a_warning(
    director: Client, reason, clause: str
):
    cup = running(4, preset=IGR)
    table = table_of(cup)
    menu = said(
        director.get(f"/t/{cup.code}/tables/1/seat/2/", {"penalty": "warning", "amount": "0"})
    )
    assert reason in menu
    penalise(director, table, "warning", reason)
    assert Penalty.objects.get().clause == clause
    assert clause in said(director.get(f"/t/{cup.code}/incidents/"))


def cites_roberts_rules(page: str) -> None:
    words = read_aloud(page)
    assert "IGR term 6.02(e)" in words
    assert "igr:6.02(e)" not in words, "a clause is named as people cite it"
    assert "TDA" not in words
    assert "tda2024:" not in page


@pytest.mark.rule("igr:6.02(e)")
def test_the_final_table_cited_the_tda(director: Client):
    cup = running(8, preset=IGR, seats=5)
    Seating.objects.filter(table=table_of(cup, 2)).exclude(seat=1).update(until=NOW)
    cites_roberts_rules(said(director.get(f"/t/{cup.code}/console/")))
    seats = Seating.objects.filter(until=None)
    before = set(seats.values_list("pk", flat=True))
    drawn = director.post(f"/t/{cup.code}/final/", {"carried_by": "Tina"})
    assert drawn.status_code in (204, 302)
    assert len(set(seats.values_list("table", flat=True))) == 1
    given = seats.exclude(pk__in=before)  # whoever drew their own seat just stays
    assert set(given.values_list("clause", flat=True)) == {"igr:6.02(e)"}


@pytest.mark.rule("igr:6.02(e)")
def test_a_short_table_cited_the_tda(director: Client):
    cup = running(18, preset=IGR, seats=9)
    fold_round(table_of(cup, 2))
    keep = hand_at(table_of(cup, 2)).blind_seats[-1]
    short = table_of(cup, 2)
    Seating.objects.filter(table=short, seat__gt=keep).update(until=NOW)
    cites_roberts_rules(said(director.get(f"/t/{cup.code}/console/")))
    refused = tap(director, short, "start_hand")
    assert "three players short" in said(refused)
    cites_roberts_rules(said(refused))


@pytest.mark.rule("igr:6.02(e)")
def test_the_race_off_cited_the_tda(director: Client, monkeypatch: pytest.MonkeyPatch):
    cup = running(3, preset=IGR)
    set_stacks(table_of(cup), {1: 1050, 2: 925, 3: 1025})
    clock.advance_due(NOW + 21 * MINUTE)
    monkeypatch.setattr(requests, "now", lambda: NOW + 21 * MINUTE)
    with pytest.raises(Refused, match="Race off the 25 chips first") as refused:
        deal(table_of(cup), now=NOW + 21 * MINUTE)
    assert refused.value.clause == "igr:6.02(e)"
    for where in (f"/t/{cup.code}/rounds/", f"/t/{cup.code}/tables/1/tablet/"):
        page = said(director.get(where))
        cites_roberts_rules(page)
        assert "canberra:" not in page, where
        assert "Canberra" not in read_aloud(page), where


@pytest.mark.rule("igr:6.02(e)")
def test_no_gap_of_the_terms_is_filled_by_another_name_than_theirs():
    assert rulebooks.cited("tda2024:R24", rulebook="igr") == "igr:6.02(e)"
    assert rulebooks.cited("tda2024:R24", rulebook="adelaide") == "tda2024:R24"
    assert rulebooks.cited("igr:A.2(x)", rulebook="igr") == "igr:A.2(x)"
