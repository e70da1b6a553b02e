"""By which clause of its own book the office refuses; nothing where the book does not say."""

from collections.abc import Mapping
from enum import StrEnum


class Matter(StrEnum):
    """What the office refuses."""

    NAME = "the event's name"
    STACK = "the stack everybody begins with"
    PRICE = "the price everybody pays"
    ENTRY_TERMS = "the terms of entry"
    TURNED_AWAY = "somebody is turned away"
    SUBSTITUTE = "somebody plays for another"
    SESSION_PLACE = "a place in a session"
    SESSION_LENGTH = "how long a session lasts"
    SESSION_TARGET = "where winners go on"
    ALLOCATION = "who plays in which session"
    LATE_SESSION = "when a session is entered"
    SECOND_CHANCE = "a second chance"
    CONDITIONS = "the conditions"
    PLACES = "the places are confirmed"
    INELIGIBLE = "a winner may not win"
    CANCEL = "the event is cancelled"
    TICKET_SALES = "when tickets are sold"
    TICKET_NUMBERS = "tickets are numbered once"
    TICKET_COUNT = "every ticket is accounted for"


CLAUSES: Mapping[str, Mapping[Matter, str]] = {
    "charity": {
        Matter.NAME: "charity:2.6",
        Matter.STACK: "charity:8.2",
        Matter.PRICE: "charity:2.4",
        Matter.ENTRY_TERMS: "charity:3.2",
        Matter.TURNED_AWAY: "charity:3.2(g)(ii)",
        Matter.SESSION_PLACE: "charity:3.2(c)",
        Matter.SECOND_CHANCE: "charity:3.2(c)",
        Matter.CONDITIONS: "charity:3.2",
    },
    "adelaide": {
        Matter.SESSION_PLACE: "adelaide:90",
        Matter.SESSION_LENGTH: "adelaide:88h",
        Matter.SESSION_TARGET: "adelaide:87c",
        Matter.ALLOCATION: "adelaide:88f",
        Matter.LATE_SESSION: "adelaide:88j",
        Matter.INELIGIBLE: "adelaide:104",
        Matter.CANCEL: "adelaide:88",
    },
    "canberra": {
        Matter.STACK: "canberra:4.1",
        Matter.PRICE: "canberra:14.1",
        Matter.ENTRY_TERMS: "canberra:4.3",
        Matter.SUBSTITUTE: "canberra:8.2",
        Matter.PLACES: "canberra:15.1",
    },
    "igr": {
        Matter.STACK: "igr:A.2(a)",
        Matter.PRICE: "igr:A.2(a)",
        Matter.TICKET_SALES: "igr:5.05(d)",
        Matter.TICKET_NUMBERS: "igr:5.05(b)",
        Matter.TICKET_COUNT: "igr:6.01(a)",
    },
    "fours": {Matter.STACK: "fours:buyin-1", Matter.PRICE: "fours:buyin-2"},
}


def clause(matter: Matter, *, rulebook: str) -> str:
    """The book's own clause about a matter of the office, or none."""
    return CLAUSES[rulebook].get(matter, "")
