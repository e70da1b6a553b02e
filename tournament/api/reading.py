"""Anybody: what the hall sees of a tournament. Staff: the journal, the balances."""

from datetime import UTC, datetime
from typing import Any

from ninja import Schema
from pydantic import Field

from engine.clock import clock_state
from engine.office.law.money import Account
from engine.schedule.schedule import Level, Line
from engine.structure import presets
from tournament.api.operations import Hall, Here, House, Operations
from tournament.api.values import (
    ChipColour,
    LevelAmounts,
    Limit,
    Page,
    Phase,
    PlannedRow,
    Priced,
    Rulebook,
    State,
    amounts,
    part,
)
from tournament.clock.queries import clock as clock_queries
from tournament.clock.queries import structure
from tournament.draws.queries import draws
from tournament.models import JournalEntry, Tournament
from tournament.money.queries import money
from tournament.permissions import Permission
from tournament.records.queries import journal
from tournament.setup.queries import poster

router = Operations(tags=["reading"])
MOST_LINES = 200


class Heading(Schema):
    """A tournament in a few words."""

    code: str
    name: str
    state: State
    rulebook: Rulebook
    preset: str
    game: str
    started_at: datetime | None
    finished_at: datetime | None


class PresetOffered(Priced):
    """What a tournament may begin from."""

    preset: str = Field(description="Its key, as `Create a tournament` takes it.")
    name: str
    rulebook: Rulebook
    game: str
    seats_per_table: int
    min_players: int
    max_players: int
    stack: int
    entry_price: int
    levels: int


class ClockNow(Schema):
    """The clock, with the tournament around it."""

    version: int
    phase: Phase
    reason: str
    level: LevelAmounts
    level_name: str
    row: int = Field(description="Of the schedule, from 0.")
    seconds_left: int | None
    ends_at: datetime | None
    next_break_in: int | None = Field(description="In seconds.")
    now: datetime = Field(description="By the server's clock.")
    message: str
    note: str
    is_over: bool
    entries: int
    players_left: int
    tables_open: int
    chips_in_play: int
    average_stack: int
    on_sale: list[str] = Field(description="What is sold now: rebuys, top-ups, add-ons.")
    winner: str


class Structure(Schema):
    """Levels and breaks with the times they are expected at, stack and chips."""

    version: int
    levels: list[PlannedRow]
    stack: int
    seats_per_table: int
    chips: list[ChipColour]
    doubling_every: int | None = Field(description="Minutes, after the last level.")


class DrawProof(Schema):
    """A draw, with all it takes to work it out again; what is not known yet is null."""

    draw: str
    title: str
    kind: str
    commitment: str
    list: str | None
    digest: str
    words: str
    secret: str | None
    result: dict[str, Any] | None
    cancelled: str | None


class JournalLine(Schema):
    """A line of the journal; what is in `data` depends on its `name`."""

    sequence: int
    name: str = Field(examples=["entry.registered"])
    at: datetime
    by: str
    words: str
    data: dict[str, Any]
    hash: str


class JournalPage(Page):
    """Lines of the journal, the newest first."""

    rows: list[JournalLine]


class Balances(Priced):
    """What each account of the money ledger holds."""

    balances: dict[Account, int]


def heading(tournament: Tournament) -> Heading:
    """What is said of a tournament everywhere."""
    return Heading.from_orm(tournament)


@router.show("/presets", "List presets")
def all_presets(here: House) -> list[PresetOffered]:
    return [
        PresetOffered(
            preset=one.key,
            name=one.name,
            rulebook=one.rulebook,
            game=one.game,
            seats_per_table=one.seats_per_table,
            min_players=one.min_players,
            max_players=one.max_players,
            stack=one.starting_stack,
            entry_price=one.entry_price,
            levels=sum(isinstance(row, Level) for row in one.schedule.rows),
        )
        for one in presets.PRESETS
    ]


@router.show("/tournaments", "List tournaments")
def all_tournaments(here: House) -> list[Heading]:
    found = Tournament.objects.all()[:MOST_LINES]
    return [heading(one) for one in found if poster.is_told(one, here.actor)]


@router.show("", "A tournament")
def one(here: Hall) -> Heading:
    return heading(here.tournament)


@router.show("/clock", "Clock")
def clock_picture(here: Hall) -> ClockNow:
    shown = clock_queries.picture(here.tournament, now=here.now)
    state = clock_queries.state_of(here.tournament.clock)
    return ClockNow(
        level=LevelAmounts(**amounts(clock_queries.level_now(here.tournament))),
        ends_at=None if shown.ends_at_ms is None else _moment(shown.ends_at_ms),
        now=_moment(shown.server_ms),
        on_sale=list(state.on_sale),
        winner=shown.winner_name,
        **{name: getattr(shown, name) for name in ClockNow.model_fields if hasattr(shown, name)},
    )


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


@router.show("/structure", "Levels")
def levels(here: Hall) -> Structure:
    schedule = clock_queries.schedule_of(here.tournament)
    state = clock_queries.state_of(here.tournament.clock)
    shown = structure.picture(here.tournament, now=here.now)
    return Structure(
        version=shown.version,
        levels=[_row(line, state) for line in structure.lines(schedule, state, here.now)],
        stack=shown.stack,
        seats_per_table=shown.seats_per_table,
        chips=[ChipColour(**chip) for chip in shown.chip_set],
        doubling_every=getattr(schedule.after_last, "every", None),
    )


def _row(line: Line, state: clock_state.ClockState) -> PlannedRow:
    is_level = isinstance(line.row, Level)
    has_begun = state.started_at is not None
    return PlannedRow(
        kind="level" if is_level else "break",
        number=line.number if is_level else None,
        minutes=line.row.minutes,
        starts_at=line.starts_at if has_begun or line.index > state.index else None,
        is_now=has_begun and line.index == state.index,
        note=line.row.note,
        **(amounts(line.row) if isinstance(line.row, Level) else {}),
    )


@router.show("/draws", "List draws with their proofs")
def all_draws(here: Hall) -> list[DrawProof]:
    return [DrawProof(**proof) for proof in draws.proofs(here.tournament)]


@router.look("/journal", "The journal", Permission.SEE_JOURNAL)
def journal_lines(here: Here, before: int | None = None, limit: Limit = 50) -> JournalPage:
    """Newest first; `before` is the `next` of the page before."""
    lines = journal.newest_first(here.tournament.pk)
    if before is not None:
        lines = lines.filter(sequence__lt=max(0, min(before, 2**31)))
    found, goes_on = part(lines, min(limit, MOST_LINES))
    cursor = found[-1].sequence if goes_on else None
    return JournalPage(rows=[_line(line) for line in found], next=cursor)


def _line(line: JournalEntry) -> JournalLine:
    return JournalLine(
        sequence=line.sequence,
        name=line.name,
        at=line.at,
        by=line.by,
        words=journal.row(line).sentence,
        data=line.data,
        hash=line.hash,
    )


@router.look("/money", "Balances", Permission.SEE_MONEY)
def balances(here: Here) -> Balances:
    return Balances(balances=money.balances(here.tournament.pk))
