"""Rules 28, 45 and 53a: when the deal is void, and when it is put right instead.

Four players: seat 1 has the button, seats 2 and 3 the blinds, seat 4 opens.
"""

import pytest

from engine.cards.cards import parse
from engine.hand import events
from engine.hand.commands import Report
from engine.rules import irregularities as what
from tests.scenario import Scenario


def four(**how):
    how.setdefault("stacks", (5000, 5000, 5000, 5000))
    return Scenario("adelaide", **how)


@pytest.mark.rule("adelaide:1.Misdeal")
@pytest.mark.rule("adelaide:28")
def test_a_misdeal_gives_every_chip_back_and_is_dealt_again_from_the_same_button():
    hand = four(ante=25).play("seat 4 raises to 300")
    first = hand.hand.order[0]
    hand.report(what.EXPOSED_HOLE_CARD, count=2)
    assert hand.hand.ended == "misdeal"
    assert hand.stacks == dict.fromkeys((1, 2, 3, 4), 5000)
    assert hand.hand.pot == 0
    assert "all chips go back" in hand.ruled.orders
    assert "shuffle and cut" in hand.ruled.orders
    assert not hand.last(events.Misdealt).posts_stay
    again = hand.then()
    assert again.hand.marker == hand.hand.marker == 1
    assert again.hand.blind_seats == (2, 3)
    assert again.hand.order[0] == first == 2
    assert again.hand.pot == 250, "blinds and antes are posted anew"


@pytest.mark.rule("adelaide:28-2")
@pytest.mark.rule("adelaide:1.Substantial Action")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("seat 4 folds", "seat 1 folds"),
        ("seat 4 calls", "seat 1 calls"),
        ("seat 4 raises to 300", "seat 1 folds"),
    ],
)
def test_a_misdeal_is_too_late_once_two_players_have_acted_whatever_they_did(first, second):
    exposed = Report(what.EXPOSED_HOLE_CARD, count=2)
    assert four().play(exposed).hand.ended == "misdeal", "posted blinds are no action"
    assert four().play(first, exposed).hand.ended == "misdeal", "one player is not two"
    hand = four().play(first, second).refuses(exposed, clause="adelaide:28-2")
    assert hand.seat == 2, "the hand is played on"


@pytest.mark.rule("adelaide:28-2")
@pytest.mark.parametrize(
    "found",
    [
        Report(what.EXPOSED_IN_THE_CUT),
        Report(what.NOT_SHUFFLED_OR_CUT),
        Report(what.OUT_OF_ORDER),
        Report(what.OUT_OF_ORDER, detail="looked at"),
        Report(what.PLAYER_MISSED, can_be_repaired=True),
        Report(what.PLAYER_MISSED),
    ],
    ids=lambda found: f"{found.what} {found.detail}",
)
def test_whatever_went_wrong_in_the_deal_it_is_too_late_after_two_have_acted(found):
    hand = four().play("seat 4 calls", "seat 1 calls").refuses(found, clause="adelaide:28-2")
    assert not hand.hand.ended


def test_a_deck_not_shuffled_or_cut_is_no_misdeal_of_the_books_own_list():
    hand = four().report(what.NOT_SHUFFLED_OR_CUT)
    assert (hand.hand.ended, hand.ruled.clause) == ("misdeal", "tda2024:R35")


@pytest.mark.rule("adelaide:28a")
def test_a_card_exposed_in_cutting_is_a_misdeal():
    hand = four().report(what.EXPOSED_IN_THE_CUT)
    assert hand.hand.ended == "misdeal"
    assert hand.ruled.clause == "adelaide:28a"


@pytest.mark.rule("adelaide:28b")
def test_cards_out_of_turn_are_a_misdeal_only_when_the_wrong_player_has_looked():
    hand = four().report(what.OUT_OF_ORDER, detail="looked at")
    assert hand.hand.ended == "misdeal"
    assert hand.ruled.clause == "adelaide:28b"
    hand = four().report(what.OUT_OF_ORDER)
    assert not hand.hand.ended
    assert hand.ruled.remedy == "the deal is put right"


@pytest.mark.rule("adelaide:28c")
@pytest.mark.rule("adelaide:53a")
def test_two_cards_exposed_in_the_deal_are_a_misdeal_and_one_is_not():
    hand = four().report(what.EXPOSED_HOLE_CARD, count=2)
    assert hand.hand.ended == "misdeal"
    assert hand.ruled.clause == "adelaide:28c"
    assert not four().report(what.EXPOSED_HOLE_CARD, seat=2).hand.ended


@pytest.mark.rule("adelaide:28d")
@pytest.mark.rule("adelaide:45")
def test_a_hand_too_few_or_too_many_is_put_right_or_a_misdeal():
    hand = four().report(what.PLAYER_MISSED, can_be_repaired=True)
    assert not hand.hand.ended
    assert hand.ruled.clause == "adelaide:45"
    assert "return extras to the top" in hand.ruled.orders[0]
    hand = four().report(what.PLAYER_MISSED)
    assert hand.hand.ended == "misdeal"
    assert hand.ruled.clause == "adelaide:28d"


@pytest.mark.rule("adelaide:53a")
@pytest.mark.parametrize(
    ("found", "detail"), [(what.EXPOSED_HOLE_CARD, ""), (what.BOXED_CARD, "hole card")]
)
def test_an_exposed_hole_card_is_swapped_with_the_first_burn_card(found, detail):
    deck = "2c 3c 4c 5c 6c 7c 8c 9c" + "Ks" + "Ah Kd 2d" + "Qs 9h"
    hand = four(deck=deck).report(found, seat=2, cards_shown="2c", detail=detail)
    assert hand.ruled.clause == "adelaide:53a"
    assert hand.hand.hole[2] == parse("Ks 6c"), "he gets what would have been burned"
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks")
    assert hand.hand.board == parse("Ah Kd 2d"), "the exposed card was the burn"
    assert hand.hand.burned == 1
    hand.play("seat 2 checks", "seat 3 checks", "seat 4 checks", "seat 1 checks")
    assert hand.hand.board[-1:] == parse("9h"), "the next street burns as ever"


@pytest.mark.rule("adelaide:53a")
def test_a_human_dealer_is_told_to_swap_and_not_to_burn_another_card():
    hand = four().report(what.EXPOSED_HOLE_CARD, seat=2, cards_shown="2c")
    assert hand.ruled.orders == (
        "finish the deal",
        "give seat 2 the top card of the deck",
        "the exposed card is the burn card before the next street",
    )
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks")
    assert hand.options.deal.burn == 0


@pytest.mark.rule("adelaide:28e")
@pytest.mark.rule("adelaide:53a")
@pytest.mark.parametrize(
    "second",
    [
        Report(what.EXPOSED_HOLE_CARD, seat=3),
        Report(what.BOXED_CARD, seat=3, detail="hole card"),
    ],
)
def test_a_second_card_found_or_exposed_is_a_misdeal(second):
    hand = four().report(what.EXPOSED_HOLE_CARD, seat=2)
    hand.play(second)
    assert hand.hand.ended == "misdeal"
    assert hand.ruled.clause == "adelaide:28e"
    assert four().report(what.BOXED_CARD, count=2, detail="hole card").hand.ended == "misdeal"


@pytest.mark.rule("adelaide:1.Boxed Card")
@pytest.mark.rule("adelaide:53b")
def test_a_boxed_card_that_was_no_hole_card_is_burned_and_the_next_takes_its_place():
    hand = four().play("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks")
    for detail in ("burn", "board"):
        hand.report(what.BOXED_CARD, detail=detail)
        assert hand.ruled.clause == "adelaide:53b"
        assert hand.ruled.orders == ("burn it, the following card takes its place",)
        assert not hand.hand.ended
    dealt = four().report(what.BOXED_CARD, seat=2, detail="hole card")
    assert dealt.ruled.clause == "adelaide:53a"
    assert dealt.all(events.CardReplaced)
