"""The staff of one tournament: offices, who is here, what is still missing."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from engine.office import staffing
from engine.office.law.staff import DIRECTOR, DeclarationKind
from engine.office.staffing import Person
from tournament.models import Attendance, Declaration, Licence, Proceeds, Staff, Tournament
from tournament.permissions import Actor


def members(tournament: Tournament) -> QuerySet[Staff]:
    """Everybody with a role here, and whether they are here."""
    here = Attendance.objects.filter(staff=OuterRef("pk"), left_at__isnull=True)
    found = Staff.serving.filter(tournament=tournament).select_related("user")
    return found.annotate(is_here=Exists(here)).order_by("pk")


def people(tournament: Tournament) -> list[Person]:
    """The staff as the book's checks see them."""
    return [_person(duty) for duty in members(tournament)]


def _person(duty: Any) -> Person:
    return Person(str(duty.user), duty.role, duty.title, duty.is_volunteer, duty.is_here)


def office(tournament: Tournament, actor: Actor) -> str:
    """The highest office somebody holds here, in the book's own words; empty for a tablet."""
    if actor.user_id is None:
        return ""
    held = Staff.serving.filter(tournament=tournament, user=actor.user_id)
    book = tournament.rulebook
    titles = [staffing.title(book, duty.role, duty.title) for duty in held]
    if titles:
        return max(titles, key=lambda office: office.rank).words
    return staffing.house_office(book) if actor.is_house_director else ""


def signed(tournament: Tournament, actor: Actor) -> str:
    """Who ruled, with the office (charity:22.5)."""
    held = office(tournament, actor)
    return f"{actor.name}, {held.lower()}" if held else actor.name


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRow:
    """An office somebody holds."""

    pk: int
    name: str
    username: str
    role: str
    title: str
    clause: str
    rank: int
    is_volunteer: bool
    is_here: bool
    may_renew: bool
    may_not: str


def rows(tournament: Tournament) -> list[StaffRow]:
    """One line for each office somebody holds, the highest first."""
    offices = [_row(tournament, duty) for duty in members(tournament)]
    return sorted(offices, key=lambda row: (-row.rank, row.name))


def _row(tournament: Tournament, duty: Any) -> StaffRow:
    office = staffing.title(tournament.rulebook, duty.role, duty.title)
    return StaffRow(
        pk=duty.pk,
        name=str(duty.user),
        username=duty.user.username,
        role=duty.role,
        title=office.words,
        clause=office.clause,
        rank=office.rank,
        is_volunteer=duty.is_volunteer,
        is_here=duty.is_here,
        may_renew=not duty.user.is_house_director,
        may_not=" or ".join(what for what, _ in office.may_not),
    )


def offices(rulebook: str) -> list[tuple[str, str]]:
    """The offices this book knows, as a form offers them; a role's first office is the role."""
    choices = []
    for office in staffing.titles(rulebook):
        is_first = staffing.title(rulebook, office.role) == office
        choices.append((office.role if is_first else f"{office.role}/{office.key}", office.words))
    return choices


def dealers_may_be_paid(tournament: Tournament) -> bool:
    """Whether the executive's guarantee is on record (igr:5.06(b)-2)."""
    found = Proceeds.objects.filter(tournament=tournament).first()
    return bool(found and found.guaranteed_by)


def approval_for_more_tables(tournament: Tournament) -> str:
    """The number of the approval for more tables than the staffing list has."""
    found = Licence.objects.filter(tournament=tournament).first()
    return found.more_tables if found else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What was declared, in the book's own words for its kind, and on which day."""

    name: str
    kind: str
    key: str
    clause: str
    is_conflict: bool
    words: str
    bars: list[str]
    day: date
    by: str


def declarations(tournament: Tournament) -> list[Declared]:
    """Everything that was declared."""
    kinds = {kind.key: kind for kind in staffing.declared(tournament.rulebook)}
    return [
        _declared(declaration, kinds.get(declaration.kind))
        for declaration in Declaration.objects.filter(tournament=tournament)
    ]


def _declared(declaration: Declaration, kind: DeclarationKind | None) -> Declared:
    return Declared(
        name=declaration.name,
        kind=kind.words if kind else "Conflict of interest",
        key=declaration.kind,
        clause=kind.clause if kind else "",
        is_conflict=kind is None or kind.is_conflict,
        words=declaration.words,
        bars=declaration.bars,
        day=declaration.declared_on or timezone.localdate(declaration.at),
        by=declaration.by,
    )


def heads(tournament: Tournament) -> list[str]:
    """Who is in charge here, by name."""
    return [str(duty.user) for duty in members(tournament) if duty.role == DIRECTOR]


def barred_roles(tournament: Tournament, name: str) -> set[str]:
    """The roles a declared conflict closes to this person."""
    found = Declaration.objects.filter(tournament=tournament, name__iexact=name)
    return {role for bars in found.values_list("bars", flat=True) for role in bars}


def check_head(tournament: Tournament) -> None:
    """Refuse a hand while nobody in charge is here, where the book wants that (igr:6.02(c))."""
    if staffing.needs_head(tournament.rulebook):
        staffing.check_head_is_here(people(tournament), rulebook=tournament.rulebook)
