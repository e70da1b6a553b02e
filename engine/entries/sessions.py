"""When a session ends, who goes on from it, and which hours a licence allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from engine import rulebooks
from engine.answers import Answer
from engine.entries.law import Hours
from engine.prizes.placings import Standing
from engine.refusal import Refused

SUNDAY = 6


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """The ends a session can have: the first one reached counts, after the hand in progress."""

    minutes: int | None = None
    hands: int | None = None
    players_left: int = 1
    finishing_time: datetime | None = None


def check_end(end: SessionEnd, *, rulebook: str, has_started: bool) -> None:
    """Refuse an end that says nothing sensible, lacks what the book wants, or comes too late."""
    law = rulebooks.get(rulebook).entries
    if has_started and law.end_fixed.value:
        raise Refused("The session has started: its end is fixed.", law.end_fixed.clause)
    if end.minutes is not None and end.minutes < 1:
        raise Refused("A session lasts at least one minute.")
    if end.hands is not None and end.hands < 1:
        raise Refused("A session has at least one hand.")
    if end.players_left < 1:
        raise Refused("At least one player is left at the end.")
    if law.finishing_time.value and end.finishing_time is None:
        raise Refused("A finishing time is needed.", law.finishing_time.clause)


# Who goes on.


def advancing(standing: Standing, number: int) -> tuple[int, ...]:
    """The entries that go on; refused while an undecided place touches the line."""
    for question in standing.questions:
        places = sorted(p.place for p in standing.placings if p.entry in question.entries)
        if places[0] <= number < places[0] + len(places) - 1:
            raise Refused("Who advances still waits for a decision.", question.clause)
    return tuple(placing.entry for placing in standing.placings[:number])


# Closing a table.


LAST_HANDS = 3  # the books' rounds of play


def check_close_table(
    notice: Answer[bool],
    *,
    closes_at: datetime | None,
    hands_left: int | None,
    now: datetime,
    is_emergency: bool = False,
) -> None:
    """Fifteen minutes' notice, or the last three rounds of play announced, where the book asks."""
    if not notice.value or is_emergency or hands_left == 0:
        return
    if closes_at is None and hands_left is None:
        why = "Give 15 minutes' notice or announce the last three hands, or name the emergency."
        raise Refused(why, notice.clause)
    if closes_at is None or now < closes_at:
        raise Refused("The notice of 15 minutes or three hands still runs.", notice.clause)


# Hours of a licence, and of the book.


@dataclass(frozen=True, slots=True)
class LicensedHours:
    opens_at: datetime
    closes_at: datetime


def check_hours(
    *, starts_at: datetime, finishes_at: datetime, licence: Sequence[LicensedHours], rulebook: str
) -> None:
    """Refuse a tournament outside the hours; times are local to the place of play."""
    book = rulebooks.get(rulebook)
    if finishes_at <= starts_at:
        why = "The finishing time lies before the start."
        raise Refused(why, book.entries.finishing_time.clause)
    if not any(h.opens_at <= starts_at and finishes_at <= h.closes_at for h in licence):
        raise Refused("The licence does not cover these hours.", book.licence.hours.clause)
    hours = book.entries.hours
    if hours.value and starts_at < (opens := _opening(starts_at, hours.value)):
        raise Refused(f"No start before {opens:%H:%M} on that day.", hours.clause)
    check_finish(starts_at=starts_at, finishes_at=finishes_at, rulebook=rulebook)


def check_finish(*, starts_at: datetime, finishes_at: datetime, rulebook: str) -> None:
    """Refuse a finishing time beyond the book's hours: the clock then ends play in time."""
    answer = rulebooks.get(rulebook).entries.hours
    if (hours := answer.value) is None:
        return
    if finishes_at - starts_at > timedelta(hours=hours.longest_hours):
        why = f"A tournament lasts at most {hours.longest_hours} hours."
        raise Refused(why, hours.longest_clause)
    if finishes_at > _closing(starts_at, hours):
        raise Refused(f"Play must be over by {hours.closes:%H:%M}.", answer.clause)


def check_hand(
    now: datetime, *, starts_at: datetime, finishes_at: datetime | None, rulebook: str
) -> None:
    """Refuse a hand that starts without a finishing time, or after the book's hours."""
    law = rulebooks.get(rulebook).entries
    if law.finishing_time.value and finishes_at is None:
        why = "Set a finishing time before the next hand."
        raise Refused(why, law.finishing_time.clause)
    if finishes_at is not None:
        check_hand_in_hours(now, starts_at=starts_at, finishes_at=finishes_at, rulebook=rulebook)


def check_hand_in_hours(
    now: datetime, *, starts_at: datetime, finishes_at: datetime, rulebook: str
) -> None:
    """No hand starts at or after the limit, where the book has hours."""
    hours = rulebooks.get(rulebook).entries.hours
    if hours.value and now >= min(finishes_at, _closing(starts_at, hours.value)):
        raise Refused("The hours of play are over: no hand may start.", hours.clause)


def _playing_day(moment: datetime, hours: Hours) -> date:
    """The day an evening belongs to: until play closes at night it is still the day before."""
    return (moment - timedelta(hours=hours.closes.hour, minutes=hours.closes.minute)).date()


def _opening(moment: datetime, hours: Hours) -> datetime:
    day = _playing_day(moment, hours)
    is_sunday = day.weekday() == SUNDAY
    return _at(day, hours.opens_on_sunday if is_sunday else hours.opens, moment)


def _closing(moment: datetime, hours: Hours) -> datetime:
    """The hour of the night by which play that is on now must end."""
    return _at(_playing_day(moment, hours) + timedelta(days=1), hours.closes, moment)


def _at(day: date, hour: time, like: datetime) -> datetime:
    return datetime.combine(day, hour, tzinfo=like.tzinfo)
