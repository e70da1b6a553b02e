"""Sockets of announcements and of an entrant's own page, end to end."""

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from engine.hand import commands
from tables.equipment.services import rotation
from tables.models import Table
from tables.play.services import play
from tests.factories import DIRECTOR, NOW, deal, hand_at, request, running, table_of
from tests.live.test_consumers import opened, picture, refused_with, session_cookie
from tests.markup import one_line
from tournament import requests
from tournament.clock.services import announcements
from tournament.clock.services.announcements import Words
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.house.services import people
from tournament.live import fanout
from tournament.models import Entry, Staff, Tournament, User
from tournament.permissions import Role
from tournament.templatetags.show import chips

pytestmark = pytest.mark.django_db(transaction=True)


def a_cup_with_links() -> tuple[Tournament, str, int]:
    cup = running(2)
    links.give(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    entry, link = next(iter(link_queries.by_entry(cup.pk).items()))
    return cup, link_queries.token(entry, link.nonce), entry


async def test_an_announcement_is_pushed_to_everybody_who_watches():
    cup, _, _ = await database_sync_to_async(a_cup_with_links)()
    socket = await opened(f"/ws/t/{cup.code}/word/")
    first = await picture(socket)
    assert (first["target"], first["version"]) == ("#word", 0)
    await database_sync_to_async(announcements.announce)(
        tournament_id=cup.pk, words=Words("Tea"), actor=DIRECTOR, now=requests.now()
    )
    assert "Tea" in (await picture(socket))["content"]
    await socket.disconnect()


@pytest.mark.parametrize("how", ["dismissed", "signed out", "new password", "own password"])
async def test_who_is_sent_away_loses_every_socket_at_once_and_nobody_else_does(how: str):
    cup = await database_sync_to_async(running)(2)
    cookie = await database_sync_to_async(session_cookie)("flo", cup, Role.FLOOR)
    path = f"/ws/t/{cup.code}/console/"
    gone = await opened(path, cookie=cookie)
    other = await opened(
        path, cookie=await database_sync_to_async(session_cookie)("fay", cup, Role.FLOOR)
    )
    for socket in (gone, other):
        await picture(socket)
    await database_sync_to_async(sent_away)(how, cookie)
    assert (await gone.receive_output(20))["type"] == "websocket.close"
    assert await refused_with(path, cookie=cookie) == fanout.FORBIDDEN
    assert await other.receive_nothing()
    await other.disconnect()


def sent_away(how: str, cookie: str) -> None:
    """Flo is dismissed, leaves, or cannot use what she was signed in with any more."""
    flo, client = User.objects.get(username="flo"), Client()
    client.cookies["sessionid"] = cookie.partition("=")[2]
    duty = Staff.serving.get(user=flo)
    if how == "dismissed":
        people.dismiss(staff_id=duty.pk, actor=DIRECTOR, now=NOW)
    elif how == "signed out":
        client.post("/sign-out/")
    elif how == "new password":
        people.renew_password(staff_id=duty.pk, actor=DIRECTOR, now=NOW)
    else:
        people.set_password(user=flo, password="another quite long one")


async def test_my_page_is_mine_alone_and_closes_with_its_link_and_all_it_shows():
    cup, token, entry_id = await database_sync_to_async(a_cup_with_links)()
    assert await refused_with("/ws/me/no-such-link/") == fanout.NOT_FOUND
    paths = [f"/ws/me/{token}/{part}" for part in ("", "clock/", "word/")]
    mine = [await opened(path) for path in paths]
    screen = await opened(f"/ws/t/{cup.code}/clock/")
    told = [(await picture(socket))["content"] for socket in (*mine, screen)]
    assert "Table 1, seat" in told[0]
    entry = await database_sync_to_async(Entry.objects.get)(pk=entry_id)
    await database_sync_to_async(links.revoke)(entry=entry, actor=DIRECTOR, now=NOW)
    for path, socket in zip(paths, mine, strict=True):
        assert (await socket.receive_output(20))["type"] == "websocket.close"
        assert await refused_with(path) == fanout.NOT_FOUND
    assert await screen.receive_nothing()  # what all see goes on for all
    await screen.disconnect()


def _a_hand_ends(cup: Tournament) -> None:
    table = table_of(cup)
    deal(table)
    play.act(request(table), commands.Fold(hand_at(table).actor))


async def test_my_page_is_told_when_a_hand_of_mine_has_ended():
    cup, token, entry = await database_sync_to_async(a_cup_with_links)()
    socket = await opened(f"/ws/me/{token}/")
    before = (await picture(socket))["content"]
    await database_sync_to_async(_a_hand_ends)(cup)
    after = (await picture(socket))["content"]
    mine = await database_sync_to_async(Entry.objects.get)(pk=entry)
    assert f"<dd>{chips(mine.stack)}" not in before
    assert f"<dd>{chips(mine.stack)}" in after
    await socket.disconnect()


async def test_a_delayed_table_is_watched_as_it_was():
    cup, _, _ = await database_sync_to_async(a_cup_with_links)()
    table: Table = await database_sync_to_async(table_of)(cup)
    await database_sync_to_async(rotation.delay)(table=table, minutes=5, actor=DIRECTOR, now=NOW)
    socket = await opened(f"/ws/t/{cup.code}/tables/1/")
    assert "Shown 5 min late." in one_line((await picture(socket))["content"])
    await socket.disconnect()
