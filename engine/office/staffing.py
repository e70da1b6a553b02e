"""Who is who at an event: the books' own titles, who corrects, and how many are needed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import rulebooks
from engine.office.law.staff import DEALER, DIRECTOR, FLOOR, DeclarationKind, Level, Title
from engine.refusal import Refused


def titles(rulebook: str) -> tuple[Title, ...]:
    """The offices a book knows, the highest first."""
    return rulebooks.get(rulebook).staff.titles.value


def title(rulebook: str, role: str, key: str = "") -> Title:
    """The office of somebody with this role; without a name, the role's first office."""
    offices = [one for one in titles(rulebook) if one.role == role]
    return next((office for office in offices if office.key == key), offices[0])


def check_title(rulebook: str, role: str, key: str) -> Title:
    """Refuse an office this book does not have, or not for this role."""
    found = title(rulebook, role, key)
    if key and found.key != key:
        raise Refused("This rulebook has no such office for that role.", found.clause)
    return found


# A finished result is corrected by those who supervise, not by who dealt it.


def check_correction(rulebook: str, *, may_correct: bool) -> None:
    """Refuse a dealer who takes back a hand whose pots are paid."""
    above = rulebooks.get(rulebook).staff.corrected_above
    if above.value and not may_correct:
        who = title(rulebook, FLOOR).words.lower()
        raise Refused(f"The pots are paid: a {who} corrects it. Call the floor.", above.clause)


# Disputes go up a ladder: each level reviews the one before, the last one is final.


def ladder(rulebook: str) -> tuple[Level, ...]:
    """The steps a dispute takes under this book, the first one first."""
    return rulebooks.get(rulebook).staff.ladder.value


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


def house_office(rulebook: str) -> str:
    """What the house director is under this book, where no office of it is theirs."""
    return rulebooks.get(rulebook).staff.house_office.value


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


def check_staff(
    people: Sequence[Person], *, tables: int, rulebook: str, approval: str = ""
) -> None:
    """Refuse to start without the people the book asks for."""
    asked = rulebooks.get(rulebook).staff
    heads = [person for person in people if person.role == DIRECTOR]
    name = title(rulebook, DIRECTOR).words.lower()
    if asked.head.value and len(heads) != 1:
        raise Refused(f"Appoint one {name} before the start.", asked.head.clause)
    if asked.head_here.value and not (heads and heads[0].is_here):
        raise Refused(f"The {name} must be checked in.", asked.head_here.clause)
    most = asked.most_tables.value
    if most is not None and tables > most and not approval.strip():
        why = f"More than {most} tables need an approval on record."
        raise Refused(why, asked.most_tables.clause)
    if asked.managers.value:
        _check_managers(people, tables, asked.managers.clause)


def _check_managers(people: Sequence[Person], tables: int, clause: str) -> None:
    here = sum(person.role == FLOOR for person in people)
    if here < (needed := managers_needed(tables)):
        why = f"{tables} tables need {needed} table managers; {here} are appointed."
        raise Refused(why, clause)


def needs_head(rulebook: str) -> bool:
    """Whether hands are dealt only while somebody in charge is there."""
    return rulebooks.get(rulebook).staff.head_here.value


def check_head_is_here(people: Sequence[Person], *, rulebook: str) -> None:
    """Refuse a hand while nobody in charge is there (igr:6.02(c))."""
    asked = rulebooks.get(rulebook).staff.head_here
    heads = [person for person in people if person.role == DIRECTOR]
    if asked.value and heads and not any(person.is_here for person in heads):
        name = title(rulebook, DIRECTOR).words.lower()
        raise Refused(f"No hand without the {name}: check them in first.", asked.clause)


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
        raise Refused(why, rulebooks.get(rulebook).staff.conflicts.clause)


# What people declare about themselves, by kind.


def declared(rulebook: str) -> tuple[DeclarationKind, ...]:
    """What this book has people declare."""
    return rulebooks.get(rulebook).staff.declared.value


def check_declaration(rulebook: str, kind: str) -> DeclarationKind | None:
    """The kind of this name; None for a conflict that is told in words alone."""
    found = next((one for one in declared(rulebook) if one.key == kind), None)
    if found is None and kind:
        raise Refused("This rulebook has nobody declare that.")
    return found
