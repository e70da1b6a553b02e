"""Who is on duty: appointed in an office of the book, come and gone, conflicts declared."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from engine.entries import entering
from engine.office import staffing
from engine.office.law.staff import DIRECTOR
from engine.office.staffing import Person
from engine.refusal import Refused
from tournament.entries.queries import entry_terms as term_queries
from tournament.live import broadcast
from tournament.models import Attendance, Declaration, Staff, Tournament
from tournament.office.queries import staffing as queries
from tournament.permissions import Actor, Forbidden, Permission, Role, may, require
from tournament.records.queries.names import legible
from tournament.records.services import journal


def check_appointment(tournament: Tournament, person: Person) -> None:
    """Refuse an office that the book does not have or that this person may not hold."""
    staffing.check_title(tournament.rulebook, person.role, person.title)
    paid_dealers = queries.dealers_may_be_paid(tournament)
    staffing.check_volunteer(tournament.rulebook, person, dealers_may_be_paid=paid_dealers)
    staffing.check_no_conflict(
        person.role,
        queries.barred_roles(tournament, person.name),
        rulebook=tournament.rulebook,
    )
    playing = tournament.entries.filter(withdrawn_at__isnull=True)
    names = playing.values_list("player__name", flat=True)
    staffing.check_not_playing(tournament.rulebook, person, names)


def check_age(
    tournament: Tournament, person: Person, *, born_on: date | None, now: datetime
) -> None:
    """Refuse somebody too young to be present on the day of play (igr:5.03(a))."""
    day = term_queries.day_of_play(tournament, now)
    age = entering.age_on(day, born_on=born_on) if born_on else None
    staffing.check_age(tournament.rulebook, person, age)


def check_entrant(tournament: Tournament, name: str) -> None:
    """Refuse an entry of somebody whose office here does not play (igr:6.02(h))."""
    staffing.check_may_play(tournament.rulebook, name, queries.people(tournament))


def require_ruling(actor: Actor, tournament: Tournament) -> None:
    """Refuse a ruling by an office that passes it on (igr:6.03(c))."""
    if may(actor, Permission.DECIDE_DISPUTES, tournament.pk):
        return
    clause = actor.withheld(Permission.DECIDE_DISPUTES, tournament.pk)
    if clause is not None:
        head = staffing.title(tournament.rulebook, DIRECTOR).words.lower()
        raise Forbidden(f"Pass this on to the {head}.", clause)
    require(actor, Permission.DECIDE_DISPUTES, tournament.pk)


def check_start(tournament: Tournament, *, tables: int) -> None:
    """Refuse to start without the staff the book asks for."""
    staffing.check_staff(
        queries.people(tournament),
        tables=tables,
        rulebook=tournament.rulebook,
        approval=queries.approval_for_more_tables(tournament),
    )


@transaction.atomic
def check_in(*, staff_id: int, actor: Actor, now: datetime) -> None:
    """Somebody is here; said twice, it happens once."""
    staff = _found(staff_id, actor)
    if Attendance.objects.filter(staff=staff, left_at__isnull=True).exists():
        return
    Attendance.objects.create(staff=staff, came_at=now)
    _tell(staff, "staff.came", actor, now)


@transaction.atomic
def check_out(*, staff_id: int, actor: Actor, now: datetime) -> None:
    """Somebody has left."""
    staff = _found(staff_id, actor)
    here = Attendance.objects.filter(staff=staff, left_at__isnull=True)
    if here.update(left_at=now):
        _tell(staff, "staff.left", actor, now)


def _found(staff_id: int, actor: Actor) -> Staff:
    """A director checks anybody in or out, everybody else themselves."""
    staff = Staff.objects.select_related("user", "tournament").get(pk=staff_id)
    if staff.ended_at is not None:
        raise Refused(f"{staff.user} no longer works here.")
    if actor.user_id != staff.user_id or staff.role == Role.INSPECTOR:
        require(actor, Permission.APPOINT_STAFF, staff.tournament_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=staff.tournament_id)
    return staff


def _tell(staff: Staff, name: str, actor: Actor, now: datetime) -> None:
    office = staffing.title(staff.tournament.rulebook, staff.role, staff.title)
    journal.write(
        actor,
        name,
        tournament_id=staff.tournament_id,
        at=now,
        person=str(staff.user),
        title=office.words.lower(),
    )
    broadcast.changed(staff.tournament_id, broadcast.Audience.CONSOLE)


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody declares: of which kind, in which words, on which day."""

    name: str
    words: str = ""
    bars: Collection[str] = ()
    kind: str = ""
    declared_on: date | None = None


@transaction.atomic
def declare(said: Said, *, tournament: Tournament, actor: Actor, now: datetime) -> Declaration:
    """Keep a declaration, and of a conflict of interest the roles it closes (igr:9.01)."""
    require(actor, Permission.APPOINT_STAFF, tournament.pk)
    kind = staffing.check_declaration(tournament.rulebook, said.kind)
    is_conflict = kind is None or kind.is_conflict
    _check_said(tournament, said, is_conflict=is_conflict, clause=kind.clause if kind else "")
    made = Declaration.objects.create(
        tournament=tournament,
        name=legible(said.name)[:120],
        kind=said.kind,
        words=said.words.strip()[:300],
        declared_on=said.declared_on or timezone.localdate(now),
        bars=sorted(said.bars),
        at=now,
        by=actor.name,
    )
    told: dict[str, Any] = {"tournament_id": tournament.pk, "at": now, "person": made.name}
    if is_conflict:
        roles = ", ".join(made.bars) or "no role"
        journal.write(actor, "staff.declared", conflict=made.words, roles=roles, **told)
    else:
        journal.write(actor, "staff.attested", words=kind.words.lower() if kind else "", **told)
    return made


def _check_said(tournament: Tournament, said: Said, *, is_conflict: bool, clause: str) -> None:
    name, conflict = legible(said.name), tournament.law.staff.conflicts.clause
    if not name or (is_conflict and not said.words.strip()):
        raise Refused("Enter who declares it, and what.", clause or conflict)
    if not set(said.bars) <= set(Role):
        raise Refused("No such role.")
    held = {member.role for member in queries.members(tournament) if str(member.user) == name}
    if taken := held & set(said.bars):
        why = f"{name} is {', '.join(sorted(taken))} here: remove that role first."
        raise Refused(why, conflict)
    if not is_conflict and DIRECTOR not in held:
        raise Refused(f"{name} is not the chairperson here: appoint them first.", clause)
