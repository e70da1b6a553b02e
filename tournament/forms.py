"""What pages ask people to write. Rules live in the services; forms only read."""

from django import forms

from engine import rulebooks
from engine.structure import presets
from tournament.entries.entry_forms import DayInput
from tournament.office.queries import staffing as staff_queries


class SignInForm(forms.Form):
    """Username and password."""

    username = forms.CharField(
        label="Username",
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label="Password",
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class NewTournamentForm(forms.Form):
    """A name and a preset."""

    name = forms.CharField(label="Name of the tournament", max_length=120)
    preset = forms.ChoiceField(label="Preset")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed through as they come
        self.fields["preset"].choices = [(p.key, p.name) for p in presets.PRESETS]  # type: ignore[attr-defined]  # a ChoiceField


class PlayerListForm(forms.Form):
    """Many players, one name on each line."""

    names = forms.CharField(
        label="Names, one per line",
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 10}),
    )


class StaffForm(forms.Form):
    """A member of staff for one tournament, in an office of its rulebook."""

    username = forms.SlugField(label="Username", max_length=60)
    full_name = forms.CharField(label="Name", max_length=120)
    role = forms.ChoiceField(label="Role")
    born_on = forms.DateField(label="Date of birth", required=False, widget=DayInput())
    is_paid = forms.BooleanField(label="Paid", required=False)

    def __init__(self, *args: object, rulebook: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed through as they come
        offices = staff_queries.offices(rulebook)
        self.fields["role"].choices = offices  # type: ignore[attr-defined]  # a ChoiceField
        if rulebooks.get(rulebook).entries.entry.value.minimum_age is None:
            del self.fields["born_on"]
