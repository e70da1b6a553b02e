"""Anybody: the rulebooks."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import requests
from tournament.setup.queries import poster, rulebooks, signs, tournaments


@require_safe
def index(request: requests.Request) -> HttpResponse:
    """The five books."""
    wanted = request.GET.get("q", "").strip()[:80]
    context = {
        "books": rulebooks.books(),
        "q": wanted,
        "found": rulebooks.found(wanted) if wanted else [],
        "questions": rulebooks.questions(),
    }
    return render(request, "public/rulebooks.html", context)


@require_safe
def compare(request: requests.Request) -> HttpResponse:
    """The five books side by side on one question."""
    questions = rulebooks.questions()
    asked = request.GET.get("question", questions[0])
    context = {"questions": questions, "asked": asked, "answers": rulebooks.compared(asked)}
    return render(request, "public/compare.html", context)


@require_safe
def signs_page(request: requests.Request, code: str) -> HttpResponse:
    """The signs that hang near the tables, to print."""
    tournament = poster.find(code, request.actor)
    context = {"tournament": tournaments.heading(tournament), "signs": signs.SIGNS.items()}
    return render(request, "public/signs.html", context)


@require_safe
def sign(request: requests.Request, code: str, kind: str) -> HttpResponse:
    """One sign, large, black on white on paper."""
    tournament = poster.find(code, request.actor)
    if kind not in signs.SIGNS:
        raise Http404("No such sign.")
    context = {
        "tournament": tournaments.heading(tournament),
        "kind": kind,
        "title": signs.SIGNS[kind],
        "sign": signs.sheet(tournament, kind, now=requests.now()),
    }
    return render(request, "public/sign.html", context)


@require_safe
def rulebook(request: requests.Request, book: str) -> HttpResponse:
    """One book, clause by clause, with a search over its words."""
    found = rulebooks.book(book)
    if found is None:
        raise Http404("No such rulebook.")
    wanted = request.GET.get("q", "").strip()[:80]
    context = {"book": found, "clauses": rulebooks.clauses(book, wanted), "q": wanted}
    return render(request, "public/rulebook.html", context)


@require_safe
def poster_page(request: requests.Request, code: str) -> HttpResponse:
    """The event's poster, to print and to read before the doors open (igr:5.01(c))."""
    tournament = tournaments.find(code)
    context = {"tournament": tournaments.heading(tournament), "poster": poster.sheet(tournament)}
    return render(request, "public/poster.html", context)
