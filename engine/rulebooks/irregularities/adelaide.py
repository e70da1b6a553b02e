"""Adelaide, rules 28, 45, 46 and 53 to 56."""

from engine.rulebooks.irregularities.common import COMMON
from engine.rules import irregularities as what
from engine.rules.conditions import (
    always,
    another_was_exposed,
    before_substantial_action,
    both,
    can_be_repaired,
    detail,
    has_an_uncalled_bet,
    he_has_acted,
    is_of_the_flop,
    is_the_only_hand_left,
    last_street_is_out,
    no,
    nobody_has_bet,
    several,
    somebody_acted_on_it,
)
from engine.rules.irregularities import Case, Condition, Table
from engine.rules.remedies import (
    CAME_BACK,
    ask,
    back_into_the_deck,
    extra_is_out,
    kill,
    kill_but_return_the_uncalled,
    last_to_fold_wins,
    misdeal,
    plays_on,
    post_later,
    post_now,
    repaired,
    replace_with_the_burn,
    right_card_stays,
    too_late,
    void,
)

_ALL_BACK = back_into_the_deck(burn_goes_back=True, burn_again=True, keeps_wagers=True)
_VOID_WITH_A_BET = ask(
    "The hand is void: does its uncalled bet go back?",
    goes_back=kill_but_return_the_uncalled,
    stays_in=kill,
)
_TOO_LATE = Case(always, too_late, "adelaide:28-2")
_EARLY = before_substantial_action
_EXPOSED = (
    Case(both(_EARLY, several), misdeal, "adelaide:28c"),
    Case(both(_EARLY, another_was_exposed), misdeal, "adelaide:28e"),
    Case(_EARLY, replace_with_the_burn, "adelaide:53a"),
)


def _wrong_burn(clause: str) -> tuple[Case, ...]:
    return (
        Case(no(somebody_acted_on_it), _ALL_BACK, clause),
        Case(always, plays_on("the cards stand"), clause),
    )


def _not_posted(when: Condition, clause: str) -> tuple[Case, ...]:
    """Who acted plays on and pays later; else any action kills the hand, and before it he posts."""
    return (
        Case(both(when, he_has_acted), post_later, clause),
        Case(both(when, nobody_has_bet), post_now, clause),
        Case(when, kill, clause),
    )


_ALL: Table = {
    **COMMON,
    what.EXPOSED_IN_THE_CUT: (Case(_EARLY, misdeal, "adelaide:28a"), _TOO_LATE),
    what.NOT_SHUFFLED_OR_CUT: (Case(_EARLY, misdeal, "tda2024:R35"), _TOO_LATE),
    what.OUT_OF_ORDER: (
        Case(both(_EARLY, detail("looked at")), misdeal, "adelaide:28b"),
        Case(_EARLY, repaired, "adelaide:28b"),
        _TOO_LATE,
    ),
    what.EXPOSED_HOLE_CARD: (*_EXPOSED, _TOO_LATE),
    what.FLASHED_BY_DEALER: (*_EXPOSED, *COMMON[what.FLASHED_BY_DEALER]),
    what.PLAYER_MISSED: (
        Case(both(_EARLY, can_be_repaired), repaired, "adelaide:45"),
        Case(_EARLY, misdeal, "adelaide:28d"),
        _TOO_LATE,
    ),
    what.BOXED_CARD: (
        Case(
            no(detail("hole card")),
            plays_on("it is burned", "burn it, the following card takes its place"),
            "adelaide:53b",
        ),
        Case(both(_EARLY, several), misdeal, "adelaide:28e"),
        Case(both(_EARLY, another_was_exposed), misdeal, "adelaide:28e"),
        Case(always, replace_with_the_burn, "adelaide:53a"),
    ),
    what.TOO_MANY_FLOP_CARDS: (Case(always, _ALL_BACK, "adelaide:54a"),),
    what.PREMATURE_FLOP: (Case(always, _ALL_BACK, "adelaide:54b"),),
    what.NO_BURN: (
        Case(both(is_of_the_flop, no(somebody_acted_on_it)), _ALL_BACK, "adelaide:54c"),
        Case(is_of_the_flop, plays_on("the flop stands"), "adelaide:54c"),
        *_wrong_burn("adelaide:55c"),
    ),
    what.TWO_BURNS: (
        Case(both(is_of_the_flop, no(somebody_acted_on_it)), _ALL_BACK, "adelaide:54c"),
        Case(is_of_the_flop, plays_on("the flop stands"), "adelaide:54c"),
        *_wrong_burn("adelaide:55c"),
    ),
    what.TWO_CARDS_AT_ONCE: (
        Case(
            both(can_be_repaired, last_street_is_out),
            extra_is_out("the extra card is discarded"),
            "adelaide:55a",
        ),
        Case(
            can_be_repaired,
            right_card_stays(
                "shuffle the extra and the burn card into the deck", with_the_burn=True
            ),
            "adelaide:55a",
        ),
        Case(always, _ALL_BACK, "adelaide:55a"),
    ),
    what.PREMATURE_TURN: (Case(always, _ALL_BACK, "adelaide:55b"),),
    what.PREMATURE_RIVER: (Case(always, _ALL_BACK, "adelaide:55b"),),
    what.NOT_POSTED: (
        *_not_posted(detail(CAME_BACK), "adelaide:66b"),
        *_not_posted(always, "adelaide:65b"),
    ),
    what.WRONG_COUNT: (
        Case(is_the_only_hand_left, last_to_fold_wins, "adelaide:56-2"),
        Case(has_an_uncalled_bet, _VOID_WITH_A_BET, "adelaide:56"),
        Case(always, kill, "adelaide:56"),
    ),
    what.UNPROTECTED: (Case(always, kill_but_return_the_uncalled, "adelaide:46b"),),
    what.DEFECTIVE_DECK: (Case(always, void, "adelaide:78a"),),
    what.MISSING_CARD: (Case(always, void, "adelaide:78a"),),
    what.DUPLICATE_CARD: (Case(always, void, "adelaide:78a"),),
}
ADELAIDE: Table = {**_ALL, what.MANY_CARDS_AT_ONCE: _ALL[what.TWO_CARDS_AT_ONCE]}
