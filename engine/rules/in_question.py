"""Which cards of the board a report is about: those that lie, or those awaited."""

from typing import TYPE_CHECKING

from engine.hand.commands import Report
from engine.hand.state import Hand
from engine.rules import irregularities as what

if TYPE_CHECKING:
    from engine.rules.book import Rules

_EARLY = {what.PREMATURE_FLOP: 1, what.PREMATURE_TURN: 2, what.PREMATURE_RIVER: 3}
_OF_THE_FLOP = frozenset([what.TOO_MANY_FLOP_CARDS, what.FLOP_CARD_EXPOSED])
_SEVERAL_FOR_ONE = frozenset([what.TWO_CARDS_AT_ONCE, what.MANY_CARDS_AT_ONCE])


def streets_in_question(hand: Hand, name: str, rules: "Rules") -> tuple[int, ...]:
    """The streets whose cards this can be about now; none where it is past or cannot be yet."""
    if hand.ended or name in _EARLY:
        return () if hand.ended else _too_early(hand, _EARLY[name])
    if name in what.NEXT_CARD_SEEN:
        return _seen_next(hand, name, rules)
    awaited = _awaited(hand, rules)
    if name == what.FIRST_OF_SHOE_SHOWN:
        return awaited
    if name in what.OF_BURNING:
        return (*range(1, hand.street + 1), *awaited)
    now = (*((hand.street,) if hand.street > 0 else ()), *awaited)
    if name in _SEVERAL_FOR_ONE:
        return tuple(street for street in now if rules.streets[street].cards == 1)
    return tuple(street for street in now if street == 1) if name in _OF_THE_FLOP else now


def _too_early(hand: Hand, street: int) -> tuple[int, ...]:
    """While the betting before it goes on, or just entered with nobody having acted on it."""
    is_coming = hand.actor >= 0 and hand.street == street - 1
    has_just_come = hand.street == street and not hand.street_decisions
    return (street,) if is_coming or has_just_come else ()


def _seen_next(hand: Hand, name: str, rules: "Rules") -> tuple[int, ...]:
    """A later card, seen in this betting round; before anybody acted, where that is the matter."""
    is_time = not hand.street_decisions or name == what.NEXT_CARD_TOO_EARLY
    is_betting = hand.actor >= 0 and 0 < hand.street < len(rules.streets) - 1
    return (hand.street + 1,) if is_betting and is_time else ()


def _awaited(hand: Hand, rules: "Rules") -> tuple[int, ...]:
    is_due = hand.actor < 0 and hand.contenders > 1 and hand.street < len(rules.streets) - 1
    return (hand.street + 1,) if is_due else ()


def street_in_question(hand: Hand, report: Report, rules: "Rules") -> int:
    """The one that was named; else the last one that lies, or that is awaited after betting."""
    possible = streets_in_question(hand, report.what, rules)
    for street in possible:
        if rules.streets[street].name == report.detail:
            return street
    lies = hand.street > 0 and (hand.actor >= 0 or not hand.street_decisions)
    usual = hand.street if lies else hand.street + 1
    return possible[-1] if possible and usual not in possible else usual
