"""What a book wants done first: blinds before the deal, losing hands before the pot."""

from collections.abc import Collection

from engine.conduct.law import ConductLaw
from engine.refusal import Refused

BLINDS, MUCKED = "blinds", "mucked"
# What the dealer calls the floor for when players do not agree.
DISPUTE = "Players disagree"


def check_blinds_are_in(law: ConductLaw, confirmed: Collection[str]) -> None:
    """Refuse the deal until the dealer has confirmed the blinds, where the book wants that."""
    if law.blinds_first.value and BLINDS not in confirmed:
        raise Refused("Confirm first that the blinds are in.", law.blinds_first.clause)


def check_losers_are_mucked(law: ConductLaw, confirmed: Collection[str]) -> None:
    """Refuse to push a pot before the losing hands are mucked, where the book wants that."""
    if law.muck_first.value and MUCKED not in confirmed:
        raise Refused("Muck the losing hands first, then push the pot.", law.muck_first.clause)


def check_no_dispute(law: ConductLaw, *, is_open: bool) -> None:
    """Refuse every step while a dispute waits for its decision, where the book stops the game."""
    if is_open and law.dispute_stops_play.value:
        raise Refused(
            "Play waits for the supervisor's decision on the dispute.",
            law.dispute_stops_play.clause,
        )


def check_clock_goes_on(law: ConductLaw, *, disputed: int | None) -> None:
    """Refuse to let the clock go on while a dispute stops it; `disputed` is the table of one."""
    if disputed is not None and law.dispute_stops_clock.value:
        raise Refused(_undecided(disputed), law.dispute_stops_clock.clause)


def check_ends(law: ConductLaw, *, disputed: int | None) -> None:
    """Refuse to end a session or the tournament over a dispute that nobody has decided."""
    if disputed is not None and law.dispute_stops_play.value:
        raise Refused(_undecided(disputed), law.dispute_stops_play.clause)


def _undecided(table: int) -> str:
    return f"The dispute at table {table} is not decided: answer that call first."


def check_poster(law: ConductLaw, *, is_absent: bool) -> str:
    """Refuse to name who posts for a player who is here; the clause where they are not."""
    if not law.posted_by_others.value:
        raise Refused("Under this book the blinds of an absent player are simply taken.")
    clause = law.posted_by_others.clause
    if not is_absent:
        raise Refused("Players who are here post for themselves.", clause)
    return clause
