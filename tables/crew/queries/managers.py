"""Who manages which table (igr:6.03(b))."""

from typing import Any

from django.db.models import F

from engine.office import staffing
from tables.models import ManagerDuty
from tables.seating.queries.seating import open_tables
from tournament.models import Staff, Tournament
from tournament.permissions import Role


def by_table(tournament: Tournament) -> dict[int, ManagerDuty]:
    """Every table's manager, by number; whoever lost the role manages nothing."""
    found = ManagerDuty.objects.filter(
        table__tournament=tournament,
        until__isnull=True,
        user__duties__tournament=F("table__tournament"),
        user__duties__role=Role.FLOOR,
        user__duties__ended_at__isnull=True,
    )
    return {duty.table.number: duty for duty in found.select_related("user", "table")}


def choices(tournament: Tournament) -> list[tuple[int, str]]:
    """Everybody to whom tables can be given."""
    staff = Staff.serving.filter(tournament=tournament, role=Role.FLOOR).select_related("user")
    names = {one.user_id: str(one.user) for one in staff.order_by("user__username")}
    return list(names.items())


def page(tournament: Tournament) -> dict[str, Any]:
    """The tables and their managers, as the page of the staff shows them."""
    have, office = by_table(tournament), staffing.title(tournament.rulebook, Role.FLOOR)
    return {
        "office": office.words,
        "clause": tournament.law.staff.monitored.clause,
        "choices": choices(tournament),
        "tables": [
            {"number": table.number, "duty": have.get(table.number)}
            for table in open_tables(tournament.pk)
        ],
    }
