"""The house's director: name, logo and colours. Anybody: the logo and the sheet of colours."""

from dataclasses import fields

from django import forms
from django.contrib import messages
from django.forms import model_to_dict
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.refusal import Refused
from tournament import requests
from tournament.house.queries import house as house_queries
from tournament.house.queries import servers
from tournament.house.services import house
from tournament.house.services.logos import MOST_BYTES
from tournament.permissions import Permission, require
from tournament.records.queries import keys

FOR_EVER = "public, max-age=31536000, immutable"
LOOK = tuple(one.name for one in fields(house.Look))
SEPARATORS = (("comma", "1,300.50"), ("point", "1.300,50"), ("space", "1 300,50"))
NOTHING_RUNS = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


class HouseForm(forms.Form):
    """Name, two colours, the deck, how amounts and hours are written, a picture."""

    name = forms.CharField(label="Name of the house", max_length=60, required=False)
    colour = forms.CharField(
        label="House colour",
        max_length=7,
        required=False,
        help_text="Buttons and links, with white text. Empty: green.",
        widget=forms.TextInput(attrs={"placeholder": house_queries.COLOUR, "spellcheck": "false"}),
    )
    accent = forms.CharField(
        label="Accent",
        max_length=7,
        required=False,
        help_text="What is live or due, read from a distance on dark screens. Empty: amber.",
        widget=forms.TextInput(attrs={"placeholder": house_queries.ACCENT, "spellcheck": "false"}),
    )
    has_four_colours = forms.BooleanField(
        label="Four-colour deck",
        required=False,
        help_text="Clubs green and diamonds blue, on screens, replays, signs and tablets.",
    )
    currency = forms.CharField(
        label="Currency",
        max_length=4,
        required=False,
        help_text="A sign or up to four letters: $, €, AUD.",
    )
    separators = forms.ChoiceField(
        label="Amounts are written",
        choices=SEPARATORS,
        required=False,
        help_text="Money that is typed is read the same way: 55,50 is refused or means 55.50.",
    )
    has_12_hours = forms.BooleanField(
        label="12-hour clock", required=False, help_text="9:05 PM instead of 21:05."
    )
    logo = forms.FileField(
        label="Logo",
        required=False,
        help_text=f"PNG or SVG, {MOST_BYTES // 1000} kB at most.",
        widget=forms.FileInput(attrs={"accept": "image/png,image/svg+xml"}),
    )


@require_http_methods(["GET", "POST"])
def house_page(request: requests.Request) -> HttpResponse:
    """How the house looks, on every page, screen and sheet."""
    require(request.actor, Permission.FURNISH_HOUSE)
    found = house_queries.find()
    given = model_to_dict(found, LOOK) if found else {}
    form = HouseForm(requests.form_data(request), request.FILES or None, initial=given)
    if form.is_valid():
        try:
            _furnish(request, form)
        except Refused as refusal:
            form.add_error(None, refusal.why)
        else:
            messages.success(request, "House saved.")
            return redirect("house")
    context = {
        "form": form,
        "colour": house_queries.COLOUR,
        "accent": house_queries.ACCENT,
        "versions": servers.versions(),
        "keys": keys.told(),
    }
    return render(request, "console/house.html", context, status=requests.form_status(request))


def _furnish(request: requests.Request, form: HouseForm) -> None:
    upload = form.cleaned_data["logo"]
    house.furnish(
        house.Look(**{name: form.cleaned_data[name] for name in LOOK}),
        logo=upload.read(MOST_BYTES + 1) if upload else None,
        actor=request.actor,
        now=requests.now(),
    )


@require_POST
def remove_logo(request: requests.Request) -> HttpResponse:
    """The product's own mark again."""
    house.remove_logo(actor=request.actor, now=requests.now())
    return redirect("house")


@require_safe
def logo(request: requests.Request, version: str) -> HttpResponse:
    """The picture, sent so that nothing in it could ever run."""
    found = house_queries.find()
    if found is None or not found.logo:
        raise Http404("The house has no logo.")
    response = HttpResponse(house_queries.logo(found), content_type=found.logo_kind)
    response.headers["Content-Security-Policy"] = NOTHING_RUNS
    response.headers["Cache-Control"] = FOR_EVER
    return response


@require_safe
def sheet(request: requests.Request, version: str) -> HttpResponse:
    """The house's colours as tokens."""
    found = house_queries.find()
    text = house_queries.sheet(found) if found else ""
    return HttpResponse(text, content_type="text/css", headers={"Cache-Control": FOR_EVER})
