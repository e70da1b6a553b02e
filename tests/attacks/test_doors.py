"""Every door of the house, tried by everybody: pages and forms, sockets, operations of the API.

Who may is one table (allowed.txt). A door that is not in it fails a test.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.urls import get_resolver

import tables.routing
from config.routing import is_our_name, sockets
from tests import pages
from tests.attacks import allowed
from tests.attacks.desk import Desk, operations
from tests.factories import DIRECTOR, NOW, stored
from tests.hall import Hall
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.house import backups
from tournament.models import PersonalLink, Tournament

VISITORS = allowed.visitors()
# What a personal link opens.
OF_AN_ENTRANT = [door for door in allowed.rows("socket") if door.startswith("me/")]
A_HAND = "/tournaments/{code}/tables/{table_number}/hands/{hand}"  # none of the hall's is over
FEED = "t/<slug:code>/feed/"
# Doors that say to all that they have nothing to show here, or lead on whoever has not signed in.
ANSWERS = {
    "device-home": {302},
    "device-here": {200, 204},
    "healthz": {503},
    "house-logo": {404},
    "password": {200, 302},
    "trust-certificate": {404},
}


@pytest.fixture
def hall(db: None) -> Hall:
    """A hall full of people."""
    return Hall()


# -- nothing is left out ---------------------------------------------------------------------------


def test_every_door_is_in_the_table_once():
    listed = sorted(door for door in allowed.doors() if door[0] != "button")
    assert listed == sorted([*_addresses(), *_sockets(), *_operations()])


def _addresses() -> Iterator[tuple[str, str]]:
    """Every address but the API's own, by what its view lets be done there."""
    kinds = {"GET": "page", "POST": "form"}
    for name, view in _views().items():
        methods = set(pages.methods_of(view))
        assert methods, f"{name} takes every method"
        yield from ((kinds[method], name) for method in methods - {"HEAD"})


def _views() -> dict[str, Any]:
    found: dict[str, Any] = {}

    def walk(patterns: Any) -> None:
        for pattern in patterns:
            if not hasattr(pattern, "url_patterns"):
                assert found.setdefault(pattern.name, pattern.callback) is pattern.callback
            elif pattern.namespace is None:
                walk(pattern.url_patterns)

    walk(get_resolver().url_patterns)
    return found


def _sockets() -> Iterator[tuple[str, str]]:
    for pattern in tables.routing.websocket_urlpatterns:
        yield "socket", str(pattern.pattern).removeprefix("ws/")


def _operations() -> Iterator[tuple[str, str]]:
    for method, path, _ in operations():
        yield method, path


def test_every_address_of_the_api_is_an_operation_that_is_described():
    (ours,) = [one for one in get_resolver().url_patterns if getattr(one, "namespace", None)]
    patterns = [str(one.pattern) for one in getattr(ours, "url_patterns", ())]
    routes = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", pattern) for pattern in patterns}
    described = {path.removeprefix("/") for _, path, _ in operations()}
    assert routes == described | {"", "openapi.json"}  # the list of them all


# -- pages and forms -------------------------------------------------------------------------------


@pytest.mark.parametrize("visitor", VISITORS)
def test_every_page_is_opened_by_those_who_may(hall: Hall, visitor: str):
    browser, wrong = hall.browser(visitor), {}
    for name, row in allowed.closed("page").items():
        status = browser.get(hall.address(name)).status_code
        if status != (200 if row[visitor] else 403):
            wrong[name] = status
    assert wrong == {}


@pytest.mark.parametrize("visitor", VISITORS)
def test_every_form_is_taken_from_those_who_may_and_changes_nothing_by_others(
    hall: Hall, visitor: str
):
    browser, before, wrong = hall.browser(visitor), stored(), {}
    for door, row in (allowed.closed("form") | allowed.rows("button")).items():
        name, _, button = door.partition("/")
        body = {**hall.body(), "kind": button, "what": button} if button else hall.body()
        with transaction.atomic():
            status = browser.post(hall.address(name), body).status_code
            transaction.set_rollback(row[visitor])  # what a refused form did would stay
        if status >= 500 or (status != 403) is not row[visitor]:
            wrong[door] = status
    assert wrong == {}
    assert stored() == before


@pytest.mark.django_db
def test_what_is_open_to_all_is_the_same_for_everybody():
    house, wrong = pages.House(), {}
    doors = {name: house.place(name) for name in sorted(allowed.open_to_all("page"))}
    forms = {name: house.place(name) for name in sorted(allowed.open_to_all("form"))}
    for visitor in VISITORS:
        browser = house.browser(visitor)
        for name, place in doors.items():
            wrong[visitor, "page", name] = browser.get(place).status_code
        for name, place in forms.items():
            with transaction.atomic():
                sent = house.browser(visitor).post(place, house.body())
                transaction.set_rollback(True)
            wrong[visitor, "form", name] = sent.status_code
    fine = {key for key, status in wrong.items() if _is_open(*key, status)}
    assert {key: status for key, status in wrong.items() if key not in fine} == {}


def _is_open(visitor: str, kind: str, name: str, status: int) -> bool:
    if kind == "form":
        return status < 500 and status not in (401, 403)
    return status in ANSWERS.get(name, {200})


def test_what_changes_something_needs_a_form(hall: Hall):
    house = hall.browser("house")
    for name in sorted(set(allowed.closed("form")) - set(allowed.rows("page"))):
        assert house.get(hall.address(name)).status_code == 405, name


def test_a_refused_visitor_is_told_in_words(hall: Hall):
    page = hall.browser("nobody").post(hall.address("tournament-cancel")).content.decode()
    assert "You may not run the tournament. Ask the tournament director." in page
    answer = hall.browser("strange").post(hall.address("tablet-command"), hall.body())
    assert "This tablet belongs to another table. Pair it here first." in answer.content.decode()


@pytest.mark.django_db
def test_every_form_without_its_token_is_refused_and_changes_nothing():
    hall = pages.House()
    forger = Client(enforce_csrf_checks=True)
    forger.force_login(hall.users["house"])
    before = stored()
    for name in allowed.rows("form"):
        answer = forger.post(hall.place(name), hall.body())
        assert answer.status_code == 403, name
        assert "Reload the page and try again" in answer.content.decode(), name
    assert stored() == before


def test_no_form_is_excused_from_its_token():
    assert [name for name, view in _views().items() if getattr(view, "csrf_exempt", False)] == []


def test_a_director_reaches_nothing_of_another_tournament_through_his_own(hall: Hall):
    """Every form is sent to his own tournament with the other one's numbers in it."""
    browser, before, failed = hall.browser("other"), rows_of(hall.cup), {}
    browser.raise_request_exception = False
    for name in allowed.closed("form"):
        address = hall.address(name)
        if f"/{hall.cup.code}/" not in address:
            continue
        with transaction.atomic():
            answer = browser.post(address.replace(hall.cup.code, hall.other.code), hall.body())
            assert [row for row in rows_of(hall.cup) if row[0] not in learned_elsewhere(name)] == [
                row for row in before if row[0] not in learned_elsewhere(name)
            ], name
            transaction.set_rollback(True)
        if answer.status_code >= 500:
            failed[name] = answer.status_code
    assert failed == {}


def learned_elsewhere(form: str) -> set[str]:
    """What changes elsewhere all the same: whoever has the player learns that it was corrected."""
    return {"tournament_journalentry", "tournament_chain"} if form == "person" else set()


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


def socket_path(door: str, code: str = "", token: str = "") -> str:
    """The address of a socket of the table."""
    held = {"<slug:code>": code, "<str:token>": token, "<int:number>": "1"}
    for hole, word in held.items():
        door = door.replace(hole, word)
    return f"/ws/{door}"


@pytest.mark.django_db(transaction=True)
async def test_every_socket_is_opened_by_those_who_may():
    keys, cookies = await database_sync_to_async(_visitors)()
    wrong = {}
    for door, row in allowed.rows("socket").items():
        for visitor, cookie in cookies.items():
            is_open = await opens(socket_path(door, **keys), cookie)
            if is_open is not row[visitor]:
                wrong[visitor, door] = is_open
    assert wrong == {}


def _visitors() -> tuple[dict[str, str], dict[str, str]]:
    """A tournament's code with a player's link, and the cookies of everybody who might come."""
    with transaction.atomic():
        hall = Hall()
        cookies = {visitor: cookies_of(hall.browser(visitor)) for visitor in VISITORS}
    links.give(tournament_id=hall.cup.pk, actor=DIRECTOR, now=NOW)
    link = PersonalLink.objects.filter(entry__tournament=hall.cup)[0]
    return {
        "code": hall.cup.code,
        "token": link_queries.token(link.entry_id, link.nonce),
    }, cookies


def cookies_of(browser: Client) -> str:
    """What a browser sends along."""
    return "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())


async def opens(
    path: str, cookie: str, origin: bytes = b"http://hall", host: bytes = b"hall"
) -> bool:
    """Whether the socket at this address opens."""
    headers = [(b"host", host), (b"origin", origin), (b"cookie", cookie.encode())]
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
    keys, cookies = await database_sync_to_async(_visitors)()
    opened = {
        door
        for door in allowed.rows("socket")
        if await opens(socket_path(door, **keys), cookies["house"], b"http://evil.example")
    }
    assert opened == {FEED}


@pytest.mark.django_db(transaction=True)
async def test_by_a_name_that_is_not_the_site_s_no_socket_opens_not_even_the_feed(settings):
    settings.ALLOWED_HOSTS = ["poker.example.org"]
    keys, cookies = await database_sync_to_async(_visitors)()
    for name, is_ours in ((b"evil.example", False), (b"poker.example.org:8000", True)):
        for door, row in allowed.rows("socket").items():
            path = socket_path(door, **keys)
            is_open = await opens(path, cookies["house"], b"http://" + name, name)
            assert is_open is (is_ours and row["house"]), (door, name)


@pytest.mark.parametrize(
    ("allowed_hosts", "is_debug", "answered"),
    [
        (["*"], False, {"hall.local", "192.168.1.7:8000", "localhost", "evil.example"}),
        (["hall.local"], False, {"hall.local"}),
        ([".example"], True, {"evil.example"}),
        ([], True, {"localhost"}),
        ([], False, set()),
    ],
)
def test_sockets_answer_to_the_names_the_site_was_given(
    settings, allowed_hosts: list[str], is_debug: bool, answered: set[str]
):
    """A laptop that was given none answers to any; one in debug mode without any to its own."""
    settings.ALLOWED_HOSTS, settings.DEBUG = allowed_hosts, is_debug
    names = ("hall.local", "192.168.1.7:8000", "localhost", "evil.example", "")
    assert {name for name in names if is_our_name([(b"Host", name.encode())])} == answered


@pytest.mark.django_db(transaction=True)
async def test_a_personal_socket_opens_with_its_own_link_alone():
    keys, cookies = await database_sync_to_async(_visitors)()
    for door in OF_AN_ENTRANT:
        for token in (keys["token"][:-1] + "x", keys["code"]):
            assert not await opens(socket_path(door, token=token), cookies["house"]), door


# -- the API ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("visitor", VISITORS)
def test_every_operation_is_done_for_those_who_may_and_changes_nothing_for_others(
    db: None, visitor: str
):
    desk, wrong = Desk(), {}
    caller, before = desk.caller(visitor), stored()
    is_known = visitor in desk.tokens or visitor == "house"
    for method, path, said in operations():
        may = allowed.rows(method)[path][visitor]
        with transaction.atomic():
            answer = desk.look(caller, path) if method == "GET" else desk.send(caller, path, said)
            transaction.set_rollback(may)  # what a refused operation did would stay
        is_gone = path == A_HAND and answer.status_code == 404
        if not is_gone and answer.status_code not in _fitting(method, may=may, is_known=is_known):
            wrong[method, path] = answer.status_code
    assert not wrong, "\n".join(f"{visitor}: {door} {status}" for door, status in wrong.items())
    assert stored() == before


def _fitting(method: str, *, may: bool, is_known: bool) -> tuple[int, ...]:
    """How an operation may answer; an example that does not suit the hall is refused in words."""
    if may:
        return (200,) if method == "GET" else (200, 404, 409, 422)
    return (403,) if is_known else (401,)


def test_every_operation_without_the_token_of_forms_is_refused_to_who_comes_by_session(db: None):
    """A page of another site could send it along with somebody's session."""
    desk, wrong = Desk(), {}
    forger = Client(enforce_csrf_checks=True)
    forger.force_login(desk.hall.users["house"])
    before = stored()
    for method, path, said in operations():
        if method == "POST" and said.get("security"):
            answer = desk.send(forger, path, said)
            if answer.status_code != 403:
                wrong[path] = answer.status_code
    assert wrong == {}
    assert stored() == before
