"""Checking and the additional rounds of betting (rules 10 and 11)."""

import pytest

from engine.hand import commands, events
from engine.rules.book import Settings
from tests.scenario import Scenario


def on_the_flop(stacks=(1000, 1000, 1000), **setup):
    """Three players, 100 each in the pot, the Buck in turn."""
    hand = Scenario("canberra-e", stacks=stacks, **setup)
    return hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands", "flop")


@pytest.mark.rule("canberra:10.1")
@pytest.mark.rule("canberra:T.check")
@pytest.mark.rule("canberra:11.2(b)")
@pytest.mark.rule("canberra:11.3(c)")
def test_the_first_player_may_check_and_each_after_him_and_all_stay_in():
    hand = on_the_flop()
    for seat in (1, 2, 3):
        assert (hand.seat, hand.options.check.is_allowed) == (seat, True)
        hand.play(f"seat {seat} checks")
    assert hand.hand.in_hand() == [1, 2, 3]
    assert hand.hand.pot == 300


@pytest.mark.rule("canberra:10.1")
def test_the_first_round_knows_no_check():
    hand = Scenario("canberra-e", stacks=(1000, 1000))
    assert not hand.options.check.is_allowed
    hand.play("seat 1 calls")
    assert not hand.options.check.is_allowed


@pytest.mark.rule("canberra:10.2")
@pytest.mark.rule("canberra:11.3(c)")
def test_nobody_checks_once_a_bet_was_made():
    hand = on_the_flop().play("seat 1 checks", "seat 2 bets 100")
    hand.refuses("seat 3 checks", clause="canberra:10.2")
    hand.play("seat 3 calls")
    hand.refuses("seat 1 checks", clause="canberra:10.2")


@pytest.mark.rule("canberra:10.3")
def test_the_round_ends_when_all_check():
    hand = on_the_flop().play("seat 1 checks", "seat 2 checks")
    assert hand.options.phase == "bet"
    hand.play("seat 3 checks")
    assert hand.options.phase == "deal"
    assert hand.options.deal.street == "turn"


@pytest.mark.rule("canberra:11.2")
def test_the_opener_of_a_later_round_bets_checks_or_folds():
    offered = on_the_flop().options
    assert (offered.check.is_allowed, offered.fold.is_allowed) == (True, True)
    assert (offered.raising.is_allowed, offered.raising.is_bet) == (True, True)
    assert not offered.call.is_allowed
    assert not offered.stand.is_allowed


@pytest.mark.rule("canberra:11.2(a)")
def test_the_opening_bet_keeps_to_the_least_and_the_most():
    hand = on_the_flop()
    assert (hand.options.raising.least, hand.options.raising.most) == (100, 900)
    hand.refuses("seat 1 bets 99", clause="canberra:5.1/min")
    hand.refuses("seat 1 bets 901", clause="canberra:T.no_limit")
    hand.play("seat 1 bets 100")
    assert hand.last(events.Bet).to == 100


@pytest.mark.rule("canberra:11.2(b)")
@pytest.mark.rule("canberra:B.1.4")
def test_in_draw_the_director_may_refuse_everybody_the_check_of_the_last_round():
    strict = Settings(may_check_last_round=False)
    hand = Scenario("canberra-b", stacks=(1000,) * 3, blinds=(25, 25), settings=strict)
    hand.play("seat 3 calls", "seat 1 stands", "seat 2 stands")
    hand.play("seat 1 draws 0", "seat 2 draws 0", "seat 3 draws 0")
    hand.refuses("seat 3 checks", clause="canberra:B.1.4").play("seat 3 folds")
    hand.refuses("seat 1 checks", clause="canberra:B.1.4").play("seat 1 bets 25")


@pytest.mark.rule("canberra:11.2(c)")
def test_a_player_may_fold_without_facing_a_bet():
    hand = on_the_flop().play("seat 1 folds")
    assert hand.last(events.Folded).seat == 1
    assert hand.all(events.Checked) == []
    assert hand.hand.in_hand() == [2, 3]


@pytest.mark.rule("canberra:11.3")
@pytest.mark.rule("canberra:11.3(a)")
@pytest.mark.rule("canberra:11.3(d)")
def test_the_others_follow_clockwise_and_call_raise_check_or_fold():
    hand = on_the_flop()
    hand.refuses("seat 3 checks", clause="canberra:11.3")
    hand.play("seat 1 checks")
    assert not hand.options.call.is_allowed
    hand.refuses("seat 2 calls", clause="canberra:11.3(a)")
    assert hand.options.fold.is_allowed
    hand.play("seat 2 bets 150")
    assert hand.seat == 3
    assert hand.options.call.amount == 150
    assert hand.options.raising.is_allowed
    assert hand.options.fold.is_allowed
    hand.play("seat 3 calls")
    assert hand.seat == 1


@pytest.mark.rule("canberra:11.3(b)")
def test_after_checks_the_next_seat_may_open_and_the_one_after_may_raise():
    hand = on_the_flop().play("seat 1 checks")
    assert hand.options.raising.is_bet
    hand.play("seat 2 bets 200")
    assert (hand.options.raising.is_bet, hand.options.raising.least) == (False, 400)
    hand.refuses("seat 3 raises to 399", clause="canberra:5.1/min")
    hand.play("seat 3 raises to 400")
    assert hand.seat == 1


@pytest.mark.rule("canberra:11.4(a)")
def test_the_last_player_left_wins_at_once_in_a_later_round_too():
    hand = on_the_flop().play("seat 1 bets 200", "seat 2 folds", "seat 3 folds")
    assert hand.hand.ended == "played"
    assert hand.stacks == {1: 1200, 2: 900, 3: 900}
    assert hand.all(events.HandShown) == []


@pytest.mark.rule("canberra:11.4(b)")
def test_a_later_round_ends_when_the_bets_are_equal():
    hand = on_the_flop().play("seat 1 bets 200", "seat 2 raises to 400", "seat 3 calls")
    assert (hand.options.phase, hand.seat) == ("bet", 1)
    hand.play("seat 1 calls")
    assert hand.options.phase == "deal"
    assert hand.hand.pot == 1500


@pytest.mark.rule("canberra:11.1")
@pytest.mark.parametrize(
    ("game", "rounds"),
    [(letter, 4) for letter in "cefghi"] + [("a", 5), ("b", 2), ("d", 5)],
)
def test_each_game_has_the_betting_rounds_of_its_appendix(game, rounds):
    blinds = {"a": (25,), "d": ()}.get(game, (25, 50))
    hand = Scenario(f"canberra-{game}", stacks=(1000, 1000), blinds=blinds, ante=5 * (game == "d"))
    assert betting_rounds(hand) == rounds
    assert hand.options.phase == "show"


def betting_rounds(hand):
    """Play on without a raise and count how often the betting opens."""
    seen = set()
    while hand.options.phase != "show":
        if hand.options.phase == "bet":
            seen.add(hand.hand.street)
        hand.do(quiet(hand))
    return len(seen)


def quiet(hand):
    """What keeps everybody in at the least cost."""
    offered = hand.options
    if offered.phase == "deal":
        return commands.DealBoard() if offered.deal.kind == "board" else commands.DealStreet()
    if offered.phase == "bet":
        return cheapest(offered)
    return commands.Draw(offered.seat, 0) if offered.phase == "draw" else commands.NameOpener(1)


def cheapest(offered):
    for choice, wish in (
        (offered.check, commands.Check),
        (offered.stand, commands.Stand),
        (offered.call, commands.Call),
    ):
        if choice.is_allowed:
            return wish(offered.seat)
    return commands.RaiseTo(offered.seat, offered.raising.least)


@pytest.mark.rule("canberra:T.bet")
def test_a_bet_is_what_its_player_puts_in_on_his_own_turn():
    hand = on_the_flop()
    hand.refuses("seat 2 bets 200", clause="canberra:11.3")
    hand.play("seat 1 bets 200")
    assert hand.last(events.Bet) == events.Bet(seat=1, to=200, size="full", all_in=False)
    assert (hand.stacks[1], hand.hand.bets[1], hand.hand.pot) == (700, 200, 500)
