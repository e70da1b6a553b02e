"""Rules 8.9, 10.3.3 to 10.3.6, 12 and 13: the four betting rounds.

Four players: seat 4 is the designated player, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

import pytest

from engine.hand import commands, events
from engine.hand.applying import replay
from engine.referee.referee import decide
from engine.refusal import Refused
from tests.scenario import FOUR, Scenario

ALL_IN_THE_FLOP = ("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")
ALL_CHECK = tuple(f"seat {seat} checks" for seat in (1, 2, 3, 4))
STREETS = {
    "flop": ALL_IN_THE_FLOP,
    "turn": (*ALL_IN_THE_FLOP, *ALL_CHECK, "turn"),
    "river": (*ALL_IN_THE_FLOP, *ALL_CHECK, "turn", *ALL_CHECK, "river"),
}


def table(rules="charity", **how):
    return Scenario(rules, **how)


def four(**how):
    how.setdefault("stacks", FOUR)
    return table(**how)


def on_the(street, **how):
    return four(**how).play(*STREETS[street])


LATER = [
    pytest.param(
        "flop",
        "turn",
        marks=[
            pytest.mark.rule("charity:10.3.4"),
            pytest.mark.rule("charity:10.3.4.2"),
            pytest.mark.rule("charity:10.3.4.3"),
        ],
    ),
    pytest.param(
        "turn",
        "river",
        marks=[
            pytest.mark.rule("charity:10.3.5"),
            pytest.mark.rule("charity:10.3.5.2"),
            pytest.mark.rule("charity:10.3.5.3"),
        ],
    ),
    pytest.param(
        "river",
        "",
        marks=[
            pytest.mark.rule("charity:10.3.6"),
            pytest.mark.rule("charity:10.3.6.2"),
            pytest.mark.rule("charity:10.3.6.3"),
        ],
    ),
]


# -- the first betting round -----------------------------------------------------------------------


@pytest.mark.rule("charity:10.3.3")
@pytest.mark.rule("charity:10.3.3.1")
@pytest.mark.rule("charity:10.3.3.2")
@pytest.mark.rule("charity:1.1(check)")
@pytest.mark.rule("charity:13.1")
def test_in_the_first_round_one_bets_or_folds_beginning_left_of_the_last_blind():
    hand = four()
    for seat, line in ((3, "calls"), (4, "raises to 300"), (1, "folds"), (2, "calls")):
        assert hand.seat == seat
        offered = hand.options
        assert offered.fold.is_allowed
        assert offered.call.is_allowed
        assert offered.raising.is_allowed
        assert not offered.check.is_allowed
        hand.refuses(f"seat {seat} checks", clause="charity:13.1")
        hand.play(f"seat {seat} {line}")
    assert hand.seat == 3, "until the raise is matched"


@pytest.mark.rule("charity:1.1(check)")
@pytest.mark.rule("charity:13.1")
def test_not_even_the_last_blind_checks_but_stands_raises_or_folds():
    hand = four().play("seat 3 calls", "seat 4 calls", "seat 1 calls")
    assert hand.seat == 2
    hand.refuses("seat 2 checks", clause="charity:13.1")
    offered = hand.options
    assert (offered.stand.is_allowed, offered.stand.amount) == (True, 0)
    assert offered.fold.is_allowed
    assert offered.raising.least == 200
    hand.play("seat 2 stands")
    assert hand.stacks[2] == 4900
    assert hand.options.deal.street == "flop"


@pytest.mark.rule("charity:13.1")
@pytest.mark.rule("charity:10.3.3.1")
def test_with_antes_only_the_first_round_is_bet_or_fold_too():
    hand = four(blinds=(), ante=100)
    assert hand.seat == 1
    hand.refuses("seat 1 checks", clause="charity:13.1")
    hand.refuses("seat 1 stands", clause="charity:13.1")
    hand.play("seat 1 folds").refuses("seat 2 stands", clause="charity:13.1")
    assert hand.play("seat 2 bets 100").options.call.amount == 100


@pytest.mark.rule("charity:10.3.3.1")
def test_of_two_players_the_designated_player_opens_the_first_round():
    hand = table(stacks=(5000, 5000), marker=1)
    assert hand.seat == 1
    hand.refuses("seat 1 checks", clause="charity:13.1")


@pytest.mark.rule("charity:10.3.3.2(i)")
def test_the_last_player_left_takes_the_pot_without_cards_or_showing():
    hand = four().play("seat 3 raises to 300", "seat 4 folds", "seat 1 folds", "seat 2 folds")
    assert hand.hand.ended == "played"
    assert hand.hand.board == ()
    assert not hand.hand.shown
    assert hand.stacks == {1: 4950, 2: 4900, 3: 5150, 4: 5000}


@pytest.mark.rule("charity:10.3.3.2(ii)")
def test_with_two_or_more_left_and_wagers_matched_the_flop_follows():
    hand = four().play("seat 3 raises to 300", "seat 4 folds", "seat 1 folds")
    hand.refuses("flop", clause="charity:10.3")
    hand.play("seat 2 calls")
    assert hand.options.deal.street == "flop"
    assert hand.hand.in_hand() == [2, 3]


# -- the later betting rounds ----------------------------------------------------------------------


@pytest.mark.parametrize(("street", "following"), LATER)
def test_the_first_active_player_left_of_the_designated_player_checks_bets_or_folds(
    street, following
):
    hand = on_the(street)
    for seat in (1, 2, 3, 4):
        assert hand.seat == seat
        offered = hand.options
        assert offered.check.is_allowed
        assert offered.fold.is_allowed
        assert (offered.raising.least, offered.raising.is_bet) == (100, True)
        assert not offered.call.is_allowed
        hand.play(f"seat {seat} checks")
    assert (hand.options.phase, hand.seat) == ("deal" if following else "show", -1)


@pytest.mark.parametrize(("street", "following"), LATER)
def test_after_a_bet_the_others_follow_in_order_until_all_have_matched_it(street, following):
    hand = on_the(street).play("seat 1 folds", "seat 2 checks", "seat 3 bets 200")
    assert hand.seat == 4
    hand.play("seat 4 raises to 400")
    assert hand.seat == 2, "seat 1 has folded"
    hand.play("seat 2 calls")
    assert hand.seat == 3
    hand.play("seat 3 calls")
    assert hand.seat == -1
    assert hand.hand.in_hand() == [2, 3, 4]


@pytest.mark.parametrize(("street", "following"), LATER)
def test_of_two_players_the_designated_player_opens_every_round(street, following):
    hand = table(stacks=(5000, 5000), marker=2).play("seat 2 calls", "seat 1 stands")
    for card in ("flop", "turn", "river"):
        hand.play(card)
        if card == street:
            break
        hand.play("seat 2 checks", "seat 1 checks")
    assert hand.seat == 2


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("flop", marks=pytest.mark.rule("charity:10.3.4.3(i)")),
        pytest.param("turn", marks=pytest.mark.rule("charity:10.3.5.3(i)")),
        pytest.param("river", marks=pytest.mark.rule("charity:10.3.6.3(i)")),
    ],
)
def test_the_sole_remaining_player_wins_the_pot_at_once(street):
    hand = on_the(street).play("seat 1 checks", "seat 2 bets 200")
    board = hand.hand.board
    hand.play("seat 3 folds", "seat 4 folds", "seat 1 folds")
    assert hand.hand.ended == "played"
    assert hand.hand.board == board, "no further cards"
    assert not hand.hand.shown
    assert hand.stacks == {1: 4900, 2: 5300, 3: 4900, 4: 4900}


@pytest.mark.parametrize(
    ("street", "phase", "following"),
    [
        pytest.param("flop", "deal", "turn", marks=pytest.mark.rule("charity:10.3.4.3(ii)")),
        pytest.param("turn", "deal", "river", marks=pytest.mark.rule("charity:10.3.5.3(ii)")),
        pytest.param("river", "show", "", marks=pytest.mark.rule("charity:10.3.6.3(ii)")),
    ],
)
def test_with_two_or_more_left_the_next_card_or_the_showdown_follows(street, phase, following):
    hand = on_the(street).play("seat 1 checks", "seat 2 bets 200", "seat 3 folds", "seat 4 calls")
    assert hand.options.phase == "bet"
    hand.refuses("board", clause="charity:10.3")
    hand.play("seat 1 folds")
    assert hand.options.phase == phase
    if following:
        assert hand.options.deal.street == following
    else:
        assert hand.options.showing.order == (2, 4)


# -- turns -----------------------------------------------------------------------------------------


@pytest.mark.rule("charity:8.9")
def test_nobody_decides_before_the_deal_is_finished():
    hand = four()
    dealt = hand.events.index(hand.last(events.HoleDealt))
    dealing = replay(hand.events[:dealt])
    for seat in (1, 2, 3, 4):
        with pytest.raises(Refused) as refused:
            decide(dealing, commands.Fold(seat), hand.rules)
        assert refused.value.clause == "charity:8.9"


@pytest.mark.rule("charity:8.9")
@pytest.mark.rule("charity:12.1")
def test_players_declare_in_order_only():
    hand = four()
    for line in ("seat 4 folds", "seat 1 calls", "seat 2 raises to 300"):
        hand.refuses(line, clause="charity:8.9")
    hand.play("seat 3 calls").refuses("seat 3 raises to 300", clause="charity:8.9")
    hand = on_the("flop").refuses("seat 2 checks", clause="charity:8.9")
    order = []
    for line in ("checks", "bets 100", "folds", "calls"):
        order.append(hand.seat)
        hand.play(f"seat {hand.seat} {line}")
    assert order == [1, 2, 3, 4], "check, bet and fold"


@pytest.mark.rule("charity:8.10")
def test_a_wager_is_chips_put_out_or_a_declaration():
    said, put = four(), four()
    said.play("seat 3 raises to 300")
    put.play("seat 3 puts out 300")
    assert said.hand == put.hand
    said.play("seat 4 calls")
    put.play("seat 4 puts out 300")
    assert said.hand == put.hand


@pytest.mark.rule("charity:1.1(betting-round)")
def test_a_round_ends_when_everyone_with_chips_has_had_a_turn_and_wagers_match():
    hand = four(stacks=(5000, 5000, 250, 5000))
    hand.play("seat 3 all-in", "seat 4 raises to 600", "seat 1 calls")
    hand.refuses("flop", clause="charity:10.3")
    hand.play("seat 2 folds")
    assert hand.seat == -1, "seat 3 has no chips left to match 600 with"
    hand.play("flop", "seat 1 checks")
    hand.refuses("turn", clause="charity:10.3")
    assert hand.play("seat 4 checks").options.deal.street == "turn"


@pytest.mark.rule("charity:1.1(betting-round)")
@pytest.mark.rule("charity:9.3.5")
def test_after_three_raises_only_call_or_fold_remains():
    hand = table("charity-limit", stacks=FOUR)
    hand.play("seat 3 raises to 200", "seat 4 raises to 300", "seat 1 raises to 400")
    for seat in (2, 3, 4):
        assert hand.seat == seat
        hand.refuses(f"seat {seat} raises to 500", clause="charity:9.3.5")
        assert not hand.options.raising.is_allowed
        assert hand.options.fold.is_allowed
        hand.play(f"seat {seat} calls")
    assert hand.options.deal.street == "flop"


# -- check, call, raise, fold ----------------------------------------------------------------------


@pytest.mark.rule("charity:13.2")
def test_the_first_who_may_check_is_the_first_active_player_left_of_the_designated_player():
    assert on_the("flop").seat == 1
    hand = four().play("seat 3 calls", "seat 4 calls", "seat 1 folds", "seat 2 stands", "flop")
    hand.refuses("seat 3 checks", clause="charity:8.9")
    hand.play("seat 2 checks")
    two = table(stacks=(5000, 5000), marker=1)
    two.play("seat 1 calls", "seat 2 stands", "flop")
    two.refuses("seat 2 checks", clause="charity:8.9").play("seat 1 checks")


@pytest.mark.rule("charity:13.3")
def test_after_a_check_the_next_active_player_may_check_too():
    hand = on_the("turn")
    for seat in (1, 2, 3, 4):
        assert hand.options.check.is_allowed
        hand.play(f"seat {seat} checks")
    assert hand.hand.pot == 400


@pytest.mark.rule("charity:13.4")
@pytest.mark.rule("charity:1.1(check)")
def test_no_player_checks_once_a_bet_is_made_but_who_checked_may_act_again():
    hand = on_the("flop").play("seat 1 checks", "seat 2 bets 200")
    hand.refuses("seat 3 checks", clause="charity:13.4").play("seat 3 calls")
    hand.refuses("seat 4 checks", clause="charity:13.4").play("seat 4 folds")
    assert hand.seat == 1, "the check kept the right to come back"
    hand.refuses("seat 1 checks", clause="charity:13.4")
    assert hand.options.raising.least == 400
    hand.play("seat 1 raises to 600")
    hand.refuses("seat 2 checks", clause="charity:13.4")


@pytest.mark.rule("charity:1.1(call)")
@pytest.mark.rule("charity:1.1(bet)")
def test_a_call_equals_the_wager_before_and_is_less_only_all_in():
    hand = four(stacks=(5000, 5000, 5000, 180)).play("seat 3 raises to 300")
    hand.play("seat 4 calls")
    assert hand.last(events.Called) == events.Called(4, 180, all_in=True)
    assert hand.hand.bet_to_match == 300, "the price for the others stays"
    assert hand.options.call.amount == 250
    hand.refuses("seat 1 raises to 250", clause="charity:9.3.2")
    hand.play("seat 1 calls").refuses("seat 1 calls", clause="charity:8.9")
    assert hand.stacks[1] == 4700


@pytest.mark.rule("charity:1.1(call)")
def test_there_is_no_call_without_a_wager():
    on_the("flop").refuses("seat 1 calls", clause="charity:1.1(call)")


@pytest.mark.rule("charity:1.1(bet)")
def test_a_bet_is_opening_calling_or_raising_and_all_in_for_less_goes_on():
    hand = on_the("flop", stacks=(5000, 5000, 5000, 350))
    hand.play("seat 1 bets 200", "seat 2 calls", "seat 3 raises to 400", "seat 4 all-in")
    assert isinstance(hand.all(events.Bet)[0], events.Bet)
    assert hand.last(events.Called) == events.Called(4, 250, all_in=True)
    assert 4 in hand.hand.in_hand(), "he stays in with less than the wager required"


@pytest.mark.rule("charity:1.1(raise)")
def test_a_raise_takes_the_wager_above_the_one_before():
    hand = four().play("seat 3 raises to 300")
    for amount in (299, 300):
        hand.refuses(f"seat 4 raises to {amount}", clause="charity:9.3.2")
    hand.play("seat 4 calls")
    assert hand.hand.bet_to_match == 300
    hand.play("seat 1 raises to 500")
    assert hand.last(events.Raised) == events.Raised(1, 500, events.FULL, all_in=False)
    assert hand.hand.bet_to_match == 500


@pytest.mark.rule("charity:1.1(fold)")
@pytest.mark.rule("charity:12.3")
def test_a_fold_is_for_this_hand_only_and_shows_nothing():
    hand = four(stacks=(5000, 5000, 5000, 300)).play("seat 3 calls", "seat 4 all-in")
    hand.play("seat 1 folds", "seat 2 calls", "seat 3 calls", "flop")
    assert hand.hand.folds == (1,)
    assert 1 not in hand.hand.shown
    hand.refuses("seat 1 bets 300", clause="charity:8.9")
    hand.check_down().refuses("seat 1 shows As Ac", clause="charity:10.3.7")
    hand.refuses("pot 0 to 1", clause="charity:14.6")
    following = hand.play("pot 0 to 4").then()
    assert 1 in following.hand.in_hand(), "the next hand is played again"


@pytest.mark.rule("charity:1.1(table-stake)")
def test_nobody_wagers_more_than_the_stake_on_the_table():
    hand = four(stacks=(5000, 5000, 800, 5000))
    assert hand.options.raising.most == 800
    hand.refuses("seat 3 raises to 801", clause="charity:1.1(table-stake)")
    hand.play("seat 3 raises to 800")
    assert hand.stacks[3] == 0


@pytest.mark.rule("charity:8.5")
def test_a_hand_not_wagered_in_time_is_folded_even_where_a_check_was_free():
    hand = on_the("flop").play("time expires for seat 1")
    assert hand.last(events.ActionCorrected).clause == "charity:8.5"
    assert hand.hand.folds == (1,)
