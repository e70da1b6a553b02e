"""Floor and director: pair, list and let go of devices. A device: enter its code, be here."""

from datetime import datetime

import segno
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engine.refusal import Refused
from tables import screens
from tables.equipment.queries import devices as device_queries
from tables.equipment.queries import rotation
from tables.equipment.services import devices
from tables.forms import CodeForm, PairForm, ShowForm
from tables.middleware import DEVICE_COOKIE
from tables.models import Device, PairingCode
from tables.models.devices import DeviceKind
from tables.seating.queries import seating
from tournament import requests
from tournament.models import Tournament
from tournament.permissions import Permission, may
from tournament.setup.queries import tournaments

A_YEAR = 60 * 60 * 24 * 365


@require_http_methods(["GET", "POST"])
def devices_page(request: requests.Request, code: str) -> HttpResponse:
    """Every paired device, and new codes."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.PAIR_DEVICES, tournament.pk)
    form = CodeForm(tournament.pk, requests.form_data(request))
    if form.is_valid():
        try:
            made = devices.make_code(
                tournament=tournament, actor=request.actor, now=requests.now(), **form.cleaned_data
            )
        except Refused as refusal:
            form.add_error(None, refusal.why)
        else:
            messages.success(request, f"Code {made.code} for {device_queries.words(made)}.")
            return redirect("devices", code=tournament.code)
    return _page(request, tournament, form, requests.form_status(request))


def _page(
    request: requests.Request, tournament: Tournament, form: CodeForm, status: int
) -> HttpResponse:
    now = requests.now()
    pair_url = requests.address_for_others(request, reverse("pair"))
    trust_url = requests.trust_address(request)
    open_codes = device_queries.open_codes(tournament.pk, now)
    may_pair = may(request.actor, Permission.PAIR_DEVICES, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "form": form,
        "pair_url": pair_url,
        "trust_url": trust_url,
        "trust_qr": qr(trust_url) if trust_url else "",
        "is_only_here": requests.is_only_here(pair_url),
        "devices": device_queries.rows(tournament.pk, now),
        "codes": [_code(request, row) for row in open_codes] if may_pair else [],
        "tables": seating.open_tables(tournament.pk),
        "views": screens.choices(),
    }
    return render(request, "console/devices.html", context, status=status)


def _code(request: requests.Request, code: PairingCode) -> dict[str, object]:
    url = requests.address_for_others(request, f"{reverse('pair')}?code={code.code}")
    return {
        "code": code.code,
        "words": device_queries.words(code),
        "expires_at": code.expires_at,
        "url": url,
        "qr": qr(url),
    }


def qr(text: str) -> str:
    """A QR picture as a data address."""
    return str(segno.make(text, error="m").svg_data_uri(scale=4, border=2))


@require_POST
def revoke(request: requests.Request, code: str, device_id: int) -> HttpResponse:
    """Let a device go."""
    device = _device(code, device_id)
    devices.revoke(device=device, actor=request.actor, now=requests.now())
    messages.success(request, f"{device.name} is unpaired.")
    return redirect("devices", code=code)


@require_POST
def show(request: requests.Request, code: str, device_id: int) -> HttpResponse:
    """Give a screen another view."""
    device = _device(code, device_id)
    form = ShowForm(device.tournament_id, request.POST)
    if not form.is_valid():
        raise requests.Malformed("Choose what this screen shows.")
    devices.show(device=device, actor=request.actor, now=requests.now(), **form.cleaned_data)
    return redirect("devices", code=code)


def _device(code: str, device_id: int) -> Device:
    tournament = tournaments.find(code)
    return get_object_or_404(Device, pk=device_id, tournament=tournament)


@require_http_methods(["GET", "POST"])
def pair(request: requests.Request) -> HttpResponse:
    """The device's side: type the code, or come with it from the QR."""
    form = PairForm(requests.form_data(request), initial={"code": request.GET.get("code", "")})
    if not form.is_valid():
        status = requests.form_status(request)
        return render(request, "accounts/pair.html", {"form": form}, status=status)
    door = f"pairing from {requests.address(request)}"
    try:
        _, secret = devices.pair(text=form.cleaned_data["code"], door=door, now=requests.now())
    except Refused as refusal:
        form.add_error("code", refusal.why)
        return render(
            request, "accounts/pair.html", {"form": form}, status=requests.status_of(refusal)
        )
    response = redirect("device-home")
    response.set_cookie(
        DEVICE_COOKIE,
        secret,
        max_age=A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


@require_GET
def home(request: requests.Request) -> HttpResponse:
    """Where a paired device belongs."""
    device = device_queries.find(request.COOKIES.get(DEVICE_COOKIE, ""))
    return redirect("pair" if device is None else _place(device, requests.now()))


@require_GET
def here(request: requests.Request) -> HttpResponse:
    """A device says now and then that it is there; it is sent on if it belongs elsewhere."""
    device = device_queries.find(request.COOKIES.get(DEVICE_COOKIE, ""))
    if device is None:
        return _send_to(reverse("pair"))
    now = requests.now()
    devices.seen(device=device, now=now)
    if device.kind == DeviceKind.SCREEN:
        return _turn(rotation.shown(device, now), device.tournament.code)
    place = _place(device, now)
    if request.GET.get("at", place) != place:
        return _send_to(place)
    return HttpResponse(status=204)


def _turn(shown: rotation.Shown, code: str) -> HttpResponse:
    """What a hall screen shows now, and for how long."""
    headers = {"X-Place": _screen_address(shown, code), "X-Stage": "yes"}
    if shown.seconds is not None:
        headers["X-Place-For"] = f"{shown.seconds:.2f}"
    return HttpResponse(status=204, headers=headers)


def _send_to(place: str) -> HttpResponse:
    """Elsewhere: htmx follows the one on a tablet, a screen reads the other."""
    return HttpResponse(status=204, headers={"HX-Redirect": place, "X-Place": place})


def _place(device: Device, now: datetime) -> str:
    code = device.tournament.code
    if device.kind == DeviceKind.TABLET and device.table is not None:
        return reverse("tablet", kwargs={"code": code, "number": device.table.number})
    return _screen_address(rotation.shown(device, now), code)


def _screen_address(shown: rotation.Shown, code: str) -> str:
    screen = screens.named(shown.view) or screens.SCREENS[0]
    return screen.url(code, shown.table)
