"""Who deals at which table."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import constant_time_compare, salted_hmac

from engine.refusal import Refused
from tables.models import DealerDuty, Table
from tournament.models import Staff, Tournament
from tournament.permissions import Actor, Permission, Role, may


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A dealer's own code, and where they deal since when."""

    name: str
    code: str
    table: int | None
    since: datetime | None


def on_duty(table: Table) -> DealerDuty | None:
    """The dealer of this table now."""
    found = DealerDuty.objects.filter(table=table, until__isnull=True)
    return found.select_related("user", "table").first()


def by_table(tournament: Tournament) -> dict[int, DealerDuty]:
    """Every table's dealer, by number."""
    found = DealerDuty.objects.filter(table__tournament=tournament, until__isnull=True)
    return {duty.table.number: duty for duty in found.select_related("user", "table")}


def badges(tournament: Tournament) -> list[Badge]:
    """Every dealer with their code, and where they deal now."""
    staff = Staff.serving.filter(tournament=tournament, role=Role.DEALER).select_related("user")
    duty = {one.user_id: one for one in by_table(tournament).values()}
    return [
        Badge(
            name=str(one.user),
            code=code_of(one),
            table=duty[one.user_id].table.number if one.user_id in duty else None,
            since=duty[one.user_id].since if one.user_id in duty else None,
        )
        for one in staff.order_by("user__username")
    ]


def choices(tournament: Tournament) -> list[tuple[int, str]]:
    """Everybody appointed as dealer."""
    staff = Staff.serving.filter(tournament=tournament, role=Role.DEALER).select_related("user")
    return [(duty.user_id, str(duty.user)) for duty in staff.order_by("user__username")]


def code_of(member: Staff) -> str:
    """The six digits by which this dealer pushes in at any table of the tournament."""
    about = f"{member.tournament_id}/{member.user_id}/{member.pk}"
    digest = salted_hmac("tables.dealer", about, algorithm="sha256").hexdigest()
    return f"{int(digest, 16) % 10**6:06}"


def by_code(tournament: Tournament, words: str) -> Staff:
    """The dealer whose code this is, or a refusal."""
    digits = "".join(one for one in words if one.isascii() and one.isdigit())
    staff = Staff.serving.filter(tournament=tournament, role=Role.DEALER).select_related("user")
    found = [one for one in staff if constant_time_compare(code_of(one), digits)]
    if len(found) != 1:
        raise Refused("No dealer here has this code. Type it again, or ask the floor.")
    return found[0]


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
