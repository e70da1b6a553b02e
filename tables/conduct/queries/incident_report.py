"""One incident with the hand it is about, for whoever reviews it (canberra:18.6/review)."""

from datetime import datetime

from engine.hand.applying import replay, standing
from engine.referee import story as words
from tables.models import HandRecord
from tables.play.queries import hands
from tournament.models import Incident
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet
from tournament.records.queries.reports.common import event, heading


def report(incident: Incident, now: datetime) -> Report:
    """Facts, every decision with its reason, and the hand action by action."""
    return Report(
        key=f"incident-{incident.number}",
        title=f"{incident.get_kind_display()} {incident.number}",
        event=event(incident.tournament),
        made_at=now,
        facts=[
            *heading(incident.tournament),
            Fact("When", incident.happened_at, Kind.MOMENT),
            Fact("Table", incident.table_number, Kind.NUMBER),
            Fact("Hand", incident.hand_shown, Kind.NUMBER),
            Fact("People", incident.people),
            Fact("What happened", incident.facts),
            Fact("Written down by", incident.by),
        ],
        sheets=[_decisions(incident), _hand(incident)],
        signatures=("Tournament director", "Inspector"),
    )


def _decisions(incident: Incident) -> Sheet:
    rows = [
        (made.title, made.words, made.reason, made.source, made.by, made.at)
        for made in incident.decisions.all()
    ]
    columns = (
        Column("Level"),
        Column("Decision"),
        Column("Reason"),
        Column("Rests on"),
        Column("By"),
        Column("When", Kind.MOMENT),
    )
    return Sheet("Decisions", columns, rows, empty="Nothing has been decided yet.")


def _hand(incident: Incident) -> Sheet:
    found = HandRecord.objects.filter(
        table__tournament=incident.tournament,
        table__number=incident.table_number or 0,
        number=incident.hand_number or 0,
    ).select_related("table__tournament")
    rows = [(line,) for record in found for line in _told(record)]
    return Sheet("The hand", (Column("Action"),), rows, empty="No hand is part of it.")


def _told(record: HandRecord) -> list[str]:
    events = hands.story(record)
    rules = hands.rules_of(record.table.tournament, replay(events))
    names = {player["seat"]: player["name"] for player in record.players}
    return [line for one in standing(events) if (line := words.sentence(one, names, rules))]
