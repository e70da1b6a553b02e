"""Rules 54 and 55: the flop, the fourth and the fifth card dealt wrongly."""

import pytest

from engine.hand import commands, events
from engine.rules import irregularities as what
from tests.scenario import Scenario

LIMPED = ("seat 1 calls", "seat 2 calls", "seat 3 checks")
CHECKED = ("seat 2 checks", "seat 3 checks", "seat 1 checks")
FLOP = (*LIMPED, "flop Ah Kd 2c")
TURN = (*FLOP, *CHECKED, "turn 3c")
RIVER = (*TURN, *CHECKED, "river 9d")
ALL_BACK = (
    "shuffle the cards back into the deck, with the burn card, and cut",
    "burn and deal again",
)


def three(*lines, **how):
    return Scenario("adelaide", stacks=(5000, 5000, 5000), **how).play(*lines)


@pytest.mark.rule("adelaide:54")
@pytest.mark.rule("adelaide:54a")
def test_a_flop_of_too_many_cards_is_reshuffled_with_its_burn_and_dealt_again():
    hand = three("seat 1 raises to 300", "seat 2 calls", "seat 3 calls", "flop Ah Kd 2c")
    hand.report(what.TOO_MANY_FLOP_CARDS)
    assert hand.ruled.clause == "adelaide:54a"
    assert hand.ruled.orders == ALL_BACK
    assert hand.hand.board == ()
    assert hand.hand.burned == 0
    assert hand.hand.pot == 900, "wagers made are kept"
    hand.play("flop Ah Qs 7h")
    assert hand.hand.burned == 1
    assert hand.seat == 2


@pytest.mark.rule("adelaide:54a")
def test_dealt_electronically_the_flop_and_its_burn_are_shuffled_into_the_stub():
    hand = three(*LIMPED, deck="2c 3c 4c 5c 6c 7c Ks Ah Kd 2d")
    dealt = {*hand.hand.board, hand.hand.deck[6]}
    hand.report(what.TOO_MANY_FLOP_CARDS)
    shuffled = hand.last(events.DeckShuffled).cards
    assert dealt <= set(shuffled)
    assert len(shuffled) == 46, "all but the hole cards"
    assert len(hand.all(events.BoardDealt)) == 2
    assert hand.hand.burned == 1


@pytest.mark.rule("adelaide:54")
@pytest.mark.rule("adelaide:54b")
def test_a_flop_before_the_betting_ended_waits_for_it_and_is_dealt_again():
    hand = three("seat 1 raises to 300", "seat 2 calls").report(what.PREMATURE_FLOP)
    assert hand.ruled.clause == "adelaide:54b"
    assert hand.ruled.orders == ("finish the betting", *ALL_BACK)
    assert hand.seat == 3
    assert hand.hand.pot == 700
    hand.play("seat 3 calls")
    assert hand.options.deal.burn == 1
    assert hand.play("flop Ah Kd 2c").seat == 2


@pytest.mark.rule("adelaide:54")
@pytest.mark.rule("adelaide:54c")
@pytest.mark.parametrize("burns", [what.NO_BURN, what.TWO_BURNS])
def test_a_flop_after_no_burn_or_two_is_dealt_again_unless_betting_has_begun(burns):
    hand = three(*FLOP).report(burns, detail="flop")
    assert hand.ruled.clause == "adelaide:54c"
    assert hand.ruled.orders == ALL_BACK
    assert hand.hand.board == ()

    hand = three(*FLOP, "seat 2 checks").report(burns, detail="flop")
    assert hand.ruled.clause == "adelaide:54c"
    assert hand.ruled.remedy == "the flop stands"
    assert len(hand.hand.board) == 3
    assert hand.seat == 3


@pytest.mark.rule("adelaide:55")
@pytest.mark.rule("adelaide:55a")
@pytest.mark.parametrize("turned", [what.TWO_CARDS_AT_ONCE, what.MANY_CARDS_AT_ONCE])
def test_two_cards_turned_for_the_fourth_the_right_one_stays_the_other_goes_back(turned):
    hand = three(*TURN).report(turned, can_be_repaired=True)
    assert hand.ruled.clause == "adelaide:55a"
    assert hand.ruled.remedy == "the right card stays"
    assert hand.ruled.orders == ("shuffle the extra and the burn card into the deck",)
    assert len(hand.hand.board) == 4
    assert hand.seat == 2


@pytest.mark.rule("adelaide:55a")
@pytest.mark.parametrize("turned", [what.TWO_CARDS_AT_ONCE, what.MANY_CARDS_AT_ONCE])
def test_for_the_fifth_card_the_extra_one_is_just_discarded(turned):
    hand = three(*RIVER).report(turned, can_be_repaired=True)
    assert hand.ruled.orders == ("the extra card is discarded",)
    assert len(hand.hand.board) == 5


@pytest.mark.rule("adelaide:55a")
@pytest.mark.parametrize(("lines", "left"), [(TURN, 3), (RIVER, 4)])
@pytest.mark.parametrize("turned", [what.TWO_CARDS_AT_ONCE, what.MANY_CARDS_AT_ONCE])
def test_where_the_right_card_cannot_be_told_all_go_back_and_it_is_dealt_again(lines, left, turned):
    hand = three(*lines).report(turned)
    assert hand.ruled.clause == "adelaide:55a"
    assert hand.ruled.orders == ALL_BACK
    assert len(hand.hand.board) == left
    assert hand.options.deal.burn == 1


@pytest.mark.rule("adelaide:55")
@pytest.mark.rule("adelaide:55b")
@pytest.mark.parametrize(
    ("lines", "early", "cards"), [(FLOP, what.PREMATURE_TURN, 3), (TURN, what.PREMATURE_RIVER, 4)]
)
def test_a_card_before_the_betting_ended_goes_back_with_its_burn(lines, early, cards):
    hand = three(*lines, "seat 2 bets 200", "seat 3 calls").report(early)
    assert hand.ruled.clause == "adelaide:55b"
    assert hand.ruled.orders == ("finish the betting", *ALL_BACK)
    assert hand.seat == 1
    assert len(hand.hand.board) == cards
    hand.play("seat 1 calls")
    assert hand.options.deal.burn == 1


@pytest.mark.rule("adelaide:55")
@pytest.mark.rule("adelaide:55c")
@pytest.mark.parametrize("burns", [what.NO_BURN, what.TWO_BURNS])
@pytest.mark.parametrize(("lines", "left"), [(TURN, 3), (RIVER, 4)])
def test_a_card_after_no_burn_or_two_goes_back_unless_betting_has_begun(burns, lines, left):
    hand = three(*lines).report(burns)
    assert hand.ruled.clause == "adelaide:55c"
    assert hand.ruled.orders == ALL_BACK
    assert len(hand.hand.board) == left
    assert hand.hand.burned == left - 2, "earlier burns stay out"

    hand = three(*lines, "seat 2 checks").report(burns)
    assert hand.ruled.clause == "adelaide:55c"
    assert hand.ruled.remedy == "the cards stand"
    assert len(hand.hand.board) == left + 1


@pytest.mark.rule("adelaide:54")
@pytest.mark.rule("adelaide:54a")
def test_a_flop_of_too_many_cards_found_after_a_bet_is_dealt_again_and_the_bet_is_kept():
    hand = three(*FLOP, "seat 2 bets 200").report(what.TOO_MANY_FLOP_CARDS)
    assert hand.hand.board == ()
    assert hand.hand.pot == 500, "wagers already made are kept"
    assert hand.options.phase == "deal"
    assert hand.play("flop Ah Qs 7h").seat == 3, "the betting goes on where it was"
    assert hand.options.call.amount == 200
    hand.play("seat 3 folds", "seat 1 calls")
    assert hand.hand.pot == 700
    assert hand.options.deal.street == "turn"


@pytest.mark.rule("adelaide:54")
def test_a_flop_dealt_again_after_its_betting_is_not_bet_on_again():
    hand = three(*FLOP, "seat 2 bets 200", "seat 3 calls", "seat 1 folds")
    hand.report(what.TOO_MANY_FLOP_CARDS)
    assert hand.hand.board == ()
    assert hand.hand.pot == 700
    assert hand.play("flop Ah Qs 7h").options.deal.street == "turn"
    assert hand.play("turn 2d").seat == 2


@pytest.mark.rule("adelaide:54")
def test_an_uncalled_all_in_waits_for_the_new_flop_and_no_hand_is_turned_up():
    hand = Scenario("adelaide", stacks=(5000, 3000), deck="2c 3c 4c 5c 6c")
    hand.play("seat 1 calls", "seat 2 checks", "seat 2 all-in").report(what.TOO_MANY_FLOP_CARDS)
    assert hand.hand.board != (), "dealt again at once"
    assert len(hand.all(events.BoardDealt)) == 2
    assert not hand.hand.shown
    assert (hand.seat, hand.options.call.amount) == (1, 2900)


@pytest.mark.rule("adelaide:54")
def test_who_leaves_before_the_new_flop_lies_is_passed_over():
    hand = three(*FLOP, "seat 2 bets 200").report(what.TOO_MANY_FLOP_CARDS)
    hand.play(commands.KillHand(3, "rule broken"), "flop Ah Qs 7h")
    assert (hand.seat, hand.options.call.amount) == (1, 200)

    alone = three(*FLOP, "seat 2 bets 200").report(what.TOO_MANY_FLOP_CARDS)
    alone.play(commands.KillHand(3, "rule broken"), commands.KillHand(1, "rule broken"))
    assert alone.hand.ended == "played"
    assert alone.stacks[2] == 5200
