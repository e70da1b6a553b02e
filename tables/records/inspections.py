"""What an inspector looked at or took along stays on record, whichever page it was (igr:4.01-2)."""

import re
from collections.abc import Callable
from html import unescape

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from tournament import requests
from tournament.office.services import inspections
from tournament.permissions import Actor, Role
from tournament.setup.queries import tournaments

GetResponse = Callable[[HttpRequest], HttpResponse]

TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
FILE = re.compile(r'filename="([^"]+)"')


def noted(get_response: GetResponse) -> GetResponse:
    """Keep every page and file of a tournament that went out to one of its inspectors."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        code = request.resolver_match.kwargs.get("code") if request.resolver_match else None
        if code and was_given(request, response) and is_inspector(request):
            note(request, response, code)
        return response

    return answer


def was_given(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether something was asked for and given: a page, a part of one, or a file.

    What the request says of itself does not count: the one who sends it is the one on record.
    """
    return request.method == "GET" and response.status_code == 200


def is_inspector(request: HttpRequest) -> bool:
    """Whether the one who asks is an inspector anywhere; public pages cost no query for it."""
    if not request.user.is_authenticated and token_of(request) is None:
        return False
    return any(role is Role.INSPECTOR for _, role in actor_of(request).roles)


def note(request: HttpRequest, response: HttpResponse, code: str) -> None:
    """The page by its own title, the file by its name."""
    file = FILE.search(response.headers.get("Content-Disposition", ""))
    what = file[1] if file else title_of(response, request.path)
    inspections.note(
        tournaments.find(code),
        what,
        actor=actor_of(request),
        now=requests.now(),
        is_copy=file is not None,
    )


def title_of(response: HttpResponse, path: str) -> str:
    """What a page calls itself, without the tournament's name behind it."""
    content = b"" if response.streaming else response.content
    found = TITLE.search(content.decode(errors="replace"))
    words = " ".join(unescape(found[1]).split()) if found else ""
    return words.split(" · ")[0] or path


def token_of(request: HttpRequest) -> Actor | None:
    """Who speaks with a token of the API, if anybody does."""
    found = getattr(request, "auth", None)
    return found if isinstance(found, Actor) else None


def actor_of(request: HttpRequest) -> Actor:
    """Who asks (tables/middleware.py)."""
    if token := token_of(request):
        return token
    found: Actor = request.actor  # type: ignore[attr-defined]  # read through tournament.requests.Request
    return found
