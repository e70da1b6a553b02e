"""Rules 4, 8, 12, 20, 22 and 27: one deck, two cards each, burns and communal cards."""

from functools import partial

import pytest

from engine import games, rulebooks
from engine.cards.cards import parse
from engine.hand import events
from engine.hand.setup import Participant, Setup
from engine.referee.start import start
from engine.refusal import Refused
from engine.rules.book import Rules
from tests.scenario import THREE, Scenario, dealt

# Three players: the first card goes to seat 2, the last to seat 1 with the button.
HOLE = "2c 3c 4c 5c 6c 7c"
BURNED_AND_TURNED = "Ks Ah Kd 2d Qs 9h Js 8h"


three = partial(dealt, "adelaide", stacks=THREE)


@pytest.mark.rule("adelaide:12b")
@pytest.mark.rule("adelaide:12c")
def test_one_card_at_a_time_twice_round_and_only_then_betting():
    hand = three(deck=HOLE)
    assert hand.last(events.HoleDealt).cards == (
        (2, parse("2c 5c")),
        (3, parse("3c 6c")),
        (1, parse("4c 7c")),
    )
    assert all(len(hand.hand.hole[seat]) == 2 for seat in (1, 2, 3))
    assert hand.events[-1] is hand.last(events.HoleDealt)
    assert hand.seat == 1


@pytest.mark.rule("adelaide:12d")
@pytest.mark.rule("adelaide:12e")
@pytest.mark.rule("adelaide:12f")
@pytest.mark.rule("adelaide:12g")
@pytest.mark.rule("adelaide:12h")
@pytest.mark.rule("adelaide:12i")
@pytest.mark.rule("adelaide:20")
@pytest.mark.rule("adelaide:22")
def test_a_card_is_burned_before_the_flop_the_fourth_and_the_fifth_card():
    hand = three(deck=HOLE + BURNED_AND_TURNED)
    hand.play("seat 1 calls", "seat 2 calls")
    assert not hand.hand.board
    hand.play("seat 3 checks")
    for cards, burned in (("Ah Kd 2d", 1), ("Ah Kd 2d 9h", 2), ("Ah Kd 2d 9h 8h", 3)):
        assert hand.hand.board == parse(cards)
        assert hand.hand.burned == burned
        assert hand.seat == 2, "a betting round follows"
        hand.play("seat 2 bets 100", "seat 3 calls", "seat 1 calls")
    assert hand.hand.ended == "played"
    assert len(hand.all(events.BoardDealt)) == 3
    assert hand.all(events.HandShown), "then the showdown"


@pytest.mark.rule("adelaide:12d")
@pytest.mark.rule("adelaide:12f")
@pytest.mark.rule("adelaide:12h")
def test_a_human_dealer_is_told_to_burn_and_how_many_cards_to_turn():
    hand = three().play("seat 1 calls", "seat 2 calls", "seat 3 checks")
    told = []
    for _ in range(3):
        deal = hand.options.deal
        told.append((deal.street, deal.burn, deal.cards))
        hand.play("board", "seat 2 checks", "seat 3 checks", "seat 1 checks")
    assert told == [("flop", 1, 3), ("turn", 1, 1), ("river", 1, 1)]
    assert hand.options.phase == "show"


@pytest.mark.rule("adelaide:20")
def test_the_flop_waits_until_all_bets_are_met():
    hand = three().play("seat 1 calls", "seat 2 raises to 300", "seat 3 calls")
    hand.refuses("flop Ah Kd 2d", clause="adelaide:22")
    hand.play("seat 1 calls", "flop Ah Kd 2d", "seat 2 bets 200")
    hand.refuses("seat 3 raises to 399", clause="adelaide:47-3")


@pytest.mark.rule("adelaide:22")
def test_no_more_cards_come_once_the_pot_is_won_or_five_are_out():
    hand = three().play("seat 1 calls", "seat 2 calls", "seat 3 checks", "flop")
    hand.play("seat 2 bets 100", "seat 3 folds", "seat 1 folds")
    assert hand.hand.ended == "played"
    assert len(hand.hand.board) == 3

    hand = three().check_down()
    assert len(hand.hand.board) == 5
    hand.refuses("board", clause="adelaide:22")


@pytest.mark.rule("adelaide:4")
def test_fifty_two_cards_without_a_joker_and_none_twice():
    hand = three(deck=HOLE)
    assert sorted(hand.last(events.DeckShuffled).cards) == list(range(52))
    with pytest.raises(Refused) as refused:
        Rules(rulebooks.get("adelaide"), games.with_deck(games.get("nlhe"), size=52, joker=True))
    assert refused.value.clause == "adelaide:4"

    hand = three().play("seat 1 calls", "seat 2 calls", "seat 3 checks")
    hand.refuses("flop Ah Ah 2d", clause="adelaide:4")
    hand.refuses("flop Ah Jk 2d", clause="adelaide:4")
    hand.play("flop Ah Kd 2d", "seat 2 checks", "seat 3 checks", "seat 1 checks")
    hand.refuses("turn Kd", clause="adelaide:4")
    hand.check_down().refuses("seat 2 shows Ah Ac", clause="adelaide:4")


@pytest.mark.rule("adelaide:4")
def test_a_deck_that_is_not_whole_is_not_dealt():
    with pytest.raises(Refused) as refused:
        _deal(three().rules, tuple(range(51)))
    assert refused.value.clause == "adelaide:4"


def _deal(rules, deck):
    seats = tuple(Participant(seat, 5000) for seat in (1, 2, 3))
    return start(Setup(number=1, seats=seats, blinds=(50, 100), deck=deck), rules)


@pytest.mark.rule("adelaide:8")
@pytest.mark.parametrize("size", [48, 44, 40, 36, 32])
def test_a_reduced_deck_is_never_played(size):
    with pytest.raises(Refused) as refused:
        Rules(rulebooks.get("adelaide"), games.with_deck(games.get("nlhe"), size=size))
    assert refused.value.clause == "adelaide:8"


@pytest.mark.rule("adelaide:8")
def test_suits_break_no_tie():
    hand = Scenario("adelaide", stacks=(500, 500), deck="As Ac Ks Kc 2d Qh Jh 9d 3d 7s 4d 5c")
    hand.play("seat 1 all-in", "seat 2 calls")
    assert hand.won == [{2: 500, 1: 500}]
