"""What a licence asks: the approved terms, the papers on the wall, and what may still change."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from engine import rulebooks
from engine.amounts import dollars
from engine.entries import sessions
from engine.office.law.licence import LicenceLaw, Paper
from engine.office.money import Sold, price
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class Terms:
    """What the regulator approved for one event; times are local to the place of play."""

    number: str
    holder: str
    place: str
    opens_at: datetime
    closes_at: datetime
    starts_at: datetime
    finishes_at: datetime
    tickets: int
    fee: int
    prizes: str
    has_rebuy: bool
    language: str = "English"
    issuer: str = "IGR"
    site: str = ""
    event_type: str = "Hold'em tournament"


def rules(rulebook: str) -> LicenceLaw:
    """The book's word on licences."""
    return rulebooks.get(rulebook).licence


def papers(rulebook: str) -> tuple[Paper, ...]:
    """What this book wants on the wall."""
    return rules(rulebook).papers.value


def check_terms(terms: Terms, *, rulebook: str) -> None:
    """Refuse a licence that says too little, or allows what the book does not."""
    clause = rules(rulebook).approved_only.clause
    said = (terms.number, terms.holder, terms.place, terms.prizes)
    if not all(words.strip() for words in said):
        raise Refused("A licence has a number, a holder, a place and the prizes.", clause)
    if not terms.language.strip():
        raise Refused("Name the language spoken at the tables.", rules(rulebook).language.clause)
    _check_kind(terms, rules(rulebook))
    if terms.tickets < 2:
        raise Refused("A licence approves at least two tickets.", clause)
    hours = sessions.LicensedHours(terms.opens_at, terms.closes_at)
    sessions.check_hours(
        starts_at=terms.starts_at,
        finishes_at=terms.finishes_at,
        licence=(hours,),
        rulebook=rulebook,
    )


def _check_kind(terms: Terms, book: LicenceLaw) -> None:
    issuer, kind = book.issuer.value, book.event_type.value
    if issuer and terms.issuer.strip().casefold() != issuer.casefold():
        raise Refused(f"The licence comes from {issuer}.", book.issuer.clause)
    if issuer and not terms.site.strip():
        raise Refused("Name the reserve on which it is played.", book.issuer.clause)
    if kind.casefold() not in terms.event_type.casefold():
        raise Refused(f"The licence must be for a {kind} tournament.", book.event_type.clause)


ACTIVE = "active"


def check_valid(
    state: str | None, *, closes_at: datetime | None, rulebook: str, now: datetime | None = None
) -> None:
    """Refuse sales and hands without a licence, or when it is over, suspended or cancelled."""
    book = rules(rulebook)
    if not book.valid.value:
        return
    if state is None:
        raise Refused("Record the licence first: nothing is sold without it.", book.valid.clause)
    if state != ACTIVE:
        raise Refused(
            f"The licence is {state}: nothing is sold and no hand dealt.", book.state.clause
        )
    if now is not None and closes_at is not None and now >= closes_at:
        raise Refused("The licence has run out.", book.expired.clause)


def mismatches(terms: Terms, plain: Mapping[str, Any]) -> list[str]:
    """Where what is offered is not what was approved."""
    found = []
    fee, has_rebuy = price(plain, Sold.ENTRY), price(plain, Sold.REBUY) > 0
    if fee != terms.fee:
        found.append(f"The entry fee is {dollars(fee)}, approved was {dollars(terms.fee)}.")
    if has_rebuy != terms.has_rebuy:
        offered, approved = ("a", "none") if has_rebuy else ("no", "one")
        found.append(f"There is {offered} re-buy, approved was {approved}.")
    if plain["max_players"] > terms.tickets:
        most = plain["max_players"]
        found.append(f"{most} players may enter, approved were {terms.tickets} tickets.")
    return found


PRINTED = {
    "licensee": "holder",
    "licence_number": "number",
    "place": "place",
    "prizes": "prizes",
    "starts_at": "starts_at",
}


@dataclass(frozen=True, slots=True)
class Announced:
    """What was told to the players: on their tickets, and when play is to end.

    `changed` names the terms that the regulator changed after the tickets were numbered.
    """

    tickets: Mapping[str, Any] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()
    finishes_at: datetime | None = None


NOTHING_ANNOUNCED = Announced()


def told_otherwise(terms: Terms, announced: Announced) -> list[str]:
    """Where what players were told is not what was approved."""
    found = []
    for name, said in announced.tickets.items():
        term = PRINTED[name]
        approved = getattr(terms, term)
        if said != approved and term not in announced.changed:
            found.append(f"The tickets say {_said(said)}, approved was {_said(approved)}.")
    ends_at = announced.finishes_at
    if ends_at is not None and ends_at > terms.finishes_at:
        found.append(f"Play is to end {_said(ends_at)}, approved was {_said(terms.finishes_at)}.")
    return found


def _said(value: object) -> str:
    return f"{value:%-d %B %Y, %H:%M}" if isinstance(value, datetime) else f"“{value}”"


def check_tickets(terms: Terms, tickets: Mapping[str, Any], *, rulebook: str) -> None:
    """Refuse tickets that say something else than the licence."""
    for why in told_otherwise(terms, Announced(tickets)):
        raise Refused(why, rules(rulebook).approved_only.clause)


def check_start(
    terms: Terms | None,
    plain: Mapping[str, Any],
    *,
    rulebook: str,
    now: datetime,
    announced: Announced = NOTHING_ANNOUNCED,
) -> None:
    """Refuse to start an event that is not the one on the licence."""
    book = rules(rulebook)
    if terms is None:
        if book.required.value:
            why = "Record the licence first: the event runs as it says."
            raise Refused(why, book.required.clause)
        return
    if wrong := [*mismatches(terms, plain), *told_otherwise(terms, announced)]:
        raise Refused(wrong[0], book.approved_only.clause)
    if now < terms.starts_at:
        why = f"Approved is a start on {_said(terms.starts_at)}, not before."
        raise Refused(why, book.approved_only.clause)
    if not terms.opens_at <= now < terms.closes_at:
        raise Refused("The licence does not cover this hour.", book.hours.clause)
    sessions.check_hand_in_hours(
        now, starts_at=terms.starts_at, finishes_at=terms.finishes_at, rulebook=rulebook
    )


def check_papers(posted: Collection[str], *, rulebook: str) -> None:
    """Refuse to start before everything hangs or is there that the book insists on."""
    for paper in papers(rulebook):
        if paper.blocks_start and paper.key not in posted:
            words = paper.words[:1].lower() + paper.words[1:]
            why = f"See to this first, and tick it on the page of the licence: {words}."
            raise Refused(why, paper.clause)


def to_see_to(posted: Collection[str], *, rulebook: str) -> list[Paper]:
    """What nobody has seen to yet of what must be right before the public is told."""
    wanted = papers(rulebook)
    return [paper for paper in wanted if paper.blocks_publishing and paper.key not in posted]


def check_publicity(posted: Collection[str], *, rulebook: str) -> None:
    """Refuse to publish before the checklist is gone through (igr:5.08(c), igr:5.08(d))."""
    left = to_see_to(posted, rulebook=rulebook)
    if left:
        words = f"{left[0].words[:1].lower()}{left[0].words[1:]}"
        why = f"Not published yet. Tick it on the licence page first: {words}."
        raise Refused(why, left[0].clause)


@dataclass(frozen=True, slots=True)
class Advert:
    """One advert: where it ran, and on which day."""

    outlet: str
    place: str
    ran_on: date
    is_inside: bool


def check_advert(advert: Advert, *, rulebook: str) -> None:
    """Refuse a line of the log that does not say where the advert ran."""
    clause = rulebooks.get(rulebook).public.region.clause
    if not advert.outlet.strip() or not advert.place.strip():
        raise Refused("Say in what it was advertised, and where that is read or heard.", clause)


# A change is the regulator's to approve in advance: once play has begun, only its end is ahead.

STILL_AHEAD = frozenset({"closes_at", "finishes_at"})


def check_change(*, rulebook: str, request: str) -> None:
    """Refuse a change without a written request (igr:5.01(b))."""
    clause = rules(rulebook).changes.clause
    if clause and not request.strip():
        raise Refused("A change needs a written request in advance: say of when.", clause)


def check_still_ahead(
    changed: Collection[str], terms: Terms, *, rulebook: str, now: datetime
) -> None:
    """Refuse to change, once play has begun, what is past (igr:5.01(b))."""
    clause = rules(rulebook).changes.clause
    if not STILL_AHEAD.issuperset(changed):
        why = "Play has begun: the licence stands. Only the end of play can still be changed."
        raise Refused(why, clause)
    if now >= terms.finishes_at:
        raise Refused("The licensed end of play has passed: it cannot be changed now.", clause)


def check_finish(terms: Terms | None, finishes_at: datetime, *, rulebook: str) -> None:
    """Refuse an end of play later than the licence has it (igr:5.01(b), 5.07(a)(i))."""
    book = rules(rulebook)
    if terms is None or not book.changes.value:
        return
    if finishes_at > terms.closes_at:
        why = f"The licence allows play until {_said(terms.closes_at)}: ask for an addendum first."
        raise Refused(why, book.hours.clause)
    if finishes_at > terms.finishes_at:
        why = f"The licence ends play on {_said(terms.finishes_at)}: ask for an addendum first."
        raise Refused(why, book.changes.clause)


def check_addendum(number: str, *, rulebook: str) -> None:
    """Refuse to put a change into force without the addendum's number."""
    if not number.strip():
        raise Refused("Enter the addendum number.", rules(rulebook).changes.clause)


def check_chip_set(name: str, *, in_use: Collection[str], rulebook: str) -> None:
    """Refuse chips that serve another open event (igr:5.09(a))."""
    clause = rules(rulebook).unique_chips.clause
    if not clause:
        return
    if not name.strip():
        raise Refused("Say what marks these chips as this event's own.", clause)
    if name.strip().casefold() in {used.strip().casefold() for used in in_use}:
        raise Refused("These chips are in use at another open event.", clause)
