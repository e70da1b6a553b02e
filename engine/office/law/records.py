"""What a book wants recorded and reported, by when, and how long records are kept."""

from dataclasses import dataclass

from engine.answers import Answer


@dataclass(frozen=True, slots=True)
class RecordsLaw:
    """One field per question."""

    report_days: Answer[int | None]  # after the event, to hand in the financial report
    years_kept: Answer[int | None]  # every record of the event
    integrity: Answer[bool]  # cheating is reported to the regulator
    participants: Answer[bool]  # what the financial report says, line by line
    gross: Answer[bool]
    prizes_paid: Answer[bool]
    expenses: Answer[bool]
    net: Answer[bool]
    incidents: Answer[bool]  # incidents and rulings are written down
    told: Answer[bool]  # who disputes is told of the right to a review
    gaps: Answer[str]  # by what a ruling is given where the book is silent
    gains: Answer[bool]  # a prize won by who works here is looked at
