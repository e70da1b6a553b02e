"""Desk, floor and director: who enters, on which terms, with which ticket."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django.http import Http404
from ninja import File, Schema
from ninja.files import UploadedFile
from pydantic import Field

from engine.entries import entering
from engine.entries.law import Kind
from engine.office.law.money import Method
from engine.structure import td_file
from tournament.api.answers import Done, Made
from tournament.api.fields import Line, Moment, Name, Number, Sent, Where, Why
from tournament.api.lists import USUAL, Before
from tournament.api.operations import Here, Operations, one_of
from tournament.api.values import Entrant, Limit, Page, Priced, someone
from tournament.entries import spreadsheets
from tournament.entries.queries import entries as entry_queries
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.services import alternates, entries, entry_terms, imports, tickets
from tournament.entries.services.players import Details
from tournament.models import Entry, Invitation, Tournament, Waiting
from tournament.permissions import Permission

router = Operations(tags=["entries"])
ENTRY = "/entries/{number}"


class About(Sent):
    """What is said of somebody who enters; what this tournament does not ask may stay out."""

    email: Name = Field("", examples=["ann@example.org"])
    phone: Name = Field("", max_length=40, examples=["0400 000 000"])
    born_on: date | None = None
    group: Name = Field("", max_length=40, examples=["Veterans"])
    session: Number | None = None
    method: Method | None = Field(None, description="How the entry is paid; none: later.")
    is_checked: bool = Field(False, description="May lawfully be here and play.")
    has_agreed: bool = Field(False, description="Has agreed to the terms in writing.")
    is_promised: bool = Field(False, description="Promised to come.")
    is_invited: bool = Field(False, description="The director invites with this entry.")

    def wish(self) -> entries.Wish:
        """As the service takes it."""
        return entries.Wish(
            details=Details(
                email=self.email, phone=self.phone, born_on=self.born_on, group=self.group
            ),
            session=self.session,
            method=self.method,
            is_checked=self.is_checked,
            has_agreed=self.has_agreed,
            is_promised=self.is_promised,
            is_invited=self.is_invited,
        )


class NewEntry(About):
    """Somebody who wants to play."""

    name: Name


class NewEntries(About):
    """A list of players, all of it or nothing."""

    names: list[Name] = Field(max_length=1000, examples=[["Ann", "Ben"]])


class Substitute(About):
    """Who plays on instead, and why."""

    name: Name
    reason: Line = ""


class Entered(Entrant, Priced):
    """An entry as it was taken, what is still to pay, and the receipt of what was paid."""

    owes: int = Field(description="In cents.")
    receipt: int | None


class EnteredAll(Done):
    """Everybody who was entered."""

    entries: list[Entrant]


class EntryState(Entrant, Priced):
    """An entry: its stack, its money, and whether it is still in."""

    session: str
    stack: int
    price: int = Field(description="What the entry costs, in cents.")
    owes: int = Field(description="What of it is still to pay, in cents.")
    paid_at: datetime | None
    registered_at: datetime
    is_checked_in: bool
    is_out: bool
    is_withdrawn: bool
    has_advanced: bool
    ticket: int | None
    table: int | None
    seat: int | None


class EntryPage(Page):
    """Entries, the newest first."""

    rows: list[EntryState]


class Withdrawal(Why):
    """Why an entry is taken back, and whether the money is given back."""

    is_refunded: bool = False


class Terms(Sent):
    """Who may enter, and how often; what stays out stays as it is."""

    kind: Kind = Kind.PAID
    per_player: int = Field(1, ge=1, le=99)
    late_minutes: int | None = Field(None, ge=1, le=600)
    minimum_age: int | None = Field(None, ge=1, le=99)
    group: Name = ""
    play_on: date | None = None


class Names(Sent):
    """People."""

    names: list[Name] = Field(max_length=1000, examples=[["Ann", "Ben"]])


class TurnedAway(Why):
    """Whose entry is refused."""

    name: Name


class Waits(Sent):
    """Who waits for a place."""

    name: Name


class PlayersFile(About):
    """A file of players as text, with a line of headings; `sure` enters them, all or none."""

    text: str = Field(max_length=200_000, examples=["name,email\nAnn,ann@example.org"])
    sure: bool = False
    skip_wrong: bool = Field(False, description="Enter the others where rows are wrong.")


class ImportedRow(Schema):
    """A row of a file: under which number it was entered, or what is wrong with it."""

    line: int
    name: str
    entry: int | None
    wrong: str
    clause: str


class Imported(Done):
    """What came of a file: whether anybody was entered, how many, and each row."""

    entered: int
    rows: list[ImportedRow]


class Tickets(Sent):
    """What every ticket prints."""

    licensee: Line = ""
    licence_number: Name = ""
    prizes: Line = ""
    starts_at: Moment | None = None
    place: Line = ""
    approved: int = Field(ge=1, le=1_000_000, examples=[100])
    for_sale: int = Field(ge=1, le=1_000_000, examples=[80])
    rebuy: Line = ""


class Spoilt(Why):
    """A ticket that was spoilt before its sale."""

    ticket: Number


@router.look("/entries", "List the entries", Permission.REGISTER_PLAYERS)
def all_entries(here: Here, before: Before = None, limit: Limit = USUAL) -> EntryPage:
    """The newest first; `before` is the `next` of the page before."""
    wanted = entry_queries.rows(here.tournament, before=before, limit=limit + 1)
    rows = _states(here.tournament, wanted[:limit])
    return EntryPage(rows=rows, next=rows[-1].entry if len(wanted) > limit else None)


def _states(tournament: Tournament, rows: list[entry_queries.EntryRow]) -> list[EntryState]:
    places = entry_queries.places(tournament)
    return [
        EntryState(
            entry=row.number,
            player=row.player_id,
            is_checked_in=row.is_here,
            **places.get(row.id, {"table": None, "seat": None}),
            **{name: getattr(row, name) for name in EntryState.model_fields if hasattr(row, name)},
        )
        for row in rows
    ]


@router.act("/entries", "Enter a player", "entries", "desk-enter")
def enter(here: Here, new: NewEntry) -> Entered:
    try:
        entry = entries.register(name=new.name, wish=new.wish(), **here.by)
    except entering.TooYoung as refusal:
        entry_terms.note_too_young(refusal, tournament=here.tournament, name=new.name, **here.when)
        raise
    return _entered(entry)


def _entered(entry: Entry) -> Entered:
    paid = entry_queries.payment(entry)
    owes = 0 if paid else entry.price
    return Entered(**someone(entry), owes=owes, receipt=paid.number if paid else None)


@router.act("/entries/list", "Enter a list of players", "entries-list")
def enter_all(here: Here, new: NewEntries) -> EnteredAll:
    """All of it or nothing."""
    count = entries.register_all(names=new.names, wish=new.wish(), **here.by)
    made = list(here.tournament.entries.order_by("-number")[:count])[::-1]
    listed = [Entrant(**someone(entry)) for entry in made]
    return EnteredAll(words=f"{count} players registered.", entries=listed)


@router.act("/entries/terms", "Set the entry requirements", "entry-terms")
def set_terms(here: Here, wish: Terms) -> None:
    terms = wish.over(term_queries.of(here.tournament))
    has_day = "play_on" in wish.model_fields_set
    play_on = wish.play_on if has_day else term_queries.play_on(here.tournament)
    entry_terms.decide(terms=terms, play_on=play_on, **here.by)


@router.act("/entries/refuse", "Refuse entry", "entry-refuse")
def turn_away(here: Here, wish: TurnedAway) -> None:
    entry_terms.turn_away(name=wish.name, reason=wish.reason, **here.by)


@router.act("/entries/invite", "Invite people", "entry-invite")
def invite(here: Here, wish: Names) -> str:
    count = entry_terms.invite(names=wish.names, **here.by)
    return f"{count} invited."


@router.act("/entries/invite/{invitation_id}/withdraw", "Cancel an invitation", "entry-uninvite")
def uninvite(here: Here, invitation_id: Where) -> None:
    found = _in(Invitation, here.tournament, "invitation", invitation_id)
    entry_terms.take_invitation_back(invitation_id=found.pk, **here.when)


@router.act("/entries/wait", "Add an alternate", "alternate-wait")
def wait(here: Here, wish: Waits) -> Made:
    made = alternates.wait(name=wish.name, **here.by)
    return Made(id=made.pk, words=f"{made.player.name} is alternate {made.number}.")


@router.act("/entries/call", "Call in the first alternate", "alternate-call")
def call_alternate(here: Here, about: About) -> Entered:
    return _entered(alternates.call_next(wish=about.wish(), **here.by))


@router.act("/entries/wait/{waiting_id}/leave", "Remove an alternate", "alternate-leave")
def leave(here: Here, waiting_id: Where) -> None:
    found = _in(Waiting, here.tournament, "alternate", waiting_id)
    alternates.leave(waiting_id=found.pk, **here.when)


@router.act("/entries/text", "Enter players from text", "entries-import")
def enter_text(here: Here, sent: PlayersFile) -> Imported:
    """Each line with its number, or what is wrong with it; nobody is entered unless `sure`, and
    nobody where a row is wrong unless `skip_wrong`."""
    return _imported(here, sent.text, _way(sent.sure, sent.skip_wrong), sent.wish())


@router.act(
    "/entries/file", "Enter players from a file", "entries-import", may=Permission.REGISTER_PLAYERS
)
def enter_file(
    here: Here, file: File[UploadedFile], sure: bool = False, skip_wrong: bool = False
) -> Imported:
    """CSV, XLSX or a save of The Tournament Director; nobody is entered unless `sure`, and nobody
    where a row is wrong unless `skip_wrong`."""
    text = spreadsheets.as_text(file.read(spreadsheets.MOST_BYTES + 1))
    if td_file.looks_like_one(text):
        text = imports.written(td_file.players(text))
    return _imported(here, text, _way(sure, skip_wrong), entries.Wish())


def _way(is_sure: bool, skips_wrong: bool) -> Callable[..., list[imports.Row]]:
    if not is_sure:
        return imports.preview
    return imports.take if skips_wrong else imports.take_all


def _imported(
    here: Here, text: str, work: Callable[..., list[imports.Row]], wish: entries.Wish
) -> Imported:
    rows = work(text=text, wish=wish, **here.by)
    told = [
        ImportedRow(
            line=row.line, name=row.name, entry=row.entry, wrong=row.wrong, clause=row.clause
        )
        for row in rows
    ]
    entered = sum(row.entry is not None for row in rows)
    words = f"{entered} of {len(rows)} rows entered."
    return Imported(done=entered > 0, words=words, entered=entered, rows=told)


@router.look(ENTRY, "An entry", Permission.REGISTER_PLAYERS)
def one_entry(here: Here, number: Where) -> EntryState:
    found = entry_queries.rows(here.tournament, number=number)
    if not found:
        raise Http404("No such entry.")
    return _states(here.tournament, found)[0]


@router.act(ENTRY + "/withdraw", "Cancel an entry", "entry-withdraw")
def withdraw(here: Here, number: Where, why: Withdrawal) -> None:
    entries.withdraw(
        entry_id=here.entry(number), **here.when, reason=why.reason, is_refunded=why.is_refunded
    )


@router.act(ENTRY + "/check-in", "Check a player in", "entry-check-in")
def check_in(here: Here, number: Where) -> None:
    entries.check_in(entry_id=here.entry(number), **here.when)


@router.act(ENTRY + "/substitute", "Approve a substitute", "entry-substitute")
def substitute(here: Here, number: Where, new: Substitute) -> None:
    entries.substitute(
        entry_id=here.entry(number), name=new.name, reason=new.reason, **here.when, wish=new.wish()
    )


@router.act("/tickets", "Number the tickets", "tickets", may=Permission.RUN_TOURNAMENT)
def number_tickets(here: Here, wish: Tickets) -> None:
    tickets.number(plan=tickets.Plan(**wish.dict()), **here.by)


@router.act(
    "/tickets/void", "Void a spoiled ticket", "ticket-void", may=Permission.REGISTER_PLAYERS
)
def spoil(here: Here, wish: Spoilt) -> None:
    tickets.spoil(ticket_number=wish.ticket, reason=wish.reason, **here.by)


def _in(kind: type[Invitation] | type[Waiting], tournament: Tournament, what: str, pk: int) -> Any:
    return one_of(kind.objects.filter(tournament=tournament), what, pk=pk)
