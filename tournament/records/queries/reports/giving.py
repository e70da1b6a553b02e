"""Reports about donations: what each winning place gave, to whom, and when it was paid."""

from datetime import datetime

from tournament.models import Donation, Tournament
from tournament.prizes.queries import giving
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet, total
from tournament.records.queries.reports.common import event, heading

Row = tuple[str, int, str, str, datetime | None, datetime | None]


def donations(tournament: Tournament, now: datetime) -> Report:
    """Each winning place with its donation, charity and payment (charity:2.1)."""
    rows = _rows(tournament)
    return Report(
        key="donations",
        title="Donations",
        event=event(tournament),
        made_at=now,
        facts=[*heading(tournament), *facts(tournament)],
        sheets=[_sheet(rows)],
        signatures=("Tournament supervisor",),
    )


def facts(tournament: Tournament) -> list[Fact]:
    """What was fixed and what has been paid; nothing where the book knows no donations."""
    if not giving.is_for_charity(tournament):
        return []
    rows = _rows(tournament)
    paid = sum(amount for _, amount, _, _, _, paid_at in rows if paid_at is not None)
    return [
        Fact("Donations set", total(rows, 1), Kind.MONEY, "charity:2.3"),
        Fact("Donations paid", paid, Kind.MONEY, "charity:2.1"),
    ]


def sheets(tournament: Tournament) -> list[Sheet]:
    """The donations as a part of another report; none where the book knows none."""
    return [_sheet(_rows(tournament))] if giving.is_for_charity(tournament) else []


def _sheet(rows: list[Row]) -> Sheet:
    return Sheet(
        "Donations",
        (
            Column("Place"),
            Column("Donation", Kind.MONEY),
            Column("Player"),
            Column("Charity"),
            Column("Chosen", Kind.MOMENT),
            Column("Paid", Kind.MOMENT),
        ),
        rows,
        ("Total", total(rows, 1), None, None, None, None) if rows else (),
        empty="No donations set yet.",
    )


def _rows(tournament: Tournament) -> list[Row]:
    found = Donation.objects.filter(tournament=tournament).select_related("posting")
    paid_at = {one.pk: one.posting.at for one in found if one.posting}
    return [
        (
            row.place_text,
            row.amount,
            row.name or row.chosen_by,
            row.charity or "not chosen yet",
            row.chosen_at,
            paid_at.get(row.id),
        )
        for row in giving.rows(tournament)
    ]
