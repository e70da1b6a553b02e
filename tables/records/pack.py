"""The compliance pack: every report, the hands and the whole chain in one ZIP."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse

from tables.conduct.queries import incident_report
from tables.models import HandEvent
from tables.records.queries import chain, reports
from tournament.house.queries.house import Letterhead
from tournament.models import (
    ChipMove,
    Incident,
    JournalEntry,
    Payout,
    Posting,
    TicketSheet,
    Tournament,
)
from tournament.records.papers import conditions as conditions_paper
from tournament.records.papers import csv_file, pdf_file, receipts, xlsx_file
from tournament.records.papers import tickets as ticket_paper

Progress = Callable[[int, int], None]  # so many parts are done, of so many
LAST = 2  # what follows the reports: the papers, then hands and chain


def compliance_pack(
    tournament: Tournament, *, head: Letterhead, now: datetime, tell: Progress
) -> bytes:
    """One file a regulator can keep: papers to read, tables to reckon with, rows to verify."""
    out, of = BytesIO(), len(reports.OFFERS) + LAST
    with ZipFile(out, "w", ZIP_DEFLATED) as pack:
        for done, offer in enumerate(reports.OFFERS):
            tell(done, of)
            _put_report(pack, offer, tournament, head=head, now=now)
        tell(of - LAST, of)
        for name, content in _papers(tournament, head=head, now=now):
            pack.writestr(f"papers/{name}.pdf", content)
        tell(of - 1, of)
        pack.writestr("hands.phhs", reports.histories(tournament))
        pack.writestr("chain.json", _chain(tournament))
        pack.writestr("README.txt", _words(tournament, now))
    return out.getvalue()


def _put_report(
    pack: ZipFile, offer: reports.Offer, tournament: Tournament, *, head: Letterhead, now: datetime
) -> None:
    report = reports.build(offer, tournament, now)
    path = reverse("report", args=[tournament.code, offer.key])
    pack.writestr(f"pdf/{offer.key}.pdf", pdf_file.write(report, head=head, path=path))
    pack.writestr(f"csv/{offer.key}.csv", csv_file.write(report))
    pack.writestr(f"xlsx/{offer.key}.xlsx", xlsx_file.write(report))


def _papers(
    tournament: Tournament, *, head: Letterhead, now: datetime
) -> Iterator[tuple[str, bytes]]:
    """What was handed out, signed or posted, as it looked."""
    yield "conditions", conditions_paper.write(tournament, head=head, now=now)
    if sheet := TicketSheet.objects.select_related("tournament").filter(pk=tournament.pk).first():
        yield "tickets", ticket_paper.write(sheet, list(sheet.tickets.all()), head=head)
    given = Payout.objects.filter(due__tournament=tournament).order_by("number")
    if payouts := list(given.select_related("due__entry__player")):
        yield "prize-receipts", receipts.write(tournament, payouts, head=head, now=now)
    incident_path = reverse("incidents", args=[tournament.code])
    for incident in Incident.objects.filter(tournament=tournament).order_by("number"):
        paper = pdf_file.write(incident_report.report(incident, now), head=head, path=incident_path)
        yield f"incident-{incident.number}", paper


def _chain(tournament: Tournament) -> str:
    """Every row the chain covers with its hash, for whoever wants to walk it alone."""
    lines = JournalEntry.objects.filter(tournament=tournament).order_by("sequence")
    events = HandEvent.objects.filter(table__tournament=tournament).select_related("table")
    rows = {
        "journal": [[line.sequence, line.content(), line.hash] for line in lines],
        "hands": [
            [event.table.number, event.content(), event.hash]
            for event in events.order_by("table__number", "version", "index")
        ],
        "chips": _ledger(ChipMove, tournament),
        "money": _ledger(Posting, tournament),
    }
    return json.dumps(rows, cls=DjangoJSONEncoder, indent=1)


def _ledger(ledger: type[ChipMove | Posting], tournament: Tournament) -> list[list[object]]:
    rows = ledger.of_tournament(tournament.pk).order_by("pk")
    return [[row.link, row.content(), row.digest] for row in rows]


def _words(tournament: Tournament, now: datetime) -> str:
    verdict = chain.verify(tournament)
    state = "whole" if verdict.is_whole else f"BROKEN: {verdict.broken}"
    return (
        f"{tournament.name} ({tournament.code}), drawn up {now.isoformat(timespec='seconds')}\n\n"
        f"The chain of records is {state}\n"
        f"{verdict.lines} journal lines, {verdict.events} hand events, "
        f"{verdict.chip_moves} chip moves, {verdict.postings} money postings.\n"
        f"Its last link is {tournament.chain.head}\n\n"
        "pdf, csv, xlsx: every report three times. hands.phhs: the hands, action by action.\n"
        "papers: terms of entry, tickets, signed prize receipts, each incident with its hand.\n"
        "chain.json: every row with its hash, made of the hash before it and what the row says.\n"
    )
