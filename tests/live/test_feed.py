"""The public feed: open to every site and script, the whole picture each time, no hidden card."""

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator

from config.routing import sockets
from tests.factories import DIRECTOR, MINUTE, NOW, running
from tournament.clock.services import clock

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_script_without_a_page_hears_of_every_change():
    cup = await database_sync_to_async(running)(3)
    headers = [(b"host", b"hall"), (b"origin", b"https://another.example")]
    feed = WebsocketCommunicator(sockets, f"/ws/t/{cup.code}/feed/", headers=headers)
    is_open, _ = await feed.connect(20)
    assert is_open
    first = await told(feed)
    assert first["clock"]["phase"] == "play"
    assert len(first["standings"]["rows"]) == 3
    await database_sync_to_async(clock.act)(
        tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=NOW + MINUTE
    )
    while (later := await told(feed))["clock"]["phase"] == "play":
        assert later["version"] >= first["version"]
    assert later["clock"]["phase"] == "paused"
    await feed.disconnect()


async def told(feed: WebsocketCommunicator) -> dict[str, Any]:
    """The next picture; beats only say that somebody is there."""
    while True:
        heard: dict[str, Any] = json.loads(await feed.receive_from(20))
        if "clock" in heard:
            return heard


async def test_the_other_sockets_stay_closed_to_other_sites():
    cup = await database_sync_to_async(running)(3)
    headers = [(b"host", b"hall"), (b"origin", b"https://another.example")]
    for path in ("console", "clock", "feed/x"):
        socket = WebsocketCommunicator(sockets, f"/ws/t/{cup.code}/{path}/", headers=headers)
        is_open, _ = await socket.connect(20)
        assert not is_open
