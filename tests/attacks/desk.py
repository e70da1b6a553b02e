"""The API as everybody tries it: every operation, its example, and what each visitor brings."""

import json
from functools import cache, cached_property
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config import examples
from config.api import api
from tests.factories import NOW
from tests.hall import Hall
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.house.services import integrations
from tournament.permissions import SYSTEM, Role

# What an operation that looks wants to be asked besides.
ASKED = {"/tournaments/{code}/schedule/proposal": {"players": 20, "minutes": 180}}


@cache
def described() -> Any:
    """The API as machines read it."""
    return api.get_openapi_schema()


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation: its method, its address and what is said of it."""
    return [
        (method.upper(), path.removeprefix("/api/v1"), said)
        for path, methods in described()["paths"].items()
        for method, said in methods.items()
    ]


class Desk:
    """A hall, and tokens for everybody in it who has a duty."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.tokens = {role.value: self._token(self.hall.cup.pk, role) for role in Role}
        self.tokens["other"] = self._token(self.hall.other.pk, Role.DIRECTOR)
        links.give(tournament_id=self.hall.cup.pk, actor=SYSTEM, now=NOW)

    def _token(self, tournament_id: int, role: Role) -> str:
        return integrations.give_token(
            tournament_id=tournament_id, name=role.value, role=role, actor=SYSTEM, now=NOW
        )[1]

    def caller(self, visitor: str) -> Client:
        """What this visitor calls the API with: a token, or the cookies of his browser."""
        if visitor in self.tokens:
            return Client(headers={"Authorization": f"Bearer {self.tokens[visitor]}"})
        return self.hall.browser(visitor)

    def look(self, caller: Client, path: str) -> Any:
        """Ask an operation that looks."""
        return caller.get(self.address(path), ASKED.get(path))

    def send(self, caller: Client, path: str, said: dict[str, Any]) -> Any:
        """Send an operation its example, or the file it wants."""
        if form := said.get("requestBody", {}).get("content", {}).get("multipart/form-data"):
            wanted = form["schema"]["required"]
            files = {name: SimpleUploadedFile("a.txt", b"junk") for name in wanted}
            return caller.post(self.address(path), files)
        body = json.dumps(examples.body(described(), said))
        return caller.post(self.address(path), body, content_type="application/json")

    @cached_property
    def known(self) -> dict[str, Any]:
        """The hall's own numbers, by their names in addresses."""
        hall = self.hall
        entry = hall.first.entry
        return {
            **hall.known,
            "kind": "pause",
            "step": "publish",
            "form": "csv",
            "token": link_queries.token(entry.pk, entry.links.get().nonce),
        }

    def address(self, path: str) -> str:
        """The address with those numbers in it."""
        holes = [part.split("}")[0] for part in path.split("{")[1:]]
        return f"/api/v1{path}".format_map({name: self.known.get(name, 1) for name in holes})
