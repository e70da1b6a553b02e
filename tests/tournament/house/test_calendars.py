"""Calendars can be subscribed to: planned sessions, or when it was played."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.factories import NOW, registering, running
from tournament.models import Session

pytestmark = pytest.mark.django_db


def lines(address: str) -> list[str]:
    answer = Client().get(address)
    assert answer.headers["Content-Type"].startswith("text/calendar")
    text = answer.content.decode()
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").splitlines()


def test_planned_sessions_are_appointments_with_their_own_names():
    cup = registering()
    cup.name = "Käse; Cup, " + "ä" * 60
    cup.save()
    Session.objects.create(tournament=cup, number=1, name="Heat 1", planned_at=NOW)
    Session.objects.create(
        tournament=cup, number=2, planned_at=NOW + timedelta(days=1), finishing_time=None
    )
    found = lines(f"/t/{cup.code}/calendar.ics")
    assert found.count("BEGIN:VEVENT") == 2
    assert f"SUMMARY:Käse\\; Cup\\, {'ä' * 60}: Heat 1" in found
    assert f"DTSTART:{NOW:%Y%m%dT%H%M%SZ}" in found
    assert f"UID:{cup.code}-2@testserver" in found


def test_what_is_played_without_a_plan_is_there_too_and_nothing_else():
    cup, _ = running(2), registering()
    found = lines("/calendar.ics")
    assert [line for line in found if line.startswith("UID")] == [f"UID:{cup.code}-0@testserver"]


def test_the_calendars_are_linked_where_tournaments_are_shown():
    cup = running(2)
    assert 'href="/calendar.ics"' in Client().get("/").content.decode()
    page = Client().get(f"/t/{cup.code}/").content.decode()
    assert f'href="/t/{cup.code}/calendar.ics"' in page
    assert 'href="/api/"' in page
