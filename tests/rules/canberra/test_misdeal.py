"""Misdeals (rules 17.1 and 17.2, part 4 of the appendices)."""

import pytest

from engine.cards import cards
from engine.hand import events
from engine.hand.commands import Report
from engine.rules import irregularities as what
from engine.rules.book import Settings
from tests.scenario import Scenario

FOUR = (1000, 1000, 1000, 1000)
NO_BURN = Settings(burns=False)


def game(letter, **setup):
    """Four players, the initial deal done, nobody has acted."""
    blinds = {"a": (50,), "d": ()}.get(letter, (50, 100))
    ante = 5 if letter == "d" else 0
    return Scenario(f"canberra-{letter}", stacks=FOUR, blinds=blinds, ante=ante, **setup)


def is_misdeal(hand, clause):
    assert hand.hand.ended == "misdeal"
    assert hand.last(events.Misdealt).clause == clause
    assert set(hand.stacks.values()) == {1000}
    return True


@pytest.mark.rule("canberra:17.1(a)")
def test_a_card_exposed_in_the_cut_is_a_misdeal():
    assert is_misdeal(game("e").report(what.EXPOSED_IN_THE_CUT), "canberra:17.1(a)")


@pytest.mark.rule("canberra:17.1(b)")
def test_an_uncut_deck_is_cut_before_the_first_bet_and_a_misdeal_after_it():
    hand = game("e").report(what.NOT_SHUFFLED_OR_CUT)
    assert hand.hand.ended == ""
    assert hand.ruled.orders == ("cut the deck",)
    hand.play("seat 3 raises to 300").report(what.NOT_SHUFFLED_OR_CUT)
    assert is_misdeal(hand, "canberra:17.1(b)")


@pytest.mark.rule("canberra:17.1(c)")
@pytest.mark.parametrize("letter", list("cdefghi"))
def test_more_than_one_exposed_hole_card_is_a_misdeal(letter):
    hand = game(letter).report(what.EXPOSED_HOLE_CARD, seat=2, count=2)
    assert is_misdeal(hand, "canberra:17.1(c)")


@pytest.mark.rule("canberra:17.1(c)")
def test_a_second_exposed_card_is_a_misdeal_even_at_another_player():
    hand = game("e").report(what.EXPOSED_HOLE_CARD, seat=2)
    assert hand.hand.ended == ""
    hand.report(what.EXPOSED_HOLE_CARD, seat=4)
    assert is_misdeal(hand, "canberra:17.1(c)")


@pytest.mark.rule("canberra:17.1(c)")
def test_in_stud_one_exposed_card_stays_with_its_player():
    hand = game("d").report(what.EXPOSED_HOLE_CARD, seat=2)
    assert hand.hand.ended == ""
    assert "stays" in hand.ruled.remedy
    hand.report(what.EXPOSED_HOLE_CARD, seat=2)
    assert is_misdeal(hand, "canberra:17.1(c)")


@pytest.mark.rule("canberra:T.initial_deal")
@pytest.mark.parametrize("letter", list("abcdeh"))
def test_once_the_betting_has_begun_the_initial_deal_is_over(letter):
    begun = {"a": ("board 9c", "seat 2 calls"), "d": ("seat 1 opens", "seat 1 bets 5")}
    hand = game(letter).play(*begun.get(letter, ("seat 3 calls",)))
    exposed = Report(what.EXPOSED_HOLE_CARD, seat=2, count=2)
    hand.refuses(exposed, clause="canberra:T.initial_deal")


@pytest.mark.rule("canberra:17.1(d)")
def test_a_card_dealt_out_of_turn_and_looked_at_is_a_misdeal():
    hand = game("e").report(what.OUT_OF_ORDER, seat=3, detail="looked at")
    assert is_misdeal(hand, "canberra:17.1(d)")


@pytest.mark.rule("canberra:17.1(d)/repair")
def test_a_card_dealt_out_of_turn_that_nobody_saw_is_put_right():
    hand = game("e").report(what.OUT_OF_ORDER, seat=3)
    assert hand.hand.ended == ""
    assert hand.ruled.clause == "canberra:17.1(d)/repair"
    assert "put right" in hand.ruled.remedy
    assert hand.play("seat 3 calls").seat == 4


@pytest.mark.rule("canberra:17.1(d)")
@pytest.mark.rule("canberra:17.1(e)")
@pytest.mark.parametrize(
    ("found", "clause"),
    [(what.OUT_OF_ORDER, "canberra:17.1(d)"), (what.PLAYER_MISSED, "canberra:17.1(e)")],
)
def test_after_the_start_of_the_betting_the_deal_stands(found, clause):
    hand = game("e").play("seat 3 calls")
    hand.refuses(Report(found, detail="looked at"), clause=clause)


@pytest.mark.rule("canberra:17.1(e)")
def test_a_missed_player_is_a_misdeal_once_the_cards_were_seen():
    assert is_misdeal(game("e").report(what.PLAYER_MISSED, seat=3), "canberra:17.1(e)")


@pytest.mark.rule("canberra:17.1(e)/repair")
@pytest.mark.parametrize("found", [what.PLAYER_MISSED, what.WRONG_COUNT])
def test_unseen_hole_cards_are_put_right_where_possible(found):
    hand = game("e").report(found, seat=3, can_be_repaired=True)
    assert hand.hand.ended == ""
    assert hand.ruled.clause == "canberra:17.1(e)/repair"
    assert hand.ruled.remedy == "the deal is put right"


@pytest.mark.rule("canberra:17.1(f)")
def test_an_excess_card_that_cannot_be_put_right_is_a_misdeal():
    assert is_misdeal(game("e").report(what.WRONG_COUNT, seat=3), "canberra:17.1(f)")


@pytest.mark.rule("canberra:17.2")
@pytest.mark.rule("canberra:17.2/buck")
def test_after_a_misdeal_the_same_buck_and_the_blinds_are_not_collected_twice():
    hand = game("e").fold_round().then()
    before = {seat: stack + hand.hand.paid[seat] for seat, stack in hand.stacks.items()}
    hand.play("seat 4 raises to 300").report(what.NOT_SHUFFLED_OR_CUT)
    assert hand.stacks == before  # the raise has gone back
    assert hand.last(events.Misdealt).posts_stay
    again = hand.then(deck="As Ks Qs Js Ac Kc Qc Jc")
    assert (again.hand.marker, again.hand.blind_seats) == (2, (2, 3))
    assert again.stacks == {**before, 2: before[2] - 50, 3: before[3] - 100}
    assert again.hand.hole[2] == cards.parse("As Ac")
    assert again.fold_round().then().hand.marker == 3


@pytest.mark.rule("canberra:A.4.1")
def test_one_exposed_hole_card_is_a_misdeal_in_manila():
    assert is_misdeal(game("a").report(what.EXPOSED_HOLE_CARD, seat=2), "canberra:A.4.1")


@pytest.mark.rule("canberra:B.4.1")
def test_in_draw_one_exposed_card_is_no_misdeal_and_two_are():
    hand = game("b").report(what.EXPOSED_HOLE_CARD, seat=2)
    assert hand.hand.ended == ""
    assert hand.ruled.clause == "canberra:B.4.1"
    hand.report(what.EXPOSED_HOLE_CARD, seat=4)
    assert is_misdeal(hand, "canberra:B.4.1")
    at_once = game("b").report(what.EXPOSED_HOLE_CARD, seat=2, count=2)
    assert is_misdeal(at_once, "canberra:B.4.1")


@pytest.mark.rule("canberra:B.4.2")
def test_a_card_exposed_in_the_draw_is_kept():
    hand = game("b").check_down().play("seat 1 draws 2")
    hand.report(what.EXPOSED_IN_THE_DRAW, seat=1)
    assert hand.hand.ended == ""
    assert hand.ruled.clause == "canberra:B.4.2"
    assert hand.options.phase == "draw"


WITH_BURNING = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.4.3")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.4.3")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.4.3")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.4.3")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.4.3")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.4.3")),
]


@pytest.mark.parametrize("letter", WITH_BURNING)
def test_an_exposed_card_is_replaced_by_the_first_burn_card_and_the_flop_comes_unburned(letter):
    hole = cards.text(range(16 if letter == "c" else 8))
    hand = game(letter, deck=f"{hole} Ts As Ks Qs 9d Js 9h 8s")
    exposed = hand.hand.hole[2][0]
    hand.report(what.EXPOSED_HOLE_CARD, seat=2, cards_shown=cards.text([exposed]))
    assert hand.ruled.clause == f"canberra:{letter.upper()}.4.3"
    assert exposed not in hand.hand.hole[2]
    assert cards.parse("Ts")[0] in hand.hand.hole[2]
    hand.check_down()
    assert [event.burned for event in hand.all(events.BoardDealt)] == [0, 1, 1]
    assert hand.hand.board == cards.parse("As Ks Qs Js 8s")


WITHOUT_BURNING = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.4.4")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.4.4")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.4.4")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.4.4")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.4.4")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.4.4")),
]


@pytest.mark.parametrize("letter", WITHOUT_BURNING)
def test_without_burning_one_exposed_hole_card_is_a_misdeal(letter):
    hand = game(letter, settings=NO_BURN).report(what.EXPOSED_HOLE_CARD, seat=2)
    assert is_misdeal(hand, f"canberra:{letter.upper()}.4.4")
