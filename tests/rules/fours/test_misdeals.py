"""Poker misdeals: which errors void the deal, and until when.

Four players: seat 4 has the button, seats 1 and 2 the blinds of 10 and 20, seat 3 opens.
"""

import pytest

from engine.cards.cards import parse
from engine.hand.commands import Report
from engine.rules import irregularities as what
from engine.rules.book import Settings
from tests.scenario import Scenario

EXTRA = Report(what.WRONG_COUNT, seat=2, count=2, detail="extra cards")
CAUSES = [
    (Report(what.EXPOSED_HOLE_CARD, detail="first two cards"), "fours:exposed-1"),
    (Report(what.EXPOSED_HOLE_CARD, count=2), "fours:exposed-3"),
    (Report(what.BOXED_CARD, count=2), "fours:misdeal-3"),
    (EXTRA, "fours:misdeal-4"),
    (Report(what.WRONG_COUNT, seat=2), "fours:misdeal-5"),
    (Report(what.OUT_OF_ORDER), "fours:misdeal-6"),
    (Report(what.WRONG_BUTTON), "fours:misdeal-7"),
    (Report(what.OUT_OF_ORDER, detail="first card"), "fours:misdeal-8"),
    (Report(what.PLAYER_MISSED, detail="vacant seat"), "fours:misdeal-9"),
    (Report(what.PLAYER_MISSED), "fours:misdeal-10"),
]


def four(**how):
    how.setdefault("stacks", (2000, 2000, 2000, 2000))
    return Scenario("fours", blinds=(10, 20), **how)


@pytest.mark.rule("fours:misdeal-window")
@pytest.mark.rule("fours:misdeal-1")
@pytest.mark.rule("fours:misdeal-2")
@pytest.mark.rule("fours:misdeal-3")
@pytest.mark.rule("fours:misdeal-4")
@pytest.mark.rule("fours:misdeal-5")
@pytest.mark.rule("fours:misdeal-6")
@pytest.mark.rule("fours:misdeal-7")
@pytest.mark.rule("fours:misdeal-8")
@pytest.mark.rule("fours:misdeal-9")
@pytest.mark.rule("fours:misdeal-10")
@pytest.mark.parametrize(("error", "clause"), CAUSES)
def test_an_error_noticed_before_two_have_acted_is_a_misdeal(error, clause):
    hand = four().play("seat 3 raises to 60", error)
    assert hand.hand.ended == "misdeal"
    assert hand.ruled.clause == clause
    assert "all chips go back" in hand.ruled.orders
    assert hand.stacks == dict.fromkeys((1, 2, 3, 4), 2000)
    again = hand.then()
    assert again.hand.marker == 4
    assert again.hand.blind_seats == (1, 2), "the same positions are dealt again"
    assert again.hand.order[0] == 1


@pytest.mark.rule("fours:misdeal-window")
@pytest.mark.rule("fours:action-1")
@pytest.mark.parametrize(
    ("error", "clause"), [cause for cause in CAUSES if cause[0].what != what.WRONG_COUNT]
)
def test_after_two_have_acted_no_misdeal_is_declared(error, clause):
    hand = four().play("seat 3 folds", "seat 4 folds")
    if error.what == what.BOXED_CARD:
        hand.play(error)  # the next card takes its place
    else:
        hand.refuses(error, clause="fours:misdeal-window")
    assert not hand.hand.ended
    assert hand.seat == 1, "the hand is played to the end"


@pytest.mark.rule("fours:misdeal-window")
@pytest.mark.parametrize("found", [what.FLASHED_BY_DEALER, what.OFF_THE_TABLE])
def test_a_card_flashed_or_dropped_after_two_have_acted_is_no_misdeal(found):
    hand = four().play("seat 3 folds", "seat 4 folds")
    hand.refuses(Report(found, seat=1, count=2), clause="fours:misdeal-window")


@pytest.mark.rule("fours:dead-hand-4")
def test_a_wrong_number_of_cards_found_after_two_have_acted_kills_the_hand():
    hand = four().play("seat 3 calls", "seat 4 calls").report(what.WRONG_COUNT, seat=3)
    assert hand.ruled.clause == "fours:dead-hand-4"
    assert hand.hand.in_hand() == [1, 2, 4]


@pytest.mark.rule("fours:action-1")
@pytest.mark.rule("fours:action-2")
def test_the_count_starts_after_the_blinds_and_posting_is_no_action():
    error = Report(what.WRONG_BUTTON)
    assert four().play(error).hand.ended == "misdeal", "both blinds are posted"
    assert four().play("seat 3 folds", error).hand.ended == "misdeal"
    four().play("seat 3 folds", "seat 4 folds").refuses(error, clause="fours:misdeal-window")


@pytest.mark.rule("fours:action-2")
def test_at_three_and_two_players_the_count_goes_on_with_the_blinds():
    error = Report(what.WRONG_BUTTON)
    three = four(stacks=(2000, 2000, 2000)).play("seat 3 calls", "seat 1 calls")
    three.refuses(error, clause="fours:misdeal-window")
    two = four(stacks=(2000, 2000), marker=1).play("seat 1 calls")
    two.play(error)
    assert two.hand.ended == "misdeal"


@pytest.mark.rule("fours:misdeal-3")
def test_a_single_boxed_card_is_no_misdeal():
    hand = four().report(what.BOXED_CARD)
    assert not hand.hand.ended
    assert hand.ruled.remedy == "the next card takes its place"


@pytest.mark.rule("fours:misdeal-5")
def test_a_short_hand_is_put_right_with_the_top_card_in_sequence():
    hand = four().report(what.WRONG_COUNT, seat=2, can_be_repaired=True)
    assert not hand.hand.ended
    assert hand.ruled.clause == "fours:misdeal-5"
    assert "deal what is missing" in hand.ruled.orders[0]


@pytest.mark.rule("fours:exposed-1")
@pytest.mark.rule("fours:misdeal-1")
def test_the_first_or_second_card_of_the_deal_exposed_is_a_misdeal():
    hand = four().report(what.EXPOSED_HOLE_CARD, seat=1, detail="first two cards")
    assert hand.hand.ended == "misdeal"
    assert hand.ruled.clause == "fours:exposed-1"
    assert "shuffle and cut" in hand.ruled.orders


@pytest.mark.rule("fours:exposed-2")
@pytest.mark.rule("fours:misdeal-6")
def test_another_card_is_replaced_by_the_top_card_and_becomes_the_burn():
    deck = "2c 3c 4c 5c 6c 7c 8c 9c" + "Ks" + "Ah Kd 2d"
    hand = four(deck=deck).report(what.EXPOSED_HOLE_CARD, seat=3, cards_shown="4c")
    assert not hand.hand.ended, "the swap is no card out of sequence"
    assert hand.ruled.clause == "fours:exposed-2"
    assert hand.hand.hole[3] == parse("Ks 8c")
    hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 checks")
    assert hand.hand.board == parse("Ah Kd 2d"), "no other card is burned"


@pytest.mark.rule("fours:exposed-2")
def test_or_it_is_kept_where_the_director_chose_so():
    kept = Settings(replaces_exposed_card=False)
    hand = four(settings=kept).report(what.EXPOSED_HOLE_CARD, seat=3)
    assert hand.ruled.clause == "fours:exposed-2"
    assert hand.ruled.remedy == "the card stays with its player"


@pytest.mark.rule("fours:exposed-3")
@pytest.mark.rule("fours:misdeal-2")
def test_more_than_one_card_exposed_is_a_misdeal_at_once_or_one_after_the_other():
    assert four().report(what.EXPOSED_HOLE_CARD, count=2).hand.ended == "misdeal"
    hand = four().report(what.EXPOSED_HOLE_CARD, seat=3)
    assert not hand.hand.ended
    hand.report(what.EXPOSED_HOLE_CARD, seat=4)
    assert hand.hand.ended == "misdeal"
    assert hand.ruled.clause == "fours:exposed-3"


@pytest.mark.rule("fours:deck-5")
@pytest.mark.rule("fours:deck-7")
@pytest.mark.parametrize("how", [what.FLASHED_BY_DEALER, what.OFF_THE_TABLE])
def test_a_card_flashed_by_the_dealer_or_sent_off_the_table_is_an_exposed_card(how):
    assert four().report(how, seat=1, detail="first two cards").hand.ended == "misdeal"
    assert four().report(how, count=2).hand.ended == "misdeal"
    hand = four().report(how, seat=3)
    assert hand.ruled.clause == "fours:exposed-2"
    assert hand.ruled.remedy == "the card is replaced"
    assert hand.report(how, seat=4).hand.ended == "misdeal", "the second one"
    kept = four(settings=Settings(replaces_exposed_card=False)).report(how, seat=3)
    assert kept.ruled.remedy == "the card stays with its player"
