"""Seven Card Stud (appendix D)."""

import pytest

from engine import games, rulebooks
from engine.cards import cards
from engine.hand import events
from engine.refusal import Refused
from engine.rules.book import Rules, Settings
from tests.scenario import THREE, Scenario


def stud(stacks=THREE, ante=25, **setup):
    return Scenario("canberra-d", stacks=stacks, blinds=(), ante=ante, **setup)


def everybody_checks(hand):
    while hand.options.phase == "bet":
        hand.play(f"seat {hand.seat} checks")
    return hand


def to_fourth_street(**setup):
    """The Buck has opened for the ante and all have called."""
    hand = stud(**setup).play("seat 1 opens", "seat 1 bets 25")
    return hand.play("seat 2 calls", "seat 3 calls")


@pytest.mark.rule("canberra:D.2.1")
@pytest.mark.rule("canberra:T.initial_deal")
def test_two_down_and_one_up_one_at_a_time_from_the_buck():
    hand = stud(deck="2c 3c 4c 2d 3d 4d 2h 3h 4h", marker=2)
    assert hand.hand.hole[2] == cards.parse("2c 2d 2h")
    assert hand.hand.hole[3] == cards.parse("3c 3d 3h")
    assert hand.hand.hole[1] == cards.parse("4c 4d 4h")
    assert [hand.hand.up[seat] for seat in (2, 3, 1)] == [
        cards.parse("2h"),
        cards.parse("3h"),
        cards.parse("4h"),
    ]


@pytest.mark.rule("canberra:D.1.2")
@pytest.mark.parametrize(("opens", "seat"), [("high", 2), ("low", 3)])
def test_the_director_lets_the_highest_or_the_lowest_card_open_the_first_round(opens, seat):
    hand = stud(settings=Settings(stud_opens=opens)).play("street 1 9c, 2 Kd, 3 2h")
    assert hand.seat == seat
    hand.play(f"seat {seat} bets 25")


@pytest.mark.rule("canberra:D.1.1")
@pytest.mark.rule("canberra:D.2.2")
@pytest.mark.rule("canberra:D.2.3")
@pytest.mark.rule("canberra:D.2.5")
def test_five_rounds_of_betting_four_up_cards_and_a_last_one_down():
    hand = to_fourth_street()
    ups = []
    for street in ("fourth", "fifth", "sixth", "seventh"):
        assert (hand.options.deal.street, hand.options.deal.burn) == (f"{street} street", 0)
        hand.play("street", *(["seat 2 opens"] if street != "seventh" else []))
        ups.append(hand.last(events.StreetDealt).is_up)
        assert (hand.options.phase, hand.seat) == ("bet", 2)
        everybody_checks(hand)
    assert ups == [True, True, True, False]
    assert [len(hand.hand.up[seat]) for seat in (1, 2, 3)] == [4, 4, 4]
    assert [len(hand.hand.hole[seat]) for seat in (1, 2, 3)] == [7, 7, 7]
    assert hand.options.phase == "show"


@pytest.mark.rule("canberra:D.2.3")
@pytest.mark.rule("canberra:D.2.5")
def test_no_further_card_before_the_bets_are_met_nor_when_one_player_is_left():
    hand = stud().play("seat 1 opens", "seat 1 bets 25", "seat 2 calls")
    hand.refuses("street", clause="canberra:D.2.3")
    hand.play("seat 3 folds")
    hand.refuses("street 3 As", clause="canberra:D.2.3")
    hand.play("street", "seat 1 opens", "seat 1 bets 50", "seat 2 folds")
    assert hand.hand.ended == "played"
    assert hand.stacks == {1: 5075, 2: 4950, 3: 4975}


@pytest.mark.rule("canberra:D.1.2/later")
def test_the_highest_card_showing_opens_every_later_round_ties_nearest_the_buck():
    hand = stud(marker=2).play("street 1 9c, 2 5d, 3 9h")
    assert hand.seat == 3  # nine against nine: closer to the Buck in seat 2
    hand.play("seat 3 bets 25", "seat 1 calls", "seat 2 calls")
    hand.play("street 1 2c, 2 2d, 3 2h")
    assert hand.seat == 3
    everybody_checks(hand).play("street 1 3c, 2 Ad, 3 3h")
    assert hand.seat == 2
    everybody_checks(hand).play("street 1 Ac, 2 4d, 3 4h")
    assert hand.seat == 2
    everybody_checks(hand).play("street")
    assert hand.seat == 2


@pytest.mark.rule("canberra:D.1.2/later")
def test_one_high_card_opens_before_a_pair():
    hand = stud().play("street 1 9c, 2 5d, 3 Kh")
    hand.play("seat 3 bets 25", "seat 1 calls", "seat 2 calls", "street 1 9d, 2 5h, 3 2c")
    assert hand.seat == 3


FULL_TABLE = (5000,) * 8


def eight_to_the_last_card(deck=""):
    """Eight players with six cards each leave four in the shoe."""
    hand = stud(stacks=FULL_TABLE, deck=deck)
    if not deck:
        hand.play("seat 1 opens")
    opener = hand.seat
    hand.play(f"seat {opener} bets 25")
    while hand.options.phase == "bet" and hand.hand.street == 0:
        hand.play(f"seat {hand.seat} calls")
    return hand


@pytest.mark.rule("canberra:D.4.4")
@pytest.mark.rule("canberra:D.4.4/retrieve")
def test_when_the_shoe_is_too_short_its_last_card_is_communal():
    hand = eight_to_the_last_card(deck=cards.text(range(52)))
    everybody_checks(hand)
    assert hand.hand.ended == "played"
    assert hand.last(events.BoardDealt).cards == (51,)
    assert hand.last(events.BoardDealt).burned == 3  # the other three are with the discards
    assert all(len(hand.hand.hole[seat]) == 6 for seat in range(1, 9))


@pytest.mark.rule("canberra:D.4.4")
def test_a_human_dealer_is_asked_for_the_communal_card_and_betting_follows():
    hand = eight_to_the_last_card()
    for _ in range(3):
        hand.play("street", "seat 5 opens")
        everybody_checks(hand)
    assert (hand.options.deal.kind, hand.options.deal.cards) == ("board", 1)
    hand.refuses("street", clause="canberra:D.2.3")
    hand.play("board As")
    assert hand.seat == 5, "who opened before, for no up card was added"
    assert hand.hand.board == cards.parse("As")
    assert hand.options.phase == "bet"


@pytest.mark.rule("canberra:D.4.4/retrieve")
def test_every_hand_is_the_best_five_of_its_own_six_and_the_communal_card():
    royal = cards.parse("As Ks Qs Js Ts")
    others = [card for card in range(52) if card not in royal]
    deck = [*others[:47], *royal[-1:]]
    for at, card in zip((0, 8, 16, 24), royal, strict=False):
        deck.insert(at, card)  # every eighth card is the Buck's
    hand = eight_to_the_last_card(deck=cards.text(deck))
    everybody_checks(hand)
    assert set(royal[:4]) < set(hand.hand.hole[1])
    assert hand.hand.board == royal[-1:]
    assert hand.won == [{1: 8 * 25 + 8 * 25}]


@pytest.mark.rule("canberra:D.3.1")
@pytest.mark.parametrize(("size", "most"), [(52, 8), (48, 7), (44, 7), (40, 6), (36, 5), (32, 5)])
def test_seats_are_cut_where_the_deck_cannot_reach_sixth_street_with_a_card_over(size, most):
    small = Rules(rulebooks.get("canberra"), games.with_deck(games.get("stud"), size=size))
    Scenario(small, stacks=(5000,) * most, blinds=(), ante=25)
    with pytest.raises(Refused) as refusal:
        Scenario(small, stacks=(5000,) * (most + 1), blinds=(), ante=25)
    assert refusal.value.clause == "canberra:D.3.1"
