"""What the desk asks of somebody who enters. Rules live in the services; forms only read."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict

from engine.amounts import dollars
from engine.entries.entering import Terms
from engine.entries.law import Kind
from engine.office.law.money import Method
from tournament import requests
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.services.entries import Wish
from tournament.entries.services.players import Details
from tournament.models import Tournament
from tournament.models.sessions import AdvanceBy, SessionKind, StacksBegin
from tournament.setup.queries import sessions as session_queries

# As the API takes them.
MOST_TICKETS, MOST_PLANNED = 1_000_000, 10_000

METHOD_WORDS = {Method.CASH: "cash", Method.CARD: "card", Method.CHEQUE: "cheque"}


class DayInput(forms.DateInput):
    """A date as browsers pick it."""

    input_type = "date"

    def format_value(self, value: Any) -> Any:
        """As the field of a browser wants it, whatever the language."""
        return value.isoformat() if hasattr(value, "isoformat") else value


class PersonForm(forms.Form):
    """What may be asked of somebody besides the name; what is not asked stays empty."""

    born_on = forms.DateField(label="Date of birth", required=False, widget=DayInput())
    email = forms.EmailField(label="E-mail", required=False)
    phone = forms.CharField(label="Telephone", max_length=40, required=False)
    group = forms.CharField(label="Group", max_length=40, required=False)
    method = forms.ChoiceField(
        label="Pays",
        required=False,
        choices=[("", "later"), *((one.value, METHOD_WORDS[one]) for one in Method)],
    )
    is_checked = forms.BooleanField(label="May lawfully be here and play", required=False)
    has_agreed = forms.BooleanField(label="Has agreed to the terms in writing", required=False)
    is_promised = forms.BooleanField(label="Confirmed in advance", required=False)
    is_invited = forms.BooleanField(label="Is invited with this entry", required=False)

    def wish(self) -> Wish:
        """What was filled in, as the service takes it."""
        said = self.cleaned_data
        return Wish(
            details=Details(
                email=said.get("email") or "",
                phone=said.get("phone") or "",
                born_on=said.get("born_on"),
                group=said.get("group") or "",
            ),
            session=said.get("session"),
            method=Method(said["method"]) if said.get("method") else None,
            **{tick: said.get(tick, False) for tick in TICKS},
        )


TICKS = ("is_checked", "has_agreed", "is_promised", "is_invited")


class EntryForm(PersonForm):
    """One player, with what this tournament must know of them and no more."""

    name = forms.CharField(label="Player's name", max_length=80)
    session = forms.TypedChoiceField(label="Session", required=False, coerce=int, empty_value=None)
    field_order = ("name", "born_on", "email", "phone", "group", "session", "method", *TICKS)

    def __init__(self, data: QueryDict | None, tournament: Tournament, terms: Terms) -> None:
        super().__init__(data)
        self.needs = term_queries.needs(tournament, terms)
        self.price = self.needs.price
        methods = [(value, self._pays(value)) for value in self.needs.methods]
        choices = self.fields
        choices["method"].choices = methods  # type: ignore[attr-defined]  # a ChoiceField
        choices["method"].initial = methods[0][0]
        choices["session"].choices = session_choices(tournament)  # type: ignore[attr-defined]  # a ChoiceField
        for field, is_asked in self._asked().items():
            if not is_asked:
                del self.fields[field]

    def _pays(self, method: str) -> str:
        return f"{dollars(self.price)} {METHOD_WORDS[Method(method)]}" if method else "later"

    def _asked(self) -> dict[str, bool]:
        return {
            "born_on": self.needs.born,
            "email": self.needs.contact,
            "phone": self.needs.contact,
            "group": self.needs.group,
            "session": len(self.fields["session"].choices) > 1,  # type: ignore[attr-defined]  # a ChoiceField
            "method": bool(self.price),
            "is_checked": self.needs.check,
            "has_agreed": self.needs.agree,
            "is_promised": bool(self.needs.promise),
            "is_invited": self.needs.invitation,
        }

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """What is asked besides the name and the ticks."""
        return [field for field in self if field.name not in ("name", *TICKS)]


def told(sent: QueryDict) -> Wish:
    """What is said of somebody named elsewhere: on a list, an alternate, a substitute."""
    form = PersonForm(sent)
    if not form.is_valid():
        field, wrong = next(iter(form.errors.items()))
        raise requests.Malformed(f"{form.fields[field].label}: {wrong[0]}")
    return form.wish()


def session_choices(tournament: Tournament) -> list[tuple[int, str]]:
    """The sessions one may enter, as a form offers them."""
    planned = session_queries.in_order(tournament.sessions.filter(ended_at__isnull=True))
    return [
        (session.number, session.title)
        for session in planned
        if session_queries.takes_entries(session)
    ]


class TermsForm(forms.Form):
    """On which terms one enters."""

    kind = forms.ChoiceField(
        label="Entry is",
        choices=[(kind.value, term_queries.KIND_WORDS[kind].lower()) for kind in Kind],
    )
    per_player = forms.IntegerField(label="Maximum entries per person", min_value=1, max_value=99)
    late_minutes = forms.IntegerField(
        label="Minutes after the start", min_value=1, max_value=600, required=False
    )
    minimum_age = forms.IntegerField(label="Minimum age", min_value=1, max_value=99, required=False)
    group = forms.CharField(label="Only for the group", max_length=40, required=False)
    play_on = forms.DateField(label="Day of play", required=False, widget=DayInput())

    def terms(self) -> Terms:
        """What was filled in, as the engine takes it."""
        said = self.cleaned_data
        return Terms(
            kind=Kind(said["kind"]),
            per_player=said["per_player"],
            minimum_age=said["minimum_age"],
            group=said["group"],
            late_minutes=said["late_minutes"],
        )


class PlayerDetailsForm(forms.Form):
    """What is written of a player."""

    name = forms.CharField(label="Name", max_length=80)
    alias = forms.CharField(
        label="Alias", max_length=40, required=False, help_text="Screens show it instead."
    )
    email = forms.EmailField(label="E-mail", required=False)
    phone = forms.CharField(label="Telephone", max_length=40, required=False)
    born_on = forms.DateField(label="Date of birth", required=False, widget=DayInput())
    group = forms.CharField(label="Group", max_length=40, required=False)
    country = forms.CharField(
        label="Country", max_length=40, required=False, help_text="For results that are published."
    )

    def details(self) -> Details:
        """What was filled in, as the service takes it."""
        said = self.cleaned_data
        return Details(
            alias=said["alias"],
            email=said["email"],
            phone=said["phone"],
            born_on=said["born_on"],
            group=said["group"],
            country=said["country"],
        )


class MomentInput(forms.DateTimeInput):
    """A date and time as browsers pick them."""

    input_type = "datetime-local"

    def format_value(self, value: Any) -> Any:
        """As the field of a browser wants it, whatever the language."""
        return value.strftime("%Y-%m-%dT%H:%M") if hasattr(value, "strftime") else value


def moment_field(label: str) -> forms.DateTimeField:
    """A date and time of our days: no database keeps those before the first year."""
    first, last = (datetime(year, 1, 1, tzinfo=UTC) for year in (1900, 3000))
    say = "Enter a year between 1900 and 2999."
    ours = (MinValueValidator(first, say), MaxValueValidator(last, say))
    return forms.DateTimeField(label=label, required=False, widget=MomentInput(), validators=ours)


class TicketsForm(forms.Form):
    """What every ticket prints."""

    licensee = forms.CharField(label="Licensee", max_length=120, required=False)
    licence_number = forms.CharField(label="Licence number", max_length=40, required=False)
    prizes = forms.CharField(label="Prizes on offer", max_length=300, required=False)
    starts_at = moment_field("Date and time")
    place = forms.CharField(label="Place", max_length=160, required=False)
    approved = forms.IntegerField(
        label="Tickets the licence allows", min_value=1, max_value=MOST_TICKETS
    )
    for_sale = forms.IntegerField(label="Tickets for sale", min_value=1, max_value=MOST_TICKETS)
    rebuy = forms.CharField(label="Re-buy", max_length=120, required=False)


class SessionForm(forms.Form):
    """A session as the director plans it."""

    kind = forms.ChoiceField(label="Kind")
    name = forms.CharField(label="Name", max_length=80, required=False)
    planned_at = moment_field("Begins")
    places = forms.IntegerField(
        label="Places on offer", min_value=2, max_value=MOST_PLANNED, required=False
    )
    minutes = forms.IntegerField(
        label="Ends after minutes", min_value=1, max_value=MOST_PLANNED, required=False
    )
    hands = forms.IntegerField(
        label="or hands at each table", min_value=1, max_value=MOST_PLANNED, required=False
    )
    players_left = forms.IntegerField(
        label="or with players left", min_value=1, max_value=MOST_PLANNED, initial=1
    )
    finishing_time = moment_field("or at the time")
    stacks = forms.ChoiceField(label="Stacks")
    advances_to = forms.TypedChoiceField(
        label="Qualifiers advance to", required=False, coerce=int, empty_value=None
    )
    advance_by = forms.ChoiceField(label="Who advances")
    advancing = forms.IntegerField(label="How many", min_value=1, max_value=MOST_PLANNED, initial=1)
    admits = forms.IntegerField(
        label="Second chance for the best of each session",
        help_text="Of those who did not advance; empty: for all of them.",
        min_value=1,
        max_value=MOST_PLANNED,
        required=False,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        targets = [
            (session.number, session.title)
            for session in tournament.sessions.filter(started_at__isnull=True)
        ]
        for field, choices in (
            ("kind", SessionKind.choices),
            ("stacks", StacksBegin.choices),
            ("advance_by", AdvanceBy.choices),
            ("advances_to", [("", "nobody: it decides the tournament"), *targets]),
        ):
            self.fields[field].choices = choices  # type: ignore[attr-defined]  # a ChoiceField
