"""A deck shuffled anew in the middle of a hand: its order comes from the chance passed in."""

from functools import partial

import pytest

from engine.chance import Chance
from engine.hand import commands, events, shuffling
from engine.referee.referee import decide
from engine.rules import irregularities as what
from tests.scenario import Scenario

EARLY_FLOP = commands.Report(what.PREMATURE_FLOP)


def shuffled(hand: Scenario, command: commands.Command, seed: int) -> tuple[int, ...]:
    shuffle = partial(shuffling.mixed, chance=Chance(b"%d" % seed))
    happened = decide(hand.hand, command, hand.rules, shuffle)
    return next(event.cards for event in happened if isinstance(event, events.DeckShuffled))


def test_the_new_order_follows_from_chance_and_not_from_the_deck_before():
    hand = Scenario("charity", stacks=(5000,) * 4, deck="2c").play("seat 3 calls")
    once, again, other = (shuffled(hand, EARLY_FLOP, seed) for seed in (1, 1, 2))
    assert once == again
    assert once != other
    assert sorted(once) == sorted(other) == sorted(hand.hand.deck[8:])


def dry_shoe() -> Scenario:
    """Seven players of draw: the last of them finds fewer cards in the shoe than he changes."""
    hand = Scenario("canberra-b", stacks=(5000,) * 7, deck="2c")
    while hand.options.phase == "bet":
        hand.play(hand.passive())
    while hand.hand.deck_at + 4 <= len(hand.hand.deck):
        seat = hand.hand.drawer
        hand.play(commands.Draw(seat, 4, hand.hand.hole[seat][:4]))
    return hand


@pytest.mark.rule("canberra:B.2.6")
def test_discards_shuffled_into_a_dry_shoe_come_by_chance_too():
    hand = dry_shoe()
    seat = hand.hand.drawer
    wish = commands.Draw(seat, 4, hand.hand.hole[seat][:4])
    left = hand.hand.deck[hand.hand.deck_at :]
    once, other = (shuffled(hand, wish, seed) for seed in (1, 2))
    assert once[: len(left)] == other[: len(left)] == left, "what lies in the shoe comes first"
    assert once != other


def test_without_chance_no_deck_is_shuffled():
    hand = Scenario("charity", stacks=(5000,) * 4, deck="2c").play("seat 3 calls")
    with pytest.raises(ValueError, match="by chance"):
        decide(hand.hand, EARLY_FLOP, hand.rules)


@pytest.mark.parametrize("count", range(9))
def test_a_few_cards_are_shuffled_and_cut_like_many(count: int):
    left = tuple(range(count))
    assert sorted(shuffling.mixed(left, Chance(b"few"))) == list(left)
