"""Director and floor: the licence, incidents, and places that wait for a ruling."""

from typing import Any

from ninja import Router, Schema
from pydantic import Field

from engine.licensing import Terms
from tournament import http
from tournament.api.basics import (
    AT,
    Cards,
    Cents,
    Count,
    Done,
    EntryNumber,
    Line,
    Made,
    Moment,
    Name,
    Number,
    Signed,
    Story,
    Trial,
    Where,
    Why,
    action,
    by,
    entry_of,
    find,
    look,
    one_of,
    parse_cards,
    picture,
    trial,
)
from tournament.models import Addendum, Incident, PlacingDecision, SimultaneousBusts, Tournament
from tournament.models.incidents import IncidentKind
from tournament.models.licence import LicenceState
from tournament.permissions import Permission, require
from tournament.queries import licence as licence_queries
from tournament.services import incidents, licence, placings, trials

router = Router(tags=["office"])
INCIDENT = AT + "/incidents/{incident_id}"


class Licence(Schema):
    """What the regulator approved; once it is on record, a change of it is asked for."""

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


class NewLicenceState(Schema):
    """The regulator suspends, cancels or restores the licence."""

    state: LicenceState
    because: Line


class AddendumNumber(Schema):
    """The number of the addendum that came."""

    number: str = Field(max_length=40, examples=["A-7"])


class Document(Schema):
    """A paper on the wall, or taken down."""

    what: Name = Field(examples=["licence"])
    is_up: bool = True


class Matter(Schema):
    """A dispute or irregularity."""

    kind: IncidentKind
    facts: Story
    people: Line = ""
    table: Number | None = None
    hand: Number | None = None


class Decision(Schema):
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
    """Their order, the better first; or the card each drew; or neither, to draw by the seed."""

    is_ordered: bool = Field(False, description="The entries are named in their order.")
    cards: dict[EntryNumber, Cards] = Field({}, max_length=50, examples=[{"1": "Kd", "2": "Ts"}])


@action(router, AT + "/licence", "Record the licence, or ask for a change", "licence")
def keep_licence(request: Signed, code: str, wish: Licence) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    return Done(words=_keep(request, tournament, wish))


@action(
    router,
    AT + "/licence/check",
    "What the book has against a licence",
    "licence-check",
    answers=Trial,
)
def check_licence(request: Signed, code: str, wish: Licence) -> Trial:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    return trial(trials.of(lambda: [_keep(request, tournament, wish)]))


def _keep(request: Signed, tournament: Tournament, wish: Licence) -> str:
    if licence_queries.find(tournament) is None:
        extras = licence.Extras(wish.chip_set, wish.more_tables)
        licence.record(terms=wish.terms(), extras=extras, **by(request, tournament))
        return "The licence is on record."
    asked = licence.ask_change(terms=wish.terms(), request=wish.request, **by(request, tournament))
    return "The change waits for its addendum." if asked else "Nothing was changed."


@action(router, AT + "/licence/state", "Suspend, cancel or restore the licence", "licence-state")
def set_state(request: Signed, code: str, wish: NewLicenceState) -> Done:
    licence.set_state(state=wish.state.value, because=wish.because, **by(request, find(code)))
    return Done()


@action(
    router,
    AT + "/licence/changes/{addendum_id}/approve",
    "The regulator's addendum has come",
    "licence-approve",
)
def approve(request: Signed, code: str, addendum_id: Where, wish: AddendumNumber) -> Done:
    changes = Addendum.objects.filter(licence__tournament=find(code))
    found = one_of(changes, "change", pk=addendum_id)
    licence.approve(addendum_id=found.pk, number=wish.number, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/licence/posted", "A paper hangs on the wall", "post-document")
def post_document(request: Signed, code: str, wish: Document) -> Done:
    licence.post_document(what=wish.what, is_up=wish.is_up, **by(request, find(code)))
    return Done()


@picture(router, AT + "/incidents", "The log of incidents", list[dict[str, Any]])
def log(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.SEE_JOURNAL, tournament)
    return [
        {"id": one.pk, "number": one.number, "kind": one.kind, "facts": one.facts}
        for one in tournament.incidents.order_by("-number")
    ]


@action(router, AT + "/incidents", "Open a matter", "incidents", answers=Made)
def open_matter(request: Signed, code: str, wish: Matter) -> Made:
    tournament = find(code)
    require(request.auth, Permission.RULE, tournament.pk)
    matter = incidents.Matter(**wish.dict())
    made = incidents.open_matter(matter=matter, **by(request, tournament))
    return Made(id=made.pk)


@action(router, INCIDENT + "/decide", "Decide a matter", "incident-decide")
def decide_matter(request: Signed, code: str, incident_id: Where, wish: Decision) -> Done:
    found = _incident(code, incident_id)
    ruling = incidents.Ruling(**wish.dict())
    incidents.decide(incident_id=found.pk, ruling=ruling, actor=request.auth, now=http.now())
    return Done()


@action(router, INCIDENT + "/report", "It was reported to the regulator", "incident-report")
def report(request: Signed, code: str, incident_id: Where) -> Done:
    found = _incident(code, incident_id)
    incidents.report(incident_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, INCIDENT + "/close", "Close a matter", "incident-close")
def close(request: Signed, code: str, incident_id: Where) -> Done:
    found = _incident(code, incident_id)
    incidents.close(incident_id=found.pk, actor=request.auth, now=http.now())
    return Done()


def _incident(code: str, incident_id: int) -> Any:
    return one_of(Incident.objects.filter(tournament=find(code)), "incident", pk=incident_id)


@action(router, AT + "/places/decide", "Decide the order of players who tied", "decide-places")
def decide_places(request: Signed, code: str, wish: TieOrder) -> Done:
    tournament = find(code)
    placings.decide(answer(tournament, wish), **by(request, tournament))
    return Done()


@action(
    router,
    AT + "/places/decisions/{decision_id}/withdraw",
    "Take such a decision back",
    "withdraw-decision",
)
def withdraw_decision(request: Signed, code: str, decision_id: Where) -> Done:
    made = PlacingDecision.objects.filter(tournament=find(code))
    found = one_of(made, "decision", pk=decision_id)
    placings.withdraw(decision_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/places/together", "They went out together", "busts-together", answers=Made)
def together(request: Signed, code: str, wish: Group) -> Made:
    tournament = find(code)
    entries = [entry_of(tournament, number).pk for number in wish.entries]
    mark = placings.mark_simultaneous(entries, reason=wish.reason, **by(request, tournament))
    return Made(id=mark.pk)


@action(
    router,
    AT + "/places/together/{mark_id}/withdraw",
    "They went out one after the other",
    "busts-apart",
)
def apart(request: Signed, code: str, mark_id: Where) -> Done:
    marks = SimultaneousBusts.objects.filter(tournament=find(code))
    found = one_of(marks, "mark", pk=mark_id)
    placings.withdraw_simultaneous(mark_id=found.pk, actor=request.auth, now=http.now())
    return Done()


def answer(tournament: Tournament, wish: TieOrder) -> placings.Answer:
    """The order of those who tied, as the service takes it."""
    keys = {number: entry_of(tournament, number).pk for number in wish.entries}
    return placings.Answer(
        entries=frozenset(keys.values()),
        order=tuple(keys.values()) if wish.is_ordered else (),
        reason=wish.reason,
        cards={
            keys[number]: parse_cards(words)
            for number, words in wish.cards.items()
            if number in keys
        },
    )
