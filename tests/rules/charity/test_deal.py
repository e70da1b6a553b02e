"""Rules 6, 7 and 10.3: the deck, the deal and the community cards."""

from dataclasses import replace

import pytest

from engine import games, rulebooks
from engine.cards import cards
from engine.hand import commands, events
from engine.hand.setup import Participant, Setup
from engine.referee.start import begin
from engine.refusal import Refused
from engine.rules import irregularities as what
from engine.rules.book import Rules
from tests.scenario import THREE, Scenario, stacked

TOP = "2c 3c 4c 2d 3d 4d 9s Ah Kh Qh 9h Jh 9d Th"  # hole cards, burn and flop, turn, river
FAULTY = (
    what.JOKER_FOUND,
    what.DUPLICATE_CARD,
    what.FOREIGN_CARD,
    what.FOREIGN_CARD_IN_STUB,
    what.MISSING_CARD,
    what.DEFECTIVE_DECK,
)


def table(rules="charity", **how):
    return Scenario(rules, **how)


def names(dealt):
    return " ".join(cards.text((card,)) for card in dealt)


def electronic(**how):
    return table(stacks=THREE, deck=TOP, **how)


@pytest.mark.rule("charity:6.1")
@pytest.mark.parametrize("deck", ["Ah Ah", "Jk"])
def test_a_deck_of_52_different_cards_without_jokers_is_dealt(deck):
    rules = table(stacks=THREE).rules
    assert len(rules.cards) == 52
    assert cards.JOKER not in rules.cards
    wrong = cards.parse(deck) + stacked("", rules)[len(deck.split()) :]
    seats = tuple(Participant(seat, 5000) for seat in (1, 2, 3))
    with pytest.raises(Refused) as refused:
        begin(Setup(1, seats, (50, 100), deck=wrong), rules)
    assert refused.value.clause == "charity:6.1"


@pytest.mark.rule("charity:6.1")
@pytest.mark.parametrize("change", [{"has_joker": True}, {"deck_size": 40}])
def test_no_joker_and_no_reduced_deck_may_be_chosen(change):
    with pytest.raises(Refused) as refused:
        Rules(rulebooks.get("charity"), replace(games.get("nlhe"), **change))
    assert refused.value.clause == "charity:6.1"


@pytest.mark.rule("charity:6.1")
def test_a_joker_or_a_second_card_alike_is_not_recorded_as_a_community_card():
    hand = table(stacks=THREE)
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands")
    hand.refuses("flop Jk Kd 2c", clause="charity:6.1")
    hand.refuses("flop Ah Ah 2c", clause="charity:6.1")
    hand.play("flop Ah Kd 2c").check_down()


@pytest.mark.rule("charity:6.1")
@pytest.mark.parametrize("found", FAULTY)
def test_a_joker_a_duplicate_or_another_back_is_an_irregularity_to_be_ruled_on(found):
    hand = table(stacks=THREE)
    choices = hand.needs_ruling(commands.Report(found), clause="charity:6.1")
    assert choices == ("void", "play on")
    assert hand.report(found, choice="void").hand.ended == "void"
    assert hand.stacks == {1: 5000, 2: 5000, 3: 5000}


@pytest.mark.rule("charity:10.3.2")
@pytest.mark.rule("charity:11.6")
def test_hole_cards_go_one_at_a_time_clockwise_from_the_designated_players_left():
    hand = electronic(marker=3)
    assert [seat for seat, _ in hand.last(events.HoleDealt).cards] == [1, 2, 3]
    assert {seat: names(hand.hand.hole[seat]) for seat in (1, 2, 3)} == {
        1: "2c 2d",
        2: "3c 3d",
        3: "4c 4d",
    }
    assert not hand.hand.shown, "face down"


@pytest.mark.rule("charity:11.6")
@pytest.mark.parametrize(("button", "order"), [(1, [2, 3, 1]), (2, [3, 1, 2]), (3, [1, 2, 3])])
def test_the_deal_starts_with_the_seat_after_the_button(button, order):
    hand = electronic(marker=button)
    first_cards = {seat: names(hand.hand.hole[seat][:1]) for seat in order}
    assert first_cards == dict(zip(order, ("2c", "3c", "4c"), strict=True))


@pytest.mark.rule("charity:10.3.2")
def test_of_two_players_the_designated_player_gets_the_first_card():
    hand = table(stacks=(5000, 5000), marker=2, deck="Ac Kc Ad Kd")
    assert names(hand.hand.hole[2]) == "Ac Ad"


@pytest.mark.rule("charity:10.3")
@pytest.mark.rule("charity:1.1(flop)")
@pytest.mark.rule("charity:10.3.4.1")
@pytest.mark.rule("charity:10.3.5.1")
@pytest.mark.rule("charity:10.3.6.1")
@pytest.mark.rule("charity:1.1(burn)")
def test_two_hole_cards_then_flop_turn_and_river_each_after_a_burn_and_a_betting_round():
    hand = electronic(marker=3).play("seat 3 calls", "seat 1 calls", "seat 2 stands")
    for _ in range(3):
        hand.play("seat 1 checks", "seat 2 checks", "seat 3 checks")
    streets = hand.all(events.BoardDealt)
    assert [names(street.cards) for street in streets] == ["Ah Kh Qh", "Jh", "Th"]
    assert [street.burned for street in streets] == [1, 1, 1]
    told = [event for event in hand.events if not isinstance(event, events.DeckShuffled)]
    burned = set(cards.parse("9s 9h 9d"))
    assert not burned & set(hand.hand.board), "a burned card stays hidden and apart"
    assert not any(burned & set(getattr(event, "cards", ())) for event in told)
    assert hand.hand.discards == ()
    assert hand.hand.ended == "played"
    assert [event.seat for event in hand.all(events.Checked)] == [1, 2, 3] * 3, "four rounds"


@pytest.mark.rule("charity:1.1(flop)")
@pytest.mark.rule("charity:10.3.4.1")
@pytest.mark.rule("charity:10.3.5.1")
@pytest.mark.rule("charity:10.3.6.1")
def test_the_dealer_turns_the_three_flop_cards_together_and_then_one_at_a_time():
    hand = table(stacks=THREE, marker=3)
    hand.refuses("flop Ah Kh Qh", clause="charity:10.3")
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands")
    steps = {"flop": ("flop Ah Kh Qh", 3), "turn": ("turn Jh", 1), "river": ("river Th", 1)}
    for street, (line, count) in steps.items():
        due = hand.options.deal
        assert (due.street, due.cards, due.burn) == (street, count, 1)
        wrong = "board 2s" if count == 3 else "board 2s 3s"
        hand.refuses(wrong, clause="charity:10.3")
        hand.play(line, "seat 1 checks", "seat 2 checks", "seat 3 checks")
    assert names(hand.hand.board) == "Ah Kh Qh Jh Th"
    hand.refuses("board 2c", clause="charity:10.3")


@pytest.mark.rule("charity:10.3")
@pytest.mark.parametrize("game", ["plo", "draw", "stud", "manila"])
def test_only_texas_holdem_is_played(game):
    with pytest.raises(Refused) as refused:
        Rules(rulebooks.get("charity"), games.get(game))
    assert refused.value.clause == "charity:10.3"


@pytest.mark.rule("charity:10.3.7.3")
@pytest.mark.parametrize("low", ["low", "split", "split8"])
def test_only_the_highest_hand_wins(low):
    with pytest.raises(Refused) as refused:
        Rules(rulebooks.get("charity"), replace(games.get("nlhe"), low=low))
    assert refused.value.clause == "charity:10.3.7.3"


@pytest.mark.rule("charity:1.1(structured-limit)")
def test_a_limit_the_book_does_not_know_is_refused():
    with pytest.raises(Refused) as refused:
        Rules(rulebooks.get("charity"), replace(games.get("nlhe"), limit="manila"))
    assert refused.value.clause == "charity:1.1(structured-limit)"


@pytest.mark.rule("charity:8.11")
def test_nobody_is_dealt_two_hands():
    seats = (Participant(1, 5000), Participant(2, 5000), Participant(1, 3000))
    with pytest.raises(Refused) as refused:
        begin(Setup(1, seats, (50, 100)), table(stacks=THREE).rules)
    assert refused.value.clause == "charity:8.11"
