"""A.1, A.2(k), A.2(z), A.2(cc) and A.3(d), (e), (w): blinds, antes and who is blinded out.

Four players: seat 4 has the button, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

from functools import partial

import pytest

from engine.clock import lawful_schedules
from engine.hand import commands, events
from engine.referee.start import facts
from engine.refusal import Refused
from engine.rules import irregularities as what
from engine.schedule.schedule import Level, Schedule
from tests.scenario import dealt, posted

table = partial(dealt, "igr")


@pytest.mark.rule("igr:A.1.Small Blind")
@pytest.mark.rule("igr:A.1.Big Blind")
@pytest.mark.rule("igr:A.3(d)")
@pytest.mark.rule("igr:A.3(e)")
@pytest.mark.parametrize(("button", "small", "big"), [(1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2)])
def test_the_two_players_left_of_the_button_post_before_any_card(button, small, big):
    hand = table(marker=button)
    assert posted(hand) == {small: 50, big: 100}
    kinds = [type(event) for event in hand.events]
    assert kinds.count(events.BlindPosted) == 2
    assert kinds.index(events.HoleDealt) == len(kinds) - 1


@pytest.mark.rule("igr:A.1.Big Blind")
def test_the_blinds_follow_the_level():
    hand = table().fold_round().then(blinds=(100, 200))
    assert posted(hand) == {2: 100, 3: 200}


@pytest.mark.rule("igr:A.1.Small Blind")
def test_a_small_blind_of_another_ratio_is_played_with_a_doubt():
    assert posted(table(blinds=(25, 100))) == {1: 25, 2: 100}
    usual = Schedule((Level(20, blinds=(50, 100)),))
    assert lawful_schedules.doubts(usual, rulebook="igr") == []
    (doubt,) = lawful_schedules.doubts(Schedule((Level(20, blinds=(25, 100)),)), rulebook="igr")
    assert doubt.is_doubt
    assert doubt.clause == "igr:A.1.Small Blind"


@pytest.mark.rule("igr:A.3(e)-2")
@pytest.mark.rule("igr:A.1.Big Blind")
@pytest.mark.parametrize(("button", "other"), [(1, 2), (2, 1)])
def test_of_two_players_at_the_table_the_button_posts_the_small_blind(button, other):
    assert posted(table(stacks=(5000, 5000), marker=button)) == {button: 50, other: 100}


@pytest.mark.rule("igr:A.1.Ante")
@pytest.mark.rule("igr:A.2(z)")
def test_every_player_antes_before_the_deal_or_is_not_dealt_in():
    hand = table(ante=25, stacks=(5000, 5000, 15, 5000))
    antes = hand.all(events.AntePosted)
    assert {event.seat: event.amount for event in antes} == {1: 25, 2: 25, 3: 15, 4: 25}
    dealt = hand.last(events.HoleDealt)
    assert {seat for seat, _ in dealt.cards} == {event.seat for event in antes}
    assert all(hand.events.index(ante) < hand.events.index(dealt) for ante in antes)
    with pytest.raises(Refused, match="player without chips"):
        table(stacks=(5000, 5000, 0, 5000))


@pytest.mark.rule("igr:A.2(z)")
@pytest.mark.parametrize("blinds", [(), (100,), (50, 100, 200)])
def test_a_structure_without_a_small_and_a_big_blind_is_refused(blinds):
    with pytest.raises(Refused) as refused:
        table(blinds=blinds, ante=25)
    assert refused.value.clause == "igr:A.2(z)"


@pytest.mark.rule("igr:A.2(z)")
def test_bets_follow_the_level():
    hand = table(blinds=(200, 400))
    assert (hand.options.call.amount, hand.options.raising.least) == (400, 800)
    hand.play("seat 3 calls", "seat 4 folds", "seat 1 folds", "seat 2 checks", "flop")
    hand.refuses("seat 2 bets 399", clause="igr:A.1.Raise").play("seat 2 bets 400")


@pytest.mark.rule("igr:A.2(k)")
def test_no_straddle_is_posted():
    with pytest.raises(Refused) as refused:
        table(over_blind=200)
    assert refused.value.clause == "igr:A.2(k)"


# -- who is out ------------------------------------------------------------------------------------


@pytest.mark.rule("igr:A.2(cc)(i)")
@pytest.mark.rule("igr:A.3(w)(i)")
def test_who_has_lost_all_chips_is_out():
    hand = table(stacks=(5000, 5000, 800, 5000))
    hand.play("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 folds").check_down()
    hand.play("pot 0 to 4")
    assert hand.last(events.HandEnded).busts == (3,)
    assert hand.then().hand.seats == (1, 2, 4)


@pytest.mark.rule("igr:A.2(cc)(ii)")
@pytest.mark.rule("igr:A.3(w)(ii)")
def test_an_absent_player_is_blinded_off_until_he_is_out():
    hand = table(stacks=(200, 5000, 5000, 5000), ante=25, away={1: "absent"})
    left = []
    while 1 in hand.hand.seats:
        assert 1 not in hand.hand.in_hand(), "his hand is dead"
        left.append(hand.stacks[1])
        hand.play(f"seat {hand.seat} raises to 300").fold_round()
        if hand.stacks[1] == 0:
            break
        hand = hand.then(away={1: "absent"})
    assert left == [125, 100, 75, 0], "small blind and ante, two antes, ante and big blind"
    assert hand.last(events.HandEnded).busts == (1,)
    assert facts(hand.hand).busts == (1,)


@pytest.mark.rule("igr:A.2(cc)(iii)")
@pytest.mark.rule("igr:A.2(cc)(iii)-2")
@pytest.mark.rule("igr:A.3(w)(iii)")
def test_a_big_blind_with_less_than_the_small_blind_is_out_and_his_chips_leave_play():
    hand = table(stacks=(5000, 49, 5000, 5000))
    assert hand.last(events.StackRemoved) == events.StackRemoved(2, 49, "igr:A.2(cc)(iii)-2")
    assert hand.hand.order == (1, 3, 4), "he is not dealt in"
    assert posted(hand) == {1: 50, 3: 100}, "the next player posts the big blind"
    hand.fold_round()
    assert hand.stacks == {1: 4950, 2: 0, 3: 5050, 4: 5000}, "nobody gets them"
    assert hand.last(events.HandEnded).busts == (2,)


@pytest.mark.rule("igr:A.2(cc)(iii)")
@pytest.mark.rule("igr:A.3(w)(iii)")
def test_with_the_small_blind_at_least_he_posts_what_he_has_and_plays():
    hand = table(stacks=(5000, 50, 5000, 5000))
    assert hand.hand.removed == 0
    assert posted(hand) == {1: 50, 2: 50}
    assert 2 in hand.hand.in_hand()
    assert hand.options.call.amount == 100


@pytest.mark.rule("igr:A.2(cc)(iii)-2")
@pytest.mark.rule("igr:A.3(w)(iii)")
def test_a_short_small_blind_or_any_other_short_stack_plays():
    hand = table(stacks=(20, 5000, 10, 5000))
    assert hand.hand.removed == 0
    assert posted(hand) == {1: 20, 2: 100}
    assert hand.hand.in_hand() == [1, 2, 3, 4]


@pytest.mark.rule("igr:A.2(cc)(iii)-2")
def test_a_void_hand_does_not_bring_him_back():
    hand = table(stacks=(5000, 49, 5000, 5000)).play(commands.VoidHand("two aces of spades"))
    assert hand.stacks == {1: 5000, 2: 0, 3: 5000, 4: 5000}
    assert hand.hand.removed == 49


@pytest.mark.rule("igr:A.2(cc)(iii)-2")
def test_a_misdeal_does_not_bring_him_back():
    hand = table(stacks=(5000, 49, 5000, 5000)).report(what.NOT_SHUFFLED_OR_CUT)
    assert hand.stacks == {1: 5000, 2: 0, 3: 5000, 4: 5000}
    again = hand.then()
    assert again.hand.seats == (1, 3, 4)
    assert posted(again) == {1: 50, 3: 100}
