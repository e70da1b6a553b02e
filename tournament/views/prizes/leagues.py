"""Leagues: public tables, and the house director's terms."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from engine.refusal import Refused
from tournament import requests
from tournament.models import League
from tournament.permissions import Permission, may, require
from tournament.prizes.queries import leagues as league_queries
from tournament.prizes.queries.leagues import LeagueForm
from tournament.prizes.services import leagues


@require_safe
def index(request: requests.Request) -> HttpResponse:
    """All leagues of the house."""
    context = {
        "leagues": league_queries.every(),
        "may_change": may(request.actor, Permission.CREATE_TOURNAMENTS),
    }
    return render(request, "public/leagues.html", context)


@require_safe
def table(request: requests.Request, slug: str) -> HttpResponse:
    """The table of one league."""
    found = get_object_or_404(League, slug=slug)
    context = {
        "league": league_queries.page(found),
        "may_change": may(request.actor, Permission.CREATE_TOURNAMENTS),
    }
    return render(request, "public/league.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: requests.Request) -> HttpResponse:
    """A new league."""
    require(request.actor, Permission.CREATE_TOURNAMENTS)
    return _form(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: requests.Request, slug: str) -> HttpResponse:
    """A league's name, formula and tournaments."""
    require(request.actor, Permission.CREATE_TOURNAMENTS)
    return _form(request, get_object_or_404(League, slug=slug))


def _form(request: requests.Request, found: League | None) -> HttpResponse:
    shown, why = league_queries.form(found), ""
    if request.method == "POST":
        try:
            made = leagues.save(
                _terms(request),
                actor=request.actor,
                now=requests.now(),
                league_id=found.pk if found else None,
            )
        except Refused as refusal:
            shown, why = _written(request, shown), refusal.why
        else:
            messages.success(request, "League saved.")
            return redirect("league", slug=made.slug)
    context = {"form": shown, "why": why, "league": found}
    return render(request, "public/league_form.html", context, status=requests.form_status(request))


def _terms(request: requests.Request) -> leagues.Terms:
    return leagues.Terms(
        name=requests.text(request, "name"),
        formula=requests.text(request, "formula"),
        best=requests.optional_number(request, "best", most=requests.FEW),
        tournaments=_chosen(request),
    )


def _chosen(request: requests.Request) -> list[int]:
    words = request.POST.getlist("tournaments")
    return [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 12]


def _written(request: requests.Request, shown: LeagueForm) -> LeagueForm:
    """The form as it was sent."""
    chosen = set(_chosen(request))
    return LeagueForm(
        name=requests.text(request, "name"),
        formula=requests.text(request, "formula"),
        best=requests.text(request, "best"),
        words=shown.words,
        tournaments=[replace(row, chosen=row.id in chosen) for row in shown.tournaments],
    )
