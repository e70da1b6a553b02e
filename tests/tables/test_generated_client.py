"""A client that nobody wrote by hand: made of the API's own description, it plays whole events."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from openapi_spec_validator import validate

from engine.structure import presets
from tests.factories import NOW, registering, stored
from tournament.house.services import integrations
from tournament.models import Tournament
from tournament.permissions import SYSTEM, Role

pytestmark = pytest.mark.django_db
MADE = "shuffle_up_client"
# Files whose kind it does not know are taken as they come.
FILES = (
    "application/pdf",
    "application/gzip",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)
SETTINGS = {
    "post_hooks": [],
    "content_type_overrides": dict.fromkeys(FILES, "application/octet-stream"),
}
# Two books: no-limit hold'em of Adelaide's, and an evening of the charity rules.
EVENTS = [("adelaide-no-limit", 3), ("canberra-e", 10), ("fours", 8)]


def described() -> dict[str, Any]:
    said: dict[str, Any] = Client().get("/api/v1/openapi.json").json()
    return said


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The client as openapi-python-client makes it; a warning is a part that is missing."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_text(json.dumps(described()))
    (folder / "config.json").write_text(json.dumps(SETTINGS))
    given = ("--path", folder / "openapi.json", "--config", folder / "config.json")
    options = ("--fail-on-warning", "--meta", "none", *given, "--output-path", folder / MADE)
    maker = (sys.executable, "-m", "openapi_python_client", "generate")
    subprocess.run([*maker, *map(str, options)], check=True, capture_output=True)
    sys.path.insert(0, str(folder))
    yield str(folder / MADE)
    sys.path.remove(str(folder))


@pytest.fixture
def site() -> Iterator[httpx.WSGITransport]:
    """The project, answering inside the test's own transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield httpx.WSGITransport(app=WSGIHandler())
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class Made:
    """The generated client, with a director's token."""

    def __init__(self, cup: Tournament, site: httpx.WSGITransport) -> None:
        _, token = integrations.give_token(
            tournament_id=cup.pk, name="client", role=Role.DIRECTOR, actor=SYSTEM, now=NOW
        )
        self.code, self.models = cup.code, import_module(f"{MADE}.models")
        self.client = import_module(f"{MADE}.client").AuthenticatedClient(
            base_url="http://testserver", token=token, httpx_args={"transport": site}
        )

    def tried(self, operation: str, **given: Any) -> Any:
        """What an operation answers: what it promises, or a problem."""
        module = import_module(f"{MADE}.api.{operation}")
        return module.sync(client=self.client, code=self.code, **given)

    def done(self, operation: str, **given: Any) -> Any:
        """The same where nothing may go wrong."""
        answer = self.tried(operation, **given)
        assert not isinstance(answer, self.models.Problem), answer
        return answer

    def command(self, version: int, **said: Any) -> Any:
        """A dealer's command at the only table."""
        command = getattr(self.models, said.pop("name")).from_dict(said)
        body = self.models.Play(command=command, version=version, command_id=uuid4())
        return self.tried("dealing.record_players_action", number=1, body=body)

    def is_problem(self, answer: Any) -> bool:
        return isinstance(answer, self.models.Problem)


BETS = (
    ("AllInCommand", "all_in"),
    ("CallCommand", "call"),
    ("CheckCommand", "check"),
    ("StandCommand", "stand"),
)


def play_a_hand(made: Made) -> None:
    """Everybody puts in what may be put in; the lowest seat wins every pot."""
    version = made.done("reading.get_table", number=1).version
    begin = made.models.Start(version=version, command_id=uuid4())
    table = made.done("dealing.start_next_hand", number=1, body=begin)
    first = made.done("reading.get_table", number=1)
    winner = min(seat.seat for seat in first.seats if seat.name and seat.cards)
    while table.is_in_hand:
        table = bet(made, table) if table.to_act is not None else pay(made, table, winner)


def bet(made: Made, table: Any) -> Any:
    tries = (
        made.command(table.version, name=name, kind=kind, seat=table.to_act) for name, kind in BETS
    )
    return next(answer for answer in tries if not made.is_problem(answer))


def pay(made: Made, table: Any, winner: int) -> Any:
    """The next street is dealt, else a hand is shown, else the next pot is paid."""
    dealt = made.command(table.version, name="DealBoardCommand", kind="deal_board")
    if not made.is_problem(dealt):
        return dealt
    panel = made.done("reading.get_table_for_dealer", number=1)
    if panel.show:
        said = {"name": "ShowCardsCommand", "kind": "show_cards", "seat": panel.show.seat}
    else:
        pot = panel.award.pots[0]
        able = [one.seat for one in pot.eligible]
        winners = [winner if winner in able else able[0]]
        said = {"name": "AwardCommand", "kind": "award", "pot": pot.index, "winners": winners}
    paid = made.command(table.version, **said)
    assert not made.is_problem(paid), paid
    return paid


def nobody_buys_again(made: Made) -> None:
    """Whoever has lost all chips and could still buy again is out."""
    for row in made.done("entries.list_entries").rows:
        if row.stack == 0 and not row.is_out:
            made.done("desk.decline_rebuy", number=row.entry)


def entrant(made: Made, name: str) -> Any:
    """Somebody whom either book lets in."""
    return made.models.NewEntry(
        name=name,
        born_on=date(1990, 5, 17),
        is_checked=True,
        has_agreed=True,
        is_invited=True,
    )


@pytest.mark.parametrize(("preset", "players"), EVENTS)
def test_the_generated_client_plays_a_whole_event(
    package: str, site: httpx.WSGITransport, preset: str, players: int
):
    cup = registering(0, preset=replace(presets.get(preset), starting_stack=1000), seats=10)
    made = Made(cup, site)
    names = [f"Player {number}" for number in range(1, players + 1)]
    for name in names:
        entered = made.done("entries.enter_player", body=entrant(made, name))
        assert (entered.name, entered.currency) == (name, "$")
    assert len(made.done("entries.list_entries").rows) == players
    made.done("seats.draw_seats", body=made.models.Draw())
    made.done("seats.shuffle_up_and_deal")
    for _ in range(40):
        if made.done("reading.get_standings").players_left == 1:
            break
        play_a_hand(made)
        nobody_buys_again(made)
    assert made.done("reading.get_tournament").state == "finished"
    standings = made.done("reading.get_standings")
    assert sorted(row.place for row in standings.finished)[0] == 1
    assert {row.name for row in standings.finished} == set(names)
    hands = made.done("reading.list_hands").rows
    assert sum(one.stack for one in hands[0].players) == 1000 * players
    told = made.done("reading.get_hand", table_number=hands[0].table, hand=hands[0].hand)
    assert told.steps[-1].words.startswith("Hand complete")


def test_the_generated_client_is_told_in_types_why_not(package: str, site: httpx.WSGITransport):
    cup = registering(2)
    made = Made(cup, site)
    before = stored()
    refused = made.tried("seats.undo_start")
    assert made.is_problem(refused)
    assert (refused.status, refused.code) == (409, "refused")
    wrong = made.tried("seats.move_player", body=made.models.Move(entry=0, table=1, seat=1))
    assert (wrong.status, wrong.errors[0].field) == (422, "entry")
    assert stored() == before


def test_the_description_is_valid():
    validate(described())


def test_every_operation_has_a_module_of_the_generated_client(package: str):
    made = {path.stem for path in Path(package, "api").glob("*/*.py")}
    ids = [one["operationId"] for each in described()["paths"].values() for one in each.values()]
    assert len(ids) == len(set(ids))
    assert set(ids) <= made
