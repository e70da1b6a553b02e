"""Draw Poker (appendix B)."""

import pytest

from engine.cards import cards
from engine.hand import events
from tests.scenario import THREE, Scenario

HANDS = "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 5c 6c 7c"  # 2-2-2-2-5, 3-3-3-3-6, 4-4-4-4-7


def at_the_draw(stacks=THREE, blinds=(25, 25), **setup):
    """Everybody has stayed in for the blind; the Buck draws first."""
    return Scenario("canberra-b", stacks=stacks, blinds=blinds, **setup).check_down()


@pytest.mark.rule("canberra:B.2.1")
@pytest.mark.rule("canberra:B.2.2")
@pytest.mark.rule("canberra:T.initial_deal")
def test_five_cards_each_one_at_a_time_from_the_buck_then_the_first_round_of_betting():
    hand = Scenario("canberra-b", stacks=THREE, blinds=(25, 25), deck=HANDS)
    assert hand.hand.hole[1] == cards.parse("2c 2d 2h 2s 5c")
    assert hand.hand.hole[2] == cards.parse("3c 3d 3h 3s 6c")
    assert hand.hand.hole[3] == cards.parse("4c 4d 4h 4s 7c")
    kinds = [type(event) for event in hand.events]
    assert kinds[-1] is events.HoleDealt
    assert (hand.options.phase, hand.seat) == ("bet", 3)


@pytest.mark.rule("canberra:B.1.1")
@pytest.mark.rule("canberra:B.1.2")
@pytest.mark.rule("canberra:B.2.7")
def test_two_rounds_of_betting_both_opened_after_the_last_blind():
    hand = Scenario("canberra-b", stacks=(5000,) * 4, blinds=(25, 50), marker=4)
    assert hand.seat == 2
    hand.play("seat 2 calls", "seat 3 calls", "seat 4 calls", "seat 1 stands")
    for seat in (4, 1, 2, 3):
        assert (hand.options.phase, hand.options.seat) == ("draw", seat)
        hand.play(f"seat {seat} draws 1")
    assert (hand.options.phase, hand.seat) == ("bet", 2)
    hand.play("seat 2 checks", "seat 3 checks", "seat 4 checks", "seat 1 checks")
    assert hand.options.phase == "show"


@pytest.mark.rule("canberra:B.1.3")
def test_when_the_blinds_are_out_the_next_active_player_opens_and_the_buck_acts_last():
    hand = Scenario("canberra-b", stacks=(5000,) * 4, blinds=(25, 50))
    hand.play("seat 3 folds", "seat 4 calls", "seat 1 calls", "seat 2 folds")
    hand.play("seat 1 draws 0", "seat 4 draws 0")
    assert hand.seat == 4
    hand.play("seat 4 checks")
    assert hand.seat == 1


@pytest.mark.rule("canberra:B.2.3")
@pytest.mark.rule("canberra:T.draw")
def test_each_active_player_changes_none_to_five_cards_clockwise_from_the_buck():
    hand = at_the_draw(deck=HANDS + " Ac Ad Ah As Kc Kd Kh Ks")
    hand.refuses("seat 2 draws 1 giving up 6c", clause="canberra:11.3")
    hand.refuses("seat 1 draws 6", clause="canberra:B.2.3")
    hand.refuses("seat 1 draws 1 giving up 6c", clause="canberra:B.2.4")
    hand.play("seat 1 draws 1 giving up 5c", "seat 2 draws 0")
    hand.play("seat 3 draws 4 giving up 4c 4d 4h 4s")
    assert hand.hand.hole[1] == cards.parse("2c 2d 2h 2s Ac")
    assert hand.hand.hole[2] == cards.parse("3c 3d 3h 3s 6c")
    assert hand.hand.hole[3] == cards.parse("7c Ad Ah As Kc")


@pytest.mark.rule("canberra:B.2.3")
def test_there_is_no_draw_before_the_bets_are_met_nor_for_one_player_alone():
    hand = Scenario("canberra-b", stacks=THREE, blinds=(25, 50))
    hand.refuses("seat 1 draws 1")
    hand.play("seat 3 raises to 100", "seat 1 folds", "seat 2 folds")
    assert hand.hand.ended == "played"
    assert hand.all(events.DrawOpened) == []


@pytest.mark.rule("canberra:T.draw")
def test_only_draw_poker_has_a_draw():
    hand = Scenario("canberra-e", stacks=THREE)
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands")
    hand.refuses("seat 1 draws 1")


@pytest.mark.rule("canberra:B.2.4")
def test_up_to_four_cards_are_replaced_at_once():
    hand = at_the_draw().play("seat 1 draws 3", "seat 2 draws 4")
    drawn = hand.all(events.CardsDrawn)
    assert [(event.seat, event.count, len(event.cards), event.owed) for event in drawn] == [
        (1, 3, 3, 0),
        (2, 4, 4, 0),
    ]
    assert len(hand.hand.hole[2]) == 5


@pytest.mark.rule("canberra:B.2.5(a)")
def test_who_changes_all_five_gets_four_and_the_fifth_after_the_last_player():
    hand = at_the_draw(deck=HANDS + " Ac Ad Ah As Kc Kd")
    hand.play("seat 1 draws 5 giving up 2c 2d 2h 2s 5c")
    assert hand.hand.hole[1] == cards.parse("Ac Ad Ah As")
    hand.play("seat 2 draws 0", "seat 3 draws 1 giving up 7c")
    assert hand.hand.hole[3] == cards.parse("4c 4d 4h 4s Kc")
    assert hand.hand.hole[1] == cards.parse("Ac Ad Ah As Kd")
    assert (hand.options.phase, hand.seat) == ("bet", 3)


@pytest.mark.rule("canberra:B.2.5(b)")
def test_the_last_player_changing_all_five_gets_four_then_one_is_passed_over():
    hand = at_the_draw(deck=HANDS + " Ac Ad Ah As Kc Kd")
    hand.play("seat 1 draws 0", "seat 2 draws 0", "seat 3 draws 5 giving up 4c 4d 4h 4s 7c")
    assert hand.hand.hole[3] == cards.parse("Ac Ad Ah As Kd")
    assert hand.last(events.CardsDrawn).passed == 1


@pytest.mark.rule("canberra:B.2.6")
def test_when_the_shoe_runs_out_the_discards_of_the_others_are_shuffled():
    """Eight players leave twelve cards: four, five (four now) and four more use them up."""
    hand = at_the_draw(stacks=(5000,) * 8, deck=_sorted_deck())
    before = {seat: hand.hand.hole[seat] for seat in range(1, 9)}
    gave = {1: before[1][:4], 2: before[2], 3: before[3][:4], 4: before[4][:3]}
    for seat, given in gave.items():
        hand.play(f"seat {seat} draws {len(given)} giving up {cards.text(given)}")
    shuffled = hand.all(events.DeckShuffled)[-1].cards
    assert set(shuffled) == set(gave[1]) | set(gave[3])
    assert not set(shuffled) & (set(gave[2]) | set(gave[4]))
    assert set(hand.hand.hole[4][2:]) <= set(gave[1]) | set(gave[3])


def _sorted_deck():
    return cards.text(range(52))


@pytest.mark.rule("canberra:B.2.8")
def test_the_hand_is_the_five_cards_held_after_the_draw():
    deck = "8s Kc 8h Kd Ac 4h 9c 3s 2c 2d Kh 7s"
    hand = Scenario("canberra-b", stacks=(1000, 1000), deck=deck).play("seat 1 calls")
    hand.play("seat 2 stands", "seat 1 draws 1 giving up 2c")
    hand.play("seat 2 draws 0").check_down()
    assert hand.hand.shown[1] == cards.parse("8s 8h Ac 9c Kh")
    assert hand.won == [{2: 200}], "a pair of kings as dealt beats eights with a king drawn"
