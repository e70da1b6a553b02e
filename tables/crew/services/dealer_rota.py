"""Who deals where, by the floor's word or the dealer's own code (igr:6.01(g), igr:A.2(u))."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from engine.refusal import Refused
from tables.commands import Hall, across
from tables.crew.queries import dealers
from tables.models import DealerDuty, Table
from tournament.house.services import lockout
from tournament.house.services.lockout import Door
from tournament.live.broadcast import EVERYBODY
from tournament.models import Staff, Tournament
from tournament.permissions import SYSTEM, Actor, Permission, Role, require
from tournament.records.services import idempotency


def assign(
    *, tournament_id: int, number: int, user_id: int | None, actor: Actor, now: datetime
) -> None:
    """Give a table its dealer, or take them off; whoever dealt elsewhere deals there no more."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        table = open_table(hall, number)
        _hand_over(hall, table, None if user_id is None else _dealer(tournament_id, user_id))


def push_in(
    *, table: Table, code: str, actor: Actor, now: datetime, command_id: UUID | None = None
) -> None:
    """A dealer signs in at the table with their own code: from now on they deal here."""
    require(actor, Permission.DEAL, table.tournament_id, table.pk)
    kind = f"push_in {table.pk}"
    if idempotency.is_repeated(command_id, tournament_id=table.tournament_id, kind=kind):
        return  # the code may be another by now
    door = Door(f"dealer code at table {table.pk}")
    lockout.count(door, now=now)
    member = dealers.by_code(table.tournament, code)
    lockout.right(door)
    with _at_the_table(table, str(member.user), kind, now=now, command_id=command_id) as hall:
        if not hall.is_repeat:
            _hand_over(hall, open_table(hall, table.number), member)


def push_out(*, table: Table, actor: Actor, now: datetime, command_id: UUID | None = None) -> None:
    """The dealer leaves the table; until the next pushes in nobody is named there."""
    require(actor, Permission.DEAL, table.tournament_id, table.pk)
    duty = dealers.on_duty(table)
    name, kind = str(duty.user) if duty else actor.name, f"push_out {table.pk}"
    with _at_the_table(table, name, kind, now=now, command_id=command_id) as hall:
        if hall.is_repeat:
            return
        if duty is None:
            raise Refused(f"No dealer has pushed in at table {table.number}.")
        _hand_over(hall, open_table(hall, table.number), None)


@contextmanager
def _at_the_table(
    table: Table, name: str, kind: str, *, now: datetime, command_id: UUID | None
) -> Iterator[Hall]:
    """On record under the dealer's own name; a tablet alone could not hold two tables."""
    where, right = table.tournament_id, Permission.SEAT_PLAYERS
    with across(where, right, actor=SYSTEM, now=now, kind=kind, command_id=command_id) as hall:
        hall.actor = Actor(name=name)
        yield hall


def _hand_over(hall: Hall, table: Table, member: Staff | None) -> None:
    here = dealers.on_duty(table)
    if here is not None and member is not None and here.user_id == member.user_id:
        return
    _end(hall, here)
    if member is not None:
        elsewhere = DealerDuty.objects.filter(user_id=member.user_id, until__isnull=True)
        _end(hall, elsewhere.select_related("table", "user").first())
        DealerDuty.objects.create(table=table, user=member.user, since=hall.now)
        hall.write("duty.given", user=str(member.user), table=table.number)
    hall.show(table)
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
    if duty.table.tournament_id == hall.tournament.pk:
        hall.show(hall.tables[duty.table.number])


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
