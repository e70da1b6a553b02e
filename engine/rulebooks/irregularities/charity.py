"""Charity Tournament Poker, rules 19 and 20."""

from engine.rulebooks.irregularities.common import COMMON
from engine.rules import irregularities as what
from engine.rules.conditions import (
    always,
    another_was_exposed,
    before_substantial_action,
    both,
    can_be_repaired,
    is_of_the_flop,
    is_past,
    is_the_only_hand_left,
    last_street_is_out,
    no,
    several,
    two_acted_on_it,
)
from engine.rules.irregularities import Case, Table
from engine.rules.remedies import (
    ask,
    back_into_the_deck,
    cap_the_betting,
    extra_is_burned,
    extra_is_out,
    keep,
    kill_and_refund,
    misdeal,
    plays_on,
    repaired,
    right_card_stays,
    swap_with_the_burn,
    too_late,
    void,
)

_ALL_BACK = back_into_the_deck(burn_goes_back=True, burn_again=True)
_CARDS_BACK = back_into_the_deck(burn_goes_back=False, burn_again=True)
_FAULTY_DECK = (
    Case(
        always,
        ask(
            "The deck is faulty: does the hand stand?", void=void, play_on=plays_on("play goes on")
        ),
        "charity:6.1",
    ),
)


def _repair_or_misdeal(clause: str) -> tuple[Case, ...]:
    return (
        Case(can_be_repaired, repaired, clause),
        Case(before_substantial_action, misdeal, clause),
        Case(always, too_late, clause),
    )


CHARITY: Table = {
    **COMMON,
    what.EXPOSED_IN_THE_CUT: (Case(always, misdeal, "charity:19.1.1"),),
    what.EXPOSED_HOLE_CARD: (
        Case(several, misdeal, "charity:19.1.2"),
        Case(another_was_exposed, misdeal, "charity:19.1.2"),
        Case(always, keep, "charity:19.1.2"),
    ),
    what.NOT_SHUFFLED_OR_CUT: (
        Case(before_substantial_action, misdeal, "charity:19.1.3"),
        Case(always, too_late, "charity:19.1.3"),
    ),
    what.OUT_OF_ORDER: _repair_or_misdeal("charity:19.1.4"),
    what.PLAYER_MISSED: _repair_or_misdeal("charity:19.1.5"),
    what.WRONG_COUNT: (
        Case(is_the_only_hand_left, void, "charity:19.1.7"),
        Case(both(before_substantial_action, can_be_repaired), repaired, "charity:19.1.6"),
        Case(before_substantial_action, misdeal, "charity:19.1.6"),
        Case(always, kill_and_refund, "charity:19.1.6"),
    ),
    what.FOREIGN_CARD: _FAULTY_DECK,
    what.FOREIGN_CARD_IN_STUB: _FAULTY_DECK,
    what.DUPLICATE_CARD: _FAULTY_DECK,
    what.MISSING_CARD: _FAULTY_DECK,
    what.DEFECTIVE_DECK: _FAULTY_DECK,
    what.JOKER_FOUND: _FAULTY_DECK,
    what.SHOWN_BY_PLAYER: (
        Case(always, plays_on("the card plays on", "count the deck afterwards"), "charity:20.1"),
    ),
    what.FLOP_CARD_EXPOSED: (Case(always, swap_with_the_burn, "charity:20.4"),),
    what.NO_BURN: (
        Case(both(is_of_the_flop, is_past), plays_on("the cards stand"), "charity:20.5"),
        Case(both(is_of_the_flop, can_be_repaired), plays_on("it is put right"), "charity:20.5"),
        Case(both(is_of_the_flop, no(two_acted_on_it)), _CARDS_BACK, "charity:20.5"),
        Case(is_of_the_flop, plays_on("the cards stand"), "charity:20.5"),
        *COMMON[what.NO_BURN],
    ),
    what.TOO_MANY_FLOP_CARDS: (
        Case(can_be_repaired, plays_on("the flop is put right"), "charity:20.6"),
        Case(always, _ALL_BACK, "charity:20.6"),
    ),
    what.PREMATURE_FLOP: (Case(always, _ALL_BACK, "charity:20.7"),),
    what.PREMATURE_TURN: (Case(always, cap_the_betting(without_a_bet=1), "charity:20.8"),),
    what.PREMATURE_RIVER: (Case(always, cap_the_betting(without_a_bet=1), "charity:20.8"),),
    what.TWO_CARDS_AT_ONCE: (
        Case(
            both(can_be_repaired, last_street_is_out),
            extra_is_out("the other is discarded"),
            "charity:20.9",
        ),
        Case(can_be_repaired, extra_is_burned, "charity:20.9"),
        Case(always, _CARDS_BACK, "charity:20.9"),
    ),
    what.MANY_CARDS_AT_ONCE: (
        Case(
            both(can_be_repaired, last_street_is_out),
            extra_is_out("the others are discarded"),
            "charity:20.10",
        ),
        Case(
            can_be_repaired,
            right_card_stays("shuffle the others back and cut"),
            "charity:20.10",
        ),
        Case(always, _CARDS_BACK, "charity:20.10"),
    ),
}
