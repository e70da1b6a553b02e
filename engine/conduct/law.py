"""What a book says of people at a table: time, absence, penalties, joining, order, rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from engine.answers import Answer

DIRECTOR, ANYONE = "director", "anyone"  # who may call time


class Outcome(StrEnum):
    """What the book does with a player whose time is up."""

    DEAD = "the hand is dead"
    MAY_FOLD = "the hand may be folded"
    CHECK = "the player checks"


@dataclass(frozen=True, slots=True)
class TimeTerms:
    """`seconds` in silence, then a spoken `countdown`; None: the director sets the time."""

    seconds: int | None
    countdown: int
    caller: str
    facing_bet: Outcome
    facing_nothing: Outcome


class How(StrEnum):
    """How a player comes to this table."""

    NEW = "joins the game"
    FROM_A_BROKEN_TABLE = "comes from a broken table"
    MOVED_BY_STAFF = "was moved by the staff"
    BACK = "comes back after missing blinds"


@dataclass(frozen=True, slots=True)
class Posting:
    """Where the book says what is posted by who joins a game, by the way they came."""

    new: str = ""
    first_lap: str = ""
    from_a_broken_table: str = ""
    moved_by_staff: str = ""
    back: str = ""


class Kind(StrEnum):
    """What a penalty is."""

    WARNING = "warning"
    TIME = "time away"
    HANDS = "hands"
    DISQUALIFICATION = "disqualification"
    EXCLUSION = "exclusion"


# The forms in which they are given, as a house chooses them.
WARNED, AWAY, MISSED, PER_PLAYER = "warning", "time", "hands", "per_player"
DISQUALIFIED, EXCLUDED = "disqualification", "exclusion"
CONDUCT, LANGUAGE, PHONE = "Conduct", "Language", "Phone at the table"
SLOW_PLAY, SOFT_PLAY, TALKING = "Slow play", "Soft play", "Talking about a live hand"
EXPOSED, INTOXICATED = "Hand exposed", "Intoxicated"
REASONS = (CONDUCT, LANGUAGE, PHONE, SLOW_PLAY, SOFT_PLAY, TALKING, EXPOSED, INTOXICATED)


@dataclass(frozen=True, slots=True)
class SpecialRounds:
    """Where a book speaks of bonus and elimination rounds."""

    plan: str  # the bonus rounds are fixed when the session starts
    bonus: str
    elimination: str
    lowest: str  # who goes
    tied: str  # a card each decides
    dealt: str  # in which order


@dataclass(frozen=True, slots=True)
class ConductLaw:
    """One field per question."""

    time_called: Answer[TimeTerms]
    wager_limit: Answer[bool]  # so many seconds for each wager, once notice has been given
    away_limit: Answer[timedelta | None]  # then others get the chips; None: they stay in play
    absence_confirmed: Answer[bool]  # before an absent player's chips are taken
    posted_by_others: Answer[bool]  # somebody at the table puts an absent player's blinds in
    missed_blinds: Answer[bool]  # a blind that was not taken when it fell due is owed
    posting: Answer[Posting]
    at_once: Answer[frozenset[How]]  # who is dealt in at once whatever the seat
    waits: Answer[None]  # the others, between the button and the small blind, until it has passed
    penalty_forms: Answer[tuple[str, ...]]
    penalty_kinds: Answer[Mapping[Kind, str]]  # those it lists itself, and where
    penalties_defined: Answer[bool]  # the house defines its penalties before they are used
    penalties_given: Answer[bool]  # it says who gives them, and what is kept of each
    forbidden: Answer[Mapping[str, str]]  # reasons it names for whatever penalty, and where
    removed_for: Answer[Mapping[str, str]]  # reasons for which it sends a player out
    blinds_first: Answer[bool]  # the dealer confirms the blinds before the deal
    muck_first: Answer[bool]  # losing hands are mucked before a pot is pushed
    dispute_stops_play: Answer[bool]  # until it is decided
    dispute_stops_clock: Answer[bool]  # where the game goes on, hands in play are finished
    special_rounds: Answer[SpecialRounds | None]
