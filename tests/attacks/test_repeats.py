"""A command that was carried out and comes again is answered as done, whatever has changed since.

An answer can be lost on its way: whoever sends again under the same id must not hear that it was
refused, or it would be entered once more. The doors are read from the table of who may.
"""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.http import HttpRequest
from django.test import Client

from config import examples
from tables.models import Seating, Table
from tables.models.tables import TableState
from tests.attacks import allowed
from tests.attacks.desk import Desk, described, operations
from tests.attacks.test_operations import BUTTONS
from tests.factories import DIRECTOR, NOW, stored
from tests.hall import Hall
from tournament import requests
from tournament.clock.services import clock
from tournament.models import CommandRecord, Tournament
from tournament.permissions import SYSTEM
from tournament.records.services import idempotency
from tournament.setup.services import tournaments

pytestmark = pytest.mark.django_db
# Each button of the forms with many; what else may be said where a form has one.
KINDS = {**BUTTONS, "sell": {"rebuy"}, "call-round": {"bonus"}}
# Fields enough for every button that carries an id.
FIELDS = dict(
    parse_qsl(
        "cards=AhKd&pot=0&winners=1&count=1&players=2&by=Ann&penalty=warning&reason=late&since=1"
        "&grounds=ill&step=shuffle&seal=7&colour=blue&taker=2&stack_1=100&put_1=50&won_1=50"
        "&why=hidden&payee=Hall&purpose=rent&announced=yes&table=1"
    )
)


def everything_changes(cup: Tournament) -> None:
    """Since it was done the clock was stopped, everybody left, and the event was called off."""
    clock.act(tournament_id=cup.pk, kind="pause", actor=SYSTEM, now=NOW)
    tournaments.cancel(tournament_id=cup.pk, actor=DIRECTOR, now=NOW, reason="flood")
    Seating.objects.update(until=NOW)
    Table.objects.update(
        state=TableState.CLOSED, card_count={"by": "Ina", "why": ""}, depth="counts"
    )


def done(cup: Tournament, said: str = "") -> str:
    """The id of something that was carried out; of what, only where it is said."""
    kept = {"tournament": cup, "kind": "any", "at": NOW, "said": said}
    return str(CommandRecord.objects.create(id=uuid4(), **kept).pk)


def of_whatever_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was carried out under the id is of the kind that now comes again."""
    ask = idempotency.is_repeated

    def asked(command_id: UUID | None, *, tournament_id: int, kind: str) -> bool:
        kept = CommandRecord.objects.filter(pk=command_id or UUID(int=0))
        kept.filter(kind="any").update(kind=kind)
        is_known = ask(command_id, tournament_id=tournament_id, kind=kind)
        kept.update(kind="any")
        return is_known

    monkeypatch.setattr(idempotency, "is_repeated", asked)


def reading_ids(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fills up as forms read the id they came with."""
    asked: list[str] = []
    read = requests.command_id

    def noted(request: HttpRequest) -> UUID:
        asked.append(request.path)
        return read(request)

    monkeypatch.setattr(requests, "command_id", noted)
    return asked


def forms(hall: Hall) -> list[tuple[str, dict[str, object]]]:
    """Every form that is not open to all, and each button of those with many."""
    usual = {**hall.body(), **FIELDS}
    return [
        (hall.address(name), {**usual, "kind": button})
        for name in allowed.closed("form")
        for button in sorted(KINDS.get(name, {"pause"}))
    ]


@pytest.mark.parametrize(("visitor", "least"), [("house", 70), ("tablet", 50)])
def test_a_form_that_comes_again_is_not_refused_and_changes_nothing(
    visitor: str, least: int, monkeypatch: pytest.MonkeyPatch
):
    hall, asked = Hall(), reading_ids(monkeypatch)
    browser, sent = hall.browser(visitor), forms(hall)
    everything_changes(hall.cup)
    of_whatever_kind(monkeypatch)
    same, wrong, count = done(hall.cup), {}, 0
    before = stored()
    for address, body in sent:
        asked.clear()
        with transaction.atomic():
            status = browser.post(address, {**body, "command_id": same}).status_code
            transaction.set_rollback(not asked)  # another matter: it carries no id
        count += bool(asked) and status < 400
        if asked and status >= 400 and (visitor, status) != ("tablet", 403):
            wrong[address, body["kind"]] = status
    assert wrong == {}
    assert count >= least
    assert stored() == before


def test_an_operation_that_comes_again_is_not_refused_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
):
    desk = Desk()
    addresses = {desk.address(path): said for path, said in with_an_id()}
    everything_changes(desk.hall.cup)
    of_whatever_kind(monkeypatch)
    same, wrong = done(desk.hall.cup), {}
    before = stored()
    for path, said in addresses.items():
        answer = _sent(desk, path, {**said, "command_id": same})
        if answer.status_code != 200:
            wrong[path] = answer.content.decode()
    assert wrong == {}
    assert len(addresses) > 40
    assert stored() == before


@pytest.mark.parametrize(("visitor", "least"), [("house", 70), ("tablet", 50)])
def test_a_form_under_the_id_of_another_command_is_refused_and_changes_nothing(
    visitor: str, least: int, monkeypatch: pytest.MonkeyPatch
):
    """It was answered as done, and nothing had been done."""
    hall, asked = Hall(), reading_ids(monkeypatch)
    browser, sent = hall.browser(visitor), forms(hall)
    same, wrong, count = done(hall.cup, said="something else"), {}, 0
    before = stored()
    for address, body in sent:
        asked.clear()
        with transaction.atomic():
            answer = browser.post(address, {**body, "command_id": same})
            transaction.set_rollback(not asked)
        is_told = "was used for another request" in answer.content.decode()
        count += bool(asked) and is_told
        if asked and answer.status_code < 400:
            wrong[address, body["kind"]] = answer.status_code
    assert wrong == {}
    assert count >= least
    assert stored() == before


def test_an_operation_under_the_id_of_another_command_is_refused_with_its_own_code():
    """It was answered as done, and nothing had been done."""
    desk = Desk()
    same, wrong = done(desk.hall.cup, said="something else"), {}
    before = stored()
    for path, said in with_an_id():
        answer = _sent(desk, desk.address(path), {**said, "command_id": same})
        if (answer.status_code, answer.json().get("code")) != (409, "repeated"):
            wrong[path] = answer.content.decode()
    assert wrong == {}
    assert stored() == before


def with_an_id() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation that is sent with an id, and its example."""
    for _, path, said in operations():
        body = examples.body(described(), said)
        if body is not None and "command_id" in _fields(said):
            yield path, body


def _fields(said: dict[str, Any]) -> dict[str, Any]:
    schema = said["requestBody"]["content"]["application/json"]["schema"]
    kind = schema.get("$ref", "").rsplit("/", 1)[-1]
    fields: dict[str, Any] = (
        described()["components"]["schemas"][kind]["properties"] if kind else {}
    )
    return fields


def _sent(desk: Desk, address: str, body: dict[str, Any]) -> Any:
    token = {"Authorization": f"Bearer {desk.tokens['director']}"}
    return Client(headers=token).post(address, json.dumps(body), content_type="application/json")
