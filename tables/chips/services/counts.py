"""Count chips: opened by the director, entered at the tables, differences explained."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from engine.amounts import figure
from engine.equipment import chip_counts
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables.chips.queries import counts
from tables.commands import (
    AtTable,
    Hall,
    TableCommand,
    When,
    across,
    at_table,
    check_between_hands,
    table_command,
)
from tables.models import ChipCount, CountedStack, FoundChips, Seating, TableCount
from tables.play.queries import hands
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY, Audience
from tournament.models import Entry, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal, ledger


@dataclass(frozen=True, slots=True)
class Counted:
    """What lies in front of a player: a number, or so many chips of each denomination."""

    total: int
    chips: Mapping[int, int] = field(default_factory=dict)


def checked(tournament: Tournament, one: Counted) -> Counted:
    """With denominations, the total follows from them."""
    if not one.chips:
        return one
    known = frozenset(int(chip["value"]) for chip in tournament.structure["chips"])
    chip_counts.check_pile(one.chips, known)
    return Counted(chip_counts.worth(one.chips), {k: n for k, n in one.chips.items() if n})


def open_count(
    *, tournament_id: int, only_table: int | None, because: str, actor: Actor, now: datetime
) -> ChipCount:
    """At one table or all: the tablets ask for it between hands (canberra:4.9, charity:22.2)."""
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        tournament = hall.tournament
        _check_may_open(tournament, only_table)
        chosen = [table for table in hall.open_tables if only_table in (None, table.number)]
        if not chosen:
            raise Refused(f"Table {only_table} is not open.")
        words = " ".join(because.split())[:160]
        if not words:
            raise Refused("Say who asked for the count, or why.", counts.clause_of(tournament))
        made = ChipCount.objects.create(
            tournament=tournament,
            session=tournament.session,
            only_table=chosen[0] if only_table is not None else None,
            because=words,
            opened_at=now,
            opened_by=actor.name,
        )
        where = "every table" if only_table is None else f"table {only_table}"
        hall.write("count.opened", where=where, because=words)
        hall.change(*chosen)
        hall.tell(*EVERYBODY)
    return made


def _check_may_open(tournament: Tournament, only_table: int | None) -> None:
    if tournament.state != TournamentState.RUNNING:
        raise Refused("Chips are counted while the tournament is in play.")
    if counts.open_one(tournament.pk) is not None:
        raise Refused("A count is already open: close it first.")
    so_far = counts.of_session(tournament).filter(only_table__isnull=True).count()
    chip_counts.check_opening(
        tournament.law.equipment.chip_counts,
        counts_so_far=so_far,
        is_of_everybody=only_table is None,
    )


@table_command("count", when=When.BETWEEN_HANDS)
def enter(at: AtTable, entered: Mapping[int, Counted]) -> None:
    """A table's chips, seat by seat; entered again it replaces what was entered."""
    table = at.table
    count = counts.asked_of(table)
    if count is None:
        raise Refused("No count is open for this table.")
    seats = {seat.seat: seat for seat in hands.seated(table) if counts.is_counted(seat)}
    counts.check_each(seats, entered)
    CountedStack.objects.filter(table_count__count=count, table_count__table=table).delete()
    made, _ = TableCount.objects.update_or_create(
        count=count,
        table=table,
        defaults={"after_hand": table.hand_number, "at": at.now, "by": at.actor.name},
    )
    rows = [
        _row(made, seats[number], checked(table.tournament, one)) for number, one in entered.items()
    ]
    CountedStack.objects.bulk_create(rows)
    at.write(
        "count.entered",
        table=table.number,
        counted=sum(row.counted for row in rows),
        recorded=sum(row.recorded for row in rows),
        stacks=[[row.seat, row.recorded, row.counted] for row in rows],
    )


def _row(made: TableCount, seat: Seating, one: Counted) -> CountedStack:
    return CountedStack(
        table_count=made,
        entry=seat.entry,
        seat=seat.seat,
        recorded=seat.entry.stack,
        counted=one.total,
        chips={str(value): number for value, number in one.chips.items()},
    )


@transaction.atomic
def explain(
    *, stack_id: int, why: str, corrects: bool, actor: Actor, now: datetime
) -> CountedStack:
    """The floor says where a difference comes from; only then may the ledger follow the count."""
    found = CountedStack.objects.select_related("table_count__count", "entry__player")
    row = found.get(pk=stack_id)
    tournament_id = row.table_count.count.tournament_id
    require(actor, Permission.RULE, tournament_id)
    words = " ".join(why.split())[:200]
    if not words:
        raise Refused("Give the reason for the difference.")
    if not row.difference or row.is_corrected:
        raise Refused("No difference remains.")
    if corrects:
        correct(row.entry, row.difference, why=words, actor=actor, now=now)
    row.explanation, row.explained_by, row.explained_at = words, actor.name, now
    row.is_corrected = corrects
    row.save()
    journal.write(
        actor,
        "count.explained",
        tournament_id=tournament_id,
        at=now,
        player=row.entry.name,
        difference=f"{row.difference:+}",
        why=words,
        corrected="; the ledger follows the count" if corrects else "",
        before=row.recorded,
        after=row.counted if corrects else row.recorded,
    )
    broadcast.changed(tournament_id, Audience.CONSOLE)
    return row


def correct(entry: Entry, difference: int, *, why: str, actor: Actor, now: datetime) -> None:
    """A correcting entry of the ledger, between hands of the player's table."""
    seat = Seating.objects.filter(entry=entry, until__isnull=True).first()
    if seat is None:
        _correct(entry, difference, why=why, actor=actor, now=now)
        return
    command, who = TableCommand(seat.table_id, actor, now), Permission.RULE
    with at_table(command, "correct", permission=who, when=When.ANY_TIME) as at:
        check_between_hands(at.table)
        _correct(entry, difference, why=why, actor=actor, now=now)


def _correct(entry: Entry, difference: int, *, why: str, actor: Actor, now: datetime) -> None:
    held = ledger.held([entry.pk])[entry.pk]
    if held.stack + difference <= 0:
        have = figure(held.stack)
        raise Refused(f"{held.name} now has {have}: the correction would leave no chips.")
    moves = {entry.pk: difference}
    ledger.move(moves, reason=ChipReason.CORRECTION, note=why, actor=actor, now=now)


def close(*, count_id: int, actor: Actor, now: datetime) -> ChipCount:
    """Every table has counted and every difference has its reason."""
    with _open(count_id, actor, now) as (count, hall):
        if missing := counts.tables_missing(count):
            words = ", ".join(str(table.number) for table in missing)
            raise Refused(f"These tables have not counted yet: {words}.")
        if left := [row for row in counts.rows(count) if row.difference and not row.explanation]:
            names = ", ".join(row.entry.name for row in left)
            raise Refused(f"Explain the difference first: {names}.")
        count.closed_at, count.closed_by = now, actor.name
        count.save(update_fields=["closed_at", "closed_by"])
        hall.write("count.closed", words=counts.words(count))
        hall.tell(Audience.CONSOLE)
    return count


def call_off(*, count_id: int, actor: Actor, now: datetime) -> ChipCount:
    """The count is not held after all; it counts for no limit, and stays on record."""
    with _open(count_id, actor, now) as (count, hall):
        count.called_off_at = now
        count.save(update_fields=["called_off_at"])
        hall.write("count.called_off")
        hall.change(*hall.open_tables)
        hall.tell(*EVERYBODY)
    return count


@contextmanager
def _open(count_id: int, actor: Actor, now: datetime) -> Iterator[tuple[ChipCount, Hall]]:
    count = ChipCount.objects.select_related("tournament").get(pk=count_id)
    where = count.tournament_id
    with across(where, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        count.refresh_from_db()
        if count.closed_at is not None or count.called_off_at is not None:
            raise Refused("This count is already closed.")
        yield count, hall


# -- chips that were not where they belong ---------------------------------------------------------


MOST_FOUND = 2**31 - 1  # what the column holds


@transaction.atomic
def find_chips(*, tournament_id: int, amount: int, where: str, actor: Actor, now: datetime) -> None:
    """Chips without an owner go back to stock; whose they were, a count tells (tda2024:R64)."""
    require(actor, Permission.RULE, tournament_id)
    words = " ".join(where.split())[:120]
    if not 1 <= amount <= MOST_FOUND or not words:
        raise Refused("Say how many chips were found, and where.", "tda2024:R64")
    FoundChips.objects.create(
        tournament_id=tournament_id, amount=amount, where=words, at=now, by=actor.name
    )
    journal.write(
        actor, "chips.found", tournament_id=tournament_id, at=now, chips=amount, place=words
    )
    broadcast.changed(tournament_id, Audience.CONSOLE)
