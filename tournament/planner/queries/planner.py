"""The planner's page: a plan from what the tournament offers, and an outlook in words and lines."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from engine.amounts import dollars
from engine.chips import Chip
from engine.office import money
from engine.planner import chips_needed, evening, outlook, plans
from engine.planner.evening import GRID, Plan
from engine.planner.habits import Habits
from engine.planner.outlook import Moment, Outlook, Spread
from engine.prizes import payouts
from engine.refusal import Refused
from engine.structure.law import PERCENTAGES
from tournament.models import Entry, Tournament
from tournament.planner.queries import wall_clock
from tournament.planner.queries.wall_clock import Times
from tournament.prizes.queries import prizes as prize_queries
from tournament.setup.queries import played

SEED = "planner"
EVENINGS = 1000
WIDTH, HEIGHT = 720, 260
# How the page asks for each assumption: its words, and in which steps it is given.
ASSUMPTIONS = (
    ("seconds", "Seconds per hand", "1"),
    ("seconds_a_player", "… and per player in it", "1"),
    ("played", "Hands in which somebody enters the pot", "0.01"),
    ("callers", "Callers of a raise, on average", "0.1"),
    ("shoves", "Raises answered by an all-in", "0.01"),
    ("pays_all_in", "Callers of an all-in, on average", "0.05"),
    ("stays", "Players already in who call an all-in", "0.01"),
    ("bets", "Bets when checked to", "0.01"),
    ("calls", "Calls of a later bet", "0.01"),
    ("short", "Big blinds below which a raise is all-in", "1"),
    ("raises_to", "A first raise, in big blinds", "0.1"),
    ("rebuys", "Players who may rebuy and do", "0.01"),
    ("top_ups", "Players who take the top-up or add-on", "0.01"),
)


def expected(tournament: Tournament) -> tuple[int, int]:
    """How many players to reckon with: those entered, or a full house's half to its whole."""
    entered = Entry.objects.filter(tournament=tournament).count()
    least = max(2, entered, tournament.structure["min_players"])
    seats = tournament.structure["seats_per_table"]
    most = max(least, entered, min(tournament.structure["max_players"], 4 * seats))
    return least, most


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What is tried in place of the setup; None: as it is set up, and room for everybody."""

    stack: int | None = None
    tables: int | None = None
    dealers: int | None = None
    has_rebuys: bool = True


AS_SET_UP = Otherwise()


def plan_of(
    tournament: Tournament,
    *,
    entries: tuple[int, int],
    assumed: Habits,
    otherwise: Otherwise = AS_SET_UP,
    until: int | None = None,
) -> Plan:
    """The tournament as it is offered, for so many players of such habits."""
    plan = plans.of_structure(
        tournament.structure,
        played=played.of(tournament),
        entries=entries,
        paid=_places_paid(tournament, max(entries)),
        assumed=assumed,
    )
    return tried(replace(plan, until=until), otherwise)


def minutes_until(ends_at: datetime | None, starts_at: datetime) -> int | None:
    """From a start to the end of play by the clock on the wall; the day does not matter."""
    if ends_at is None:
        return None
    minutes = (timezone.localtime(ends_at) - timezone.localtime(starts_at)).seconds // 60
    return minutes or 24 * 60


def tried(plan: Plan, otherwise: Otherwise) -> Plan:
    """The plan with this much otherwise; a table without a dealer is not dealt at."""
    limits = [limit for limit in (otherwise.tables, otherwise.dealers) if limit is not None]
    other = replace(
        plan,
        stack=plan.stack if otherwise.stack is None else otherwise.stack,
        tables=min(limits, default=None),
        rebuys=plan.rebuys if otherwise.has_rebuys else None,
    )
    evening.check(other)
    return other


def _places_paid(tournament: Tournament, entries: int) -> int:
    """By the prize list, if it is written; payments need not be in yet."""
    made = prize_queries.list_of(tournament)
    if made is None:
        return usually_paid(tournament.structure, entries)
    rows = prize_queries.rows_of(tournament, made)
    return len({row.place for row in rows if row.percent or row.amount})


def usually_paid(offer: Mapping[str, Any], entries: int) -> int:
    """How many win money where nothing is written: nobody who plays for donations or medals."""
    return len(payouts.usual_list(entries)) if offer["prizes"] == PERCENTAGES else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """What the form begins with, and what of it can be tried otherwise."""

    stack: int
    seats: int
    has_rebuys: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """An assumption as a field of the form."""

    name: str
    words: str
    step: str
    value: float
    is_usual: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadWords:
    """A spread as people say it."""

    low: str
    middle: str
    high: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How many find a seat, and how many of those expected do not."""

    seats: int
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hour:
    """An hour of the evening: players and tables at its start, dealers at its busiest."""

    at: datetime
    players: Spread
    tables: Spread
    dealers: int
    missing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakExpected:
    """When a table breaks, and how many are left then."""

    left: int
    when: Times


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """What would be otherwise with one thing changed."""

    words: str
    end: datetime
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipRow:
    """The chips of one colour: in a stack, sold in all, and in all with race-offs."""

    value: int
    colour: str
    stack: int
    sold: int
    all: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsNeeded:
    """The chips an evening needs, or why the set does not serve."""

    why_not: str = ""
    has_race_offs: bool = False
    rows: list[ChipRow] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class HourMark:
    """An hour on the chart."""

    x: float
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CountMark:
    """A number of players on the chart."""

    y: float
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Players left over time: a line in a band."""

    width: int
    height: int
    band: str
    line: str
    hours: list[HourMark]
    counts: list[CountMark]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlookShown:
    """What is known by now, for people."""

    evenings: int
    end: Times
    lasts: SpreadWords
    final: Times | None
    final_blinds: Spread | None
    bubble: Times | None
    level: Spread
    entries: Spread
    rebuys: Spread | None
    top_ups: Spread | None
    payments: SpreadWords | None
    pool: SpreadWords | None
    room: Room | None
    hours: list[Hour]
    breaks: list[BreakExpected]
    chips: ChipsNeeded
    chart: Chart
    changes: list[Changed]


def set_up(tournament: Tournament) -> SetUp:
    """What the form begins with, and what of it can be tried otherwise."""
    offer = tournament.structure
    return SetUp(
        stack=offer["stack"],
        seats=offer["seats_per_table"],
        has_rebuys=not offer["rebuys"]["is_refused"],
    )


def assumptions(assumed: Habits) -> list[Assumption]:
    """Every assumption as a field of the form."""
    usual = Habits()
    return [
        Assumption(
            name=name,
            words=words,
            step=step,
            value=getattr(assumed, name),
            is_usual=getattr(assumed, name) == getattr(usual, name),
        )
        for name, words, step in ASSUMPTIONS
    ]


def shown(
    tournament: Tournament,
    plan: Plan,
    found: Mapping[str, Any],
    *,
    starts_at: datetime,
    dealers: int | None = None,
) -> OutlookShown:
    """What is known by now, for people."""
    seen = outlook.from_plain(found["outlook"])
    offer = tournament.structure
    return OutlookShown(
        evenings=seen.evenings,
        end=wall_clock.times(seen.end, starts_at),
        lasts=_lengths(seen.end),
        final=wall_clock.times_if_any(seen.final, starts_at),
        final_blinds=seen.final_blinds,
        bubble=wall_clock.times_if_any(seen.bubble, starts_at),
        level=seen.level,
        entries=seen.entries,
        rebuys=seen.rebuys if plan.rebuys else None,
        top_ups=seen.top_ups if plan.top_up else None,
        payments=payments(offer, seen),
        pool=payments(offer, seen, is_pool=True),
        room=_room(plan),
        hours=_hours(seen, starts_at, dealers),
        breaks=[
            BreakExpected(left=left, when=wall_clock.times(when, starts_at))
            for left, when in seen.breaks
        ],
        chips=chips(offer, plan, seen),
        chart=chart(seen, starts_at),
        changes=[
            Changed(
                words=words,
                end=wall_clock.at(starts_at, seen.end.middle + difference),
                minutes=round(difference),
            )
            for words, difference in found.get("changes", ())
        ],
    )


def _lengths(spread: Spread) -> SpreadWords:
    return SpreadWords(
        low=length(spread.low), middle=length(spread.middle), high=length(spread.high)
    )


def length(minutes: float) -> str:
    """A stretch of time as people say it."""
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"


def _room(plan: Plan) -> Room | None:
    """How many find a seat, and how many of those expected do not; None where all do."""
    seats = evening.room(plan)
    least, most = (max(0, players - seats) for players in plan.entries)
    return Room(seats=seats, least=least, most=most) if most else None


def payments(
    offer: Mapping[str, Any], seen: Outlook, *, is_pool: bool = False
) -> SpreadWords | None:
    """What is taken in, or of it the prize pool, when as many enter and buy as reckoned."""

    def part(what: money.Sold) -> int:
        return money.split(offer, what).pool if is_pool else money.price(offer, what)

    prices = (
        (seen.entries, part(money.Sold.ENTRY)),
        (seen.rebuys, part(money.Sold.REBUY)),
        (seen.top_ups, part(money.Sold.TOP_UP) or part(money.Sold.ADD_ON)),
    )
    if not any(price for _, price in prices):
        return None
    return SpreadWords(
        low=dollars(sum(round(bought.low) * price for bought, price in prices)),
        middle=dollars(sum(round(bought.middle) * price for bought, price in prices)),
        high=dollars(sum(round(bought.high) * price for bought, price in prices)),
    )


def _hours(seen: Outlook, starts_at: datetime, there: int | None) -> list[Hour]:
    """For every hour: players and tables at its start, dealers needed at its busiest."""
    first: dict[int, Moment] = {}
    for moment in seen.moments:
        first.setdefault(moment.minute // 60, moment)
    return [
        Hour(
            at=wall_clock.at(starts_at, hour * 60),
            players=first[hour].players,
            tables=first[hour].tables,
            dealers=dealers,
            missing=0 if there is None else max(0, dealers - there),
        )
        for hour, dealers in outlook.dealers_by_hour(seen)
    ]


def chips(offer: Mapping[str, Any], plan: Plan, seen: Outlook) -> ChipsNeeded:
    """Chips of each colour for nine evenings of ten, race-offs included, and a player's stack."""
    chip_set = [Chip(chip["value"], chip["colour"]) for chip in offer["chips"]]
    values = [chip.denomination for chip in chip_set]
    piles = [(round(seen.entries.high), plan.stack)]
    if plan.rebuys:
        piles.append((round(seen.rebuys.high), plan.rebuys.chips))
    if plan.top_up:
        piles.append((round(seen.top_ups.high), plan.top_up.chips))
    try:
        total = chips_needed.needed(piles, values)
        stack = chips_needed.starting_pile(plan.stack, values)
    except Refused as refusal:
        return ChipsNeeded(why_not=refusal.why)
    leaving = [value for level in plan.schedule.levels for value in level.race_offs]
    most = chips_needed.with_race_offs(total, leaving, values)
    rows = [
        ChipRow(
            value=chip.denomination,
            colour=chip.colour,
            stack=stack.get(chip.denomination, 0),
            sold=total.get(chip.denomination, 0),
            all=count,
        )
        for chip in chip_set
        if (count := most[chip.denomination])
    ]
    return ChipsNeeded(has_race_offs=bool(leaving), rows=rows)


def chart(seen: Outlook, starts_at: datetime) -> Chart:
    """Players left over time: a line for the middle evening in a band for eight of ten."""
    moments = seen.moments
    last = max(GRID, moments[-1].minute)
    most = max(1.0, moments[0].players.high)

    def x(minute: float) -> float:
        return round(minute / last * WIDTH, 1)

    def y(players: float) -> float:
        return round(HEIGHT - players / most * HEIGHT, 1)

    lower = [(x(moment.minute), y(moment.players.low)) for moment in moments]
    upper = [(x(moment.minute), y(moment.players.high)) for moment in moments]
    middle = [(x(moment.minute), y(moment.players.middle)) for moment in moments]
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        band=_points(upper + lower[::-1]),
        line=_points(middle),
        hours=[
            HourMark(x=x(minute), at=wall_clock.at(starts_at, minute))
            for minute in range(0, last + 1, 60 * (1 + last // 720))
        ],
        counts=[CountMark(y=y(most * share), players=round(most * share)) for share in (1, 0.5)],
    )


def _points(pairs: list[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in pairs)
