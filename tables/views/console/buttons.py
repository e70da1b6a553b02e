"""One way to press a button: find the tournament, do one thing, answer with a sentence."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament import requests
from tournament.models import Tournament
from tournament.setup.queries import tournaments

Deed = Callable[..., str]


def button(*, then: str = "console") -> Callable[[Deed], Any]:
    """Make a page's button of a function that does one thing and says so."""

    def made(deed: Deed) -> Any:
        @require_POST
        @wraps(deed)
        def pressed(request: requests.Request, code: str, **where: Any) -> HttpResponse:
            tournament = tournaments.find(code)
            sentence = deed(request, tournament, **where)
            page = "ready" if requests.text(request, "then") == "ready" else then
            return back(request, tournament, sentence, then=page)

        return pressed

    return made


def back(
    request: requests.Request, tournament: Tournament, sentence: str, *, then: str
) -> HttpResponse:
    """An htmx form is answered by the push; a plain one by its page and a sentence."""
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    messages.success(request, sentence)
    return redirect(then, code=tournament.code)
