"""Deals at the final table and what stacks are worth."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.prizes import deals, icm
from engine.prizes.deals import Method
from engine.refusal import Refused


def slow_worth(stacks, prizes):
    """The same by going through every order of finish."""
    values = dict.fromkeys(stacks, Fraction(0))
    for order in permutations(stacks):
        chance, left = Fraction(1), sum(stacks.values())
        for entry in order:
            chance *= Fraction(stacks[entry], left)
            left -= stacks[entry]
        for entry, prize in zip(order, prizes, strict=False):
            values[entry] += chance * prize
    return values


def test_two_players_share_first_and_second_by_their_chances():
    assert icm.worth({1: 300, 2: 100}, [1000, 600]) == {1: 900, 2: 700}


@pytest.mark.parametrize(
    ("stacks", "prizes", "published", "places"),
    [
        # Wikipedia, "Independent Chip Model": figures cut to whole units
        ((50, 30, 20), (70, 30), (45, 32, 22), 0),
        # Practical Web Tools, "ICM Calculator": 50,000, 30,000 and 20,000 chips for $1,000
        ((50_000, 30_000, 20_000), (500, 300, 200), (384, 328, 289), 0),
        # Pailiku, "ICM Result": four players at a final table, to the cent
        ((5000, 3000, 1500, 500), (500, 300, 200), (377.78, 312.89, 225.60, 83.73), 2),
    ],
)
def test_published_worked_examples_come_out_the_same(stacks, prizes, published, places):
    worth = icm.worth(dict(enumerate(stacks)), prizes)
    for entry, said in enumerate(published):
        assert abs(worth[entry] - Fraction(str(said))) < Fraction(1, 10**places)


@given(
    st.dictionaries(st.integers(1, 20), st.integers(1, 50), min_size=1, max_size=5),
    st.lists(st.integers(0, 1000), max_size=6),
)
def test_exact_values_agree_with_every_order_of_finish(stacks, prizes):
    assert icm.worth(stacks, prizes) == slow_worth(stacks, prizes)


@pytest.mark.parametrize(
    ("stacks", "prizes", "said"),
    [
        ({}, [1], "holds chips"),
        ({1: 0}, [1], "holds chips"),
        (dict.fromkeys(range(11), 5), [1], "up to 10"),
        ({1: 5}, [-1], "cannot be negative"),
    ],
)
def test_a_deal_that_cannot_be_worked_out_is_refused(stacks, prizes, said):
    with pytest.raises(Refused, match=said):
        icm.worth(stacks, prizes)


def test_a_deal_evenly_by_chips_and_by_chip_value():
    stacks, prizes = {1: 300, 2: 100}, [1000, 601]
    assert deals.propose(stacks, prizes, Method.EVEN) == {1: 801, 2: 800}
    assert deals.propose(stacks, prizes, Method.CHIPS) == {1: 900, 2: 701}
    assert deals.propose(stacks, prizes, Method.ICM) == {1: 900, 2: 701}


def test_by_chips_nobody_gets_less_than_the_least_prize_left():
    three = {1: 40_000, 2: 5000, 3: 5000}
    shares = deals.propose(three, [9000, 5400, 3600], Method.CHIPS)
    assert shares == {1: 9360, 2: 4320, 3: 4320}
    bubble = deals.propose(three, [9000, 1000], Method.CHIPS)
    assert bubble == {1: 8000, 2: 1000, 3: 1000}


def test_something_may_be_left_to_play_for():
    kept = deals.propose({1: 1, 2: 1}, [1000, 600], Method.EVEN, kept=200)
    assert kept == {1: 700, 2: 700}
    for wrong in (-1, 1601):
        with pytest.raises(Refused, match="at most what is left"):
            deals.propose({1: 1, 2: 1}, [1000, 600], Method.EVEN, kept=wrong)


def test_where_there_is_nothing_to_win_there_is_nothing_to_share():
    assert deals.propose({1: 1, 2: 1}, [], Method.ICM) == {1: 0, 2: 0}


@pytest.mark.rule("igr:A.1.Chop")
def test_igr_knows_no_prize_deals():
    with pytest.raises(Refused) as refused:
        deals.check_allowed("igr")
    assert refused.value.clause == "igr:A.1.Chop"


@pytest.mark.parametrize("book", ["charity", "fours"])
def test_where_players_win_no_money_there_are_no_deals(book):
    with pytest.raises(Refused):
        deals.check_allowed(book)


def test_where_the_book_is_silent_players_may_agree():
    deals.check_allowed("adelaide")
    deals.check_allowed("canberra")


@given(
    st.dictionaries(st.integers(1, 20), st.integers(1, 5000), min_size=1, max_size=6),
    st.lists(st.integers(0, 10**6), max_size=8),
    st.sampled_from(Method),
)
def test_a_deal_adds_up_to_the_prizes_that_are_left(stacks, prizes, method):
    shares = deals.propose(stacks, prizes, method)
    assert sum(shares.values()) == sum(prizes[: len(stacks)])
    assert min(shares.values()) >= 0
