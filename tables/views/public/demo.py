"""A demo's own pages: a moment to choose, and its screens side by side. There only in a demo."""

from django.contrib.auth import login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tables.demo import moments
from tables.demo.moments import Moment
from tournament import requests
from tournament.house.services import people


@require_safe
@never_cache
def page(request: requests.Request, key: str = moments.MOMENTS[0].key) -> HttpResponse:
    """Four screens of one event. Whoever looks is the demo's director, without a password."""
    moment = _moment(key)
    if not request.user.is_authenticated:
        login(request, people.demo_director())
    cup = moments.newest(moment)
    context = {
        "moment": moment,
        "moments": moments.MOMENTS,
        "cup": cup,
        "panes": moments.panes(moment, cup) if cup else [],
    }
    return render(request, "public/demo.html", context)


@require_POST
def start(request: requests.Request, key: str) -> HttpResponse:
    """The same moment in a new event: what was tried with the last one stays there."""
    moment = _moment(key)
    if moment.make is not None:
        moment.make(moment.event, now=requests.now())
    return redirect("demo-moment", key=key)


def _moment(key: str) -> Moment:
    if key not in moments.BY_KEY:
        raise Http404("The demo has no such moment.")
    return moments.BY_KEY[key]
