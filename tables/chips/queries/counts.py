"""Chip counts: which is open, what each table has entered, and what the ledger says to it."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

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


def page(tournament: Tournament) -> dict[str, Any]:
    """The console's page of counts."""
    current = open_one(tournament.pk)
    told = ChipCount.objects.filter(tournament=tournament).select_related("only_table", "session")
    said = tournament.law.equipment.chip_counts
    most, clause = said.value, said.clause
    held = of_session(tournament).filter(only_table__isnull=True).count()
    return {
        "current": progress(current) if current else None,
        "counts": [{"count": one, "words": words(one)} for one in told.order_by("-id")],
        "tables": list(
            Table.objects.filter(tournament=tournament).exclude(state=TableState.CLOSED)
        ),
        "most": most,
        "held": held,
        "clause": clause,
        "found": FoundChips.objects.filter(tournament=tournament).order_by("-id"),
        "audit": audit(tournament),
        "pocketed_clause": tournament.law.staff.pocketed.clause,
        "pocketed": ChipMove.objects.filter(
            tournament=tournament, reason=ChipReason.POCKETED
        ).select_related("entry__player"),
    }


def progress(count: ChipCount) -> dict[str, Any]:
    """How far the count is, table by table."""
    done = {one.table_id: one for one in count.tables.select_related("table")}
    return {
        "count": count,
        "tables": [
            {
                "number": table.number,
                "is_done": table.pk in done,
                "by": done[table.pk].by if table.pk in done else "",
                "is_in_play": hands.is_in_play(table),
            }
            for table in tables_of(count)
        ],
        "done": len(done),
    }


def result(count: ChipCount) -> dict[str, Any]:
    """The result page: each stack, each table's and the whole difference."""
    by_table: dict[int, list[CountedStack]] = defaultdict(list)
    for row in rows(count):
        by_table[row.table_count.table.number].append(row)
    tables = [
        {"number": number, "rows": found, "by": found[0].table_count.by, **_sums(found)}
        for number, found in by_table.items()
    ]
    every = [row for found in by_table.values() for row in found]
    return {
        "count": count,
        "tables": tables,
        **_sums(every),
        "is_open": count.closed_at is None and count.called_off_at is None,
        "missing": tables_missing(count) if count.closed_at is None else [],
        "unexplained": sum(1 for row in every if row.difference and not row.explanation),
        "found": FoundChips.objects.filter(tournament_id=count.tournament_id),
    }


def _sums(found: list[CountedStack]) -> dict[str, int]:
    counted, recorded = sum(r.counted for r in found), sum(r.recorded for r in found)
    return {"counted": counted, "recorded": recorded, "difference": counted - recorded}


def audit(tournament: Tournament) -> dict[str, Any]:
    """Chips issued against chips held and counted, by table and in all (igr:5.09(b))."""
    issued = ChipMove.objects.filter(tournament=tournament).aggregate(all=Sum("amount"))["all"] or 0
    held = Entry.objects.filter(tournament=tournament).aggregate(all=Sum("stack"))["all"] or 0
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    by_table = dict(
        seats.values_list("table__number").annotate(chips=Sum("entry__stack")).order_by()
    )
    counted = _last_counted(tournament)
    return {
        "issued": issued,
        "held": held,
        "difference": held - issued,
        "tables": [
            {"number": number, "held": chips or 0, "counted": counted.get(number)}
            for number, chips in sorted(by_table.items())
        ],
        "unseated": held - sum(chips or 0 for chips in by_table.values()),
    }


def _last_counted(tournament: Tournament) -> dict[int, dict[str, Any]]:
    """What each table's last count said."""
    last: dict[int, dict[str, Any]] = {}
    standing = Q(table_count__count__tournament=tournament)
    standing &= Q(table_count__count__called_off_at__isnull=True)
    sums = (
        CountedStack.objects.filter(standing)
        .values("table_count_id", "table_count__table__number", "table_count__at")
        .annotate(counted=Sum("counted"), recorded=Sum("recorded"))
        .order_by("table_count_id")
    )
    for row in sums:
        difference = row["counted"] - row["recorded"]
        last[row["table_count__table__number"]] = {
            "at": row["table_count__at"],
            "counted": row["counted"],
            "difference": difference,
        }
    return last


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
