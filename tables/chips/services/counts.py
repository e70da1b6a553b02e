"""Count chips: opened by the director, entered at the tables, differences explained."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from engine.amounts import figure
from engine.equipment import chip_counts
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables import between, locking
from tables.chips.queries import counts
from tables.chips.services import stacks
from tables.models import ChipCount, CountedStack, FoundChips, Seating, Table, TableCount
from tables.play.queries import hands
from tables.play.services import play
from tournament.live import broadcast
from tournament.live.broadcast import Audience
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


@transaction.atomic
def open_count(
    *, tournament_id: int, only_table: int | None, because: str, actor: Actor, now: datetime
) -> ChipCount:
    """At one table or all: the tablets ask for it between hands (canberra:4.9, charity:22.2)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    _check_may_open(tournament, only_table)
    chosen = [t for t in tables.values() if t.is_open and only_table in (None, t.number)]
    if not chosen:
        raise Refused(f"There is no open table {only_table}.")
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
    journal.write(
        actor, "count.opened", tournament_id=tournament_id, at=now, where=where, because=words
    )
    for table in chosen:
        stacks.bump(table)
    return made


def _check_may_open(tournament: Tournament, only_table: int | None) -> None:
    if tournament.state != TournamentState.RUNNING:
        raise Refused("Chips are counted while the tournament is in play.")
    if counts.open_one(tournament.pk) is not None:
        raise Refused("A count is open already: close it first.")
    so_far = counts.of_session(tournament).filter(only_table__isnull=True).count()
    chip_counts.check_opening(
        tournament.rulebook, counts_so_far=so_far, is_of_everybody=only_table is None
    )


@transaction.atomic
def enter(request: play.Request, entered: Mapping[int, Counted]) -> Table | None:
    """A table's chips, seat by seat; entered again it replaces what was entered."""
    table = between.opened(request)
    if table is None:
        return None
    count = counts.asked_of(table)
    if count is None:
        raise Refused("No count is open for this table.")
    seats = {seat.seat: seat for seat in hands.seated(table) if counts.is_counted(seat)}
    counts.check_each(seats, entered)
    CountedStack.objects.filter(table_count__count=count, table_count__table=table).delete()
    made, _ = TableCount.objects.update_or_create(
        count=count,
        table=table,
        defaults={"after_hand": table.hand_number, "at": request.now, "by": request.actor.name},
    )
    rows = [
        _row(made, seats[number], checked(table.tournament, one)) for number, one in entered.items()
    ]
    CountedStack.objects.bulk_create(rows)
    journal.write(
        request.actor,
        "count.entered",
        tournament_id=table.tournament_id,
        at=request.now,
        table=table.number,
        counted=sum(row.counted for row in rows),
        recorded=sum(row.recorded for row in rows),
        stacks=[[row.seat, row.recorded, row.counted] for row in rows],
    )
    return between.closed(request, table, kind="count")


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
        raise Refused("Say where the difference comes from.")
    if not row.difference or row.is_corrected:
        raise Refused("Here is no difference left to explain.")
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
    table = locking.table(seat.table_id) if seat is not None else None
    if table is not None:
        between.check(table)
    held = ledger.held([entry.pk])[entry.pk]
    if held.stack + difference <= 0:
        have = figure(held.stack)
        raise Refused(f"{held.name} has {have} by now: the correction would leave no chips.")
    ledger.move(
        {entry.pk: difference}, reason=ChipReason.CORRECTION, note=why, actor=actor, now=now
    )
    if table is not None:
        stacks.bump(table)


@transaction.atomic
def close(*, count_id: int, actor: Actor, now: datetime) -> ChipCount:
    """Every table has counted and every difference has its reason."""
    count = _open(count_id, actor)
    missing = counts.tables_missing(count)
    if missing:
        words = ", ".join(str(table.number) for table in missing)
        raise Refused(f"These tables have not counted yet: {words}.")
    left = [row for row in counts.rows(count) if row.difference and not row.explanation]
    if left:
        names = ", ".join(row.entry.name for row in left)
        raise Refused(f"The floor explains the difference first: {names}.")
    count.closed_at, count.closed_by = now, actor.name
    count.save(update_fields=["closed_at", "closed_by"])
    words = counts.words(count)
    journal.write(actor, "count.closed", tournament_id=count.tournament_id, at=now, words=words)
    broadcast.changed(count.tournament_id, Audience.CONSOLE)
    return count


@transaction.atomic
def call_off(*, count_id: int, actor: Actor, now: datetime) -> ChipCount:
    """The count is not held after all; it counts for no limit, and stays on record."""
    count = _open(count_id, actor)
    count.called_off_at = now
    count.save(update_fields=["called_off_at"])
    journal.write(actor, "count.called_off", tournament_id=count.tournament_id, at=now)
    for table in Table.objects.filter(tournament_id=count.tournament_id).exclude(state="closed"):
        stacks.bump(locking.table(table.pk))
    return count


def _open(count_id: int, actor: Actor) -> ChipCount:
    count = ChipCount.objects.select_related("tournament").get(pk=count_id)
    require(actor, Permission.RUN_TOURNAMENT, count.tournament_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=count.tournament_id)
    count.refresh_from_db()
    if count.closed_at is not None or count.called_off_at is not None:
        raise Refused("This count is closed already.")
    return count


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
