"""Charity's bonus and elimination rounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rulebooks
from engine.conduct import special_hands
from engine.conduct.special_hands import BonusPlan, check_bonus_plan, eliminate
from engine.refusal import Refused
from tests.refusals import clause_of

ACE, KING, TWO = 12, 11, 0
LAW = special_hands.known(rulebooks.get("charity").conduct.special_rounds)


def card(rank, suit=0):
    return rank * 4 + suit


@pytest.mark.rule("charity:15.1")
def test_number_and_amounts_of_bonus_rounds_are_fixed_at_the_start():
    plan = BonusPlan((500, 1000))
    check_bonus_plan(plan, LAW, has_started=False)
    assert special_hands.next_bonus(plan, LAW, called=0) == 500
    assert special_hands.next_bonus(plan, LAW, called=1) == 1000
    assert clause_of(special_hands.next_bonus, plan, LAW, called=2) == "charity:15.1"
    assert clause_of(check_bonus_plan, plan, LAW, has_started=True) == "charity:15.1"
    empty = BonusPlan((0,))
    assert clause_of(check_bonus_plan, empty, LAW, has_started=False) == "charity:15.1"


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(LAW.bonus, marks=pytest.mark.rule("charity:15.2"), id="charity:15.2"),
        pytest.param(LAW.elimination, marks=pytest.mark.rule("charity:16.1"), id="charity:16.1"),
    ],
)
def test_a_special_round_is_called_between_hands_and_announced_first(clause):
    check = special_hands.check_call
    check(clause, is_between_hands=True, is_announced=True)
    assert clause_of(check, clause, is_between_hands=False, is_announced=True) == clause
    assert clause_of(check, clause, is_between_hands=True, is_announced=False) == clause


@pytest.mark.parametrize("book", ["adelaide", "canberra", "igr", "fours", "tda2024"])
def test_a_book_without_bonus_and_elimination_rounds_refuses_them(book):
    with pytest.raises(Refused, match="knows no bonus and no elimination rounds"):
        special_hands.known(rulebooks.get(book).conduct.special_rounds)


@pytest.mark.rule("charity:16.3")
@pytest.mark.rule("charity:1.1(elimination-round)")
def test_the_smallest_stack_still_in_goes_and_is_shared_equally():
    stacks = {1: 0, 2: 300, 3: 900, 4: 800, 5: 1200}
    gone = eliminate(stacks, {}, LAW, button=3, unit=25)
    assert (gone.seat, gone.chips) == (2, 300)
    assert gone.shares == {3: 100, 4: 100, 5: 100}


@pytest.mark.rule("charity:16.5")
def test_what_cannot_be_shared_goes_whole_to_the_first_left_of_the_button():
    stacks = {2: 400, 3: 900, 4: 800, 5: 1200}
    gone = eliminate(stacks, {}, LAW, button=4, unit=25)
    assert gone.shares == {5: 150, 3: 125, 4: 125}
    gone = eliminate({**stacks, 2: 50}, {}, LAW, button=5, unit=25)
    assert gone.shares == {3: 50, 4: 0, 5: 0}


TIED = {1: 300, 2: 900, 4: 300, 6: 300}


@pytest.mark.rule("charity:16.4")
def test_a_card_draw_among_those_with_the_lowest_stack_decides():
    assert clause_of(eliminate, TIED, {}, LAW, button=3, unit=25) == "charity:16.4"
    cards = {1: [card(KING)], 4: [card(ACE)], 6: [card(TWO)]}
    assert eliminate(TIED, cards, LAW, button=3, unit=25).seat == 6
    for wrong in ({1: [card(KING)]}, {**cards, 2: [card(ACE, 1)]}):
        assert clause_of(eliminate, TIED, wrong, LAW, button=3, unit=25) == "charity:16.4"


@pytest.mark.rule("charity:16.4.1")
def test_the_tied_players_are_dealt_to_clockwise_from_behind_the_button():
    assert special_hands.must_draw(TIED, {}, button=3) == (4, 6, 1)
    assert special_hands.must_draw({1: 300, 2: 900}, {}, button=3) == ()


@pytest.mark.rule("charity:16.4.2")
def test_the_lowest_card_goes_ace_high_and_suits_break_nothing():
    cards = {1: [card(KING)], 4: [card(ACE)], 6: [card(KING, 3)]}
    assert special_hands.must_draw(TIED, cards, button=3) == (6, 1)
    decided = {1: [card(ACE)], 4: [card(KING)], 6: [card(TWO)]}
    assert special_hands.must_draw(TIED, decided, button=3) == ()
    assert eliminate(TIED, decided, LAW, button=3, unit=25).seat == 6


@pytest.mark.rule("charity:16.4.3")
def test_only_those_tied_for_the_lowest_card_draw_again():
    again = {1: [card(KING), card(ACE)], 4: [card(ACE)], 6: [card(KING, 3), card(TWO)]}
    assert special_hands.must_draw(TIED, again, button=3) == ()
    assert eliminate(TIED, again, LAW, button=3, unit=25).seat == 6
    harmless = {1: [card(KING)], 4: [card(KING, 1)], 6: [card(TWO)]}
    assert special_hands.must_draw(TIED, harmless, button=3) == ()


def test_the_last_player_at_a_table_is_not_eliminated():
    assert clause_of(eliminate, {1: 500, 2: 0}, {}, LAW, button=1, unit=25) == "charity:16.3"


@given(st.dictionaries(st.integers(1, 10), st.integers(1, 500), min_size=2), st.integers(1, 10))
def test_an_elimination_keeps_every_chip_at_the_table(stacks, button):
    tied = special_hands.lowest_stacks(stacks)
    cards = {seat: [card(rank)] for rank, seat in enumerate(tied)} if len(tied) > 1 else {}
    gone = eliminate(stacks, cards, LAW, button=button, unit=1)
    assert sum(gone.shares.values()) == gone.chips == stacks[gone.seat]
    assert set(gone.shares) == set(stacks) - {gone.seat}
