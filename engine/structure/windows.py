"""From when to when chips are sold: what the clock opens and closes, and the schedule may say."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from engine.entries.law import AddOns, AddOnTerms, NotOffered, Rebuys, RebuyTerms, TopUp, TopUpTerms
from engine.refusal import Refused
from engine.schedule.schedule import (
    MINUTE,
    Fault,
    Level,
    Schedule,
    Staying,
    Window,
    minute_after,
    to_plain,
)
from engine.schedule.schedule import from_plain as schedule_from_plain
from engine.structure import structure

Terms = RebuyTerms | TopUpTerms | AddOnTerms
WORDS = {"rebuys": "Rebuys", "top_up": "The top-up", "add_ons": "Add-ons"}
_READ = {"rebuys": structure.rebuys, "top_up": structure.top_up, "add_ons": structure.add_ons}


def terms_of(plain: Mapping[str, Any]) -> dict[str, Terms]:
    """Everything a structure may sell after the start, by its name."""
    return {name: read(plain) for name, read in _READ.items()}


def of(plain: Mapping[str, Any]) -> tuple[Window, ...]:
    """Everything a structure sells after the start, as the clock opens and closes it."""
    return tuple(_by_name(plain).values())


def still_open(plain: Mapping[str, Any], at: Mapping[str, timedelta]) -> list[str]:
    """What is still sold, or will be; `at` is the time each is measured by."""
    return [
        window.name
        for name, window in _by_name(plain).items()
        if window.closes is None or at[name] < window.closes * MINUTE
    ]


def _by_name(plain: Mapping[str, Any]) -> dict[str, Window]:
    return {
        name: _window(WORDS[name], terms)
        for name, terms in terms_of(plain).items()
        if not isinstance(terms, NotOffered)
    }


def _window(name: str, terms: Rebuys | TopUp | AddOns) -> Window:
    if isinstance(terms, Rebuys):
        return Window(name, 0, terms.minutes, is_real_time=terms.is_real_time)
    if isinstance(terms, TopUp):
        return Window(name, terms.from_minute, terms.from_minute + terms.open_for)
    return Window(name, terms.from_minute, terms.until_minute)


# What a schedule may say about them.


def check(schedule: Schedule, plain: Mapping[str, Any]) -> None:
    """Refuse a schedule whose levels contradict the terms on which chips are sold."""
    for fault in faults(schedule, plain):
        raise Refused(fault.sentence, fault.clause)


def faults(schedule: Schedule, plain: Mapping[str, Any]) -> list[Fault]:
    """Where the schedule contradicts the terms of rebuys and top-up, by their clauses."""
    printed = structure.printed_rebuys(plain)
    asked = {**plain, "schedule": to_plain(schedule)}
    found = [
        fault
        for index, row in enumerate(schedule.rows)
        if isinstance(row, Level)
        for fault in (
            *(_rebuys_end(schedule, index, printed) if row.ends_rebuys else ()),
            *(_top_up_opens(schedule, index, structure.top_up(plain)) if row.top_up else ()),
        )
    ]
    return [*found, *_never_closing(schedule, of(asked))]


def _rebuys_end(schedule: Schedule, index: int, terms: RebuyTerms) -> Iterator[Fault]:
    name, minute = f"Level {schedule.number(index)}", schedule.starts_at_minute(index + 1)
    if isinstance(terms, NotOffered):
        yield Fault(
            f"{name} ends the rebuys, but this event has no rebuys.", index, clause=terms.clause
        )
    elif terms.is_real_time:
        why = f"No level ends the rebuys: they end {terms.minutes} minutes after the start."
        yield Fault(why, index, clause=terms.window_clause)
    elif not terms.is_houses_window and minute != terms.minutes:
        why = f"{name} ends at minute {minute}: rebuys end at minute {terms.minutes}."
        yield Fault(why, index, clause=terms.window_clause)


def _top_up_opens(schedule: Schedule, index: int, terms: TopUpTerms) -> Iterator[Fault]:
    name, minute = f"Level {schedule.number(index)}", schedule.starts_at_minute(index + 1)
    if isinstance(terms, NotOffered):
        yield Fault(
            f"{name} opens the top-up, but this event has no top-up.", index, clause=terms.clause
        )
    elif minute != terms.from_minute:
        why = f"{name} ends at minute {minute}: the top-up opens at minute {terms.from_minute}."
        yield Fault(why, index, clause=terms.clause)


def _never_closing(schedule: Schedule, windows: tuple[Window, ...]) -> Iterator[Fault]:
    """A last level that stays has no minutes: what should end in it would be sold for ever."""
    if not isinstance(schedule.after_last, Staying):
        return
    end = sum(level.minutes for level in schedule.levels)
    for window in windows:
        if not window.is_real_time and window.closes is not None and window.closes > end:
            why = f"{window.name} end at minute {window.closes}, but the levels at minute {end}."
            yield Fault(why)


# What the house sets itself.


@dataclass(frozen=True, slots=True)
class HousesMinutes:
    """The minutes a book leaves to the house; None where it does not, or a level says it."""

    rebuys_until: int | None = None
    add_ons_from: int | None = None
    add_ons_until: int | None = None


NOTHING_SET = HousesMinutes()


def houses_minutes(plain: Mapping[str, Any]) -> HousesMinutes:
    """What the house has set, as far as it may."""
    rebuys, add_ons = structure.printed_rebuys(plain), structure.add_ons(plain)
    has_level = minute_after(plain["schedule"], "ends_rebuys") is not None
    until = None
    if isinstance(rebuys, Rebuys) and rebuys.is_houses_window and not has_level:
        until = rebuys.minutes
    if isinstance(add_ons, NotOffered):
        return HousesMinutes(rebuys_until=until)
    return HousesMinutes(until, add_ons.from_minute, add_ons.until_minute)


def with_minutes(plain: Mapping[str, Any], minutes: HousesMinutes) -> dict[str, Any]:
    """The structure with these minutes; what is not the house's to set stays as it is."""
    may_set = houses_minutes(plain)
    made = dict(plain)
    if may_set.rebuys_until is not None:
        made["rebuys"] = _set(plain["rebuys"], minutes=minutes.rebuys_until)
    if may_set.add_ons_from is not None:
        times = {"from_minute": minutes.add_ons_from, "until_minute": minutes.add_ons_until}
        made["add_ons"] = _set(plain["add_ons"], **times)
    return made


def _set(sold: Mapping[str, Any], **terms: int | None) -> dict[str, Any]:
    return {**sold, "terms": {**sold["terms"], **terms}}


def check_minutes(minutes: HousesMinutes, plain: Mapping[str, Any]) -> None:
    """Refuse minutes in which nothing could be sold, or that never come."""
    may_set = houses_minutes(plain)
    if may_set.rebuys_until is not None and not minutes.rebuys_until:
        raise Refused("Say for how many minutes rebuys are sold, at least one.")
    if may_set.add_ons_from is not None:
        if minutes.add_ons_from is None:
            raise Refused("Say from which minute add-ons are sold.")
        if minutes.add_ons_until is not None and minutes.add_ons_until <= minutes.add_ons_from:
            raise Refused("Add-ons end after they begin.")
    asked = with_minutes(plain, minutes)
    check(schedule_from_plain(asked["schedule"]), asked)
