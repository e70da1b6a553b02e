"""The API: every part of it at one address, described for machines and for people."""

import json
from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from config import examples
from engine.refusal import Refused
from tables.api import (
    desk,
    equipment,
    files,
    floor,
    hall,
    phones,
    play,
    rounds,
    seats,
    sessions,
    staff_work,
)
from tables.api import lists as table_lists
from tables.api import reading as table_reading
from tournament.api import (
    clock,
    connections,
    entries,
    house,
    lists,
    money,
    office,
    people,
    prizes,
    problems,
    reading,
    setup,
)
from tournament.api.description import describe
from tournament.api.problems import Fault, ProblemCode
from tournament.api.senders import Person, Token, sender


class Api(NinjaAPI):
    """The API as it describes itself."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.made: OpenAPISchema | None = None
        self.making = Lock()

    def get_openapi_schema(self, **_where: Any) -> OpenAPISchema:
        """What all operations are, made once: it takes seconds, and anybody may ask for it."""
        with self.making:
            if self.made is None:
                self.made = describe(self, self.get_root_path({}))
            return self.made


api = Api(
    title="Shuffle Up",
    version=settings.VERSION,
    urls_namespace="api-1",
    description="What the pages do, for other software. Public pictures need no token.",
    docs_url=None,
    openapi_url="/openapi.json",
    auth=[Token(), Person()],
)
ROUTERS = (
    *(reading, table_reading, lists, table_lists, setup, clock, entries, people),
    *(office, money, prizes, seats, play, equipment, floor, rounds, sessions, desk),
    *(staff_work, hall, phones, connections, files, house),
)
for part in ROUTERS:
    api.add_router("", part.router)


@api.exception_handler(Refused)
def refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """A refusal in the same words as on a page."""
    return problems.refusal(refusal, sender(request))


@api.exception_handler(Http404)
def not_found(_: HttpRequest, trouble: Http404) -> HttpResponse:
    """Nothing is there."""
    return problems.problem(ProblemCode.NOT_FOUND, str(trouble) or "There is no such thing.")


@api.exception_handler(AuthenticationError)
def not_known(_: HttpRequest, __: AuthenticationError) -> HttpResponse:
    """No token, or one that opens nothing."""
    response = problems.problem(ProblemCode.NOT_KNOWN)
    response["WWW-Authenticate"] = "Bearer"
    return response


@api.exception_handler(ValidationError)
def not_understood(_: HttpRequest, trouble: ValidationError) -> HttpResponse:
    """Fields that are missing, or no such thing as they should be."""
    faults = [Fault(field=_field(one["loc"]), detail=one["msg"]) for one in trouble.errors]
    said = "; ".join(f"{fault.field}: {fault.detail}" for fault in faults)
    return problems.problem(ProblemCode.INVALID, said, errors=faults)


@api.exception_handler(HttpError)
def unreadable(_: HttpRequest, trouble: HttpError) -> HttpResponse:
    """What was sent is no JSON, or too much of it."""
    if isinstance(trouble.__cause__, RequestDataTooBig):
        return problems.problem(ProblemCode.TOO_LARGE)
    return problems.problem(ProblemCode.UNREADABLE, "What was sent is not JSON.")


@api.exception_handler(RequestDataTooBig)
def too_large(_: HttpRequest, __: RequestDataTooBig) -> HttpResponse:
    """More was sent than anything here takes."""
    return problems.problem(ProblemCode.TOO_LARGE)


def _field(place: Sequence[str | int]) -> str:
    """Which field is meant; what we call a whole body inside is nobody's concern."""
    inside = place[2:] if place[0] == "body" and len(place) > 2 else place[1:]
    return ".".join(str(part) for part in inside)


@cache
def groups() -> list[dict[str, Any]]:
    """Every operation by its part; they are the same as long as the server runs."""
    described: Any = api.get_openapi_schema()
    found: dict[str, list[dict[str, Any]]] = {}
    for address, operations in described["paths"].items():
        for method, operation in operations.items():
            found.setdefault(operation["tags"][0], []).append(
                {
                    "method": method.upper(),
                    "address": address,
                    "summary": operation["summary"],
                    "words": operation.get("description", ""),
                    "is_open": not operation.get("security"),
                    "fields": _fields(described, operation),
                    "example": _example(described, operation),
                }
            )
    return [{"name": name, "operations": listed} for name, listed in found.items()]


def _fields(described: Any, operation: Any) -> list[dict[str, str]]:
    """What an operation takes in its body."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    reference = content.get("schema", {}).get("$ref", "")
    schema = described["components"]["schemas"].get(reference.rsplit("/", 1)[-1], {})
    return [
        {
            "name": name,
            "kind": _kind(field),
            "is_needed": "yes" if name in schema.get("required", ()) else "",
        }
        for name, field in schema.get("properties", {}).items()
    ]


def _example(described: Any, operation: Any) -> str:
    body = examples.body(described, operation)
    return json.dumps(body, ensure_ascii=False) if body else ""


def _kind(field: Any) -> str:
    choices = field.get("anyOf") or [field]
    return " or ".join(
        str(choice.get("format") or choice.get("type") or choice.get("$ref", "").rsplit("/", 1)[-1])
        for choice in choices
    )
