"""A hall screen is one entry and one partial: everything else follows from them."""

from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

import config.urls
from tables import routing, screens
from tables.console.queries import finding
from tables.equipment.services import devices
from tables.equipment.services import rotation as hall
from tables.middleware import DEVICE_COOKIE, WhoOpens
from tables.screens import Panel, Screen
from tables.views.public import screens as screen_views
from tests.factories import DIRECTOR, MINUTE, NOW, house_director, running, signed_in
from tests.live.test_consumers import PATIENCE, in_a_thread
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.live.broadcast import Audience
from tournament.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
PARTIAL = (
    '<section id="bubble" data-version="{{ bubble.version }}">'
    "{{ bubble.level }} of {{ tournament.name }}</section>"
)


@dataclass(frozen=True)
class Bubble:
    """What the made-up screen shows."""

    version: int
    level: str


def bubble(tournament: Tournament, *, now: datetime) -> Bubble:
    """Who goes out next wins nothing."""
    state = clock_queries.state_of(tournament.clock)
    return Bubble(tournament.clock.version, f"row {state.index}")


@pytest.fixture(autouse=True)
def new_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """One entry in the list, one partial in the folder; the addresses are made as at the start."""
    entry = Screen(
        name="bubble",
        title="Bubble",
        about="who is next",
        panel=Panel("bubble", bubble, (Audience.CLOCK,)),
    )
    monkeypatch.setattr(screens, "SCREENS", (*screens.SCREENS, entry))
    folder = tmp_path / "screens"
    folder.mkdir()
    (folder / "_bubble.html").write_text(PARTIAL)
    templates = deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"] = [*templates[0]["DIRS"], tmp_path]
    addresses = ModuleType("addresses_with_the_new_screen")
    addresses.urlpatterns = [*config.urls.urlpatterns, *screen_views.urls()]  # type: ignore[attr-defined]  # as a urls module has it
    with override_settings(TEMPLATES=templates, ROOT_URLCONF=addresses):
        yield


def test_it_is_served_and_linked(cup: Tournament):
    page = Client().get(f"/t/{cup.code}/bubble/").content.decode()
    assert "row 0 of Friday Cup" in page
    assert "<title>Bubble · Friday Cup</title>" in page
    assert f'hx-ws:connect="/ws/t/{cup.code}/bubble/"' in page
    for place in ("/", f"/t/{cup.code}/"):
        linked = Client().get(place).content.decode()
        assert f'<a href="/t/{cup.code}/bubble/">Bubble</a>' in linked
        assert "who is next" in linked


def test_it_is_found_by_the_command_bar(cup: Tournament):
    [found] = finding.search(cup, DIRECTOR, "bubble")
    assert (found.words, found.url) == ("Bubble screen", f"/t/{cup.code}/bubble/")


def test_a_device_can_be_told_to_show_it_alone_or_in_turn(cup: Tournament):
    director = signed_in(house_director())
    assert ">Bubble</option>" in director.get(f"/t/{cup.code}/devices/").content.decode()
    fields = {"kind": "screen", "view": "bubble"}
    answer = director.post(f"/t/{cup.code}/devices/", fields, follow=True)
    assert "for Bubble." in answer.content.decode()
    device, secret = devices.pair(text=cup.pairingcodes.get().code, door="here", now=timezone.now())
    assert ">Bubble</option>" in director.get(f"/t/{cup.code}/hall/").content.decode()
    shown = Client()
    shown.cookies[DEVICE_COOKIE] = secret
    assert shown.get("/device/").headers["Location"] == f"/t/{cup.code}/bubble/"
    step: hall.Step = {"view": "bubble", "table": None, "seconds": 20}
    hall.rotate(device=device, steps=[step], actor=DIRECTOR, now=NOW)
    assert cup.journal.get(name="device.rotates").data["words"] == "Bubble 20 s"
    assert shown.get("/device/here/").headers["X-Place"] == f"/t/{cup.code}/bubble/"


async def test_it_is_pushed_when_there_is_news():
    cup = await in_a_thread(running, 4, seats=2)
    addresses: list[Any] = [*routing.panels()]
    sockets = AuthMiddlewareStack(WhoOpens(URLRouter(addresses)))
    socket = WebsocketCommunicator(sockets, f"/ws/t/{cup.code}/bubble/")
    assert (await socket.connect(PATIENCE))[0]
    first = await socket.receive_json_from(PATIENCE)
    assert (first["target"], "row 0" in first["content"]) == ("#bubble", True)
    await in_a_thread(
        clock.act, tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE
    )
    assert "row 1" in (await socket.receive_json_from(PATIENCE))["content"]
    await socket.disconnect()
