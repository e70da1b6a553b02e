"""Director and floor: the licence, incidents, and places that wait for a ruling."""

from datetime import date, datetime

from ninja import Schema
from pydantic import Field

from engine.office.licensing import Advert, Terms
from tournament.api.answers import Trial, trial
from tournament.api.fields import (
    Cards,
    Cents,
    Count,
    EntryNumber,
    Line,
    Moment,
    Name,
    Number,
    Sent,
    Story,
    TableNumber,
    Where,
    Why,
    parse_cards,
)
from tournament.api.operations import Here, Operations
from tournament.draws.services import witnesses
from tournament.models import Addendum, Incident, PlacingDecision, SimultaneousBusts
from tournament.models.incidents import IncidentKind
from tournament.models.licence import LicenceState
from tournament.office.queries import licence as licence_queries
from tournament.office.services import incidents, licence
from tournament.permissions import Permission
from tournament.prizes.services import placings
from tournament.setup.services import dry_run

router = Operations(tags=["office"])
INCIDENT = "/incidents/{incident_id}"


class Licence(Sent):
    """What the regulator approved; once it is on record, a change of it is asked for, and what
    of the optional fields stays out stays as it is."""

    number: str = Field(max_length=40, examples=["L-100"])
    holder: Line = Field(max_length=120, examples=["Rotary Club"])
    place: Line = Field(max_length=160, examples=["Town Hall"])
    opens_at: Moment
    closes_at: Moment
    starts_at: Moment
    finishes_at: Moment
    tickets: Count = Field(examples=[100])
    fee: Cents
    prizes: Line
    has_rebuy: bool = False
    language: Name = Field("English", max_length=40)
    issuer: Name = "IGR"
    site: Line = Field("", max_length=120)
    event_type: Name = Field("Hold'em tournament", max_length=40)
    chip_set: Line = ""
    more_tables: Line = ""
    request: Line = Field("", description="Why a change is asked for.")

    def terms(self) -> Terms:
        """As the service takes it."""
        return Terms(**self.dict(exclude={"chip_set", "more_tables", "request"}))


class NewLicenceState(Sent):
    """The regulator suspends, cancels or restores the licence."""

    state: LicenceState
    because: Line


class AddendumNumber(Sent):
    """The number of the addendum that came."""

    number: str = Field(max_length=40, examples=["A-7"])


class Document(Sent):
    """A paper on the wall, or taken down."""

    what: Name = Field(examples=["licence"])
    is_up: bool = True


class LiquorPermit(Sent):
    """The number of the liquor permit."""

    number: str = Field("", max_length=40, examples=["SO-118"])


class LoggedAdvert(Sent):
    """Where an advert ran, and on which day."""

    outlet: Line = Field(max_length=120, examples=["Prairie Herald"])
    place: Line = Field(max_length=120, examples=["Regina"])
    ran_on: date = Field(examples=["2027-02-20"])
    is_inside: bool = True


class Matter(Sent):
    """A dispute or irregularity."""

    kind: IncidentKind
    facts: Story
    people: Line = ""
    table: TableNumber | None = None
    hand: Number | None = None


class Decision(Sent):
    """What the next level decided."""

    words: Story
    reason: Line = ""
    source: Line = ""
    before: Line = ""
    after: Line = ""
    told_of_inspector: bool = False


class Group(Why):
    """Entries."""

    entries: list[EntryNumber] = Field(max_length=50, examples=[[1, 2]])


class TieOrder(Group):
    """Their order, the better first; or the card each drew; or neither, to draw them here."""

    is_ordered: bool = Field(False, description="The entries are named in their order.")
    cards: dict[EntryNumber, Cards] = Field({}, max_length=50, examples=[{"1": "Kd", "2": "Ts"}])
    card: Cards = Field("", description="Turned in front of everybody, and mixed into the draw.")


class IncidentState(Schema):
    """A matter on record."""

    id: int
    number: int
    kind: IncidentKind
    table: int | None
    people: str
    facts: str
    happened_at: datetime
    reported_at: datetime | None
    closed_at: datetime | None


@router.act(
    "/licence", "Record the licence or request a change", "licence", may=Permission.RUN_TOURNAMENT
)
def keep_licence(here: Here, wish: Licence) -> str:
    return _keep(here, wish)


@router.act(
    "/licence/check",
    "Check a licence against the rulebook",
    "licence-check",
    may=Permission.RUN_TOURNAMENT,
)
def check_licence(here: Here, wish: Licence) -> Trial:
    return trial(dry_run.of(lambda: [_keep(here, wish)]))


def _keep(here: Here, wish: Licence) -> str:
    found = licence_queries.find(here.tournament)
    if found is None:
        extras = licence.Extras(wish.chip_set, wish.more_tables)
        licence.record(terms=wish.terms(), extras=extras, **here.by)
        return "Licence recorded."
    terms = wish.over(licence_queries.terms(found))
    asked = licence.ask_change(terms=terms, request=wish.request, **here.by)
    return (
        "Change requested: it takes effect with its addendum." if asked else "Nothing was changed."
    )


@router.act("/licence/state", "Suspend, cancel or restore the licence", "licence-state")
def set_state(here: Here, wish: NewLicenceState) -> None:
    licence.set_state(state=wish.state.value, because=wish.because, **here.by)


@router.act("/licence/changes/{addendum_id}/approve", "Activate an addendum", "licence-approve")
def approve(here: Here, addendum_id: Where, wish: AddendumNumber) -> None:
    licence.approve(
        addendum_id=here.key(Addendum, "change", addendum_id, "licence__tournament"),
        number=wish.number,
        **here.when,
    )


@router.act("/licence/posted", "Mark a document as posted or taken down", "post-document")
def post_document(here: Here, wish: Document) -> None:
    licence.post_document(what=wish.what, is_up=wish.is_up, **here.by)


@router.act("/licence/permit", "Record the liquor permit", "licence-permit")
def note_permit(here: Here, wish: LiquorPermit) -> None:
    licence.note_permit(number=wish.number, **here.by)


@router.act("/licence/adverts", "Log an advert", "licence-advert")
def log_advert(here: Here, wish: LoggedAdvert) -> None:
    licence.log_advert(advert=Advert(**wish.dict()), **here.by)


@router.look("/incidents", "List incidents", Permission.SEE_JOURNAL)
def log(here: Here) -> list[IncidentState]:
    return [_incident(row) for row in here.tournament.incidents.order_by("-number")]


def _incident(row: Incident) -> IncidentState:
    return IncidentState(
        table=row.table_number,
        kind=IncidentKind(row.kind),
        **{name: getattr(row, name) for name in OF_AN_INCIDENT},
    )


OF_AN_INCIDENT = (
    *("id", "number", "people", "facts"),
    *("happened_at", "reported_at", "closed_at"),
)


@router.act("/incidents", "Record an incident", "incidents", may=Permission.RULE)
def open_matter(here: Here, wish: Matter) -> int:
    matter = incidents.Matter(**wish.dict())
    made = incidents.open_matter(matter=matter, **here.by)
    return made.pk


@router.act(INCIDENT + "/decide", "Decide an incident", "incident-decide")
def decide_matter(here: Here, incident_id: Where, wish: Decision) -> None:
    ruling = incidents.Ruling(**wish.dict())
    incidents.decide(
        incident_id=here.key(Incident, "incident", incident_id), ruling=ruling, **here.when
    )


@router.act(
    INCIDENT + "/report", "Mark an incident as reported to the regulator", "incident-report"
)
def report(here: Here, incident_id: Where) -> None:
    incidents.report(incident_id=here.key(Incident, "incident", incident_id), **here.when)


@router.act(INCIDENT + "/close", "Close an incident", "incident-close")
def close(here: Here, incident_id: Where) -> None:
    incidents.close(incident_id=here.key(Incident, "incident", incident_id), **here.when)


@router.act("/places/decide", "Decide tied places", "decide-places")
def decide_places(here: Here, wish: TieOrder) -> None:
    placings.decide(answer(here, wish), **here.by)


@router.act("/draws/{draw_id}/cancel", "Cancel a published draw", "draw-cancel")
def cancel_draw(here: Here, draw_id: Where, wish: Why) -> None:
    witnesses.cancel(draw_id=draw_id, because=wish.reason, **here.by)


@router.act("/places/publish", "Publish a draw for tied places", "decide-places")
def publish_places(here: Here, wish: Group) -> None:
    placings.publish(frozenset(here.entry(number) for number in wish.entries), **here.by)


@router.act(
    "/places/decisions/{decision_id}/withdraw",
    "Undo a decision on tied places",
    "withdraw-decision",
)
def withdraw_decision(here: Here, decision_id: Where) -> None:
    placings.withdraw(decision_id=here.key(PlacingDecision, "decision", decision_id), **here.when)


@router.act("/places/together", "Mark players as out together", "busts-together")
def together(here: Here, wish: Group) -> int:
    entries = [here.entry(number) for number in wish.entries]
    mark = placings.mark_simultaneous(entries, reason=wish.reason, **here.by)
    return mark.pk


@router.act("/places/together/{mark_id}/withdraw", "Undo “out together”", "busts-apart")
def apart(here: Here, mark_id: Where) -> None:
    placings.withdraw_simultaneous(
        mark_id=here.key(SimultaneousBusts, "mark", mark_id), **here.when
    )


def answer(here: Here, wish: TieOrder) -> placings.Answer:
    """The order of those who tied, as the service takes it."""
    keys = {number: here.entry(number) for number in wish.entries}
    return placings.Answer(
        entries=frozenset(keys.values()),
        order=tuple(keys.values()) if wish.is_ordered else (),
        reason=wish.reason,
        cards={
            keys[number]: parse_cards(words)
            for number, words in wish.cards.items()
            if number in keys
        },
        card=wish.card,
    )
