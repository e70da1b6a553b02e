"""Reports about people: entries, tickets, and who worked."""

from datetime import datetime

from engine.office import staffing
from engine.rulebooks.citing import cite
from tournament.models import Attendance, Posting, Staff, Ticket, TicketSheet, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.office.queries import staffing as staff_queries
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet
from tournament.records.queries.reports.common import event, heading


def entries(tournament: Tournament, now: datetime) -> Report:
    """Everybody who entered, and what became of it."""
    found = tournament.entries.select_related("player").order_by("number")
    rows = [
        (
            entry.number,
            entry.player.name,
            entry.registered_at,
            entry.price,
            "withdrawn" if entry.withdrawn_at else "",
            entry.eligible_by,
        )
        for entry in found
    ]
    return Report(
        key="entries",
        title="Entries",
        event=event(tournament),
        made_at=now,
        facts=[
            *heading(tournament),
            Fact("Entries", sum(not row[4] for row in rows), Kind.NUMBER),
        ],
        sheets=[
            Sheet(
                "",
                (
                    Column("No.", Kind.NUMBER),
                    Column("Name"),
                    Column("Entered", Kind.MOMENT),
                    Column("Price", Kind.MONEY),
                    Column("Note"),
                    Column("Checked by"),
                ),
                rows,
                empty="No entries yet.",
            )
        ],
    )


def tickets(tournament: Tournament, now: datetime) -> Report:
    """Stubs times the fee, and re-buys, against the cash taken (igr:6.01(a))."""
    sheet = TicketSheet.objects.filter(tournament=tournament).first()
    found = list(Ticket.objects.filter(sheet__tournament=tournament))
    sold = [ticket for ticket in found if ticket.sold_at and not ticket.void_at]
    fee = sheet.fee if sheet else int(tournament.structure["entry_price"])
    received = money_queries.received(tournament)
    rebuys = Posting.objects.filter(
        tournament=tournament, kind=PostingKind.REBUY, voided_by__isnull=True
    ).count()
    expected = len(sold) * fee + received[PostingKind.REBUY]
    taken = received[PostingKind.ENTRY] + received[PostingKind.REBUY]
    rows = [
        (ticket.number, ticket.holder, ticket.contact, _ticket_words(ticket), ticket.sold_at)
        for ticket in found
    ]
    return Report(
        key="tickets",
        title="Ticket reconciliation",
        event=event(tournament),
        made_at=now,
        facts=[
            *heading(tournament),
            Fact(
                "Tickets approved",
                sheet.approved if sheet else None,
                Kind.NUMBER,
                tournament.law.desk.ticket_limit.clause,
            ),
            Fact("Tickets printed", len(found), Kind.NUMBER),
            Fact("Tickets sold", len(sold), Kind.NUMBER),
            Fact("Fee", fee, Kind.MONEY),
            Fact("Re-buys sold", rebuys, Kind.NUMBER),
            Fact(
                "Expected: stubs and re-buys",
                expected,
                Kind.MONEY,
                tournament.law.desk.ticket_count.clause,
            ),
            Fact("Taken by the ledger", taken, Kind.MONEY),
            Fact("Difference", taken - expected, Kind.MONEY),
        ],
        sheets=[
            Sheet(
                "Stubs",
                (
                    Column("Ticket", Kind.NUMBER),
                    Column("Name"),
                    Column("Contact"),
                    Column("State"),
                    Column("Sold", Kind.MOMENT),
                ),
                rows,
                empty="No tickets have been numbered.",
            )
        ],
        signatures=("Counted by", "Checked by"),
        warnings=["Stubs and cash do not agree."] if taken != expected and found else (),
    )


def _ticket_words(ticket: Ticket) -> str:
    if ticket.void_at:
        return f"void: {ticket.void_because}"
    return "sold" if ticket.sold_at else "unsold"


def staff(tournament: Tournament, now: datetime) -> Report:
    """Who worked as what, as volunteer or paid, and who was there when."""
    people = Staff.objects.filter(tournament=tournament).select_related("user").order_by("pk")
    rows = [
        (
            str(person.user),
            staffing.title(tournament.rulebook, person.role, person.title).words,
            "volunteer" if person.is_volunteer else "paid",
            person.ended_at,
        )
        for person in people
    ]
    came = Attendance.objects.filter(staff__tournament=tournament).select_related("staff__user")
    seen = [
        (str(attendance.staff.user), attendance.came_at, attendance.left_at) for attendance in came
    ]
    return Report(
        key="staff",
        title="Staff and attendance",
        event=event(tournament),
        made_at=now,
        facts=heading(tournament),
        sheets=[
            Sheet(
                "Staff",
                (Column("Name"), Column("As"), Column("Terms"), Column("Until", Kind.MOMENT)),
                rows,
            ),
            Sheet(
                "Attendance",
                (Column("Name"), Column("Came", Kind.MOMENT), Column("Left", Kind.MOMENT)),
                seen,
                empty="No check-ins yet.",
            ),
            _declared(tournament),
        ],
    )


def _declared(tournament: Tournament) -> Sheet:
    """What people declared: conflicts of interest, skill, no criminal record (igr:6.02(j))."""
    rows = [
        (
            declaration.name,
            declaration.kind,
            declaration.words,
            ", ".join(declaration.bars),
            cite(declaration.clause),
            declaration.day,
            declaration.by,
        )
        for declaration in staff_queries.declarations(tournament)
    ]
    columns = (
        Column("Name"),
        Column("Declares"),
        Column("Details"),
        Column("Not as"),
        Column("Clause"),
        Column("On", Kind.DAY),
        Column("Recorded by"),
    )
    return Sheet("Declarations", columns, rows, empty="No declarations yet.")
