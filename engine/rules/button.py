"""Who has the marker, who posts which blind, who is dealt first: from the hand before."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.hand.setup import Previous, Setup

if TYPE_CHECKING:
    from engine.rules.book import Rules

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Positions:
    marker: int
    blind_seats: tuple[int, ...]
    dealt_first: int


First = Callable[[tuple[int, ...]], int]
Next = Callable[[Previous, tuple[int, ...], int], Positions]
Place = Callable[[int, tuple[int, ...], int], Positions]


def after(seats: tuple[int, ...], seat: int) -> int:
    """The first of these seats clockwise after this one, which need not be among them."""
    at = bisect_right(seats, seat)
    return seats[at] if at < len(seats) else seats[0]


def from_seat(seats: tuple[int, ...], first: int) -> tuple[int, ...]:
    """These seats, given in their order, clockwise, beginning in or after this one."""
    at = bisect_left(seats, first)
    return seats[at:] + seats[:at]


def run(seats: tuple[int, ...], first: int, count: int) -> tuple[int, ...]:
    """The first so many seats clockwise, nobody twice."""
    return from_seat(seats, first)[:count]


# The first hand.


def at_the_dealers_left(seats: tuple[int, ...]) -> int:
    return seats[0]


def at_the_dealers_right(seats: tuple[int, ...]) -> int:
    return seats[-1]


# Where the blinds are, given the marker.


def left_of_the_button(marker: int, seats: tuple[int, ...], count: int) -> Positions:
    """Heads-up the button posts first and is dealt last."""
    if len(seats) == 2 and marker in seats:
        other = after(seats, marker)
        return Positions(marker, (marker, other)[:count] if count != 1 else (other,), other)
    first = after(seats, marker)
    return Positions(marker, run(seats, first, count), first)


def heads_up_the_button_is_first(marker: int, seats: tuple[int, ...], count: int) -> Positions:
    """Heads-up the button posts first, is dealt first and opens every street."""
    first = marker if len(seats) == 2 and marker in seats else after(seats, marker)
    return Positions(marker, run(seats, first, count), first)


def from_the_buck(marker: int, seats: tuple[int, ...], count: int) -> Positions:
    """The Buck is dealt first and posts the first blind."""
    first = marker if marker in seats else after(seats, marker)
    return Positions(first, run(seats, first, count), first)


# How the marker moves on.


def to_the_next_player(place: Place) -> Next:
    """One player on: empty seats are passed over."""

    def move(previous: Previous, seats: tuple[int, ...], count: int) -> Positions:
        return place(after(seats, previous.marker), seats, count)

    return move


def onto_a_vacated_first_blind(place: Place) -> Next:
    """One player on, but onto the empty seat when the player left of the button went out."""

    def move(previous: Previous, seats: tuple[int, ...], count: int) -> Positions:
        first = after(previous.seats, previous.marker)
        is_vacated = first in previous.busts and first not in seats
        marker = first if is_vacated and len(seats) > 2 else after(seats, previous.marker)
        return place(marker, seats, count)

    return move


def with_the_big_blind(previous: Previous, seats: tuple[int, ...], count: int) -> Positions:
    """The big blind moves one player on; the small blind and the button follow, dead or not.

    The blind's position counts, even when the seat has been vacated and nobody posts there.
    """
    if count != 2 or len(previous.blind_seats) != 2:
        return left_of_the_button(after(seats, previous.marker), seats, count)
    big = after(seats, previous.blind_seats[1])
    if len(seats) == 2:
        other = after(seats, big)
        return Positions(other, (other, big), big)
    marker = _button_behind_the_blinds(previous, seats)
    return Positions(marker, (previous.blind_seats[1], big), after(seats, marker))


def _button_behind_the_blinds(previous: Previous, seats: tuple[int, ...]) -> int:
    """A small blind who busts leaves the button where it was; a dead small blind draws it on."""
    small = previous.blind_seats[0]
    has_just_gone = small in previous.seats and small not in seats
    return previous.marker if has_just_gone else small


# For a hand about to start.


def positions(setup: "Setup", rules: "Rules") -> Positions:
    """Where the marker lies and who posts, from the hand before."""
    seats = tuple(sorted(player.seat for player in setup.seats))
    book, count, previous = rules.book, len(setup.blinds), setup.previous
    if setup.marker is not None:
        return book.positions.value(setup.marker, seats, count)
    if previous is None:
        return book.positions.value(book.first_marker.value(seats), seats, count)
    return following(previous, seats, rules, count)


def following(previous: Previous, seats: tuple[int, ...], rules: "Rules", count: int) -> Positions:
    """Where the marker and so many blinds go after this hand; a misdealt one is dealt again."""
    if previous.is_misdeal:
        return _again(previous, seats, rules, count)
    return rules.book.next_marker.value(previous, seats, count)


def _again(previous: Previous, seats: tuple[int, ...], rules: "Rules", count: int) -> Positions:
    """A redeal has the same marker, the same blinds and the same first card."""
    placed = rules.book.positions.value(previous.marker, seats, count)
    return Positions(previous.marker, previous.blind_seats, placed.dealt_first)
