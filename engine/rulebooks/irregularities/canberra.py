"""Casino Canberra, rule 17 and the fourth part of each appendix."""

from engine.rulebooks.irregularities.common import COMMON
from engine.rules import irregularities as what
from engine.rules.conditions import (
    always,
    another_was_exposed,
    at_the_showdown_against_one,
    both,
    burning,
    can_be_repaired,
    detail,
    is_the_only_hand_left,
    no,
    nobody_has_bet,
    one_card_is_out,
    several,
)
from engine.rules.irregularities import Case, Table
from engine.rules.remedies import (
    back_into_the_deck,
    bet_the_minimum,
    cap_the_betting,
    keep,
    keeps_its_place,
    kill,
    last_to_fold_wins,
    misdeal,
    open_with_the_exposed_card,
    plays_on,
    repaired,
    replace_with_the_burn,
    too_late,
)

_BACK = back_into_the_deck(
    burn_goes_back=False,
    burn_again=False,
    of_the_burn="the book is silent on the burn card: by common practice there is one only",
)
_SHUFFLED_BACK = (Case(always, _BACK, "canberra:{appendix}.4.1"),)
_AFTER_THE_DEAL = Case(no(nobody_has_bet), too_late, "canberra:T.initial_deal")
_TWO_EXPOSED = (
    _AFTER_THE_DEAL,
    Case(several, misdeal, "canberra:17.1(c)"),
    Case(another_was_exposed, misdeal, "canberra:17.1(c)"),
)

CANBERRA: Table = {
    **COMMON,
    what.EXPOSED_IN_THE_CUT: (Case(always, misdeal, "canberra:17.1(a)"),),
    what.NOT_SHUFFLED_OR_CUT: (
        Case(nobody_has_bet, plays_on("the deck is cut now", "cut the deck"), "canberra:17.1(b)"),
        Case(always, misdeal, "canberra:17.1(b)"),
    ),
    what.EXPOSED_HOLE_CARD: (
        *_TWO_EXPOSED,
        Case(burning, replace_with_the_burn, "canberra:{appendix}.4.3"),
        Case(always, misdeal, "canberra:{appendix}.4.4"),
    ),
    what.OUT_OF_ORDER: (
        Case(both(nobody_has_bet, detail("looked at")), misdeal, "canberra:17.1(d)"),
        Case(nobody_has_bet, repaired, "canberra:17.1(d)/repair"),
        Case(always, too_late, "canberra:17.1(d)"),
    ),
    what.PLAYER_MISSED: (
        Case(both(nobody_has_bet, can_be_repaired), repaired, "canberra:17.1(e)/repair"),
        Case(nobody_has_bet, misdeal, "canberra:17.1(e)"),
        Case(always, too_late, "canberra:17.1(e)"),
    ),
    what.WRONG_COUNT: (
        Case(both(nobody_has_bet, can_be_repaired), repaired, "canberra:17.1(e)/repair"),
        Case(nobody_has_bet, misdeal, "canberra:17.1(f)"),
        Case(is_the_only_hand_left, last_to_fold_wins, "canberra:17.8/nobody"),
        Case(at_the_showdown_against_one, kill, "canberra:17.8/showdown"),
        Case(always, kill, "canberra:17.8"),
    ),
    what.PREMATURE_FLOP: _SHUFFLED_BACK,
    what.PREMATURE_TURN: _SHUFFLED_BACK,
    what.PREMATURE_RIVER: _SHUFFLED_BACK,
    what.FIRST_OF_SHOE_SHOWN: (Case(always, keeps_its_place, "canberra:{appendix}.4.2"),),
    what.HAND_IN_MUCK: (Case(always, kill, "canberra:17.9"),),
}

_CAPPED = (Case(always, cap_the_betting(without_a_bet=0), "canberra:A.4.2"),)
MANILA: Table = {
    **CANBERRA,
    what.EXPOSED_HOLE_CARD: (_AFTER_THE_DEAL, Case(always, misdeal, "canberra:A.4.1")),
    what.FIRST_OF_SHOE_SHOWN: (Case(always, keeps_its_place, "tda2024:R1"),),
    what.NEXT_CARD_TOO_EARLY: _CAPPED,
    what.NEXT_CARD_BEFORE_BETTING: (
        Case(one_card_is_out, cap_the_betting(without_a_bet=0), "canberra:A.4.2"),
        Case(always, bet_the_minimum, "canberra:A.4.3"),
    ),
}
DRAW: Table = {
    **CANBERRA,
    what.EXPOSED_HOLE_CARD: (
        _AFTER_THE_DEAL,
        Case(several, misdeal, "canberra:B.4.1"),
        Case(another_was_exposed, misdeal, "canberra:B.4.1"),
        Case(always, keep, "canberra:B.4.1"),
    ),
    what.EXPOSED_IN_THE_DRAW: (
        Case(always, plays_on("the card stays with its player"), "canberra:B.4.2"),
    ),
}
STUD: Table = {
    **CANBERRA,
    what.EXPOSED_HOLE_CARD: (*_TWO_EXPOSED, Case(always, keep, "canberra:17.1(c)")),
    what.FIRST_CARD_UP: (
        Case(
            always,
            plays_on("it is the up card", "deal the second and third card face down"),
            "canberra:D.4.1",
        ),
    ),
    what.BOXED_CARD: (
        Case(
            detail("first card of a betting round"),
            plays_on("it goes back", "shuffle it into the shoe, cut, deal on"),
            "canberra:D.4.2/first",
        ),
        Case(always, plays_on("it is dealt in normal order"), "canberra:D.4.2"),
    ),
    what.LAST_CARD_UP: (Case(always, open_with_the_exposed_card, "canberra:D.4.3"),),
}
