"""What goes wrong with bets, boards and hands (rule 17.4 to 17.9, part 4 of the appendices)."""

import pytest

from engine.amounts import figure
from engine.cards import cards
from engine.hand import commands, events
from engine.hand.commands import ExposeCards, KillHand, PutChips, RestoreHand
from engine.rules import irregularities as what
from engine.rules import put_chips as chips
from engine.rules.book import Settings
from tests.scenario import FOUR, Scenario


def early_bird(**setup):
    return Scenario("canberra-e", **{"stacks": FOUR, **setup})


def on_the_flop(letter="e", **setup):
    hand = Scenario(f"canberra-{letter}", stacks=FOUR, **setup)
    return hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")


# -- bets out of turn ------------------------------------------------------------------------------


@pytest.mark.rule("canberra:4.6")
def test_a_bet_out_of_turn_is_made_of_chips_too():
    hand = early_bird(chip=25)
    hand.refuses("out of turn seat 4 raises to 333", clause="canberra:4.6")
    hand.play("out of turn seat 4 raises to 325", "seat 3 folds")
    assert hand.last(events.Raised).to == 325
    odd = early_bird(chip=25, stacks=(5000, 5000, 5000, 333))
    odd.play("out of turn seat 4 raises to 333", "seat 3 folds")
    assert odd.stacks[4] == 0, "a whole stack may be odd"


@pytest.mark.rule("canberra:17.4")
@pytest.mark.parametrize(
    ("skipped", "standing"),
    [
        (("seat 1 folds", "seat 2 folds"), events.Bet),
        (("seat 1 checks", "seat 2 checks"), events.Bet),
        (("seat 1 checks", "seat 2 bets 100"), events.Raised),
        (("seat 1 bets 150", "seat 2 calls"), events.Raised),
    ],
)
def test_a_bet_out_of_turn_stands_when_those_before_bet_no_more(skipped, standing):
    hand = on_the_flop().play("out of turn seat 3 bets 300")
    assert hand.stacks[3] == 4900
    hand.play(*skipped)
    assert hand.last(standing).seat == 3
    assert (hand.hand.bets[3], hand.seat) == (300, 4)


@pytest.mark.rule("canberra:17.4")
def test_a_bet_out_of_turn_equal_to_the_bet_before_it_is_a_call():
    hand = on_the_flop().play("out of turn seat 3 bets 300", "seat 1 bets 300", "seat 2 folds")
    assert hand.last(events.Called) == events.Called(seat=3, amount=300, all_in=False)


@pytest.mark.rule("canberra:17.4")
@pytest.mark.rule("canberra:17.6")
def test_a_bet_out_of_turn_that_is_no_full_raise_any_more_stands_as_a_call():
    hand = on_the_flop().play("out of turn seat 3 bets 300", "seat 1 bets 200", "seat 2 folds")
    assert hand.last(events.Called) == events.Called(seat=3, amount=200, all_in=False)
    assert hand.stacks[3] == 4700
    assert hand.last(events.ActionCorrected).clause == "canberra:17.6"


@pytest.mark.rule("canberra:17.4/excess")
@pytest.mark.parametrize(("letter", "most"), [("c", 400), ("i", 100)])
def test_what_exceeds_the_limit_of_a_bet_out_of_turn_goes_back(letter, most):
    hand = on_the_flop(letter).play("out of turn seat 3 bets 2000")
    assert hand.last(events.WagerHeld).amount == 2000, "all of it waits for its turn"
    hand.play("seat 1 checks", "seat 2 checks")
    assert hand.last(events.Bet).to == most
    assert hand.stacks[3] == 4900 - most
    returned = hand.last(events.ActionCorrected)
    assert returned.counts_as == f"{figure(most)}, {figure(2000 - most)} go back"
    assert returned.clause == "canberra:17.4/excess"


@pytest.mark.rule("canberra:17.4")
@pytest.mark.rule("canberra:17.4/excess")
def test_a_bet_out_of_turn_is_judged_by_the_limit_of_its_own_turn():
    hand = on_the_flop("c").play("out of turn seat 3 bets 1500", "seat 1 bets 400", "seat 2 calls")
    assert hand.last(events.Raised) == events.Raised(3, 1500, events.FULL, all_in=False)
    assert not hand.all(events.ActionCorrected), "1,500 is within the pot by now"
    capped = on_the_flop("i").play("out of turn seat 3 bets 2000", "seat 1 bets 100")
    capped.play("seat 2 raises to 200")
    assert capped.last(events.Raised).to == 300
    assert capped.last(events.ActionCorrected).counts_as == f"300, {figure(1700)} go back"


@pytest.mark.rule("canberra:17.4/excess")
def test_a_bet_out_of_turn_that_may_raise_no_more_calls_and_the_rest_goes_back_on_record():
    hand = Scenario("canberra-i", stacks=(5000,) * 6).play(
        *("seat 3 calls", "seat 4 calls", "seat 5 calls", "seat 6 calls", "seat 1 calls"),
        *("seat 2 stands", "flop", "out of turn seat 5 bets 900", "seat 1 bets 100"),
        *("seat 2 raises to 200", "seat 3 raises to 300", "seat 4 raises to 400"),
    )
    assert hand.last(events.Called) == events.Called(5, 400, all_in=False)
    assert hand.last(events.ActionCorrected).clause == "canberra:17.4/excess"
    assert hand.stacks[5] == 4500


@pytest.mark.rule("canberra:17.5")
@pytest.mark.parametrize(
    ("line", "stack"),
    [("seat 3 folds", 4900), ("seat 3 calls", 4400), ("seat 3 raises to 1000", 3900)],
)
def test_raised_above_it_the_player_out_of_turn_folds_calls_or_raises(line, stack):
    hand = on_the_flop().play("out of turn seat 3 bets 300", "seat 1 bets 500", "seat 2 folds")
    assert hand.seat == 3
    assert hand.play(line).stacks[3] == stack


@pytest.mark.rule("canberra:17.5/fold")
def test_folding_then_gives_the_whole_bet_out_of_turn_back():
    hand = on_the_flop().play("out of turn seat 3 bets 300")
    hand.play("seat 1 bets 500", "seat 2 folds", "seat 3 folds")
    assert hand.stacks[3] == 4900
    assert hand.hand.pot == 400 + 500


# -- bets that fit no action -----------------------------------------------------------------------


@pytest.mark.rule("canberra:17.6")
@pytest.mark.parametrize("amount", [301, 400, 499])
def test_more_than_a_call_and_less_than_a_raise_is_a_call_whatever_its_size(amount):
    hand = early_bird().play("seat 3 raises to 300")
    hand.play(PutChips(4, amount))
    assert hand.last(events.ActionCorrected).clause == "canberra:17.6"
    assert (hand.stacks[4], hand.hand.bet_to_match) == (4700, 300)


@pytest.mark.rule("canberra:17.6")
def test_a_tap_out_between_call_and_raise_is_left_alone():
    hand = Scenario("canberra-e", stacks=(5000, 5000, 5000, 400)).play("seat 3 raises to 300")
    hand.play("seat 4 puts out 400")
    assert (hand.stacks[4], hand.hand.bet_to_match) == (0, 400)


@pytest.mark.rule("canberra:17.7")
def test_a_bet_below_the_call_is_topped_up_or_the_hand_folded():
    hand = early_bird().play("seat 3 raises to 300")
    assert hand.needs_ruling("seat 4 puts out 200", clause="canberra:17.7") == (
        chips.CALL,
        chips.FOLD,
    )
    hand.play(PutChips(4, 200, choice=chips.CALL))
    assert hand.stacks[4] == 4700


@pytest.mark.rule("canberra:17.7")
def test_a_tap_out_below_the_call_is_left_alone():
    hand = Scenario("canberra-e", stacks=(5000, 5000, 5000, 200)).play("seat 3 raises to 300")
    hand.play("seat 4 puts out 200")
    assert hand.last(events.Called) == events.Called(seat=4, amount=200, all_in=True)


@pytest.mark.rule("canberra:17.7/fold")
def test_who_folds_after_an_insufficient_bet_gets_it_back():
    hand = early_bird().play("seat 3 raises to 300")
    hand.play(PutChips(4, 200, choice=chips.FOLD))
    assert hand.stacks[4] == 5000
    assert 4 not in hand.hand.in_hand()


# -- hands -----------------------------------------------------------------------------------------


@pytest.mark.rule("canberra:17.8")
def test_a_hand_with_too_few_or_too_many_cards_is_folded_and_its_bets_stay():
    hand = on_the_flop().play("seat 1 bets 200", "seat 2 calls")
    hand.report(what.WRONG_COUNT, seat=2)
    assert hand.ruled.clause == "canberra:17.8"
    assert 2 not in hand.hand.in_hand()
    assert (hand.stacks[2], hand.hand.pot) == (4700, 800)
    assert hand.seat == 3


@pytest.mark.rule("canberra:17.8/showdown")
@pytest.mark.rule("canberra:17.8")
def test_at_the_showdown_the_other_player_wins_without_comparison():
    hand = Scenario("canberra-e", stacks=(1000, 1000)).check_down()
    hand.play("seat 1 shows As Ad").report(what.WRONG_COUNT, seat=1)
    assert hand.ruled.clause == "canberra:17.8/showdown"
    assert hand.hand.ended == "played"
    assert hand.won == [{2: 200}]


@pytest.mark.rule("canberra:17.8/nobody")
def test_when_nobody_holds_the_right_number_the_last_to_fold_wins():
    hand = on_the_flop().play("seat 1 bets 100", "seat 2 folds", "seat 3 folds", "seat 4 calls")
    hand.check_down().report(what.WRONG_COUNT, seat=1)
    assert hand.won == [{4: 600}]
    hand.report(what.WRONG_COUNT, seat=4)
    assert hand.ruled.clause == "canberra:17.8/nobody"
    assert hand.stacks == {1: 4800, 2: 4900, 3: 5500, 4: 4800}


@pytest.mark.rule("canberra:17.9")
def test_cards_in_the_discard_pile_are_out_of_the_round_and_never_come_back():
    hand = on_the_flop().report(what.HAND_IN_MUCK, seat=3)
    assert hand.ruled.clause == "canberra:17.9"
    hand.play("seat 1 folds")
    for seat in (1, 3):
        hand.refuses(RestoreHand(seat, "it was the best hand"), clause="canberra:17.9")
    hand.check_down()
    hand.refuses("seat 3 shows As Ad", clause="canberra:12.1")
    hand.refuses("pot 0 to 3", clause="canberra:13.2")


@pytest.mark.rule("canberra:16.5")
def test_what_one_player_learns_of_a_folded_hand_all_may_see():
    hand = on_the_flop().play("seat 1 folds", ExposeCards(1, cards.parse("Ah")))
    assert hand.last(events.CardsExposed) == events.CardsExposed(
        1, cards.parse("Ah"), "canberra:16.5"
    )
    assert hand.hand.exposed == {1: cards.parse("Ah")}
    assert 1 not in hand.hand.in_hand()


@pytest.mark.rule("canberra:18.3(a)")
def test_the_director_may_fold_a_hand_and_its_wagers_stay():
    hand = on_the_flop().play("seat 1 bets 200").play(KillHand(1, "spoke of a folded hand"))
    killed = hand.last(events.HandKilled)
    assert (killed.reason, killed.clause) == ("spoke of a folded hand", "canberra:18.3(a)")
    assert (hand.stacks[1], hand.hand.pot) == (4700, 600)


@pytest.mark.rule("canberra:18.5")
@pytest.mark.parametrize(
    ("choice", "left", "removed"),
    [("", 5000, 0), ("bets go back", 5000, 0), ("bets leave play", 4900, 600)],
)
def test_the_director_chooses_whether_a_voided_round_gives_the_wagers_back(choice, left, removed):
    hand = on_the_flop().play("seat 1 bets 200").play(commands.VoidHand("fraud", choice))
    assert hand.hand.ended == "void"
    assert hand.stacks[2] == left
    assert hand.hand.removed == removed
    assert sum(hand.stacks.values()) == 4 * 5000 - removed


def test_bets_are_given_back_where_nobody_would_have_chips_left():
    hand = Scenario("canberra-e", stacks=(500, 500))
    hand.play(commands.AllIn(hand.hand.actor))
    hand.play(commands.Call(hand.hand.actor))
    hand.refuses(commands.VoidHand("fraud", "bets leave play"))
    hand.refuses(commands.VoidHand("fraud", "half of it"))


def test_other_books_give_the_bets_of_a_void_hand_back():
    hand = Scenario("adelaide", stacks=FOUR)
    hand.refuses(commands.VoidHand("fire", "bets leave play"))


# -- communal cards --------------------------------------------------------------------------------

SHUFFLED_BACK = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.4.1")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.4.1")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.4.1")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.4.1")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.4.1")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.4.1")),
]


@pytest.mark.parametrize("letter", SHUFFLED_BACK)
def test_a_communal_card_shown_too_early_is_shuffled_back_and_betting_goes_on(letter):
    hand = on_the_flop(letter).report(what.PREMATURE_TURN, cards_shown="9c")
    assert hand.ruled.clause == f"canberra:{letter.upper()}.4.1"
    assert any("shuffle" in order for order in hand.ruled.orders)
    assert len(hand.hand.board) == 3
    hand.play("seat 1 bets 100", "seat 2 calls", "seat 3 calls", "seat 4 calls", "turn 2d")
    assert len(hand.hand.board) == 4


@pytest.mark.parametrize("letter", SHUFFLED_BACK)
def test_a_last_card_shown_too_early_is_shuffled_back_too(letter):
    hand = on_the_flop(letter)
    checks = [f"seat {seat} checks" for seat in (1, 2, 3, 4)]
    hand.play(*checks, "turn 2d").report(what.PREMATURE_RIVER, cards_shown="9c")
    assert hand.ruled.clause == f"canberra:{letter.upper()}.4.1"
    assert any("shuffle" in order for order in hand.ruled.orders)
    assert hand.play(*checks, "river 9h").hand.board[-1:] == cards.parse("9h")


@pytest.mark.rule("canberra:T.shoe")
@pytest.mark.parametrize("letter", SHUFFLED_BACK)
def test_dealt_by_the_engine_the_cards_left_in_the_shoe_are_shuffled_anew(letter):
    hand = Scenario(f"canberra-{letter}", stacks=FOUR, deck="2c").play("seat 3 calls")
    at = hand.hand.deck_at
    left = hand.hand.deck[at:]
    hand.report(what.PREMATURE_FLOP)
    assert hand.hand.deck[:at] + left != hand.hand.deck
    assert sorted(hand.hand.deck[at:]) == sorted(left)
    assert hand.seat == 4


KEEPS_ITS_PLACE = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.4.2")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.4.2")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.4.2")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.4.2")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.4.2")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.4.2")),
]


@pytest.mark.parametrize("letter", KEEPS_ITS_PLACE)
def test_a_card_shown_after_the_betting_is_the_next_one_or_the_burn(letter):
    clause = f"canberra:{letter.upper()}.4.2"
    plain = on_the_flop(letter, settings=Settings(burns=False))
    for seat in (1, 2, 3, 4):
        plain.play(f"seat {seat} checks")
    plain.report(what.FIRST_OF_SHOE_SHOWN, cards_shown="9c")
    assert plain.ruled.clause == clause
    plain.refuses("turn Kd").play("turn 9c")
    burning = Scenario(f"canberra-{letter}", stacks=(5000, 5000))
    burning.play("seat 1 calls", "seat 2 stands")
    burning.report(what.FIRST_OF_SHOE_SHOWN, cards_shown="9c")
    assert "burn" in burning.ruled.remedy
    assert burning.play("flop").last(events.BoardDealt).burned == 1


def manila(*lines):
    hand = Scenario("canberra-a", stacks=(5000,) * 3, blinds=(100,)).play("board")
    return hand.play("seat 2 calls", "seat 3 calls", "seat 1 stands", *lines)


@pytest.mark.rule("canberra:A.4.2")
def test_a_manila_card_shown_too_early_ends_the_raising_and_is_the_next_card():
    hand = manila("board", "seat 1 bets 150").report(what.NEXT_CARD_TOO_EARLY, cards_shown="9c")
    hand.refuses("seat 2 raises to 300", clause="canberra:A.4.2")
    hand.play("seat 2 calls", "seat 3 folds")
    hand.refuses("board Kd").play("board 9c")
    assert hand.hand.board[-1:] == cards.parse("9c")
    assert hand.options.raising.is_allowed


@pytest.mark.rule("canberra:A.4.2")
def test_before_any_bet_only_checks_are_left():
    hand = manila("board").report(what.NEXT_CARD_TOO_EARLY, cards_shown="9c")
    hand.refuses("seat 1 bets 100", clause="canberra:A.4.2")
    hand.play("seat 1 checks", "seat 2 checks", "seat 3 checks", "board 9c")


@pytest.mark.rule("canberra:A.4.3")
def test_a_card_shown_before_the_betting_began_leaves_bets_of_the_table_minimum():
    hand = manila("board").report(what.NEXT_CARD_BEFORE_BETTING, cards_shown="9c")
    assert hand.ruled.clause == "canberra:A.4.3"
    raising = hand.options.raising
    assert (raising.least, raising.most) == (100, 100)
    hand.refuses("seat 1 bets 150", clause="canberra:A.4.3")
    hand.play("seat 1 bets 100")
    hand.refuses("seat 2 raises to 200", clause="canberra:A.4.3")
    hand.play("seat 2 calls", "seat 3 calls")
    hand.refuses("board Kd").play("board 9c")
    assert hand.options.raising.most == 200


@pytest.mark.rule("canberra:A.4.2")
@pytest.mark.rule("canberra:A.4.3")
def test_the_second_card_shown_before_the_betting_falls_under_the_stricter_rule():
    hand = Scenario("canberra-a", stacks=(5000,) * 3, blinds=(100,)).play("board")
    hand.report(what.NEXT_CARD_BEFORE_BETTING, cards_shown="9c")
    assert hand.ruled.clause == "canberra:A.4.2"
    hand.refuses("seat 2 raises to 200", clause="canberra:A.4.2").play("seat 2 calls")


# -- stud ------------------------------------------------------------------------------------------


def on_seventh_street():
    """Three players, 50 each in the pot; seat 2 shows the highest card."""
    hand = Scenario("canberra-d", stacks=(5000,) * 3, blinds=(), ante=25)
    hand.play("street 1 9c, 2 Kd, 3 2h", "seat 2 bets 25", "seat 3 calls", "seat 1 calls")
    for low in ("3", "4", "5"):
        hand.play(f"street 1 {low}c, 2 {low}d, 3 {low}h")
        hand.play("seat 2 checks", "seat 3 checks", "seat 1 checks")
    return hand.play("street")


@pytest.mark.rule("canberra:D.4.1")
def test_a_first_card_dealt_face_up_is_the_up_card():
    hand = Scenario("canberra-d", stacks=(5000,) * 3, blinds=(), ante=25)
    hand.report(what.FIRST_CARD_UP, seat=2)
    assert hand.ruled.clause == "canberra:D.4.1"
    assert hand.ruled.orders == ("deal the second and third card face down",)


@pytest.mark.rule("canberra:D.4.2")
@pytest.mark.rule("canberra:D.4.2/first")
def test_a_card_found_face_up_is_dealt_unless_it_would_be_the_first_of_a_round():
    hand = Scenario("canberra-d", stacks=(5000,) * 3, blinds=(), ante=25)
    hand.report(what.BOXED_CARD)
    assert (hand.ruled.clause, hand.ruled.orders) == ("canberra:D.4.2", ())
    hand.report(what.BOXED_CARD, detail="first card of a betting round")
    assert hand.ruled.clause == "canberra:D.4.2/first"
    assert hand.ruled.orders == ("shuffle it into the shoe, cut, deal on",)


@pytest.mark.rule("canberra:D.4.3")
def test_whose_last_card_is_exposed_opens_the_final_round():
    hand = on_seventh_street()
    assert hand.seat == 2
    hand.report(what.LAST_CARD_UP, seat=3)
    assert (hand.ruled.clause, hand.seat) == ("canberra:D.4.3", 3)
    hand.play("seat 3 bets 50")
    assert hand.seat == 1


@pytest.mark.rule("canberra:D.4.3/check")
def test_a_check_then_taps_him_out_and_later_bets_are_a_side_pot():
    hand = on_seventh_street().report(what.LAST_CARD_UP, seat=3)
    hand.play("seat 3 checks", "seat 1 bets 75", "seat 2 calls")
    assert hand.options.phase == "show"
    assert hand.stacks[3] == 4950
    assert hand.pots == [(150, (1, 2, 3)), (150, (1, 2))]
    hand.refuses("pot 1 to 3", clause="canberra:13.2")
    hand.play("pot 0 to 3", "pot 1 to 1")
    assert hand.stacks == {1: 5025, 2: 4875, 3: 5100}
