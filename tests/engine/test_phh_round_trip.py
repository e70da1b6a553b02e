"""Hands dealt by the engine under every built-in game, written out, read and played again."""

from random import Random

import pytest

from engine import commands, game_presets, phh, phh_export, phh_play
from engine.options import DRAW, options
from engine.referee import act
from engine.setup import ABSENT, PRESENT, Participant, Setup, begin


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preset", game_presets.names())
def test_a_hand_dealt_by_the_engine_survives_the_journey(preset, seed):
    rules = game_presets.get(preset)
    hand, story = random_hand(rules, Random(f"{preset} {seed}"))
    text = phh_export.write(story, rules, {})
    (written,) = phh.read(text)
    again = phh_play.play(written)
    assert again.refused is None, text
    assert again.agrees_with(written), text
    assert sum(again.stacks) == sum(hand.began)


def random_hand(rules, rng):
    stacks = [25 * rng.randint(8, 200) for _ in range(rng.randint(2, 6))]
    away = rng.choice((PRESENT, PRESENT, ABSENT)) if len(stacks) > 3 else PRESENT
    seats = [Participant(2 * at + 1, stack) for at, stack in enumerate(stacks)]
    seats[1] = Participant(3, stacks[1], away)
    blinds = {0: (), 1: (50,), 2: (25, 50)}[rules.game.blinds]
    deck = rng.sample(sorted(rules.cards), len(rules.cards))
    vacant = rng.choice((None, 2))  # a dead button
    setup = Setup(
        7,
        tuple(seats),
        blinds=blinds,
        ante=25 if not blinds or rng.random() < 0.3 else 0,
        chip=25,
        marker=vacant if rules.book.marker_name != "Buck" and len(seats) > 2 else None,
        deck=tuple(deck),
    )
    hand, story = begin(setup, rules)
    while not hand.ended:
        story += act(hand, choose(hand, rules, rng), rules)
    return hand, story


def choose(hand, rules, rng):
    """A random wish among those offered."""
    offered, seat = options(hand, rules), hand.actor
    if offered.phase == DRAW:
        count = rng.randint(0, 3)
        return commands.Draw(hand.drawer, count, hand.hole[hand.drawer][:count])
    raising = offered.raising
    may = {
        commands.Check(seat): offered.check.is_allowed,
        commands.Stand(seat): offered.stand.is_allowed,
        commands.Call(seat): offered.call.is_allowed,
        commands.Fold(seat): offered.fold.is_allowed,
        commands.RaiseTo(seat, raising.least): raising.is_allowed,
        commands.RaiseTo(seat, raising.most): raising.is_allowed,
    }
    return rng.choice([wish for wish, is_allowed in may.items() if is_allowed])
