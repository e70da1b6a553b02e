"""A.3(r)(ii) and A.3(t) to (v): all-ins, side pots and ties.

Four players: seat 4 has the button, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

import pytest

from engine.cards import cards
from engine.hand import events
from tests.scenario import Scenario

BOARD = ("flop 2c 7d Jh", "turn 3s", "river 9c")


def table(*stacks, **how):
    return Scenario("igr", stacks=stacks, **how)


@pytest.mark.rule("igr:A.3(t)")
@pytest.mark.parametrize("third", [False, True])
def test_between_two_players_the_excess_returns_and_there_is_no_more_betting(third):
    hand = table(5000, 5000, 700, 5000) if third else table(5000, 700, marker=1)
    if third:
        hand.play("seat 3 calls", "seat 4 folds", "seat 1 raises to 2000", "seat 2 folds")
        hand.play("seat 3 all-in")
        assert hand.last(events.UncalledReturned) == events.UncalledReturned(1, 1300)
        assert hand.pots == [(1500, (1, 3))]
    else:
        hand.play("seat 1 raises to 2000", "seat 2 all-in")
        assert hand.last(events.UncalledReturned) == events.UncalledReturned(1, 1300)
        assert hand.pots == [(1400, (2, 1))]
    for card in BOARD:
        assert hand.options.phase == "deal", "no betting before this card"
        hand.play(card)
    assert hand.options.phase == "show"


@pytest.mark.rule("igr:A.3(u)")
def test_both_hands_are_turned_up_before_the_dealer_goes_on():
    hand = table(5000, 700, marker=1).play("seat 1 raises to 2000", "seat 2 all-in")
    assert set(hand.options.deal.face_up) == {1, 2}
    hand.play("seat 1 shows As Ah", "seat 2 shows Ks Kh")
    assert hand.options.deal.face_up == ()
    hand.play(*BOARD)
    assert cards.text(hand.hand.shown[1]) == "AsAh"


@pytest.mark.rule("igr:A.3(u)")
def test_with_more_players_too_once_no_betting_is_possible():
    hand = table(5000, 5000, 700, 300)
    hand.play("seat 3 all-in", "seat 4 all-in", "seat 1 calls", "seat 2 calls")
    assert hand.options.deal.face_up == (), "seats 1 and 2 can still bet"
    hand.play("flop", "seat 1 bets 4300", "seat 2 all-in")
    assert set(hand.options.deal.face_up) == {1, 2, 3, 4}


@pytest.mark.rule("igr:A.3(u)")
def test_dealt_electronically_the_hands_are_shown_before_the_board():
    hand = table(5000, 700, marker=1, deck="As Ks Ad Kd")
    hand.play("seat 1 raises to 2000", "seat 2 all-in")
    kinds = [type(event) for event in hand.events]
    shown = [at for at, kind in enumerate(kinds) if kind is events.HandShown]
    assert len(shown) == 2
    assert max(shown) < kinds.index(events.BoardDealt)


@pytest.mark.rule("igr:A.1.Side Pot")
@pytest.mark.rule("igr:A.3(v)")
@pytest.mark.rule("igr:A.3(v)(ii)")
def test_two_who_bet_beyond_an_all_in_open_a_side_pot_and_go_on_betting_into_it():
    hand = table(5000, 5000, 300, 5000)
    hand.play("seat 3 all-in", "seat 4 raises to 800", "seat 1 folds", "seat 2 calls")
    assert hand.pots == [(950, (2, 3, 4)), (1000, (2, 4))]
    hand.play("flop", "seat 2 bets 600", "seat 4 calls")
    assert hand.pots == [(950, (2, 3, 4)), (2200, (2, 4))]
    hand.play("turn", "seat 2 checks", "seat 4 all-in", "seat 2 calls")
    assert hand.pots == [(950, (2, 3, 4)), (9400, (2, 4))], "a raise may itself be all-in"


@pytest.mark.rule("igr:A.3(v)(i)")
def test_the_all_in_player_wins_only_the_main_pot_antes_blinds_and_matching_bets():
    hand = table(5000, 5000, 325, 5000, ante=25)
    hand.play("seat 3 all-in", "seat 4 raises to 800", "seat 1 folds", "seat 2 calls")
    main = 4 * 25 + 50 + 3 * 300
    assert hand.pots == [(main, (2, 3, 4)), (1000, (2, 4))]
    hand.play("flop 2c 7d Jh", "seat 2 checks", "seat 4 checks")
    hand.play("turn 3s", "seat 2 checks", "seat 4 checks")
    hand.play("river 9c", "seat 2 checks", "seat 4 checks")
    hand.refuses("pot 1 to 3", clause="igr:A.3(v)(i)")
    hand.play("seat 2 shows Ks Kh", "seat 3 shows As Ah", "seat 4 shows Qs Qh", "pay")
    assert hand.won == [{3: main}, {2: 1000}]


@pytest.mark.rule("igr:A.3(v)(iii)")
def test_every_all_in_level_opens_one_more_side_pot():
    hand = table(5000, 5000, 200, 400, 800, 1600)
    hand.play("seat 3 all-in", "seat 4 all-in", "seat 5 all-in", "seat 6 calls")
    hand.play("seat 1 calls", "seat 2 calls", "flop", "seat 1 bets 800", "seat 2 calls")
    hand.play("seat 6 all-in")
    assert hand.pots == [
        (1200, (1, 2, 3, 4, 5, 6)),
        (1000, (1, 2, 4, 5, 6)),
        (1600, (1, 2, 5, 6)),
        (2400, (1, 2, 6)),
    ]
    hand.play("turn", "seat 1 bets 500", "seat 2 calls")
    assert hand.pots[4] == (1000, (1, 2))


@pytest.mark.rule("igr:A.3(r)(ii)a.i")
@pytest.mark.rule("igr:A.1.Chop")
def test_a_tie_that_cannot_be_broken_splits_the_pot_equally():
    hand = table(5000, 5000, 5000, 5000)
    hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 checks")
    for card in ("flop Tc Jd Qh", "turn 3s", "river 2c"):
        hand.play(card, *[f"seat {seat} checks" for seat in (1, 2, 3, 4)])
    hand.play("seat 1 shows Ks As", "seat 2 shows Kh Ah", "seat 3 shows 4s 4h")
    hand.play("seat 4 shows 5s 5h", "pay")
    assert hand.won == [{1: 200, 2: 200}]


@pytest.mark.rule("igr:A.3(r)(ii)a.ii")
@pytest.mark.parametrize(("button", "first"), [(1, 2), (2, 3), (3, 1)])
def test_an_extra_chip_goes_to_the_tied_player_closest_to_the_buttons_left(button, first):
    hand = Scenario("igr", stacks=(5000,) * 3, blinds=(50, 100), chip=50, ante=50, marker=button)
    hand.check_down()
    assert hand.hand.pot == 450
    second = first % 3 + 1
    hand.play(f"pot 0 to {first} and {second}")
    assert hand.won == [{first: 250, second: 200}]
    assert hand.last(events.PotAwarded).clause == "igr:A.3(r)(ii)a.ii"


@pytest.mark.rule("igr:A.3(r)(ii)a.ii")
def test_two_extra_chips_go_one_each_and_each_pot_is_split_apart():
    hand = table(5000, 5000, 5000, 5000, 5000, blinds=(25, 50), chip=25)
    hand.play("seat 3 raises to 100", "seat 4 calls", "seat 5 calls", "seat 1 folds")
    hand.play("seat 2 calls").check_down().play("pot 0 to 3, 4 and 5")
    assert hand.won == [{3: 150, 4: 150, 5: 125}]
    side = table(5000, 5000, 125, 5000, blinds=(25, 50), chip=25)
    side.play("seat 3 all-in", "seat 4 calls", "seat 1 calls", "seat 2 folds", "flop")
    side.play("seat 1 bets 75", "seat 4 calls").check_down()
    assert side.pots == [(425, (1, 3, 4)), (150, (1, 4))]
    side.play("pot 0 to 3 and 4", "pot 1 to 1 and 4")
    assert side.won == [{3: 225, 4: 200}, {1: 75, 4: 75}]
