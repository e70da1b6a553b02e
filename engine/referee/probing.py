"""Which questions a report needs: those whose answers lead the book to different rulings."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from engine.hand import events
from engine.hand.commands import Report
from engine.hand.events import Event
from engine.hand.state import Hand
from engine.referee.irregular import ruling as rule_on
from engine.refusal import NeedsRuling, Refused
from engine.rules import known
from engine.rules.book import Rules
from engine.rules.in_question import streets_in_question
from engine.rules.irregularities import ON_THE_BOARD

Outcome = tuple[object, ...]
Given = frozenset[str]
REFUSED = "refused"
_NAMES_A_CARD = (
    events.CardReplaced,
    events.NextCardFixed,
    events.BoardCorrected,
    events.BurnSeen,
    events.CardsDiscarded,
)
_UNASKED: dict[str, Any] = {"count": 1, "can_be_repaired": False, "detail": ""}
_ENDS_THE_HAND = (events.Misdealt, events.HandVoided)


class _Listening(str):
    """A detail nobody has given, which notes what the book compares it with."""

    __slots__ = ("heard",)
    heard: list[str]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) and other not in self.heard:
            self.heard.append(other)
        return False

    __hash__ = str.__hash__


def details(hand: Hand, what: str, rules: Rules) -> tuple[str, ...]:
    """What the book distinguishes here, in its own words; of the board, the cards in question."""
    if what in ON_THE_BOARD:
        return tuple(rules.streets[at].name for at in streets_in_question(hand, what, rules))
    listening = _Listening("")
    listening.heard = []
    for report in _variants(Report(what, seat=_any_seat(hand)), details=(listening,)):
        for case in rules.irregularities[what]:
            case.when(hand, report, rules)
    return tuple(listening.heard)


def is_asked(hand: Hand, report: Report, rules: Rules, field: str, given: Given) -> bool:
    """Whether the answer to this question changes the ruling, whatever the open ones turn out."""
    words = ("", *details(hand, report.what, rules))
    named = replace(report, seat=report.seat or _any_seat(hand))
    rulings: dict[Report, set[Outcome]] = {}
    for variant in _variants(named, details=words, given=given):
        others = replace(variant, **{field: _UNASKED[field]})
        rulings.setdefault(others, set()).add(outcome(hand, variant, rules))
    return any(len(found) > 1 for found in rulings.values())


def is_prescribed(hand: Hand, what: str, rules: Rules) -> bool:
    """Whether the book has an answer now; of a hand that is over, one that changes its result."""
    least = 2 if hand.ended else 1
    words = ("", *details(hand, what, rules))
    variants = _variants(Report(what, seat=_any_seat(hand)), details=words)
    found = (outcome(hand, variant, rules) for variant in variants)
    return any(ruling[0] != REFUSED and len(ruling) >= least for ruling in found)


def needs_seat(hand: Hand, report: Report, rules: Rules) -> bool:
    """Whether there is no ruling before a seat is named."""
    named = replace(report, seat=_any_seat(hand))
    return outcome(hand, report, rules)[0] == REFUSED and outcome(hand, named, rules)[0] != REFUSED


def is_refused(hand: Hand, report: Report, rules: Rules) -> bool:
    """Whether the book says no in the same words whoever it was: too late, for one."""
    seats = (0, *hand.in_hand())
    found = {outcome(hand, replace(report, seat=seat), rules) for seat in seats}
    return len(found) == 1 and found.pop()[0] == REFUSED


def ends_the_hand(hand: Hand, report: Report, rules: Rules) -> bool:
    """A misdeal or a void hand: whose card it was makes no difference."""
    happened = _rule(hand, replace(report, seat=_any_seat(hand)), rules)
    return any(isinstance(event, _ENDS_THE_HAND) for event in happened)


def needs_board_card(hand: Hand, report: Report, rules: Rules) -> bool:
    """Whether the ruling can name a card that lies on the board."""
    last = hand.board[-1:]
    return bool(last) and _names_a_card(hand, replace(report, cards=last), rules)


def needs_card(hand: Hand, report: Report, rules: Rules) -> bool:
    """Whether it can name one that does not."""
    sample = _sample(hand, report, rules)
    return _names_a_card(hand, replace(report, cards=sample), rules)


def outcome(hand: Hand, report: Report, rules: Rules) -> Outcome:
    """A ruling in a form that can be compared."""
    try:
        happened = rule_on(hand, report, rules)
    except NeedsRuling as open_:
        return ("the floor decides", open_.clause, open_.choices)
    except Refused as no:
        return (REFUSED, no.clause, no.why)
    return tuple(repr(event) for event in happened)


def _rule(hand: Hand, report: Report, rules: Rules) -> list[Event]:
    try:
        return rule_on(hand, report, rules)
    except Refused:
        return []


def _names_a_card(hand: Hand, report: Report, rules: Rules) -> bool:
    happened = _rule(hand, report, rules)
    is_aside = any(isinstance(event, events.CardSetAside) for event in happened)
    return any(isinstance(event, _NAMES_A_CARD) for event in happened) or (
        is_aside and not hand.deck
    )


def _sample(hand: Hand, report: Report, rules: Rules) -> tuple[int, ...]:
    """Any card that could be the one in question."""
    if hand.deck and report.seat:
        return hand.hole[report.seat][:1]
    return tuple(sorted(rules.cards - known.elsewhere(hand, rules))[:1])


def _any_seat(hand: Hand) -> int:
    return next(iter(hand.in_hand()), 0)


def _variants(
    report: Report, *, details: tuple[str, ...], given: Given = frozenset()
) -> Iterator[Report]:
    """The report with every answer to what has not been asked yet."""
    open_answers: dict[str, tuple[Any, ...]] = {
        "count": (1, 2),
        "can_be_repaired": (False, True),
        "detail": details,
    }
    asked = {field: values for field, values in open_answers.items() if field not in given}
    for answers in product(*asked.values()):
        yield replace(report, **dict(zip(asked, answers, strict=True)))
