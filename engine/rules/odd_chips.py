"""Who gets what will not split? Shares come back per winner, remainder included."""

from engine.hand.state import Hand
from engine.rules.button import from_seat


def one_each_left_of_the_button(hand: Hand, amount: int, winners: list[int]) -> dict[int, int]:
    """One chip each, clockwise from the button's left."""
    shares, left = _equal(hand, amount, winners)
    for seat in clockwise(hand.marker + 1, winners):
        extra = min(left, hand.chip)
        shares[seat] += extra
        left -= extra
    return shares


def one_each_as_the_winners_stand(hand: Hand, amount: int, winners: list[int]) -> dict[int, int]:
    """One chip each in the order given: in stud, the highest card by suit first."""
    shares, left = _equal(hand, amount, winners)
    for seat in winners:
        extra = min(left, hand.chip)
        shares[seat] += extra
        left -= extra
    return shares


def all_to_the_first_left_of_the_button(
    hand: Hand, amount: int, winners: list[int]
) -> dict[int, int]:
    """The whole remainder to the first winner to the button's left."""
    shares, left = _equal(hand, amount, winners)
    shares[clockwise(hand.marker + 1, winners)[0]] += left
    return shares


def all_to_the_first_from_the_buck(hand: Hand, amount: int, winners: list[int]) -> dict[int, int]:
    """The whole remainder to the winner in the Buck seat or closest clockwise to it."""
    shares, left = _equal(hand, amount, winners)
    shares[clockwise(hand.marker, winners)[0]] += left
    return shares


def clockwise(first: int, seats: list[int]) -> tuple[int, ...]:
    return from_seat(tuple(sorted(seats)), first)


def _equal(hand: Hand, amount: int, winners: list[int]) -> tuple[dict[int, int], int]:
    share = amount // len(winners)
    share -= share % hand.chip
    return dict.fromkeys(winners, share), amount - share * len(winners)


# Halves of a high-low pot: does the odd chip go to the high half?


def to_the_high_half(hand: Hand, high: tuple[int, ...], low: tuple[int, ...]) -> bool:
    return True


def to_the_half_nearest_the_buck(hand: Hand, high: tuple[int, ...], low: tuple[int, ...]) -> bool:
    """The remainder between the halves goes where the winner closest to the Buck is."""
    return clockwise(hand.marker, [*high, *low])[0] in high
