"""Tickets as the desk counts them: sold, unsold, void, and the cash they brought."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from engine.entries.law import Rebuys
from engine.lifecycle import TournamentState
from engine.structure import structure
from tournament.entries.queries.entries import PAYMENTS
from tournament.models import Licence, Posting, Ticket, TicketSheet, Tournament
from tournament.models.money import PostingKind


def suggested(tournament: Tournament) -> dict[str, Any]:
    """What the tickets can print, as far as licence and structure say it."""
    licence = Licence.objects.filter(pk=tournament.pk).first()
    terms = structure.rebuys(tournament.structure)
    rebuy = "not available"
    if isinstance(terms, Rebuys):
        rebuy = f"available in the first {terms.minutes} minutes"
    if licence is None:
        return {"rebuy": rebuy}
    return {
        "licensee": licence.holder,
        "licence_number": licence.number,
        "prizes": licence.prizes,
        "starts_at": licence.starts_at,
        "place": licence.place,
        "approved": licence.tickets,
        "for_sale": licence.tickets,
        "rebuy": rebuy,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketRow:
    """A ticket of the list."""

    number: int
    state: str
    holder: str
    contact: str
    sold_at: datetime | None
    sold_by: str
    because: str
    is_paid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """Stubs and re-buys times their price, beside the cash that came in."""

    sold: int
    void: int
    unsold: int
    expected: int
    cash: int
    rebuys: int
    rebuy_cash: int

    @property
    def difference(self) -> int:
        """How much more came in than the stubs say."""
        return self.cash - self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketsPage:
    """The sheet, every ticket, and whether numbers and cash agree."""

    sheet: TicketSheet
    tickets: list[TicketRow]
    is_open: bool
    reconciled: Reconciled


def page(tournament: Tournament) -> TicketsPage | None:
    """The numbered tickets; None before they are."""
    sheet = TicketSheet.objects.filter(pk=tournament.pk).first()
    if sheet is None:
        return None
    paid = PAYMENTS.filter(entry=OuterRef("entry"))
    tickets = list(sheet.tickets.annotate(is_paid=Exists(paid)))
    return TicketsPage(
        sheet=sheet,
        tickets=[_row(ticket) for ticket in tickets],
        is_open=tournament.state in (TournamentState.REGISTERING, TournamentState.SEATED),
        reconciled=reconciled(tournament, sheet, tickets),
    )


def _row(ticket: Ticket) -> TicketRow:
    state = "void" if ticket.void_at else "sold" if ticket.sold_at else "unsold"
    return TicketRow(
        number=ticket.number,
        state=state,
        holder=ticket.holder,
        contact=ticket.contact,
        sold_at=ticket.sold_at,
        sold_by=ticket.sold_by,
        because=ticket.void_because,
        is_paid=ticket.is_paid,  # type: ignore[attr-defined]  # annotated
    )


def reconciled(tournament: Tournament, sheet: TicketSheet, tickets: Sequence[Ticket]) -> Reconciled:
    """Stubs times fee and re-buys times fee against the cash that came in (igr:6.01(a))."""
    sold = sum(1 for ticket in tickets if ticket.sold_at and not ticket.void_at)
    void = sum(1 for ticket in tickets if ticket.void_at)
    paid = tournament.money.filter(voids__isnull=True, voided_by__isnull=True)
    entries = _cash(paid.filter(kind=PostingKind.ENTRY))
    rebuys = _cash(paid.filter(kind=PostingKind.REBUY))
    return Reconciled(
        sold=sold,
        void=void,
        unsold=len(tickets) - sold - void,
        expected=sold * sheet.fee,
        cash=sum(entries),
        rebuys=len(rebuys),
        rebuy_cash=sum(rebuys),
    )


def _cash(postings: QuerySet[Posting]) -> list[int]:
    """What each payment brought in."""
    brought: dict[int, int] = {}
    lines = Posting.objects.filter(pk__in=postings).values_list("pk", "lines__amount")
    for posting, amount in lines:
        brought[posting] = brought.get(posting, 0) + max(0, amount or 0)
    return list(brought.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketShown:
    """A ticket as its holder finds it on the phone."""

    number: int
    sheet: TicketSheet
    state: str
    came_at: datetime | None


def shown(code: str) -> TicketShown | None:
    """A ticket as its holder finds it on the phone: no name, for a ticket may be found."""
    tickets = Ticket.objects.select_related("sheet__tournament", "entry")
    ticket = tickets.filter(code=code.upper()).first()
    if ticket is None:
        return None
    state = "void" if ticket.void_at else "sold" if ticket.entry else "unsold"
    came_at = ticket.entry.checked_in_at if ticket.entry else None
    return TicketShown(number=ticket.number, sheet=ticket.sheet, state=state, came_at=came_at)


def left(tournament: Tournament) -> int | None:
    """How many tickets can still be sold; None where none are used."""
    sheet = TicketSheet.objects.filter(pk=tournament.pk).first()
    if sheet is None:
        return None
    return sheet.tickets.filter(sold_at__isnull=True, void_at__isnull=True).count()
