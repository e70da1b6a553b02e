"""Number entry tickets, sell them in sequence, void them (igr:5.05)."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engine.entries import entering
from engine.entries.entering import TicketText
from engine.lifecycle import TournamentState
from engine.office import licensing
from engine.office.money import Sold, price
from engine.refusal import Refused
from tournament.live import broadcast
from tournament.models import Entry, Licence, Ticket, TicketSheet, Tournament
from tournament.office.queries import licence as licence_queries
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

MOST = 2000
ALPHABET = "ACDEFGHJKLMNPQRTUVWXY34679"
BEFORE_PLAY = (TournamentState.REGISTERING, TournamentState.SEATED)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the tickets say, as the director fills it in."""

    licensee: str
    licence_number: str
    prizes: str
    starts_at: datetime | None
    place: str
    approved: int
    for_sale: int
    rebuy: str


@transaction.atomic
def number(*, tournament_id: int, plan: Plan, actor: Actor, now: datetime) -> TicketSheet:
    """Fix what every ticket prints and number them from 1 without a gap."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if tournament.state not in BEFORE_PLAY:
        raise Refused(
            "Ticket sales stopped when the tournament started.",
            tournament.law.desk.ticket_sales.clause,
        )
    if TicketSheet.objects.filter(pk=tournament_id).exists():
        raise Refused(
            "The tickets are already numbered; what they print can no longer change.",
            tournament.law.desk.ticket_numbers.clause,
        )
    fee = price(tournament.structure, Sold.ENTRY)
    approved = _approved(tournament, plan)
    entering.check_ticket(_text(plan, fee), approved=approved, law=tournament.law.desk)
    _check_as_approved(tournament, plan)
    if plan.for_sale > MOST:
        raise Refused(f"At most {MOST} tickets are numbered at once.")
    sheet = TicketSheet.objects.create(
        tournament=tournament, fee=fee, at=now, by=actor.name, **_fields(plan)
    )
    codes = new_codes(plan.for_sale)
    Ticket.objects.bulk_create(
        Ticket(sheet=sheet, number=one, code=code) for one, code in enumerate(codes, 1)
    )
    _hand_out(tournament, sheet, actor=actor, now=now)
    said = {"count": plan.for_sale, "approved": plan.approved}
    journal.write(actor, "tickets.numbered", tournament_id=tournament_id, at=now, **said)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return sheet


def _approved(tournament: Tournament, plan: Plan) -> int:
    """How many the licence allows; what is on record of it counts more than what was typed."""
    licence = Licence.objects.filter(pk=tournament.pk).first()
    return plan.approved if licence is None else min(licence.tickets, plan.approved)


def _check_as_approved(tournament: Tournament, plan: Plan) -> None:
    """Tickets say what the licence says, where one is on record (igr:5.01(a))."""
    licence = licence_queries.find(tournament)
    if licence is None:
        return
    said = licence_queries.printed({name: getattr(plan, name) for name in licensing.PRINTED})
    licensing.check_tickets(licence_queries.terms(licence), said, rulebook=tournament.rulebook)


def _fields(plan: Plan) -> dict[str, object]:
    return {name: getattr(plan, name) for name in Plan.__slots__}


def _text(plan: Plan, fee: int) -> TicketText:
    return TicketText(
        licensee=plan.licensee,
        licence_number=plan.licence_number,
        fee=fee,
        prizes=plan.prizes,
        when=plan.starts_at.isoformat() if plan.starts_at else "",
        place=plan.place,
        for_sale=plan.for_sale,
        rebuy=plan.rebuy,
    )


def new_codes(count: int) -> set[str]:
    """Unguessable, easy to read aloud, never the same twice."""
    codes: set[str] = set()
    while len(codes) < count:
        codes.add("T" + "".join(secrets.choice(ALPHABET) for _ in range(9)))
    return codes


def _hand_out(tournament: Tournament, sheet: TicketSheet, *, actor: Actor, now: datetime) -> None:
    """Entries taken before the tickets were numbered get the first ones, in order."""
    standing = tournament.entries.filter(withdrawn_at__isnull=True, ticket__isnull=True)
    for entry in standing.select_related("player").order_by("number"):
        _sell(sheet, entry, actor=actor, now=now)


def take_next(
    tournament: Tournament, entry: Entry, *, actor: Actor, now: datetime
) -> Ticket | None:
    """The next ticket in the sequence for this entry, where tickets are used."""
    sheet = TicketSheet.objects.filter(pk=tournament.pk).first()
    if sheet is None:
        entering.check_numbered(tournament.rulebook)
        return None
    ticket = _sell(sheet, entry, actor=actor, now=now)
    said = {"ticket": ticket.number, "player": entry.player.name}
    journal.write(actor, "ticket.sold", tournament_id=tournament.pk, at=now, **said)
    return ticket


def _sell(sheet: TicketSheet, entry: Entry, *, actor: Actor, now: datetime) -> Ticket:
    free = sheet.tickets.filter(sold_at__isnull=True, void_at__isnull=True)
    player = entry.player
    entering.check_sale(
        left=free.count(),
        has_started=sheet.tournament.state not in BEFORE_PLAY,
        name=player.name,
        contact=player.contact,
        law=sheet.tournament.law.desk,
    )
    ticket = free.order_by("number")[0]
    ticket.entry, ticket.holder, ticket.contact = entry, player.name, player.contact[:120]
    ticket.sold_at, ticket.sold_by = now, actor.name
    ticket.save()
    return ticket


def hand_on(entry: Entry) -> None:
    """The stub names whoever plays on the ticket now (igr:5.05(b))."""
    ticket = Ticket.objects.filter(entry=entry, void_at__isnull=True).first()
    if ticket is None:
        return
    player = entry.player
    entering.check_stub(name=player.name, contact=player.contact, law=entry.tournament.law.desk)
    ticket.holder, ticket.contact = player.name, player.contact[:120]
    ticket.save(update_fields=["holder", "contact"])


def void_of(entry: Entry, *, because: str, now: datetime) -> None:
    """The ticket of an entry taken back counts no more; its number is not sold again."""
    Ticket.objects.filter(entry=entry, void_at__isnull=True).update(
        void_at=now, void_because=because[:200]
    )


@transaction.atomic
def spoil(
    *, tournament_id: int, ticket_number: int, reason: str, actor: Actor, now: datetime
) -> Ticket:
    """A ticket that was torn or misprinted before its sale; the sequence shows it as void."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    ticket = Ticket.objects.filter(sheet_id=tournament_id, number=ticket_number).first()
    if ticket is None:
        raise Refused(f"No ticket {ticket_number}.")
    if ticket.sold_at is not None:
        raise Refused(f"Ticket {ticket_number} is sold: cancel the entry instead.")
    if ticket.void_at is not None:
        raise Refused(f"Ticket {ticket_number} is already void.")
    if not reason.strip():
        raise Refused(
            "Give the reason for voiding the ticket: it is recorded.",
            tournament.law.desk.ticket_count.clause,
        )
    ticket.void_at, ticket.void_because = now, " ".join(reason.split())[:200]
    ticket.save(update_fields=["void_at", "void_because"])
    said = {"ticket": ticket_number, "reason": ticket.void_because}
    journal.write(actor, "ticket.voided", tournament_id=tournament_id, at=now, **said)
    return ticket
