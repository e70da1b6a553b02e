"""What holds for every hand of every game under every rulebook."""

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.hand import commands, pots
from engine.hand.applying import replay
from engine.hand.codec import (
    read_command,
    read_event,
    read_hand,
    write_command,
    write_event,
    write_hand,
)
from engine.hand.setup import Setup
from engine.hand.state import FOLDED, LIVE, Hand
from engine.referee.options import options
from engine.referee.referee import act, decide, undo
from engine.referee.start import begin, facts
from engine.referee.story import sentence
from engine.rulebooks import BOOKS
from engine.rules.book import Rules
from tests import strategies

Wager = (
    commands.Fold
    | commands.Check
    | commands.Stand
    | commands.Call
    | commands.CallAndFold
    | commands.AllIn
    | commands.RaiseTo
)

DECISIONS = 400  # more than any hand can need

usual = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def starts(draw: st.DrawFn) -> tuple[Rules, Setup, Random]:
    playing = draw(strategies.rules())
    setup = draw(strategies.setups(playing))
    return playing, setup, Random(draw(st.integers(0, 2**32)))


def _taken_back(hand: Hand) -> int:
    """Bonus chips go back to the house when the hand is void."""
    return hand.bonus if hand.ended in ("misdeal", "void") else 0


def _check_sound(hand: Hand) -> None:
    """Who can bet and win is counted right, and nobody has more in than there is to match."""
    assert hand.live == sum(hand.status[seat] == LIVE for seat in hand.order)
    assert hand.contenders == len(hand.in_hand())
    if hand.actor >= 0:
        assert hand.status[hand.actor] == LIVE
        assert max(hand.bets) <= hand.bet_to_match
    assert min(hand.stacks) >= 0


def _check_pots(hand: Hand) -> None:
    """Until the first is paid, the pots add up, and each has somebody who can win it."""
    if hand.awards:
        return
    built = pots.build(hand)
    assert sum(pot.amount for pot in built) == hand.pot
    assert all(pot.seats for pot in built)
    assert all(hand.status[seat] < FOLDED for pot in built for seat in pot.seats)


def _issued(setup: Setup) -> int:
    return sum(player.stack for player in setup.seats) + setup.bonus


@usual
@given(starts())
def test_chips_are_conserved_no_stack_is_negative_and_every_hand_ends(start):
    playing, setup, rng = start
    hand, _ = begin(setup, playing)
    for _ in range(DECISIONS):
        assert hand.chips() == _issued(setup) - hand.removed
        _check_sound(hand)
        if hand.ended:
            break
        act(hand, strategies.any_command(hand, playing, rng), playing, strategies.mixing(rng))
    assert hand.ended
    assert hand.pot == 0


@usual
@given(starts())
def test_pots_add_up_and_somebody_can_win_each(start):
    playing, setup, rng = start
    hand, _ = begin(setup, playing)
    while not hand.ended:
        _check_pots(hand)
        act(hand, strategies.any_command(hand, playing, rng), playing, strategies.mixing(rng))
    for award in hand.awards:
        assert sum(share for _, share in award.shares) == award.amount


@usual
@given(starts())
def test_replay_of_what_was_stored_equals_the_state_and_retraction_restores_it(start):
    playing, setup, rng = start
    hand, story = begin(setup, playing)
    while not hand.ended:
        before = hand.copy()
        command = strategies.any_command(hand, playing, rng)
        assert read_command(json.loads(json.dumps(write_command(command)))) == command
        happened = act(hand, command, playing, strategies.mixing(rng))
        story += happened
        stored = json.loads(json.dumps([write_event(event) for event in story]))
        assert replay([read_event(event) for event in stored]) == hand
        assert replay([*story, *undo(story, playing)]) == before
        assert read_hand(json.loads(json.dumps(write_hand(hand)))) == hand
    assert all(sentence(event, {}, playing) for event in story)


@usual
@given(starts())
def test_decide_changes_nothing_and_agrees_with_act(start):
    playing, setup, rng = start
    hand, _ = begin(setup, playing)
    while not hand.ended:
        before = hand.copy()
        command = strategies.any_command(hand, playing, rng)
        seed = rng.random()
        decided = decide(hand, command, playing, strategies.mixing(Random(seed)))
        assert hand == before
        assert act(hand, command, playing, strategies.mixing(Random(seed))) == decided


def _bets(hand: Hand, rng: Random) -> list[Wager]:
    """Every betting command by the player in turn and by another, at many amounts."""
    if hand.actor < 0:
        return []
    amounts = {rng.randrange(1, 30_000) for _ in range(4)} | {100, 200, hand.bet_to_match}
    made: list[Wager] = []
    for seat in (hand.actor, rng.choice(hand.order)):
        made += [commands.Fold(seat), commands.Check(seat), commands.Call(seat)]
        made += [commands.Stand(seat), commands.AllIn(seat), commands.CallAndFold(seat)]
        made += [commands.RaiseTo(seat, amount) for amount in amounts]
    return made


def _is_offered(hand: Hand, command: Wager, playing: Rules) -> bool:
    offered = options(hand, playing)
    if command.seat != offered.seat:
        return False
    if isinstance(command, commands.RaiseTo):
        raising, everything = offered.raising, hand.bets[command.seat] + hand.stacks[command.seat]
        are_chips = command.amount % hand.chip == 0 or command.amount == everything
        return raising.is_allowed and raising.least <= command.amount <= raising.most and are_chips
    choices = {
        commands.Fold: offered.fold,
        commands.Check: offered.check,
        commands.Stand: offered.stand,
        commands.Call: offered.call,
        commands.CallAndFold: offered.call_and_fold,
        commands.AllIn: offered.all_in,
    }
    return choices[type(command)].is_allowed


def _check_offers(hand: Hand, playing: Rules, rng: Random) -> None:
    """One wager of many: accepted where it is offered, and refused without a trace where not."""
    for command in rng.sample(wagers := _bets(hand, rng), min(2, len(wagers))):
        accepted = strategies.is_accepted(hand, command, playing)
        assert accepted == _is_offered(hand, command, playing), command


@usual
@given(starts())
def test_what_options_offer_decide_accepts_and_nothing_else(start):
    playing, setup, rng = start
    hand, _ = begin(setup, playing)
    while not hand.ended:
        for command in _bets(hand, rng):
            accepted = strategies.is_accepted(hand, command, playing)
            assert accepted == _is_offered(hand, command, playing), command
        act(hand, strategies.any_command(hand, playing, rng), playing, strategies.mixing(rng))


@usual
@given(starts())
def test_whatever_is_reported_no_chip_is_lost_and_the_hand_still_ends(start):
    playing, setup, rng = start
    hand, story = begin(setup, playing)
    while not hand.ended:
        command = strategies.any_wish(hand, playing, rng)
        assert read_command(json.loads(json.dumps(write_command(command)))) == command
        before = hand.copy()
        story += act(hand, command, playing, strategies.mixing(rng))
        assert replay([*story, *undo(story, playing)]) == before
        assert hand.chips() == _issued(setup) - hand.removed - _taken_back(hand)
        _check_sound(hand)
    assert replay([read_event(write_event(event)) for event in story]) == hand
    assert all(sentence(event, {}, playing) for event in story)


@pytest.mark.parametrize("book", list(BOOKS))
@pytest.mark.parametrize("is_electronic", [True, False])
def test_every_game_deck_and_way_to_win_of_a_book_is_played_to_its_end(book, is_electronic):
    for rng, playing in strategies.every_variant(book):
        setup = strategies.some_setup(playing, rng, is_electronic=is_electronic)
        hand, story = begin(setup, playing)
        while not hand.ended:
            assert hand.chips() == _issued(setup) - hand.removed
            _check_sound(hand)
            _check_pots(hand)
            _check_offers(hand, playing, rng)
            story += act(
                hand, strategies.any_command(hand, playing, rng), playing, strategies.mixing(rng)
            )
        assert hand.chips() == _issued(setup) - hand.removed
        assert replay([read_event(write_event(event)) for event in story]) == hand
        assert read_hand(write_hand(hand)) == hand


@usual
@given(starts())
def test_shares_of_a_split_pot_differ_as_the_book_says(start):
    playing, setup, rng = start
    hand, _ = begin(setup, playing)
    while not hand.ended:
        act(hand, strategies.any_command(hand, playing, rng), playing, strategies.mixing(rng))
    for award in hand.awards:
        shares = sorted(share for _, share in award.shares)
        to_one = playing.book.odd_chips.value.__name__.startswith("all_to")
        uneven = shares[:-1] if to_one else shares
        most_apart = 0 if to_one else hand.chip
        assert not uneven or max(uneven) - min(uneven) <= most_apart


@usual
@given(starts(), st.integers(1, 4))
def test_hands_follow_each_other_until_one_player_has_the_chips(start, hands):
    playing, setup, rng = start
    for number in range(hands):
        hand, _ = begin(setup, playing)
        while not hand.ended:
            act(hand, strategies.any_command(hand, playing, rng), playing, strategies.mixing(rng))
        setup = strategies.next_setup(setup, hand, facts(hand), number)
        if len(setup.seats) < 2:
            return
