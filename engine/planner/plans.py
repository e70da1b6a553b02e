"""Plans as plain data: made from what a tournament offers, sent to the process that reckons."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from engine.entries.law import AddOns, Rebuys, TopUp
from engine.planner import evening, habits
from engine.planner.evening import Plan, Purchase, Standing, Told
from engine.planner.habits import Habits
from engine.rules.book import Settings
from engine.schedule import schedule
from engine.structure import structure
from engine.structure.played import Played


def of_structure(
    offer: Mapping[str, Any],
    *,
    played: Played,
    entries: tuple[int, int],
    paid: int = 0,
    assumed: Habits | None = None,
) -> Plan:
    """The plan of a tournament with this structure, for so many players."""
    plan = Plan(
        entries=entries,
        stack=offer["stack"],
        seats=offer["seats_per_table"],
        schedule=schedule.from_plain(offer["schedule"]),
        played=played,
        paid=paid,
        rebuys=_rebuys(offer),
        top_up=_top_up(offer),
        habits=assumed or Habits(),
    )
    evening.check(plan)
    habits.check(plan.habits)
    return plan


def _rebuys(offer: Mapping[str, Any]) -> Purchase | None:
    terms = structure.rebuys(offer)
    if not isinstance(terms, Rebuys):
        return None
    return Purchase(terms.chips, terms.minutes, terms.most)


def _top_up(offer: Mapping[str, Any]) -> Purchase | None:
    """The top-up, or the add-on where that is what the book has."""
    for terms in (structure.top_up(offer), structure.add_ons(offer)):
        if isinstance(terms, TopUp | AddOns):
            return Purchase(terms.chips, terms.from_minute, 1)
    return None


def to_plain(plan: Plan) -> dict[str, Any]:
    """As JSON can hold it."""
    return {
        "entries": list(plan.entries),
        "stack": plan.stack,
        "seats": plan.seats,
        "schedule": schedule.to_plain(plan.schedule),
        "played": asdict(plan.played),
        "paid": plan.paid,
        "tables": plan.tables,
        "rebuys": asdict(plan.rebuys) if plan.rebuys else None,
        "top_up": asdict(plan.top_up) if plan.top_up else None,
        "habits": asdict(plan.habits),
        "until": plan.until,
    }


def from_plain(data: Mapping[str, Any]) -> Plan:
    """A plan back from its plain form."""
    least, most = data["entries"]
    return Plan(
        entries=(least, most),
        stack=data["stack"],
        seats=data["seats"],
        schedule=schedule.from_plain(data["schedule"]),
        played=_played(data["played"]),
        paid=data["paid"],
        tables=data["tables"],
        rebuys=Purchase(**data["rebuys"]) if data["rebuys"] else None,
        top_up=Purchase(**data["top_up"]) if data["top_up"] else None,
        habits=Habits(**data["habits"]),
        until=data["until"],
    )


def _played(data: Mapping[str, Any]) -> Played:
    return Played(**{**data, "settings": Settings(**data["settings"])})


def standing_to_plain(standing: Standing | None) -> dict[str, Any] | None:
    """Where an evening is, as JSON can hold it."""
    return None if standing is None else asdict(standing)


def standing_from_plain(data: Mapping[str, Any] | None) -> Standing | None:
    """And back."""
    if data is None:
        return None
    tables = tuple(tuple(stacks) for stacks in data["tables"])
    return Standing(tables, data["row"], data["seconds_left"], data["played_seconds"])


def told_to_plain(told: Told) -> list[Any]:
    """One evening as a short list."""
    return [getattr(told, field.name) for field in fields(told)]


def told_from_plain(data: list[Any]) -> Told:
    """And back; JSON made words of the numbers of tables."""
    told = Told(*data)
    told.breaks = {int(count): minute for count, minute in told.breaks.items()}
    return told
