"""What every page needs of a request: who asks, when, and a plain answer to a refusal."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from ipaddress import ip_address
from typing import Protocol, TypedDict, TypeVar
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from engine import clauses
from engine.amounts import example, figure, typed_cents, typed_figure
from engine.refusal import Malformed as Malformed  # pages say it as the engine does
from engine.refusal import Refused
from tournament.house.queries import house
from tournament.house.services.lockout import LockedOut
from tournament.models import Tournament
from tournament.permissions import Actor, Forbidden, Permission, may_see, require
from tournament.records.services import idempotency
from tournament.records.services.stale import Stale


class Request(HttpRequest):
    """A request whose sender is known (tables/middleware.py)."""

    actor: Actor


class TooLarge(Malformed):
    """A file, or whatever else was sent, is larger than is taken."""


class View(Protocol):
    """A page."""

    def __call__(self, request: Request, *args: str, **kwargs: str) -> HttpResponse: ...


GetResponse = Callable[[HttpRequest], HttpResponse]


MOST, FEW = 2**31 - 1, 2**15 - 1  # what a column of whole numbers holds, and a small one
Choice = TypeVar("Choice", bound=StrEnum)


class When(TypedDict):
    """Who and when: what a service asks that finds its tournament itself."""

    actor: Actor
    now: datetime


class By(When):
    """Where, who and when: what every service of a whole tournament asks."""

    tournament_id: int


class Once(When):
    """Who and when, and the id by which a second press is the same."""

    command_id: uuid.UUID


def now() -> datetime:
    """The only place where a page looks at the clock on the wall."""
    return timezone.now()


def address(request: HttpRequest) -> str:
    """Where the request comes from, as far as it can be trusted."""
    if settings.BEHIND_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        if forwarded:
            return str(forwarded.split(",")[-1].strip())
    return str(request.META.get("REMOTE_ADDR", ""))


def address_for_others(request: HttpRequest, path: str) -> str:
    """A page's whole address as other devices reach it: their localhost is not this machine."""
    here = request.build_absolute_uri(path)
    if settings.OUTWARD_URL and is_only_here(here):
        return urljoin(settings.OUTWARD_URL, path)
    return str(here)


def site(request: HttpRequest) -> str:
    """The front page as other devices reach it."""
    return address_for_others(request, "/")


def trust_address(request: HttpRequest) -> str:
    """Where a device that does not trust this machine yet is taught to; nothing without TLS."""
    if not settings.TLS_PORT:
        return ""
    name = name_in(urlsplit(site(request)).netloc)
    return f"http://{name}:{settings.PLAIN_PORT}{reverse('trust')}"


def secure_address(request: HttpRequest, path: str) -> str:
    """A page of this site at the local HTTPS port."""
    return f"https://{name_in(request.get_host())}:{settings.TLS_PORT}{path}"


def name_in(host: str) -> str:
    """The name or address in a host that may have a port."""
    return host if host.endswith("]") else host.rsplit(":", 1)[0]


def is_only_here(url: str) -> bool:
    """Whether an address leads nowhere but to the machine that opens it."""
    name = urlsplit(url).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def admit(request: Request, permission: Permission, tournament_id: int) -> None:
    """Let in who may do this, and an inspector as long as nothing is sent."""
    is_looking = request.method in ("GET", "HEAD")
    if not (is_looking and may_see(request.actor, permission, tournament_id)):
        require(request.actor, permission, tournament_id)


def when(request: Request) -> When:
    """Who asks, now."""
    return {"actor": request.actor, "now": now()}


def by(request: Request, tournament: Tournament) -> By:
    """Who asks, at which tournament, now."""
    return {"tournament_id": tournament.pk, **when(request)}


def once(request: Request) -> Once:
    """Who asks, now, and for which press."""
    return {"command_id": command_id(request), **when(request)}


def command_id(request: HttpRequest) -> uuid.UUID:
    """The id the page gave its command, with all that the form says."""
    try:
        made = uuid.UUID(request.POST.get("command_id", ""))
        return idempotency.identified(made, request.path, dict(request.POST.lists()))
    except ValueError:
        raise Malformed("The command has no id. Reload the page.") from None


def number(request: HttpRequest, field: str, *, most: int = 10**15 - 1) -> int:
    """A whole number from a form."""
    read = typed_figure(request.POST.get(field, ""))
    if read is None:
        raise Malformed(f"“{field}” must be a whole number.", field=field)
    if read > most:
        raise Malformed(f"“{field}” can be at most {figure(most)}.", field=field)
    return read


def optional_number(request: HttpRequest, field: str, *, most: int = 10**15 - 1) -> int | None:
    """A whole number from a form whose field may stay empty."""
    return number(request, field, most=most) if request.POST.get(field, "").strip() else None


def cents(request: HttpRequest, field: str) -> int:
    """An amount of money from a form, such as 110 or 12.50; an empty field is nothing."""
    return amount(request.POST.get(field, ""), field)


def amount(text: str, field: str) -> int:
    """Written money in cents."""
    if not text.strip():
        return 0
    read = typed_cents(text)
    if read is None:
        raise Malformed(f"“{field}” must be an amount, such as {example()}.", field=field)
    return read


def choice(request: HttpRequest, field: str, among: type[Choice]) -> Choice:
    """One of the known words from a form."""
    try:
        return among(request.POST.get(field, ""))
    except ValueError:
        raise Malformed(
            f"“{field}” must be one of the choices. Reload the page.", field=field
        ) from None


def optional_day(request: HttpRequest, field: str) -> date | None:
    """A day that may be left out."""
    words = text(request, field)
    try:
        return date.fromisoformat(words) if words else None
    except ValueError:
        raise Malformed("Enter the day as a date.", field=field) from None


def time_of_day(request: HttpRequest, field: str, *, now: datetime) -> datetime | None:
    """The next moment at which the hall's clock will show this time; None for an empty field."""
    words = request.POST.get(field, "").strip()
    if not words:
        return None
    try:
        wanted = time.fromisoformat(words).replace(tzinfo=None)
    except ValueError:
        raise Malformed(f"“{field}” must be a time, such as 23:30.", field=field) from None
    here = timezone.localtime(now)
    moment = datetime.combine(here.date(), wanted, tzinfo=here.tzinfo)
    return (
        moment
        if moment > here
        else datetime.combine(here.date() + timedelta(days=1), wanted, tzinfo=here.tzinfo)
    )


def text(request: HttpRequest, field: str) -> str:
    """Words from a form."""
    words = request.POST.get(field, "").strip()
    if "\0" in words:
        raise Malformed(f"“{field}” contains a character that cannot be stored.")
    return words


def form_data(request: HttpRequest) -> QueryDict | None:
    """What was sent, even if it is nothing; None before anything was."""
    return request.POST if request.method == "POST" else None


def form_status(request: HttpRequest) -> int:
    """The status of a page whose form is not filled, or filled wrongly."""
    return 422 if request.method == "POST" else 200


def status_of(refusal: Refused) -> int:
    """The status code that goes with a refusal."""
    statuses = (
        *((Forbidden, 403), (LockedOut, 429), (TooLarge, 413)),
        *((Malformed, 422), (Stale, 409)),
    )
    return next((code for kind, code in statuses if isinstance(refusal, kind)), 409)


def refusal_words(refusal: Refused) -> dict[str, str]:
    """A refusal as a page shows it: the sentence, the clause, and what the clause says."""
    clause = clauses.find(refusal.clause) if refusal.clause else None
    text = clause.behaviour if clause else ""
    why = refusal.why[:1].upper() + refusal.why[1:]
    field = refusal.field if isinstance(refusal, Malformed) else ""
    return {"why": why, "clause": refusal.clause, "clause_text": text, "field": field}


class AsTheHouseWrites:
    """Before a page is made, this process learns how the house writes amounts and hours."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            with suppress(DatabaseError):  # the page says it itself
                house.find()
        return self.get_response(request)


class RefusalPage:
    """Answers a refusal that no page caught with a page of its own.

    A page that stays where it is (`static/js/forms.js`) takes the refusal from it, and is told
    where to go instead of being sent there: the sentence that waits there is not read twice.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "X-Stay" in request.headers and response.has_header("Location"):
            told = HttpResponse(status=204, headers={"X-Go-To": response["Location"]})
            told.cookies = response.cookies
            return told
        return response

    def process_exception(self, request: HttpRequest, trouble: Exception) -> HttpResponse | None:
        """A refusal becomes a sentence; everything else is not ours to answer."""
        if not isinstance(trouble, Refused):
            return None
        status = status_of(trouble)
        words = refusal_words(trouble)
        return render(
            request, "public/refused.html", {"refusal": words, "status": status}, status=status
        )
