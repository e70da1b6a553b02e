"""Who manages which table (igr:6.03(b))."""

from datetime import datetime

from django.db import transaction

from engine.office import staffing
from engine.refusal import Refused
from tables.chips.services import stacks
from tables.crew.services import dealer_rota
from tables.models import ManagerDuty
from tournament.models import Staff, Tournament
from tournament.permissions import Actor, Permission, Role, require


@transaction.atomic
def assign(
    *, tournament_id: int, number: int, user_id: int | None, actor: Actor, now: datetime
) -> None:
    """Give a table to its manager, or to nobody; said twice, it happens once."""
    require(actor, Permission.APPOINT_STAFF, tournament_id)
    tournament, table = dealer_rota.open_table(tournament_id, number)
    member = None if user_id is None else _manager(tournament, user_id)
    found = ManagerDuty.objects.filter(table=table, until__isnull=True)
    held = found.select_related("user").first()
    if (held.user_id if held else None) == user_id:
        return
    if held is not None:
        held.until = now
        held.save(update_fields=["until"])
        dealer_rota.write("duty.managed", str(held.user), table, actor=actor, now=now)
    if member is not None:
        ManagerDuty.objects.create(table=table, user=member.user, since=now)
        dealer_rota.write("duty.manages", str(member.user), table, actor=actor, now=now)
    stacks.bump(table)


def _manager(tournament: Tournament, user_id: int) -> Staff:
    found = Staff.serving.filter(tournament=tournament, user_id=user_id, role=Role.FLOOR)
    member = found.select_related("user").first()
    if member is None:
        office = staffing.title(tournament.rulebook, Role.FLOOR).words.lower()
        clause = staffing.MONITORED.get(tournament.rulebook, "")
        raise Refused(f"Appoint this person as {office} first, under Staff.", clause)
    return member
