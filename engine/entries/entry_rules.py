"""Coming late and going early: when an entry may still be taken, and who may leave."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from engine.refusal import Refused
from engine.schedule.schedule import MINUTE


@dataclass(frozen=True, slots=True)
class LateEntry:
    """What a book asks when somebody wants in after the start."""

    has_started: bool
    at: timedelta = timedelta(0)
    window_minutes: int | None = None  # from the tournament's conditions
    has_committed: bool = False
    is_approved: bool = False


Check = Callable[[LateEntry], None]


def within_the_conditions(late: LateEntry) -> None:
    """Charity: only by the method and timing the conditions state (charity:3.2(f))."""
    if late.has_started and not _is_in_window(late):
        raise Refused("The conditions allow no entry at this time.", "charity:3.2(f)")


def while_the_house_allows(late: LateEntry) -> None:
    """Adelaide: the house sets when one may enter (adelaide:88j)."""
    if late.has_started and not _is_in_window(late):
        raise Refused("Entries are closed.", "adelaide:88j")


def before_the_start(late: LateEntry) -> None:
    """Canberra: seats are balloted before play (canberra:8.4)."""
    if late.has_started and not _is_in_window(late):
        raise Refused("Seats were balloted before play: entries are closed.", "canberra:8.4")


def never_after_the_start(late: LateEntry) -> None:
    """IGR: ticket sales stop when the tournament starts (igr:5.05(d))."""
    if late.has_started:
        raise Refused("Ticket sales stopped when the tournament started.", "igr:5.05(d)")


def only_who_promised(late: LateEntry) -> None:
    """4S: who promised to come may be seated late if the director chooses (fours:late-1)."""
    if late.has_started and not late.has_committed:
        raise Refused("Only a player who promised to come is seated late.", "fours:late-1")
    if late.has_started and not late.is_approved:
        raise Refused("The director decides about late players.", "fours:late-1")


# Where who promised to come is let in late.
BY_PROMISE: Mapping[str, str] = {"fours": "fours:late-1"}
LATE_ENTRY: Mapping[str, Check] = {
    "charity": within_the_conditions,
    "adelaide": while_the_house_allows,
    "canberra": before_the_start,
    "igr": never_after_the_start,
    "fours": only_who_promised,
}


def check_late_entry(late: LateEntry, *, rulebook: str) -> None:
    LATE_ENTRY[rulebook](late)


def _is_in_window(late: LateEntry) -> bool:
    return late.window_minutes is not None and late.at < late.window_minutes * MINUTE


# The books that let a player leave for good with chips in front of him.
WITHDRAWALS: Mapping[str, str] = {"charity": "charity:10.1.2"}


def check_withdrawal(*, stack: int, approved_reason: str, rulebook: str) -> None:
    """Nobody withdraws with chips unless a supervisor accepts why (charity:10.1.2)."""
    if stack == 0:
        raise Refused("This player has no chips: he is out already.")
    if rulebook not in WITHDRAWALS:
        raise Refused("Nobody withdraws with chips here: note the player as away.")
    if not approved_reason.strip():
        why = "A player with chips withdraws only on grounds a supervisor accepts: say which."
        raise Refused(why, WITHDRAWALS[rulebook])


NO_SHOWS: Mapping[str, str] = {"igr": "igr:A.2(t)"}


def no_shows(entries: Mapping[int, bool]) -> tuple[int, ...]:
    """IGR: who is not seated when play starts cannot take part (igr:A.2(t))."""
    return tuple(entry for entry, is_seated in entries.items() if not is_seated)
