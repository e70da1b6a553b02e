"""How an operation is made: a place to ask at, a form, a service, and the buttons it stands for.

    @router.act("/busts/{bust_id}/take-back", "Take a bust back", "bust", may=Permission.RULE)
    def bust(here: Here, bust_id: Where, wish: BustBack) -> str: ...

Where is asked (`here`) gives the address its beginning and the request its tournament. What the
work returns is the answer: nothing or words are `Done`, a number `Made`, the rest stays as it is.
"""

import inspect
import json
import re
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ClassVar, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Router, Schema
from ninja.constants import NOT_SET
from ninja.errors import HttpError, ValidationError
from ninja.operation import Operation

from tournament import requests
from tournament.api.answers import Done, Made
from tournament.api.problems import Problem
from tournament.api.senders import sender
from tournament.models import Entry, Tournament
from tournament.permissions import Forbidden, Permission, Role, may_see, require
from tournament.records.services import idempotency
from tournament.setup.queries import poster, tournaments

AT = "/tournaments/{code}"
ANYWHERE = (400, 405, 429, 500)
SIGNED = dict.fromkeys((*ANYWHERE, 401, 403, 404, 409, 413, 422), Problem)
OPEN = dict.fromkeys((*ANYWHERE, 404, 422), Problem)
NOT_TAKEN = "Extra inputs are not permitted"  # as the forms of bodies say it
BINARY = {"schema": {"type": "string", "format": "binary"}}
LITTLE = frozenset({"a", "an", "the", "their", "its"})
VERBS = frozenset({"list", "download", "propose"})  # of operations that look
Work = TypeVar("Work", bound=Callable[..., Any])


class House:
    """Somebody asks for what belongs to no tournament."""

    address = ""
    auth: ClassVar[Any] = NOT_SET  # as everywhere: a token, or somebody signed in
    refusals: ClassVar[dict[int, type[Problem]]] = SIGNED
    answers: ClassVar[type[Done]] = Done

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.actor = sender(request)
        self.now = requests.now()

    @property
    def when(self) -> requests.When:
        """Who asks, now."""
        return {"actor": self.actor, "now": self.now}

    def done(self, words: str) -> Done:
        """The answer of what was done."""
        return Done(words=words)

    def act(self) -> None:
        """Refuse a token that only reads."""
        if self.actor.is_software and {role for _, role in self.actor.roles} == {Role.INSPECTOR}:
            raise Forbidden("An inspector's token only reads.")

    def require(self, permission: Permission) -> None:
        """Refuse whoever may not."""
        require(self.actor, permission)


class Here(House):
    """Somebody asks at a tournament."""

    address = AT

    def __init__(self, request: HttpRequest, code: str) -> None:
        super().__init__(request)
        self.tournament = find(code)

    @property
    def by(self) -> requests.By:
        """Who asks, at which tournament, now."""
        return {"tournament_id": self.tournament.pk, **self.when}

    def require(self, permission: Permission) -> None:
        """Refuse whoever may not here."""
        require(self.actor, permission, self.tournament.pk)

    def look(self, permission: Permission) -> None:
        """Let those look who may do this here, and inspectors."""
        if not may_see(self.actor, permission, self.tournament.pk):
            self.require(permission)

    def entry(self, number: int) -> int:
        """The key of the entry with this number."""
        found: Entry = one_of(self.tournament.entries, "entry", number=number)
        return found.pk

    def key(self, kind: type[Model], what: str, pk: int, within: str = "tournament") -> int:
        """The key of a row, if it is one of this tournament's."""
        rows = kind._default_manager.filter(**{within: self.tournament})
        found: int = one_of(rows, what, pk=pk).pk
        return found


class Hall(Here):
    """Anybody asks what the hall sees of a tournament; refused while it is not published."""

    def __init__(self, request: HttpRequest, code: str) -> None:
        super().__init__(request, code)
        poster.told(self.tournament, self.actor)


def find(code: str) -> Tournament:
    """The tournament of an address."""
    if not (code.isascii() and code.isalnum()):
        raise Http404("No tournament has this code.")
    return tournaments.find(code)


def one_of(among: Any, what: str, **which: int | str) -> Any:
    """The one that is meant, or a sentence that there is none."""
    found: QuerySet[Any] = among.all()
    try:
        return found.get(**which)
    except (ObjectDoesNotExist, OverflowError):
        raise Http404(f"No such {what}.") from None


class Operations(Router):
    """The operations of one audience."""

    def act(
        self, path: str, summary: str, *pages: str, may: Permission | None = None
    ) -> Callable[[Work], Work]:
        """An operation that does what the named buttons of the pages do."""

        def made(work: Work) -> Work:
            def check(here: House) -> None:
                here.act()
                if may is not None:
                    here.require(may)

            place, address = _place(work), _address(work, path)
            self.post(
                address,
                auth=place.auth,
                summary=summary,
                operation_id=operation_id(summary),
                openapi_extra={"x-pages": list(pages)},
            )(_asked(work, check))
            self.describe(address, {200: _answers(work), **place.refusals})
            return work

        return made

    def look(
        self, path: str, summary: str, may: Permission | None, *files: str
    ) -> Callable[[Work], Work]:
        """An operation that only looks; `files` are the media types of one that sends a file."""

        def made(work: Work) -> Work:
            check = None if may is None else lambda here: here.look(may)
            address = _address(work, path)
            self.get(
                address,
                summary=summary,
                operation_id=operation_id(summary, "get"),
                openapi_extra={"responses": {200: {"content": dict.fromkeys(files, BINARY)}}}
                if files
                else None,
            )(_asked(work, check))
            self.describe(address, {200: _answers(work), **SIGNED})
            return work

        return made

    def show(self, path: str, summary: str) -> Callable[[Work], Work]:
        """What anybody may see, without a token."""

        def made(work: Work) -> Work:
            address = _address(work, path)
            self.get(
                address,
                auth=None,
                summary=summary,
                operation_id=operation_id(summary, "get"),
            )(_asked(work))
            self.describe(address, {200: _answers(work), **OPEN})
            return work

        return made

    def describe(self, address: str, answers: dict[int, Any]) -> None:
        """What the operation made last at this address answers, by its status.

        Told beforehand, the router would make a form of its own for every status of every
        operation: fifteen hundred at each start, where twenty-one are different.
        """
        operation = self.path_operations[address].operations[-1]
        vars(operation.view_func)["takes"] = _takes(operation)
        operation.response_models = {status: _form(kind) for status, kind in answers.items()}


def operation_id(summary: str, verb: str = "") -> str:
    """What a client made of the description calls it: its summary without the little words."""
    words = re.sub(r"[^a-z ]", "", summary.lower().replace("-", " ")).split()
    kept = [word for word in words if word not in LITTLE]
    begins = [] if not verb or kept[0] in VERBS else [verb]
    return "_".join([*begins, *kept])


def _address(work: Callable[..., Any], path: str) -> str:
    return _place(work).address + path


def _place(work: Callable[..., Any]) -> type[House]:
    place: type[House] = next(iter(inspect.signature(work).parameters.values())).annotation
    return place


def _asked(work: Callable[..., Any], check: Callable[[Any], None] | None = None) -> Any:
    """The same work for a router: it is given a request and the parts of the address."""
    place, *rest = inspect.signature(work).parameters.values()
    where = list(inspect.signature(place.annotation).parameters.values())

    @wraps(work)
    def asked(request: HttpRequest, **given: Any) -> Any:
        parts = {part.name: given.pop(part.name) for part in where[1:]}
        here = place.annotation(request, **parts)
        if check:
            check(here)
        _check_nothing_else(request, vars(asked)["takes"])
        for body in given.values():
            _identify(body, request.path)
        return _answer(here, work(here, **given))

    vars(asked)["__signature__"] = inspect.Signature([*where, *rest])
    return asked


def _takes(operation: Operation) -> dict[str, set[str]]:
    """What an operation reads: the names of its fields, by where they stand."""
    return {
        str(model.__ninja_param_source__): set(
            getattr(model, "__ninja_flatten_map__", model.model_fields)
        )
        for model in operation.models
    }


def _check_nothing_else(request: HttpRequest, takes: dict[str, set[str]]) -> None:
    """Refuse fields that nobody reads; those of a body are refused by its own form."""
    sent = {"query": set(request.GET)}
    if request.content_type == "multipart/form-data":
        sent |= {"form": set(request.POST), "file": set(request.FILES)}
    elif "body" not in takes:
        sent["body"] = _names(request.body)
    faults = [
        {"type": "extra_forbidden", "loc": (place, name), "msg": NOT_TAKEN}
        for place, names in sent.items()
        for name in sorted(names - takes.get(place, set()))
    ]
    if faults:
        raise ValidationError(faults)


def _names(body: bytes) -> set[str]:
    """The fields of a body that an operation has no use for."""
    try:
        sent = json.loads(body or b"null") or {}  # null is no field either
    except ValueError:
        raise HttpError(400, "Cannot parse request body") from None
    return set(sent) if isinstance(sent, dict) else {"body"}


def _identify(body: Any, where: str) -> None:
    """Let the id of a command know what else its sender said."""
    if isinstance(body, Schema) and getattr(body, "command_id", None) is not None:
        known = idempotency.identified(body.command_id, where, body.dict())  # type: ignore[attr-defined]
        body.command_id = known  # type: ignore[attr-defined]


def _answers(work: Callable[..., Any]) -> Any:
    """What an operation answers, by what its work returns; a file has no description."""
    returns = inspect.signature(work).return_annotation
    done = _place(work).answers
    plain = {None: done, str: done, int: Made, HttpResponse: None}
    return plain.get(returns, returns)


@cache
def _form(kind: Any) -> type[Schema] | None:
    """The form that an answer of this kind is written by; a file has none."""
    if kind is None:
        return None
    return type("Answer", (Schema,), {"__annotations__": {"response": kind}})


def _answer(here: House, result: Any) -> Any:
    if result is None or isinstance(result, str):
        return here.done(result or "")
    return Made(id=result) if isinstance(result, int) else result
