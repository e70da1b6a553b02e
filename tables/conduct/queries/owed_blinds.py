"""Who has missed blinds and posts them with the next hand."""

from tables.models import Seating, Table


def is_due(table: Table, seat: Seating, *, is_dealt_again: bool = False) -> bool:
    """Whether this seat posts with the next hand; a misdealt hand is posted for again.

    Who goes away again has his blinds taken as they come, and owes none.
    """
    if seat.owes_from is None or seat.is_absent:
        return False
    if is_dealt_again and seat.owes_from == table.hand_number:
        return True
    return seat.owes_from >= table.next_hand_number
