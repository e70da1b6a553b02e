"""The shuffle and the cut (rule 7), as far as the engine deals."""

import pytest

from engine.chance import Chance
from engine.hand import shuffling
from engine.hand.setup import Participant, Setup
from engine.referee.start import begin
from engine.refusal import Refused
from engine.structure import game_presets


@pytest.mark.rule("canberra:7.1")
@pytest.mark.parametrize("letter", list("abcdefghi"))
def test_every_round_is_dealt_from_the_whole_deck_shuffled_anew(letter):
    rules = game_presets.get(f"canberra-{letter}")
    chances = (Chance(b"first"), Chance(b"second"))
    first, second = (shuffling.fresh_deck(rules.game, chance) for chance in chances)
    assert sorted(first) == sorted(second) == sorted(rules.cards)
    assert first != second


@pytest.mark.rule("canberra:7.1")
def test_a_deck_that_is_not_whole_is_not_dealt():
    rules = game_presets.get("canberra-e")
    deck = shuffling.fresh_deck(rules.game, Chance(b"first"))
    seats = (Participant(1, 1000), Participant(2, 1000))
    with pytest.raises(Refused) as refusal:
        begin(Setup(number=1, seats=seats, blinds=(50, 100), deck=deck[:-1]), rules)
    assert refusal.value.clause == "canberra:2.1(a)"
