"""One way to press a button: find the tournament, do one thing, answer with a sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from tables.console.queries.to_do import Press
from tournament import requests
from tournament.models import Tournament
from tournament.setup.queries import tournaments

SELLING = ("desk", "console", "entries", "money")  # the pages that sell, and show what came of it


@dataclass(frozen=True, slots=True)
class Said:
    """What was done, its receipt, and the one button that undoes it or comes next."""

    words: str
    press: Press | None = None
    receipt: int | None = None
    receipt_token: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to show but the words."""
        return self.press is None and self.receipt is None


Deed = Callable[..., str | Said]


def button(*, then: str = "console") -> Callable[[Deed], Any]:
    """Make a page's button of a function that does one thing and says so."""

    def made(deed: Deed) -> Any:
        @require_POST
        @wraps(deed)
        def pressed(request: requests.Request, code: str, **where: Any) -> HttpResponse:
            tournament = tournaments.find(code)
            sentence = deed(request, tournament, **where)
            asked = requests.text(request, "then")
            page = asked if asked in ("ready", *SELLING) else then
            return back(request, tournament, sentence, then=page)

        return pressed

    return made


def back(
    request: requests.Request, tournament: Tournament, done: str | Said, *, then: str
) -> HttpResponse:
    """An htmx form is answered by the push, and by a toast where there is something to undo."""
    said = Said(done) if isinstance(done, str) else done
    if "HX-Request" not in request.headers:
        messages.success(request, said.words if said.is_plain else toast(request, said))
        return redirect(then, code=tournament.code)
    if said.is_plain:
        return HttpResponse(status=204)
    return HttpResponse(
        f'<div id="done" class="notice notice--success">{toast(request, said)}</div>'
    )


def toast(request: requests.Request, said: Said) -> str:
    """The sentence with its receipt and its Undo."""
    return render_to_string("console/_done.html", {"said": said}, request)
