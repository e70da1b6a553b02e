"""Who has missed blinds and posts them with the next hand."""

from engine.conduct import joining
from engine.conduct.law import How
from tables.models import Seating, Table
from tournament.clock.queries import clock as clock_queries


def is_due(table: Table, seat: Seating, *, is_dealt_again: bool = False) -> bool:
    """Whether this seat posts with the next hand; a misdealt hand is posted for again.

    Who goes away again has their blinds taken as they come, and owes none.
    """
    if seat.owes_from is None or seat.is_absent:
        return False
    if is_dealt_again and seat.owes_from == table.hand_number:
        return True
    return seat.owes_from >= table.next_hand_number


def words(table: Table) -> str:
    """What who missed the blinds would post with the next hand, as it is asked."""
    blinds = clock_queries.level_now(table.tournament).blinds
    due = joining.owed(How.BACK, blinds, table.tournament.law.conduct.posting.value)
    dead = f" and {clock_queries.chips(due.dead)} dead" if due.dead else ""
    return f"{clock_queries.chips(due.live)} live{dead}"
