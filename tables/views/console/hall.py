"""Floor and director: what the hall sees. Announcements, rotations, delays."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tables import screens
from tables.commands import TableCommand
from tables.equipment.queries import devices as device_queries
from tables.equipment.queries import rotation
from tables.equipment.services import rotation as hall
from tables.models import Device
from tables.seating.queries import seating
from tables.seating.queries import tables as table_queries
from tables.seating.services import notices
from tournament import requests
from tournament.clock.queries import announcements as announcement_queries
from tournament.clock.queries.announcements import PLACES
from tournament.clock.queries.sounds import SOUNDS
from tournament.clock.services import announcements
from tournament.models import Announcement
from tournament.permissions import Permission
from tournament.setup.queries import tournaments

SPARE_STEPS = 3
USUAL_SECONDS = 20


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """Announcements, each screen's rotation, each table's delay."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.PAIR_DEVICES, tournament.pk)
    now = requests.now()
    devices = device_queries.standing(tournament.pk).filter(kind="screen")
    context = {
        "tournament": tournaments.heading(tournament),
        "announcements": announcement_queries.rows(tournament.pk, now=now),
        "places": PLACES.items(),
        "sounds": SOUNDS.items(),
        "screens": [_screen(device) for device in devices],
        "choices": _choices(tournament.pk),
        "tables": seating.open_tables(tournament.pk),
        "most_delay": hall.MOST_DELAY,
        "home": request.build_absolute_uri(reverse("device-home")),
        "frames": [
            _frame(request, code, screen) for screen in screens.SCREENS if screen.frame_height
        ],
    }
    return render(request, "console/hall.html", context)


def _frame(request: requests.Request, code: str, screen: screens.Screen) -> dict[str, str]:
    """What a web site needs to show it in a frame."""
    url = reverse(f"overlay-{screen.name}", args=[code])
    address = requests.address_for_others(request, url)
    shown = f'title="{screen.title}" width="480" height="{screen.frame_height}"'
    return {
        "view": screen.name,
        "title": screen.title,
        "url": url,
        "line": f'<iframe src="{address}" {shown}></iframe>',
    }


def _choices(tournament_id: int) -> list[tuple[str, str]]:
    """Every view; one table is a choice for each table."""
    views = [choice for choice in screens.choices() if choice[0] != screens.TABLE.name]
    tables = seating.open_tables(tournament_id)
    return [*views, *((f"table-{table.number}", f"Table {table.number}") for table in tables)]


def _screen(device: Device) -> dict[str, Any]:
    steps = [
        {
            "value": f"table-{step['table']}" if step["table"] else step["view"],
            "seconds": step["seconds"],
        }
        for step in device.rotation
    ]
    spare = [{"value": "", "seconds": USUAL_SECONDS}] * SPARE_STEPS
    return {
        "id": device.pk,
        "name": device.name,
        "words": rotation.words(device),
        "steps": [*steps, *spare],
    }


@require_POST
def announce(request: requests.Request, code: str) -> HttpResponse:
    """Words that take over screens for some minutes."""
    tournament = tournaments.find(code)
    announcements.announce(
        tournament_id=tournament.pk,
        words=announcements.Words(
            text=requests.text(request, "text"),
            places=[place for place in PLACES if place in request.POST],
            minutes=requests.number(request, "minutes"),
            sound=request.POST.get("sound", ""),
        ),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "Announced.")
    return redirect("hall", code=tournament.code)


@require_POST
def withdraw(request: requests.Request, code: str, announcement_id: int) -> HttpResponse:
    """Take an announcement off every screen."""
    tournament = tournaments.find(code)
    said = get_object_or_404(Announcement, pk=announcement_id, tournament=tournament)
    announcements.withdraw(announcement=said, actor=request.actor, now=requests.now())
    return redirect("hall", code=tournament.code)


@require_POST
def rotate(request: requests.Request, code: str, device_id: int) -> HttpResponse:
    """Give a screen its views in turn."""
    tournament = tournaments.find(code)
    device = get_object_or_404(Device, pk=device_id, tournament=tournament)
    hall.rotate(device=device, steps=_steps(request), actor=request.actor, now=requests.now())
    messages.success(request, f"Rotation of {device.name} saved.")
    return redirect("hall", code=tournament.code)


def _steps(request: requests.Request) -> list[hall.Step]:
    pairs = zip(request.POST.getlist("step"), request.POST.getlist("seconds"), strict=False)
    return [_step(value, seconds) for value, seconds in pairs if value]


def _step(value: str, seconds: str) -> hall.Step:
    view, _, number = value.partition("-")
    if not seconds.isascii() or not seconds.isdigit() or (number and not number.isdigit()):
        raise requests.Malformed("Enter the seconds of each view as a whole number.")
    return {"view": view, "table": int(number) if number else None, "seconds": int(seconds[:6])}


@require_POST
def delay(request: requests.Request, code: str, number: int) -> HttpResponse:
    """How late the public sees a table."""
    tournament = tournaments.find(code)
    table = table_queries.find(tournament, number)
    minutes = requests.number(request, "minutes")
    hall.delay(table=table, minutes=minutes, actor=request.actor, now=requests.now())
    messages.success(request, f"Table {number} is now shown {minutes} min late.")
    return redirect("hall", code=tournament.code)


@require_POST
def notice(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Tell a table when it closes, or that it does not after all."""
    tournament = tournaments.find(code)
    table = table_queries.find(tournament, number)
    wanted = TableCommand(table.pk, request.actor, requests.now())
    if "last_hands" in request.POST:
        notices.announce_last_hands(wanted)
    else:
        minutes = requests.number(request, "minutes")
        notices.give(wanted, minutes=minutes)
    return redirect("hall", code=tournament.code)
