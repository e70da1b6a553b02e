"""What the table pages ask for."""

from typing import Any

from django import forms

from engine.refusal import Refused
from engine.structure import presets
from tables import screens
from tables.models import Table
from tables.models.devices import DeviceKind
from tables.seating.queries import quick_start, seating
from tables.seating.services.quick_start import HomeGame
from tournament import requests


class ShowForm(forms.Form):
    """What a screen shows."""

    view = forms.ChoiceField(
        label="Shows", choices=lambda: [("", "-"), *screens.choices()], required=False
    )
    table = forms.ModelChoiceField(label="Table", queryset=Table.objects.none(), required=False)

    def __init__(self, tournament_id: int, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed through as they come
        tables = Table.objects.filter(pk__in=[t.pk for t in seating.open_tables(tournament_id)])
        self.fields["table"].queryset = tables  # type: ignore[attr-defined]  # a ModelChoiceField


class CodeForm(ShowForm):
    """A new device: a tablet for a table, or a screen for a view."""

    kind = forms.ChoiceField(label="Device", choices=DeviceKind.choices)

    field_order = ("kind", "table", "view")


class PairForm(forms.Form):
    """The code a device is paired with."""

    code = forms.CharField(label="Code", max_length=12)


class QuickStartForm(forms.Form):
    """A home game: what is played, for how much, and by whom."""

    name = forms.CharField(label="Name of the game", max_length=120)
    preset = forms.ChoiceField(
        label="What you play", choices=[(game.key, game.title) for game in quick_start.cards()]
    )
    buy_in = forms.CharField(
        label="Buy-in for each player, $",
        help_text="0 to play without money.",
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )
    names = forms.CharField(
        label="Players, one name on each line",
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 10, "autofocus": True}),
    )

    def clean_buy_in(self) -> int:
        """The buy-in in cents."""
        try:
            return requests.amount(self.cleaned_data["buy_in"], "buy-in")
        except Refused as refusal:
            raise forms.ValidationError(refusal.why) from refusal

    def game(self) -> HomeGame:
        """What was filled in, once it is valid."""
        said: dict[str, Any] = self.cleaned_data
        return HomeGame(
            name=said["name"],
            preset=presets.get(said["preset"]),
            buy_in=said["buy_in"],
            players=tuple(said["names"].splitlines()),
        )
