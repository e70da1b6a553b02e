"""Chip counts: which is open, what each table has entered, and what the ledger says to it."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet, Sum

from engine.hand.applying import replay
from engine.refusal import Refused
from tables.models import ChipCount, CountedStack, FoundChips, HandRecord, Seating, Table
from tables.models.tables import TableState
from tables.play.queries import hands
from tournament.models import ChipMove, Entry, Tournament
from tournament.models.ledger import ChipReason


def clause_of(tournament: Tournament) -> str:
    """Where the book speaks of counts."""
    return tournament.law.equipment.chip_counts.clause


def open_one(tournament_id: int) -> ChipCount | None:
    """The count that is being held now."""
    held = ChipCount.standing.filter(tournament_id=tournament_id, closed_at__isnull=True)
    return held.first()


def of_session(tournament: Tournament) -> QuerySet[ChipCount]:
    """The counts of the session in play, those called off left out."""
    return ChipCount.standing.filter(tournament=tournament, session=tournament.session)


def asked_of(table: Table) -> ChipCount | None:
    """The open count this table is asked for."""
    count = open_one(table.tournament_id)
    if count is None or count.only_table_id not in (None, table.pk):
        return None
    return count


def is_owed(table: Table) -> bool:
    """Whether the table is asked for a count and has entered none."""
    count = asked_of(table)
    return count is not None and not count.tables.filter(table=table).exists()


def is_counted(seat: Seating) -> bool:
    """Somebody whose chips lie at this table."""
    return seat.entry.stack > 0 and not seat.in_transit


def tables_of(count: ChipCount) -> list[Table]:
    """The tables with chips that the count is about."""
    if count.only_table is not None:
        return [count.only_table]
    holding = Q(seatings__until__isnull=True, seatings__entry__stack__gt=0)
    tables = Table.objects.filter(holding, tournament_id=count.tournament_id)
    return list(tables.exclude(state=TableState.CLOSED).distinct().order_by("number"))


def tables_missing(count: ChipCount) -> list[Table]:
    """Those that have not entered theirs yet."""
    done = set(count.tables.values_list("table_id", flat=True))
    return [table for table in tables_of(count) if table.pk not in done]


def uncounted(tables: Iterable[Table]) -> list[Table]:
    """Where somebody sits and nothing was counted since the last hand."""
    return [
        table
        for table in tables
        if hands.seated(table)
        and not table.chip_counts.filter(after_hand=table.hand_number).exists()
    ]


def rows(count: ChipCount) -> list[CountedStack]:
    """Every stack counted, by table and seat."""
    found = CountedStack.objects.filter(table_count__count=count)
    found = found.select_related("table_count__table", "entry__player")
    return list(found.order_by("table_count__table__number", "seat"))


def words(count: ChipCount) -> str:
    """What came of it, in one sentence."""
    found = rows(count)
    counted, recorded = sum(r.counted for r in found), sum(r.recorded for r in found)
    wrong = sum(1 for row in found if row.difference)
    return f"{counted} counted, {recorded} by the ledger, {wrong} stacks differed"


# -- pages -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """Stacks as they were counted, beside what the ledger said of them."""

    counted: int
    recorded: int

    @property
    def difference(self) -> int:
        """How much more was counted than recorded."""
        return self.counted - self.recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCount(Sums):
    """What a table's last count said, and when."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAsked:
    """A table of the open count."""

    number: int
    is_done: bool
    by: str
    is_in_play: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the open count is, table by table."""

    count: ChipCount
    tables: list[TableAsked]
    done: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldCount:
    """A count of the past, and what came of it."""

    count: ChipCount
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCounted(Sums):
    """A table's part of a count: its stacks and their sum."""

    number: int
    rows: list[CountedStack]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountResult(Sums):
    """The page of one count: each stack, each table's and the whole difference."""

    count: ChipCount
    tables: list[TableCounted]
    is_open: bool
    missing: list[Table]
    unexplained: int
    found: QuerySet[FoundChips]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAudited:
    """The chips of a table by the ledger, and by its last count if there was one."""

    number: int
    held: int
    counted: LastCount | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """Chips issued against chips held and counted, by table and in all."""

    issued: int
    held: int
    tables: list[TableAudited]
    unseated: int

    @property
    def difference(self) -> int:
        """How many more are held than were issued."""
        return self.held - self.issued


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsPage:
    """The console's page of counts."""

    current: Progress | None
    counts: list[HeldCount]
    tables: list[Table]
    most: int | None
    held: int
    clause: str
    found: QuerySet[FoundChips]
    audit: Audit
    pocketed_clause: str
    pocketed: QuerySet[ChipMove]


def page(tournament: Tournament) -> CountsPage:
    """The console's page of counts."""
    current = open_one(tournament.pk)
    counts = ChipCount.objects.filter(tournament=tournament).select_related("only_table", "session")
    most = tournament.law.equipment.chip_counts
    pocketed = ChipMove.objects.filter(tournament=tournament, reason=ChipReason.POCKETED)
    return CountsPage(
        current=progress(current) if current else None,
        counts=[HeldCount(count=count, words=words(count)) for count in counts.order_by("-id")],
        tables=list(Table.objects.filter(tournament=tournament).exclude(state=TableState.CLOSED)),
        most=most.value,
        held=of_session(tournament).filter(only_table__isnull=True).count(),
        clause=most.clause,
        found=FoundChips.objects.filter(tournament=tournament).order_by("-id"),
        audit=audit(tournament),
        pocketed_clause=tournament.law.staff.pocketed.clause,
        pocketed=pocketed.select_related("entry__player"),
    )


def progress(count: ChipCount) -> Progress:
    """How far the count is, table by table."""
    by = dict(count.tables.values_list("table_id", "by"))
    tables = [
        TableAsked(
            number=table.number,
            is_done=table.pk in by,
            by=by.get(table.pk, ""),
            is_in_play=hands.is_in_play(table),
        )
        for table in tables_of(count)
    ]
    return Progress(count=count, tables=tables, done=len(by))


def result(count: ChipCount) -> CountResult:
    """The result page: each stack, each table's and the whole difference."""
    stacks = rows(count)
    return CountResult(
        count=count,
        tables=_by_table(stacks),
        counted=sum(stack.counted for stack in stacks),
        recorded=sum(stack.recorded for stack in stacks),
        is_open=count.closed_at is None and count.called_off_at is None,
        missing=tables_missing(count) if count.closed_at is None else [],
        unexplained=sum(1 for stack in stacks if stack.difference and not stack.explanation),
        found=FoundChips.objects.filter(tournament_id=count.tournament_id),
    )


def _by_table(stacks: list[CountedStack]) -> list[TableCounted]:
    by_table: dict[int, list[CountedStack]] = defaultdict(list)
    for stack in stacks:
        by_table[stack.table_count.table.number].append(stack)
    return [
        TableCounted(
            number=number,
            rows=here,
            by=here[0].table_count.by,
            counted=sum(stack.counted for stack in here),
            recorded=sum(stack.recorded for stack in here),
        )
        for number, here in by_table.items()
    ]


def audit(tournament: Tournament) -> Audit:
    """Chips issued against chips held and counted, by table and in all (igr:5.09(b))."""
    issued = ChipMove.objects.filter(tournament=tournament).aggregate(all=Sum("amount"))["all"] or 0
    held = Entry.objects.filter(tournament=tournament).aggregate(all=Sum("stack"))["all"] or 0
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    by_table = dict(
        seats.values_list("table__number").annotate(chips=Sum("entry__stack")).order_by()
    )
    last = _last_counted(tournament)
    return Audit(
        issued=issued,
        held=held,
        tables=[
            TableAudited(number=number, held=chips or 0, counted=last.get(number))
            for number, chips in sorted(by_table.items())
        ],
        unseated=held - sum(chips or 0 for chips in by_table.values()),
    )


def _last_counted(tournament: Tournament) -> dict[int, LastCount]:
    """What each table's last count said."""
    standing = Q(table_count__count__tournament=tournament)
    standing &= Q(table_count__count__called_off_at__isnull=True)
    sums = (
        CountedStack.objects.filter(standing)
        .values("table_count_id", "table_count__table__number", "table_count__at")
        .annotate(counted=Sum("counted"), recorded=Sum("recorded"))
        .order_by("table_count_id")
    )
    return {
        row["table_count__table__number"]: LastCount(
            at=row["table_count__at"], counted=row["counted"], recorded=row["recorded"]
        )
        for row in sums
    }


def stacks_by_story(tournament: Tournament) -> dict[int, int]:
    """Every entry's chips worked out anew: ledger rows, and what each hand gave or took."""
    chips: dict[int, int] = defaultdict(int)
    moves = ChipMove.objects.filter(tournament=tournament, entry__isnull=False)
    for entry, amount, reason in moves.values_list("entry_id", "amount", "reason"):
        if reason != ChipReason.REMOVED:  # a hand has counted those already
            chips[entry] += amount
    played = HandRecord.objects.filter(table__tournament=tournament, ended_at__isnull=False)
    for record in played.select_related("table"):
        hand = replay(hands.story(record))
        for player in record.players:
            chips[player["entry"]] += hand.stacks[player["seat"]] - player["stack"]
    return dict(chips)


def check_each(seats: Collection[int], entered: Collection[int]) -> None:
    """Refuse stacks that are not one for each player at the table, and name who is missing."""
    missing = [str(seat) for seat in sorted(set(seats) - set(entered))]
    if missing:
        word = "seat" if len(missing) == 1 else "seats"
        why = f"Enter the stack of {word} {', '.join(missing)} too: 0 where no chips are left."
        raise Refused(why)
    if set(entered) - set(seats):
        raise Refused("Enter one stack for each player at the table.")
