"""Omaha and the five Hold-Em games: how they are dealt and who opens (appendices C, E to I)."""

import pytest

from engine.cards import cards
from engine.hand import events
from engine.rules.book import Settings
from tests.scenario import FOUR, Scenario

DEAL = [
    pytest.param("c", 4, marks=pytest.mark.rule("canberra:C.2.1")),
    pytest.param("e", 2, marks=pytest.mark.rule("canberra:E.2.1")),
    pytest.param("f", 2, marks=pytest.mark.rule("canberra:F.2.1")),
    pytest.param("g", 2, marks=pytest.mark.rule("canberra:G.2.1")),
    pytest.param("h", 2, marks=pytest.mark.rule("canberra:H.2.1")),
    pytest.param("i", 2, marks=pytest.mark.rule("canberra:I.2.1")),
]


@pytest.mark.parametrize(("game", "each"), DEAL)
def test_hole_cards_come_one_at_a_time_beginning_with_the_buck(game, each):
    deck = cards.parse("2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s")
    top = cards.text(deck[: 3 * each])
    hand = Scenario(f"canberra-{game}", stacks=(5000,) * 3, deck=top, marker=2)
    for place, seat in enumerate((2, 3, 1)):
        assert hand.hand.hole[seat] == deck[place : 3 * each : 3]
    assert hand.hand.deck_at == 3 * each


COURSE = [
    pytest.param(
        "c",
        marks=[
            pytest.mark.rule("canberra:C.1.1"),
            pytest.mark.rule("canberra:C.1.3"),
            pytest.mark.rule("canberra:C.1.3/later"),
            pytest.mark.rule("canberra:C.2.2"),
            pytest.mark.rule("canberra:C.2.3"),
            pytest.mark.rule("canberra:C.2.4"),
            pytest.mark.rule("canberra:C.2.6"),
        ],
    ),
    pytest.param(
        "e",
        marks=[
            pytest.mark.rule("canberra:E.1.1"),
            pytest.mark.rule("canberra:E.1.3"),
            pytest.mark.rule("canberra:E.1.3/later"),
            pytest.mark.rule("canberra:E.2.2"),
            pytest.mark.rule("canberra:E.2.3"),
            pytest.mark.rule("canberra:E.2.4"),
            pytest.mark.rule("canberra:E.2.6"),
        ],
    ),
    pytest.param(
        "f",
        marks=[
            pytest.mark.rule("canberra:F.1.1"),
            pytest.mark.rule("canberra:F.1.3"),
            pytest.mark.rule("canberra:F.1.3/later"),
            pytest.mark.rule("canberra:F.2.2"),
            pytest.mark.rule("canberra:F.2.3"),
            pytest.mark.rule("canberra:F.2.4"),
            pytest.mark.rule("canberra:F.2.6"),
        ],
    ),
    pytest.param(
        "g",
        marks=[
            pytest.mark.rule("canberra:G.1.1"),
            pytest.mark.rule("canberra:G.1.3"),
            pytest.mark.rule("canberra:G.1.3/later"),
            pytest.mark.rule("canberra:G.2.2"),
            pytest.mark.rule("canberra:G.2.3"),
            pytest.mark.rule("canberra:G.2.4"),
            pytest.mark.rule("canberra:G.2.6"),
        ],
    ),
    pytest.param(
        "h",
        marks=[
            pytest.mark.rule("canberra:H.1.1"),
            pytest.mark.rule("canberra:H.1.3"),
            pytest.mark.rule("canberra:H.1.3/later"),
            pytest.mark.rule("canberra:H.2.2"),
            pytest.mark.rule("canberra:H.2.3"),
            pytest.mark.rule("canberra:H.2.4"),
            pytest.mark.rule("canberra:H.2.6"),
        ],
    ),
    pytest.param(
        "i",
        marks=[
            pytest.mark.rule("canberra:I.1.1"),
            pytest.mark.rule("canberra:I.1.3"),
            pytest.mark.rule("canberra:I.1.3/later"),
            pytest.mark.rule("canberra:I.2.2"),
            pytest.mark.rule("canberra:I.2.3"),
            pytest.mark.rule("canberra:I.2.4"),
            pytest.mark.rule("canberra:I.2.6"),
        ],
    ),
]


def due(hand):
    """The street the dealer is asked for and its number of cards."""
    return hand.options.deal.street, hand.options.deal.cards


@pytest.mark.parametrize("game", COURSE)
def test_a_hand_runs_through_four_rounds_of_betting_and_never_a_fifth(game):
    hand = Scenario(f"canberra-{game}", stacks=FOUR, marker=2)
    assert (hand.options.phase, hand.seat) == ("bet", 4)  # after the last blind, seat 3
    hand.refuses("flop", clause=f"canberra:{game.upper()}.2.3")
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 stands")
    for street, laid in (("flop", 3), ("turn", 1), ("river", 1)):
        assert due(hand) == (street, laid)
        hand.play(street)
        assert (hand.options.phase, hand.seat) == ("bet", 2)  # the Buck opens
        hand.play("seat 2 checks", "seat 3 checks", "seat 4 checks", "seat 1 checks")
    assert len(hand.hand.board) == 5
    assert hand.options.phase == "show"


@pytest.mark.parametrize("game", COURSE)
def test_no_card_is_dealt_before_all_bets_are_met_nor_when_one_player_is_left(game):
    hand = Scenario(f"canberra-{game}", stacks=(5000, 5000, 5000))
    assert hand.seat == 3
    hand.play("seat 3 raises to 200", "seat 1 calls")
    hand.refuses("flop", clause=f"canberra:{game.upper()}.2.3")
    hand.play("seat 2 folds", "flop")
    hand.refuses("turn", clause=f"canberra:{game.upper()}.2.3")
    assert hand.seat == 1
    hand.play("seat 1 bets 100")
    hand.refuses("turn", clause=f"canberra:{game.upper()}.2.3")
    hand.play("seat 3 folds")
    assert (hand.hand.ended, len(hand.hand.board)) == ("played", 3)
    assert hand.stacks == {1: 5300, 2: 4900, 3: 4800}


HEADS_UP = [
    pytest.param("e", marks=pytest.mark.rule("canberra:E.1.3/later")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.1.3/later")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.1.3/later")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.1.3/later")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.1.3/later")),
]


@pytest.mark.parametrize("game", HEADS_UP)
def test_heads_up_the_buck_acts_first_in_every_round(game):
    hand = Scenario(f"canberra-{game}", stacks=(5000, 5000), marker=2)
    assert hand.seat == 2
    hand.play("seat 2 calls", "seat 1 stands")
    for street in ("flop", "turn", "river"):
        hand.play(street)
        assert hand.seat == 2
        hand.play("seat 2 checks", "seat 1 checks")


INACTIVE_BUCK = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.1.4")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.1.4")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.1.4")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.1.4")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.1.4")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.1.4")),
]


@pytest.mark.parametrize("game", INACTIVE_BUCK)
def test_when_the_buck_is_out_of_the_hand_the_next_active_player_opens(game):
    hand = Scenario(f"canberra-{game}", stacks=FOUR, marker=2)
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 folds", "seat 3 folds", "flop")
    assert hand.seat == 4
    hand.play("seat 4 folds")
    assert hand.hand.ended == "played"


@pytest.mark.parametrize("game", INACTIVE_BUCK)
def test_when_the_buck_has_tapped_out_the_next_active_player_opens(game):
    hand = Scenario(f"canberra-{game}", stacks=(5000, 100, 5000, 5000), marker=2)
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 all-in", "seat 3 stands", "flop")
    assert hand.seat == 3


BURNING = [
    pytest.param(
        "c",
        marks=[
            pytest.mark.rule("canberra:C.1.2"),
            pytest.mark.rule("canberra:C.2.3"),
        ],
    ),
    pytest.param(
        "e",
        marks=[
            pytest.mark.rule("canberra:E.1.2"),
            pytest.mark.rule("canberra:E.2.3"),
        ],
    ),
    pytest.param(
        "f",
        marks=[
            pytest.mark.rule("canberra:F.1.2"),
            pytest.mark.rule("canberra:F.2.3"),
        ],
    ),
    pytest.param(
        "g",
        marks=[
            pytest.mark.rule("canberra:G.1.2"),
            pytest.mark.rule("canberra:G.2.3"),
        ],
    ),
    pytest.param(
        "h",
        marks=[
            pytest.mark.rule("canberra:H.1.2"),
            pytest.mark.rule("canberra:H.2.3"),
        ],
    ),
    pytest.param(
        "i",
        marks=[
            pytest.mark.rule("canberra:I.1.2"),
            pytest.mark.rule("canberra:I.2.3"),
        ],
    ),
]


@pytest.mark.rule("canberra:T.flop")
@pytest.mark.parametrize("burns", [True, False])
@pytest.mark.parametrize("game", BURNING)
def test_a_card_is_burned_before_each_street_only_where_the_director_decided_so(game, burns):
    hole = "2c 3c 2d 3d 2h 3h 2s 3s" if game == "c" else "2c 3c 2d 3d"
    rest = "9c As Ks Qs 9d Js 9h Ts" if burns else "As Ks Qs Js Ts"
    hand = Scenario(
        f"canberra-{game}",
        stacks=(5000, 5000),
        settings=Settings(burns=burns),
        deck=f"{hole} {rest}",
    )
    hand.check_down()
    assert [len(event.cards) for event in hand.all(events.BoardDealt)] == [3, 1, 1]
    assert [event.burned for event in hand.all(events.BoardDealt)] == [int(burns)] * 3
    assert hand.hand.board == cards.parse("As Ks Qs Js Ts")
