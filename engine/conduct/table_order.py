"""What a book wants done first at the table: blinds before the deal, losing hands before the pot.

Each answer is a clause; a book that is not named does not say.
"""

from collections.abc import Collection, Mapping

from engine.refusal import Refused

BLINDS, MUCKED = "blinds", "mucked"
BLINDS_FIRST: Mapping[str, str] = {"igr": "igr:A.3(s)"}
MUCK_FIRST: Mapping[str, str] = {"igr": "igr:A.3(r)(iii)"}
# What the dealer calls the floor for when players do not agree.
DISPUTE = "Players disagree"
# A dispute that stops the game until it is decided.
STOPS_PLAY: Mapping[str, str] = {"charity": "charity:22.1"}
# A dispute that stops the clock; where the game does not stop, hands in play are finished.
STOPS_CLOCK: Mapping[str, str] = {**STOPS_PLAY, "fours": "fours:break-3"}
# Whose blinds and antes others at the table put in while the player is away.
POSTED_BY_OTHERS: Mapping[str, str] = {"fours": "fours:leave-3"}
# Where the floor or the director confirms it before an absent player's chips are taken.
ABSENCE_CONFIRMED: Mapping[str, str] = {
    "canberra": "canberra:17.3/deduct",
    "charity": "charity:4.5",
}


def check_blinds_are_in(book: str, confirmed: Collection[str]) -> None:
    """Refuse the deal until the dealer has confirmed the blinds, where the book wants that."""
    if book in BLINDS_FIRST and BLINDS not in confirmed:
        raise Refused("Confirm first that the blinds are in.", BLINDS_FIRST[book])


def check_losers_are_mucked(book: str, confirmed: Collection[str]) -> None:
    """Refuse to push a pot before the losing hands are mucked, where the book wants that."""
    if book in MUCK_FIRST and MUCKED not in confirmed:
        raise Refused("Muck the losing hands first, then push the pot.", MUCK_FIRST[book])


def check_no_dispute(book: str, *, is_open: bool) -> None:
    """Refuse every step while a dispute waits for its decision, where the book stops the game."""
    if is_open and book in STOPS_PLAY:
        raise Refused("Play waits for the supervisor's decision on the dispute.", STOPS_PLAY[book])


def check_clock_goes_on(book: str, *, disputed: int | None) -> None:
    """Refuse to let the clock go on while a dispute stops it; `disputed` is the table of one."""
    if disputed is not None and book in STOPS_CLOCK:
        raise Refused(_undecided(disputed), STOPS_CLOCK[book])


def check_ends(book: str, *, disputed: int | None) -> None:
    """Refuse to end a session or the tournament over a dispute that nobody has decided."""
    if disputed is not None and book in STOPS_PLAY:
        raise Refused(_undecided(disputed), STOPS_PLAY[book])


def _undecided(table: int) -> str:
    return f"The dispute at table {table} is not decided: answer that call first."


def check_poster(book: str, *, is_absent: bool) -> str:
    """Refuse to name who posts for a player who is here; the clause where he is not."""
    if book not in POSTED_BY_OTHERS:
        raise Refused("Under this book the blinds of an absent player are simply taken.")
    clause = POSTED_BY_OTHERS[book]
    if not is_absent:
        raise Refused("Players who are here post for themselves.", clause)
    return clause
