"""Players who are not in their seats, and time that runs out (rules 17.3 and 4.7)."""

import pytest

from engine.hand import events
from engine.rules.book import Settings
from tests.scenario import Scenario

FOUR = (1000, 1000, 1000, 1000)


@pytest.mark.rule("canberra:17.3/absent")
def test_an_absent_entrant_is_dealt_in_and_folded_and_the_blind_is_taken():
    hand = Scenario("canberra-e", stacks=FOUR, away={2: "absent", 3: "absent"})
    assert [seat for seat, _ in hand.last(events.HoleDealt).cards] == [1, 2, 3, 4]
    assert hand.hand.in_hand() == [1, 4]
    assert hand.stacks == {1: 950, 2: 900, 3: 1000, 4: 1000}
    assert hand.seat == 4
    killed = hand.all(events.HandKilled)
    assert {event.clause for event in killed} == {"canberra:17.3/absent"}


@pytest.mark.rule("canberra:17.3/absent")
@pytest.mark.rule("canberra:8.7")
def test_the_absent_player_keeps_seat_and_buck_round_after_round():
    hand = Scenario("canberra-e", stacks=FOUR, away={2: "absent"})
    bucks = [hand.hand.marker]
    for _ in range(3):
        hand = hand.fold_round().then(away={2: "absent"})
        assert 2 not in hand.hand.in_hand()
        bucks.append(hand.hand.marker)
    assert bucks == [1, 2, 3, 4]
    assert hand.stacks[2] == 1000 - 100 - 50


@pytest.mark.rule("canberra:17.3/deduct")
def test_blinds_and_antes_of_an_absent_player_are_taken_as_they_fall_due():
    hand = Scenario("canberra-h", stacks=FOUR, ante=25, away={1: "absent", 4: "absent"})
    assert (hand.stacks[1], hand.stacks[4]) == (1000 - 25 - 50, 1000 - 25)


@pytest.mark.rule("canberra:17.3/deduct")
def test_an_absent_opener_pays_the_compulsory_call():
    compulsory = Settings(opener_options="a")
    hand = Scenario("canberra-e", stacks=FOUR, settings=compulsory, away={3: "absent"})
    assert (hand.stacks[3], hand.hand.pot, hand.seat) == (900, 250, 4)


@pytest.mark.rule("canberra:4.7")
def test_time_that_ran_out_folds_the_hand_even_where_a_check_was_free():
    hand = Scenario("canberra-e", stacks=FOUR).play("seat 3 folds", "seat 4 calls")
    hand.play("seat 1 calls", "seat 2 stands", "flop", "time expires for seat 1")
    assert hand.hand.in_hand() == [2, 4]
    assert hand.stacks[1] == 900
    assert hand.last(events.ActionCorrected).clause == "canberra:4.7"
