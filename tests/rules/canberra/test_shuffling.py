"""The shuffle and the cut (rule 7), as far as the engine deals."""

from random import Random

import pytest

from engine.hand import shuffling
from engine.hand.setup import Participant, Setup
from engine.referee.start import begin
from engine.refusal import Refused
from engine.structure import game_presets


@pytest.mark.rule("canberra:7.1")
@pytest.mark.parametrize("letter", list("abcdefghi"))
def test_every_round_is_dealt_from_the_whole_deck_shuffled_anew(letter):
    rules = game_presets.get(f"canberra-{letter}")
    rng = Random(7)
    first, second = (shuffling.fresh_deck(rules.game, rng) for _ in range(2))
    assert sorted(first) == sorted(second) == sorted(rules.cards)
    assert first != second


@pytest.mark.rule("canberra:7.1")
def test_a_deck_that_is_not_whole_is_not_dealt():
    rules = game_presets.get("canberra-e")
    deck = shuffling.fresh_deck(rules.game, Random(7))
    seats = (Participant(1, 1000), Participant(2, 1000))
    with pytest.raises(Refused) as refusal:
        begin(Setup(number=1, seats=seats, blinds=(50, 100), deck=deck[:-1]), rules)
    assert refusal.value.clause == "canberra:2.1(a)"
