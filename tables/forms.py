"""What the table pages ask for."""

from django import forms

from tables import screens
from tables.models import Table
from tables.models.devices import DeviceKind
from tables.seating.queries import seating


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
