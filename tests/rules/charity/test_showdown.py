"""Rules 10.3.7, 14.7 and 18.4: who shows first, who must, and what the cards are worth.

Four players: seat 4 is the designated player, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

import pytest

from engine.hand import events
from tests.scenario import FOUR, Scenario

ALL_CHECK = ("seat 1 checks", "seat 2 checks", "seat 3 checks", "seat 4 checks")
BOARD = ("flop 2c 7d Jh", "turn 3s", "river 9c")


def table(rules="charity", **how):
    return Scenario(rules, **how)


def on_the_river(stacks=FOUR, **how):
    hand = table(stacks=stacks, **how)
    hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands")
    for card in BOARD[:2]:
        hand.play(card, *ALL_CHECK)
    return hand.play(BOARD[2])


@pytest.mark.rule("charity:10.3.7.1")
@pytest.mark.rule("charity:10.3.7")
def test_the_player_who_was_called_shows_first():
    hand = on_the_river().play("seat 1 checks", "seat 2 bets 200", "seat 3 raises to 500")
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 calls")
    showing = hand.options.showing
    assert (showing.seat, showing.order, showing.must_show) == (3, (3, 4, 1, 2), True)
    hand.refuses("seat 3 mucks", clause="charity:10.3.7.3")


@pytest.mark.rule("charity:10.3.7.2")
@pytest.mark.rule("charity:10.3.7")
def test_when_all_check_the_first_active_player_left_of_the_designated_player_shows_first():
    hand = on_the_river().play("seat 1 folds", "seat 2 checks", "seat 3 checks", "seat 4 checks")
    showing = hand.options.showing
    assert (showing.seat, showing.order, showing.must_show) == (2, (2, 3, 4), True)
    two = table(stacks=(5000, 5000), marker=2).check_down()
    assert two.options.showing.order == (2, 1), "of two the designated player"


@pytest.mark.rule("charity:10.3.7.2")
def test_a_bet_on_an_earlier_round_does_not_decide_who_shows_first():
    hand = table(stacks=FOUR)
    hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")
    hand.play("seat 1 checks", "seat 2 bets 200", "seat 3 calls", "seat 4 calls", "seat 1 calls")
    hand.check_down()
    assert hand.options.showing.seat == 1


@pytest.mark.rule("charity:10.3.7.3")
def test_the_others_show_only_what_ties_or_beats_the_hand_shown():
    deck = "As Ks Qs Js Ad Qd Kd Jd 9s 2c 7d Jh 9h 3s 9d 9c"  # seat 1 has aces, shown first
    hand = table(stacks=FOUR, deck=deck)
    hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands")
    for _ in range(3):
        hand.play(*ALL_CHECK)
    assert [event.seat for event in hand.all(events.HandShown)] == [1, 4]
    assert [event.seat for event in hand.all(events.HandMucked)] == [2, 3], "unseen"
    assert hand.won == [{4: 400}], "three jacks"


@pytest.mark.rule("charity:10.3.7.3")
def test_an_equal_hand_is_shown_too_and_shares():
    deck = "As Ks Qs Js Ad Kd Qd Jd 9s Tc Jc Qc 9h Kc 9d Ac"
    hand = table(stacks=FOUR, deck=deck)
    hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands")
    for _ in range(3):
        hand.play(*ALL_CHECK)
    assert [event.seat for event in hand.all(events.HandShown)] == [1, 2, 3, 4]
    assert hand.won == [{1: 100, 2: 100, 3: 100, 4: 100}], "the board plays for everyone"


@pytest.mark.rule("charity:10.3.7.3")
@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("Qs Qd", "flop Qc Qh 2c"),  # both hole cards
        ("As 4d", "flop Ac Ah Ad"),  # one
        ("4s 5d", "flop Tc Jc Qc"),  # none: the board makes the best hand
    ],
)
def test_the_best_five_of_seven_cards_use_any_mix_of_hole_cards_and_board(hole, board):
    hand = table(stacks=(5000, 5000), marker=2).play("seat 2 calls", "seat 1 stands")
    is_board = "Tc" in board
    rest = ("turn Kc", "river Ac") if is_board else ("turn 7d", "river 8h")
    for card in (board, *rest):
        hand.play(card, "seat 2 checks", "seat 1 checks")
    hand.play("seat 2 shows 9s 9d", f"seat 1 shows {hole}", "pay")
    assert hand.won == ([{2: 100, 1: 100}] if is_board else [{1: 200}])


# -- all-in players --------------------------------------------------------------------------------


ALL_IN = (5000, 300, 300, 5000)


def two_all_in():
    """Seats 2 and 3 all-in for 300; seats 1 and 4 go on to bet."""
    hand = table(stacks=ALL_IN)
    hand.play("seat 3 all-in", "seat 4 calls", "seat 1 calls", "seat 2 all-in")
    for card in BOARD[:2]:
        hand.play(card, "seat 1 checks", "seat 4 checks")
    return hand.play(BOARD[2])


@pytest.mark.rule("charity:14.7")
@pytest.mark.rule("charity:10.3.7")
def test_all_in_players_expose_first_ahead_of_the_called_bettor():
    hand = two_all_in().play("seat 1 checks", "seat 4 bets 500", "seat 1 calls")
    assert hand.options.showing.order == (2, 3, 4, 1)
    for seat in (2, 3, 4):
        assert hand.options.showing.must_show
        hand.refuses(f"seat {seat} mucks", clause="charity:10.3.7.3")
        hand.play(f"seat {seat} shows")
    assert not hand.options.showing.must_show
    hand.play("seat 1 mucks")


@pytest.mark.rule("charity:14.7")
def test_when_the_final_round_was_checked_the_first_active_player_follows_the_all_in_players():
    hand = two_all_in().play("seat 1 checks", "seat 4 checks")
    assert hand.options.showing.order == (2, 3, 1, 4)


@pytest.mark.rule("charity:14.7")
def test_no_hand_is_turned_up_before_the_final_betting_round_is_completed():
    hand = table(stacks=(5000, 300), marker=2)
    hand.play("seat 2 all-in", "seat 1 calls")
    for card in BOARD:
        assert hand.options.deal.face_up == ()
        hand.play(card)
    assert not hand.hand.shown
    assert hand.options.showing.order == (2, 1)


@pytest.mark.rule("charity:14.7")
def test_dealt_electronically_all_in_hands_are_shown_after_the_last_card():
    hand = table(stacks=(5000, 300), marker=2, deck="As Ks Ad Kd")
    hand.play("seat 2 all-in", "seat 1 calls")
    kinds = [type(event) for event in hand.events]
    assert kinds.index(events.HandShown) > max(
        at for at, kind in enumerate(kinds) if kind is events.BoardDealt
    )
    assert hand.all(events.HandShown)[0].seat == 2


# -- the cards speak -------------------------------------------------------------------------------


@pytest.mark.rule("charity:18.4")
@pytest.mark.rule("charity:18.5")
def test_exposed_cards_count_at_their_best_whatever_was_declared():
    hand = on_the_river().play(*ALL_CHECK)
    hand.play("seat 1 shows Js Jd", "seat 2 shows 8s Tc", "seat 3 shows 2s 4h", "seat 4 mucks")
    assert [proposal.high for proposal in hand.options.pots] == [(2,)], "seven to jack"
    hand.refuses("pot 0 to 1", clause="charity:18.4", why="seat 2")
    hand.refuses("pot 0 to 1 and 2", clause="charity:18.4")
    hand.play("pay")
    assert hand.won == [{2: 400}]
