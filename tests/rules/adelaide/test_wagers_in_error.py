"""Rules 68 to 71 and 73: out of turn, in error, in two motions, in one big chip.

Four players: seat 1 has the button, seats 2 and 3 the blinds of 50 and 100, seat 4 opens.
"""

import pytest

from engine.hand import events
from engine.hand.commands import PutChips
from engine.rules.put_chips import CALL, FORFEIT, LEAST_RAISE
from tests.scenario import Scenario

FLOP = ("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks", "flop")


def four(*lines, rules="adelaide", stacks=(5000, 5000, 5000, 5000)):
    return Scenario(rules, stacks=stacks).play(*lines)


# -- out of turn -----------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:68a")
@pytest.mark.rule("adelaide:41")
@pytest.mark.parametrize("skipped", ["seat 4 folds", "seat 4 calls", "seat 4 raises to 300"])
def test_a_wager_out_of_turn_stands_when_nobody_skipped_wagers_more(skipped):
    hand = four("out of turn seat 1 raises to 500")
    assert hand.seat == 4, "it waits for its turn"
    hand.refuses("out of turn seat 1 folds", clause="adelaide:68a", why="already acted")
    hand.play(skipped)
    assert hand.last(events.Raised) == events.Raised(1, 500, events.FULL, all_in=False)
    assert hand.last(events.WagerReleased).clause == "adelaide:68a"
    assert hand.seat == 2


@pytest.mark.rule("adelaide:68a")
def test_a_bet_and_a_call_out_of_turn_stand_too():
    hand = four(*FLOP, "out of turn seat 4 bets 300", "seat 2 checks", "seat 3 checks")
    assert hand.last(events.Bet).to == 300
    assert hand.seat == 1
    hand = four("out of turn seat 1 calls", "seat 4 folds")
    assert hand.last(events.Called) == events.Called(1, 100, all_in=False)
    hand = four(*FLOP, "out of turn seat 3 bets 300", "seat 2 bets 300")
    assert hand.last(events.Called) == events.Called(3, 300, all_in=False)


@pytest.mark.rule("adelaide:68a")
def test_a_wager_out_of_turn_is_kept_within_the_limits():
    hand = four("out of turn seat 1 raises to 900", "seat 4 folds", rules="adelaide-limit")
    assert hand.last(events.Raised).to == 200


@pytest.mark.rule("adelaide:68a")
def test_a_wager_out_of_turn_above_the_new_bet_that_is_no_legal_raise_is_for_the_supervisor():
    hand = four(*FLOP, "out of turn seat 3 bets 400", "seat 2 bets 300")
    assert hand.seat == 3
    released = hand.last(events.WagerReleased)
    assert released.terms == "the supervisor decides"
    assert released.clause == "adelaide:68a"


@pytest.mark.rule("adelaide:68a-2")
def test_raised_above_it_he_calls_or_loses_hand_and_chips():
    hand = four("out of turn seat 1 raises to 300", "seat 4 raises to 700")
    assert hand.seat == 1
    assert hand.stacks[1] == 4700, "the chips lie in the pot"
    hand.refuses("seat 1 raises to 1100", clause="adelaide:68a-2")
    assert hand.options.call.amount == 400
    hand.play("seat 1 folds")
    assert hand.stacks[1] == 4700

    hand = four("out of turn seat 1 raises to 300", "seat 4 raises to 700", "seat 1 calls")
    assert hand.stacks[1] == 4300


@pytest.mark.rule("adelaide:68a-2")
@pytest.mark.parametrize("wager", ["calls", "raises to 250"])
def test_who_is_all_in_by_it_has_called_whatever_is_raised_above_it(wager):
    all_in = 100 if wager == "calls" else 250
    hand = Scenario("adelaide", stacks=(all_in, 5000, 5000, 5000), marker=4)
    hand.play(f"out of turn seat 1 {wager}", "seat 3 raises to 700", "seat 4 folds")
    assert hand.last(events.Called) == events.Called(1, all_in - 50, all_in=True)
    assert hand.seat == 2, "the big blind has his turn"
    hand.play("seat 2 calls", "flop")
    assert hand.seat == 2, "and two can still bet"
    assert hand.pots == [(3 * all_in, (1, 2, 3)), (1400 - 2 * all_in, (2, 3))]


@pytest.mark.rule("adelaide:68b")
def test_who_checks_out_of_turn_may_not_raise_in_that_round():
    hand = four(*FLOP, "out of turn seat 4 checks", "seat 2 bets 200", "seat 3 calls")
    assert hand.seat == 4
    hand.refuses("seat 4 raises to 400", clause="adelaide:68b")
    assert hand.options.call.is_allowed
    assert hand.options.fold.is_allowed
    hand.play("seat 4 calls", "seat 1 folds", "turn", "seat 2 checks", "seat 3 checks")
    assert hand.options.raising.is_allowed, "the bar ends with the round"


@pytest.mark.rule("adelaide:68b")
def test_who_checked_out_of_turn_checks_when_nobody_bet_and_still_may_not_raise():
    hand = four(*FLOP, "out of turn seat 4 checks", "seat 2 checks", "seat 3 checks")
    assert hand.options.check.is_allowed
    hand.refuses("seat 4 bets 200", clause="adelaide:68b")
    hand.play("seat 4 checks", "seat 1 bets 300", "seat 2 folds", "seat 3 folds")
    hand.refuses("seat 4 raises to 900", clause="adelaide:68b")


# -- in error --------------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:69")
def test_half_a_call_or_more_is_completed_or_lost_with_the_hand():
    hand = four("seat 4 raises to 600")
    half = PutChips(1, 300)
    assert hand.needs_ruling(half, clause="adelaide:69") == (CALL, FORFEIT)
    completed = four("seat 4 raises to 600", PutChips(1, 300, choice=CALL))
    assert completed.stacks[1] == 4400
    lost = four("seat 4 raises to 600", PutChips(1, 300, choice=FORFEIT))
    assert lost.stacks[1] == 4700
    assert 1 not in lost.hand.in_hand()
    assert lost.hand.pot == 1050


@pytest.mark.rule("adelaide:69-2")
def test_less_than_half_a_call_is_taken_back_and_he_acts_again():
    hand = four("seat 4 raises to 600", "seat 1 puts out 299")
    corrected = hand.last(events.ActionCorrected)
    assert corrected.clause == "adelaide:69-2"
    assert hand.seat == 1
    assert hand.stacks[1] == 5000
    hand.play("seat 1 folds")


@pytest.mark.rule("adelaide:69")
@pytest.mark.rule("adelaide:69-2")
def test_what_a_blind_has_in_already_is_no_part_of_the_call_in_error():
    hand = four("seat 4 raises to 450", "seat 1 folds")
    assert hand.needs_ruling(PutChips(2, 250), clause="adelaide:69") == (CALL, FORFEIT)
    assert hand.play("seat 2 puts out 249").seat == 2


@pytest.mark.rule("adelaide:69-3")
def test_half_a_raise_or_more_is_completed_or_lost_with_the_hand():
    hand = four("seat 4 raises to 300")  # a legitimate raise is 200 more
    assert hand.needs_ruling(PutChips(1, 400), clause="adelaide:69-3") == (LEAST_RAISE, FORFEIT)
    completed = four("seat 4 raises to 300", PutChips(1, 400, choice=LEAST_RAISE))
    assert completed.hand.bet_to_match == 500
    lost = four("seat 4 raises to 300", PutChips(1, 400, choice=FORFEIT))
    assert lost.stacks[1] == 4600
    assert 1 not in lost.hand.in_hand()


@pytest.mark.rule("adelaide:69-3")
@pytest.mark.rule("adelaide:69-4")
def test_a_bet_in_error_is_judged_by_the_least_bet():
    hand = four(*FLOP)
    assert hand.needs_ruling(PutChips(2, 50), clause="adelaide:69-3") == (LEAST_RAISE, FORFEIT)
    hand.play("seat 2 puts out 49")
    assert hand.seat == 2
    assert hand.stacks[2] == 4900


@pytest.mark.rule("adelaide:69-4")
def test_less_than_half_a_raise_is_taken_back():
    hand = four("seat 4 raises to 300", "seat 1 puts out 399")
    assert hand.last(events.ActionCorrected).clause == "adelaide:69-4"
    assert hand.seat == 1
    assert hand.stacks[1] == 5000
    hand.play("seat 1 raises to 900")


# -- chips without words ---------------------------------------------------------------------------


@pytest.mark.rule("adelaide:71")
@pytest.mark.rule("adelaide:1.Over-Chip")
def test_one_chip_too_large_is_a_call_unless_a_raise_was_announced():
    hand = four("seat 4 puts out 1000 in one chip")
    assert hand.last(events.Called) == events.Called(4, 100, all_in=False)
    assert hand.last(events.ActionCorrected).clause == "adelaide:71"
    assert hand.stacks[4] == 4900, "change is given"
    raised = four(PutChips(4, 1000, chips=1, said="raise"))
    assert raised.last(events.Raised).to == 1000
    several = four(PutChips(4, 1000, chips=2))
    assert several.last(events.Raised).to == 1000


@pytest.mark.rule("adelaide:1.String Bet")
def test_a_raise_in_two_motions_without_the_word_is_cut_back_to_the_call():
    hand = four("seat 4 puts out 500 in two motions")
    assert hand.last(events.Called) == events.Called(4, 100, all_in=False)
    assert hand.last(events.ActionCorrected).clause == "adelaide:70"
    limit = four(PutChips(4, 200, said="raise", motions=2), rules="adelaide-limit")
    assert limit.last(events.Raised).to == 200


@pytest.mark.rule("adelaide:70")
@pytest.mark.parametrize("limit", ["adelaide", "adelaide-pot", "adelaide-half-pot"])
def test_raise_without_an_amount_takes_the_first_motion_and_a_least_raise_at_least(limit: str):
    said = four(PutChips(4, 150, said="raise", motions=2), rules=limit)
    assert said.last(events.Raised).to == 200
    enough = four(PutChips(4, 225, said="raise", motions=2), rules=limit)
    assert enough.last(events.Raised).to == 225
    silent = four("seat 4 puts out 250 in two motions", rules=limit)
    assert silent.last(events.Called) == events.Called(4, 100, all_in=False)


@pytest.mark.rule("adelaide:73b")
def test_a_knock_is_a_check_and_binds():
    hand = four(*FLOP, "seat 2 checks")
    hand.refuses("seat 2 bets 200", clause="adelaide:41")
    hand.play("seat 3 checks", "seat 4 checks", "seat 1 checks")
    assert hand.options.phase == "deal"
