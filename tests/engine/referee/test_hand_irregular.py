"""What goes wrong, and what the book makes of it."""

import pytest

from engine.cards import cards
from engine.hand import commands, events
from engine.rules import irregularities as what
from engine.rules import put_chips as chips
from engine.rules.book import Settings
from tests.scenario import THREE, Scenario


@pytest.mark.rule("charity:20.3")
def test_charity_takes_a_wager_out_of_turn_back():
    hand = Scenario("charity", stacks=THREE, marker=3)
    hand.play("out of turn seat 1 raises to 500")
    assert hand.stacks[1] == 4950
    assert hand.play("seat 3 folds").seat == 1


@pytest.mark.rule("canberra:17.4")
def test_canberra_lets_a_wager_out_of_turn_stand_when_nobody_raises():
    hand = Scenario("canberra-e", stacks=THREE)
    hand.play("out of turn seat 1 raises to 500", "seat 3 calls")
    assert hand.hand.bets[1] == 500
    assert hand.seat == 2


@pytest.mark.rule("canberra:17.5")
@pytest.mark.rule("canberra:17.5/fold")
def test_raised_above_it_the_player_is_free_and_folds_for_nothing():
    hand = Scenario("canberra-e", stacks=THREE)
    hand.play("out of turn seat 1 raises to 500", "seat 3 raises to 1000")
    assert hand.seat == 1
    assert hand.play("seat 1 folds").stacks[1] == 4950


@pytest.mark.rule("adelaide:68a-2")
def test_adelaide_makes_him_call_the_raise_or_lose_the_chips():
    hand = Scenario("adelaide", stacks=THREE, marker=3)
    hand.play("out of turn seat 1 raises to 500", "seat 3 raises to 1000")
    hand.refuses("seat 1 raises to 3000", clause="adelaide:68a-2")
    assert hand.play("seat 1 folds").stacks[1] == 4500


@pytest.mark.rule("adelaide:68b")
def test_a_check_out_of_turn_bars_from_raising():
    hand = Scenario("adelaide", stacks=THREE, marker=3)
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 checks", "flop")
    hand.play("out of turn seat 2 checks", "seat 1 bets 200")
    hand.refuses("seat 2 raises to 600", clause="adelaide:68b").play("seat 2 calls")


@pytest.mark.rule("canberra:17.6")
def test_a_bet_between_call_and_raise_is_only_a_call():
    hand = Scenario("canberra-e", stacks=THREE).play("seat 3 puts out 150")
    assert hand.stacks[3] == 4900


@pytest.mark.rule("canberra:17.7")
@pytest.mark.rule("canberra:17.7/fold")
def test_a_bet_below_the_call_is_topped_up_or_folded_with_the_chips_back():
    hand = Scenario("canberra-e", stacks=THREE)
    choices = hand.needs_ruling("seat 3 puts out 60", clause="canberra:17.7")
    assert choices == (chips.CALL, chips.FOLD)
    hand.play(commands.PutChips(3, 60, choice=chips.FOLD))
    assert hand.stacks[3] == 5000


@pytest.mark.rule("adelaide:69")
@pytest.mark.rule("adelaide:69-2")
def test_half_a_call_binds_and_less_goes_back():
    hand = Scenario("adelaide", stacks=THREE, marker=3)
    assert hand.play("seat 3 puts out 40").stacks[3] == 5000
    assert hand.seat == 3
    assert hand.needs_ruling("seat 3 puts out 50", clause="adelaide:69")
    assert hand.play(commands.PutChips(3, 50, choice=chips.FORFEIT)).stacks[3] == 4950


@pytest.mark.rule("adelaide:71")
def test_one_big_chip_without_a_word_is_a_call():
    hand = Scenario("adelaide", stacks=THREE, marker=3).play("seat 3 puts out 500 in one chip")
    assert hand.stacks[3] == 4900
    hand.play("seat 1 puts out 500 in one chip saying raise")
    assert hand.hand.bet_to_match == 500


@pytest.mark.rule("adelaide:70")
def test_a_second_motion_does_not_count():
    hand = Scenario("adelaide", stacks=THREE, marker=3).play("seat 3 puts out 500 in two motions")
    assert hand.stacks[3] == 4900


@pytest.mark.rule("charity:19.1.2")
@pytest.mark.rule("charity:19.2")
def test_two_exposed_cards_are_a_misdeal_and_one_stays():
    hand = Scenario("charity", stacks=THREE).report(what.EXPOSED_HOLE_CARD, seat=1)
    assert "stays" in hand.ruled.remedy
    hand.report(what.EXPOSED_HOLE_CARD, seat=2, count=2)
    assert hand.hand.ended == "misdeal"
    assert hand.stacks == {1: 5000, 2: 5000, 3: 5000}


@pytest.mark.rule("adelaide:53a")
def test_an_exposed_card_is_replaced_and_becomes_the_burn():
    hand = Scenario("adelaide", stacks=THREE, deck="2c3c4c 2d3d4d 9s Ah Kh Qh")
    hand.report(what.EXPOSED_HOLE_CARD, seat=2, cards_shown="2c")
    assert hand.hand.hole[2][0] == hand.hand.deck[6]
    hand.play("seat 1 calls", "seat 2 calls", "seat 3 checks")
    assert hand.last(events.BoardDealt).burned == 0
    assert hand.hand.board == hand.hand.deck[7:10]


@pytest.mark.rule("adelaide:28-2")
def test_after_two_actions_no_misdeal_is_declared():
    hand = Scenario("adelaide", stacks=THREE).play("seat 1 calls", "seat 2 calls")
    hand.refuses(commands.Report(what.EXPOSED_HOLE_CARD, 1, count=2), clause="adelaide:28-2")


@pytest.mark.rule("canberra:E.4.3")
@pytest.mark.rule("canberra:E.4.4")
def test_an_exposed_card_is_replaced_with_burning_and_a_misdeal_without():
    burning = Scenario("canberra-e", stacks=THREE).report(what.EXPOSED_HOLE_CARD, seat=1)
    assert burning.ruled.clause == "canberra:E.4.3"
    burning.play("seat 3 calls", "seat 1 calls", "seat 2 stands")
    assert burning.options.deal is not None
    assert burning.options.deal.burn == 0
    plain = Scenario("canberra-e", stacks=THREE, settings=Settings(burns=False))
    assert plain.report(what.EXPOSED_HOLE_CARD, seat=1).hand.ended == "misdeal"
    assert plain.ruled.clause == "canberra:E.4.4"


@pytest.mark.rule("charity:19.1.6")
def test_a_wrong_number_of_cards_after_action_gets_every_chip_back():
    hand = Scenario("charity", stacks=THREE, marker=3)
    hand.play("seat 3 raises to 300", "seat 1 calls").report(what.WRONG_COUNT, seat=1)
    assert hand.stacks[1] == 5000
    assert hand.pots == [(400, (2, 3))]


@pytest.mark.rule("charity:19.1.7")
def test_the_last_player_with_a_wrong_count_voids_the_hand():
    hand = Scenario("charity", stacks=THREE, marker=3)
    hand.play("seat 3 raises to 300", "seat 1 folds", "seat 2 folds")
    hand.report(what.WRONG_COUNT, seat=3)
    assert hand.hand.ended == "void"
    assert hand.stacks == {1: 5000, 2: 5000, 3: 5000}


@pytest.mark.rule("adelaide:56-2")
def test_the_last_to_fold_wins_when_the_only_hand_left_is_void():
    hand = Scenario("adelaide", stacks=THREE, marker=3)
    hand.play("seat 3 raises to 300", "seat 1 folds", "seat 2 folds")
    hand.report(what.WRONG_COUNT, seat=3)
    assert hand.stacks == {1: 4950, 2: 5150, 3: 4900}


@pytest.mark.rule("fours:dead-hand-4")
@pytest.mark.rule("fours:action-4")
def test_a_fouled_hand_leaves_its_chips_in_the_pot():
    hand = Scenario("fours", stacks=THREE, marker=3)
    hand.play("seat 3 raises to 300", "seat 1 calls").report(what.WRONG_COUNT, seat=1)
    assert hand.stacks[1] == 4700


@pytest.mark.rule("charity:20.8")
def test_a_premature_turn_caps_the_betting_and_is_used_next():
    hand = Scenario("charity", stacks=THREE, marker=3)
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands", "flop", "seat 1 bets 300")
    hand.report(what.PREMATURE_TURN, cards_shown="9c")
    hand.refuses("seat 2 raises to 900", clause="charity:20.8")
    hand.play("seat 2 calls", "seat 3 calls").refuses("turn 8c").play("turn 9c")
    assert hand.options.raising.is_allowed


@pytest.mark.rule("charity:20.6")
@pytest.mark.rule("fours:flop-redeal-1")
def test_a_flop_of_too_many_cards_goes_back_with_its_burn_or_without():
    for book, burn in (("charity", 1), ("fours", 0)):
        hand = Scenario(book, stacks=THREE, marker=3)
        hand.play("seat 3 calls", "seat 1 calls")
        hand.play("seat 2 stands" if book == "charity" else "seat 2 checks", "flop Ah Kh Qh")
        hand.report(what.TOO_MANY_FLOP_CARDS)
        assert hand.hand.board == ()
        assert hand.options.deal is not None
        assert hand.options.deal.burn == burn
        assert hand.play("flop 2c 3c 4c").seat == 1


@pytest.mark.rule("fours:deck-3")
def test_two_cards_alike_void_the_hand():
    hand = Scenario("fours", stacks=THREE, marker=3).play("seat 3 raises to 300")
    assert hand.report(what.DUPLICATE_CARD).stacks == {1: 5000, 2: 5000, 3: 5000}


@pytest.mark.rule("canberra:A.4.2")
def test_a_manila_card_shown_early_leaves_only_checks_before_a_bet():
    hand = Scenario("canberra-a", stacks=THREE, blinds=(100,)).play("board")
    hand.play("seat 2 calls", "seat 3 calls", "seat 1 stands", "board")
    hand.report(what.NEXT_CARD_TOO_EARLY, cards_shown="9c")
    hand.refuses("seat 1 bets 100", clause="canberra:A.4.2").play("seat 1 checks")


@pytest.mark.rule("charity:4.6")
def test_an_absent_hand_is_folded_at_its_turn_and_wins_if_all_fold_before():
    hand = Scenario("charity", stacks=THREE, marker=3, away={2: "absent"})
    assert hand.play("seat 3 folds", "seat 1 folds").stacks[2] == 5050
    other = Scenario("charity", stacks=THREE, marker=3, away={2: "absent"})
    assert other.play("seat 3 calls", "seat 1 calls").pots == [(300, (1, 3))]
    third = Scenario("charity", stacks=THREE, marker=3, away={2: "absent"})
    assert third.play("seat 3 calls", "seat 2 arrives", "seat 1 calls").seat == 2


@pytest.mark.rule("fours:leave-2")
def test_an_absent_player_gets_no_cards_and_cannot_win_his_blind():
    hand = Scenario("fours", stacks=THREE, marker=3, away={2: "absent"})
    assert hand.play("seat 3 folds").stacks == {1: 5100, 2: 4900, 3: 5000}


@pytest.mark.rule("adelaide:92")
@pytest.mark.rule("adelaide:106c-2")
def test_absent_and_penalised_players_post_and_have_dead_hands():
    hand = Scenario("adelaide", stacks=(5000,) * 4, marker=4, away={1: "absent", 2: "penalty"})
    assert hand.hand.in_hand() == [3, 4]
    assert (hand.stacks[1], hand.stacks[2], hand.seat) == (4950, 4900, 3)


@pytest.mark.rule("canberra:4.7")
@pytest.mark.rule("fours:dead-hand-6")
def test_time_that_ran_out_folds_or_checks():
    for book, left in (("canberra-e", 1), ("fours", 2)):
        hand = Scenario(book, stacks=(5000, 5000), marker=1)
        hand.play("seat 1 calls", "seat 2 stands" if left == 1 else "seat 2 checks", "flop")
        hand.play(f"time expires for seat {hand.seat}")
        assert hand.hand.contenders == left


@pytest.mark.rule("fours:muck-1")
@pytest.mark.rule("canberra:17.9")
def test_a_director_restores_a_hand_only_where_the_book_lets_him():
    restored = commands.RestoreHand(3, "false information")
    hand = Scenario("fours", stacks=(5000,) * 4, marker=4).play("seat 3 folds", restored)
    assert 3 in hand.hand.in_hand()
    other = Scenario("canberra-e", stacks=(5000,) * 4).play("seat 3 folds")
    other.refuses(restored, clause="canberra:17.9")


@pytest.mark.rule("charity:18.1")
@pytest.mark.rule("adelaide:51")
def test_a_pot_is_split_by_agreement_only_where_the_book_allows_it():
    hand = Scenario("charity", stacks=(5000, 5000)).check_down()
    assert hand.play("pot 0 split by 1 and 2").stacks == {1: 5000, 2: 5000}
    other = Scenario("adelaide", stacks=(5000, 5000)).check_down()
    other.refuses("pot 0 split by 1 and 2", clause="adelaide:51")


@pytest.mark.rule("adelaide:46a-2")
def test_what_one_player_saw_of_a_folded_hand_lies_open_for_all():
    hand = Scenario("adelaide", stacks=THREE, marker=3).play("seat 3 folds")
    hand.play(commands.ExposeCards(3, cards.parse("AhKd")))
    assert hand.hand.exposed == {3: cards.parse("AhKd")}
    hand.refuses(commands.ExposeCards(1, ()))
    hand.refuses(commands.ExposeCards(3, cards.parse("Ah")), clause="adelaide:4")


@pytest.mark.rule("canberra:17.3/deduct")
def test_an_absent_opener_pays_the_compulsory_call():
    hand = Scenario(
        "canberra-e",
        stacks=(5000,) * 4,
        settings=Settings(opener_options="a"),
        away={3: "absent", 4: "absent"},
    )
    assert (hand.stacks[3], hand.stacks[4], hand.hand.pot) == (4900, 5000, 250)


def test_a_kept_card_must_be_one_the_seat_was_dealt():
    hand = Scenario("charity", stacks=(900, 900, 900), deck="As Ks Qs Js Ad Kd")
    wrong = commands.Report(what.EXPOSED_HOLE_CARD, seat=1, cards=cards.parse("2c"))
    hand.refuses(wrong, why="Name a card that seat 1 was dealt")
    mine = hand.hand.hole[1][:1]
    hand.play(commands.Report(what.EXPOSED_HOLE_CARD, seat=1, cards=mine))
    assert hand.hand.exposed == {1: mine}


@pytest.mark.parametrize("letter", ["b", "d"])
@pytest.mark.parametrize(
    "trouble",
    [what.PREMATURE_FLOP, what.FIRST_OF_SHOE_SHOWN, what.TWO_CARDS_AT_ONCE, what.NO_BURN],
)
def test_nothing_goes_wrong_on_a_board_where_there_is_none(letter, trouble):
    blinds, ante = ((50, 100), 0) if letter == "b" else ((), 25)
    hand = Scenario(f"canberra-{letter}", stacks=THREE, blinds=blinds, ante=ante)
    hand.refuses(commands.Report(trouble), why="In this game there is no")


@pytest.mark.parametrize("trouble", [what.NO_BURN, what.TWO_BURNS])
def test_nothing_goes_wrong_with_burn_cards_where_none_are_burned(trouble):
    played = Scenario("canberra-e", stacks=THREE, settings=Settings(burns=False)).check_down()
    played.refuses(commands.Report(trouble), why="In this game there is no")


@pytest.mark.parametrize("trouble", [what.LAST_CARD_UP, what.EXPOSED_IN_THE_DRAW])
def test_up_cards_and_exchanges_go_wrong_only_where_there_are_some(trouble):
    Scenario("canberra-e", stacks=THREE).refuses(commands.Report(trouble, 1), why="In this game")
