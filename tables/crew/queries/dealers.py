"""Who deals at which table."""

from engine.refusal import Refused
from tables.models import DealerDuty, Table
from tournament.models import Staff, Tournament
from tournament.permissions import Actor, Permission, Role, may


def on_duty(table: Table) -> DealerDuty | None:
    """The dealer of this table now."""
    found = DealerDuty.objects.filter(table=table, until__isnull=True)
    return found.select_related("user", "table").first()


def by_table(tournament: Tournament) -> dict[int, DealerDuty]:
    """Every table's dealer, by number."""
    found = DealerDuty.objects.filter(table__tournament=tournament, until__isnull=True)
    return {duty.table.number: duty for duty in found.select_related("user", "table")}


def choices(tournament: Tournament) -> list[tuple[int, str]]:
    """Everybody appointed as dealer."""
    staff = Staff.serving.filter(tournament=tournament, role=Role.DEALER).select_related("user")
    return [(duty.user_id, str(duty.user)) for duty in staff.order_by("user__username")]


def check_deals(actor: Actor, table: Table) -> None:
    """Refuse a dealer who is not the one of this table; the floor and the tablet may."""
    assigned = table.tournament.law.staff.only_assigned
    if not assigned.value or actor.user_id is None or actor.is_system:
        return
    if may(actor, Permission.RULE, table.tournament_id):
        return
    duty = on_duty(table)
    if duty is None or duty.user_id != actor.user_id:
        raise Refused(f"Only the dealer of table {table.number} deals here.", assigned.clause)
