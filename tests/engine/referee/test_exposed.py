"""What open hands can expect while the board is still to come, and when it is not said."""

from dataclasses import replace

import pytest

from engine.referee import exposed
from engine.rules.book import Rules
from engine.structure import game_presets
from tests.scenario import Scenario


def percents(hand: Scenario) -> list[float]:
    found = exposed.chances(hand.hand, hand.rules).shares
    return [round(float(found[seat]) * 100, 1) for seat in sorted(found)]


def test_the_chances_change_street_by_street_and_are_exact():
    hand = Scenario("fours", stacks=(1000, 1000), blinds=(50, 100))
    hand.play("seat 2 all-in")
    assert percents(hand) == []
    hand.play("seat 1 all-in", "seat 1 shows Ah As", "seat 2 shows Kd Kc")
    assert percents(hand) == [81.3, 18.7]
    hand.play("flop 2c 7d 9s")
    assert percents(hand) == [91.6, 8.4]
    hand.play("turn Kh")
    assert percents(hand) == [4.5, 95.5]
    hand.play("river 3h")
    assert percents(hand) == [], "nothing is left to chance"


def test_nothing_is_said_while_a_card_is_not_known():
    hand = Scenario("fours", stacks=(1000, 1000), blinds=(50, 100))
    hand.play("seat 2 all-in", "seat 1 all-in", "seat 1 shows Ah As", "seat 2 shows", "flop")
    assert percents(hand) == []


@pytest.mark.parametrize(
    ("preset", "clause"),
    [
        pytest.param("adelaide", "adelaide:79", marks=pytest.mark.rule("adelaide:79")),
        pytest.param("canberra-h", "canberra:18.2(a)", marks=pytest.mark.rule("canberra:18.2(a)")),
    ],
)
def test_where_the_book_forbids_it_no_chances_of_a_running_hand_are_given(preset, clause):
    open_hands = Scenario("fours", stacks=(1000, 1000), blinds=(50, 100))
    open_hands.play("seat 2 all-in", "seat 1 all-in")
    open_hands.play("seat 1 shows Ah As", "seat 2 shows Kd Kc")
    silent = game_presets.get(preset)
    assert exposed.chances(open_hands.hand, silent).shares == {}
    assert silent.clause("chances") == clause


def stud_hand(*shown: str) -> Scenario:
    """All-in on third street under a book like Canberra's that lets the chances be told."""
    stud = game_presets.get("canberra-d")
    silent, told = stud.book.chances, game_presets.get("fours").book.chances
    assert not silent.value
    rules = Rules(replace(stud.book, chances=told), stud.game, stud.settings)
    hand = Scenario(rules, stacks=[1000] * len(shown), blinds=(), ante=1000)
    for seat, cards in enumerate(shown, start=1):
        hand.play(f"seat {seat} shows {cards}")
    return hand


def test_two_stud_hands_are_counted_from_third_street():
    hand = stud_hand("As Ad 2c", "Kh Kd 7s")
    found = exposed.chances(hand.hand, hand.rules)
    assert sum(found.shares.values()) == 1
    assert found.shares[1].denominator > 10_000
    assert found.words() == {1: "66.4%", 2: "33.6%"}


def test_what_would_keep_a_screen_waiting_is_estimated_and_says_so():
    hand = stud_hand("As Ad 2c", "Kh Kd 7s", "Qh Qc 7h")
    found = exposed.chances(hand.hand, hand.rules)
    assert found.is_estimate
    assert found.margin < 0.01
    assert abs(found.shares[1] - 0.5) < 0.02
    assert found.words()[1] == "≈ 50%"
    assert found == exposed.chances(hand.hand, hand.rules)
