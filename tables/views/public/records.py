"""Anybody: the signed heads of the records, to keep elsewhere and to come back with."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.records.queries import signatures
from tables.views.office.reports import attached
from tournament import requests
from tournament.records import signing
from tournament.records.queries import keys
from tournament.setup.queries import poster, tournaments

LONGEST = 2000  # an address with a head at its end


@require_safe
@never_cache
def page(request: requests.Request, code: str) -> HttpResponse:
    """The newest signed head, and what is wrong with one that somebody kept."""
    tournament = poster.find(code, request.actor)
    brought = request.GET.get("head", "").strip()[:LONGEST]
    context = {
        "tournament": tournaments.heading(tournament),
        "heads": signatures.page(tournament, brought),
    }
    return render(request, "public/records.html", context)


@require_safe
def file(request: requests.Request, code: str) -> HttpResponse:
    """All of them, one to a line."""
    tournament = poster.find(code, request.actor)
    content = signatures.words(tournament).encode()
    return attached(content, "text/plain; charset=utf-8", f"{tournament.code}-heads.txt")


@require_safe
def key(_request: requests.Request) -> HttpResponse:
    """The public half of the key that signs them, as other programs read it."""
    public = keys.public()
    if not public:
        raise Http404("Nothing has been signed here yet.")
    return attached(signing.as_file(public), "application/x-pem-file", "shuffle-up-key.pem")
