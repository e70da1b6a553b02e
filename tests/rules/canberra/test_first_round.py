"""The first round of betting (rule 9)."""

import pytest

from engine.hand import events
from engine.rules.book import Settings
from tests.scenario import Scenario

FOUR = (1000, 1000, 1000, 1000)


def opened_with(options, **setup):
    return Scenario("canberra-e", stacks=FOUR, settings=Settings(opener_options=options), **setup)


def allowed(hand):
    offered = hand.options
    names = ("fold", "check", "stand", "call", "call_and_fold", "raising")
    return [name for name in names if getattr(offered, name).is_allowed]


@pytest.mark.rule("canberra:9.1(a)")
def test_option_a_the_opener_calls_raises_or_calls_and_folds():
    hand = opened_with("a")
    assert allowed(hand) == ["call", "call_and_fold", "raising"]
    hand.refuses("seat 3 folds", clause="canberra:9.1(a)")


@pytest.mark.rule("canberra:9.1(a)(iii)")
def test_call_and_fold_pays_the_whole_call_which_stays_in_the_pot():
    hand = opened_with("a").play("seat 3 calls and folds")
    assert hand.stacks[3] == 900
    assert hand.hand.pot == 250
    assert 3 not in hand.hand.in_hand()
    assert hand.seat == 4
    hand.play("seat 4 folds", "seat 1 folds")
    assert hand.stacks == {1: 950, 2: 1150, 3: 900, 4: 1000}


@pytest.mark.rule("canberra:9.1")
@pytest.mark.rule("canberra:9.1(a)(iii)")
@pytest.mark.rule("canberra:9.2(c)")
def test_only_the_opener_calls_and_folds_everybody_else_folds_free():
    hand = opened_with("a").play("seat 3 calls")
    hand.refuses("seat 4 calls and folds", clause="canberra:9.1(a)(iii)")
    assert allowed(hand) == ["fold", "call", "raising"]
    opened_with("b").refuses("seat 3 calls and folds", clause="canberra:9.1(a)(iii)")


@pytest.mark.rule("canberra:9.1(b)")
def test_option_b_is_usual_the_opener_calls_raises_or_folds():
    assert allowed(opened_with("b")) == ["fold", "call", "raising"]
    assert allowed(opened_with("")) == ["fold", "call", "raising"]
    for line in ("seat 3 folds", "seat 3 calls", "seat 3 raises to 200"):
        assert opened_with("").play(line).seat == 4


@pytest.mark.rule("canberra:9.1")
@pytest.mark.rule("canberra:9.1(c)")
def test_option_c_the_opener_raises_or_folds():
    hand = opened_with("c")
    assert allowed(hand) == ["fold", "raising"]
    hand.refuses("seat 3 calls", clause="canberra:9.1(c)")
    hand.play("seat 3 folds", "seat 4 calls")
    assert hand.stacks[4] == 900


@pytest.mark.rule("canberra:9.1(d)")
def test_option_d_the_opener_of_ante_betting_must_bet():
    hand = Scenario("canberra-d", stacks=FOUR, blinds=(), ante=10)
    hand.play("seat 2 opens")
    assert allowed(hand) == ["raising"]
    assert hand.options.raising.is_bet
    hand.refuses("seat 2 checks", clause="canberra:9.1(d)")
    hand.refuses("seat 2 folds", clause="canberra:9.1(d)")
    hand.play("seat 2 bets 10")
    assert allowed(hand) == ["fold", "call", "raising"]


@pytest.mark.rule("canberra:9.2")
def test_nobody_checks_in_the_first_round_not_even_the_last_blind():
    hand = Scenario("canberra-e", stacks=FOUR)
    hand.refuses("seat 4 calls", clause="canberra:11.3", why="turn of seat 3")
    hand.play("seat 3 calls")
    assert allowed(hand) == ["fold", "call", "raising"]
    hand.refuses("seat 4 checks", clause="canberra:9.2")
    hand.play("seat 4 calls", "seat 1 calls")
    hand.refuses("seat 2 checks", clause="canberra:9.2")


@pytest.mark.rule("canberra:9.2(a)")
@pytest.mark.rule("canberra:T.call")
def test_a_call_matches_the_last_active_players_bet():
    hand = Scenario("canberra-e", stacks=FOUR).play("seat 3 raises to 350")
    assert hand.options.call.amount == 350
    hand.play("seat 4 calls")
    assert hand.last(events.Called) == events.Called(seat=4, amount=350, all_in=False)
    assert (hand.seat, hand.options.call.amount) == (1, 300)


@pytest.mark.rule("canberra:9.2(b)")
def test_a_raise_is_at_least_the_opening_bet_or_the_largest_raise_before():
    hand = Scenario("canberra-e", stacks=(5000,) * 4)
    hand.refuses("seat 3 raises to 199", clause="canberra:5.1/min")
    hand.play("seat 3 raises to 400")
    hand.refuses("seat 4 raises to 699", clause="canberra:5.1/min")
    hand.play("seat 4 raises to 700", "seat 1 raises to 1500")
    assert hand.seat == 2
    hand.refuses("seat 2 raises to 3000", clause="canberra:5.1")


@pytest.mark.rule("canberra:9.2(c)")
@pytest.mark.rule("canberra:T.fold")
def test_chips_of_a_folded_player_stay_in_the_pot_and_the_cards_are_never_shown():
    hand = Scenario("canberra-e", stacks=FOUR, deck="As Ks Qs Js Ac Kc Qc Jc")
    hand.play("seat 3 raises to 300", "seat 4 folds", "seat 1 folds", "seat 2 calls")
    assert hand.stacks[1] == 950
    assert hand.pots == [(650, (2, 3))]
    hand.check_down()
    assert hand.won == [{2: 650}]
    assert not {1, 4} & {event.seat for event in hand.all(events.HandShown)}


@pytest.mark.rule("canberra:T.fold")
def test_a_folded_player_no_longer_contests_the_hand():
    hand = Scenario("canberra-e", stacks=(1000, 1000, 1000))
    hand.play("seat 3 folds", "seat 1 calls", "seat 2 stands")
    hand.check_down()
    hand.refuses("seat 3 shows As Ac", clause="canberra:12.1")
    hand.refuses("pot 0 to 3", clause="canberra:13.2")


@pytest.mark.rule("canberra:9.3(a)")
def test_when_all_but_one_fold_the_last_one_wins_at_once_without_showing():
    hand = Scenario("canberra-e", stacks=FOUR)
    hand.play("seat 3 folds", "seat 4 folds", "seat 1 folds")
    assert hand.hand.ended == "played"
    assert hand.won == [{2: 100}]
    assert hand.stacks[2] == 1050
    assert hand.all(events.HandShown) == []
    assert hand.last(events.PotAwarded).how == events.UNCONTESTED


@pytest.mark.rule("canberra:9.3(b)")
def test_the_first_round_ends_when_all_have_put_in_the_same():
    hand = Scenario("canberra-e", stacks=(1000, 1000, 1000, 60))
    hand.play("seat 3 raises to 300", "seat 4 all-in", "seat 1 calls")
    assert hand.options.phase == "bet"
    hand.play("seat 2 calls")
    assert hand.options.phase == "deal"
    assert hand.hand.bets[1:4] == [300, 300, 300]
