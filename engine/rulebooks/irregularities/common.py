"""Common practice, where a book is silent on what went wrong."""

from engine.rules import irregularities as what
from engine.rules.conditions import (
    always,
    another_was_exposed,
    before_substantial_action,
    both,
    can_be_repaired,
    is_past,
    several,
)
from engine.rules.irregularities import Case, Table
from engine.rules.remedies import (
    ask,
    back_into_the_deck,
    kill,
    misdeal,
    plays_on,
    post_later,
    repaired,
    replace_with_the_burn,
    too_late,
    void,
)

_EARLY_MISDEAL = (
    Case(both(before_substantial_action, can_be_repaired), repaired, "tda2024:R35"),
    Case(before_substantial_action, misdeal, "tda2024:R35"),
    Case(always, too_late, "tda2024:R36"),
)
_FLOOR_DECIDES = ask(
    "The book is silent: the floor decides in fairness.",
    play_on=plays_on("play goes on"),
    deal_again=back_into_the_deck(burn_goes_back=False, burn_again=False),
)
_PLAYS_ON = (Case(always, plays_on("the card plays on"), "tda2024:R1"),)
_RULING = (
    Case(is_past, plays_on("the cards stand"), "tda2024:R1"),
    Case(always, _FLOOR_DECIDES, "tda2024:R1"),
)
_NEW_SHUFFLE = (
    Case(before_substantial_action, misdeal, "tda2024:R35"),
    Case(always, too_late, "tda2024:R36"),
)
_DECK = (
    Case(
        always,
        ask(
            "The deck is faulty: does the hand stand?", void=void, play_on=plays_on("play goes on")
        ),
        "tda2024:R1",
    ),
)

COMMON: Table = {
    what.EXPOSED_IN_THE_CUT: _NEW_SHUFFLE,
    what.NOT_SHUFFLED_OR_CUT: _NEW_SHUFFLE,
    what.EXPOSED_HOLE_CARD: (
        Case(both(several, before_substantial_action), misdeal, "tda2024:R35"),
        Case(both(another_was_exposed, before_substantial_action), misdeal, "tda2024:R35"),
        Case(before_substantial_action, replace_with_the_burn, "tda2024:R35"),
        Case(always, too_late, "tda2024:R36"),
    ),
    what.BOXED_CARD: (
        Case(both(several, before_substantial_action), misdeal, "tda2024:R35"),
        Case(always, plays_on("the next card takes its place"), "tda2024:R35"),
    ),
    what.OUT_OF_ORDER: _EARLY_MISDEAL,
    what.PLAYER_MISSED: _EARLY_MISDEAL,
    what.WRONG_BUTTON: (
        Case(before_substantial_action, misdeal, "tda2024:R34-A"),
        Case(always, plays_on("the marker stays where it is"), "tda2024:R34-A"),
    ),
    what.NOT_POSTED: (Case(always, post_later, "tda2024:R1"),),
    what.WRONG_COUNT: (
        Case(both(before_substantial_action, can_be_repaired), repaired, "tda2024:R35"),
        Case(before_substantial_action, misdeal, "tda2024:R35"),
        Case(always, kill, "tda2024:R35"),
    ),
    what.FIRST_CARD_UP: _PLAYS_ON,
    what.LAST_CARD_UP: _PLAYS_ON,
    what.EXPOSED_IN_THE_DRAW: _PLAYS_ON,
    what.FLOP_CARD_EXPOSED: _PLAYS_ON,
    what.NO_BURN: _RULING,
    what.TWO_BURNS: _RULING,
    what.TOO_MANY_FLOP_CARDS: _RULING,
    what.PREMATURE_FLOP: _RULING,
    what.PREMATURE_TURN: _RULING,
    what.PREMATURE_RIVER: _RULING,
    what.NEXT_CARD_TOO_EARLY: _RULING,
    what.NEXT_CARD_BEFORE_BETTING: _RULING,
    what.FIRST_OF_SHOE_SHOWN: _RULING,
    what.TWO_CARDS_AT_ONCE: _RULING,
    what.MANY_CARDS_AT_ONCE: _RULING,
    what.FOREIGN_CARD: _DECK,
    what.FOREIGN_CARD_IN_STUB: _DECK,
    what.DUPLICATE_CARD: _DECK,
    what.MISSING_CARD: _DECK,
    what.DEFECTIVE_DECK: _DECK,
    what.JOKER_FOUND: _DECK,
    what.SHOWN_BY_PLAYER: _PLAYS_ON,
    what.FLASHED_BY_DEALER: _PLAYS_ON,
    what.OFF_THE_TABLE: _PLAYS_ON,
    what.UNPROTECTED: (Case(always, kill, "tda2024:R1"),),
    what.HAND_IN_MUCK: (Case(always, kill, "tda2024:R1"),),
}
