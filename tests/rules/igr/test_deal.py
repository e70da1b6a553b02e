"""A.1, A.2(v), A.2(w) and A.3(f), (g), (l) to (n): the button, the deal and the board."""

from dataclasses import replace
from functools import partial

import pytest

from engine import games, rulebooks
from engine.cards import cards
from engine.chance import Chance
from engine.hand import events, shuffling
from engine.hand.setup import Participant, Setup
from engine.referee.start import begin
from engine.refusal import Refused
from engine.rules import irregularities as what
from engine.rules.book import Rules
from tests.scenario import THREE, dealt

TOP = "2c 3c 4c 2d 3d 4d 9s Ah Kh Qh 9h Jh 9d Th"  # hole cards, burn and flop, turn, river


table = partial(dealt, "igr", stacks=THREE)


def text(dealt):
    return cards.text(dealt)


@pytest.mark.rule("igr:A.2(v)")
@pytest.mark.parametrize("seats", [(1, 2, 3), (2, 4, 7, 9), (5, 10)])
def test_the_first_button_is_at_the_dealers_right_and_goes_clockwise(seats):
    hand = table(stacks=dict.fromkeys(seats, 5000))
    buttons = [hand.hand.marker]
    for _ in seats:
        hand = hand.fold_round().then()
        buttons.append(hand.hand.marker)
    assert buttons == [seats[-1], *seats]


@pytest.mark.rule("igr:A.2(v)")
def test_seat_one_posts_the_first_small_blind():
    assert table(stacks=(5000,) * 10).hand.blind_seats == (1, 2)


@pytest.mark.rule("igr:A.1.Dealer Button")
@pytest.mark.parametrize("out", [1, 2, 3])
def test_the_button_moves_one_person_a_hand_and_never_lies_dead(out):
    stacks = {seat: 100 if seat == out else 5000 for seat in (1, 2, 3, 4, 5)}
    hand = table(stacks=stacks)
    assert hand.hand.marker == 5
    hand.check_down().play("pot 0 to 4")
    assert hand.last(events.HandEnded).busts == (out,)
    following = hand.then()
    assert following.hand.marker == (2 if out == 1 else 1), "the next person, not an empty seat"
    assert following.hand.marker in following.hand.seats


@pytest.mark.rule("igr:A.3(f)")
@pytest.mark.rule("igr:A.3(g)")
@pytest.mark.parametrize(("button", "order"), [(1, [2, 3, 1]), (2, [3, 1, 2]), (3, [1, 2, 3])])
def test_one_card_each_then_a_second_clockwise_from_the_buttons_left(button, order):
    hand = table(deck=TOP, marker=button)
    held = {seat: text(hand.hand.hole[seat]) for seat in order}
    assert held == dict(zip(order, ("2c2d", "3c3d", "4c4d"), strict=True))
    assert not hand.hand.shown, "face down"


@pytest.mark.rule("igr:A.3(f)")
def test_of_two_players_the_one_left_of_the_button_is_dealt_first():
    hand = table(stacks=(5000, 5000), marker=1, deck="Ac Kc Ad Kd")
    assert text(hand.hand.hole[2]) == "AcAd"


@pytest.mark.rule("igr:A.3(g)")
def test_betting_opens_when_all_have_two_cards():
    hand = table()
    opened = hand.last(events.HoleDealt)
    assert opened is hand.events[-1]
    assert (opened.opener, hand.seat) == (3, 3)
    assert all(len(held) == 2 for _, held in opened.cards)


@pytest.mark.rule("igr:A.1.Round Of Play")
@pytest.mark.rule("igr:A.1.Burn")
@pytest.mark.rule("igr:A.3(l)")
@pytest.mark.rule("igr:A.3(m)")
@pytest.mark.rule("igr:A.3(n)")
def test_a_round_of_play_is_four_betting_rounds_with_a_burn_before_flop_turn_and_river():
    hand = table(deck=TOP, marker=3).play("seat 3 calls", "seat 1 calls", "seat 2 checks")
    for _ in range(3):
        assert not hand.hand.ended
        hand.play("seat 1 checks", "seat 2 checks", "seat 3 checks")
    streets = hand.all(events.BoardDealt)
    assert [text(street.cards) for street in streets] == ["AhKhQh", "Jh", "Th"]
    assert [street.burned for street in streets] == [1, 1, 1]
    burned = set(cards.parse("9s 9h 9d"))
    told = [event for event in hand.events if not isinstance(event, events.DeckShuffled)]
    assert not any(burned & set(getattr(event, "cards", ())) for event in told), "face down"
    assert hand.hand.ended == "played"
    assert hand.won == [{1: 100, 2: 100, 3: 100}], "it ends with the award of the pot"


@pytest.mark.rule("igr:A.1.Round Of Play")
@pytest.mark.rule("igr:A.3(l)")
@pytest.mark.rule("igr:A.3(m)")
@pytest.mark.rule("igr:A.3(n)")
def test_a_dealer_is_told_to_burn_and_turn_three_cards_then_one_and_one():
    hand = table(marker=3).refuses("flop", clause="igr:A.1.Round Of Play")
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 checks")
    for street, count in (("flop", 3), ("turn", 1), ("river", 1)):
        due = hand.options.deal
        assert (due.street, due.cards, due.burn) == (street, count, 1)
        hand.refuses("board 2s 3s", clause="igr:A.1.Round Of Play")
        hand.play("board", "seat 1 checks", "seat 2 checks", "seat 3 checks")
    hand.refuses("board", clause="igr:A.1.Round Of Play")


@pytest.mark.rule("igr:A.2(w)")
def test_nobody_bets_on_two_hands():
    seats = (Participant(1, 5000), Participant(2, 5000), Participant(1, 3000))
    with pytest.raises(Refused) as refused:
        begin(Setup(1, seats, (50, 100)), table().rules)
    assert refused.value.clause == "igr:A.2(w)"


@pytest.mark.rule("igr:A.2(c)")
def test_fifty_two_cards_without_jokers():
    hand = table(marker=3).play("seat 3 calls", "seat 1 calls", "seat 2 checks")
    assert len(hand.rules.cards) == 52
    hand.refuses("flop Jk Kd 2c", clause="igr:A.2(c)")
    hand.refuses("flop Ah Ah 2c", clause="igr:A.2(c)")


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        pytest.param({"family": "omaha"}, "igr:1.01(j)", marks=pytest.mark.rule("igr:1.01(j)")),
        pytest.param({"low": "split8"}, "igr:A.2(h)", marks=pytest.mark.rule("igr:A.2(h)")),
        pytest.param({"has_joker": True}, "igr:A.2(j)", marks=pytest.mark.rule("igr:A.2(j)")),
        pytest.param({"deck_size": 40}, "igr:A.2(c)", marks=pytest.mark.rule("igr:A.2(c)")),
    ],
)
def test_hi_lo_wild_cards_other_decks_and_other_games_are_refused(change, clause):
    with pytest.raises(Refused) as refused:
        Rules(rulebooks.get("igr"), replace(games.get("nlhe"), **change))
    assert refused.value.clause == clause


@pytest.mark.rule("igr:A.1.Cut")
def test_the_shuffled_deck_is_cut_about_in_the_middle():
    places = set()
    for number in range(500):
        chance = Chance(b"%d" % number)
        cut = shuffling.fresh_deck(games.get("nlhe"), chance)
        places.add(52 - cut.index(chance.order("cards", range(52))[0]))
    assert (min(places), max(places)) == (17, 35), "never nearer to an end than a third of the deck"


@pytest.mark.rule("igr:A.3(i)")
@pytest.mark.rule("igr:A.1.Dead Hand")
def test_a_card_that_falls_off_the_table_kills_the_hand():
    hand = table(marker=3).play("seat 3 raises to 300").report(what.OFF_THE_TABLE, seat=1)
    assert hand.last(events.HandKilled).clause == "igr:A.3(i)"
    assert hand.hand.in_hand() == [2, 3]
    assert hand.stacks[1] == 4950, "what is in the pot stays"
