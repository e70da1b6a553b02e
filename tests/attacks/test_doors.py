"""Every door of the house, tried by everybody: pages and forms, sockets, operations of the API.

Who may open which page and send which form is one table (tests/tournament/test_permissions.py);
the sockets' and the API's open operations stand here; what a token may is held against the forms'
table (tests/attacks/test_operations.py). A door that is in no table fails a test.
"""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.urls import get_resolver, reverse

import tables.routing
import tournament.routing
from config import urls
from config.api import api
from config.routing import sockets
from tables.middleware import DEVICE_COOKIE
from tables.models import SeatOrder
from tables.models.devices import DeviceKind
from tables.services import devices
from tests.factories import DIRECTOR, NOW, deal, stored
from tests.tournament.test_permissions import OPEN_TO_ALL, PAGES, POSTS, VISITORS, Hall, table
from tournament import backups
from tournament.models import PersonalLink, Tournament
from tournament.queries import links as link_queries
from tournament.queries import signs
from tournament.services import links

SOCKETS = """
                     nobody house director floor desk dealer inspector other tablet strange screen
clock                x      x     x        x     x    x      x         x     x      x       x
structure            x      x     x        x     x    x      x         x     x      x       x
levels               x      x     x        x     x    x      x         x     x      x       x
standings            x      x     x        x     x    x      x         x     x      x       x
feed                 x      x     x        x     x    x      x         x     x      x       x
word                 x      x     x        x     x    x      x         x     x      x       x
seating              x      x     x        x     x    x      x         x     x      x       x
moves                x      x     x        x     x    x      x         x     x      x       x
prizes               x      x     x        x     x    x      x         x     x      x       x
console              .      x     x        x     x    .      x         .     .      .       .
tables/1             x      x     x        x     x    x      x         x     x      x       x
tables/1/tablet      .      x     x        x     .    x      .         .     x      .       .
tables/1/floor       .      x     x        x     .    .      x         .     .      .       .
"""
# What a personal link opens.
OF_AN_ENTRANT = ("", "clock/", "word/")
# Operations that need no token, and the house's own addresses that need no account.
OPEN_OPERATIONS = {
    *("GET /tournaments", "GET /tournaments/{code}", "GET /tournaments/{code}/clock"),
    *("GET /tournaments/{code}/standings", "GET /tournaments/{code}/structure"),
    *("GET /tournaments/{code}/seating", "GET /tournaments/{code}/tables/{number}"),
    *("GET /tournaments/{code}/payouts", "GET /leagues", "GET /leagues/{slug}"),
    # these know a player by the link in their address
    *("GET /me/{token}", "POST /me/{token}/seen", "POST /me/{token}/deal"),
}
# Doors that answer by one's own account, device or practice table, or by the house's picture.
OF_ONE_S_OWN = {
    *("sign-in", "password", "device-home", "device-here", "practice-table", "practice-command"),
    *("practice-happened", "practice-mark", "my-receipt", "my-ticket", "house-logo"),
}
OPEN_ADDRESSES = {
    *("healthz", "offline", "service-worker", "trust", "trust-certificate", "api"),
}


def screen_secret(hall: Hall) -> str:
    """The secret of a paired hall screen."""
    code = devices.make_code(
        tournament=hall.cup,
        kind=DeviceKind.SCREEN,
        view="clock",
        table=None,
        actor=DIRECTOR,
        now=NOW,
    )
    return devices.pair(text=code.code, door="test", now=NOW)[1]


# -- pages and forms -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_paired_screen_may_see_and_send_no_more_than_anybody():
    hall = Hall()
    screen = Client()
    screen.cookies[DEVICE_COOKIE] = screen_secret(hall)
    before = stored()
    for name, row in table(PAGES).items():
        assert screen.get(hall.address(name)).status_code == (200 if row["nobody"] else 403), name
    for name in table(POSTS):
        assert screen.post(hall.address(name), hall.body()).status_code == 403, name
    assert stored() == before


@pytest.mark.django_db
def test_what_is_open_to_all_is_the_same_for_everybody():
    hall = Hall()
    links.give(tournament_id=hall.cup.pk, actor=DIRECTOR, now=NOW)
    SeatOrder.objects.all().delete()  # the final would wait for the hand
    deal(hall.table)
    doors = {name: open_address(hall.cup, name) for name in sorted(OPEN_TO_ALL - OF_ONE_S_OWN)}
    screen = Client()
    screen.cookies[DEVICE_COOKIE] = screen_secret(hall)
    browsers = {**{who: hall.browser(who) for who in VISITORS}, "screen": screen}
    opened = {
        name: {browser.get(address).status_code for browser in browsers.values()}
        for name, address in doors.items()
    }
    assert {name: seen for name, seen in opened.items() if seen not in ({200}, {405})} == {}


def open_address(cup: Tournament, name: str) -> str:
    """Where anybody finds it; a player's own page where the player has a link."""
    asks = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
    link = PersonalLink.objects.filter(entry__tournament=cup).first()
    known = {
        "code": cup.code,
        "number": 1,
        "hand": 1,
        "slug": "spring",
        "book": "adelaide",
        "kind": next(iter(signs.SIGNS)),
        "version": "1",
        "token": link_queries.token(link.entry_id, link.nonce) if link else "none",
    }
    return reverse(name, kwargs={key: known[key] for key in asks})


def test_the_project_s_own_addresses_are_known():
    names = {pattern.name for pattern in urls.urlpatterns if hasattr(pattern, "name")}
    assert names == OPEN_ADDRESSES


@pytest.mark.django_db
def test_every_form_without_its_token_is_refused_and_changes_nothing():
    hall = Hall()
    forger = Client(enforce_csrf_checks=True)
    forger.force_login(hall.users["house"])
    before = stored()
    for name in table(POSTS):
        answer = forger.post(hall.address(name), hall.body())
        assert answer.status_code == 403, name
        assert "reload the page and send it again" in answer.content.decode(), name
    assert stored() == before


def test_no_form_is_excused_from_its_token():
    excused = [
        name
        for name, view in _views().items()
        if getattr(view, "csrf_exempt", False) and not name.startswith("api-1:")
    ]
    assert excused == []


def _views() -> dict[str, Any]:
    found: dict[str, Any] = {}

    def walk(patterns: Any, space: str) -> None:
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                inner = f"{pattern.namespace}:" if pattern.namespace else ""
                walk(pattern.url_patterns, space + inner)
            else:
                found[f"{space}{pattern.name}"] = pattern.callback

    walk(get_resolver().url_patterns, "")
    return found


@pytest.mark.django_db
def test_a_director_reaches_nothing_of_another_tournament_through_his_own():
    """Every form is sent to his own tournament with the other one's numbers in it."""
    hall = Hall()
    browser, before, failed = hall.browser("other"), rows_of(hall.cup), {}
    browser.raise_request_exception = False
    for name in table(POSTS):
        address = hall.address(name)
        if f"/{hall.cup.code}/" not in address:
            continue
        with transaction.atomic():
            answer = browser.post(address.replace(hall.cup.code, hall.other.code), hall.body())
            assert rows_of(hall.cup) == before, name
            transaction.set_rollback(True)
        if answer.status_code >= 500:
            failed[name] = answer.status_code
    assert failed == {}


def rows_of(tournament: Tournament) -> list[Any]:
    """Every row that belongs to this tournament, summed up table by table."""
    owned = [model for model in backups.kept_models() if _is_owned(model)]
    sums = (
        f"select '{model._meta.db_table}', count(*), md5(string_agg(t::text, ',' order by t::text))"
        f' from "{model._meta.db_table}" t where tournament_id = {tournament.pk}'
        for model in owned
    )
    with connection.cursor() as cursor:
        cursor.execute(" union all ".join(sums))
        return sorted(cursor.fetchall())


def _is_owned(model: type[Model]) -> bool:
    return any(field.attname == "tournament_id" for field in model._meta.concrete_fields)


# -- sockets ---------------------------------------------------------------------------------------


def test_every_socket_is_in_the_table():
    patterns = tournament.routing.websocket_urlpatterns + tables.routing.websocket_urlpatterns
    paths = {str(pattern.pattern).removeprefix("ws/") for pattern in patterns}
    told = {
        f"t/<slug:code>/{name}/".replace("tables/1", "tables/<int:number>")
        for name in table(SOCKETS)
    }
    assert paths == told | {f"me/<str:token>/{part}" for part in OF_AN_ENTRANT}


@pytest.mark.django_db(transaction=True)
async def test_every_socket_is_opened_by_those_who_may():
    code, cookies = await database_sync_to_async(_visitors)()
    wrong = {}
    for name, row in table(SOCKETS).items():
        for visitor, cookie in cookies.items():
            is_open = await opens(f"/ws/t/{code}/{name}/", cookie)
            if is_open is not row[visitor]:
                wrong[visitor, name] = is_open
    assert wrong == {}


def _visitors() -> tuple[str, dict[str, str]]:
    """A tournament's code, and the cookies of everybody who might come."""
    with transaction.atomic():
        hall = Hall()
        cookies = {visitor: cookies_of(hall.browser(visitor)) for visitor in VISITORS}
        screen = f"{DEVICE_COOKIE}={screen_secret(hall)}"
    return hall.cup.code, {**cookies, "screen": screen}


def cookies_of(browser: Client) -> str:
    """What a browser sends along."""
    return "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())


async def opens(path: str, cookie: str, origin: bytes = b"http://hall") -> bool:
    """Whether the socket at this address opens."""
    headers = [(b"host", b"hall"), (b"origin", origin), (b"cookie", cookie.encode())]
    socket = WebsocketCommunicator(sockets, path, headers=headers)
    is_open, _ = await socket.connect(20)
    if is_open:
        await socket.disconnect(timeout=20)
    else:
        await socket.send_input({"type": "websocket.disconnect", "code": 1006})
        await socket.wait(20)
    return bool(is_open)


@pytest.mark.django_db(transaction=True)
async def test_a_page_of_another_site_opens_no_socket_but_the_public_feed():
    code, cookies = await database_sync_to_async(_visitors)()
    opened = {
        name
        for name in table(SOCKETS)
        if await opens(f"/ws/t/{code}/{name}/", cookies["house"], b"http://evil.example")
    }
    assert opened == {"feed"}


@pytest.mark.django_db(transaction=True)
async def test_a_personal_socket_opens_with_its_own_link_alone():
    code, token = await database_sync_to_async(_personal_link)()
    for part in OF_AN_ENTRANT:
        assert await opens(f"/ws/me/{token}/{part}", "")
        assert not await opens(f"/ws/me/{token[:-1]}x/{part}", "")
        assert not await opens(f"/ws/me/{code}/{part}", "")


def _personal_link() -> tuple[str, str]:
    with transaction.atomic():
        hall = Hall()
    links.give(tournament_id=hall.cup.pk, actor=DIRECTOR, now=NOW)
    link = PersonalLink.objects.filter(entry__tournament=hall.cup)[0]
    return hall.cup.code, link_queries.token(link.entry_id, link.nonce)


# -- the API ---------------------------------------------------------------------------------------


def operations() -> list[tuple[str, str]]:
    """Every operation: its method and its address."""
    paths = api.get_openapi_schema()["paths"]
    return [
        (method.upper(), path.removeprefix("/api/v1"))
        for path, described in paths.items()
        for method in described
    ]


@pytest.mark.django_db
def test_an_operation_without_a_token_is_public_by_name_or_refused():
    hall = Hall()
    before, answered = stored(), set()
    for method, path in operations():
        answer = _call(hall, method, path, {})
        if answer.status_code != 401:
            answered.add(f"{method} {path}")
    assert answered == OPEN_OPERATIONS
    assert stored() == before


def _call(hall: Hall, method: str, path: str, headers: dict[str, str]) -> Any:
    known = {"code": hall.cup.code, "number": "1", "entry_number": "1"}
    for name in _holes(path):
        path = path.replace(f"{{{name}}}", known.get(name, "1"))
    return Client().generic(
        method,
        f"/api/v1{path}",
        b"{}",
        content_type="application/json",
        headers=headers,
    )


def _holes(path: str) -> list[str]:
    return [part.split("}")[0] for part in path.split("{")[1:]]
