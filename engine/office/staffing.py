"""Who is who at an event: the books' own titles, who outranks whom, and how many are needed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine import clauses, rulebooks
from engine.refusal import Refused

DIRECTOR, FLOOR, DESK, DEALER, INSPECTOR = "director", "floor", "desk", "dealer", "inspector"
HOUSE = "house"  # whoever directs every tournament of the house


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


RULING, SEATING = "decide disputes", "seat and move players"

_DESK = Title("cashier", "Cashier", DESK, 1)
_INSPECTOR = Title("inspector", "Inspector", INSPECTOR, 0, is_outside=True)
_COMMON = (
    Title("director", "Tournament director", DIRECTOR, 4),
    Title("floor", "Floor manager", FLOOR, 3),
    _DESK,
    Title("dealer", "Dealer", DEALER, 1),
    _INSPECTOR,
)

# What is the director's alone: moving players, calling time, voiding, the last word (canberra:18).
_CANBERRA_DIRECTORS = (
    (SEATING, "canberra:T.tournament_director"),
    (RULING, "canberra:18.6"),
)

TITLES: Mapping[str, tuple[Title, ...]] = {
    "adelaide": (
        Title("pit-manager", "Pit manager", DIRECTOR, 4, "adelaide:1.Pit Manager"),
        Title("game-supervisor", "Game supervisor", FLOOR, 3, "adelaide:1.Game Supervisor"),
        _DESK,
        Title("dealer", "Dealer", DEALER, 1, "adelaide:3"),
        _INSPECTOR,
    ),
    "canberra": (
        Title(
            "tournament-director",
            "Tournament director",
            DIRECTOR,
            4,
            "canberra:T.tournament_director",
        ),
        Title(
            "assistant",
            "Assistant to the director",
            FLOOR,
            3,
            "canberra:T.assistant_to_the_director",
            may_not=_CANBERRA_DIRECTORS,
        ),
        Title(
            "casino-supervisor",
            "Casino supervisor",
            FLOOR,
            2,
            "canberra:T.casino_supervisor",
            may_not=_CANBERRA_DIRECTORS,
        ),
        _DESK,
        Title(
            "dealer",
            "Dealer",
            DEALER,
            1,
            "canberra:T.dealer",
            plays_not="canberra:T.dealer",
        ),
        _INSPECTOR,
    ),
    "charity": (
        Title(
            "tournament-supervisor",
            "Tournament supervisor",
            DIRECTOR,
            4,
            "charity:1.1(tournament-supervisor)",
        ),
        Title("casino-supervisor", "Casino supervisor", FLOOR, 3, "charity:1.1(casino-supervisor)"),
        Title("games-supervisor", "Games supervisor", FLOOR, 3, "charity:1.1(games-supervisor)"),
        _DESK,
        Title("dealer", "Dealer", DEALER, 1, "charity:1.1(dealer)"),
        Title("inspector", "Inspector", INSPECTOR, 0, "charity:1.1(inspector)", is_outside=True),
    ),
    "igr": (
        Title(
            "chairperson",
            "Chairperson",
            DIRECTOR,
            4,
            "igr:1.01(b)",
            is_volunteer="igr:6.02(a)",
            plays_not="igr:6.02(h)",
        ),
        Title(
            "table-manager",
            "Table manager",
            FLOOR,
            3,
            "igr:1.01(h)",
            may_not=((RULING, "igr:6.03(c)"),),
            is_volunteer="igr:6.03(a)",
            plays_not="igr:6.03(d)",
        ),
        Title("ticket-seller", "Ticket seller", DESK, 1, "igr:5.06(a)", is_volunteer="igr:5.06(a)"),
        Title(
            "dealer",
            "Dealer",
            DEALER,
            1,
            "igr:6.04(a)",
            is_volunteer="igr:6.04(a)",
            plays_not="igr:6.04(c)",
        ),
        Title("inspector", "Inspector", INSPECTOR, 0, "igr:4.01", is_outside=True),
    ),
    "fours": (
        Title("tournament-director", "Tournament director", DIRECTOR, 4, "fours:td-1"),
        Title("floor", "Floor manager", FLOOR, 3, may_not=((SEATING, "fours:td-1"),)),
        *_COMMON[2:],
    ),
}


def titles(rulebook: str) -> tuple[Title, ...]:
    """The offices a book knows, the highest first."""
    return TITLES.get(rulebook, _COMMON)


def title(rulebook: str, role: str, key: str = "") -> Title:
    """The office of somebody with this role; without a name, the role's first office."""
    offices = [one for one in titles(rulebook) if one.role == role]
    return next((one for one in offices if one.key == key), offices[0])


def check_title(rulebook: str, role: str, key: str) -> Title:
    """Refuse an office this book does not have, or not for this role."""
    found = title(rulebook, role, key)
    if key and found.key != key:
        raise Refused("This rulebook has no such office for that role.", found.clause)
    return found


def outranks(rulebook: str, higher: str, lower: str) -> bool:
    """Whether the word of one office goes over that of the other."""
    by_key = {one.key: one for one in titles(rulebook)}
    above, below = by_key[higher], by_key[lower]
    return not above.is_outside and not below.is_outside and above.rank > below.rank


# A finished result is corrected by those who supervise, not by who dealt it.

CORRECTED_ABOVE: Mapping[str, str] = {"adelaide": "adelaide:3"}


def check_correction(rulebook: str, *, may_correct: bool) -> None:
    """Refuse a dealer who takes back a hand whose pots are paid."""
    if rulebook in CORRECTED_ABOVE and not may_correct:
        why = "The pots are paid: a game supervisor corrects it. Call the floor."
        raise Refused(why, CORRECTED_ABOVE[rulebook])


# Disputes go up a ladder: each level reviews the one before, the last one is final.


@dataclass(frozen=True, slots=True)
class Level:
    """One step of it: who decides, and by which clause."""

    title: str
    roles: frozenset[str]
    clause: str
    is_final: bool = False
    is_outside: bool = False


_DIRECTS = frozenset({DIRECTOR})
_FLOOR_TOO = frozenset({DIRECTOR, FLOOR})
_NOTED = frozenset({DIRECTOR})  # the inspector changes nothing: the director writes it down

LADDERS: Mapping[str, tuple[Level, ...]] = {
    "adelaide": (
        Level("Game supervisor", _FLOOR_TOO, "adelaide:3"),
        Level("House ruling", _DIRECTS, "adelaide:81", is_final=True),
        Level("Inspector's review", _NOTED, "adelaide:82", is_outside=True),
    ),
    "canberra": (
        Level("Tournament director", _DIRECTS, "canberra:18.6", is_final=True),
        Level("Inspector's review", _NOTED, "canberra:18.6/review", is_outside=True),
    ),
    "charity": (
        Level("Tournament supervisor", _DIRECTS, "charity:22.1"),
        Level("Casino supervisor", frozenset({FLOOR}), "charity:22.5"),
        Level("Operator", frozenset({HOUSE}), "charity:22.6", is_final=True),
        Level("Inspector", _NOTED, "charity:22.6", is_outside=True),
    ),
    "igr": (
        Level("Table manager, minor matter", _FLOOR_TOO, "igr:6.03(c)"),
        Level("Chairperson", _DIRECTS, "igr:6.02(d)", is_final=True),
    ),
    "fours": (Level("Tournament director", _DIRECTS, "fours:td-3", is_final=True),),
}


def ladder(rulebook: str) -> tuple[Level, ...]:
    """The steps a dispute takes under this book, the first one first."""
    if rulebook in LADDERS:
        return LADDERS[rulebook]
    clause = clauses.cited("tda2024:R1", rulebook=rulebook)
    return (Level("Tournament director", _DIRECTS, clause, is_final=True),)


def deciding_level(rulebook: str, *, taken: int, roles: Iterable[str]) -> int:
    """The step that somebody of these roles decides, after so many steps were taken.

    Who is of the higher office decides at once; refused after the last word, and to others.
    """
    steps, held = ladder(rulebook), set(roles)
    if taken >= len(steps):
        raise Refused(f"The {steps[-1].title.lower()} had the last word.", steps[-1].clause)
    step = steps[taken]
    after = steps[taken + 1] if taken + 1 < len(steps) else step
    is_own = step.roles == {FLOOR} and FLOOR in held
    if FLOOR in step.roles and after.roles & held and not (after.is_outside or is_own):
        return taken + 1 if after is not step else taken
    if not step.roles & held:
        raise Refused(f"This is for the {step.title.lower()} to decide.", step.clause)
    return taken


HOUSE_OFFICE: Mapping[str, str] = {"charity": "Operator"}


def house_office(rulebook: str) -> str:
    """What the house director is under this book, where no office of it is theirs."""
    return HOUSE_OFFICE.get(rulebook, "House director")


# Where the book has somebody watch the play at the tables given to them.

MONITORED: Mapping[str, str] = {"igr": "igr:6.03(b)"}

# How many are needed, and who may not work or play.


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on the staff, as these checks see them."""

    name: str
    role: str
    title: str = ""
    is_volunteer: bool = True
    is_here: bool = True


def managers_needed(tables: int) -> int:
    """One for every five tables or part of them (igr:6.01(f))."""
    return -(-tables // 5)


MOST_TABLES = 25


@dataclass(frozen=True, slots=True)
class Staffing:
    """What a book asks of the staff before and during play; nothing where it is silent."""

    head: str = ""  # the clause by which somebody in charge must be named
    head_here: str = ""  # the clause by which that person is there while hands are dealt
    managers: str = ""
    most_tables: str = ""


STAFFING: Mapping[str, Staffing] = {
    "igr": Staffing(
        head="igr:6.01(e)",
        head_here="igr:6.02(c)",
        managers="igr:6.01(f)",
        most_tables="igr:6.01(f)",
    ),
    "charity": Staffing(
        head="charity:1.1(tournament-supervisor)",
        head_here="charity:1.1(tournament-supervisor)",
    ),
}
SILENT = Staffing()


def check_staff(
    people: Sequence[Person], *, tables: int, rulebook: str, approval: str = ""
) -> None:
    """Refuse to start without the people the book asks for."""
    asked = STAFFING.get(rulebook, SILENT)
    heads = [person for person in people if person.role == DIRECTOR]
    name = title(rulebook, DIRECTOR).words.lower()
    if asked.head and len(heads) != 1:
        raise Refused(f"Appoint one {name} before the start.", asked.head)
    if asked.head_here and not heads[0].is_here:
        raise Refused(f"The {name} must be checked in.", asked.head_here)
    if not asked.managers:
        return
    if tables > MOST_TABLES and not approval.strip():
        why = f"More than {MOST_TABLES} tables need an approval on record."
        raise Refused(why, asked.most_tables)
    here = sum(person.role == FLOOR for person in people)
    if here < (needed := managers_needed(tables)):
        why = f"{tables} tables need {needed} table managers; {here} are appointed."
        raise Refused(why, asked.managers)


def needs_head(rulebook: str) -> bool:
    """Whether hands are dealt only while somebody in charge is there."""
    return bool(STAFFING.get(rulebook, SILENT).head_here)


def check_head_is_here(people: Sequence[Person], *, rulebook: str) -> None:
    """Refuse a hand while nobody in charge is there (igr:6.02(c))."""
    clause = STAFFING.get(rulebook, SILENT).head_here
    heads = [person for person in people if person.role == DIRECTOR]
    if clause and heads and not any(person.is_here for person in heads):
        name = title(rulebook, DIRECTOR).words.lower()
        raise Refused(f"No hand without the {name}: check them in first.", clause)


def check_volunteer(rulebook: str, person: Person, *, dealers_may_be_paid: bool) -> None:
    """Refuse a paid worker where the book wants volunteers; dealers with a guarantee excepted."""
    office = title(rulebook, person.role, person.title)
    if person.is_volunteer or not office.is_volunteer:
        return
    if person.role == DEALER and dealers_may_be_paid:
        return
    raise Refused(f"A {office.words.lower()} here is a volunteer.", office.is_volunteer)


def check_age(rulebook: str, person: Person, age: int | None) -> None:
    """Who works here is of the age that the book wants of everybody present (igr:5.03(a))."""
    law = rulebooks.get(rulebook).entries.entry.value
    if law.minimum_age is None or title(rulebook, person.role, person.title).is_outside:
        return
    if age is None:
        raise Refused(f"The date of birth of {person.name} is needed.", law.age_clause)
    if age < law.minimum_age:
        words = f"{person.name} is {age}: nobody under {law.minimum_age} may be here."
        raise Refused(words, law.age_clause)


def check_not_playing(rulebook: str, person: Person, players: Iterable[str]) -> None:
    """Refuse somebody who plays here for an office whose holder may not."""
    office = title(rulebook, person.role, person.title)
    if office.plays_not and person.name.casefold() in {name.casefold() for name in players}:
        raise Refused(
            f"{person.name} plays here and cannot be {office.words.lower()}.", office.plays_not
        )


def check_may_play(rulebook: str, name: str, people: Iterable[Person]) -> None:
    """Refuse an entry of somebody who works here in an office that does not play."""
    for person in people:
        office = title(rulebook, person.role, person.title)
        if office.plays_not and person.name.casefold() == name.casefold():
            why = f"{name} is {office.words.lower()} here and cannot play."
            raise Refused(why, office.plays_not)


def check_no_conflict(role: str, barred: Iterable[str], *, rulebook: str) -> None:
    """Refuse a role that a declared conflict of interest closes (igr:9.01)."""
    if role in set(barred):
        why = "A declared conflict of interest closes this role."
        raise Refused(why, clauses.own("igr:9.01", rulebook=rulebook))


# What people declare about themselves, by kind.

INTEREST, GAIN, SKILL, CLEAN = "interest", "gain", "skill", "record"


@dataclass(frozen=True, slots=True)
class DeclarationKind:
    """Something that is declared, in the words of the form, and by which clause."""

    key: str
    words: str
    clause: str
    is_conflict: bool = False


DECLARED: Mapping[str, tuple[DeclarationKind, ...]] = {
    "igr": (
        DeclarationKind(
            INTEREST,
            "A private interest that interferes with their duties",
            "igr:9.01(a)",
            is_conflict=True,
        ),
        DeclarationKind(
            GAIN, "A gain or advantage through their position", "igr:9.01(b)", is_conflict=True
        ),
        DeclarationKind(
            SKILL, "The chairperson has the knowledge and skill for the office", "igr:6.02(b)"
        ),
        DeclarationKind(
            CLEAN,
            "The chairperson has no record of gaming, liquor, fraud, violence or similar crimes",
            "igr:6.02(j)",
        ),
    ),
}


def declared(rulebook: str) -> tuple[DeclarationKind, ...]:
    """What this book has people declare."""
    return DECLARED.get(rulebook, ())


def check_declaration(rulebook: str, kind: str) -> DeclarationKind | None:
    """The kind of this name; None for a conflict that is told in words alone."""
    found = next((one for one in declared(rulebook) if one.key == kind), None)
    if found is None and kind:
        raise Refused("This rulebook has nobody declare that.")
    return found
