"""Desk, floor and director: who enters, on which terms, with which ticket."""

from datetime import date
from typing import Any

from ninja import File, Router, Schema
from ninja.files import UploadedFile
from pydantic import Field

from engine import entering, td_file
from engine.money import Method
from tournament import http, spreadsheets
from tournament.api.basics import (
    AT,
    Done,
    Line,
    Made,
    Moment,
    Name,
    Number,
    Signed,
    Where,
    Why,
    action,
    by,
    entry_of,
    find,
    look,
    one_of,
    picture,
)
from tournament.models import Invitation, Tournament, Waiting
from tournament.permissions import Permission, require
from tournament.queries import entries as entry_queries
from tournament.services import alternates, entries, entry_terms, imports, tickets
from tournament.services.players import Details

router = Router(tags=["entries"])
ENTRY = AT + "/entries/{number}"


class About(Schema):
    """What is said of somebody who enters; what this tournament does not ask may stay out."""

    email: Name = Field("", examples=["ann@example.org"])
    phone: Name = Field("", max_length=40, examples=["0400 000 000"])
    born_on: date | None = None
    group: Name = Field("", max_length=40, examples=["Veterans"])
    session: Number | None = None
    method: Method | None = Field(None, description="How the entry is paid; none: later.")
    is_checked: bool = Field(False, description="May lawfully be here and play.")
    has_agreed: bool = Field(False, description="Has agreed to the conditions in writing.")
    is_promised: bool = Field(False, description="Promised to come.")

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


class Entered(Schema):
    """An entry, as it was taken."""

    number: int
    name: str


class Withdrawal(Why):
    """Why an entry is taken back, and whether the money is given back."""

    is_refunded: bool = False


class Payment(Schema):
    """How it is paid."""

    method: Method = Method.CASH


class Terms(Schema):
    """Who may enter, and how often."""

    kind: entering.Kind = entering.Kind.PAID
    per_player: int = Field(1, ge=1, le=99)
    late_minutes: int | None = Field(None, ge=1, le=600)
    minimum_age: int | None = Field(None, ge=1, le=99)
    group: Name = ""
    play_on: date | None = None


class Names(Schema):
    """People."""

    names: list[Name] = Field(max_length=1000, examples=[["Ann", "Ben"]])


class TurnedAway(Why):
    """Whose entry is refused."""

    name: Name


class Waits(Schema):
    """Who waits for a place."""

    name: Name


class PlayersFile(About):
    """A file of players as text, with a line of headings; `sure` enters them."""

    text: str = Field(max_length=200_000, examples=["name,email\nAnn,ann@example.org"])
    sure: bool = False


class Tickets(Schema):
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


@picture(router, AT + "/entries", "Everybody entered", list[dict[str, Any]])
def all_entries(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.REGISTER_PLAYERS, tournament)
    return [
        {"number": row["number"], "name": row["name"], "stack": row["stack"]}
        for row in entry_queries.rows(tournament)
    ]


@action(router, AT + "/entries", "Enter a player", "entries", "desk-enter", answers=Entered)
def enter(request: Signed, code: str, new: NewEntry) -> Entered:
    entry = entries.register(name=new.name, wish=new.wish(), **by(request, find(code)))
    return Entered(number=entry.number, name=entry.name)


@action(router, AT + "/entries/list", "Enter a list of players", "entries-list")
def enter_all(request: Signed, code: str, new: NewEntries) -> Done:
    """All of it or nothing."""
    count = entries.register_all(names=new.names, wish=new.wish(), **by(request, find(code)))
    return Done(words=f"{count} players registered.")


@action(router, AT + "/entries/terms", "Set the terms of entry", "entry-terms")
def set_terms(request: Signed, code: str, wish: Terms) -> Done:
    terms = entering.Terms(**wish.dict(exclude={"play_on"}))
    entry_terms.decide(terms=terms, play_on=wish.play_on, **by(request, find(code)))
    return Done()


@action(router, AT + "/entries/refuse", "Turn somebody away", "entry-refuse")
def turn_away(request: Signed, code: str, wish: TurnedAway) -> Done:
    entry_terms.turn_away(name=wish.name, reason=wish.reason, **by(request, find(code)))
    return Done()


@action(router, AT + "/entries/invite", "Invite people", "entry-invite")
def invite(request: Signed, code: str, wish: Names) -> Done:
    count = entry_terms.invite(names=wish.names, **by(request, find(code)))
    return Done(words=f"{count} invited.")


@action(
    router,
    AT + "/entries/invite/{invitation_id}/withdraw",
    "Take an invitation back",
    "entry-uninvite",
)
def uninvite(request: Signed, code: str, invitation_id: Where) -> Done:
    found = _in(Invitation, find(code), "invitation", invitation_id)
    entry_terms.take_invitation_back(invitation_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/entries/wait", "Give an alternate a number", "alternate-wait", answers=Made)
def wait(request: Signed, code: str, wish: Waits) -> Made:
    made = alternates.wait(name=wish.name, **by(request, find(code)))
    return Made(id=made.pk, words=f"{made.player.name} is alternate {made.number}.")


@action(router, AT + "/entries/call", "Call the first alternate", "alternate-call", answers=Entered)
def call_alternate(request: Signed, code: str, about: About) -> Entered:
    entry = alternates.call_next(wish=about.wish(), **by(request, find(code)))
    return Entered(number=entry.number, name=entry.name)


@action(
    router, AT + "/entries/wait/{waiting_id}/leave", "An alternate waits no more", "alternate-leave"
)
def leave(request: Signed, code: str, waiting_id: Where) -> Done:
    found = _in(Waiting, find(code), "alternate", waiting_id)
    alternates.leave(waiting_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(
    router,
    AT + "/entries/text",
    "Enter players from a text",
    "entries-import",
    answers=list[dict[str, Any]],
)
def enter_text(request: Signed, code: str, sent: PlayersFile) -> list[dict[str, Any]]:
    """Each line with what is wrong with it; nobody is entered unless `sure`."""
    tournament = find(code)
    return _imported(request, tournament, sent.text, is_sure=sent.sure, wish=sent.wish())


@action(
    router,
    AT + "/entries/file",
    "Enter players from a file",
    "entries-import",
    answers=list[dict[str, Any]],
)
def enter_file(
    request: Signed, code: str, file: File[UploadedFile], sure: bool = False
) -> list[dict[str, Any]]:
    """CSV, XLSX or a save of The Tournament Director; nobody is entered unless `sure`."""
    tournament = find(code)
    require(request.auth, Permission.REGISTER_PLAYERS, tournament.pk)
    text = spreadsheets.as_text(file.read(spreadsheets.MOST_BYTES + 1))
    if td_file.looks_like_one(text):
        text = imports.written(td_file.players(text))
    return _imported(request, tournament, text, is_sure=sure, wish=entries.Wish())


def _imported(
    request: Signed, tournament: Tournament, text: str, *, is_sure: bool, wish: entries.Wish
) -> list[dict[str, Any]]:
    work = imports.take if is_sure else imports.preview
    rows = work(text=text, wish=wish, **by(request, tournament))
    return [
        {"line": row.line, "name": row.name, "wrong": row.wrong, "clause": row.clause}
        for row in rows
    ]


@action(router, ENTRY + "/withdraw", "Withdraw an entry", "entry-withdraw")
def withdraw(request: Signed, code: str, number: Where, why: Withdrawal) -> Done:
    entry = entry_of(find(code), number)
    entries.withdraw(
        entry_id=entry.pk,
        actor=request.auth,
        now=http.now(),
        reason=why.reason,
        is_refunded=why.is_refunded,
    )
    return Done()


@action(router, ENTRY + "/pay", "Take the money of an entry", "entry-pay")
def pay(request: Signed, code: str, number: Where, paid: Payment) -> Done:
    entry = entry_of(find(code), number)
    entries.pay(entry_id=entry.pk, method=paid.method, actor=request.auth, now=http.now())
    return Done()


@action(router, ENTRY + "/check-in", "Check a player in", "entry-check-in")
def check_in(request: Signed, code: str, number: Where) -> Done:
    entry = entry_of(find(code), number)
    entries.check_in(entry_id=entry.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, ENTRY + "/substitute", "Somebody else takes over an entry", "entry-substitute")
def substitute(request: Signed, code: str, number: Where, new: Substitute) -> Done:
    entry = entry_of(find(code), number)
    entries.substitute(
        entry_id=entry.pk,
        name=new.name,
        reason=new.reason,
        actor=request.auth,
        now=http.now(),
        wish=new.wish(),
    )
    return Done()


@action(router, AT + "/tickets", "Number the tickets", "tickets")
def number_tickets(request: Signed, code: str, wish: Tickets) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    tickets.number(plan=tickets.Plan(**wish.dict()), **by(request, tournament))
    return Done()


@action(router, AT + "/tickets/void", "Void a spoilt ticket", "ticket-void")
def spoil(request: Signed, code: str, wish: Spoilt) -> Done:
    tournament = find(code)
    require(request.auth, Permission.REGISTER_PLAYERS, tournament.pk)
    tickets.spoil(ticket_number=wish.ticket, reason=wish.reason, **by(request, tournament))
    return Done()


def _in(kind: type[Invitation] | type[Waiting], tournament: Tournament, what: str, pk: int) -> Any:
    return one_of(kind.objects.filter(tournament=tournament), what, pk=pk)
