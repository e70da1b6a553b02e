"""Raises, short all-ins, caps and limits, where the books differ."""

import pytest

from engine.rules.book import Settings
from tests.scenario import Scenario

FOUR = (9000, 9000, 9000, 9000)


@pytest.mark.rule("canberra:13.4")
def test_nobody_may_raise_a_short_tap_out_not_even_those_yet_to_act():
    hand = Scenario("canberra-e", stacks=(9000, 9000, 9000, 800), blinds=(50, 100))
    hand.play("seat 3 raises to 500", "seat 4 all-in")
    hand.refuses("seat 1 raises to 5000", clause="canberra:13.4")
    hand.play("seat 1 calls", "seat 2 calls").refuses("seat 3 raises to 3000")


@pytest.mark.rule("adelaide:47-6")
def test_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting():
    hand = Scenario("adelaide", stacks=(9000, 125, 9000, 200, 9000), marker=5)
    hand.play("seat 3 calls", "seat 4 folds", "seat 5 calls", "seat 1 calls", "seat 2 all-in")
    hand.refuses("seat 3 raises to 225", clause="adelaide:47-6")
    other = Scenario("adelaide", stacks=(9000, 9000, 9000, 125, 9000, 200, 9000), marker=7)
    other.play("seat 3 calls", "seat 4 all-in", "seat 5 calls", "seat 6 all-in", "seat 7 calls")
    other.play("seat 1 folds", "seat 2 folds")
    assert other.options.raising.least == 300
    other.play("seat 3 calls").refuses("seat 5 raises to 300", clause="adelaide:47-6")


def test_the_least_raise_stays_the_last_full_one_above_short_all_ins():
    hand = Scenario("fours", stacks=(9000, 9000, 9000, 500, 650, 800), marker=6)
    hand.play("seat 3 raises to 300", "seat 4 all-in", "seat 5 all-in", "seat 6 all-in")
    assert hand.options.raising.least == 1000  # 800 and the last full raise of 200


@pytest.mark.rule("charity:14.4")
def test_who_acted_since_the_last_full_bet_may_only_call_a_short_all_in():
    hand = Scenario("charity", stacks=(9000, 9000, 9000, 150, 200), marker=5)
    hand.play("seat 3 calls", "seat 4 all-in", "seat 5 all-in", "seat 1 calls", "seat 2 calls")
    hand.refuses("seat 3 raises to 300", clause="charity:14.4")


@pytest.mark.rule("charity:14.3")
def test_a_short_opening_bet_may_be_called_or_completed():
    hand = Scenario("charity", stacks=(9000, 160, 9000), marker=3)
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands", "flop", "seat 1 checks")
    hand.play("seat 2 all-in")
    assert hand.options.call.amount == 60
    assert hand.options.raising.least == 100


@pytest.mark.rule("adelaide:47-5")
def test_in_limit_half_a_bet_is_a_raise_and_the_next_is_a_bet_on_top():
    hand = Scenario("adelaide-limit", stacks=(9000, 9000, 9000, 150), marker=4)
    hand.play("seat 3 calls", "seat 4 all-in")
    assert (hand.options.raising.least, hand.options.raising.most) == (250, 250)
    assert hand.hand.raises == 1


@pytest.mark.rule("adelaide:47-4")
def test_in_limit_less_than_half_a_bet_is_completed_by_those_yet_to_act():
    hand = Scenario("adelaide-limit", stacks=(9000, 9000, 9000, 140), marker=4)
    hand.play("seat 3 calls", "seat 4 all-in")
    assert hand.options.raising.least == 200
    hand.play("seat 1 calls", "seat 2 calls")
    hand.refuses("seat 3 raises to 200", clause="adelaide:47-4")


@pytest.mark.rule("adelaide:47-4")
def test_in_limit_two_short_all_ins_that_reach_half_a_bet_together_reopen_the_betting():
    """To seat 3, who faces 50 more on 100; seat 5 met 130 and faces 20: call or fold."""
    hand = Scenario("adelaide-limit", stacks=(9000, 9000, 9000, 130, 9000, 150), marker=6)
    hand.play("seat 3 calls", "seat 4 all-in", "seat 5 calls", "seat 6 all-in")
    assert hand.hand.raises == 1  # the second reaches half a bet, the first does not
    hand.play("seat 1 folds", "seat 2 folds")
    assert hand.options.call.amount == 50
    assert hand.options.raising.is_allowed
    hand.play("seat 3 calls").refuses("seat 5 raises to 200", clause="adelaide:47-4")


@pytest.mark.rule("igr:A.1.Raise")
def test_under_igr_a_raise_doubles_the_bet():
    hand = Scenario("igr", stacks=FOUR, blinds=(30, 60), marker=4)
    hand.refuses("seat 3 raises to 119", clause="igr:A.1.Raise").play("seat 3 raises to 150")
    assert hand.options.raising.least == 300


@pytest.mark.rule("igr:A.2(x)")
def test_under_igr_a_fourth_raise_is_refused_even_all_in():
    hand = Scenario("igr", stacks=FOUR, marker=4)
    hand.play("seat 3 raises to 200", "seat 4 raises to 400", "seat 1 raises to 800")
    hand.refuses("seat 2 all-in", clause="igr:A.2(x)")


@pytest.mark.rule("canberra:5.1/two_players")
def test_the_cap_is_lifted_between_two_who_can_still_bet():
    hand = Scenario("canberra-h", stacks=FOUR[:3])
    hand.play("seat 3 raises to 200", "seat 1 raises to 300", "seat 2 raises to 400")
    hand.refuses("seat 3 raises to 500", clause="canberra:5.1").play("seat 3 folds")
    assert hand.play("seat 1 raises to 500").seat == 2


@pytest.mark.rule("adelaide:67-2")
def test_a_cap_once_reached_is_not_lifted_by_a_fold():
    hand = Scenario("adelaide-limit", stacks=FOUR[:3], marker=3)
    hand.play("seat 3 raises to 200", "seat 1 raises to 300", "seat 2 raises to 400")
    hand.play("seat 3 folds").refuses("seat 1 raises to 500", clause="adelaide:67-2")


@pytest.mark.rule("charity:9.3.5")
def test_the_cap_lifts_only_on_the_river_between_two():
    hand = Scenario("charity-limit", stacks=FOUR[:3], marker=3)
    hand.play("seat 3 folds", "seat 1 raises to 200", "seat 2 raises to 300")
    hand.play("seat 1 raises to 400").refuses("seat 2 raises to 500", clause="charity:9.3.5")
    hand.play("seat 2 calls", "flop", "seat 1 checks", "seat 2 checks", "turn")
    hand.play("seat 1 checks", "seat 2 checks", "river", "seat 1 bets 100")
    for seat, amount in ((2, 200), (1, 300), (2, 400), (1, 500)):
        hand.play(f"seat {seat} raises to {amount}")


@pytest.mark.rule("canberra:4.3(h)/pot")
def test_the_pot_is_counted_after_the_call():
    hand = Scenario("canberra-c", stacks=FOUR, blinds=(50, 100))
    assert hand.options.raising.most == 350
    hand.refuses("seat 3 raises to 351", clause="canberra:4.3(h)/pot")


@pytest.mark.rule("charity:9.3.3")
@pytest.mark.parametrize(("name", "most"), [("charity-pot", 1200), ("charity-half-pot", 700)])
def test_full_and_half_pot_of_eight_hundred_facing_two_hundred(name, most):
    hand = Scenario(name, stacks=FOUR[:3], blinds=(100, 200))
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands", "flop", "seat 1 bets 200")
    assert hand.hand.pot == 800
    assert hand.options.raising.most == most


@pytest.mark.rule("canberra:A.3.2")
def test_manila_bets_go_from_one_to_two_blinds_and_to_four_on_the_last_card():
    hand = Scenario("canberra-a", stacks=FOUR, blinds=(100,))
    assert hand.options.deal is not None
    hand.play("board")
    assert hand.seat == 2
    assert (hand.options.raising.least, hand.options.raising.most) == (200, 300)
    hand.play("seat 2 calls", "seat 3 calls", "seat 4 calls", "seat 1 stands")
    for _ in range(4):
        hand.play("board")
        last = hand.options.raising
        assert hand.seat == 1
        if hand.hand.street < 5:
            assert (last.least, last.most) == (100, 200)
            hand.play(*(f"seat {seat} checks" for seat in (1, 2, 3, 4)))
    assert (last.least, last.most) == (100, 400)


@pytest.mark.rule("canberra:I.3.2/last")
def test_the_structured_bet_doubles_on_the_last_round_only():
    hand = Scenario("canberra-i", stacks=FOUR[:2]).play("seat 1 calls", "seat 2 stands")
    for street in ("flop", "turn", "river"):
        hand.play(street)
        size = 200 if street == "river" else 100
        assert (hand.options.raising.least, hand.options.raising.most) == (size, size)
        hand.play(*(["seat 1 checks", "seat 2 checks"] if street != "river" else []))


@pytest.mark.rule("charity:13.1")
def test_the_last_blind_stands_and_never_checks_before_the_flop():
    hand = Scenario("charity", stacks=FOUR[:2])
    hand.play("seat 2 calls").refuses("seat 1 checks", clause="charity:13.1")
    assert hand.options.stand.is_allowed
    assert hand.play("seat 1 stands").options.phase == "deal"


@pytest.mark.rule("canberra:9.1(a)(iii)")
def test_an_opener_with_a_compulsory_call_pays_it_and_is_out():
    hand = Scenario("canberra-e", stacks=FOUR, settings=Settings(opener_options="a"))
    hand.refuses("seat 3 folds", clause="canberra:9.1(a)").play("seat 3 calls and folds")
    assert hand.stacks[3] == 8900
    assert hand.play("seat 4 folds", "seat 1 folds").stacks[2] == 9150


def test_while_betting_is_open_only_an_all_in_makes_a_side_pot():
    hand = Scenario("adelaide", stacks=(9000, 9000, 400, 9000), marker=4)
    hand.play("seat 3 all-in")
    assert hand.pots == [(550, (1, 2, 3, 4))]
    hand.play("seat 4 raises to 1000")
    assert hand.pots == [(950, (1, 2, 3, 4)), (600, (1, 2, 4))]
    hand.play("seat 1 folds", "seat 2 calls")
    assert hand.pots == [(1250, (2, 3, 4)), (1200, (2, 4))]
