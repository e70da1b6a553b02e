"""Director, floor, desk and inspector: reports on screen, on paper and as files."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tables.pack import compliance_pack
from tables.queries import chain, matters, reports
from tables.queries.reports import Offer
from tournament import http
from tournament.models import Incident, Tournament
from tournament.papers import csv_file, pdf_file, xlsx_file
from tournament.permissions import Actor, Permission, may, require
from tournament.queries import house, tournaments
from tournament.queries.report import Report

FORMS: Mapping[str, tuple[Callable[[Report], bytes], str]] = {
    "pdf": (lambda report: pdf_file.write(report, house=house.picture()["name"]), pdf_file.KIND),
    "csv": (csv_file.write, csv_file.KIND),
    "xlsx": (xlsx_file.write, xlsx_file.KIND),
}


def permission_for(offer: Offer) -> Permission:
    """What one must be allowed to see for this report."""
    return Permission.SEE_MONEY if offer.is_about_money else Permission.SEE_JOURNAL


def _may_take_all(actor: Actor, tournament: Tournament) -> bool:
    asked = (Permission.SEE_MONEY, Permission.SEE_JOURNAL)
    return all(may(actor, permission, tournament.pk) for permission in asked)


@require_safe
def index(request: http.Request, code: str) -> HttpResponse:
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


def _asked(request: http.Request, code: str, key: str) -> tuple[Tournament, Offer]:
    tournament, offer = tournaments.find(code), reports.find(key)
    if offer is None:
        raise Http404("There is no such report.")
    require(request.actor, permission_for(offer), tournament.pk)
    return tournament, offer


@require_safe
def report(request: http.Request, code: str, key: str) -> HttpResponse:
    """One report on the screen, ready for print."""
    tournament, offer = _asked(request, code, key)
    now = http.now()
    context = {
        "tournament": tournaments.heading(tournament),
        "report": reports.build(offer, tournament, now),
        "forms": FORMS,
        "has_histories": key in ("hands", "histories"),
    }
    return render(request, "console/report.html", context)


@require_safe
def report_file(request: http.Request, code: str, key: str, form: str) -> HttpResponse:
    """One report as a file."""
    tournament, offer = _asked(request, code, key)
    if form not in FORMS:
        raise Http404("Reports come as pdf, csv or xlsx.")
    write, kind = FORMS[form]
    now = http.now()
    content = write(reports.build(offer, tournament, now))
    return attached(content, kind, f"{tournament.code}-{key}.{form}")


@require_safe
def histories(request: http.Request, code: str) -> HttpResponse:
    """Every hand action by action, in the open PHH format."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_JOURNAL, tournament.pk)
    content = reports.histories(tournament).encode()
    return attached(content, "text/plain; charset=utf-8", f"{tournament.code}-hands.phhs")


@require_safe
def incident_paper(request: http.Request, code: str, incident_id: int) -> HttpResponse:
    """One incident with its decisions and the hand it is about, for whoever reviews it."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_JOURNAL, tournament.pk)
    found = get_object_or_404(Incident, pk=incident_id, tournament=tournament)
    now = http.now()
    content = pdf_file.write(matters.report(found, now), house=house.picture()["name"])
    return attached(content, pdf_file.KIND, f"{tournament.code}-incident-{found.number}.pdf")


@require_safe
def pack(request: http.Request, code: str) -> HttpResponse:
    """Everything in one file for the regulator."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_JOURNAL, tournament.pk)
    require(request.actor, Permission.SEE_MONEY, tournament.pk)
    now = http.now()
    content = compliance_pack(tournament, house=house.picture()["name"], now=now)
    return attached(content, "application/zip", f"{tournament.code}-compliance.zip")


def attached(content: bytes, kind: str, name: str) -> HttpResponse:
    """A file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


@require_safe
def inspector(request: http.Request, code: str) -> HttpResponse:
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
