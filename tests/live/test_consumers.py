"""Sockets end to end: real Redis, real database; who is let in, and what arrives."""

import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from config.routing import sockets
from engine.hand import commands
from tables.crew.services import managing
from tables.equipment.services import devices
from tables.middleware import DEVICE_COOKIE
from tables.models import Device, Table
from tables.play.services import play
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    hand_at,
    house_director,
    paired_tablet,
    request,
    running,
    table_of,
    user,
)
from tournament.clock.services import clock
from tournament.models import Tournament, User
from tournament.permissions import Role
from tournament.setup.services import tournaments

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 20


def browser(path: str, *, cookie: str = "", origin: str = "http://hall") -> WebsocketCommunicator:
    headers = [(b"host", b"hall"), (b"origin", origin.encode())]
    if cookie:
        headers.append((b"cookie", cookie.encode()))
    return WebsocketCommunicator(sockets, path, headers=headers)


async def opened(path: str, **who: str) -> WebsocketCommunicator:
    socket = browser(path, **who)
    is_open, _ = await socket.connect(PATIENCE)
    assert is_open
    return socket


async def refused_with(path: str, **who: str) -> int:
    socket = browser(path, **who)
    is_open, code = await socket.connect(PATIENCE)
    assert not is_open
    await socket.wait(PATIENCE)
    return int(code or 0)


async def picture(socket: WebsocketCommunicator) -> dict[str, Any]:
    message: dict[str, Any] = await socket.receive_json_from(PATIENCE)
    return message


def session_cookie(name: str, cup: Tournament | None = None, role: Role | None = None) -> str:
    client = Client()
    client.force_login(user(name, cup, role) if cup else house_director())
    return f"sessionid={client.cookies['sessionid'].value}"


async def in_a_thread(what, *args: Any, **fields: Any) -> Any:
    return await database_sync_to_async(what)(*args, **fields)


@pytest.mark.parametrize(
    ("page", "element"),
    [
        ("clock/", "clock"),
        ("standings/", "standings"),
        ("seating/", "seating"),
        ("tables/1/", "table"),
    ],
)
async def test_anybody_gets_the_public_pictures_on_connect(cup, page: str, element: str):
    socket = await opened(f"/ws/t/{cup.code.lower()}/{page}")
    message = await picture(socket)
    assert message["target"] == f"#{element}"
    assert f'data-version="{message["version"]}"' in message["content"]
    await socket.disconnect(timeout=PATIENCE)


async def test_a_dealer_s_action_reaches_the_table_screen_and_the_tablet(cup: Tournament):
    table = await in_a_thread(table_of, cup)
    _, secret = await in_a_thread(paired_tablet, table)
    screen = await opened(f"/ws/t/{cup.code}/tables/1/")
    tablet = await opened(f"/ws/t/{cup.code}/tables/1/tablet/", cookie=f"{DEVICE_COOKIE}={secret}")
    assert [(await picture(one))["version"] for one in (screen, tablet)] == [0, 0]
    await in_a_thread(deal, table)
    assert [(await picture(one))["version"] for one in (screen, tablet)] == [1, 1]
    actor = (await in_a_thread(hand_at, table)).actor
    await in_a_thread(play.act, request(table), commands.Call(actor))
    after = await picture(screen)
    assert after["version"] == 2
    assert "Calls" in after["content"]
    for socket in (screen, tablet):
        await socket.disconnect(timeout=PATIENCE)


async def test_the_clock_reaches_clock_screens_and_tablets(cup: Tournament):
    table = await in_a_thread(table_of, cup)
    _, secret = await in_a_thread(paired_tablet, table)
    screen = await opened(f"/ws/t/{cup.code}/clock/")
    tablet = await opened(f"/ws/t/{cup.code}/tables/1/tablet/", cookie=f"{DEVICE_COOKIE}={secret}")
    for socket in (screen, tablet):
        await picture(socket)
    await in_a_thread(
        clock.act, tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=NOW + MINUTE
    )
    assert 'data-phase="paused"' in (await picture(screen))["content"]
    assert "Paused" in (await picture(tablet))["content"]
    for socket in (screen, tablet):
        await socket.disconnect(timeout=PATIENCE)


async def test_one_who_comes_late_or_comes_back_gets_the_picture_as_it_is_now(cup: Tournament):
    table = await in_a_thread(table_of, cup)
    socket = await opened(f"/ws/t/{cup.code}/tables/1/")
    await picture(socket)
    await socket.disconnect(timeout=PATIENCE)
    await in_a_thread(deal, table)
    again = await opened(f"/ws/t/{cup.code}/tables/1/")
    assert (await picture(again))["version"] == 1
    await again.disconnect(timeout=PATIENCE)


async def test_words_for_the_hall_reach_the_console(cup: Tournament):
    cookie = await in_a_thread(session_cookie, "ina", cup, Role.INSPECTOR)
    console = await opened(f"/ws/t/{cup.code}/console/", cookie=cookie)
    before = await picture(console)
    await in_a_thread(
        tournaments.announce, tournament_id=cup.pk, text="Dinner", actor=DIRECTOR, now=NOW
    )
    assert (await picture(console))["version"] > before["version"]
    await console.disconnect(timeout=PATIENCE)


@pytest.mark.rule("igr:6.03(b)")
async def test_a_table_manager_s_console_is_drawn_anew_with_his_table_first(cup: Tournament):
    cookie = await in_a_thread(session_cookie, "tina", cup, Role.FLOOR)
    console = await opened(f"/ws/t/{cup.code}/console/", cookie=cookie)
    assert "Your table" not in (await picture(console))["content"]
    await in_a_thread(give_table, cup, 2, "tina")
    content = (await picture(console))["content"]
    assert content.index("table-card-2") < content.index("table-card-1")
    assert content.count("Your table") == 1
    await in_a_thread(deal, await in_a_thread(table_of, cup, 2))
    assert "Hand in play" in (await picture(console))["content"]
    await console.disconnect(timeout=PATIENCE)


def give_table(cup: Tournament, number: int, username: str) -> None:
    to = User.objects.get(username=username)
    managing.assign(tournament_id=cup.pk, number=number, user_id=to.pk, actor=DIRECTOR, now=NOW)


# -- who is not let in -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page", ["clock/", "standings/", "seating/", "tables/1/", "tables/1/tablet/"]
)
async def test_an_unknown_tournament_is_not_found(page: str):
    assert await refused_with(f"/ws/t/NONE/{page}") == 4404


@pytest.mark.parametrize("page", ["tables/9/", "tables/9/tablet/"])
async def test_an_unknown_table_is_not_found(cup: Tournament, page: str):
    assert await refused_with(f"/ws/t/{cup.code}/{page}") == 4404


async def test_strangers_get_neither_tablet_nor_console(cup: Tournament):
    assert await refused_with(f"/ws/t/{cup.code}/tables/1/tablet/") == 4403
    assert await refused_with(f"/ws/t/{cup.code}/console/") == 4403
    assert await refused_with("/ws/t/NONE/console/") == 4403


async def test_a_tablet_sees_its_own_table_only_and_no_console(cup: Tournament):
    _, secret = await in_a_thread(paired_tablet, await in_a_thread(table_of, cup, 2))
    cookie = f"{DEVICE_COOKIE}={secret}"
    assert await refused_with(f"/ws/t/{cup.code}/tables/1/tablet/", cookie=cookie) == 4403
    assert await refused_with(f"/ws/t/{cup.code}/console/", cookie=cookie) == 4403


@pytest.mark.parametrize(
    ("role", "sees"),
    [
        (Role.DESK, {"console/"}),
        (Role.DEALER, {"tables/1/tablet/"}),
        (Role.FLOOR, {"console/", "tables/1/tablet/"}),
        (Role.INSPECTOR, {"console/"}),
    ],
)
async def test_staff_see_what_their_role_allows(cup: Tournament, role: Role, sees: set[str]):
    cookie = await in_a_thread(session_cookie, role.value, cup, role)
    for page in ("console/", "tables/1/tablet/"):
        path = f"/ws/t/{cup.code}/{page}"
        if page in sees:
            socket = await opened(path, cookie=cookie)
            await picture(socket)
            await socket.disconnect(timeout=PATIENCE)
        else:
            assert await refused_with(path, cookie=cookie) == 4403


async def test_the_director_of_another_tournament_sees_nothing_here(cup: Tournament):
    other = await in_a_thread(running, 2)
    cookie = await in_a_thread(session_cookie, "otto", other, Role.DIRECTOR)
    assert await refused_with(f"/ws/t/{cup.code}/console/", cookie=cookie) == 4403


async def test_a_page_of_another_site_is_not_let_in(cup: Tournament):
    cookie = await in_a_thread(session_cookie, "dora")
    path = f"/ws/t/{cup.code}/console/"
    socket = browser(path, cookie=cookie, origin="http://evil.example")
    assert not (await socket.connect(PATIENCE))[0]
    assert not (await browser(path, cookie=cookie, origin="").connect(PATIENCE))[0]


async def test_a_tablet_that_was_let_go_is_dropped_at_once_and_stays_out(cup: Tournament):
    table: Table = await in_a_thread(table_of, cup)
    device, secret = await in_a_thread(paired_tablet, table)
    path, cookie = f"/ws/t/{cup.code}/tables/1/tablet/", f"{DEVICE_COOKIE}={secret}"
    tablet = await opened(path, cookie=cookie)
    await picture(tablet)
    await in_a_thread(devices.revoke, device=device, actor=DIRECTOR, now=NOW)
    assert (await tablet.receive_output(PATIENCE))["code"] == 4503
    await tablet.wait(PATIENCE)
    assert await refused_with(path, cookie=cookie) == 4403
    assert await in_a_thread(Device.objects.filter(revoked_at__isnull=True).count) == 0


async def test_hole_cards_dealt_electronically_do_not_leave_on_any_socket(cup: Tournament):
    table = await in_a_thread(table_of, cup)
    _, secret = await in_a_thread(paired_tablet, table)
    screen = await opened(f"/ws/t/{cup.code}/tables/1/")
    tablet = await opened(f"/ws/t/{cup.code}/tables/1/tablet/", cookie=f"{DEVICE_COOKIE}={secret}")
    for socket in (screen, tablet):
        await picture(socket)
    await in_a_thread(deal, table, deck=tuple(range(52)))
    for socket in (screen, tablet):
        content = (await picture(socket))["content"]
        assert content.count("card--back") == 4
        assert not re.search(r"card--[cdhs]\b", content)
        await socket.disconnect(timeout=PATIENCE)
