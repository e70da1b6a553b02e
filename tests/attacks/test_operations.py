"""The API does what the pages do: every button has its operation, open to the same people."""

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache, cached_property
from importlib import import_module
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from ninja import Schema

from config import examples
from config.api import api
from tables.api import lists as table_lists
from tables.views import dealer, floor, seats, staff_work
from tests.attacks.excused import EXCUSED
from tests.factories import NOW, stored
from tests.tournament.test_permissions import POSTS, Hall, table
from tournament.api import lists
from tournament.permissions import GRANTS, SYSTEM, Permission, Role
from tournament.queries import links as link_queries
from tournament.services import integrations, links

# Pages with many buttons behind one address.
BUTTONS = {
    "seats-act": set(seats.ACTS),
    "checks-act": set(staff_work.ACTS),
    "floor-act": set(floor.ACTS),
    "tablet-command": {*dealer.WISHES, *dealer.READERS},
}
# Buttons that are not for everybody who may send their page's form, or for more.
OF_BUTTONS = """
                          director floor desk dealer inspector other
seats-act/waive           x        .     .    .      .         .
seats-act/unwaive         x        .     .    .      .         .
tablet-command/penalise   x        .     .    .      .         .
floor-act/penalise        x        .     .    .      .         .
tablet-command/pocketed   x        .     .    .      .         .
checks-act/pocketed       x        .     .    .      .         .
checks-act/open_count     x        .     .    .      .         .
checks-act/close_count    x        .     .    .      .         .
checks-act/call_off_count x        .     .    .      .         .
checks-act/end_session    x        .     .    .      .         .
checks-act/take_back_end  x        .     .    .      .         .
checks-act/start_next     x        .     .    .      .         .
checks-act/card_steps     x        .     .    .      .         .
tablet-command/stop_clock x        x     .    .      .         .
tablet-command/go_on      x        x     .    .      .         .
tablet-command/withdraw   x        x     .    .      .         .
floor-act/withdraw        x        x     .    .      .         .
seats-act/give_seat       x        x     x    .      .         .
donation/pay              x        .     x    .      .         .
"""
# Who may look, at what the public may not.
READS = """
                          director floor desk dealer inspector other
journal                   x        x     .    .      x         .
money                     x        .     x    .      x         .
tables/{number}/tablet    x        x     .    x      .         .
console                   x        x     x    .      x         .
forecast                  x        x     x    .      x         .
setup/structure           x        x     x    .      x         .
schedule                  x        x     x    .      x         .
schedule/proposal         x        .     .    .      x         .
schedule/templates        x        .     .    .      x         .
house-rules               x        x     x    .      x         .
entries                   x        x     x    .      x         .
people                    x        x     x    .      x         .
incidents                 x        x     .    .      x         .
awards                    x        .     x    .      x         .
orders                    x        x     x    .      x         .
calls                     x        x     x    .      x         .
penalties                 x        x     x    .      x         .
sessions                  x        x     x    .      x         .
bags                      x        x     x    .      x         .
devices                   x        x     .    .      x         .
links                     x        x     x    .      .         .
tokens                    x        .     .    .      x         .
webhooks                  x        .     .    .      x         .
reports                   x        x     x    .      x         .
reports/{key}/{form}      x        x     .    .      x         .
hands.phhs                x        x     .    .      x         .
archive                   x        .     .    .      x         .
"""
# What is asked besides, and the kinds of lists: those have a permission each (see below).
ASKED = {"schedule/proposal": {"players": 20, "minutes": 180}}
LISTS = {"lists/{kind}", "table-lists/{kind}"}
HOLDERS = [*(role.value for role in Role), "other"]


@cache
def described() -> Any:
    """The API as machines read it."""
    return api.get_openapi_schema()


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation: its method, its address and what is said of it."""
    return [
        (method.upper(), path, said)
        for path, methods in described()["paths"].items()
        for method, said in methods.items()
    ]


def done_by_operations() -> set[str]:
    """The buttons that operations name as theirs."""
    return {page for _, _, said in operations() for page in said.get("x-pages", ())}


def done_on_pages() -> set[str]:
    """Every address that takes a form; of those with many buttons, each button."""
    found: set[str] = set()
    for module in ("tournament.urls", "tables.urls"):
        for pattern in import_module(module).urlpatterns:
            if "POST" in methods_of(pattern.callback):
                buttons = BUTTONS.get(pattern.name)
                found |= {f"{pattern.name}/{one}" for one in buttons} if buttons else {pattern.name}
    return found


def methods_of(view: Any) -> Iterable[str]:
    """What a page takes, as its decorator was told."""
    while view is not None:
        names = view.__code__.co_freevars
        if "request_method_list" in names:
            found: list[str] = view.__closure__[names.index("request_method_list")].cell_contents
            return found
        view = getattr(view, "__wrapped__", None)
    return ()


def test_every_button_of_the_pages_has_an_operation_or_a_reason():
    known = done_on_pages()
    ours = {page if page in known else page.split("/")[0] for page in done_by_operations()}
    assert known - ours == set(EXCUSED)
    assert ours <= known


def test_every_operation_that_changes_something_names_its_button():
    silent = [
        path for method, path, said in operations() if method != "GET" and not said.get("x-pages")
    ]
    assert silent == []


def test_every_operation_says_what_it_does_and_how_it_refuses():
    for _, path, said in operations():
        assert said["summary"], path
        if said.get("security"):
            refused = {str(code) for code in said["responses"]} - {"200"}
            assert refused == {"401", "403", "404", "409", "422"}, path


def test_no_two_kinds_of_body_share_a_name():
    names = Counter(kind.__name__ for kind in _schemas(Schema) if _is_ours(kind))
    assert [name for name, times in names.items() if times > 1] == []


def _schemas(kind: type[Schema]) -> set[type[Schema]]:
    below = set(kind.__subclasses__())
    return below.union(*(_schemas(one) for one in below)) if below else below


def _is_ours(kind: type[Schema]) -> bool:
    return kind.__module__.startswith(("tournament.", "tables."))


class Desk:
    """A hall, and tokens for everybody in it."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.tokens = {role.value: self._token(self.hall.cup.pk, role) for role in Role}
        self.tokens["other"] = self._token(self.hall.other.pk, Role.DIRECTOR)
        links.give(tournament_id=self.hall.cup.pk, actor=SYSTEM, now=NOW)

    def _token(self, tournament_id: int, role: Role) -> str:
        return integrations.give_token(
            tournament_id=tournament_id, name=role.value, role=role, actor=SYSTEM, now=NOW
        )[1]

    def call(self, path: str, said: dict[str, Any], holder: str) -> Any:
        """Send an operation its example."""
        headers = {"Authorization": f"Bearer {self.tokens[holder]}"}
        body = examples.body(described(), said)
        return Client().post(
            self.address(path), json.dumps(body), content_type="application/json", headers=headers
        )

    @cached_property
    def known(self) -> dict[str, Any]:
        """The hall's own numbers, by their names in addresses."""
        hall = self.hall
        entry = hall.table.seatings.filter(until__isnull=True)[0].entry
        return {
            **{name: getattr(hall, name) for name in vars(hall) if name.endswith("_id")},
            **hall.prize_ids,
            "code": hall.cup.code,
            "number": 1,
            "kind": "pause",
            "step": "publish",
            "key": "results",
            "form": "csv",
            "device_id": hall.device.pk,
            "staff_id": hall.users["inspector"].duties.get().pk,
            "token": link_queries.token(entry.pk, entry.links.get().nonce),
        }

    def address(self, path: str) -> str:
        """The address with those numbers in it."""
        return path.format_map({name: self.known.get(name, 1) for name in _holes(path)})


def _holes(path: str) -> list[str]:
    return [part.split("}")[0] for part in path.split("{")[1:]]


@pytest.fixture
def desk(db: None) -> Desk:
    """Somebody on every post, each with a token."""
    return Desk()


@pytest.mark.parametrize("holder", HOLDERS)
def test_a_token_does_what_its_role_may_on_the_pages_and_no_more(desk: Desk, holder: str):
    rows, before, wrong = table(POSTS) | table(OF_BUTTONS), stored(), {}
    for method, path, said in operations():
        if method != "POST" or not said.get("security"):
            continue
        may = any(rows.get(page, rows[page.split("/")[0]])[holder] for page in said["x-pages"])
        with transaction.atomic():
            answer = desk.call(path, said, holder)
            transaction.set_rollback(may)  # what a refused operation did would stay
        if not _fits(answer.status_code, may=may, takes_file=_takes_file(said)):
            wrong[path] = answer.status_code
    assert not wrong, "\n".join(f"{path} {status}" for path, status in wrong.items())
    assert stored() == before


def secured_reads() -> dict[str, str]:
    """Every operation that looks at what the public may not see, by the end of its address."""
    return {
        path.removeprefix("/api/v1/tournaments/{code}/"): path
        for method, path, said in operations()
        if method == "GET" and said.get("security")
    }


def test_every_operation_that_looks_is_in_the_table():
    assert set(secured_reads()) == set(table(READS)) | LISTS


@pytest.mark.parametrize("holder", HOLDERS)
def test_a_token_sees_what_its_role_may_and_no_more(desk: Desk, holder: str):
    paths, seen = secured_reads(), {}
    token = {"Authorization": f"Bearer {desk.tokens[holder]}"}
    for name, row in table(READS).items():
        answer = Client().get(desk.address(paths[name]), ASKED.get(name), headers=token)
        if answer.status_code != (200 if row[holder] else 403):
            seen[name] = answer.status_code
    assert seen == {}


def _takes_file(said: dict[str, Any]) -> bool:
    return "multipart/form-data" in said.get("requestBody", {}).get("content", {})


def _fits(status: int, *, may: bool, takes_file: bool) -> bool:
    if takes_file:  # without the file: nobody comes further
        return status == 422
    return status in (200, 404, 409, 422) if may else status in (403, 404)


def test_every_list_is_told_to_those_who_may_see_it(desk: Desk):
    for part, kinds in (("lists", lists.LISTS), ("table-lists", table_lists.LISTS)):
        for kind, listed in kinds.items():
            path = f"/api/v1/tournaments/{desk.hall.cup.code}/{part}/{kind.value}"
            for role in Role:
                token = {"Authorization": f"Bearer {desk.tokens[role.value]}"}
                answer = Client().get(path, headers=token)
                may = {listed.permission, Permission.INSPECT} & GRANTS[role]
                assert answer.status_code == (200 if may else 403), (path, role)
