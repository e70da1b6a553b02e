"""A table that records results only: one step for the whole hand, and everything adds up."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hand import commands
from engine.hand.applying import replay
from engine.hand.codec import read_command, read_hand, write_command, write_hand
from engine.hand.commands import EnterResult
from engine.hand.events import HandEnded
from engine.hand.state import ALL_IN, LIVE, Hand
from engine.referee.referee import act, undo
from engine.referee.start import begin
from engine.refusal import Refused
from tests import strategies
from tests.scenario import Scenario


def hand_of(**changes) -> Scenario:
    return Scenario("adelaide", **{"stacks": (1000, 3000, 5000, 9000), "marker": 4, **changes})


def test_a_result_is_the_whole_hand_in_one_step():
    told = hand_of().play(EnterResult(((2, 600), (3, 600)), ((3, 1250),)))
    assert (told.hand.ended, told.hand.pot) == ("played", 0)
    assert told.hand.stacks[1:] == [950, 2400, 5650, 9000]
    assert told.hand.paid[1:] == [50, 600, 600, 0]
    assert told.events[-1] == HandEnded(())
    assert told.then(blinds=(50, 100)).hand.marker == 1


def test_side_pots_and_busts_are_found_from_what_went_in():
    told = hand_of(stacks=(1000, 3000, 5000, 9000)).play(
        EnterResult(((1, 1000), (2, 3000), (3, 3000)), ((1, 3000), (3, 4000)))
    )
    assert told.events[-1] == HandEnded((2,))
    assert told.hand.stacks[1:] == [3000, 0, 6000, 9000]


@pytest.mark.parametrize(
    ("put_in", "won", "why"),
    [
        (((3, 600),), ((3, 600),), "went into the pot"),
        (((1, 1001),), ((1, 1101),), "no more can go in"),
        (((2, 20),), ((2, 70),), "posted 100 already"),
        (((9, 20),), ((2, 70),), "must be each seat of this hand once"),
        (((2, -5),), ((2, 70),), "with an amount of chips"),
        (((1, 1000), (2, 3000), (3, 3000)), ((1, 7000),), "at most 3,000"),
        ((), ((4, 150),), "at most 0"),
    ],
)
def test_a_result_that_cannot_be_is_refused_and_changes_nothing(put_in, won, why):
    told = hand_of()
    before = told.hand.copy()
    with pytest.raises(Refused, match=why):
        act(told.hand, EnterResult(put_in, won), told.rules)
    assert told.hand == before


def test_who_was_not_dealt_in_neither_pays_nor_wins():
    told = hand_of(away={2: "absent"}, stacks=(1000, 3000, 5000, 9000))
    for put_in, won in (((), ((2, 150),)), (((2, 500),), ((3, 550),))):
        with pytest.raises(Refused, match="holds no cards"):
            act(told.hand, EnterResult(put_in, won), told.rules)


def test_a_result_is_taken_back_like_any_step():
    told = hand_of()
    before = told.hand.copy()
    told.play(EnterResult((), ((2, 150),)))
    story = [*told.events, *undo(told.events, told.rules)]
    assert replay(story) == before


def _some_result(hand: Hand, rng: Random) -> EnterResult:
    """Chips that go in at random, each layer of them to somebody who has a part in it."""
    least = {seat: hand.paid[seat] + hand.dead[seat] for seat in hand.seats}
    can = [seat for seat in hand.seats if hand.status[seat] in (LIVE, ALL_IN)]
    more = {seat: rng.randint(0, hand.stacks[seat]) for seat in can}
    put_in = {seat: least[seat] + more.get(seat, 0) for seat in hand.seats}
    live = {seat: put_in[seat] - hand.dead[seat] for seat in hand.seats}
    won, below, loose = dict.fromkeys(can, 0), 0, sum(hand.dead) + hand.bonus
    for level in sorted({live[seat] for seat in can} | {0}):
        layer = sum(min(amount, level) - min(amount, below) for amount in live.values())
        won[rng.choice([seat for seat in can if live[seat] >= level])] += layer + loose
        below, loose = level, 0
    won[max(can, key=live.__getitem__)] += sum(put_in.values()) + hand.bonus - sum(won.values())
    return EnterResult(tuple((seat, put_in[seat]) for seat in can), tuple(won.items()))


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(0, 2**32))
def test_any_result_keeps_the_chips_and_replays_to_the_same_hand(data, seed: int):
    playing = data.draw(strategies.rules())
    try:
        hand, story = begin(data.draw(strategies.setups(playing)), playing)
    except Refused:
        return
    if hand.ended or hand.contenders < 2:
        return
    chips, command = hand.chips(), _some_result(hand, Random(seed))
    assert read_command(write_command(command)) == command
    story += act(hand, command, playing)
    assert (hand.ended, hand.chips()) == ("played", chips)
    assert replay(story) == hand == read_hand(write_hand(hand))
    with pytest.raises(Refused):
        act(hand, commands.EnterResult((), ()), playing)
