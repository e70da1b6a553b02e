"""Places by each book: busts of one hand, survivors by chips, clubs, prizes."""

from fractions import Fraction
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rulebooks
from engine.prizes import clubs, payouts, placings
from engine.prizes.law import Bust, Caps, Tie
from engine.prizes.placings import Placing, Survivor
from engine.refusal import Refused
from engine.seating import card_draws

ACE, KING, QUEEN, TWO = 12, 11, 10, 0


def card(rank, suit=0):
    return rank * 4 + suit


IGR_CAPS = cast("Caps", rulebooks.get("igr").prizes.prizes.value.caps)


def places(book, busts, survivors=(), **decisions):
    return placings.standing(
        busts, survivors, order=rulebooks.get(book).prizes.order.value, **decisions
    )


def order(standing):
    return [placing.entry for placing in standing.placings]


def numbers(standing):
    return [placing.place for placing in standing.placings]


# One hand, one table.


@pytest.mark.rule("charity:21.3")
def test_charity_places_the_larger_stack_higher_and_draws_for_equal_ones():
    busts = [Bust(1, 9, stack_before=500), Bust(2, 9, stack_before=900), Bust(3, 4)]
    assert order(places("charity", busts, [Survivor(4, 9000)])) == [4, 2, 1, 3]
    equal = [Bust(1, 9, stack_before=500, put_in=500), Bust(2, 9, stack_before=500, put_in=10)]
    asked = places("charity", equal)
    assert [(q.entries, q.how, q.clause) for q in asked.questions] == [
        (frozenset({1, 2}), Tie.DRAW, "charity:21.3")
    ]
    drawn = card_draws.decided({1: [card(TWO)], 2: [card(ACE)]}, clause="charity:21.3.2")
    settled = places("charity", equal, decisions={frozenset({1, 2}): drawn})
    assert (order(settled), numbers(settled)) == ([2, 1], [1, 2])
    assert placings.is_final(settled)


@pytest.mark.rule("charity:16.4.1")
def test_the_tied_players_get_a_card_each_clockwise_from_behind_the_button():
    assert card_draws.clockwise_after(4, {2, 3, 6, 9}) == (6, 9, 2, 3)
    assert card_draws.clockwise_after(4, {4, 5}) == (5, 4)


@pytest.mark.rule("charity:21.3.2")
def test_the_highest_card_takes_the_better_place_ace_high_suits_ignored():
    assert card_draws.ranked({1: [card(KING, 3)], 2: [card(ACE, 0)]}) == ((2,), (1,))
    assert card_draws.ranked({1: [card(KING, 3)], 2: [card(KING, 0)]}) == ((1, 2),)


@pytest.mark.rule("charity:21.3.3")
def test_equal_cards_draw_again_until_all_are_ordered():
    cards = {1: [card(KING)], 2: [card(ACE, 1)], 3: [card(KING, 2)]}
    with pytest.raises(Refused, match="1 and 3 draw again") as refused:
        card_draws.decided(cards, clause="charity:21.3.3")
    assert refused.value.clause == "charity:21.3.3"
    again = {1: [card(KING), card(TWO)], 2: [card(ACE, 1)], 3: [card(KING, 2), card(QUEEN)]}
    assert card_draws.decided(again, clause="charity:21.3.3") == (2, 3, 1)


def test_a_card_for_someone_who_is_not_tied_is_refused():
    with pytest.raises(Refused, match="still equal"):
        card_draws.ranked({1: [card(KING)], 2: [card(ACE), card(TWO)]})


@pytest.mark.rule("canberra:15.2")
def test_canberra_orders_by_chips_put_into_the_pot_and_asks_when_they_are_equal():
    busts = [Bust(1, 9, stack_before=900, put_in=300), Bust(2, 9, stack_before=500, put_in=500)]
    assert order(places("canberra", busts)) == [2, 1]
    equal = [Bust(1, 9, stack_before=900, put_in=300), Bust(2, 9, stack_before=500, put_in=300)]
    [question] = places("canberra", equal).questions
    assert (question.how, question.clause) == (Tie.RULING, "canberra:15.2")
    ruled = places("canberra", equal, decisions={frozenset({1, 2}): (1, 2)})
    assert order(ruled) == [1, 2]


@pytest.mark.rule("canberra:15.1")
def test_the_software_proposes_and_equal_survivors_wait_for_the_director():
    standing = places("canberra", [Bust(9, 1)], [Survivor(1, 500), Survivor(2, 500)])
    assert not placings.is_final(standing)
    assert standing.questions[0].clause == "canberra:15.1"
    ruled = places(
        "canberra",
        [Bust(9, 1)],
        [Survivor(1, 500), Survivor(2, 500)],
        decisions={frozenset({1, 2}): (2, 1)},
    )
    assert (order(ruled), placings.is_final(ruled)) == ([2, 1, 9], True)


def test_a_ruling_that_does_not_name_the_tied_players_is_refused():
    equal = [Bust(1, 9), Bust(2, 9)]
    with pytest.raises(Refused, match="each of the tied players once"):
        places("canberra", equal, decisions={frozenset({1, 2}): (1, 3)})


@pytest.mark.rule("adelaide:99c")
def test_adelaide_places_the_larger_all_in_higher():
    busts = [Bust(1, 9, put_in=300), Bust(2, 9, put_in=500)]
    assert order(places("adelaide", busts)) == [2, 1]


@pytest.mark.rule("adelaide:99c-2")
def test_equal_all_ins_at_one_table_go_by_who_was_all_in_first():
    busts = [Bust(1, 9, put_in=300, all_in_order=2), Bust(2, 9, put_in=300, all_in_order=1)]
    assert order(places("adelaide", busts)) == [2, 1]


@pytest.mark.rule("adelaide:99c-3")
def test_at_separate_tables_the_larger_all_in_places_higher_when_hands_end_together():
    together = [Bust(1, 9, table=1, put_in=300), Bust(2, 9, table=2, put_in=500)]
    assert order(places("adelaide", together)) == [2, 1]
    apart = [Bust(1, 10, table=1, put_in=300), Bust(2, 9, table=2, put_in=500)]
    assert order(places("adelaide", apart)) == [1, 2]


def test_moments_marked_simultaneous_are_one_and_take_their_whole_hands_along():
    busts = [Bust(1, 4, table=1), Bust(2, 4, table=1), Bust(3, 5, table=2), Bust(4, 6, table=3)]
    moments = [bust.moment for bust in placings.together(busts, [[1, 3]])]
    assert moments == [4, 4, 4, 6]
    assert {bust.moment for bust in placings.together(busts, [[1, 3], [3, 4]])} == {4}
    assert placings.together(busts, [[1, 99]]) == busts


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([1], "two or more"),
        ([1, 99], "two or more"),
        ([1, 2], "already"),
        ([1, 5], "one after the other"),
        ([1, 4], "between them"),
    ],
)
def test_hands_that_cannot_have_ended_together_are_not_marked(entries: list[int], why: str):
    busts = [
        *(Bust(1, 4, table=1), Bust(2, 4, table=1), Bust(3, 5, table=2)),
        *(Bust(4, 6, table=3), Bust(5, 7, table=1)),
    ]
    with pytest.raises(Refused, match=why):
        placings.check_simultaneous(busts, entries, clause="adelaide:99c-3")


@pytest.mark.rule("adelaide:99c-4")
def test_equal_all_ins_at_separate_tables_go_by_the_nearness_to_the_own_button():
    busts = [
        Bust(1, 9, table=1, put_in=300, seats_from_button=4),
        Bust(2, 9, table=2, put_in=300, seats_from_button=1),
    ]
    assert order(places("adelaide", busts)) == [2, 1]
    same = [
        Bust(1, 9, table=1, put_in=300, seats_from_button=1),
        Bust(2, 9, table=2, put_in=300, seats_from_button=1),
    ]
    [question] = places("adelaide", same).questions
    assert (question.how, question.clause) == (Tie.RULING, "adelaide:99c-4")


def test_equal_all_ins_at_one_and_another_table_together_need_a_ruling():
    busts = [
        *(Bust(1, 9, table=1, put_in=300, all_in_order=1), Bust(2, 9, table=1, put_in=300)),
        Bust(3, 9, table=2, put_in=300),
    ]
    assert places("adelaide", busts).questions[0].entries == {1, 2, 3}


@pytest.mark.rule("igr:A.2(jj)(i)")
def test_igr_places_in_reverse_order_of_elimination_and_the_larger_stack_higher():
    busts = [Bust(1, 3), Bust(2, 9, stack_before=700), Bust(3, 9, stack_before=900)]
    assert order(places("igr", busts, [Survivor(4, 9000)])) == [4, 3, 2, 1]


@pytest.mark.rule("igr:A.2(jj)(ii)")
def test_at_the_finishing_time_survivors_rank_by_chips_and_equal_counts_win_jointly():
    alive = [Survivor(1, 700), Survivor(2, 900), Survivor(3, 900)]
    standing = places("igr", [Bust(4, 9)], alive)
    assert (order(standing), numbers(standing)) == ([2, 3, 1, 4], [1, 1, 3, 4])
    assert [placing.is_joint for placing in standing.placings] == [True, True, False, False]
    assert standing.questions == ()


@pytest.mark.rule("tda2024:RP-8-A")
def test_where_the_book_is_silent_busts_at_separate_tables_share_the_place():
    busts = [
        Bust(1, 9, table=1, stack_before=100),
        Bust(2, 9, table=2, stack_before=900),
        Bust(3, 10),
    ]
    assert numbers(places("igr", busts)) == [1, 2, 2]


@pytest.mark.rule("fours:same-hand-1")
def test_4s_goes_by_the_stack_that_began_the_hand_in_turn_for_three():
    busts = [
        *(Bust(1, 9, stack_before=100), Bust(2, 9, stack_before=300)),
        *(Bust(3, 9, stack_before=200), Bust(4, 9, stack_before=200)),
    ]
    standing = places("fours", busts)
    assert order(standing) == [2, 3, 4, 1]
    assert [(q.entries, q.how) for q in standing.questions] == [(frozenset({3, 4}), Tie.DRAW)]


# Sessions.


@pytest.mark.rule("adelaide:98")
def test_equal_chips_at_session_end_are_settled_by_cutting_cards():
    alive = [Survivor(1, 500), Survivor(2, 500)]
    [question] = places("adelaide", [], alive).questions
    assert (question.how, question.clause) == (Tie.CUT, "adelaide:98")
    cut = {1: [card(KING, 3), card(TWO)], 2: [card(KING, 0), card(QUEEN)]}
    decided = {frozenset({1, 2}): card_draws.decided(cut, clause="adelaide:98")}
    assert order(places("adelaide", [], alive, decisions=decided)) == [2, 1]


@pytest.mark.rule("adelaide:99")
@pytest.mark.rule("adelaide:99a")
@pytest.mark.rule("adelaide:99b")
def test_place_getters_are_those_still_in_by_chips_then_the_last_one_out_first():
    busts = [Bust(8, 1), Bust(9, 2)]
    alive = [Survivor(1, 100), Survivor(2, 900)]
    assert order(places("adelaide", busts, alive)) == [2, 1, 9, 8]


@pytest.mark.rule("adelaide:104")
def test_when_a_winner_is_ineligible_the_places_below_move_up():
    standing = places("adelaide", [Bust(1, 1), Bust(2, 2), Bust(3, 3)])
    after = placings.without(standing, 2)
    assert [(p.entry, p.place) for p in after.placings] == [(3, 1), (1, 2)]


# Clubs.

MEDALS = "fours:medals-1"
CLUBS = {"Aces": (1, 2), "Kings": (3, 4), "Queens": (5, 6), "Jacks": (7, 8)}


def finish(*entries):
    """A standing in which these entries came first, second, and so on."""
    rows = tuple(Placing(entry, place) for place, entry in enumerate(entries, start=1))
    return placings.Standing(rows)


@pytest.mark.rule("fours:points-1")
def test_points_run_from_zero_for_the_first_out_to_nine_for_the_last_standing():
    out_order = [clubs.points_for(place) for place in range(8, 0, -1)]
    assert out_order == [0, 2, 3, 4, 5, 6, 7, 9]
    assert sum(out_order) == 36


@pytest.mark.rule("fours:medals-1")
def test_medals_go_to_the_three_best_clubs_of_two_players():
    results = clubs.results(CLUBS, finish(1, 3, 2, 5, 4, 7, 6, 8), clause=MEDALS)
    assert [(r.club, r.points, r.medal) for r in results] == [
        *(("Aces", 15, "gold"), ("Kings", 11, "silver")),
        *(("Queens", 7, "bronze"), ("Jacks", 3, "")),
    ]
    for wrong in ({"Aces": (1,)}, {"Aces": (1, 2)}, {**CLUBS, "Jacks": (7, 9)}):
        with pytest.raises(Refused) as refused:
            clubs.results(wrong, finish(*range(1, 9)), clause=MEDALS)
        assert refused.value.clause == MEDALS


@pytest.mark.rule("fours:team-tie-1")
def test_clubs_level_on_points_are_ordered_by_their_best_finisher():
    results = clubs.results(CLUBS, finish(1, 3, 5, 6, 4, 7, 8, 2), clause=MEDALS)
    level = [result for result in results if result.points == 11]
    assert [(r.club, r.best_place) for r in level] == [("Kings", 2), ("Queens", 3)]
    assert len({result.place for result in results}) == 4


def test_clubs_wait_for_a_place_that_is_not_decided():
    busts = [Bust(entry, entry // 2) for entry in range(1, 9)]
    with pytest.raises(Refused, match="wait for a decision"):
        clubs.results(CLUBS, places("fours", busts), clause=MEDALS)


# Prizes.


def test_percentages_add_up_to_the_pool_to_the_cent():
    assert payouts.by_percentage(10_001, (50, 30, 20)) == [5001, 3000, 2000]
    assert payouts.by_percentage(100_050, (50, 30, 20), unit=500) == [50_050, 30_000, 20_000]
    third = Fraction(100, 3)
    assert sum(payouts.by_percentage(10_000, (third, third, third))) == 10_000


@pytest.mark.parametrize(
    ("percentages", "said"),
    [
        ((), "above zero"),
        ((100, 0), "above zero"),
        ((50, 30), "add up to 80"),
        ((30, 70), "never gets less"),
    ],
)
def test_percentages_that_make_no_list_are_refused(percentages, said):
    with pytest.raises(Refused, match=said):
        payouts.by_percentage(1000, percentages)


@pytest.mark.rule("adelaide:102")
def test_a_list_that_leaves_money_over_or_exceeds_the_pool_is_refused():
    payouts.check_adds_up([600, 400], pool=1000, clause="adelaide:102")
    for pool in (999, 1001):
        with pytest.raises(Refused) as refused:
            payouts.check_adds_up([600, 400], pool=pool, clause="adelaide:102")
        assert refused.value.clause == "adelaide:102"


@pytest.mark.rule("igr:A.2(jj)(ii)-2")
def test_joint_places_share_the_prizes_of_the_places_they_fill():
    alive = [Survivor(1, 900), Survivor(2, 900), Survivor(3, 100)]
    won = payouts.awards([10_001, 6_000, 3_000], places("igr", [Bust(4, 1)], alive))
    assert won == {1: 8001, 2: 8000, 3: 3000}
    with pytest.raises(Refused, match="wait for a decision"):
        payouts.awards([1], places("adelaide", [], alive))


@pytest.mark.rule("igr:5.04(a)")
def test_all_prizes_together_stay_within_five_thousand_dollars():
    payouts.check_caps({1: 200_000, 2: 200_000, 3: 100_000}, IGR_CAPS)
    with pytest.raises(Refused) as refused:
        payouts.check_caps({1: 200_000, 2: 200_000, 3: 100_001}, IGR_CAPS)
    assert refused.value.clause == "igr:5.04(a)"


@pytest.mark.rule("igr:5.04(a)-2")
def test_no_player_wins_more_than_two_thousand_dollars():
    with pytest.raises(Refused) as refused:
        payouts.check_caps({1: 200_001}, IGR_CAPS)
    assert refused.value.clause == "igr:5.04(a)-2"


@pytest.mark.parametrize("players", [1, 5, 9, 20, 40, 80, 500])
def test_the_usual_lists_are_lists(players):
    shares = payouts.usual_list(players)
    assert sum(payouts.by_percentage(12_345, shares)) == 12_345


# Properties.


def any_busts() -> st.SearchStrategy[list[Bust]]:
    """Busts in a few moments at two tables, with many equal amounts among them."""
    facts = st.tuples(st.integers(1, 4), st.integers(1, 2), st.integers(1, 3), st.integers(1, 3))
    return st.lists(facts, max_size=9).map(
        lambda rows: [
            Bust(
                entry=10 + n,
                moment=moment,
                table=table,
                stack_before=stack,
                put_in=put_in,
                all_in_order=n,
                seats_from_button=n,
            )
            for n, (moment, table, stack, put_in) in enumerate(rows)
        ]
    )


def any_survivors() -> st.SearchStrategy[list[Survivor]]:
    """A few players still in, some with equal chips."""
    return st.lists(st.integers(1, 3), max_size=5).map(
        lambda chips: [Survivor(entry, count) for entry, count in enumerate(chips, start=1)]
    )


@given(st.sampled_from(sorted(rulebooks.BOOKS)), any_busts(), any_survivors(), st.randoms())
def test_places_are_a_permutation_once_every_question_is_answered(book, busts, alive, rng):
    asked = places(book, busts, alive)
    decisions = {q.entries: rng.sample(sorted(q.entries), len(q.entries)) for q in asked.questions}
    settled = places(book, busts, alive, decisions=decisions)
    entries = [placing.entry for placing in settled.placings]
    assert sorted(entries) == sorted([b.entry for b in busts] + [s.entry for s in alive])
    assert settled.questions == ()
    if rulebooks.get(book).prizes.order.value.tie is not Tie.JOINT:
        assert numbers(settled) == list(range(1, len(entries) + 1))
    for place in set(numbers(settled)):
        assert sum(number < place for number in numbers(settled)) == place - 1


@given(any_busts(), any_survivors(), st.lists(st.integers(0, 10**6), min_size=14, max_size=14))
def test_what_is_won_adds_up_to_the_prizes(busts, alive, prizes):
    standing = places("igr", busts, alive)
    won = payouts.awards(prizes, standing)
    assert sum(won.values()) == sum(prizes[: len(standing.placings)])


@given(st.integers(0, 10**8), st.sampled_from(range(1, 10)), st.sampled_from([1, 5, 100, 500]))
def test_every_percentage_list_adds_up(pool, paid, unit):
    prizes = payouts.by_percentage(pool, payouts.USUAL_LISTS[paid], unit=unit)
    assert sum(prizes) == pool
    assert min(prizes) >= 0


@pytest.mark.rule("adelaide:99a")
def test_those_still_in_rank_by_their_chips_and_only_equal_ones_cut_cards():
    left = [Survivor(1, 500), Survivor(2, 900), Survivor(3, 500)]
    told = placings.standing((), left, order=rulebooks.get("adelaide").prizes.order.value).placings
    found = {placing.entry: placing for placing in told}
    assert (found[2].place, found[2].clause) == (1, "adelaide:99a")
    assert {found[entry].clause for entry in (1, 3)} == {"adelaide:98"}
    (winner,) = placings.standing(
        (), left[:1], order=rulebooks.get("igr").prizes.order.value
    ).placings
    assert winner.clause == "igr:A.2(jj)(i)"
