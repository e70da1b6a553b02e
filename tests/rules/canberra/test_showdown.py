"""The showdown and the division of pots (rule 12)."""

from dataclasses import replace

import pytest

from engine import games, rulebooks
from engine.hand import events
from engine.rules.book import Rules, Settings
from tests.scenario import Scenario

BOARD = ("flop 2c 7d 9h", "turn Jc", "river 4s")


def on_the_river(stacks=(5000, 5000, 5000), **setup):
    """Three players with 100 each in the pot, the Buck in turn on the last round."""
    hand = Scenario(setup.pop("rules", "canberra-e"), stacks=stacks, **setup)
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands")
    for street in BOARD[:2]:
        hand.play(street, "seat 1 checks", "seat 2 checks", "seat 3 checks")
    return hand.play(BOARD[2])


@pytest.mark.rule("canberra:T.showdown")
def test_cards_are_disclosed_after_the_last_round_of_betting_and_find_the_winner():
    hand = on_the_river()
    hand.refuses("seat 1 shows As Ad", clause="canberra:12.1")
    hand.refuses("pot 0 to 1", clause="canberra:12.1")
    hand.play("seat 1 checks", "seat 2 checks", "seat 3 checks")
    assert hand.options.phase == "show"
    hand.play("seat 1 shows As Kd", "seat 2 shows Js Kh", "seat 3 shows Qs Qd", "pay")
    assert hand.won == [{3: 300}]


@pytest.mark.rule("canberra:12.1")
def test_who_was_called_in_the_last_round_shows_first_and_the_others_follow():
    hand = on_the_river().play("seat 1 checks", "seat 2 bets 200", "seat 3 calls", "seat 1 calls")
    showing = hand.options.showing
    assert showing is not None
    assert (showing.order, showing.must_show) == ((2, 3, 1), True)
    hand.refuses("seat 2 mucks", clause="canberra:12.1")
    hand.play("seat 2 shows Js Kh", "seat 3 mucks", "seat 1 shows Qs Qd", "pay")
    assert hand.won == [{1: 900}]


@pytest.mark.rule("canberra:12.1")
def test_who_raised_last_and_was_called_shows_first():
    hand = on_the_river().play("seat 1 bets 100", "seat 2 folds", "seat 3 raises to 300")
    hand.play("seat 1 calls")
    assert hand.options.seat == 3


@pytest.mark.rule("canberra:12.1")
def test_after_a_checked_last_round_hands_are_shown_in_the_openers_order():
    hand = on_the_river().play("seat 1 checks", "seat 2 checks", "seat 3 checks")
    showing = hand.options.showing
    assert showing is not None
    assert showing.order == (1, 2, 3)


@pytest.mark.rule("canberra:12.1")
def test_after_a_tap_out_before_the_last_round_the_openers_order_holds_too():
    hand = Scenario("canberra-e", stacks=(5000, 5000, 800)).play("seat 3 all-in", "seat 1 calls")
    hand.play("seat 2 folds").check_down()
    showing = hand.options.showing
    assert showing is not None
    assert showing.order == (1, 3)


@pytest.mark.rule("canberra:12.1")
def test_who_tapped_out_may_stay_hidden_like_the_others():
    hand = Scenario("canberra-e", stacks=(5000, 5000, 800)).play("seat 3 all-in", "seat 1 calls")
    hand.play("seat 2 folds").check_down().play("seat 1 shows As Ad")
    showing = hand.options.showing
    assert showing is not None
    assert (showing.seat, showing.must_show) == (3, False)
    hand.play("seat 3 mucks")
    assert hand.won == [{1: 1700}]


@pytest.mark.rule("canberra:12.1")
def test_only_hands_of_equal_or_higher_value_are_shown():
    deck = "Kc As Qc Kd Ad Qd"
    hand = Scenario("canberra-e", stacks=(5000,) * 3, deck=deck).check_down()
    assert [event.seat for event in hand.all(events.HandShown)] == [1, 2]
    assert [event.seat for event in hand.all(events.HandMucked)] == [3]
    assert hand.won == [{2: 300}]


@pytest.mark.rule("canberra:12.1")
def test_a_mucked_hand_has_given_up_the_pot():
    hand = on_the_river().play("seat 1 checks", "seat 2 checks", "seat 3 checks")
    hand.play("seat 1 shows 3s 5d", "seat 2 mucks", "seat 3 mucks")
    assert hand.won == [{1: 300}]
    assert hand.hand.ended == "played"


@pytest.mark.rule("canberra:12.3")
def test_players_do_not_agree_to_divide_a_pot():
    hand = on_the_river().play("seat 1 checks", "seat 2 checks", "seat 3 checks")
    hand.refuses("pot 0 split by 1, 2 and 3", clause="canberra:12.3")


@pytest.mark.rule("canberra:12.2")
def test_equal_hands_share_each_pot_in_whole_chips():
    hand = on_the_river(stacks=(400, 5000, 5000), chip=25)
    hand.play("seat 1 all-in", "seat 2 raises to 600", "seat 3 calls")
    assert hand.pots == [(1200, (1, 2, 3)), (600, (2, 3))]
    hand.play("seat 2 shows As Kd", "seat 3 shows Ah Kh", "seat 1 shows Ad Kc", "pay")
    assert hand.won == [{1: 400, 2: 400, 3: 400}, {2: 300, 3: 300}]


@pytest.mark.rule("canberra:12.2")
@pytest.mark.rule("canberra:12.2/odd")
@pytest.mark.parametrize(
    ("buck", "shares"),
    [
        (1, {1: 50, 2: 25, 3: 25}),
        (2, {1: 25, 2: 50, 3: 25}),
        (4, {1: 50, 2: 25, 3: 25}),
    ],
)
def test_what_will_not_divide_goes_to_the_winner_in_or_next_to_the_buck(buck, shares):
    hand = Scenario("canberra-b", stacks=(500,) * 4, blinds=(25,), chip=25, marker=buck)
    while hand.options.phase == "bet":
        offered = hand.options
        hand.play(f"seat {hand.seat} {'calls' if offered.call.is_allowed else 'stands'}")
    for _ in range(4):
        hand.play(f"seat {hand.options.seat} draws 0")
    while hand.options.phase == "bet":
        hand.play(f"seat {hand.seat} checks")
    hand.play("pot 0 to 1, 2 and 3")
    assert hand.won == [shares]
    assert hand.last(events.PotAwarded).clause == "canberra:12.2/odd"


@pytest.mark.rule("canberra:12.2/odd")
def test_the_whole_remainder_goes_to_one_winner():
    hand = Scenario("canberra-e", stacks=(500,) * 5, blinds=(25, 50), ante=10, chip=25, marker=4)
    hand.play("seat 1 calls", "seat 2 calls", "seat 3 calls", "seat 4 calls", "seat 5 stands")
    hand.check_down().play("pot 0 to 1, 2, 3")
    assert hand.won == [{1: 100, 2: 100, 3: 100}]
    again = hand.then(stacks=dict.fromkeys(range(1, 6), 500), ante=15, marker=4)
    again.play("seat 1 calls", "seat 2 calls", "seat 3 calls", "seat 4 calls", "seat 5 stands")
    again.check_down().play("pot 0 to 1, 2, 3, 5")
    assert again.won == [{5: 100, 1: 75, 2: 75, 3: 75}]


def high_low(low="split"):
    game = replace(games.get("nlhe"), low=low)
    return Rules(rulebooks.get("canberra"), game, Settings(ace_is_low_in_low_hands=True))


@pytest.mark.rule("canberra:3.5(c)")
@pytest.mark.rule("canberra:T.high_ball")
@pytest.mark.rule("canberra:T.low_ball")
@pytest.mark.rule("canberra:T.high_low_split")
@pytest.mark.parametrize(
    ("low", "won"),
    [("high", [{2: 300}]), ("low", [{1: 300}]), ("split", [{2: 150}, {1: 150}])],
)
def test_the_highest_hand_wins_or_the_lowest_or_each_takes_half(low, won):
    hand = on_the_river(rules=high_low(low))
    hand.play("seat 1 checks", "seat 2 checks", "seat 3 checks")
    hand.play("seat 1 shows 3s 5d", "seat 2 shows Js Jd", "seat 3 shows Ts Kh", "pay")
    assert hand.won == won


@pytest.mark.rule("canberra:T.high_low_split")
def test_one_player_may_win_both_halves_of_every_pot():
    hand = on_the_river(rules=high_low(), stacks=(300, 5000, 5000))
    hand.play("seat 1 all-in", "seat 2 raises to 400", "seat 3 calls")
    hand.play("seat 2 shows 3s 5d", "seat 3 shows Ts Kh", "seat 1 shows 3h 5h", "pay")
    main, side = 900, 400
    assert sum(sum(half.values()) for half in hand.won) == main + side
    assert [award.half for award in hand.hand.awards] == ["high", "low", "high", "low"]
    assert hand.hand.awards[3].shares == ((2, 200),)


@pytest.mark.rule("canberra:12.2/odd")
@pytest.mark.parametrize(("buck", "won"), [(1, [{3: 100}, {2: 125}]), (3, [{3: 125}, {2: 100}])])
def test_between_the_halves_the_remainder_goes_to_the_winner_nearest_the_buck(buck, won):
    hand = Scenario(high_low(), stacks=(5000,) * 3, blinds=(75,), chip=25, marker=buck)
    hand.check_down()
    hand.play("pot 0 to 3; low to 2")
    assert hand.won == won
    named = {
        award.amount: award.clause for award in hand.events if type(award) is events.PotAwarded
    }
    assert named == {125: "canberra:12.2/odd", 100: ""}


@pytest.mark.rule("canberra:14.2")
def test_no_chip_is_taken_from_any_pot():
    hand = Scenario("canberra-h", stacks=(733, 5000, 5000, 5000), blinds=(50, 100), ante=25)
    hand.play("seat 3 raises to 900", "seat 4 calls", "seat 1 all-in", "seat 2 folds")
    paid = 733 + 125 + 925 + 925
    assert hand.hand.pot == paid
    hand.check_down().play("pot 0 to 1", "pot 1 to 4")
    assert sum(award.amount for award in hand.hand.awards) == paid
    assert sum(hand.stacks.values()) == 15_733


@pytest.mark.rule("canberra:T.round_of_play")
def test_a_round_of_play_runs_from_the_first_card_to_the_award_of_the_last_pot():
    hand = Scenario("canberra-e", stacks=(300, 1000, 1000))
    hand.play("seat 3 raises to 500", "seat 1 all-in", "seat 2 calls").check_down()
    hand.play("pot 0 to 1")
    assert hand.hand.ended == ""
    hand.play("pot 1 to 2")
    assert hand.hand.ended == "played"
    assert [type(event) for event in hand.events[-2:]] == [events.PotAwarded, events.HandEnded]
    following = hand.then()
    assert (following.hand.number, following.hand.marker) == (2, 2)


@pytest.mark.rule("canberra:3.5(a)")
@pytest.mark.parametrize(("is_low_too", "winner"), [(True, 1), (False, 2)])
def test_the_ace_makes_a_low_straight_only_where_it_was_so_determined(is_low_too, winner):
    hand = Scenario(
        "canberra-e",
        stacks=(5000, 5000),
        settings=Settings(burns=False, ace_is_low_too=is_low_too),
        deck="As Jd 2s Jh 3c 4d 5h Kc 9c",
    )
    hand.check_down()
    assert hand.won == [{winner: 200}]
