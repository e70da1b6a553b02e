"""IGR, rule A.3(x) and the terms."""

from engine.rulebooks.irregularities.common import COMMON
from engine.rules import irregularities as what
from engine.rules.conditions import (
    always,
    another_was_exposed,
    before_substantial_action,
    both,
    detail,
    no,
    several,
)
from engine.rules.irregularities import Case, Table
from engine.rules.remedies import (
    kill,
    misdeal,
    misdeal_with_another_deck,
    plays_on,
    replace_with_the_burn,
    too_late,
)

_EARLY = before_substantial_action
_TOO_LATE = Case(no(_EARLY), too_late, "igr:A.3(x)")


def _misdeal(clause: str) -> tuple[Case, ...]:
    return (_TOO_LATE, Case(always, misdeal, clause))


IGR: Table = {
    **COMMON,
    what.OUT_OF_ORDER: _misdeal("igr:A.3(x)(i)"),
    what.WRONG_COUNT: (
        Case(_EARLY, misdeal, "igr:A.3(x)(ii)"),
        Case(always, kill, "igr:A.1.Dead Hand"),
    ),
    what.BOXED_CARD: (
        Case(both(several, _EARLY), misdeal, "igr:A.3(x)(iii)"),
        Case(always, plays_on("the next card takes its place"), "igr:A.3(x)(iii)"),
    ),
    what.DEFECTIVE_DECK: (
        _TOO_LATE,
        Case(always, misdeal_with_another_deck, "igr:A.3(x)(iv)"),
    ),
    what.JOKER_FOUND: _misdeal("igr:A.3(x)(v)"),
    what.PLAYER_MISSED: _misdeal("igr:A.3(x)(vi)"),
    what.NOT_SHUFFLED_OR_CUT: _misdeal("igr:A.3(x)(vii)"),
    what.EXPOSED_HOLE_CARD: (
        _TOO_LATE,
        Case(detail("first card of a blind"), misdeal, "igr:A.3(x)(viii)"),
        Case(several, misdeal, "igr:A.3(x)(ix)"),
        Case(another_was_exposed, misdeal, "igr:A.3(x)(ix)"),
        Case(always, replace_with_the_burn, "tda2024:R35"),
    ),
    what.OFF_THE_TABLE: (Case(always, kill, "igr:A.3(i)"),),
    what.HAND_IN_MUCK: (Case(always, kill, "igr:A.1.Muck"),),
}
