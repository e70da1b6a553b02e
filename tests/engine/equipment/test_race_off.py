"""Race-offs by card: Canberra's, where one takes all, and the TDA's, where nobody is raced out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.equipment import race_off
from engine.equipment.law import Rounding
from engine.equipment.race_off import Holding
from engine.refusal import Refused

ACE, KING, FIVE, TWO = 12, 11, 3, 0
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def card(rank, suit=SPADES):
    return rank * 4 + suit


TABLE = [
    Holding(seat=1, stack=1075, small=7),
    Holding(seat=2, stack=550, small=2),
    Holding(seat=3, stack=25, small=1),
    Holding(seat=4, stack=400, small=4),
]
CARDS = {1: card(KING), 2: card(FIVE), 3: card(TWO)}


@pytest.mark.rule("canberra:4.8")
def test_first_everyone_swaps_what_makes_a_larger_chip():
    swaps = race_off.exchanges(TABLE, chip=25, larger=100)
    assert [(s.hands_in, s.gets, s.left) for s in swaps] == [
        *((4, 1, 3), (0, 0, 2), (0, 0, 1), (4, 1, 0))
    ]
    assert race_off.contenders(TABLE, chip=25, larger=100) == (1, 2, 3)


@pytest.mark.rule("canberra:4.8")
def test_one_card_each_and_the_highest_takes_all_the_leftover_chips():
    result = race_off.highest_takes_all(TABLE, CARDS, chip=25, larger=100)
    assert result.winners == (1,)
    assert result.stacks == {1: 1200, 2: 500, 3: 0, 4: 400}
    assert result.rounding == 50
    assert result.raced_out == (3,)
    race_off.check_total(TABLE, result)


@pytest.mark.parametrize(
    ("rounding", "stack", "bank"),
    [(Rounding.UP, 1200, 50), (Rounding.DOWN, 1100, -50), (Rounding.HALF, 1200, 50)],
)
def test_the_remainder_rounds_as_the_tournament_says(rounding, stack, bank):
    result = race_off.highest_takes_all(TABLE, CARDS, chip=25, larger=100, rounding=rounding)
    assert (result.stacks[1], result.rounding) == (stack, bank)


@pytest.mark.rule("canberra:4.8/suits")
def test_equal_ranks_are_broken_by_suit_and_the_ace_of_spades_is_highest():
    aces = {seat: card(ACE, suit) for seat, suit in enumerate((CLUBS, HEARTS, DIAMONDS))}
    assert race_off.winner(aces) == 1
    assert race_off.winner({**aces, 9: card(ACE, SPADES)}) == 9
    assert race_off.winner({1: card(KING, SPADES), 2: card(ACE, CLUBS)}) == 2
    assert max(race_off.DECK) == card(ACE, SPADES)


def test_without_odd_chips_nothing_is_dealt_and_nothing_changes():
    even = [Holding(1, 400, 4)]
    assert race_off.highest_takes_all(even, {}, chip=25, larger=100).stacks == {1: 400}
    assert race_off.one_chip_each(even, {}, chip=25, larger=100).stacks == {1: 400}


@pytest.mark.rule("tda2024:R24")
def test_by_the_tda_one_chip_at_most_goes_to_a_player_and_nobody_is_raced_out():
    result = race_off.one_chip_each(TABLE, CARDS, chip=25, larger=100)
    assert result.winners == (1, 2)
    assert result.stacks == {1: 1100, 2: 600, 3: 100, 4: 400}
    assert result.raced_out == ()
    race_off.check_total(TABLE, result)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ({1: card(ACE), 2: card(KING)}, "to nobody else"),
        ({**CARDS, 4: card(FIVE, CLUBS)}, "to nobody else"),
        ({1: card(ACE), 2: card(ACE), 3: card(TWO)}, "dealt twice"),
    ],
)
def test_cards_dealt_wrongly_are_refused(cards, said):
    for method in (race_off.highest_takes_all, race_off.one_chip_each):
        with pytest.raises(Refused, match=said):
            method(TABLE, cards, chip=25, larger=100)


def test_the_next_larger_chip_takes_its_place():
    assert race_off.larger_chip(25, (500, 100, 25)) == 100
    assert race_off.larger_chip(500, (500, 100, 25)) is None


def test_impossible_holdings_and_chips_are_refused():
    with pytest.raises(Refused, match="cannot hold"):
        race_off.highest_takes_all([Holding(1, 50, 3)], {1: 5}, chip=25, larger=100)
    with pytest.raises(Refused, match="evenly"):
        race_off.exchanges(TABLE, chip=40, larger=100)


def test_a_total_that_does_not_hold_is_refused():
    with pytest.raises(Refused, match="count again"):
        race_off.check_total(TABLE, race_off.Result({1: 5}, 0))


def test_small_chips_are_guessed_from_the_stack_where_nobody_counted():
    assert race_off.small_chips(1075, chip=25, larger=100) == 3


def any_table() -> st.SearchStrategy[list[Holding]]:
    """Up to ten stacks with some quarter chips in each."""
    one = st.tuples(st.integers(0, 20), st.integers(0, 30))
    return st.lists(one, min_size=1, max_size=10).map(
        lambda rows: [
            Holding(seat, small * 25 + hundreds * 100, small)
            for seat, (small, hundreds) in enumerate(rows, start=1)
        ]
    )


@given(
    any_table(),
    st.randoms(),
    st.sampled_from(Rounding),
    st.sampled_from([race_off.highest_takes_all, race_off.one_chip_each]),
)
def test_a_race_off_keeps_the_total_but_for_the_stated_rounding(table, rng, rounding, method):
    seats = race_off.contenders(table, chip=25, larger=100)
    cards = dict(zip(seats, rng.sample(race_off.DECK, len(seats)), strict=True))
    result = method(table, cards, chip=25, larger=100, rounding=rounding)
    race_off.check_total(table, result)
    assert all(stack % 100 == 0 and stack >= 0 for stack in result.stacks.values())
    if method is race_off.one_chip_each:
        before = {holding.seat: holding.stack for holding in table}
        assert all(result.stacks[seat] > 0 for seat, stack in before.items() if stack)
        assert all(result.stacks[seat] - stack < 100 for seat, stack in before.items())
