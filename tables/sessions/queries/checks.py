"""The checklist before a session: each line green or red, with what to do."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from engine.clock import lawful_schedules
from engine.equipment import decks as engine_decks
from engine.lifecycle import TournamentState
from engine.office import staffing
from engine.refusal import Refused
from tables.chips.queries import bags
from tables.console.queries import console, table_tiles
from tables.crew.queries import dealers
from tables.equipment.queries import decks
from tables.models import DealerDuty, Deck, Seating, Table
from tables.models.tables import TableState
from tables.play.queries import depth
from tables.play.queries.depth import Depth
from tables.seating.queries import tables as table_queries
from tournament.clock.queries import clock as clock_queries
from tournament.models import PrizeList, Tournament
from tournament.money.queries import money
from tournament.office.queries import staffing as staff_queries
from tournament.setup.queries import setup_steps


@dataclass(frozen=True, slots=True)
class Line:
    """One item of the checklist; the start is refused or only warned about it."""

    title: str
    is_ok: bool
    words: str
    to: tuple[str, str] = ("", "")  # where it is put right: address and label
    clause: str = ""
    is_refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCheck:
    """A table, its dealer and how much is recorded there."""

    table: Table
    duty: DealerDuty | None
    depth: Depth


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecksPage:
    """The checklist before a session."""

    lines: list[Line]
    parts: list[Line]
    tables: list[TableCheck]
    dealers: list[tuple[int, str]]
    depth: Depth
    depths: list[tuple[Depth, str]]

    @property
    def red(self) -> int:
        """How many lines are open."""
        return sum(1 for line in self.lines if not line.is_ok)

    @property
    def refused(self) -> list[Line]:
        """What has to be done before the start."""
        return [line for line in self.lines if not line.is_ok and line.is_refused]


def page(tournament: Tournament, *, now: datetime) -> ChecksPage:
    """Everything the page shows."""
    tables = list(
        Table.objects.filter(tournament=tournament)
        .exclude(state=TableState.CLOSED)
        .select_related("tournament")
    )
    duty = dealers.by_table(tournament)
    return ChecksPage(
        lines=list(_lines(tournament, tables, now)),
        parts=list(_parts(tournament, tables)),
        tables=[
            TableCheck(table=table, duty=duty.get(table.number), depth=depth.of(table))
            for table in tables
        ],
        dealers=dealers.choices(tournament),
        depth=depth.of_tournament(tournament),
        depths=list(depth.WORDS.items()),
    )


def _lines(tournament: Tournament, tables: list[Table], now: datetime) -> Iterator[Line]:
    if tournament.state != TournamentState.RUNNING:
        yield _setup(tournament)
    yield _staff(tournament, tables)
    yield _dealers(tournament, tables)
    yield _seats(tournament, tables)
    yield _decks(tournament, tables)
    yield _chips(tournament)
    yield _tablets(tournament, tables, now)
    if tournament.law.entries.finishing_time.value:
        yield _finishing_time(tournament)
    if bags.current(tournament.pk) is not None:
        yield _bags(tournament)


def _url(name: str, tournament: Tournament) -> str:
    return reverse(name, kwargs={"code": tournament.code})


def _setup(tournament: Tournament) -> Line:
    """What the book wants decided, named or posted before the first hand."""
    steps = setup_steps.missing(setup_steps.of(tournament))
    open_steps = [step for step in steps if step.url != "staff"]  # it has a line of its own
    if not open_steps:
        words = "Everything the rulebook asks for is decided and posted."
        return Line("Setup", True, words, to=(_url("setup", tournament), "Setup"))
    first = open_steps[0]
    others = ", ".join(step.title for step in open_steps[1:])
    words = f"{first.title}: {first.why}{f' Then: {others}.' if others else ''}"
    to_do = (_url(first.url, tournament), first.title)
    return Line("Setup", False, words, to=to_do, is_refused=True)


def _staff(tournament: Tournament, tables: list[Table]) -> Line:
    to_do = (_url("staff", tournament), "Staff")
    try:
        staffing.check_staff(
            staff_queries.people(tournament),
            tables=len(tables),
            rulebook=tournament.rulebook,
            approval=staff_queries.approval_for_more_tables(tournament),
        )
    except Refused as refusal:
        return Line("Staff", False, refusal.why, clause=refusal.clause, is_refused=True, to=to_do)
    return Line("Staff", True, "Everyone the rulebook asks for is appointed and here.", to=to_do)


def _dealers(tournament: Tournament, tables: list[Table]) -> Line:
    have = dealers.by_table(tournament)
    bare = [str(table.number) for table in tables if table.number not in have]
    clause = tournament.law.staff.dealers.clause
    words = "At each table."
    if bare:
        words = f"No dealer yet at {table_queries.named(bare)}: name one below."
    return Line("Dealers", not bare, words, clause=clause, is_refused=bool(clause))


def _seats(tournament: Tournament, tables: list[Table]) -> Line:
    seats = Seating.objects.filter(table__in=tables, until__isnull=True)
    absent = seats.filter(is_absent=True).select_related("entry__player")
    count = console.player_count(tournament.pk)
    to_do = (_url("console", tournament), "Console")
    if not tables:
        return Line("Seats", False, "No seats are drawn.", is_refused=True, to=to_do)
    if not count.ok:
        words = "Some players have no seat: seat them or cancel their entries."
        return Line("Seats", False, words, is_refused=True, to=to_do)
    away = ", ".join(seat.entry.name for seat in absent)
    words = f"Everybody has a seat; marked away: {away}." if away else "Everybody has a seat."
    return Line("Seats", True, words, to=to_do)


def _decks(tournament: Tournament, tables: list[Table]) -> Line:
    to_do = (_url("decks", tournament), "Decks")
    rules = decks.rules_of(tournament)
    if not rules.opening:
        return Line("Decks", True, "This rulebook asks for no check of the decks.", to=to_do)
    clause = rules.opening[0].clause
    waiting = [
        str(table.number)
        for table in tables
        if engine_decks.opening_owed(rules, decks.read(table).facts)
    ]
    if waiting or not tables:
        words = f"Not checked yet at {table_queries.named(waiting)}: " if waiting else ""
        return Line("Decks", False, words + _who_asks(tournament, tables), clause=clause, to=to_do)
    found = Deck.objects.filter(table__in=tables).count()
    return Line("Decks", True, f"{found} decks are checked and ready.", clause=clause, to=to_do)


def _who_asks(tournament: Tournament, tables: list[Table]) -> str:
    if not tables:
        return "No table is open: no deck has been checked."
    if decks.is_asked_for(tournament):
        return "the tablet asks for it."
    return "the tablets show the steps without asking for them; tick them there all the same."


def _chips(tournament: Tournament) -> Line:
    state = console.ledger(tournament.pk)
    to_do = (_url("counts", tournament), "Chip counts")
    if state.ok:
        words = f"{clock_queries.chips(state.in_play)} issued and held."
        return Line("Chips", True, words, to=to_do)
    words = f"They differ by {state.difference:+}: count the chips and explain it."
    return Line("Chips", False, words, to=to_do)


def _tablets(tournament: Tournament, tables: list[Table], now: datetime) -> Line:
    known = table_tiles.tablets(tournament.pk, now)
    bare = [str(table.number) for table in tables if table.pk not in known]
    silent = [str(table.number) for table in tables if known.get(table.pk)]
    to_do = (_url("devices", tournament), "Devices")
    if bare:
        words = f"No tablet at {table_queries.named(bare)}: pair one."
        return Line("Tablets", False, words, to=to_do)
    if silent:
        words = f"Silent at {table_queries.named(silent)}: wake it or pair another."
        return Line("Tablets", False, words, to=to_do)
    return Line("Tablets", bool(tables), "Paired and awake at each table.", to=to_do)


def _finishing_time(tournament: Tournament) -> Line:
    state = clock_queries.state_of(tournament.clock)
    clause = tournament.law.entries.finishing_time.clause
    has_end = state.finishes_at is not None
    words = "It is set." if has_end else "Set it on the console: play cannot start without it."
    return Line(
        "Finishing time",
        has_end,
        words,
        to=(_url("console", tournament), "Console"),
        clause=clause,
        is_refused=True,
    )


def _bags(tournament: Tournament) -> Line:
    words = "Chips are bagged: open and count the bags in front of the players."
    return Line("Bags", False, words, to=(_url("bags", tournament), "Bags"), is_refused=True)


# -- the parts a licensee answers for --------------------------------------------------------------


def _parts(tournament: Tournament, tables: list[Table]) -> Iterator[Line]:
    for part in tournament.law.staff.parts.value:
        is_ok, words = _PARTS[part.key](tournament, tables)
        yield Line(part.words, is_ok, words, clause=part.clause)


def _money(tournament: Tournament, tables: list[Table]) -> tuple[bool, str]:
    is_ok = bool(money.state(tournament.pk).adds_up)
    return is_ok, "The books balance." if is_ok else "They do not balance."


def _terms(tournament: Tournament, tables: list[Table]) -> tuple[bool, str]:
    schedule = clock_queries.schedule_of(tournament)
    doubts = lawful_schedules.doubts(schedule, rulebook=tournament.rulebook)
    return not doubts, doubts[0].sentence if doubts else "Nothing contradicts it."


def _prizes(tournament: Tournament, tables: list[Table]) -> tuple[bool, str]:
    is_there = PrizeList.objects.filter(tournament=tournament).exists()
    return is_there, "On the list." if is_there else "No prizes are on record yet."


def _expenses(tournament: Tournament, tables: list[Table]) -> tuple[bool, str]:
    return True, "Each has a payee, purpose and amount."


def _head(tournament: Tournament, tables: list[Table]) -> tuple[bool, str]:
    heads = [p for p in staff_queries.people(tournament) if p.role == "director"]
    is_ok = len(heads) == 1 and heads[0].is_here
    return is_ok, heads[0].name if len(heads) == 1 else f"{len(heads)} are appointed."


def _managers(tournament: Tournament, tables: list[Table]) -> tuple[bool, str]:
    have = sum(1 for p in staff_queries.people(tournament) if p.role == "floor")
    need = staffing.managers_needed(len(tables))
    return have >= need, f"{have} of {need}."


def _every_dealer(tournament: Tournament, tables: list[Table]) -> tuple[bool, str]:
    line = _dealers(tournament, tables)
    return line.is_ok and bool(tables), line.words


_PARTS = {
    "money": _money,
    "terms": _terms,
    "prizes": _prizes,
    "expenses": _expenses,
    "head": _head,
    "managers": _managers,
    "dealers": _every_dealer,
}
