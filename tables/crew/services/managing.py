"""Who manages which table (igr:6.03(b))."""

from datetime import datetime

from engine.office import staffing
from engine.refusal import Refused
from tables.commands import across
from tables.crew.services import dealer_rota
from tables.models import ManagerDuty
from tournament.live.broadcast import EVERYBODY
from tournament.models import Staff, Tournament
from tournament.permissions import Actor, Permission, Role


def assign(
    *, tournament_id: int, number: int, user_id: int | None, actor: Actor, now: datetime
) -> None:
    """Give a table to its manager, or to nobody; said twice, it happens once."""
    with across(tournament_id, Permission.APPOINT_STAFF, actor=actor, now=now) as hall:
        table = dealer_rota.open_table(hall, number)
        member = None if user_id is None else _manager(hall.tournament, user_id)
        found = ManagerDuty.objects.filter(table=table, until__isnull=True)
        held = found.select_related("user").first()
        if (held.user_id if held else None) == user_id:
            return
        if held is not None:
            held.until = now
            held.save(update_fields=["until"])
            hall.write("duty.managed", user=str(held.user), table=number)
        if member is not None:
            ManagerDuty.objects.create(table=table, user=member.user, since=now)
            hall.write("duty.manages", user=str(member.user), table=number)
        hall.change(table)
        hall.tell(*EVERYBODY)


def _manager(tournament: Tournament, user_id: int) -> Staff:
    found = Staff.serving.filter(tournament=tournament, user_id=user_id, role=Role.FLOOR)
    member = found.select_related("user").first()
    if member is None:
        office = staffing.title(tournament.rulebook, Role.FLOOR).words.lower()
        clause = tournament.law.staff.monitored.clause
        raise Refused(f"Appoint this person as {office} first, under Staff.", clause)
    return member
