"""Who may enter: how often, how old, of which group, by whose invitation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from engine import rulebooks
from engine.entries.law import EntryLaw, Kind
from engine.office.law.desk import DeskLaw
from engine.refusal import Personal, Refused


@dataclass(frozen=True, slots=True)
class Terms:
    """What the house decided within the law."""

    kind: Kind = Kind.PAID
    per_player: int = 1
    minimum_age: int | None = None
    group: str = ""
    late_minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Applicant:
    """What is known of somebody who wants to enter."""

    name: str
    entries: int = 0
    age: int | None = None
    group: str = ""
    barred_because: str | None = None
    is_invited: bool = False
    is_checked: bool = False


def terms_of(rulebook: str, *, price: int) -> Terms:
    """What holds where the house has decided nothing."""
    law = rulebooks.get(rulebook).entries.entry.value
    kind = law.kind
    if kind is Kind.PAID and not price:
        kind = Kind.FREE_ROLL
    return Terms(kind=kind, minimum_age=law.minimum_age)


def check_terms(terms: Terms, *, rulebook: str, price: int) -> None:
    """Refuse terms the book does not allow."""
    law = rulebooks.get(rulebook).entries.entry.value
    if law.kind is Kind.INVITATION and terms.kind is not Kind.INVITATION:
        raise Refused("Entry is by invitation only under this book.", law.kind_clause)
    if terms.kind is Kind.FREE_ROLL and price:
        raise Refused(
            "A free-roll costs nothing to enter: set the price to zero first.", law.price_clause
        )
    if terms.kind is Kind.PAID and not price:
        raise Refused("A paid entry has a price: set it first.", law.price_clause)
    if not 1 <= terms.per_player <= 99:
        raise Refused("Say how often one person may enter: once at least.", law.each_clause)
    if law.most_each is not None and terms.per_player > law.most_each:
        raise Refused("A person enters only once under this book.", law.each_clause)
    if (terms.minimum_age or 0) < (law.minimum_age or 0):
        raise Refused(f"Nobody under {law.minimum_age} may play.", law.age_clause)


class TooYoung(Personal):
    """Somebody under age asked to enter: that they were refused stays on record."""


def check_entry(who: Applicant, terms: Terms, *, rulebook: str) -> None:
    """Refuse whoever may not enter, by the first reason there is."""
    law = rulebooks.get(rulebook).entries.entry.value
    if who.barred_because is not None:
        because = f": {who.barred_because}" if who.barred_because else ""
        why = f"{who.name} is barred{because}."
        raise Personal(why, law.barred_clause, public=not_taken(who.name))
    _check_age(who, terms, law)
    if terms.group and who.group.casefold() != terms.group.casefold():
        raise Refused(f"This tournament is for {terms.group} only.", law.group_clause)
    if terms.kind is Kind.INVITATION and not who.is_invited:
        raise Refused(f"{who.name} has no invitation: the director issues it.", law.kind_clause)
    if who.entries >= terms.per_player:
        raise Refused(_often(who, terms), law.each_clause)
    if law.check_clause and not who.is_checked:
        raise Refused(
            f"Check that {who.name} may lawfully be here and play, and tick it.", law.check_clause
        )


def _often(who: Applicant, terms: Terms) -> str:
    if terms.per_player == 1:
        return f"{who.name} is already entered, and each person enters once."
    return f"{who.name} has entered {who.entries} times: no more are allowed."


def _check_age(who: Applicant, terms: Terms, law: EntryLaw) -> None:
    if terms.minimum_age is None:
        return
    if who.age is None:
        raise Refused(f"The date of birth of {who.name} is needed.", law.age_clause)
    if who.age < terms.minimum_age:
        why = f"{who.name} is {who.age}: nobody under {terms.minimum_age} may play."
        raise TooYoung(why, law.age_clause, public=not_taken(who.name))


def not_taken(name: str) -> str:
    """What others hear where the reason is not for them."""
    return f"The entry of {name} cannot be taken. The desk can say why."


def age_on(day: date, *, born_on: date) -> int:
    """Full years on a day; a leap-day child has their birthday on 1 March otherwise."""
    return day.year - born_on.year - ((day.month, day.day) < (born_on.month, born_on.day))


# Tickets (igr:5.05).


@dataclass(frozen=True, slots=True)
class TicketText:
    """What a ticket prints: every line of it is required."""

    licensee: str
    licence_number: str
    fee: int
    prizes: str
    when: str
    place: str
    for_sale: int
    rebuy: str


TICKET_LINES = (
    ("licensee", "the licensee's name"),
    ("licence_number", "the licence number"),
    ("fee", "the entry fee"),
    ("prizes", "the prizes on offer"),
    ("when", "the time and date"),
    ("place", "the place"),
    ("for_sale", "the number of tickets for sale"),
    ("rebuy", "whether a re-buy is available"),
)


def check_ticket(text: TicketText, *, approved: int, law: DeskLaw) -> None:
    """Refuse tickets that lack a line, or more of them than the licence allows."""
    for field, words in TICKET_LINES:
        if not getattr(text, field):
            clause = law.ticket_lines.value.get(field, "")
            raise Refused(f"A ticket prints {words}: fill it in first.", clause)
    if text.for_sale > approved:
        raise Refused(
            f"The licence allows {approved} tickets: {text.for_sale} are too many.",
            law.ticket_limit.clause,
        )


def check_sale(*, left: int, has_started: bool, name: str, contact: str, law: DeskLaw) -> None:
    """Refuse to sell a ticket after the start, beyond the last one, or to somebody unknown."""
    if has_started:
        raise Refused("Ticket sales stopped when the tournament started.", law.ticket_sales.clause)
    if left < 1:
        why = "The tickets are sold out."
        raise Refused(why, law.ticket_limit.clause)
    check_stub(name=name, contact=contact, law=law)


def check_numbered(rulebook: str) -> None:
    """Refuse an entry before there are tickets to sell, where it is sold by one (igr:5.05(b))."""
    if clause := rulebooks.get(rulebook).entries.entry.value.ticket_clause:
        raise Refused("Number the entry tickets first.", clause)


def check_sold(*, has_tickets: bool, owing: Sequence[str], rulebook: str) -> None:
    """Refuse to start before everybody who plays has a numbered ticket and has paid for it."""
    law = rulebooks.get(rulebook).entries.entry.value
    if not law.ticket_clause:
        return
    if not has_tickets:
        check_numbered(rulebook)
    if owing:
        names = ", ".join(owing[:3])
        why = f"Not paid: {names}. Take the cash, or take the entry back."
        raise Refused(why, law.price_clause)


def check_stub(*, name: str, contact: str, law: DeskLaw) -> None:
    """Refuse a stub that does not say whose ticket it is and how to reach them."""
    if not name or not contact:
        raise Refused(
            "The stub needs the player's name and contact: an e-mail or a telephone number.",
            law.ticket_numbers.clause,
        )
