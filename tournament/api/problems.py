"""The one shape in which the API says no: a problem as RFC 9457 describes it, for every status."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

from django.http import HttpResponse
from ninja import Schema
from pydantic import Field

from engine.refusal import Malformed, Refused
from tournament import requests
from tournament.house.services.lockout import LockedOut
from tournament.permissions import Actor, Forbidden, told
from tournament.records.services import idempotency
from tournament.records.services.stale import Stale

KIND = "application/problem+json"


class ProblemCode(StrEnum):
    """What went wrong, in one word for software."""

    UNREADABLE = "unreadable"
    NOT_KNOWN = "not_known"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    NOT_ALLOWED = "not_allowed"
    REFUSED = "refused"
    STALE = "stale"
    REPEATED = "repeated"
    TOO_LARGE = "too_large"
    INVALID = "invalid"
    TOO_MANY = "too_many"
    FAILED = "failed"


class TooOften(Refused):
    """This token has asked as often as it may in a minute."""


class Fault(Schema):
    """A field that is wrong, and why."""

    field: str = Field(examples=["rows.0.place"])
    detail: str = Field(examples=["Input should be greater than or equal to 1"])


class Problem(Schema):
    """It was not done, and why; `clause` is that of the rulebook, where one forbids it."""

    type: str = Field(default="about:blank", examples=["about:blank"])
    title: str = Field(examples=["Refused"])
    status: int = Field(examples=[409])
    code: ProblemCode
    detail: str = Field(examples=["Call or fold: a short all-in does not reopen the betting."])
    clause: str = Field("", examples=["adelaide:47-6"])
    errors: list[Fault] = Field([], description="The fields that are wrong, each with its reason.")


# Each code, with its status and what it means in a few words.
MEANINGS: Mapping[ProblemCode, tuple[int, str]] = {
    ProblemCode.UNREADABLE: (400, "Unreadable request"),
    ProblemCode.NOT_KNOWN: (401, "No valid token"),
    ProblemCode.FORBIDDEN: (403, "Not in this role"),
    ProblemCode.NOT_FOUND: (404, "Not found"),
    ProblemCode.NOT_ALLOWED: (405, "Method not allowed"),
    ProblemCode.REFUSED: (409, "Refused"),
    ProblemCode.STALE: (409, "Changed since you read it"),
    ProblemCode.REPEATED: (409, "Command id already used"),
    ProblemCode.TOO_LARGE: (413, "Too large"),
    ProblemCode.INVALID: (422, "Invalid values"),
    ProblemCode.TOO_MANY: (429, "Too many requests"),
    ProblemCode.FAILED: (500, "Server error"),
}
# What is said where nobody had anything better to say.
WORDS: Mapping[ProblemCode, str] = {
    ProblemCode.UNREADABLE: "The request cannot be read.",
    ProblemCode.NOT_KNOWN: "This needs a token of the director: Authorization: Bearer su_...",
    ProblemCode.FORBIDDEN: "This request is not allowed.",
    ProblemCode.NOT_FOUND: "The API has no such address: /api/ lists those it has.",
    ProblemCode.NOT_ALLOWED: "This address does not take that method: see Allow.",
    ProblemCode.TOO_LARGE: "The request is too large.",
    ProblemCode.TOO_MANY: "Too many requests: wait as long as Retry-After says.",
    ProblemCode.FAILED: "The server failed; nothing was changed. X-Request-ID finds it in the log.",
}
BY_STATUS = {status: code for code, (status, _) in tuple(MEANINGS.items())[::-1]}
KINDS: tuple[tuple[type[Refused], ProblemCode], ...] = (
    (Forbidden, ProblemCode.FORBIDDEN),
    (LockedOut, ProblemCode.TOO_MANY),
    (TooOften, ProblemCode.TOO_MANY),
    (requests.TooLarge, ProblemCode.TOO_LARGE),
    (Malformed, ProblemCode.INVALID),
    (Stale, ProblemCode.STALE),
    (idempotency.Reused, ProblemCode.REPEATED),
)
# A sentence for somebody at a page ends in what they do there: software has its own ways.
FOR_PEOPLE = re.compile(
    r"(?<=[.!?]) (Reload[^.]*|Look at the page again|Check it[^.]*|Try again[^.]*)\."
)
NEWER = "What you saw has changed since: read it again, then send the new version."
QUOTED = re.compile(r"^“([\w.]+)”")


def problem(
    code: ProblemCode, detail: str = "", *, clause: str = "", errors: Iterable[Fault] = ()
) -> HttpResponse:
    """An answer that says no."""
    status, title = MEANINGS[code]
    body = Problem(
        title=title,
        status=status,
        code=code,
        detail=detail or WORDS[code],
        clause=clause,
        errors=list(errors),
    )
    text = json.dumps(body.dict(), ensure_ascii=False)
    return HttpResponse(text, content_type=KIND, status=status)


def refusal(refused: Refused, actor: Actor) -> HttpResponse:
    """The refusal of a service, in words for whoever asks by the API."""
    code = next((code for kind, code in KINDS if isinstance(refused, kind)), ProblemCode.REFUSED)
    detail = NEWER if code is ProblemCode.STALE else words(told(refused, actor))
    named = QUOTED.match(detail) if code is ProblemCode.INVALID else None
    errors = [Fault(field=named[1], detail=detail)] if named else []
    return problem(code, detail, clause=refused.clause, errors=errors)


def words(why: str) -> str:
    """A sentence without what it asks of somebody at a page."""
    return FOR_PEOPLE.sub("", why[:1].upper() + why[1:])


def of_status(status: int) -> HttpResponse:
    """What goes with a status that something below the API answered."""
    usual = ProblemCode.FAILED if status >= 500 else ProblemCode.UNREADABLE
    return problem(BY_STATUS.get(status, usual))


def tag(content: bytes) -> str:
    """What an answer is recognised by when it is asked for again."""
    return f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
