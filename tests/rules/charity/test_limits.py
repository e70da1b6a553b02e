"""Rule 9: minimum and maximum wagers, and how often one may raise."""

import re

import pytest

from engine import games, rulebooks
from engine.hand import events
from engine.hand.commands import RaiseTo
from engine.referee.referee import decide
from engine.refusal import Refused
from engine.rules.book import Rules, Settings
from tests.scenario import FOUR, Scenario

FLOP = ("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")


@pytest.mark.rule("charity:1.1(structured-limit)")
@pytest.mark.rule("charity:9.2")
@pytest.mark.rule("charity:9.3")
@pytest.mark.rule("charity:12.2")
@pytest.mark.parametrize(
    ("game", "too_little", "least", "most", "too_much"),
    [
        ("charity", "charity:9.3.2", 400, 5000, "charity:1.1(table-stake)"),
        ("charity-pot", "charity:9.3.2", 400, 950, "charity:9.3.3"),
        ("charity-half-pot", "charity:9.3.2", 400, 600, "charity:9.3.3"),
    ],
)
def test_a_wager_outside_the_limits_is_refused_with_the_limits(
    game, too_little, least, most, too_much
):
    hand = Scenario(game, stacks=FOUR, chip=25).play("seat 3 calls", "seat 4 raises to 250")
    assert (hand.options.raising.least, hand.options.raising.most) == (least, most)
    for amount, clause in ((least - 25, too_little), (most + 25, too_much)):
        with pytest.raises(Refused) as refused:
            decide(hand.hand, RaiseTo(1, amount), hand.rules)
        assert refused.value.clause == clause
        assert re.sub(r"\D", "", refused.value.why) == f"{least}{most}", "both limits are named"
    hand.play(f"seat 1 raises to {most}")
    assert hand.hand.bet_to_match == most


@pytest.mark.rule("charity:1.1(structured-limit)")
@pytest.mark.rule("charity:9.2")
@pytest.mark.rule("charity:12.2")
def test_in_a_structured_limit_bets_and_raises_have_one_size_on_each_street():
    hand = Scenario("charity-limit", stacks=FOUR)
    sizes = []
    for card in ("", "flop", "turn", "river"):
        hand.play(*filter(None, [card]))
        sizes.append(hand.options.raising.least)
        assert hand.options.raising.most == hand.options.raising.least
        refused = sizes[-1] + 50
        hand.refuses(f"seat {hand.seat} raises to {refused}", clause="charity:9.2")
        hand.refuses(f"seat {hand.seat} raises to {refused - 100}", clause="charity:9.2")
        while hand.options.phase == "bet":
            hand.play(f"seat {hand.seat} {_passive(hand)}")
    assert sizes == [200, 100, 100, 100], "the book doubles nothing by itself"


@pytest.mark.rule("charity:9.1")
@pytest.mark.rule("charity:1.1(structured-limit)")
@pytest.mark.parametrize("game", ["lhe", "she"])
def test_the_bet_of_each_betting_round_is_as_the_operator_set_it(game):
    chosen = Settings(third_round_bet=2, last_round_bet=4)
    rules = Rules(rulebooks.get("charity"), games.get(game), chosen)
    hand = Scenario(rules, stacks=FOUR)
    sizes = []
    for card in ("", "flop", "turn", "river"):
        hand.play(*filter(None, [card]))
        sizes.append(hand.options.raising.least)
        assert hand.options.raising.most == hand.options.raising.least
        hand.refuses(f"seat {hand.seat} raises to {sizes[-1] + 50}", clause="charity:9.2")
        while hand.options.phase == "bet":
            hand.play(f"seat {hand.seat} {_passive(hand)}")
    assert sizes == [200, 100, 200, 400]


@pytest.mark.rule("charity:9.1")
def test_bet_sizes_of_a_round_change_nothing_without_a_structured_limit():
    rules = Rules(rulebooks.get("charity"), games.get("nlhe"), Settings(last_round_bet=4))
    hand = Scenario(rules, stacks=FOUR)
    for card in ("", "flop", "turn", "river"):
        hand.play(*filter(None, [card]))
        if card == "river":
            break
        while hand.options.phase == "bet":
            hand.play(f"seat {hand.seat} {_passive(hand)}")
    assert hand.options.raising.least == 100


def _passive(hand):
    if hand.options.call.is_allowed:
        return "calls"
    return "checks" if hand.options.check.is_allowed else "stands"


@pytest.mark.rule("charity:9.3")
@pytest.mark.rule("charity:9.3.1")
@pytest.mark.parametrize("blinds", [(30, 100), (75, 100), (100, 50), (50, 75, 100)])
def test_a_first_blind_that_is_not_half_the_minimum_or_all_of_it_is_refused(blinds):
    with pytest.raises(Refused) as refused:
        Scenario("charity", stacks=FOUR, blinds=blinds)
    assert refused.value.clause == "charity:9.3.1"


@pytest.mark.rule("charity:9.3.1")
@pytest.mark.parametrize("blinds", [(50, 100), (100, 100), (100,), (50, 100, 200)])
def test_the_first_blind_is_half_the_minimum_or_all_of_it_and_the_second_no_less(blinds):
    hand = Scenario("charity", stacks=FOUR, blinds=blinds)
    assert tuple(event.amount for event in hand.all(events.BlindPosted)) == blinds


@pytest.mark.rule("charity:9.3.2")
@pytest.mark.rule("charity:9.3")
def test_a_raise_is_no_less_than_any_bet_or_raise_of_the_round():
    hand = Scenario("charity", stacks=FOUR).play(*FLOP)
    hand.refuses("seat 1 bets 99", clause="charity:9.3.2")
    hand.play("seat 1 bets 200").refuses("seat 2 raises to 399", clause="charity:9.3.2")
    hand.play("seat 2 raises to 600").refuses("seat 3 raises to 999", clause="charity:9.3.2")
    hand.play("seat 3 raises to 1000")
    assert hand.options.raising.least == 1400
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 calls", "turn")
    assert hand.options.raising.least == 100, "a new betting round begins anew"


@pytest.mark.rule("charity:9.3.2")
def test_only_an_all_in_may_be_a_smaller_raise():
    hand = Scenario("charity", stacks=(5000, 450, 5000, 5000)).play(*FLOP, "seat 1 bets 200")
    hand.refuses("seat 2 raises to 300", clause="charity:9.3.2")
    hand.play("seat 2 all-in")
    assert hand.last(events.Raised) == events.Raised(2, 350, events.SHORT, all_in=True)


@pytest.mark.rule("charity:9.3.4")
@pytest.mark.parametrize("game", ["charity", "charity-pot", "charity-half-pot"])
def test_without_a_structured_limit_there_is_no_limit_to_the_raises(game):
    hand = Scenario(game, stacks=(50_000,) * 4)
    for _ in range(8):
        hand.play(f"seat {hand.seat} raises to {hand.options.raising.least}")
    assert hand.hand.raises == 8
    assert hand.options.raising.is_allowed


@pytest.mark.rule("charity:9.3.5")
@pytest.mark.rule("charity:1.1(active-player)")
@pytest.mark.parametrize(
    ("street", "is_capped"), [("flop", True), ("turn", True), ("river", False)]
)
def test_the_cap_lifts_only_in_the_final_round_with_two_active_players(street, is_capped):
    hand = Scenario("charity-limit", stacks=FOUR)
    hand.play("seat 3 folds", "seat 4 folds", "seat 1 calls", "seat 2 stands")
    for card in ("flop", "turn", "river"):
        hand.play(card)
        if card == street:
            break
        hand.play("seat 1 checks", "seat 2 checks")
    _raise_three_times(hand)
    assert hand.options.raising.is_allowed != is_capped
    if is_capped:
        hand.refuses(f"seat {hand.seat} raises to 9999", clause="charity:9.3.5")


@pytest.mark.rule("charity:9.3.5")
@pytest.mark.rule("charity:1.1(active-player)")
def test_an_all_in_player_is_active_and_keeps_the_cap_on_the_final_round():
    hand = Scenario("charity-limit", stacks=(5000, 5000, 100, 5000))
    hand.play("seat 3 calls", "seat 4 folds", "seat 1 calls", "seat 2 stands")
    hand.play("flop", "seat 1 checks", "seat 2 checks", "turn", "seat 1 checks", "seat 2 checks")
    hand.play("river")
    assert hand.hand.in_hand() == [1, 2, 3]
    _raise_three_times(hand)
    hand.refuses(f"seat {hand.seat} raises to 1000", clause="charity:9.3.5")


def _raise_three_times(hand):
    for _ in range(4):  # a bet and three raises
        hand.play(f"seat {hand.seat} raises to {hand.options.raising.least}")
    assert hand.hand.raises == 3
