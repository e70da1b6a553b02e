"""Rule 19: misdeals, and hands with the wrong number of cards.

Four players: seat 4 is the designated player, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

from functools import partial

import pytest

from engine.hand import commands, events
from engine.referee.start import facts
from engine.rules import irregularities as what
from tests.scenario import dealt

WHOLE = dict.fromkeys((1, 2, 3, 4), 5000)


four = partial(dealt, "charity")


@pytest.mark.rule("charity:19.1")
@pytest.mark.rule("charity:1.1(substantial-action)")
@pytest.mark.parametrize(
    ("error", "clause"),
    [
        pytest.param(
            what.NOT_SHUFFLED_OR_CUT, "charity:19.1.3", marks=pytest.mark.rule("charity:19.1.3")
        ),
        pytest.param(what.OUT_OF_ORDER, "charity:19.1.4", marks=pytest.mark.rule("charity:19.1.4")),
        pytest.param(
            what.PLAYER_MISSED, "charity:19.1.5", marks=pytest.mark.rule("charity:19.1.5")
        ),
    ],
)
@pytest.mark.parametrize("decision", ["seat 3 folds", "seat 3 calls", "seat 3 raises to 300"])
def test_an_error_of_the_deal_is_a_misdeal_until_the_second_player_has_acted(
    error, clause, decision
):
    assert four().report(error).hand.ended == "misdeal", "posting blinds is no decision"
    after_one = four(decision).report(error)
    assert after_one.hand.ended == "misdeal"
    assert after_one.last(events.Misdealt).clause == clause
    after_two = four(decision, "seat 4 folds")
    after_two.refuses(commands.Report(error), clause=clause, why="too late")
    assert after_two.seat == 1, "play goes on"


@pytest.mark.rule("charity:19.1.4")
@pytest.mark.rule("charity:19.1.5")
@pytest.mark.rule("charity:19.1.6")
@pytest.mark.parametrize("error", [what.OUT_OF_ORDER, what.PLAYER_MISSED, what.WRONG_COUNT])
def test_what_can_be_put_right_is_put_right(error):
    hand = four("seat 3 calls").report(error, seat=4, can_be_repaired=True)
    assert hand.ruled.remedy == "the deal is put right"
    assert not hand.hand.ended
    assert hand.seat == 4


@pytest.mark.rule("charity:19.1")
@pytest.mark.rule("charity:19.1.1")
def test_a_card_exposed_in_cutting_is_a_misdeal():
    hand = four().report(what.EXPOSED_IN_THE_CUT)
    assert hand.last(events.Misdealt).clause == "charity:19.1.1"


@pytest.mark.rule("charity:19.1.2")
@pytest.mark.parametrize("lines", [(), ("seat 3 raises to 300", "seat 4 calls")])
def test_two_cards_exposed_by_the_dealer_are_a_misdeal_whatever_was_done_since(lines):
    hand = four(*lines).report(what.EXPOSED_HOLE_CARD, seat=1, count=2)
    assert hand.last(events.Misdealt).clause == "charity:19.1.2"


@pytest.mark.rule("charity:19.1.2")
def test_two_cards_exposed_one_after_the_other_are_two():
    hand = four().report(what.EXPOSED_HOLE_CARD, seat=1)
    assert not hand.hand.ended
    hand.play("seat 3 raises to 300").report(what.EXPOSED_HOLE_CARD, seat=4)
    assert hand.last(events.Misdealt).clause == "charity:19.1.2"


@pytest.mark.rule("charity:19.1.2")
def test_one_exposed_hole_card_stays_with_its_player():
    hand = four(deck="As Ks Qs Js Ad Kd Qd Jd")
    held = hand.hand.hole[2]
    hand.report(what.EXPOSED_HOLE_CARD, seat=2, cards_shown="Ks")
    assert hand.ruled.remedy == "the card stays with its player"
    assert hand.hand.hole[2] == held
    assert not hand.hand.ended
    hand.report(what.EXPOSED_HOLE_CARD, seat=3, cards_shown="Qs")
    assert hand.last(events.Misdealt).clause == "charity:19.1.2", "with the second it is two"


@pytest.mark.rule("charity:19.1.6")
def test_before_substantial_action_a_wrong_number_of_cards_is_a_misdeal():
    hand = four("seat 3 raises to 300").report(what.WRONG_COUNT, seat=1)
    assert hand.last(events.Misdealt).clause == "charity:19.1.6"
    assert hand.stacks == WHOLE


@pytest.mark.rule("charity:19.1.6")
@pytest.mark.rule("charity:12.4")
@pytest.mark.rule("charity:1.1(void)")
def test_after_it_that_hand_is_void_and_all_its_wagers_go_back_ante_and_blind_too():
    hand = four("seat 3 raises to 300", "seat 4 calls", "seat 1 calls", "seat 2 calls", ante=25)
    hand.play("flop", "seat 1 bets 500").report(what.WRONG_COUNT, seat=1)
    assert hand.stacks[1] == 5000
    assert hand.last(events.HandKilled).clause == "charity:19.1.6"
    assert hand.hand.in_hand() == [2, 3, 4], "the others play on"
    assert hand.seat == 2
    assert hand.hand.pot == 3 * 325


@pytest.mark.rule("charity:19.1.6")
@pytest.mark.rule("charity:1.1(void)")
def test_nobody_owes_a_wager_that_was_void():
    hand = four("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")
    hand.play("seat 1 bets 500").report(what.WRONG_COUNT, seat=1)
    assert (hand.seat, hand.options.check.is_allowed) == (2, True)
    assert (hand.options.raising.is_bet, hand.options.raising.least) == (True, 100)
    hand.play("seat 2 bets 200", "seat 3 raises to 600").report(what.WRONG_COUNT, seat=3)
    assert (hand.seat, hand.options.call.amount) == (4, 200)
    assert hand.options.raising.least == 400
    hand.play("seat 4 folds")
    assert hand.won == [{2: 200}]


@pytest.mark.rule("charity:19.1.6")
def test_a_void_wager_that_others_have_called_stays_the_price_for_the_rest():
    hand = four("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")
    hand.play("seat 1 bets 500", "seat 2 calls").report(what.WRONG_COUNT, seat=1)
    assert (hand.seat, hand.options.call.amount) == (3, 500)


@pytest.mark.rule("charity:19.1.6")
def test_who_checked_before_a_void_bet_is_not_asked_again():
    hand = four("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")
    hand.play("seat 1 checks", "seat 2 bets 500", "seat 3 folds", "seat 4 folds")
    assert hand.seat == 1
    hand.report(what.WRONG_COUNT, seat=2)
    assert hand.hand.ended == "played"
    three = four("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")
    three.play("seat 1 checks", "seat 2 checks", "seat 3 bets 500", "seat 4 folds")
    assert three.report(what.WRONG_COUNT, seat=3).options.deal.street == "turn"


@pytest.mark.rule("charity:19.1.7")
@pytest.mark.rule("charity:10.3.6.3(i)")
@pytest.mark.rule("charity:1.1(void)")
def test_a_sole_survivor_with_a_wrong_number_of_cards_voids_the_hand_for_everyone():
    hand = four("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", ante=25)
    hand.play("flop", *_checked(), "turn", *_checked(), "river", "seat 1 bets 500")
    hand.play("seat 2 folds", "seat 3 folds", "seat 4 folds")
    assert hand.stacks[1] == 5375, "he would have won"
    hand.report(what.WRONG_COUNT, seat=1)
    assert hand.stacks == WHOLE
    assert hand.last(events.HandVoided).clause == "charity:19.1.7"


def _checked():
    return [f"seat {seat} checks" for seat in (1, 2, 3, 4)]


@pytest.mark.rule("charity:1.1(void)")
def test_a_void_hand_has_no_winner_and_nobody_is_out():
    hand = four("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 folds")
    hand.check_down().play("pot 0 to 4")
    assert facts(hand.hand).busts == (3,)
    hand.play(commands.VoidHand("the deck was foul"))
    assert hand.hand.ended == "void"
    assert hand.last(events.HandVoided).clause == "charity:1.1(void)"
    assert hand.stacks == WHOLE
    assert facts(hand.hand).busts == ()
    assert len(hand.then().hand.in_hand()) == 4


@pytest.mark.rule("charity:19.2")
def test_a_misdeal_returns_every_bet_ante_and_blind_and_nobody_is_out():
    hand = four("seat 3 all-in", stacks=(50, 5000, 5000, 5000), ante=25)
    assert hand.stacks[1] == 0
    hand.report(what.NOT_SHUFFLED_OR_CUT)
    assert hand.stacks == {**WHOLE, 1: 50}
    assert "all chips go back" in hand.ruled.orders
    assert (hand.hand.pot, facts(hand.hand).busts) == (0, ())


@pytest.mark.rule("charity:19.3")
def test_after_a_misdeal_the_same_players_post_and_are_dealt_first_from_a_new_shuffle():
    hand = four("seat 1 raises to 300", ante=25, marker=2).report(what.PLAYER_MISSED)
    assert "shuffle and cut" in hand.ruled.orders
    again = hand.then()
    assert again.hand.marker == 2, "the button does not move"
    for kind in (events.AntePosted, events.BlindPosted):
        assert again.all(kind) == hand.all(kind)
    assert again.last(events.HoleDealt).cards == hand.last(events.HoleDealt).cards
    assert again.fold_round().then().hand.marker == 3
