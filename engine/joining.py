"""What a player owes who joins a running game or comes back to it (adelaide:65, adelaide:66)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.refusal import Refused
from engine.setup import Participant


class How(StrEnum):
    """How a player comes to this table."""

    NEW = "joins the game"
    FROM_A_BROKEN_TABLE = "comes from a broken table"
    MOVED_BY_STAFF = "was moved by the staff"
    BACK = "comes back after missing blinds"


@dataclass(frozen=True, slots=True)
class Owed:
    """Chips to post before being dealt in at once, and where the book says so."""

    live: int
    dead: int
    clause: str


def owed(how: How, blinds: Sequence[int], *, is_first_lap: bool = False) -> Owed:
    """A big blind of who joins; a dead small blind with it of who missed them both."""
    if how is How.BACK:
        return Owed(blinds[-1], blinds[0], "adelaide:66a")
    if how is How.FROM_A_BROKEN_TABLE:
        return Owed(0, 0, "adelaide:65a(ii)")
    if how is How.MOVED_BY_STAFF:
        return Owed(0, 0, "adelaide:65a(iii)")
    if is_first_lap:
        return Owed(0, 0, "adelaide:65a(i)")
    return Owed(blinds[-1], 0, "adelaide:65a")


def seat(player: Participant, due: Owed, *, posts: bool, is_big_blind: bool) -> Participant:
    """The player as dealt in: posting what is owed, or in the big blind where nothing more is."""
    if is_big_blind or not (due.live or due.dead):
        return player
    if not posts:
        raise Refused("Post what is owed, or wait for the big blind.", due.clause)
    return Participant(player.seat, player.stack, player.status, due.live, due.dead)
