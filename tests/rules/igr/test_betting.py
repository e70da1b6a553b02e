"""A.1, A.2(x), A.2(y) and A.3(k), (o): turns, checks, calls, raises and the cap of three.

Four players: seat 4 has the button, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

import pytest

from engine.hand import commands, events
from tests.scenario import FOUR, Scenario

FLOP_SEEN = ("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 checks", "flop")


def table(*lines, rules="igr", **how):
    how.setdefault("stacks", FOUR)
    return Scenario(rules, **how).play(*lines)


# -- the first round -------------------------------------------------------------------------------


@pytest.mark.rule("igr:A.3(k)(i)")
@pytest.mark.rule("igr:A.1.Check")
def test_the_player_left_of_the_big_blind_is_first_to_call_raise_or_fold():
    hand = table()
    assert hand.seat == 3
    offered = hand.options
    assert offered.call.amount == 100
    assert offered.raising.least == 200
    assert offered.fold.is_allowed
    hand.refuses("seat 3 checks", clause="igr:A.3(k)(ii)")


@pytest.mark.rule("igr:A.3(k)(ii)")
@pytest.mark.rule("igr:A.1.Betting Round")
def test_betting_goes_clockwise_until_each_has_acted_and_the_big_blind_may_check_or_raise():
    hand = table()
    for seat in (3, 4, 1):
        assert hand.seat == seat
        hand.refuses(f"seat {seat % 4 + 1} folds", clause="igr:A.3(k)(ii)")
        hand.refuses("flop", clause="igr:A.1.Round Of Play")
        hand.play(f"seat {seat} calls")
    assert hand.seat == 2, "the big blind has had no turn yet"
    assert hand.options.check.is_allowed
    assert hand.options.raising.least == 200
    raised = table("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 raises to 300")
    assert raised.seat == 3
    assert hand.play("seat 2 checks").options.deal.street == "flop"


@pytest.mark.rule("igr:A.3(k)(ii)")
def test_after_a_raise_the_big_blind_does_not_check():
    hand = table("seat 3 raises to 300", "seat 4 folds", "seat 1 folds")
    hand.refuses("seat 2 checks", clause="igr:A.3(k)(ii)")
    assert hand.options.call.amount == 200


@pytest.mark.rule("igr:A.1.Betting Round")
def test_every_live_player_with_chips_has_check_bet_raise_call_or_fold():
    hand = table(*FLOP_SEEN, stacks=(5000, 5000, 100, 5000))
    assert hand.hand.in_hand() == [1, 2, 3, 4]
    taken = []
    for line in ("checks", "bets 200", "raises to 400", "folds", "calls"):
        taken.append(hand.seat)
        hand.play(f"seat {hand.seat} {line}")
    assert taken == [1, 2, 4, 1, 2], "seat 3 has no chips left to act with"
    assert hand.options.phase == "deal"


@pytest.mark.rule("igr:A.3(k)(i)-2")
def test_of_two_players_the_button_acts_first_and_must_say_it():
    hand = table(stacks=(5000, 5000), marker=1)
    assert hand.seat == 1
    hand.refuses("seat 1 checks", clause="igr:A.3(k)(ii)")
    for silent in (commands.PutChips(1, 100), commands.PutChips(1, 300, chips=3)):
        hand.refuses(silent, clause="igr:A.3(k)(i)-2", why="call, raise or fold")
    hand.play(commands.PutChips(1, 100, said="call"))
    assert hand.stacks[1] == 4900
    hand.play(commands.PutChips(2, 300, chips=2, said="raise"))
    hand.play(commands.PutChips(1, 300))
    assert hand.options.phase == "deal", "later actions need no words to be a call"


# -- later rounds ----------------------------------------------------------------------------------


@pytest.mark.rule("igr:A.3(o)")
@pytest.mark.rule("igr:A.1.Check")
@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_later_rounds_begin_left_of_the_button_and_check_is_open_until_a_bet(street):
    hand = table("seat 3 calls", "seat 4 calls", "seat 1 folds", "seat 2 checks")
    for card in ("flop", "turn", "river"):
        hand.play(card)
        assert hand.seat == 2, "the first live player left of the button"
        if card == street:
            break
        hand.play("seat 2 checks", "seat 3 checks", "seat 4 checks")
    hand.play("seat 2 checks", "seat 3 bets 300")
    for seat in (4, 2):
        hand.refuses(f"seat {seat} checks", clause="igr:A.1.Check")
        hand.refuses(f"seat {seat} raises to 599", clause="igr:A.1.Raise")
        hand.play(f"seat {seat} calls")
    assert hand.seat == -1


@pytest.mark.rule("igr:A.3(o)")
def test_of_two_players_the_other_one_begins_after_the_flop():
    hand = table("seat 1 calls", "seat 2 checks", "flop", stacks=(5000, 5000), marker=1)
    assert hand.seat == 2


# -- what may be wagered ---------------------------------------------------------------------------


@pytest.mark.rule("igr:A.1.Call")
def test_a_call_draws_level_with_the_highest_and_never_above():
    hand = table("seat 3 raises to 300", "seat 4 raises to 700")
    assert hand.options.call.amount == 650
    hand.play("seat 1 calls", "seat 2 folds")
    assert hand.options.call.amount == 400
    hand.play("seat 3 calls")
    assert {seat: hand.hand.bets[seat] for seat in (1, 3, 4)} == {1: 700, 3: 700, 4: 700}
    table(*FLOP_SEEN).refuses("seat 1 calls", clause="igr:A.1.Call")


@pytest.mark.rule("igr:A.1.Fold")
def test_a_fold_is_made_in_turn_and_out_of_turn_it_is_noted():
    hand = table().refuses("seat 1 folds", clause="igr:A.3(k)(ii)")
    hand.play("out of turn seat 1 folds")
    assert hand.last(events.WagerHeld).seat == 1
    assert 1 in hand.hand.in_hand(), "not before its turn"
    hand.play("seat 3 calls", "seat 4 calls")
    assert hand.hand.folds == (1,)
    assert hand.seat == 2


@pytest.mark.rule("igr:A.1.All-In")
@pytest.mark.rule("igr:A.2(y)")
def test_all_in_is_every_chip_and_nothing_but_chips_on_the_table_is_wagered():
    hand = table(stacks=(5000, 5000, 1475, 5000))
    hand.refuses("seat 3 raises to 1476", clause="igr:A.2(y)")
    hand.refuses(commands.PutChips(3, 1500, said="raise"), clause="igr:A.3(t)")
    hand.play("seat 3 all-in")
    assert hand.last(events.Raised) == events.Raised(3, 1475, events.FULL, all_in=True)
    assert hand.stacks[3] == 0


@pytest.mark.rule("igr:A.1.Raise")
def test_a_raise_at_least_doubles_the_bet_before():
    hand = table(blinds=(30, 60)).refuses("seat 3 raises to 119", clause="igr:A.1.Raise")
    hand.play("seat 3 raises to 120").refuses("seat 4 raises to 239", clause="igr:A.1.Raise")
    hand.play("seat 4 raises to 240")
    assert (hand.options.raising.least, hand.options.raising.most) == (480, 5000)


@pytest.mark.rule("igr:A.1.Raise")
def test_less_than_double_is_for_an_all_in_only():
    hand = table("seat 3 raises to 400", stacks=(5000, 5000, 5000, 700))
    hand.refuses("seat 4 raises to 650", clause="igr:A.1.Raise")
    hand.play("seat 4 all-in")
    assert hand.last(events.Raised) == events.Raised(4, 700, events.SHORT, all_in=True)


@pytest.mark.rule("igr:A.1.Raise")
def test_who_has_acted_may_raise_again_only_when_the_bet_is_doubled_to_him():
    short = table(stacks=(5000, 5000, 5000, 700, 5000), marker=5)
    short.play("seat 3 raises to 200", "seat 4 calls", "seat 5 raises to 400", "seat 1 folds")
    short.play("seat 2 folds", "seat 3 calls", "seat 4 all-in", "seat 5 calls")
    assert (short.seat, short.options.raising.is_allowed) == (3, False), "700 is no double of 400"
    short.refuses("seat 3 raises to 1400", clause="igr:A.1.Raise")
    double = table("seat 3 raises to 200", "seat 4 all-in", stacks=(5000, 5000, 5000, 400))
    double.play("seat 1 folds", "seat 2 calls")
    assert (double.seat, double.options.raising.least) == (3, 800)


@pytest.mark.rule("igr:A.1.Raise")
def test_short_all_ins_that_double_the_bet_together_reopen_it():
    hand = table(stacks=(5000, 5000, 5000, 300, 400), marker=5)
    hand.play("seat 3 raises to 200", "seat 4 all-in", "seat 5 all-in", "seat 1 folds")
    hand.play("seat 2 calls")
    assert (hand.seat, hand.options.raising.least) == (3, 800), "200 has become 400"


@pytest.mark.rule("igr:A.1.Raise-2")
@pytest.mark.rule("igr:A.1.Limit")
def test_in_a_limit_game_a_raise_is_double_no_less_no_more():
    hand = table(rules="igr-limit")
    for least in (200, 400, 800):
        raising = hand.options.raising
        assert (raising.least, raising.most) == (least, least)
        for wrong in (least - 50, least + 50):
            hand.refuses(f"seat {hand.seat} raises to {wrong}", clause="igr:A.1.Raise-2")
        hand.play(f"seat {hand.seat} raises to {least}")


@pytest.mark.rule("igr:A.1.Limit")
@pytest.mark.parametrize(("street", "bet"), [("flop", 100), ("turn", 200), ("river", 200)])
def test_a_limit_game_has_a_fixed_bet_on_each_street(street, bet):
    hand = table(*FLOP_SEEN[:-1], rules="igr-limit")
    for card in ("flop", "turn", "river"):
        hand.play(card)
        if card == street:
            break
        hand.play(*[f"seat {seat} checks" for seat in (1, 2, 3, 4)])
    assert (hand.options.raising.least, hand.options.raising.most) == (bet, bet)


# -- the cap ---------------------------------------------------------------------------------------


@pytest.mark.rule("igr:A.2(x)")
@pytest.mark.parametrize("rules", ["igr", "igr-limit"])
def test_three_raises_a_betting_round_and_no_fourth_not_even_all_in(rules):
    hand = table("seat 3 raises to 200", "seat 4 raises to 400", rules=rules, stacks=(8000,) * 4)
    hand.play("seat 1 raises to 800")
    for line in ("seat 2 raises to 1600", "seat 2 all-in"):
        hand.refuses(line, clause="igr:A.2(x)")
    assert (hand.options.call.amount, hand.options.fold.is_allowed) == (700, True)
    hand.play("seat 2 calls", "seat 3 calls", "seat 4 calls", "flop")
    assert hand.options.raising.is_allowed, "a new round has three again"


@pytest.mark.rule("igr:A.3(k)(ii)-2")
@pytest.mark.rule("igr:A.1.Heads-Up")
@pytest.mark.parametrize("rules", ["igr", "igr-limit"])
def test_two_players_heads_up_raise_without_limit(rules):
    hand = table("seat 3 folds", "seat 4 folds", rules=rules, stacks=(90_000,) * 4)
    for _ in range(6):
        hand.play(f"seat {hand.seat} raises to {hand.options.raising.least}")
    assert hand.hand.raises == 6
    assert hand.options.raising.is_allowed


@pytest.mark.rule("igr:A.3(k)(ii)-2")
@pytest.mark.parametrize("rules", ["igr", "igr-limit"])
def test_a_fold_after_the_cap_does_not_reopen_it(rules):
    hand = table("seat 3 raises to 200", "seat 4 raises to 400", rules=rules)
    hand.play("seat 1 raises to 800", "seat 2 folds", "seat 3 folds")
    assert hand.hand.contenders == 2
    hand.refuses("seat 4 raises to 1600", clause="igr:A.2(x)")


@pytest.mark.rule("igr:A.1.Heads-Up")
@pytest.mark.parametrize("rules", ["igr", "igr-limit"])
def test_a_pot_with_an_all_in_third_player_is_not_heads_up(rules):
    hand = table("seat 3 all-in", "seat 4 folds", stacks=(9000, 9000, 200, 9000), rules=rules)
    hand.play("seat 1 raises to 400", "seat 2 raises to 800")
    assert hand.hand.raises == 3
    hand.refuses("seat 1 raises to 1600", clause="igr:A.2(x)")


# -- chips and words -------------------------------------------------------------------------------


@pytest.mark.rule("igr:A.1.String Bet")
def test_too_few_chips_for_a_raise_are_a_call_unless_raise_was_said():
    hand = table("seat 3 puts out 180")
    assert hand.stacks[3] == 4900
    assert hand.last(events.ActionCorrected).clause == "igr:A.1.String Bet"
    said = table("seat 3 puts out 180 saying raise")
    assert said.hand.bet_to_match == 200


@pytest.mark.rule("igr:A.1.String Bet")
@pytest.mark.rule("igr:A.3(k)(iii)")
def test_going_back_for_more_chips_is_a_string_bet_and_only_the_call_counts():
    hand = table("seat 3 puts out 400 in two motions")
    assert hand.stacks[3] == 4900
    assert hand.last(events.ActionCorrected).clause == "igr:A.1.String Bet"


@pytest.mark.rule("igr:A.3(k)(iii)")
def test_to_raise_a_player_says_raise_and_puts_out_at_least_double():
    silent = table("seat 3 puts out 400")
    assert silent.stacks[3] == 4900
    assert silent.last(events.ActionCorrected).clause == "igr:A.3(k)(iii)"
    said = table("seat 3 puts out 400 saying raise")
    assert said.hand.bet_to_match == 400
    said.refuses("seat 4 raises to 799", clause="igr:A.1.Raise")
