"""What stands in the fields of a command or an event, before anything is made of it.

Each field has its type, its range, and names only seats of this hand and cards of its deck. It is
asked of every command before the rules are (`referee`), and of stories that come from elsewhere.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import fields
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin

from engine.cards.cards import JOKER, UNKNOWN
from engine.hand import commands, events
from engine.hand.applying import replay
from engine.hand.commands import Command
from engine.hand.events import Event, HandStarted, Retracted
from engine.hand.state import NOBODY, Hand
from engine.refusal import Malformed
from engine.rules.book import Rules

MOST_CHIPS = 10**15 - 1
MOST_OF_ANYTHING = 9999  # pots, cards, events of a hand: more than there ever are
LONGEST_TEXT = 1000
ANY_CARD = frozenset(range(JOKER + 1))
ANY_SEAT = range(100)

Seats = Collection[int]
Cards = frozenset[int]
Test = Callable[[Any, Seats, Cards], bool]


class Kind(NamedTuple):
    """What a field may hold, for a test and in words; the book's question it belongs to."""

    holds: Test
    words: str
    question: str = ""


# -- types -----------------------------------------------------------------------------------------


def _is_number(value: Any) -> bool:
    """One that chips, seats and cards can have; no truth for a number."""
    return value.__class__ is int and -1 <= value <= MOST_CHIPS


def _is_text(value: Any) -> bool:
    """Words that can be stored."""
    return value.__class__ is str and len(value) <= LONGEST_TEXT and "\0" not in value


def _type_test(kind: Any) -> Callable[[Any], bool]:
    """Whether a value has exactly the type a field is written with."""
    if get_origin(kind) is UnionType:
        several = [_type_test(part) for part in get_args(kind)]
        return lambda value: any(test(value) for test in several)
    if get_origin(kind) is tuple:
        return _tuple_test(get_args(kind))
    return _LEAVES[kind]


def _tuple_test(parts: tuple[Any, ...]) -> Callable[[Any], bool]:
    tests = [_type_test(part) for part in parts if part is not Ellipsis]
    if parts[-1] is Ellipsis:
        return lambda value: value.__class__ is tuple and all(map(tests[0], value))
    return lambda value: (
        value.__class__ is tuple
        and len(value) == len(tests)
        and all(test(item) for test, item in zip(tests, value, strict=True))
    )


_LEAVES: dict[Any, Callable[[Any], bool]] = {
    int: _is_number,
    str: _is_text,
    bool: lambda value: value.__class__ is bool,
    type(None): lambda value: value is None,
}


# -- ranges ----------------------------------------------------------------------------------------


def _are_pairs_of_seats(pairs: Iterable[tuple[int, Any]], seats: Seats) -> bool:
    named = [seat for seat, _ in pairs]
    return len(set(named)) == len(named) and all(seat in seats for seat in named)


def _is_card(card: int, cards: Cards) -> bool:
    return card in cards or card == UNKNOWN


def _are_cards(some: tuple[int, ...], cards: Cards) -> bool:
    return cards.issuperset(some) or all(_is_card(card, cards) for card in some)


_SEAT = Kind(lambda value, seats, cards: value in seats, "a seat of this hand")
_SEAT_IF_ANY = Kind(lambda value, seats, cards: value <= 0 or value in seats, _SEAT.words)
_SEATS = Kind(
    lambda value, seats, cards: all(seat in seats for seat in value), "seats of this hand"
)
_SEATS_IF_ANY = Kind(
    lambda value, seats, cards: all(seat == NOBODY or seat in seats for seat in value), _SEATS.words
)
_CARD = Kind(lambda value, seats, cards: _is_card(value, cards), "a card of this deck", "deck")
_CARDS = Kind(
    lambda value, seats, cards: _are_cards(value, cards),
    "cards of this deck",
    "deck",
)
_CARD_EACH = Kind(
    lambda value, seats, cards: (
        _are_pairs_of_seats(value, seats) and all(_is_card(card, cards) for _, card in value)
    ),
    "each seat of this hand once, with a card of this deck",
    "deck",
)
_CARDS_EACH = Kind(
    lambda value, seats, cards: (
        _are_pairs_of_seats(value, seats) and all(_are_cards(held, cards) for _, held in value)
    ),
    "each seat of this hand once, with cards of this deck",
    "deck",
)
_CHIPS_EACH = Kind(
    lambda value, seats, cards: (
        _are_pairs_of_seats(value, seats) and all(amount >= 0 for _, amount in value)
    ),
    "each seat of this hand once, with an amount of chips",
)
_CHIPS = Kind(lambda value, seats, cards: value >= 0, "an amount of chips", "chips")
_NUMBER = Kind(lambda value, seats, cards: 0 <= value <= MOST_OF_ANYTHING, "a number")
_ANYTHING = Kind(lambda value, seats, cards: True, "")

_BY_NAME = {
    **dict.fromkeys(("seat",), _SEAT),
    **dict.fromkeys(("opener", "next_seat"), _SEAT_IF_ANY),
    **dict.fromkeys(("winners", "low_winners", "agreed", "busts", "dealt_in"), _SEATS),
    **dict.fromkeys(("blind_seats",), _SEATS_IF_ANY),
    **dict.fromkeys(("card", "old", "new"), _CARD),
    **dict.fromkeys(("cards", "discarded"), _CARDS),
    **dict.fromkeys(("put_in", "won", "shares", "lost"), _CHIPS_EACH),
    **dict.fromkeys(("amount", "to", "due", "faced", "returned", "odd_chips"), _CHIPS),
    **dict.fromkeys(("ante", "big_blind_ante", "bring_in", "unit", "chip", "bonus"), _CHIPS),
    **dict.fromkeys(("pot", "count", "chips", "motions", "burned", "owed", "passed"), _NUMBER),
    **dict.fromkeys(("up", "street"), _NUMBER),
}
# Where a field of this name holds something else, and where no seat need be named.
_OWN: dict[tuple[type, str], Kind] = {
    (commands.DealStreet, "cards"): _CARD_EACH,
    (commands.Report, "seat"): _SEAT_IF_ANY,
    (events.HoleDealt, "cards"): _CARDS_EACH,
    (events.StreetDealt, "cards"): _CARD_EACH,
    (events.UpCardsEntered, "cards"): _CARD_EACH,
    (events.DrawCompleted, "cards"): _CARD_EACH,
    (events.IrregularityRuled, "seat"): _SEAT_IF_ANY,
}


class _Field(NamedTuple):
    name: str
    type: Any
    is_typed: Callable[[Any], bool]
    kind: Kind


def _fields(kind: type) -> tuple[_Field, ...]:
    return tuple(
        _Field(
            field.name,
            field.type,
            _type_test(field.type),
            _OWN.get((kind, field.name)) or _BY_NAME.get(field.name, _ANYTHING),
        )
        for field in fields(kind)
    )


_FIELDS: dict[type, tuple[_Field, ...]] = {
    kind: _fields(kind) for kind in (*get_args(Command), *get_args(Event))
}


def _wrong(told: Any, seats: Seats, cards: Cards) -> _Field | None:
    """The first field that is wrong."""
    for field in _FIELDS[told.__class__]:
        value = getattr(told, field.name)
        if not (field.is_typed(value) and field.kind.holds(value, seats, cards)):
            return field
    return None


def _words(field: _Field) -> str:
    """What a field may hold."""
    plain = {int: "a number", bool: "true or false", str: "text"}
    words = field.kind.words or plain.get(field.type, "a list")
    return f"“{field.name}” must be {words}."


# -- commands --------------------------------------------------------------------------------------


def check(hand: Hand, command: Command, rules: Rules) -> None:
    """Refuse a command whose fields make no sense in this hand."""
    kind = command.__class__
    if kind in _ONLY_A_SEAT:  # nearly every action, so it is asked in the shortest way
        seat = command.seat  # type: ignore[union-attr]  # all of these have one
        if seat.__class__ is int and seat in hand.seats:
            return
    elif kind is commands.RaiseTo:
        if _is_sound_raise(hand, command):  # type: ignore[arg-type]  # it is one
            return
    elif kind not in _COMMANDS:
        raise Malformed("This is no command.")
    if wrong := _wrong(command, hand.seats, rules.cards):
        raise _refusal(wrong, hand, rules)


def _is_sound_raise(hand: Hand, command: commands.RaiseTo) -> bool:
    seat, amount = command.seat, command.amount
    is_of_types = seat.__class__ is int and amount.__class__ is int
    return is_of_types and seat in hand.seats and 0 <= amount <= MOST_CHIPS


def _refusal(wrong: _Field, hand: Hand, rules: Rules) -> Malformed:
    words, question = _words(wrong), wrong.kind.question
    if wrong.kind in (_SEAT, _SEATS, _CHIPS_EACH):
        words += f" Seats here: {', '.join(map(str, hand.seats))}."
    return Malformed(words, rules.clause(question) if question else "")


_COMMANDS = frozenset(get_args(Command))
_ONLY_A_SEAT = frozenset(
    kind for kind in _COMMANDS if [each.name for each in fields(kind)] == ["seat"]
)


# -- stories ---------------------------------------------------------------------------------------


def replayed(story: Sequence[Event], cards: Cards = ANY_CARD) -> Hand:
    """The hand of a story from elsewhere; raises ValueError where it cannot have been written here.

    What was taken back is looked at like the rest.
    """
    if not story or not isinstance(story[0], HandStarted):
        raise ValueError("a hand begins with its start")
    seats, left = _seats_of(story[0]), 0
    for event in story:
        check_event(event, seats, cards)
        left += -event.count if isinstance(event, Retracted) else 1
        if left < 1:
            raise ValueError("more is taken back than happened")
    hand = replay(story)
    if min(hand.stacks) < 0 or hand.pot < 0:
        raise ValueError("chips that nobody had")
    return hand


def check_event(event: Event, seats: Seats, cards: Cards) -> None:
    """Raise ValueError where an event cannot be one of a hand with these seats and cards."""
    if wrong := _wrong(event, seats, cards):
        raise ValueError(f"{event.__class__.__name__}: {_words(wrong)}")


def _seats_of(start: HandStarted) -> tuple[int, ...]:
    """Who takes part, each seat once and none that no table has."""
    check_event(start, ANY_SEAT, ANY_CARD)
    seats = tuple(seat for seat, _, _ in start.seats)
    if not seats or len(set(seats)) != len(seats) or not set(seats) <= set(ANY_SEAT):
        raise ValueError("a hand names each of its seats once")
    return seats
