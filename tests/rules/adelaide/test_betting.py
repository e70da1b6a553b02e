"""Rules 15 to 23 and 39 to 41: turns, checks, calls, raises and folds.

Four players: seat 1 has the button, seats 2 and 3 the blinds of 50 and 100, seat 4 opens.
"""

import pytest

from engine.hand import commands, events
from tests.scenario import dealt

FLOP_SEEN = ("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks", "flop")


@pytest.mark.rule("adelaide:17")
@pytest.mark.rule("adelaide:17a")
@pytest.mark.rule("adelaide:17b")
@pytest.mark.rule("adelaide:17c")
def test_the_player_left_of_the_big_blind_opens_and_calls_raises_or_folds():
    hand = dealt()
    assert hand.seat == 4
    hand.refuses("seat 4 checks", clause="adelaide:17")
    offered = hand.options
    assert offered.call.amount == 100
    assert offered.raising.is_allowed
    assert offered.fold.is_allowed
    assert not offered.check.is_allowed

    assert dealt().play("seat 4 calls").stacks[4] == 4900
    assert dealt().play("seat 4 raises to 350").hand.bet_to_match == 350
    folded = dealt().play("seat 4 folds")
    assert folded.stacks[4] == 5000
    assert 4 not in folded.hand.in_hand()


@pytest.mark.rule("adelaide:18")
@pytest.mark.rule("adelaide:18b")
@pytest.mark.rule("adelaide:41")
def test_the_turn_goes_clockwise_until_everyone_has_matched_and_had_a_turn():
    hand = dealt()
    hand.refuses("seat 1 calls", clause="adelaide:41")
    turns = []
    for line in ("seat 4 calls", "seat 1 raises to 300", "seat 2 calls", "seat 3 folds"):
        turns.append(hand.seat)
        hand.play(line)
    assert turns == [4, 1, 2, 3]
    assert hand.seat == 4
    hand.refuses("flop", why="No card is due now.")
    hand.play("seat 4 calls")
    assert hand.seat == -1
    assert hand.options.deal.street == "flop"


@pytest.mark.rule("adelaide:18b")
def test_an_all_in_player_keeps_no_round_open():
    hand = dealt(stacks=(5000, 5000, 5000, 250))
    hand.play("seat 4 all-in", "seat 1 raises to 600", "seat 2 folds", "seat 3 calls")
    assert hand.options.phase == "deal"


@pytest.mark.rule("adelaide:18a")
def test_the_last_player_left_takes_the_pot_at_once_without_showing():
    hand = dealt().play("seat 4 raises to 300", "seat 1 folds", "seat 2 folds", "seat 3 folds")
    assert hand.hand.ended == "played"
    assert hand.won == [{4: 250}]
    assert hand.stacks == {1: 5000, 2: 4950, 3: 4900, 4: 5150}
    assert not hand.hand.shown


@pytest.mark.rule("adelaide:1.Act")
@pytest.mark.parametrize(
    ("announced", "moved"),
    [
        (commands.RaiseTo(4, 300), commands.PutChips(4, 300, chips=3, said="raise")),
        (commands.Call(4), commands.PutChips(4, 100, chips=1)),
    ],
)
def test_an_announced_action_moves_the_hand_on_as_the_chips_would(announced, moved):
    said, done = dealt(), dealt()
    said.do(announced)
    done.do(moved)
    assert said.hand == done.hand
    assert said.seat == 1


@pytest.mark.rule("adelaide:1.Act")
@pytest.mark.rule("adelaide:73a")
@pytest.mark.parametrize(
    ("before", "declared"),
    [
        ((), "seat 4 folds"),
        (FLOP_SEEN, "seat 2 checks"),
        ((), "seat 4 calls"),
        (FLOP_SEEN, "seat 2 bets 300"),
        ((), "seat 4 raises to 300"),
        (("seat 4 raises to 300",), "seat 1 raises to 600"),
        ((), "seat 4 all-in"),
    ],
)
def test_a_declaration_in_turn_binds(before, declared):
    hand = dealt().play(*before)
    seat = hand.seat
    hand.play(declared)
    assert hand.seat not in (seat, -1)
    for other in ("folds", "checks", "calls", "raises to 5000"):
        hand.refuses(f"seat {seat} {other}", clause="adelaide:41")


@pytest.mark.rule("adelaide:1.Call")
def test_a_call_equals_the_highest_wager_of_the_round_less_what_is_in_already():
    hand = dealt(stacks=(450, 5000, 5000, 5000))
    hand.play("seat 4 raises to 400", "seat 1 all-in")
    assert hand.hand.bet_to_match == 450
    assert hand.options.call.amount == 400  # the small blind has 50 in
    hand.play("seat 2 calls", "seat 3 calls")
    assert hand.options.call.amount == 50
    assert hand.play("seat 4 calls").stacks == {1: 0, 2: 4550, 3: 4550, 4: 4550}


@pytest.mark.rule("adelaide:1.Call")
@pytest.mark.rule("adelaide:1.All-In")
def test_a_stack_smaller_than_the_call_is_a_call_for_all_of_it():
    hand = dealt(stacks=(120, 5000, 5000, 5000)).play("seat 4 raises to 400")
    assert hand.options.call.amount == 120
    hand.play("seat 1 calls")
    assert hand.last(events.Called) == events.Called(1, 120, all_in=True)
    assert 1 in hand.hand.in_hand()
    hand.play("seat 2 folds", "seat 3 calls", "flop", "seat 3 checks")
    assert hand.seat == 4, "seat 1 takes no more turns"


@pytest.mark.rule("adelaide:1.Check")
@pytest.mark.rule("adelaide:40")
@pytest.mark.rule("adelaide:21")
@pytest.mark.rule("adelaide:21a")
@pytest.mark.rule("adelaide:21b")
@pytest.mark.rule("adelaide:21c")
@pytest.mark.rule("adelaide:21d")
@pytest.mark.parametrize("card", [(), ("turn",)])
def test_after_the_flop_and_the_fourth_card_one_checks_until_someone_bets(card):
    hand = dealt().play(*FLOP_SEEN)
    if card:
        hand.play("seat 2 checks", "seat 3 checks", "seat 4 checks", "seat 1 checks", *card)
    assert hand.seat == 2, "the first to the left of the button"
    assert hand.options.check.is_allowed
    hand.play("seat 2 checks")
    assert hand.options.check.is_allowed
    hand.play("seat 3 bets 300")
    hand.refuses("seat 4 checks", clause="adelaide:40")
    hand.refuses("seat 4 raises to 599", clause="adelaide:47-3")
    assert hand.options.call.amount == 300
    hand.play("seat 4 raises to 900", "seat 1 folds")
    hand.refuses("seat 2 checks", clause="adelaide:40")
    assert 1 not in hand.hand.in_hand()
    hand.play("seat 2 calls")
    assert hand.stacks[2] == 4000


@pytest.mark.rule("adelaide:21")
def test_the_first_live_player_left_of_the_button_opens_when_the_small_blind_is_gone():
    hand = dealt().play("seat 4 calls", "seat 1 calls", "seat 2 folds", "seat 3 checks", "flop")
    assert hand.seat == 3


@pytest.mark.rule("adelaide:39")
def test_when_all_check_the_round_is_over_and_the_next_card_comes():
    hand = dealt().play(*FLOP_SEEN)
    for seat in (2, 3, 4, 1):
        assert hand.seat == seat
        hand.play(f"seat {seat} checks")
    assert hand.options.deal.street == "turn"
    assert hand.hand.pot == 400


@pytest.mark.rule("adelaide:39")
@pytest.mark.rule("adelaide:19d")
def test_the_first_round_knows_no_check_but_the_big_blinds():
    hand = dealt()
    for seat, clause in ((4, "adelaide:17"), (1, "adelaide:17"), (2, "adelaide:19d")):
        hand.refuses(f"seat {seat} checks", clause=clause)
        hand.play(f"seat {seat} calls")
    assert hand.options.check.is_allowed


@pytest.mark.rule("adelaide:1.Fold")
@pytest.mark.rule("adelaide:1.Pass")
def test_a_player_may_fold_though_nobody_has_bet_and_is_out_of_every_pot():
    hand = dealt(stacks=(5000, 5000, 300, 5000))
    hand.play("seat 4 raises to 400", "seat 1 calls", "seat 2 calls", "seat 3 all-in", "flop")
    assert hand.options.check.is_allowed
    hand.play("seat 2 folds")
    assert hand.last(events.Folded) == events.Folded(2)
    assert hand.pots == [(1200, (3, 4, 1)), (300, (4, 1))]
    hand.check_down().refuses("pot 0 to 2", clause="adelaide:47-2")
    hand.refuses("seat 2 shows As Ac")
    assert 2 not in hand.hand.shown


@pytest.mark.rule("adelaide:1.Raise")
def test_a_raise_lifts_the_wager_and_matching_it_is_a_call():
    hand = dealt().play("seat 4 raises to 300")
    hand.refuses("seat 1 raises to 300", clause="adelaide:47-3")
    hand.refuses("seat 1 raises to 250", clause="adelaide:47-3")
    hand.play("seat 1 calls")
    assert hand.hand.bet_to_match == 300
    hand.play("seat 2 raises to 800")
    assert hand.hand.bet_to_match == 800
    assert hand.seat == 3


@pytest.mark.rule("adelaide:16")
@pytest.mark.rule("adelaide:47-3")
def test_a_raise_is_no_smaller_than_the_last_bet_or_raise():
    hand = dealt().play(*FLOP_SEEN).refuses("seat 2 bets 99", clause="adelaide:47-3")
    hand.play("seat 2 bets 300").refuses("seat 3 raises to 599", clause="adelaide:47-3")
    hand.play("seat 3 raises to 700").refuses("seat 4 raises to 1099", clause="adelaide:47-3")
    assert hand.options.raising.least == 1100  # though the call alone is 700
    hand.play("seat 4 raises to 1100")


@pytest.mark.rule("adelaide:16")
@pytest.mark.rule("adelaide:47-3")
def test_only_an_all_in_may_be_a_smaller_raise():
    hand = dealt(stacks=(5000, 5000, 500, 5000)).play(*FLOP_SEEN).play("seat 2 bets 300")
    hand.refuses("seat 3 raises to 399", clause="adelaide:47-3")
    hand.play("seat 3 all-in")
    assert hand.last(events.Raised) == events.Raised(3, 400, events.SHORT, all_in=True)


@pytest.mark.rule("adelaide:16")
def test_a_fixed_limit_raise_may_be_less_than_the_call():
    hand = dealt("adelaide-limit").play("seat 4 raises to 200", "seat 1 raises to 300")
    assert hand.play("seat 2 folds", "seat 3 raises to 400").seat == 4
    assert hand.hand.bet_to_match == 400, "200 to call and only 100 more"


@pytest.mark.rule("adelaide:31")
def test_nobody_wagers_more_than_the_chips_in_front_of_him():
    hand = dealt(stacks=(5000, 5000, 5000, 800))
    hand.refuses("seat 4 raises to 801", clause="adelaide:31")
    assert hand.options.raising.most == 800
    hand.play("seat 4 raises to 800")
    assert hand.stacks[4] == 0
