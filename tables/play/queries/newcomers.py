"""Who has sat down since the last hand, and whether the next one is dealt to them."""

from collections.abc import Iterable
from dataclasses import replace

from engine.conduct import joining
from engine.conduct.law import How
from engine.hand.setup import Setup
from engine.rules.book import Rules
from tables.models import HandRecord, Seating


def of(seats: Iterable[Seating], last: HandRecord | None) -> dict[int, How]:
    """Seats of players who did not have them in the last hand here, and how they came."""
    if last is None:
        return {}
    dealt_in = {(player["seat"], player["entry"]) for player in last.players}
    return {
        seat.seat: How(seat.how)
        for seat in seats
        if seat.how and (seat.seat, seat.entry_id) not in dealt_in and not seat.in_transit
    }


def without_waiting(
    setup: Setup, seats: Iterable[Seating], last: HandRecord | None, rules: Rules
) -> Setup:
    """The hand as it begins: who sat down behind the button waits for it to pass."""
    waits = joining.waiting(setup, of(seats, last), rules)
    if not waits:
        return setup
    return replace(setup, seats=tuple(seat for seat in setup.seats if seat.seat not in waits))
