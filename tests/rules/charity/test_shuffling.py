"""Rule 7: the shuffle."""

from collections import Counter

import pytest

from engine import games
from engine.cards.cards import deck
from engine.chance import Chance
from engine.hand import events, shuffling
from engine.hand.setup import Participant, Setup
from engine.referee.start import begin, facts
from tests.scenario import Scenario

HOLDEM = games.get("nlhe")
THREE = tuple(Participant(seat, 5000) for seat in (1, 2, 3))


@pytest.mark.rule("charity:7.1")
def test_before_play_and_after_every_hand_the_whole_deck_is_mixed_anew_and_recorded():
    rules = Scenario("charity", stacks=(5000, 5000, 5000)).rules
    previous, decks = None, []
    for number in (1, 2, 3):
        cards = shuffling.fresh_deck(HOLDEM, Chance(b"a secret/%d" % number))
        assert sorted(cards) == list(deck())
        hand, story = begin(Setup(number, THREE, (50, 100), previous=previous, deck=cards), rules)
        recorded = [event.cards for event in story if isinstance(event, events.DeckShuffled)]
        assert recorded == [cards]
        decks.append(cards)
        previous = facts(hand)
    assert len(set(decks)) == 3


@pytest.mark.rule("charity:7.1")
def test_every_card_is_as_likely_to_lie_anywhere():
    decks = (shuffling.fresh_deck(HOLDEM, Chance(b"a secret/%d" % n)) for n in range(2600))
    tops = Counter(cards[0] for cards in decks)
    distance = sum((tops[card] - 50) ** 2 / 50 for card in deck())
    assert distance < 130, "51 degrees of freedom: a fair shuffle never gets there"


@pytest.mark.rule("charity:7.1")
def test_the_deck_follows_from_its_secret_alone_and_can_be_dealt_again_to_prove_it():
    secrets = (b"a/1/7", b"a/1/7", b"a/1/8")
    first, again, other = (shuffling.fresh_deck(HOLDEM, Chance.of(one, "")) for one in secrets)
    assert first == again != other
