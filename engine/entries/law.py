"""What a book says of entering, coming late, leaving, going on, and of chips besides."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time, timedelta
from enum import StrEnum

from engine.answers import Answer
from engine.refusal import Refused
from engine.schedule.schedule import MINUTE


class Kind(StrEnum):
    """What an entry needs."""

    PAID = "paid"
    FREE_ROLL = "free_roll"
    INVITATION = "invitation"


@dataclass(frozen=True, slots=True)
class EntryLaw:
    """What one book says about entering; a clause is named where there is one."""

    kind: Kind = Kind.PAID
    kind_clause: str = ""
    most_each: int | None = None
    each_clause: str = ""
    minimum_age: int | None = None
    age_clause: str = ""
    barred_clause: str = ""
    group_clause: str = ""
    check_clause: str = ""  # staff tick that the person may lawfully play
    price_clause: str = ""
    contact_clause: str = ""
    ticket_clause: str = ""  # an entry is sold by a numbered ticket


@dataclass(frozen=True, slots=True)
class NotOffered:
    """A purchase the rulebook or the tournament does not have."""

    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class Rebuys:
    """When and for whom chips are sold again; the clause of each limit travels with it."""

    chips: int
    price: int
    minutes: int
    stack_below: int
    window_clause: str
    stack_clause: str
    is_real_time: bool = False
    most: int | None = None
    most_clause: str = ""
    same_terms_clause: str = ""  # chips and price are those of the entry
    hand_clause: str = ""
    is_houses_window: bool = False  # the book leaves the minutes to the house


@dataclass(frozen=True, slots=True)
class TopUp:
    """One purchase open to every player still in when the rebuys end."""

    chips: int
    price: int
    from_minute: int
    clause: str
    open_for: int = 15
    hand_clause: str = ""


@dataclass(frozen=True, slots=True)
class AddOns:
    """Chips sold at a set price whatever the buyer's stack."""

    chips: int
    price: int
    clause: str
    most: int = 1
    from_minute: int = 0
    until_minute: int | None = None
    hand_clause: str = ""


@dataclass(frozen=True, slots=True)
class Hours:
    """From when to when is played, until which hour of the next night, and how long at most."""

    opens: time
    opens_on_sunday: time
    closes: time
    longest_hours: int
    longest_clause: str


RebuyTerms = Rebuys | NotOffered
TopUpTerms = TopUp | NotOffered
AddOnTerms = AddOns | NotOffered


@dataclass(frozen=True, slots=True)
class LateEntry:
    """What a book asks when somebody wants in after the start."""

    has_started: bool
    at: timedelta = timedelta(0)
    window_minutes: int | None = None  # from the tournament's conditions
    has_committed: bool = False
    is_approved: bool = False


LateCheck = Callable[[LateEntry, str], None]


@dataclass(frozen=True, slots=True)
class EntriesLaw:
    """One field per question."""

    entry: Answer[EntryLaw]  # how often, how old, by whose invitation
    late: Answer[LateCheck]  # who is still let in after the start
    by_promise: Answer[bool]  # who promised to come is let in late
    withdrawals: Answer[bool]  # a player may leave for good with chips in front of them
    no_shows: Answer[bool]  # who is not seated when play starts cannot take part
    end_fixed: Answer[bool]  # a session's end is fixed before it starts
    finishing_time: Answer[bool]  # play has a finishing time
    hours: Answer[Hours | None]  # the book itself says from when to when is played
    notice: Answer[bool]  # a table is closed with notice only
    equal_stacks: Answer[bool]  # every player of a session starts with the same stack
    counted_back: Answer[bool]  # each table's chips are counted back when a session ends
    number_fixed: Answer[bool]  # how many advance is fixed before the start
    go_on: Answer[bool]  # the winners of a session go on
    no_free_chips: Answer[str]  # why chips are not given away; empty where they are


def within_the_window(why: str) -> LateCheck:
    """Only as long as the tournament's conditions let entries in."""

    def check(late: LateEntry, clause: str) -> None:
        if late.has_started and not _is_in_window(late):
            raise Refused(why, clause)

    return check


def never_after_the_start(why: str) -> LateCheck:
    """Nobody is let in once play has begun."""

    def check(late: LateEntry, clause: str) -> None:
        if late.has_started:
            raise Refused(why, clause)

    return check


def only_who_promised(late: LateEntry, clause: str) -> None:
    """Who promised to come may be seated late if the director chooses."""
    if late.has_started and not late.has_committed:
        raise Refused("Only a player who promised to come is seated late.", clause)
    if late.has_started and not late.is_approved:
        raise Refused("The director decides about late players.", clause)


def _is_in_window(late: LateEntry) -> bool:
    return late.window_minutes is not None and late.at < late.window_minutes * MINUTE
