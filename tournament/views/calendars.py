"""Anybody: what is planned, as a calendar to subscribe to."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournament import http
from tournament.queries import calendars, poster

KIND = "text/calendar; charset=utf-8"


@require_safe
def one(request: http.Request, code: str) -> HttpResponse:
    """One tournament's sessions."""
    found = calendars.appointments(poster.find(code, request.actor))
    return _calendar(request, found)


@require_safe
def every(request: http.Request) -> HttpResponse:
    """Every tournament of the house."""
    return _calendar(request, calendars.all_appointments(request.actor))


def _calendar(request: http.Request, found: list[calendars.Appointment]) -> HttpResponse:
    text = calendars.written(found, host=request.get_host(), now=http.now())
    return HttpResponse(text, content_type=KIND)
