"""Rules 46b, 56 and 78: hands that are dead, void or given back.

Four players: seat 1 has the button, seats 2 and 3 the blinds, seat 4 opens.
"""

import pytest

from engine.hand import commands, events
from engine.hand.commands import KillHand, Report
from engine.rules import irregularities as what
from tests.scenario import Scenario

LIMPED = ("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks")
CHECKED = ("seat 2 checks", "seat 3 checks", "seat 4 checks", "seat 1 checks")
RIVER = (*LIMPED, "flop Ah Kd 2c", *CHECKED, "turn 3c", *CHECKED, "river 9d")


def four(*lines, **how):
    how.setdefault("stacks", (5000, 5000, 5000, 5000))
    return Scenario("adelaide", **how).play(*lines)


@pytest.mark.rule("adelaide:1.Dead Hand")
@pytest.mark.rule("adelaide:1.Killed")
def test_a_killed_hand_neither_acts_nor_wins_and_its_chips_stay_in_the_pot():
    hand = four("seat 4 raises to 300", "seat 1 calls", KillHand(4, "cards off the table"))
    killed = hand.last(events.HandKilled)
    assert (killed.seat, killed.reason, killed.returned) == (4, "cards off the table", 0)
    assert killed.clause == "adelaide:1.Killed"
    assert hand.stacks[4] == 4700
    assert hand.hand.pot == 750
    hand.play("seat 2 calls", "seat 3 calls", "flop")
    assert hand.seat == 2
    hand.play("seat 2 checks", "seat 3 checks")
    assert hand.seat == 1, "seat 4 is passed over"
    hand.check_down()
    hand.refuses("pot 0 to 4", clause="adelaide:47-2")
    hand.refuses("seat 4 shows As Ac")
    hand.refuses(
        commands.RestoreHand(4, "it was the best"), clause="adelaide:1.Dead Hand", why="are dead"
    )
    assert hand.play("pot 0 to 1").won == [{1: 1200}]


@pytest.mark.rule("adelaide:46b")
@pytest.mark.rule("adelaide:1.Unprotected")
def test_an_unprotected_hand_in_the_muck_is_dead_without_redress():
    hand = four("seat 4 raises to 300", "seat 1 calls")
    hand.report(what.UNPROTECTED, seat=1)
    assert hand.ruled.clause == "adelaide:46b"
    assert hand.stacks[1] == 4700, "no money back"
    assert 1 not in hand.hand.in_hand()


@pytest.mark.rule("adelaide:46b")
def test_but_a_raise_nobody_has_called_yet_goes_back():
    hand = four("seat 4 raises to 300", "seat 1 raises to 900", "seat 2 folds")
    hand.report(what.UNPROTECTED, seat=1)
    assert hand.last(events.HandKilled).returned == 600
    assert hand.stacks[1] == 4700
    assert hand.hand.pot == 750

    called = four("seat 4 raises to 300", "seat 1 raises to 900", "seat 2 calls")
    assert called.report(what.UNPROTECTED, seat=1).stacks[1] == 4100
    blind = four().report(what.UNPROTECTED, seat=3)
    assert blind.stacks[3] == 4900, "a blind is no raise"


@pytest.mark.rule("adelaide:46b")
def test_nobody_owes_a_raise_that_was_given_back():
    hand = four("seat 4 raises to 300", "seat 1 raises to 900", "seat 2 folds")
    hand.report(what.UNPROTECTED, seat=1)
    assert (hand.seat, hand.options.call.amount) == (3, 200), "the 300 that seat 4 made it"
    assert hand.options.raising.least == 500, "and the least raise is his 200 again"
    hand.play("seat 3 calls", "flop")
    assert hand.seat == 3, "seat 4 has nothing more to answer"
    assert hand.hand.pot == 950


@pytest.mark.rule("adelaide:46b")
def test_what_an_all_in_player_has_called_of_it_stays_the_price():
    hand = Scenario("adelaide", stacks=(5000, 500, 5000, 5000))
    hand.play("seat 4 raises to 300", "seat 1 raises to 900", "seat 2 all-in")
    hand.report(what.UNPROTECTED, seat=1)
    assert hand.last(events.HandKilled).returned == 400
    assert (hand.seat, hand.options.call.amount) == (3, 400)
    hand.play("seat 3 folds")
    assert (hand.seat, hand.options.call.amount) == (4, 200)


@pytest.mark.rule("adelaide:56")
@pytest.mark.parametrize("lines", [("seat 4 calls", "seat 1 calls"), RIVER])
def test_a_hand_of_too_few_or_too_many_cards_is_void_and_its_chips_stay_in(lines):
    hand = four(*lines)
    pot = hand.hand.pot
    hand.report(what.WRONG_COUNT, seat=1)
    assert hand.ruled.clause == "adelaide:56"
    assert 1 not in hand.hand.in_hand()
    assert hand.hand.pot == pot
    assert hand.stacks[1] == 4900


@pytest.mark.rule("adelaide:56")
def test_at_the_showdown_the_one_opponent_with_the_right_number_of_cards_wins():
    hand = four(*RIVER, "seat 2 bets 200", "seat 3 folds", "seat 4 folds", "seat 1 calls")
    hand.play("seat 2 shows As Ac").report(what.WRONG_COUNT, seat=2)
    assert hand.won == [{1: 800}]
    assert hand.hand.ended == "played"


@pytest.mark.rule("adelaide:56")
def test_whether_an_uncalled_bet_of_a_void_hand_goes_back_is_for_the_supervisor():
    hand = four("seat 4 raises to 300")
    found = Report(what.WRONG_COUNT, seat=4)
    choices = hand.needs_ruling(found, clause="adelaide:56")
    assert choices == ("goes back", "stays in")
    hand.report(what.WRONG_COUNT, seat=4, choice="goes back")
    assert hand.stacks[4] == 4900
    stays = four("seat 4 raises to 300").report(what.WRONG_COUNT, seat=4, choice="stays in")
    assert stays.stacks[4] == 4700


@pytest.mark.rule("adelaide:56-2")
def test_a_void_hand_that_is_alone_loses_the_pot_to_the_last_who_folded():
    hand = four(*RIVER, "seat 2 bets 200", "seat 3 folds", "seat 4 folds", "seat 1 folds")
    assert hand.won == [{2: 400}]
    hand.report(what.WRONG_COUNT, seat=2)
    assert hand.ruled.clause == "adelaide:56-2"
    assert hand.last(events.HandRestored).seat == 1
    assert hand.won == [{1: 400}]
    assert hand.stacks == {1: 5300, 2: 4900, 3: 4900, 4: 4900}


@pytest.mark.rule("adelaide:78")
@pytest.mark.rule("adelaide:78a")
def test_a_deck_found_short_or_with_cards_too_many_voids_the_hand_even_when_it_is_over():
    for found in (what.MISSING_CARD, what.DUPLICATE_CARD, what.DEFECTIVE_DECK):
        hand = four(*RIVER).report(found)
        assert hand.hand.ended == "void"
        assert hand.ruled.clause == "adelaide:78a"
        assert hand.stacks == dict.fromkeys((1, 2, 3, 4), 5000)
    over = four().fold_round().report(what.MISSING_CARD)
    assert over.stacks == dict.fromkeys((1, 2, 3, 4), 5000)


@pytest.mark.rule("adelaide:78")
@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        pytest.param("fire", "adelaide:78b", marks=pytest.mark.rule("adelaide:78b")),
        pytest.param("fraud by a player", "adelaide:78c", marks=pytest.mark.rule("adelaide:78c")),
    ],
)
def test_the_house_may_void_a_hand_and_every_stack_is_what_it_was(reason, clause):
    for hand in (four(*RIVER), four().fold_round()):
        hand.play(commands.VoidHand(reason))
        assert hand.hand.ended == "void"
        assert hand.stacks == dict.fromkeys((1, 2, 3, 4), 5000)
        voided = hand.last(events.HandVoided)
        assert (voided.reason, voided.clause) == (reason, clause)


@pytest.mark.rule("adelaide:52")
def test_when_the_time_is_up_the_hand_is_dead_even_where_a_check_was_free():
    hand = four("seat 4 calls", "seat 1 calls", "seat 2 calls")
    assert hand.options.check.is_allowed
    hand.play(commands.TimeExpired(3))
    assert 3 not in hand.hand.in_hand()
    assert hand.last(events.ActionCorrected).clause == "adelaide:52"
