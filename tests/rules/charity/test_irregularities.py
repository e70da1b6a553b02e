"""Rule 20: what goes wrong after the deal.

Four players: seat 4 is the designated player, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

from functools import partial

import pytest

from engine.cards import cards
from engine.hand import commands, events
from engine.rules import irregularities as what
from tests.scenario import dealt

CALLED = ("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands")
CHECKED = ("seat 1 checks", "seat 2 checks", "seat 3 checks", "seat 4 checks")
AGAIN = ("shuffle the cards back into the deck, and cut", "burn and deal again")
AGAIN_WITH_THE_BURN = (
    "shuffle the cards back into the deck, with the burn card, and cut",
    "burn and deal again",
)
AGAIN_WITHOUT_IT = (
    "shuffle the cards back into the deck, the burn card stays out, and cut",
    "burn and deal again",
)


four = partial(dealt, "charity")


def board(hand):
    return cards.text(hand.hand.board)


# -- players ---------------------------------------------------------------------------------------


@pytest.mark.rule("charity:20.1")
def test_a_card_dropped_or_shown_by_a_player_is_still_played_and_the_deck_counted_later():
    hand = four("seat 3 calls").report(what.SHOWN_BY_PLAYER, seat=4, cards_shown="Ah")
    assert (hand.ruled.remedy, hand.ruled.clause) == ("the card plays on", "charity:20.1")
    assert hand.ruled.orders == ("count the deck afterwards",)
    assert (hand.seat, 4 in hand.hand.in_hand()) == (4, True)


@pytest.mark.rule("charity:20.2")
def test_cards_shown_to_one_player_are_shown_to_the_whole_table():
    hand = four("seat 3 calls").play(commands.ExposeCards(4, cards.parse("Ah Kh")))
    exposed = hand.last(events.CardsExposed)
    assert (exposed.seat, cards.text(exposed.cards)) == (4, "AhKh")
    assert exposed.clause == "charity:20.2"
    assert hand.seat == 4, "and the hand goes on"


@pytest.mark.rule("charity:20.3")
def test_bets_out_of_turn_are_retracted_by_all_and_made_again_in_sequence():
    hand = four("out of turn seat 4 raises to 500", "out of turn seat 1 calls")
    corrected = hand.all(events.ActionCorrected)
    assert [(event.seat, event.clause) for event in corrected] == [
        (4, "charity:20.3"),
        (1, "charity:20.3"),
    ]
    assert hand.stacks == {1: 4950, 2: 4900, 3: 5000, 4: 5000}
    assert hand.seat == 3
    hand.play("seat 3 calls")
    assert hand.seat == 4
    assert hand.options.fold.is_allowed, "nothing binds him"
    hand.play("seat 4 calls", "seat 1 folds")
    assert hand.stacks[1] == 4950


# -- the flop --------------------------------------------------------------------------------------


@pytest.mark.rule("charity:20.4")
def test_a_flop_card_exposed_in_dealing_changes_places_with_the_first_burn_card():
    deck = "2c 3c 4c 5c 2d 3d 4d 5d 9s Ah Kh Qh"
    hand = four(*CALLED, deck=deck)
    assert board(hand) == "AhKhQh"
    hand.report(what.FLOP_CARD_EXPOSED, cards_shown="Kh")
    assert board(hand) == "Ah9sQh"
    assert hand.ruled.clause == "charity:20.4"
    assert hand.play(*CHECKED).hand.burned == 2, "the exposed card is the first burn card"


@pytest.mark.rule("charity:20.4")
def test_a_human_dealer_is_told_to_finish_the_flop_and_swap():
    hand = four(*CALLED).report(what.FLOP_CARD_EXPOSED)
    assert hand.ruled.orders == ("finish the flop", "swap the exposed card with the burn card")
    hand.play("flop Ah 9s Qh")
    assert hand.seat == 1


@pytest.mark.rule("charity:20.5")
@pytest.mark.rule("charity:1.1(substantial-action)")
@pytest.mark.parametrize("acted", [(), ("seat 1 checks",), ("seat 1 bets 500",)])
def test_an_unburned_flop_goes_back_while_there_is_no_substantial_action(acted):
    hand = four(*CALLED, "flop Ah Kh Qh", *acted).report(what.NO_BURN)
    assert hand.ruled.orders == AGAIN
    assert board(hand) == ""
    assert hand.stacks == dict.fromkeys((1, 2, 3, 4), 4900), "a bet on it goes back"
    due = hand.options.deal
    assert (due.street, due.burn) == ("flop", 1)
    hand.play("flop 2c 3c 4c")
    assert (board(hand), hand.seat, hand.hand.burned) == ("2c3c4c", 1, 1)


@pytest.mark.rule("charity:20.5")
@pytest.mark.rule("charity:1.1(substantial-action)")
def test_with_substantial_action_an_unburned_flop_stands():
    hand = four(*CALLED, "flop Ah Kh Qh", "seat 1 checks", "seat 2 bets 200")
    hand.report(what.NO_BURN)
    assert hand.ruled.remedy == "the cards stand"
    assert (board(hand), hand.seat) == ("AhKhQh", 3)


@pytest.mark.rule("charity:20.5")
@pytest.mark.rule("charity:20.6")
@pytest.mark.parametrize("error", [what.NO_BURN, what.TOO_MANY_FLOP_CARDS])
def test_a_flop_that_can_be_put_right_is_not_dealt_again(error):
    hand = four(*CALLED, "flop Ah Kh Qh").report(error, can_be_repaired=True)
    assert "put right" in hand.ruled.remedy
    assert (board(hand), hand.seat) == ("AhKhQh", 1)


@pytest.mark.rule("charity:20.6")
@pytest.mark.parametrize("acted", [(), ("seat 1 bets 500", "seat 2 calls")])
def test_a_flop_of_too_many_cards_goes_back_with_its_burn_card(acted):
    hand = four(*CALLED, "flop Ah Kh Qh", *acted).report(what.TOO_MANY_FLOP_CARDS)
    assert hand.ruled.orders == AGAIN_WITH_THE_BURN
    assert (board(hand), hand.hand.burned) == ("", 0)
    assert hand.stacks == dict.fromkeys((1, 2, 3, 4), 4900)
    hand.play("flop 2c 3c 4c")
    assert (hand.seat, hand.hand.burned) == (1, 1), "burned anew"


@pytest.mark.rule("charity:20.6")
def test_dealt_electronically_flop_and_burn_card_are_shuffled_into_the_rest():
    hand = four(*CALLED, deck="2c 3c 4c 5c 2d 3d 4d 5d 9s Ah Kh Qh")
    before = set(hand.hand.deck[8:])
    hand.report(what.TOO_MANY_FLOP_CARDS)
    assert set(hand.all(events.DeckShuffled)[-1].cards) == before
    assert len(hand.hand.board) == 3
    assert hand.last(events.BoardDealt).burned == 1


@pytest.mark.rule("charity:20.7")
def test_a_flop_turned_too_early_goes_back_with_its_burn_card_and_the_betting_is_finished():
    hand = four("seat 3 calls", "seat 4 calls").report(what.PREMATURE_FLOP)
    assert hand.ruled.orders == ("finish the betting", *AGAIN_WITH_THE_BURN)
    assert hand.ruled.clause == "charity:20.7"
    assert hand.seat == 1, "the round goes on where it was"
    hand.refuses("flop Ah Kh Qh", clause="charity:10.3")
    hand.play("seat 1 raises to 300", "seat 2 folds", "seat 3 calls", "seat 4 calls")
    assert hand.options.deal.burn == 1
    assert hand.play("flop 2c 3c 4c").seat == 1


# -- turn and river --------------------------------------------------------------------------------


EARLY = {
    what.PREMATURE_TURN: (*CALLED, "flop"),
    what.PREMATURE_RIVER: (*CALLED, "flop", *CHECKED, "turn"),
}


@pytest.mark.rule("charity:20.8")
@pytest.mark.parametrize("error", [what.PREMATURE_TURN, what.PREMATURE_RIVER])
def test_a_card_shown_early_caps_the_round_at_the_highest_wager_and_is_used_next(error):
    hand = four(*EARLY[error], "seat 1 bets 300").report(error, cards_shown="9c")
    hand.refuses("seat 2 raises to 600", clause="charity:20.8").play("seat 2 calls")
    hand.refuses("seat 3 all-in", clause="charity:20.8").play("seat 3 calls", "seat 4 folds")
    hand.refuses("board 8c").play("board 9c")
    assert hand.options.raising.most == 4600, "the next round is free again"


@pytest.mark.rule("charity:20.8")
@pytest.mark.parametrize("error", [what.PREMATURE_TURN, what.PREMATURE_RIVER])
def test_without_a_bet_yet_no_bet_may_exceed_the_table_minimum(error):
    hand = four(*EARLY[error], "seat 1 checks").report(error, cards_shown="9c")
    assert (hand.options.raising.least, hand.options.raising.most) == (100, 100)
    hand.refuses("seat 2 bets 101", clause="charity:20.8")
    hand.play("seat 2 bets 100").refuses("seat 3 raises to 200", clause="charity:20.8")


AFTER_THE_FLOP = (*CALLED, "flop 2c 3c 4c", *CHECKED)
TWO = {what.TWO_CARDS_AT_ONCE: "charity:20.9", what.MANY_CARDS_AT_ONCE: "charity:20.10"}


@pytest.mark.rule("charity:20.9")
@pytest.mark.rule("charity:20.10")
@pytest.mark.parametrize(
    ("error", "order"),
    [
        (what.TWO_CARDS_AT_ONCE, "the other is the next burn card"),
        (what.MANY_CARDS_AT_ONCE, "shuffle the others back and cut"),
    ],
)
def test_turned_with_others_the_right_card_stays_when_more_cards_are_to_come(error, order):
    for entered in ((), ("turn 9c",)):
        hand = four(*AFTER_THE_FLOP, *entered).report(error, can_be_repaired=True)
        assert (hand.ruled.remedy, hand.ruled.orders) == ("the right card stays", (order,))
        assert hand.ruled.clause == TWO[error]
        hand.play(*([] if entered else ["turn 9c"]))
        assert board(hand) == "2c3c4c9c"


@pytest.mark.rule("charity:20.9")
@pytest.mark.rule("charity:20.10")
@pytest.mark.parametrize(
    ("error", "order"),
    [
        (what.TWO_CARDS_AT_ONCE, "the other is discarded"),
        (what.MANY_CARDS_AT_ONCE, "the others are discarded"),
    ],
)
def test_on_the_river_the_others_are_discarded(error, order):
    for entered in ((), ("river 9d",)):
        hand = four(*AFTER_THE_FLOP, "turn 9c", *CHECKED, *entered)
        hand.report(error, can_be_repaired=True)
        assert hand.ruled.orders == (order,)


@pytest.mark.rule("charity:20.9")
@pytest.mark.rule("charity:20.10")
@pytest.mark.parametrize("error", [what.TWO_CARDS_AT_ONCE, what.MANY_CARDS_AT_ONCE])
@pytest.mark.parametrize("entered", [(), ("turn 9c",), ("turn 9c", "seat 1 bets 300")])
def test_what_cannot_be_reconstructed_is_shuffled_back_and_dealt_again(error, entered):
    hand = four(*AFTER_THE_FLOP, *entered).report(error)
    assert hand.ruled.orders == AGAIN_WITHOUT_IT
    assert hand.ruled.clause == TWO[error]
    assert board(hand) == "2c3c4c"
    assert hand.stacks[1] == 4900
    assert (hand.options.deal.street, hand.options.deal.burn) == ("turn", 1)
    assert board(hand.play("turn Td")) == "2c3c4cTd"
