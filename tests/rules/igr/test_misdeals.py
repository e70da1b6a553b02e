"""A.3(x) and (y): misdeals.

Four players: seat 4 has the button, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

from functools import partial

import pytest

from engine.hand import commands, events
from engine.rules import irregularities as what
from tests.scenario import dealt

table = partial(dealt, "igr")


REASONS = [
    pytest.param(
        {"what": what.OUT_OF_ORDER}, "igr:A.3(x)(i)", marks=pytest.mark.rule("igr:A.3(x)(i)")
    ),
    pytest.param(
        {"what": what.WRONG_COUNT, "seat": 1},
        "igr:A.3(x)(ii)",
        marks=pytest.mark.rule("igr:A.3(x)(ii)"),
    ),
    pytest.param(
        {"what": what.BOXED_CARD, "count": 2},
        "igr:A.3(x)(iii)",
        marks=pytest.mark.rule("igr:A.3(x)(iii)"),
    ),
    pytest.param(
        {"what": what.DEFECTIVE_DECK}, "igr:A.3(x)(iv)", marks=pytest.mark.rule("igr:A.3(x)(iv)")
    ),
    pytest.param(
        {"what": what.JOKER_FOUND}, "igr:A.3(x)(v)", marks=pytest.mark.rule("igr:A.3(x)(v)")
    ),
    pytest.param(
        {"what": what.PLAYER_MISSED}, "igr:A.3(x)(vi)", marks=pytest.mark.rule("igr:A.3(x)(vi)")
    ),
    pytest.param(
        {"what": what.NOT_SHUFFLED_OR_CUT},
        "igr:A.3(x)(vii)",
        marks=pytest.mark.rule("igr:A.3(x)(vii)"),
    ),
    pytest.param(
        {"what": what.EXPOSED_HOLE_CARD, "seat": 1, "detail": "first card of a blind"},
        "igr:A.3(x)(viii)",
        marks=pytest.mark.rule("igr:A.3(x)(viii)"),
    ),
    pytest.param(
        {"what": what.EXPOSED_HOLE_CARD, "seat": 3, "count": 2},
        "igr:A.3(x)(ix)",
        marks=pytest.mark.rule("igr:A.3(x)(ix)"),
    ),
]


@pytest.mark.rule("igr:A.3(x)")
@pytest.mark.parametrize(("told", "clause"), REASONS)
def test_each_cause_is_a_misdeal_until_a_second_player_has_acted(told, clause):
    for lines in ((), ("seat 3 raises to 300",)):
        hand = table(*lines).play(commands.Report(**told))
        assert hand.hand.ended == "misdeal"
        assert hand.last(events.Misdealt).clause == clause
        assert {"shuffle and cut", "deal again, same marker"} < set(hand.ruled.orders)


@pytest.mark.rule("igr:A.3(x)")
@pytest.mark.rule("igr:A.1.Substantial Action")
@pytest.mark.parametrize(
    "error",
    [
        what.OUT_OF_ORDER,
        what.DEFECTIVE_DECK,
        what.JOKER_FOUND,
        what.PLAYER_MISSED,
        what.NOT_SHUFFLED_OR_CUT,
        what.EXPOSED_HOLE_CARD,
    ],
)
@pytest.mark.parametrize(("first", "second"), [("folds", "folds"), ("calls", "raises to 600")])
def test_once_more_than_one_player_has_acted_no_misdeal_is_called(error, first, second):
    hand = table(f"seat 3 {first}", f"seat 4 {second}")
    hand.refuses(commands.Report(error, 1, count=2), clause="igr:A.3(x)", why="too late")
    assert hand.seat == 1, "the hand is played on"


@pytest.mark.rule("igr:A.1.Substantial Action")
@pytest.mark.rule("igr:A.1.Dead Hand")
def test_after_it_a_wrong_number_of_cards_only_kills_the_hand():
    hand = table("seat 3 calls", "seat 4 calls").report(what.WRONG_COUNT, seat=1)
    assert not hand.hand.ended
    assert hand.last(events.HandKilled).clause == "igr:A.1.Dead Hand"
    assert hand.seat == 2


@pytest.mark.rule("igr:A.3(x)(iii)")
def test_a_single_boxed_card_is_only_replaced():
    hand = table().report(what.BOXED_CARD)
    assert hand.ruled.remedy == "the next card takes its place"
    assert not hand.hand.ended


@pytest.mark.rule("igr:A.3(x)(ix)")
@pytest.mark.rule("igr:A.3(x)(viii)")
def test_a_single_exposed_card_that_is_no_blinds_first_is_only_replaced():
    hand = table().report(what.EXPOSED_HOLE_CARD, seat=3)
    assert hand.ruled.remedy == "the card is replaced"
    assert not hand.hand.ended
    hand.report(what.EXPOSED_HOLE_CARD, seat=1)
    assert hand.last(events.Misdealt).clause == "igr:A.3(x)(ix)", "two, one after the other"


@pytest.mark.rule("igr:A.3(x)")
@pytest.mark.rule("igr:A.3(y)")
def test_the_new_hand_has_the_same_button_and_no_further_antes_or_blinds():
    hand = table("seat 1 raises to 300", ante=25, marker=2).report(what.PLAYER_MISSED)
    assert hand.last(events.Misdealt).posts_stay
    assert "posted blinds and antes stay" in hand.ruled.orders
    again = hand.then()
    assert again.hand.marker == 2
    for kind in (events.AntePosted, events.BlindPosted):
        assert again.all(kind) == hand.all(kind), "the same posts, once"
    assert again.stacks == {1: 4975, 2: 4975, 3: 4925, 4: 4875}
    assert again.hand.pot == 250
    assert again.fold_round().then().hand.marker == 3
