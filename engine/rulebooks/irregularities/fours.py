"""The 4S league."""

from engine.rulebooks.irregularities.common import COMMON
from engine.rules import irregularities as what
from engine.rules.conditions import (
    always,
    another_was_exposed,
    before_substantial_action,
    both,
    can_be_repaired,
    detail,
    is_past,
    no,
    replacing,
    several,
)
from engine.rules.irregularities import Case, Table
from engine.rules.remedies import (
    back_into_the_deck,
    first_card_is_the_burn,
    keep,
    kill,
    misdeal,
    plays_on,
    remove_and_reshuffle_later,
    repaired,
    replace_with_the_burn,
    too_late,
    void,
)

_EARLY = before_substantial_action
_TOO_LATE = Case(no(_EARLY), too_late, "fours:misdeal-window")
_NEW_FLOP = back_into_the_deck(burn_goes_back=False, burn_again=False)


def _misdeal(clause: str) -> tuple[Case, ...]:
    return (_TOO_LATE, Case(always, misdeal, clause))


_EXPOSED = (
    _TOO_LATE,
    Case(detail("first two cards"), misdeal, "fours:exposed-1"),
    Case(several, misdeal, "fours:exposed-3"),
    Case(another_was_exposed, misdeal, "fours:exposed-3"),
    Case(replacing, replace_with_the_burn, "fours:exposed-2"),
    Case(always, keep, "fours:exposed-2"),
)

FOURS: Table = {
    **COMMON,
    what.EXPOSED_HOLE_CARD: _EXPOSED,
    what.FLASHED_BY_DEALER: _EXPOSED,
    what.BOXED_CARD: (
        Case(both(several, _EARLY), misdeal, "fours:misdeal-3"),
        Case(always, plays_on("the next card takes its place"), "fours:misdeal-3"),
    ),
    what.OUT_OF_ORDER: (
        _TOO_LATE,
        Case(detail("first card"), misdeal, "fours:misdeal-8"),
        Case(always, misdeal, "fours:misdeal-6"),
    ),
    what.PLAYER_MISSED: (
        _TOO_LATE,
        Case(detail("vacant seat"), misdeal, "fours:misdeal-9"),
        Case(always, misdeal, "fours:misdeal-10"),
    ),
    what.WRONG_BUTTON: _misdeal("fours:misdeal-7"),
    what.WRONG_COUNT: (
        Case(both(_EARLY, detail("extra cards"), several), misdeal, "fours:misdeal-4"),
        Case(both(_EARLY, can_be_repaired), repaired, "fours:misdeal-5"),
        Case(_EARLY, misdeal, "fours:misdeal-5"),
        Case(always, kill, "fours:dead-hand-4"),
    ),
    what.PREMATURE_FLOP: (Case(always, _NEW_FLOP, "fours:flop-redeal-1"),),
    what.TOO_MANY_FLOP_CARDS: (Case(always, _NEW_FLOP, "fours:flop-redeal-1"),),
    what.NO_BURN: (
        Case(is_past, plays_on("the cards stand"), "tda2024:R1"),
        Case(always, first_card_is_the_burn, "fours:no-burn-1"),
    ),
    what.PREMATURE_TURN: (Case(always, remove_and_reshuffle_later, "fours:early-turn-1"),),
    what.PREMATURE_RIVER: (Case(always, _NEW_FLOP, "fours:early-river-1"),),
    what.FOREIGN_CARD: (Case(always, void, "fours:deck-1"),),
    what.FOREIGN_CARD_IN_STUB: (Case(always, plays_on("everything stands"), "fours:deck-2"),),
    what.DUPLICATE_CARD: (Case(always, void, "fours:deck-3"),),
    what.MISSING_CARD: (
        Case(always, plays_on("the result stands", "change the deck"), "fours:deck-4"),
    ),
    what.SHOWN_BY_PLAYER: (
        Case(detail("on the floor"), plays_on("the card must be played"), "fours:deck-8"),
        Case(always, plays_on("the card plays on"), "fours:deck-6"),
    ),
    what.OFF_THE_TABLE: _EXPOSED,
    what.JOKER_FOUND: (Case(always, kill, "fours:dead-hand-5"),),
    what.HAND_IN_MUCK: (Case(always, kill, "fours:muck-3"),),
}
