"""Anybody: the rulebooks."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page

from tournament import http
from tournament.queries import rulebooks


def index(request: http.Request) -> HttpResponse:
    """The five books."""
    return render(request, "public/rulebooks.html", {"books": rulebooks.books()})


@gzip_page
def rulebook(request: http.Request, book: str) -> HttpResponse:
    """One book, clause by clause, with a search over its words."""
    found = rulebooks.book(book)
    if found is None:
        raise Http404("There is no such rulebook.")
    wanted = request.GET.get("q", "").strip()[:80]
    context = {"book": found, "clauses": rulebooks.clauses(book, wanted), "q": wanted}
    return render(request, "public/rulebook.html", context)
