"""Who deals at which table."""

from tables.models import DealerDuty, Table
from tournament.models import Staff, Tournament
from tournament.permissions import Role


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
    return [(one.user_id, str(one.user)) for one in staff.order_by("user__username")]
