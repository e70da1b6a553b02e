"""Rules 4, 27 and 28: every hand is dealt from a deck shuffled and cut anew."""

from collections import Counter

import pytest

from engine import games
from engine.cards.cards import deck
from engine.chance import Chance
from engine.hand import events, shuffling
from engine.hand.setup import Participant, Setup
from engine.referee.start import begin, facts
from engine.refusal import Refused
from tests.scenario import Scenario

HOLDEM = games.get("nlhe")


@pytest.mark.rule("adelaide:4-4")
def test_an_electronic_deck_is_all_fifty_two_cards_in_an_unbiased_order():
    tops: Counter[int] = Counter()
    for number in range(5200):
        cards = shuffling.fresh_deck(HOLDEM, Chance(b"%d" % number))
        assert sorted(cards) == list(deck())
        tops[cards[0]] += 1
    expected = 100
    distance = sum((tops[card] - expected) ** 2 / expected for card in deck())
    assert distance < 90, "51 degrees of freedom: beyond 90 once in two thousand fair shuffles"


@pytest.mark.rule("adelaide:4-4")
def test_no_card_of_the_deal_is_disclosed():
    hand = Scenario("adelaide", stacks=(5000, 5000, 5000), deck="As Ac Ad")
    public = [
        event
        for event in hand.events
        if not isinstance(event, events.DeckShuffled | events.HoleDealt)
    ]
    assert not any(hasattr(event, "cards") for event in public)
    assert not hand.hand.shown


@pytest.mark.rule("adelaide:4-5")
def test_the_cut_leaves_at_least_two_cards_on_each_side():
    assert shuffling.cut(deck(), at=2) == (*range(2, 52), 0, 1)
    assert shuffling.cut(deck(), at=50) == (50, 51, *range(50))
    for at in (0, 1, 51, 52):
        with pytest.raises(Refused, match="between 2 and 50 cards deep"):
            shuffling.cut(deck(), at=at)


@pytest.mark.rule("adelaide:27")
@pytest.mark.rule("adelaide:10")
def test_the_next_hand_has_a_fresh_shuffle_and_cut_and_the_button_moved_on():
    first = Scenario("adelaide", stacks=(5000, 5000, 5000))
    seats = tuple(Participant(seat, 5000) for seat in (1, 2, 3))
    first.fold_round()
    decks = [shuffling.fresh_deck(HOLDEM, Chance(b"%d" % number)) for number in range(2)]
    assert decks[0] != decks[1]
    setup = Setup(2, seats, blinds=(50, 100), previous=facts(first.hand), deck=decks[0])
    hand, story = begin(setup, first.rules)
    assert events.DeckShuffled(decks[0]) in story
    assert (first.hand.marker, hand.marker) == (1, 2)
