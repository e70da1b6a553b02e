"""Draw, stud, Omaha high-low and Manila, dealt by the engine and by a human."""

from dataclasses import replace
from typing import Any

import pytest

from engine import games, rulebooks
from engine.cards import cards
from engine.hand import events
from engine.refusal import Refused
from engine.rulebooks.common import COMMON
from engine.rules.book import Rules, Settings
from tests.scenario import Scenario


def rules(book: str, game: games.Game, **settings: Any) -> Rules:
    return Rules(rulebooks.get(book), game, Settings(**settings))


@pytest.mark.rule("canberra:B.2.3")
@pytest.mark.rule("canberra:B.1.2")
def test_a_draw_starts_with_the_buck_and_the_seat_after_the_blinds_opens_both_rounds():
    hand = Scenario("canberra-b", stacks=(5000,) * 3)
    assert hand.seat == 3
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands")
    assert (hand.options.phase, hand.options.seat) == ("draw", 1)
    hand.play("seat 1 draws 2", "seat 2 draws 0", "seat 3 draws 4")
    assert hand.seat == 3


@pytest.mark.rule("canberra:B.2.5(a)")
@pytest.mark.rule("canberra:B.2.5(b)")
def test_who_changes_five_waits_for_the_fifth_and_the_last_gets_it_after_a_card_passed():
    top = "2c3c 2d3d 2h3h 2s3s 4c4d"
    hand = Scenario("canberra-b", stacks=(5000,) * 2, deck=top)
    hand.play("seat 1 calls", "seat 2 stands")
    mine, theirs = (cards.text(hand.hand.hole[seat]) for seat in (1, 2))
    hand.play(f"seat 1 draws 5 giving up {mine}")
    assert len(hand.hand.hole[1]) == 4
    hand.play(f"seat 2 draws 5 giving up {theirs}")
    drawn = hand.last(events.CardsDrawn)
    assert (len(drawn.cards), drawn.passed, drawn.owed) == (5, 1, 0)
    deck = hand.hand.deck
    assert hand.hand.hole[2] == (*deck[14:18], deck[19])
    assert hand.hand.hole[1] == (*deck[10:14], deck[20])


@pytest.mark.rule("canberra:B.2.6")
def test_when_the_shoe_runs_out_discards_are_shuffled_but_not_ones_own():
    small = rules("canberra", games.with_deck(games.get("draw"), size=32))
    hand = Scenario(small, stacks=(5000,) * 5, deck="Ac")
    hand.play("seat 3 calls", "seat 4 calls", "seat 5 calls", "seat 1 calls", "seat 2 stands")
    for seat in (1, 2, 3):
        four = cards.text(hand.hand.hole[seat][:4])
        hand.play(f"seat {seat} draws 4 giving up {four}")
    dealt = [card for seat in hand.hand.order for card in hand.hand.hole[seat]]
    assert len(dealt) == len(set(dealt))
    first, second = hand.all(events.DeckShuffled)[1:]
    given_up = dict(hand.hand.discards)
    assert set(given_up[1]) < set(first.cards)
    assert not set(given_up[2]) & set(first.cards)
    assert set(given_up[2]) < set(second.cards)


@pytest.mark.rule("canberra:D.1.2/later")
def test_the_highest_card_showing_opens_and_ties_go_to_the_seat_dealt_first():
    hand = Scenario("canberra-d", stacks=(5000,) * 3, blinds=(), ante=25)
    assert hand.options.phase == "opener"
    hand.play("street 1 Kd, 2 Ks, 3 2c")
    assert hand.seat == 1
    hand.refuses("seat 1 checks", clause="canberra:9.1(d)")
    hand.play("seat 1 bets 25", "seat 2 calls", "seat 3 calls", "street 1 3d, 2 4d, 3 Ac")
    assert hand.seat == 3


@pytest.mark.rule("canberra:D.4.4")
def test_the_last_card_of_a_short_shoe_is_communal():
    hand = Scenario("canberra-d", stacks=(5000,) * 8, blinds=(), ante=25, deck="2c")
    hand.check_down()
    communal = hand.last(events.BoardDealt)
    assert communal.cards == hand.hand.deck[-1:]
    assert all(len(hand.hand.hole[seat]) == 6 for seat in hand.hand.order)


@pytest.mark.rule("canberra:D.4.3")
@pytest.mark.rule("canberra:D.4.3/check")
def test_who_shows_the_last_card_opens_and_a_check_ends_his_betting():
    hand = Scenario("canberra-d", stacks=(5000,) * 3, blinds=(), ante=25)
    hand.play("seat 1 opens", "seat 1 bets 25", "seat 2 calls", "seat 3 calls")
    for _ in range(3):
        hand.play("street", "seat 2 opens", "seat 2 checks", "seat 3 checks", "seat 1 checks")
    hand.play("street").report("last card exposed", seat=3).play("seat 3 checks", "seat 1 bets 50")
    hand.play("seat 2 calls")
    assert hand.pots == [(150, (1, 2, 3)), (100, (1, 2))]
    assert hand.stacks[3] == 4950


@pytest.mark.rule("canberra:12.2/odd")
def test_the_odd_chip_between_halves_goes_to_the_winner_nearest_the_buck():
    split = rules("canberra", games.get("plo8"), ace_is_low_in_low_hands=True)
    hand = Scenario(split, stacks=(5000,) * 3, blinds=(5, 15), chip=5)
    hand.play("seat 3 calls", "seat 1 folds", "seat 2 stands")
    hand.play("flop 3c 4d 8h", "seat 2 checks", "seat 3 checks")
    hand.play("turn Ks", "seat 2 checks", "seat 3 checks")
    hand.play("river Kd", "seat 2 checks", "seat 3 checks")
    hand.play("seat 2 shows Ac 2c Jd Th", "seat 3 shows Kc Kh Qs Qd", "pay")
    assert hand.won == [{3: 15}, {2: 20}]


def test_one_low_ball_pot_goes_to_the_lowest_hand():
    low = rules("canberra", games.get("razz"))
    hand = Scenario(low, stacks=(500,) * 2, blinds=(), ante=5, deck="2cKc3dKd4hKh5cKs6cQc7dQd8hQh")
    hand.check_down()
    assert hand.won == [{1: 20}]


@pytest.mark.parametrize(
    ("book", "game", "clause"),
    [
        ("igr", games.with_deck(games.get("nlhe"), size=52, joker=True), "igr:A.2(j)"),
        ("igr", games.get("plo"), "igr:1.01(j)"),
        ("charity", games.get("stud"), "charity:10.3"),
        ("adelaide", games.with_deck(games.get("nlhe"), size=36), "adelaide:8"),
        ("adelaide", games.get("she"), "adelaide:App1.7"),
        ("adelaide", games.get("plo"), "adelaide:13"),
        ("adelaide", replace(games.get("nlhe"), low="split8"), "adelaide:42"),
    ],
)
def test_what_a_book_does_not_play_is_refused_at_setup(book, game, clause):
    with pytest.raises(Refused) as refusal:
        rules(book, game)
    assert refusal.value.clause == clause


@pytest.mark.rule("canberra:C.3.1")
def test_a_seat_count_the_deck_cannot_deal_is_refused():
    small = rules("canberra", games.with_deck(games.get("plo"), size=44))
    with pytest.raises(Refused) as refusal:
        Scenario(small, stacks=(5000,) * 10)
    assert refusal.value.clause == "canberra:C.3.1"


@pytest.mark.parametrize(("size", "most"), [(52, 8), (48, 8), (44, 8), (40, 7), (36, 6), (32, 5)])
@pytest.mark.rule("canberra:B.3.1")
def test_draw_seats_are_cut_for_small_decks(size, most):
    small = rules("canberra", games.with_deck(games.get("draw"), size=size))
    Scenario(small, stacks=(5000,) * most)
    with pytest.raises(Refused):
        Scenario(small, stacks=(5000,) * (most + 1))


@pytest.mark.rule("adelaide:App1.6d")
def test_adelaide_refuses_an_ante_above_the_small_blind():
    with pytest.raises(Refused) as refusal:
        Scenario("adelaide", stacks=(5000,) * 3, big_blind_ante=100)
    assert refusal.value.clause == "adelaide:App1.6d"


@pytest.mark.parametrize(("bring_in", "small_bet"), [(50, 50), (60, 50), (25, 0)])
def test_a_bring_in_is_less_than_the_first_bet(bring_in, small_bet):
    playing = Rules(rulebooks.get("canberra"), games.get("lstud"))
    with pytest.raises(Refused, match="less than the first bet"):
        Scenario(
            playing, stacks=(500,) * 3, blinds=(), ante=25, bring_in=bring_in, small_bet=small_bet
        )


def test_the_first_raise_makes_a_bring_in_the_first_bet_and_the_next_goes_by_it():
    playing = Rules(rulebooks.get("canberra"), games.get("stud"))
    hand = Scenario(playing, stacks=(900,) * 3, blinds=(), ante=50, bring_in=20, small_bet=50)
    hand.play("street 1 9c, 2 5d, 3 Kh")
    assert hand.hand.bet_to_match == 20
    assert hand.options.raising.least == 50, "no bet yet: nothing is added to the bring-in"
    hand.play(f"seat {hand.seat} raises to 80")
    assert hand.options.raising.least == 140, "the raise of 60 again"


def _tied_at_stud(game):
    """Three players are all-in for their antes: 75 chips are in the pot."""
    playing = Rules(COMMON, games.get(game), Settings(ace_is_low_in_low_hands=True))
    hand = Scenario(playing, stacks=(25, 25, 25), blinds=(), ante=25, marker=3)
    for _ in range(4):
        hand.play("street")
    return hand


def test_in_stud_the_odd_chip_goes_to_the_highest_card_by_suit():
    hand = _tied_at_stud("lstud")
    hand.play("seat 1 shows Ac Kc Qd Jd 9h 3c 2c", "seat 2 shows As Kh Qh Jh 9d 3d 2d")
    hand.play("seat 3 shows Kd Qc Jc 8h 7h 4h 2h", "pay")
    assert hand.won == [{1: 37, 2: 38}]
    assert hand.last(events.PotAwarded).clause == "tda2024:R20"


def test_in_razz_the_odd_chip_goes_by_the_five_cards_that_are_low():
    hand = _tied_at_stud("razz")
    hand.play("seat 1 shows Ac 2c 3d 4d 7h Ks Qs", "seat 2 shows As 2h 3h 4h 7d Kd Qd")
    hand.play("seat 3 shows 8c 9c Tc Jc Qh Kc Kh", "pay")
    assert hand.won == [{1: 38, 2: 37}], "the seven of hearts, and no king counts"


def test_where_stud_hands_are_not_entered_the_odd_chip_goes_left_of_the_button():
    hand = _tied_at_stud("lstud").play("pot 0 to 1 and 2")
    assert hand.won == [{1: 38, 2: 37}]
