"""The floor lets a table turn its all-in hands up in hand-for-hand (tda2024:RP-8)."""

from engine.refusal import Refused
from tables.commands import AtTable, When, table_command
from tables.play.queries import hands
from tables.procedures.queries import face_down
from tournament.live.broadcast import Audience
from tournament.permissions import Permission


@table_command(
    "turn_up", permission=Permission.RUN_CLOCK, when=When.ANY_TIME, tells=(Audience.CONSOLE,)
)
def turn_up(at: AtTable) -> None:
    """The word that the hands may be turned up and the board be dealt on; once a hand."""
    table = at.table
    if not face_down.is_waiting(table, hands.of(table)):
        raise Refused(f"No hands wait face down at table {table.number}.", face_down.CLAUSE)
    table.turned_up = table.hand_number
    at.keep("turned_up")
    at.write("hand_for_hand.turned_up", table=table.number, hand=table.hand_number)
