"""Appendix 1 and rule 67: fixed limit with its three raises, half pot, pot and no limit.

Four players: seat 1 has the button, seats 2 and 3 the blinds of 50 and 100, seat 4 opens.
"""

from dataclasses import replace

import pytest

from engine import games, rulebooks
from engine.hand import events
from engine.refusal import Refused
from engine.rules.book import Rules
from tests.scenario import Scenario

LIMPED = ("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks")
CHECKED = ("seat 2 checks", "seat 3 checks", "seat 4 checks", "seat 1 checks")


def four(rules="adelaide-limit", stacks=(9000, 9000, 9000, 9000)):
    return Scenario(rules, stacks=stacks)


def span(hand):
    raising = hand.options.raising
    return raising.least, raising.most


@pytest.mark.rule("adelaide:App1.2")
@pytest.mark.rule("adelaide:App1.7a")
@pytest.mark.rule("adelaide:1.Limit")
@pytest.mark.rule("adelaide:29")
def test_fixed_limit_first_round_three_raises_of_one_big_blind():
    hand = four().refuses("seat 4 raises to 250", clause="adelaide:App1.7a")
    hand.refuses("seat 4 raises to 150", clause="adelaide:1.Limit")
    hand.play("seat 4 raises to 200", "seat 1 raises to 300", "seat 2 raises to 400")
    hand.refuses("seat 3 raises to 500", clause="adelaide:67-2")
    assert hand.options.call.is_allowed
    assert hand.options.fold.is_allowed
    hand.play("seat 3 calls").refuses("seat 4 raises to 500", clause="adelaide:67-2")


@pytest.mark.rule("adelaide:App1.3")
@pytest.mark.rule("adelaide:App1.7a")
@pytest.mark.rule("adelaide:1.Limit")
def test_fixed_limit_second_round_a_bet_and_three_raises_of_one_big_blind():
    hand = four().play(*LIMPED, "flop")
    hand.refuses("seat 2 bets 50", clause="adelaide:1.Limit")
    hand.refuses("seat 2 bets 200", clause="adelaide:App1.7a")
    hand.play("seat 2 bets 100", "seat 3 raises to 200", "seat 4 raises to 300")
    hand.play("seat 1 raises to 400").refuses("seat 2 raises to 500", clause="adelaide:67-2")


@pytest.mark.rule("adelaide:App1.4")
@pytest.mark.rule("adelaide:App1.7a")
@pytest.mark.rule("adelaide:1.Limit")
def test_fixed_limit_third_and_final_round_twice_the_big_blind():
    hand = four().play(*LIMPED, "flop", *CHECKED, "turn")
    for last in (False, True):
        hand.refuses("seat 2 bets 100", clause="adelaide:1.Limit")
        hand.refuses("seat 2 bets 300", clause="adelaide:App1.7a")
        hand.play("seat 2 bets 200").refuses("seat 3 raises to 300", clause="adelaide:1.Limit")
        hand.play("seat 3 raises to 400", "seat 4 raises to 600", "seat 1 raises to 800")
        hand.refuses("seat 2 raises to 1000", clause="adelaide:67-2")
        hand.play("seat 2 calls", "seat 3 calls", "seat 4 calls")
        if not last:
            hand.play("river")
    assert hand.options.phase == "show"


@pytest.mark.rule("adelaide:1.Limit")
def test_an_all_in_is_the_only_other_size_in_limit():
    hand = four(stacks=(9000, 9000, 9000, 170))
    assert span(hand) == (170, 170)
    hand.play("seat 4 all-in")
    assert hand.hand.bet_to_match == 170


@pytest.mark.rule("adelaide:App1.5")
@pytest.mark.rule("adelaide:67")
def test_two_players_raise_each_other_until_a_stack_is_used_up():
    hand = Scenario("adelaide-limit", stacks=(1000, 9000))
    for to in range(200, 1001, 100):
        hand.play(f"seat {hand.seat} raises to {to}")
    assert hand.last(events.Raised) == events.Raised(1, 1000, events.FULL, all_in=True)
    assert hand.hand.raises == 9


@pytest.mark.rule("adelaide:67")
@pytest.mark.rule("adelaide:App1.5")
def test_the_cap_never_comes_when_a_round_becomes_heads_up_before_it():
    hand = four().play("seat 4 raises to 200", "seat 1 folds", "seat 2 raises to 300")
    hand.play("seat 3 folds", "seat 4 raises to 400", "seat 2 raises to 500")
    assert hand.play("seat 4 raises to 600").hand.raises == 5


@pytest.mark.rule("adelaide:67-2")
@pytest.mark.rule("adelaide:67")
def test_a_cap_once_reached_stays_for_the_round_and_is_lifted_on_the_next():
    hand = four().play("seat 4 folds", "seat 1 raises to 200", "seat 2 raises to 300")
    hand.play("seat 3 raises to 400", "seat 1 folds")
    hand.refuses("seat 2 raises to 500", clause="adelaide:67-2")
    hand.play("seat 2 calls", "flop", "seat 2 bets 100", "seat 3 raises to 200")
    hand.play("seat 2 raises to 300", "seat 3 raises to 400", "seat 2 raises to 500")
    assert hand.hand.raises == 4


@pytest.mark.rule("adelaide:1.Heads-up")
@pytest.mark.rule("adelaide:App1.5")
def test_all_in_players_do_not_count_when_two_are_heads_up():
    hand = four(stacks=(9000, 9000, 9000, 100))
    hand.play("seat 4 all-in", "seat 1 folds", "seat 2 raises to 200", "seat 3 raises to 300")
    hand.play("seat 2 raises to 400", "seat 3 raises to 500")
    assert hand.hand.raises == 4
    assert hand.pots[0][1] == (2, 3, 4)


@pytest.mark.rule("adelaide:App1.7b")
@pytest.mark.rule("adelaide:29")
def test_half_pot_the_raise_part_is_half_the_pot_after_the_call():
    hand = four("adelaide-half-pot")
    assert span(hand) == (200, 225)  # 150 in, 100 to call: half of 250 more
    hand.refuses("seat 4 raises to 226", clause="adelaide:App1.7b")
    hand.play("seat 4 raises to 225")
    assert span(hand) == (350, 525)  # 375 in, 225 to call: half of 600 more
    hand = four("adelaide-half-pot").play(*LIMPED, "flop")
    assert span(hand) == (100, 200)
    hand.refuses("seat 2 bets 201", clause="adelaide:App1.7b")
    hand.play("seat 2 bets 200")
    assert span(hand) == (400, 600)  # 600 in, 200 to call: half of 800 more


@pytest.mark.rule("adelaide:App1.7c")
@pytest.mark.rule("adelaide:29")
def test_pot_limit_the_raise_part_is_the_pot_after_the_call():
    hand = four("adelaide-pot")
    assert span(hand) == (200, 350)
    hand.refuses("seat 4 raises to 351", clause="adelaide:App1.7c")
    hand.play("seat 4 raises to 350")
    assert span(hand) == (600, 1200)
    hand = four("adelaide-pot").play(*LIMPED, "flop")
    assert span(hand) == (100, 400)
    hand.refuses("seat 2 bets 401", clause="adelaide:App1.7c")
    hand.play("seat 2 bets 400")
    assert span(hand) == (800, 1600)


@pytest.mark.rule("adelaide:App1.7d")
@pytest.mark.rule("adelaide:29")
def test_no_limit_anything_from_the_minimum_to_the_whole_stack():
    hand = four("adelaide")
    assert span(hand) == (200, 9000)
    hand.refuses("seat 4 raises to 199", clause="adelaide:47-3")
    hand.play("seat 4 raises to 777", "seat 1 raises to 9000")
    assert hand.stacks[1] == 0


@pytest.mark.rule("adelaide:App1.7d")
def test_no_limit_knows_no_cap_on_raises():
    hand = four("adelaide").play("seat 4 raises to 200", "seat 1 raises to 300")
    hand.play("seat 2 raises to 400", "seat 3 raises to 500", "seat 4 raises to 600")
    assert hand.hand.raises == 5


@pytest.mark.rule("adelaide:App1.7")
@pytest.mark.parametrize("limit", ["structured", "manila"])
def test_exactly_four_limits_are_offered(limit):
    book = rulebooks.get("adelaide")
    assert book.limits.value == ("no", "pot", "half-pot", "fixed")
    with pytest.raises(Refused) as refused:
        Rules(book, replace(games.get("nlhe"), limit=limit))
    assert refused.value.clause == "adelaide:App1.7"
