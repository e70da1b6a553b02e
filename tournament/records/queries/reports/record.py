"""Reports about what happened: results, incidents, the journal, inspections."""

from datetime import datetime

from engine.rulebooks.citing import cite
from tournament.models import Incident, InspectorAccess, JournalEntry, Tournament
from tournament.prizes.queries import placings, prizes_shown
from tournament.records.queries import chain, journal
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet
from tournament.records.queries.reports import giving
from tournament.records.queries.reports.common import event, heading


def results(tournament: Tournament, now: datetime) -> Report:
    """The places, the best first."""
    placed = placings.of(tournament)
    won = prizes_shown.won_words(tournament)
    rows = [(place.text, place.name, won.get(place.entry, ""), place.at) for place in placed]
    return Report(
        key="results",
        title="Results",
        event=event(tournament),
        made_at=now,
        facts=heading(tournament),
        sheets=[
            Sheet(
                "",
                (Column("Place"), Column("Name"), Column("Prize"), Column("When", Kind.MOMENT)),
                rows,
                empty="No busts yet.",
            ),
            *giving.sheets(tournament),
        ],
        signatures=("Tournament director",),
    )


def incidents(tournament: Tournament, now: datetime) -> Report:
    """Every matter with time, table, people, facts and what was decided (igr:6.02(f))."""
    found = Incident.objects.filter(tournament=tournament).prefetch_related("decisions")
    rows = [
        (
            row.number,
            row.happened_at,
            row.get_kind_display(),
            f"Table {row.table_number}" if row.table_number else "",
            row.people,
            row.facts,
            "; ".join(
                f"{made.title}: {made.words} ({made.source})" for made in row.decisions.all()
            ),
            row.reported_at,
        )
        for row in found
    ]
    clause = tournament.law.records.integrity.clause
    waits = [row for row in found if row.kind == "integrity" and row.reported_at is None]
    open_ = waits if clause else []
    return Report(
        key="incidents",
        title="Incident report",
        event=event(tournament),
        made_at=now,
        facts=[*heading(tournament), Fact("Incidents", len(rows), Kind.NUMBER)],
        sheets=[
            Sheet(
                "",
                (
                    Column("No.", Kind.NUMBER),
                    Column("When", Kind.MOMENT),
                    Column("Kind"),
                    Column("Where"),
                    Column("People"),
                    Column("Facts"),
                    Column("Decided"),
                    Column("Reported", Kind.MOMENT),
                ),
                rows,
                empty="No incidents recorded.",
            )
        ],
        signatures=("Chairperson or tournament director",),
        warnings=[f"Incident {one.number} is not reported yet ({cite(clause)})." for one in open_],
    )


def journal_report(tournament: Tournament, now: datetime) -> Report:
    """Who did what, in order, and whether the chain is whole."""
    broken = chain.first_break(tournament.pk)
    lines = JournalEntry.objects.filter(tournament=tournament).order_by("sequence")
    rows = [
        (row.sequence, row.at, row.by, row.sentence, row.hash) for row in map(journal.row, lines)
    ]
    return Report(
        key="journal",
        title="Journal",
        event=event(tournament),
        made_at=now,
        facts=[
            *heading(tournament),
            Fact("Chain", broken.what if broken else "whole"),
            Fact("Last link", tournament.chain.head),
        ],
        sheets=[
            Sheet(
                "",
                (
                    Column("Line", Kind.NUMBER),
                    Column("When", Kind.MOMENT),
                    Column("Who"),
                    Column("What"),
                    Column("Hash"),
                ),
                rows,
            )
        ],
        warnings=[broken.what] if broken else (),
    )


def inspections(tournament: Tournament, now: datetime) -> Report:
    """What inspectors looked at and took copies of (igr:4.01-2)."""
    rows = [
        (access.at, access.by, access.what, "copy" if access.is_copy else "looked at")
        for access in InspectorAccess.objects.filter(tournament=tournament).order_by("pk")
    ]
    return Report(
        key="inspections",
        title="Inspections",
        event=event(tournament),
        made_at=now,
        facts=heading(tournament),
        sheets=[
            Sheet(
                "",
                (Column("When", Kind.MOMENT), Column("Who"), Column("Record"), Column("How")),
                rows,
                empty="No inspections yet.",
            )
        ],
    )
