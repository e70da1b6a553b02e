"""Hands in the dealer's words: "Kings full of tens", "8-6-4-3-2 low"."""

from collections.abc import Callable

from engine.cards.cards import ACE, RANK_WORDS, plural
from engine.cards.values import FACES, FULL_DECK, Category, Order, faces_of


def _rank(face: int) -> int:
    return ACE if face == 1 else face - 2


def _word(face: int) -> str:
    return RANK_WORDS[_rank(face)]


def _many(face: int) -> str:
    return plural(_rank(face))


def _line(faces: list[int]) -> str:
    return "-".join(
        "A" if face == 1 else "  23456789TJQKA"[face].replace("T", "10") for face in faces
    )


def _with(said: str, kickers: list[int]) -> str:
    return f"{said}, {_word(kickers[0])} kicker" if kickers else said


_SAID: dict[Category, Callable[[int, list[int]], str]] = {
    Category.FIVE: lambda face, _: f"Five {_many(face)}",
    Category.FOUR: lambda face, rest: _with(f"Four {_many(face)}", rest),
    Category.FULL_HOUSE: lambda face, rest: f"{_many(face).capitalize()} full of {_many(rest[0])}",
    Category.THREE: lambda face, rest: _with(f"Three {_many(face)}", rest),
    Category.TWO_PAIRS: lambda face, rest: _with(
        f"Two pair, {_many(face)} and {_many(rest[0])}", rest[1:]
    ),
    Category.PAIR: lambda face, rest: _with(f"Pair of {_many(face)}", rest),
    Category.ODD_CARDS: lambda face, rest: f"{_word(face).capitalize()} high, {_line(rest)}",
    Category.FLUSH: lambda face, rest: f"Flush, {_line([face, *rest])}",
    Category.STRAIGHT: lambda face, _: f"Straight, {_word(face)} high",
    Category.STRAIGHT_FLUSH: lambda face, _: f"Straight flush, {_word(face)} high",
    Category.ROYAL_FLUSH: lambda _, __: "Royal flush",
}


def category(value: int, order: Order) -> Category:
    """The kind of hand behind a high value."""
    return order[value >> FACES]


def high_words(value: int, order: Order) -> str:
    """A high hand in words."""
    first, *rest = faces_of(value)
    return _SAID[category(value, order)](first, rest)


def low_words(value: int) -> str:
    """A low hand in words; pairs count against it and are named."""
    kind, faces = category(-value, FULL_DECK), faces_of(-value)
    if kind is Category.ODD_CARDS:
        return f"{_line(faces)} low"
    said = _SAID[kind](faces[0], faces[1:])
    return f"Low, {said[0].lower()}{said[1:]}"
