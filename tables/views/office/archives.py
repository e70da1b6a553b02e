"""Director: a whole tournament out into a file, and in from one."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from engine.refusal import Refused
from tables.records import archives, unarchive
from tables.views.office.reports import attached
from tournament import requests
from tournament.permissions import Permission, require
from tournament.setup.queries import tournaments


@require_safe
def download(request: requests.Request, code: str) -> HttpResponse:
    """The tournament with all its records, for another installation."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.RUN_TOURNAMENT, tournament.pk)
    content = archives.pack(tournament, now=requests.now())
    return attached(content, "application/gzip", f"{tournament.code}.archive")


@require_http_methods(["GET", "POST"])
def bring_in(request: requests.Request) -> HttpResponse:
    """A tournament from an archive."""
    require(request.actor, Permission.CREATE_TOURNAMENTS)
    context: dict[str, Any] = {}
    if request.method != "POST":
        return render(request, "console/archive.html", context)
    try:
        made = unarchive.bring_in(
            _sent(request),
            fingerprint=requests.text(request, "fingerprint"),
            actor=request.actor,
            now=requests.now(),
        )
    except Refused as refusal:
        context["refusal"] = requests.refusal_words(refusal)
        return render(request, "console/archive.html", context, status=requests.status_of(refusal))
    words = f"{made.name} imported as {made.code}: all {made.chain.length} records verified."
    messages.success(request, words)
    return redirect("console", code=made.code)


def _sent(request: requests.Request) -> Any:
    file = request.FILES.get("file")
    if file is None:
        raise requests.Malformed("Choose a file first.")
    if (file.size or 0) > archives.MOST_BYTES:
        raise requests.TooLarge("The file is larger than 20 MB, the most an archive can have.")
    return file
