"""Anybody: what is planned, as a calendar to subscribe to."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournament import requests
from tournament.house.queries import calendars
from tournament.setup.queries import poster

KIND = "text/calendar; charset=utf-8"


@require_safe
def one(request: requests.Request, code: str) -> HttpResponse:
    """One tournament's sessions."""
    found = calendars.appointments(poster.find(code, request.actor))
    return _calendar(request, found)


@require_safe
def every(request: requests.Request) -> HttpResponse:
    """Every tournament of the house."""
    return _calendar(request, calendars.all_appointments(request.actor))


def _calendar(request: requests.Request, found: list[calendars.Appointment]) -> HttpResponse:
    text = calendars.written(found, host=request.get_host(), now=requests.now())
    return HttpResponse(text, content_type=KIND)
