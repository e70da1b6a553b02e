"""Who manages which table (igr:6.03(b))."""

from dataclasses import dataclass

from django.db.models import F

from engine.office import staffing
from tables.crew.queries import dealers
from tables.models import ManagerDuty
from tables.seating.queries.seating import open_tables
from tournament.models import Staff, Tournament
from tournament.permissions import Role


def by_table(tournament: Tournament) -> dict[int, ManagerDuty]:
    """Every table's manager, by number; whoever lost the role manages nothing."""
    duties = ManagerDuty.objects.filter(
        table__tournament=tournament,
        until__isnull=True,
        user__duties__tournament=F("table__tournament"),
        user__duties__role=Role.FLOOR,
        user__duties__ended_at__isnull=True,
    )
    return {duty.table.number: duty for duty in duties.select_related("user", "table")}


def choices(tournament: Tournament) -> list[tuple[int, str]]:
    """Everybody to whom tables can be given."""
    staff = Staff.serving.filter(tournament=tournament, role=Role.FLOOR).select_related("user")
    names = {duty.user_id: str(duty.user) for duty in staff.order_by("user__username")}
    return list(names.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Managed:
    """A table and who manages it."""

    number: int
    duty: ManagerDuty | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagersPage:
    """The tables and their managers, as the page of the staff shows them."""

    office: str
    clause: str
    choices: list[tuple[int, str]]
    tables: list[Managed]
    badges: list[dealers.Badge]


def page(tournament: Tournament) -> ManagersPage:
    """The tables and their managers, as the page of the staff shows them."""
    duties = by_table(tournament)
    return ManagersPage(
        office=staffing.title(tournament.rulebook, Role.FLOOR).words,
        clause=tournament.law.staff.monitored.clause,
        choices=choices(tournament),
        tables=[
            Managed(number=table.number, duty=duties.get(table.number))
            for table in open_tables(tournament.pk)
        ],
        badges=dealers.badges(tournament),
    )
