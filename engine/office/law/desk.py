"""By which clause of its own book the office refuses."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.answers import Answer


@dataclass(frozen=True, slots=True)
class DeskLaw:
    """One field per matter; the clause is empty where the book does not speak of it."""

    name: Answer[bool]  # the event's name
    stack: Answer[bool]  # the stack everybody begins with
    price: Answer[bool]  # the price everybody pays
    entry_terms: Answer[bool]
    turned_away: Answer[bool]  # somebody is refused entry
    substitute: Answer[bool]  # somebody plays for another
    session_place: Answer[bool]  # a place in a session
    session_length: Answer[bool]
    session_target: Answer[bool]  # where winners go on
    allocation: Answer[bool]  # who plays in which session
    late_session: Answer[bool]  # when a session is entered
    second_chance: Answer[bool]
    conditions: Answer[bool]
    places: Answer[bool]  # the places are confirmed
    ineligible: Answer[bool]  # a winner may not win
    cancel: Answer[bool]  # the event is cancelled
    ticket_lines: Answer[Mapping[str, str]]  # the clause of each line that a ticket prints
    ticket_sales: Answer[bool]  # when tickets are sold
    ticket_numbers: Answer[bool]  # tickets are numbered once
    ticket_limit: Answer[bool]  # no more are sold than were approved
    ticket_count: Answer[bool]  # every ticket is accounted for
