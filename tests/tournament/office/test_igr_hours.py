"""An IGR event ends when its licence says; later only by an addendum, asked for in advance."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from engine.structure import presets
from tests.factories import MINUTE, NOW, running, seated
from tournament import requests
from tournament.clock.queries import clock as clock_queries
from tournament.models import Addendum, Licence, Tournament

IGR = presets.get("igr")

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
LICENSED_END = NOW + 5 * HOUR
LICENCE_RUNS_OUT = NOW + 6 * HOUR
MOMENTS = ("opens_at", "closes_at", "starts_at", "finishes_at")


@pytest.fixture(autouse=True)
def first_minute(monkeypatch: pytest.MonkeyPatch, settings) -> None:
    """The clock on the wall, a minute after a start at seven in the evening."""
    settings.TIME_ZONE = "Europe/London"
    monkeypatch.setattr(requests, "now", lambda: NOW + MINUTE)


def licensed_until_one(cup: Tournament) -> Tournament:
    Licence.objects.filter(pk=cup.pk).update(closes_at=LICENCE_RUNS_OUT)
    return cup


def set_end(director: Client, cup: Tournament, at: datetime, kind: str = "finish_at"):
    """What the console's "Play ends at" sends."""
    return press(director, cup, kind, at=f"{timezone.localtime(at):%H:%M}")


def press(director: Client, cup: Tournament, kind: str, **said: str):
    cup.clock.refresh_from_db()
    sent = {"kind": kind, "version": cup.clock.version, "command_id": str(uuid4()), **said}
    return director.post(f"/t/{cup.code}/clock/act/", sent)


def ends_at(cup: Tournament) -> datetime | None:
    cup.clock.refresh_from_db()
    return clock_queries.state_of(cup.clock).finishes_at


def form_of(cup: Tournament) -> dict[str, object]:
    """The licence page's form as it stands."""
    found = Licence.objects.get(pk=cup.pk)
    names = ("number", "holder", "place", "tickets", "prizes", "language", "issuer", "site")
    said = {name: getattr(found, name) for name in (*names, "event_type")}
    moments = {name: written(getattr(found, name)) for name in MOMENTS}
    return {**said, **moments, "fee": f"{found.fee / 100:.2f}", "has_rebuy": "on"}


def written(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%Y-%m-%dT%H:%M}"


@pytest.mark.rule("igr:5.01(b)")
@pytest.mark.parametrize("begins", [seated, running])
def test_the_end_of_play_was_set_past_what_the_licence_says(director: Client, begins):
    cup = begins(3, preset=IGR)
    before = ends_at(cup)
    refused = set_end(director, cup, LICENSED_END + MINUTE)
    assert refused.status_code == 409
    assert "igr:5.01(b)" in refused.content.decode()
    assert "ask for an addendum first" in refused.content.decode()
    assert ends_at(cup) == before
    assert set_end(director, cup, LICENSED_END).status_code == 302
    assert ends_at(cup) == LICENSED_END


@pytest.mark.rule("igr:5.07(a)(i)")
def test_the_end_of_play_was_set_past_the_licensed_hours(director: Client):
    cup = licensed_until_one(running(3, preset=IGR))
    refused = set_end(director, cup, LICENCE_RUNS_OUT + MINUTE)
    assert (refused.status_code, ends_at(cup)) == (409, LICENSED_END)
    assert "igr:5.07(a)(i)" in refused.content.decode()


@pytest.mark.rule("igr:5.07(a)(i)")
def test_play_went_on_past_the_licence_once_it_had_ended(director: Client):
    cup = licensed_until_one(running(3, preset=IGR))
    assert press(director, cup, "last_hand").status_code == 302
    refused = set_end(director, cup, LICENCE_RUNS_OUT + MINUTE, kind="play_on")
    assert refused.status_code == 409
    assert "igr:5.07(a)(i)" in refused.content.decode()


@pytest.mark.rule("igr:5.07(a)(i)")
def test_a_session_was_planned_past_the_licensed_hours(director: Client):
    cup = licensed_until_one(seated(3, preset=IGR))
    late = {
        "kind": "final",
        "finishing_time": written(LICENCE_RUNS_OUT + MINUTE),
        "players_left": 1,
        "stacks": "fresh",
        "advance_by": "table",
        "advancing": 1,
    }
    refused = director.post(f"/t/{cup.code}/sessions/", late)
    assert "IGR term 5.07(a)(i)" in refused.content.decode()
    assert not cup.sessions.exists()


@pytest.mark.rule("igr:5.01(b)")
def test_no_addendum_for_a_later_end_could_be_asked_for_while_the_event_was_on(director: Client):
    cup = running(3, preset=IGR)
    where = f"/t/{cup.code}/licence/"
    page = director.get(where).content.decode()
    assert "Play has begun: only its end can still be changed" in page
    wanted = {**form_of(cup), "finishes_at": written(LICENSED_END + HOUR)}
    assert "(IGR term 5.01(b))" in director.post(where, wanted).content.decode()
    assert director.post(where, {**wanted, "request": "Letter of today"}).status_code == 302
    assert "igr:5.01(b)" in set_end(director, cup, LICENSED_END + HOUR).content.decode()
    asked = Addendum.objects.get()
    director.post(f"{where}{asked.pk}/approve/", {"number": "A-9"})
    assert set_end(director, cup, LICENSED_END + HOUR).status_code == 302
    assert ends_at(cup) == LICENSED_END + HOUR


@pytest.mark.rule("igr:5.01(b)")
def test_what_is_past_or_already_played_under_is_not_changed_once_play_has_begun(
    director: Client, monkeypatch: pytest.MonkeyPatch
):
    cup = running(3, preset=IGR)
    where = f"/t/{cup.code}/licence/"
    moved = director.post(where, {**form_of(cup), "place": "Town hall", "request": "Letter"})
    assert "Only the end of play can still be changed" in moved.content.decode()
    later = {**form_of(cup), "finishes_at": written(LICENSED_END + HOUR), "request": "Letter"}
    director.post(where, later)
    monkeypatch.setattr(requests, "now", lambda: LICENSED_END)
    asked = Addendum.objects.get()
    too_late = director.post(f"{where}{asked.pk}/approve/", {"number": "A-9"})
    assert "The licensed end of play has passed" in too_late.content.decode()
    assert Licence.objects.get(pk=cup.pk).finishes_at == LICENSED_END
