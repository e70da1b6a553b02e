"""The planner's page: a plan from what the tournament offers, and an outlook in words and lines."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from engine.amounts import dollars
from engine.chips import Chip
from engine.office import money
from engine.planner import chips_needed, evening, plans
from engine.planner.evening import GRID, Plan
from engine.planner.habits import Habits
from engine.prizes import payouts
from engine.refusal import Refused
from engine.structure.law import PERCENTAGES
from tournament.models import Entry, Tournament
from tournament.planner.queries import wall_clock
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


def usually_paid(offer: dict[str, Any], entries: int) -> int:
    """How many win money where nothing is written: nobody who plays for donations or medals."""
    return len(payouts.usual_list(entries)) if offer["prizes"] == PERCENTAGES else 0


def set_up(tournament: Tournament) -> dict[str, Any]:
    """What the form begins with, and what of it can be tried otherwise."""
    offer = tournament.structure
    return {
        "stack": offer["stack"],
        "seats": offer["seats_per_table"],
        "has_rebuys": not offer["rebuys"]["is_refused"],
    }


def assumptions(assumed: Habits) -> list[dict[str, Any]]:
    """Every assumption as a field of the form."""
    usual = Habits()
    return [
        {
            "name": name,
            "words": words,
            "step": step,
            "value": getattr(assumed, name),
            "is_usual": getattr(assumed, name) == getattr(usual, name),
        }
        for name, words, step in ASSUMPTIONS
    ]


def shown(
    tournament: Tournament,
    plan: Plan,
    found: dict[str, Any],
    *,
    starts_at: datetime,
    dealers: int | None = None,
) -> dict[str, Any]:
    """What is known by now, for people."""
    seen = found["outlook"]
    offer = tournament.structure
    return {
        "evenings": seen["evenings"],
        "end": wall_clock.times(seen["end"], starts_at),
        "lasts": _lengths(seen["end"]),
        "final": wall_clock.times(seen["final"], starts_at),
        "final_blinds": seen["final_blinds"],
        "bubble": wall_clock.times(seen["bubble"], starts_at),
        "level": seen["level"],
        "entries": seen["entries"],
        "rebuys": seen["rebuys"] if plan.rebuys else None,
        "top_ups": seen["top_ups"] if plan.top_up else None,
        "payments": payments(offer, seen),
        "pool": payments(offer, seen, is_pool=True),
        "room": _room(plan),
        "hours": _hours(seen, starts_at, dealers),
        "breaks": [
            {"left": left, "when": wall_clock.times(when, starts_at)}
            for left, when in seen["breaks"]
        ],
        "chips": chips(offer, plan, seen),
        "chart": chart(seen, starts_at),
        "changes": [
            {
                "words": words,
                "end": wall_clock.at(starts_at, seen["end"]["middle"] + difference),
                "minutes": round(difference),
            }
            for words, difference in found.get("changes", ())
        ],
    }


def _lengths(spread: dict[str, float]) -> dict[str, str]:
    return {name: length(minutes) for name, minutes in spread.items()}


def length(minutes: float) -> str:
    """A stretch of time as people say it."""
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"


def _room(plan: Plan) -> dict[str, int] | None:
    """How many find a seat, and how many of those expected do not; None where all do."""
    seats = evening.room(plan)
    least, most = (max(0, players - seats) for players in plan.entries)
    return {"seats": seats, "least": least, "most": most} if most else None


def payments(
    offer: dict[str, Any], seen: dict[str, Any], *, is_pool: bool = False
) -> dict[str, str] | None:
    """What is taken in, or of it the prize pool, when as many enter and buy as reckoned."""

    def part(what: money.Sold) -> int:
        return money.split(offer, what).pool if is_pool else money.price(offer, what)

    prices = {
        "entries": part(money.Sold.ENTRY),
        "rebuys": part(money.Sold.REBUY),
        "top_ups": part(money.Sold.TOP_UP) or part(money.Sold.ADD_ON),
    }
    if not any(prices.values()):
        return None
    return {
        name: dollars(sum(round(seen[what][name]) * price for what, price in prices.items()))
        for name in ("low", "middle", "high")
    }


def _hours(seen: dict[str, Any], starts_at: datetime, there: int | None) -> list[dict[str, Any]]:
    """For every hour: players and tables at its start, dealers needed at its busiest."""
    rows: dict[int, dict[str, Any]] = {}
    for moment in seen["moments"]:
        tables = round(moment["tables"]["high"])
        dealers = tables + -(-tables // 4)
        row = rows.setdefault(
            moment["minute"] // 60,
            {
                "at": wall_clock.at(starts_at, moment["minute"] // 60 * 60),
                "players": moment["players"],
                "tables": moment["tables"],
                "dealers": 0,
            },
        )
        row["dealers"] = max(row["dealers"], dealers)
        row["missing"] = 0 if there is None else max(0, row["dealers"] - there)
    return [row for row in rows.values() if row["dealers"]]


def chips(offer: dict[str, Any], plan: Plan, seen: dict[str, Any]) -> dict[str, Any]:
    """Chips of each colour for nine evenings of ten, race-offs included, and a player's stack."""
    chip_set = [Chip(chip["value"], chip["colour"]) for chip in offer["chips"]]
    values = [chip.denomination for chip in chip_set]
    piles = [(round(seen["entries"]["high"]), plan.stack)]
    if plan.rebuys:
        piles.append((round(seen["rebuys"]["high"]), plan.rebuys.chips))
    if plan.top_up:
        piles.append((round(seen["top_ups"]["high"]), plan.top_up.chips))
    try:
        total = chips_needed.needed(piles, values)
        stack = chips_needed.starting_pile(plan.stack, values)
    except Refused as refusal:
        return {"why_not": refusal.why}
    leaving = [value for level in plan.schedule.levels for value in level.race_offs]
    most = chips_needed.with_race_offs(total, leaving, values)
    return {
        "has_race_offs": bool(leaving),
        "rows": [
            {
                "value": chip.denomination,
                "colour": chip.colour,
                "stack": stack.get(chip.denomination, 0),
                "sold": total.get(chip.denomination, 0),
                "all": count,
            }
            for chip in chip_set
            if (count := most[chip.denomination])
        ],
    }


def chart(seen: dict[str, Any], starts_at: datetime) -> dict[str, Any]:
    """Players left over time: a line for the middle evening in a band for eight of ten."""
    moments = seen["moments"]
    last: int = max(GRID, moments[-1]["minute"])
    most: float = max(1.0, moments[0]["players"]["high"])

    def x(minute: float) -> float:
        return round(minute / last * WIDTH, 1)

    def y(players: float) -> float:
        return round(HEIGHT - players / most * HEIGHT, 1)

    lower = [(x(each["minute"]), y(each["players"]["low"])) for each in moments]
    upper = [(x(each["minute"]), y(each["players"]["high"])) for each in moments]
    middle = [(x(each["minute"]), y(each["players"]["middle"])) for each in moments]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "band": _points(upper + lower[::-1]),
        "line": _points(middle),
        "hours": [
            {"x": x(minute), "at": wall_clock.at(starts_at, minute)}
            for minute in range(0, last + 1, 60 * (1 + last // 720))
        ],
        "counts": [{"y": y(most * share), "players": round(most * share)} for share in (1, 0.5)],
    }


def _points(pairs: list[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in pairs)
