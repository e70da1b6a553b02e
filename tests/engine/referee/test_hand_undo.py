"""One step back takes back one decision, with all that came of it."""

import pytest

from engine.hand import commands
from engine.hand.applying import replay
from engine.referee.referee import undo
from engine.rules import irregularities as what
from engine.rules import put_chips as chips
from tests.scenario import THREE, Scenario

FLOP = ("seat 3 calls", "seat 1 calls", "seat 2 checks", "flop")


def assert_undone(hand: Scenario, *lines: str | commands.Command) -> None:
    """After the last of these, one step back is the state before it."""
    hand.play(*lines[:-1])
    before = hand.hand.copy()
    hand.play(lines[-1])
    assert replay([*hand.events, *undo(hand.events, hand.rules)]) == before


@pytest.mark.parametrize(
    ("book", "lines"),
    [
        ("adelaide", ["seat 3 folds", commands.KillHand(1, "ruled dead")]),
        ("adelaide", [commands.Report(what.EXPOSED_HOLE_CARD, 1)]),
        ("adelaide", [commands.Report(what.EXPOSED_HOLE_CARD, 1, count=2)]),
        ("adelaide", [commands.Report(what.WRONG_COUNT, 1)]),
        ("adelaide", [*FLOP, "seat 1 bets 200", commands.Report(what.TOO_MANY_FLOP_CARDS)]),
        ("adelaide", [*FLOP, commands.Report(what.TOO_MANY_FLOP_CARDS), "flop"]),
        ("charity", [commands.Report(what.EXPOSED_HOLE_CARD, 1)]),
        ("adelaide", [commands.PutChips(3, 50, choice=chips.FORFEIT)]),
        ("adelaide", ["seat 3 puts out 40"]),
        ("adelaide", ["seat 3 puts out 40", "seat 3 folds"]),
        ("adelaide", ["out of turn seat 1 raises to 500", "seat 3 raises to 1000"]),
        ("adelaide", ["out of turn seat 1 raises to 500", "seat 3 calls"]),
        ("adelaide", ["seat 3 folds", "seat 1 folds", commands.Report(what.WRONG_COUNT, 2)]),
        ("adelaide", ["time expires for seat 3"]),
        ("charity", ["out of turn seat 1 raises to 500"]),
        ("charity", [commands.Report(what.SHOWN_BY_PLAYER, 1), "seat 3 calls"]),
        ("fours", ["seat 3 folds", commands.RestoreHand(3, "false information")]),
        ("fours", [commands.VoidHand("commotion")]),
    ],
)
def test_the_last_decision_is_taken_back_whole(book, lines):
    assert_undone(Scenario(book, stacks=THREE, marker=3), *lines)


def test_pots_paid_together_are_taken_back_together():
    hand = Scenario("fours", stacks=(100, 5000, 5000), blinds=(10, 20), marker=3)
    hand.play("seat 3 raises to 400", "seat 1 all-in", "seat 2 calls", "flop Ah Kd 2c")
    hand.play("seat 2 checks", "seat 3 checks", "turn 3c", "seat 2 checks", "seat 3 checks")
    hand.play("river 9d", "seat 2 checks", "seat 3 checks", "seat 2 shows AsAc")
    assert_undone(hand, "seat 3 shows QsQc", "seat 1 shows KsKc", "pay")


def test_what_was_declared_pot_by_pot_is_taken_back_pot_by_pot():
    hand = Scenario("fours", stacks=(100, 5000, 5000), blinds=(10, 20), marker=3)
    hand.play("seat 3 raises to 400", "seat 1 all-in", "seat 2 calls").check_down()
    assert_undone(hand, "pot 0 to 1", "pot 1 to 2")


def test_pots_paid_by_the_cards_are_taken_back_without_the_one_declared_before():
    hand = Scenario("adelaide", stacks=(300, 5000, 5000), marker=1)
    hand.play("seat 1 all-in", "seat 2 calls", "seat 3 calls", "flop 2c 7d Jh", "seat 2 bets 500")
    hand.play("seat 3 calls", "turn 3s", "seat 2 checks", "seat 3 checks", "river 9c")
    hand.play("seat 2 checks", "seat 3 checks", "seat 2 shows As Ah", "seat 3 shows Ks Kh")
    assert_undone(hand, "pot 0 to 1", "pay")
