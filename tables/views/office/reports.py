"""Director, floor, desk and inspector: reports on screen, on paper and as files."""

from collections.abc import Mapping
from types import ModuleType

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tables.conduct.queries import incident_report
from tables.records import packing
from tables.records.queries import chain, reports
from tables.records.queries.reports import Offer
from tables.tasks import make_pack
from tournament import requests
from tournament.house.queries import house
from tournament.models import Incident, Tournament
from tournament.permissions import Actor, Permission, may, require
from tournament.records.papers import csv_file, pdf_file, xlsx_file
from tournament.records.queries.report import Report
from tournament.setup.queries import tournaments

FORMS: Mapping[str, ModuleType] = {"pdf": pdf_file, "csv": csv_file, "xlsx": xlsx_file}


def permission_for(offer: Offer) -> Permission:
    """What one must be allowed to see for this report."""
    return Permission.SEE_MONEY if offer.is_about_money else Permission.SEE_JOURNAL


def _may_take_all(actor: Actor, tournament: Tournament) -> bool:
    asked = (Permission.SEE_MONEY, Permission.SEE_JOURNAL)
    return all(may(actor, permission, tournament.pk) for permission in asked)


@require_safe
def index(request: requests.Request, code: str) -> HttpResponse:
    """Every report this person may see."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "offers": [
            offer
            for offer in reports.OFFERS
            if may(request.actor, permission_for(offer), tournament.pk)
        ],
        "may_take_all": _may_take_all(request.actor, tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
    }
    return render(request, "console/reports.html", context)


def _asked(request: requests.Request, code: str, key: str) -> tuple[Tournament, Offer]:
    tournament, offer = tournaments.find(code), reports.find(key)
    if offer is None:
        raise Http404("No such report.")
    require(request.actor, permission_for(offer), tournament.pk)
    return tournament, offer


@require_safe
def report(request: requests.Request, code: str, key: str) -> HttpResponse:
    """One report on the screen, ready for print."""
    tournament, offer = _asked(request, code, key)
    now = requests.now()
    context = {
        "tournament": tournaments.heading(tournament),
        "report": reports.build(offer, tournament, now),
        "forms": FORMS,
        "has_histories": key in ("hands", "histories"),
    }
    return render(request, "console/report.html", context)


@require_safe
def report_file(request: requests.Request, code: str, key: str, form: str) -> HttpResponse:
    """One report as a file."""
    tournament, offer = _asked(request, code, key)
    if form not in FORMS:
        raise Http404("Reports come as pdf, csv or xlsx.")
    found = reports.build(offer, tournament, requests.now())
    path = reverse("report", args=[tournament.code, key])
    return as_file(request, found, f"{tournament.code}-{key}.{form}", path=path)


def as_file(request: HttpRequest, found: Report, name: str, *, path: str) -> HttpResponse:
    """A report in the form its file's name ends in; on paper a code leads back to this path."""
    form = FORMS[name.rpartition(".")[2]]
    if form is pdf_file:
        content = pdf_file.write(found, head=house.letterhead(requests.site(request)), path=path)
    else:
        content = form.write(found)
    return attached(content, form.KIND, name)


@require_safe
def histories(request: requests.Request, code: str) -> HttpResponse:
    """Every hand action by action, in the open PHH format."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_JOURNAL, tournament.pk)
    content = reports.histories(tournament).encode()
    return attached(content, "text/plain; charset=utf-8", f"{tournament.code}-hands.phhs")


@require_safe
def incident_paper(request: requests.Request, code: str, incident_id: int) -> HttpResponse:
    """One incident with its decisions and the hand it is about, for whoever reviews it."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_JOURNAL, tournament.pk)
    found = get_object_or_404(Incident, pk=incident_id, tournament=tournament)
    report, path = incident_report.report(found, requests.now()), reverse("incidents", args=[code])
    return as_file(request, report, f"{tournament.code}-incident-{found.number}.pdf", path=path)


@require_safe
def pack(request: requests.Request, code: str) -> HttpResponse:
    """Everything in one file for the regulator, begun by whoever looks first; how far it is."""
    tournament = _to_take(request, code)
    asked = packing.Wish(tournament.pk, tournament.chain.head, requests.site(request))
    key = request.GET.get("key", "")
    if packing.progress(key, tournament.pk) is None:
        key = asked.key
        if packing.claim(asked):
            make_pack.delay(asked.to_plain())
    context = {
        "tournament": tournaments.heading(tournament),
        "key": key,
        "progress": packing.progress(key, tournament.pk) or packing.NOTHING_YET,
    }
    is_part = request.headers.get("HX-Request") and request.GET.get("key")
    return render(request, "console/_pack.html" if is_part else "console/pack.html", context)


@require_safe
def pack_file(request: requests.Request, code: str, pack_key: str) -> HttpResponse:
    """The file, once it is made."""
    tournament = _to_take(request, code)
    content = packing.kept(pack_key, tournament.pk)
    if content is None:
        raise Http404("This pack is no longer available. Open the page again to make a new one.")
    return attached(content, "application/zip", f"{tournament.code}-compliance.zip")


def _to_take(request: requests.Request, code: str) -> Tournament:
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_JOURNAL, tournament.pk)
    require(request.actor, Permission.SEE_MONEY, tournament.pk)
    return tournament


def attached(content: bytes, kind: str, name: str) -> HttpResponse:
    """A file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


@require_safe
def inspector(request: requests.Request, code: str) -> HttpResponse:
    """All there is to see, whether it is as it was written, and nothing to change."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_JOURNAL, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "verdict": chain.verify(tournament),
        "offers": [
            offer
            for offer in reports.OFFERS
            if may(request.actor, permission_for(offer), tournament.pk)
        ],
        "tables": tournament.tables.order_by("number"),
        "may_take_all": _may_take_all(request.actor, tournament),
    }
    return render(request, "console/inspector.html", context)
