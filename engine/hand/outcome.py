"""What came of a hand, read once from its end and its story for whoever settles it."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.hand import events
from engine.hand.applying import standing
from engine.hand.events import Event
from engine.hand.state import Hand


@dataclass(frozen=True, slots=True)
class SeatBust:
    """A seat that lost its last chip, and what the books may ask about it.

    `all_in_order` is 1 for who went all-in first, and 0 for one whose blind or ante took the last
    chip and where only the result of the hand was recorded.
    """

    seat: int
    chips_put_in: int
    all_in_order: int
    seats_from_marker: int


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """Stacks, pots and busts of a hand that is over, by seat."""

    stacks: dict[int, int]
    pot: int  # nothing in a hand that came to nothing
    winners: frozenset[int]
    removed: tuple[tuple[int, int], ...]  # chips that left play: seat and amount
    bonus: int  # chips that came into play
    busts: tuple[SeatBust, ...]


def of(hand: Hand, story: Iterable[Event], *, table_seats: int) -> HandOutcome:
    """The outcome of a hand that is over."""
    told = standing(story)
    is_played = hand.ended == "played"
    return HandOutcome(
        stacks={seat: hand.stacks[seat] for seat in hand.seats},
        pot=sum(award.amount for award in hand.awards) if is_played else 0,
        winners=_winners(hand) if is_played else frozenset(),
        removed=_removed(told),
        bonus=hand.bonus if is_played else 0,
        busts=_busts(hand, told, table_seats),
    )


def _winners(hand: Hand) -> frozenset[int]:
    """Who won; a lone blind that all fold to has won, though the blind only goes back."""
    paid = frozenset(seat for award in hand.awards for seat, share in award.shares if share)
    return paid or frozenset(hand.in_hand())


def _removed(told: list[Event]) -> tuple[tuple[int, int], ...]:
    """Stacks taken out of play, and bets of a void hand that were not refunded (canberra:18.5)."""
    taken = tuple((e.seat, e.amount) for e in told if isinstance(e, events.StackRemoved))
    last = told[-1]
    return taken + (last.lost if isinstance(last, events.HandVoided) else ())


def _busts(hand: Hand, told: list[Event], table_seats: int) -> tuple[SeatBust, ...]:
    all_in = [
        event.seat
        for event in told
        if isinstance(event, events.Called | events.Bet | events.Raised) and event.all_in
    ]
    return tuple(
        SeatBust(
            seat=seat,
            chips_put_in=hand.paid[seat] + hand.dead[seat],
            all_in_order=all_in.index(seat) + 1 if seat in all_in else 0,
            seats_from_marker=_from_marker(hand, seat, table_seats),
        )
        for seat in hand.seats
        if _is_out(hand, seat)
    )


def _is_out(hand: Hand, seat: int) -> bool:
    """Nothing left: all of it was lost in play, or bet in a void hand and not refunded."""
    is_lost = hand.ended == "played" or (hand.ended == "void" and hand.began[seat] > 0)
    return is_lost and not hand.stacks[seat]


def _from_marker(hand: Hand, seat: int, table_seats: int) -> int:
    """How many of the table's seats clockwise from the marker, its left neighbour being 1."""
    size = max(table_seats, *hand.seats)
    return (seat - hand.marker) % size or size
