"""What a book says of who works at an event: its offices, and what they may decide."""

from dataclasses import dataclass

from engine.answers import Answer

DIRECTOR, FLOOR, DESK, DEALER, INSPECTOR = "director", "floor", "desk", "dealer", "inspector"
HOUSE = "house"  # whoever directs every tournament of the house
RULING, SEATING = "decide disputes", "seat and move players"
INTEREST, GAIN, SKILL, CLEAN = "interest", "gain", "skill", "record"  # what is declared
DIRECTS = frozenset({DIRECTOR})
FLOOR_TOO = frozenset({DIRECTOR, FLOOR})
NOTED = frozenset({DIRECTOR})  # the inspector changes nothing: the director writes it down


@dataclass(frozen=True, slots=True)
class Title:
    """One of a book's offices: the role it has here, and where it stands.

    `may_not` names what the role could do but this office may not, each with its clause.
    """

    key: str
    words: str
    role: str
    rank: int
    clause: str = ""
    may_not: tuple[tuple[str, str], ...] = ()
    is_volunteer: str = ""  # the clause by which only a volunteer holds it
    plays_not: str = ""  # the clause by which its holder may not play here
    is_outside: bool = False  # not of the house: outranks nobody, decides nothing in play


@dataclass(frozen=True, slots=True)
class Level:
    """One step of a dispute: who decides, and by which clause."""

    title: str
    roles: frozenset[str]
    clause: str
    is_final: bool = False
    is_outside: bool = False


@dataclass(frozen=True, slots=True)
class DeclarationKind:
    """Something that is declared, in the words of the form, and by which clause."""

    key: str
    words: str
    clause: str
    is_conflict: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that the licensee answers for before the start."""

    key: str
    words: str
    clause: str


@dataclass(frozen=True, slots=True)
class StaffLaw:
    """One field per question."""

    titles: Answer[tuple[Title, ...]]  # the highest first
    house_office: Answer[str]  # what the house director is called
    ladder: Answer[tuple[Level, ...]]  # who decides a dispute, and who reviews it
    corrected_above: Answer[bool]  # a paid hand is corrected by who supervises, not who dealt
    monitored: Answer[bool]  # somebody watches the tables given to them
    head: Answer[bool]  # somebody in charge is named
    head_here: Answer[bool]  # ... and there while hands are dealt
    managers: Answer[bool]  # one for every five tables
    most_tables: Answer[int | None]  # more need an approval
    dealers: Answer[bool]  # every table has a dealer of its own at the start
    only_assigned: Answer[bool]  # only who was given the table deals there
    parts: Answer[tuple[Part, ...]]  # what the licensee answers for
    conflicts: Answer[bool]  # a declared conflict of interest closes a role
    declared: Answer[tuple[DeclarationKind, ...]]
    pocketed: Answer[bool]  # chips put out of sight are taken out of play


CASHIER = Title("cashier", "Cashier", DESK, 1)
OUTSIDER = Title("inspector", "Inspector", INSPECTOR, 0, is_outside=True)
USUAL_TITLES = (
    Title("director", "Tournament director", DIRECTOR, 4),
    Title("floor", "Floor manager", FLOOR, 3),
    CASHIER,
    Title("dealer", "Dealer", DEALER, 1),
    OUTSIDER,
)
