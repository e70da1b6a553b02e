"""Who deals where (igr:6.01(g), igr:A.2(u))."""

from collections.abc import Iterable
from datetime import datetime

from engine.refusal import Refused
from tables.commands import Hall, across
from tables.crew.queries import dealers
from tables.models import DealerDuty, Table
from tournament.live.broadcast import EVERYBODY
from tournament.models import Staff, Tournament
from tournament.permissions import Actor, Permission, Role


def assign(
    *, tournament_id: int, number: int, user_id: int | None, actor: Actor, now: datetime
) -> None:
    """Give a table its dealer, or take them off; whoever dealt elsewhere deals there no more."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        table = open_table(hall, number)
        _end(hall, dealers.on_duty(table))
        if user_id is not None:
            member = _dealer(tournament_id, user_id)
            elsewhere = DealerDuty.objects.filter(user_id=user_id, until__isnull=True)
            _end(hall, elsewhere.select_related("table", "user").first())
            DealerDuty.objects.create(table=table, user=member.user, since=now)
            hall.write("duty.given", user=str(member.user), table=table.number)
        hall.change(table)
        hall.tell(*EVERYBODY)


def _dealer(tournament_id: int, user_id: int) -> Staff:
    found = Staff.serving.filter(tournament_id=tournament_id, user_id=user_id, role=Role.DEALER)
    member = found.select_related("user").first()
    if member is None:
        raise Refused("Appoint this person as dealer first, under Staff.")
    return member


def _end(hall: Hall, duty: DealerDuty | None) -> None:
    if duty is None:
        return
    duty.until = hall.now
    duty.save(update_fields=["until"])
    hall.write("duty.ended", user=str(duty.user), table=duty.table.number)


def open_table(hall: Hall, number: int) -> Table:
    """One of the tables that play."""
    table = hall.tables.get(number)
    if table is None or not table.is_open:
        raise Refused(f"Table {number} is not open.")
    return table


def check_start(tournament: Tournament, tables: Iterable[Table]) -> None:
    """Refuse to start while a table lacks its dealer, where the book says so."""
    needed = tournament.law.staff.dealers
    if not needed.value:
        return
    have = dealers.by_table(tournament)
    bare = [str(t.number) for t in tables if t.is_open and t.number not in have]
    if bare:
        raise Refused(f"Give these tables a dealer first: {', '.join(bare)}.", needed.clause)
