"""Who deals where (igr:6.01(g), igr:A.2(u))."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from engine.office import readiness
from engine.refusal import Refused
from tables import locking
from tables.chips.services import stacks
from tables.crew.queries import dealers
from tables.models import DealerDuty, Table
from tournament.models import Staff, Tournament
from tournament.permissions import Actor, Permission, Role, may, require
from tournament.records.services import journal


@transaction.atomic
def assign(
    *, tournament_id: int, number: int, user_id: int | None, actor: Actor, now: datetime
) -> None:
    """Give a table its dealer, or take him off; whoever dealt elsewhere deals there no more."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    _, table = open_table(tournament_id, number)
    _end(dealers.on_duty(table), actor=actor, now=now)
    if user_id is not None:
        member = _dealer(tournament_id, user_id)
        elsewhere = DealerDuty.objects.filter(user_id=user_id, until__isnull=True)
        _end(elsewhere.select_related("table", "user").first(), actor=actor, now=now)
        DealerDuty.objects.create(table=table, user=member.user, since=now)
        write("duty.given", str(member.user), table, actor=actor, now=now)
    stacks.bump(table)


def _dealer(tournament_id: int, user_id: int) -> Staff:
    found = Staff.serving.filter(tournament_id=tournament_id, user_id=user_id, role=Role.DEALER)
    member = found.select_related("user").first()
    if member is None:
        raise Refused("Appoint this person as dealer first, under Staff.")
    return member


def _end(duty: DealerDuty | None, *, actor: Actor, now: datetime) -> None:
    if duty is None:
        return
    duty.until = now
    duty.save(update_fields=["until"])
    write("duty.ended", str(duty.user), duty.table, actor=actor, now=now)


def open_table(tournament_id: int, number: int) -> tuple[Tournament, Table]:
    """The tournament and one of its tables that plays, both held."""
    tournament, tables = locking.tournament_and_tables(tournament_id)
    table = tables.get(number)
    if table is None or not table.is_open:
        raise Refused(f"There is no open table {number}.")
    return tournament, table


def write(name: str, user: str, table: Table, *, actor: Actor, now: datetime) -> None:
    """Who came to a table, or left it."""
    journal.write(
        actor, name, tournament_id=table.tournament_id, at=now, user=user, table=table.number
    )


def check_start(tournament: Tournament, tables: Iterable[Table]) -> None:
    """Refuse to start while a table lacks its dealer, where the book says so."""
    clause = readiness.DEALERS.get(tournament.rulebook)
    if clause is None:
        return
    have = dealers.by_table(tournament)
    bare = [str(t.number) for t in tables if t.is_open and t.number not in have]
    if bare:
        raise Refused(f"Give these tables a dealer first: {', '.join(bare)}.", clause)


def check_deals(actor: Actor, table: Table) -> None:
    """Refuse a dealer who is not the one of this table; the floor and the tablet may."""
    clause = readiness.ONLY_ASSIGNED.get(table.tournament.rulebook)
    if clause is None or actor.user_id is None or actor.is_system:
        return
    if may(actor, Permission.RULE, table.tournament_id):
        return
    duty = dealers.on_duty(table)
    if duty is None or duty.user_id != actor.user_id:
        raise Refused(f"Only the dealer of table {table.number} deals here.", clause)
