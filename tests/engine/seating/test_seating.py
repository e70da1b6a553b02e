"""Seats: the draw, latecomers, balance, broken tables, the final."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.chance import Chance
from engine.refusal import Refused
from engine.seating import balancing, ballots, seating
from engine.seating.seating import Place, Table

TEN = tuple(range(1, 11))


def table(number, players, *, seats=TEN, big_blind=None, vacated=()):
    """A table with entries in its first seats; entry 304 sits at table 3, seat 4."""
    taken = players if isinstance(players, tuple) else tuple(seats[:players])
    named = {seat: number * 100 + seat for seat in taken}
    return Table(number, seats, named, big_blind, vacated)


def chance(what) -> Chance:
    """Another one for each name."""
    return Chance.of(str(what).encode(), "", "")


def draw(entries, tables, what, **arranged):
    return ballots.draw(ballots.of(entries, tables, **arranged), chance(what))


def late_seat(entry, tables, what, **arranged):
    ballot = ballots.of_latecomer(entry, tables, **arranged)
    return ballots.draw(ballot, chance(what)).places[entry]


def broken(tables, number, what, **arranged):
    ballot = ballots.of_broken_table(tables, number, **arranged)
    return ballots.broken(tables, number, ballots.draw(ballot, chance(what)))


def final_moves(tables, final, what, **arranged):
    ballot = ballots.of_final(tables, final, **arranged)
    return ballots.final(tables, ballots.draw(ballot, chance(what))).moves


def empty(*numbers, seats=TEN):
    return [Table(number, seats) for number in numbers]


def sizes(places):
    counted: dict[int, int] = {}
    for place in places:
        counted[place.table] = counted.get(place.table, 0) + 1
    return sorted(counted.values())


# The draw.


@pytest.mark.rule("canberra:8.4")
@pytest.mark.rule("igr:A.2(r)")
def test_seats_are_drawn_by_a_ballot_that_anyone_can_repeat():
    entries = list(range(1, 24))
    drawn = draw(entries, empty(1, 2, 3), "7 March")
    assert drawn == draw(entries[::-1], empty(1, 2, 3), "7 March")
    assert drawn != draw(entries, empty(1, 2, 3), "8 March")
    assert sizes(drawn.places.values()) == [7, 8, 8]
    with pytest.raises(Refused) as refused:
        seating.check_may_choose_seat("canberra", has_started=False)
    assert refused.value.clause == "canberra:8.4"
    with pytest.raises(Refused) as refused:
        seating.check_may_choose_seat("igr", has_started=False)
    assert refused.value.clause == "igr:A.2(r)"
    seating.check_may_choose_seat("igr", has_started=True)


@pytest.mark.rule("charity:4.3")
def test_the_charity_supervisor_may_also_seat_by_hand():
    seating.check_may_choose_seat("charity", has_started=False)
    seating.check_place(Place(1, 4), empty(1))
    assert len(draw([1, 2, 3], empty(1), 1).places) == 3


def test_a_locked_player_keeps_the_seat_in_the_draw():
    drawn = draw([1, 2, 3, 4], empty(1, 2), 3, locked={2: Place(2, 5)})
    assert drawn.places[2] == Place(2, 5)
    assert sizes(drawn.places.values()) == [2, 2]


def test_more_players_than_seats_are_refused():
    with pytest.raises(Refused, match="11 players, but only 10 seats"):
        draw(range(11), empty(1), 1)


@pytest.mark.rule("adelaide:62")
def test_two_named_players_are_kept_apart_by_draw_balance_and_late_seat():
    apart = frozenset({frozenset({1, 2}), frozenset({3, 4})})
    for seed in range(30):
        drawn = draw(range(1, 13), empty(1, 2, seats=TEN[:6]), seed, apart=apart)
        assert drawn.places[1].table != drawn.places[2].table
        assert drawn.places[3].table != drawn.places[4].table
        assert drawn.warnings == ()
    enemies = frozenset({frozenset({999, 101})})
    for seed in range(10):
        tables = [table(1, 3), table(2, 5)]
        assert late_seat(999, tables, seed, apart=enemies).table == 2
    plan = balancing.balance(
        [table(1, 6, big_blind=6), table(2, 4)], apart=frozenset({frozenset({101, 201})})
    )
    assert [move.entry for move in plan.moves] == [102]
    assert plan.warnings == ()


def test_many_pairs_are_kept_apart_though_few_arrangements_do():
    apart = frozenset(frozenset({1, other}) for other in (2, 3, 4, 5))
    for seed in range(30):
        drawn = draw(range(1, 9), empty(1, 2, seats=TEN[:4]), seed, apart=apart)
        assert drawn.warnings == ()
        assert {drawn.places[entry].table for entry in (2, 3, 4, 5)} == {3 - drawn.places[1].table}


@pytest.mark.rule("adelaide:62")
def test_where_a_pair_cannot_be_kept_apart_the_director_is_warned():
    pair = frozenset({frozenset({1, 2})})
    drawn = draw([1, 2, 3], empty(1), 1, apart=pair)
    assert "1 and 2 could not be kept apart" in drawn.warnings[0]
    crowd = frozenset(frozenset({100 + seat, 201}) for seat in range(1, 7))
    plan = balancing.balance([table(1, 6), table(2, 4)], apart=crowd)
    assert "kept apart" in plan.warnings[0]
    assert balancing.is_balanced([table(1, 5), table(2, 5)])
    plan = broken([table(1, 3), table(2, 2)], 2, 1, apart=frozenset({frozenset({101, 201})}))
    assert "101 and 201 could not be kept apart" in plan.warnings[0]
    tables = [table(1, 3)]
    assert late_seat(9, tables, 1, apart=frozenset({frozenset({9, 101})})).table == 1


@pytest.mark.rule("fours:seating-1")
def test_4s_seats_by_card_ace_at_the_button_then_in_card_order():
    eight = Table(1, TEN[:8])
    cards = {10: 4, 11: 1, 12: 8, 13: 2, 14: 3, 15: 5, 16: 7, 17: 6}
    places = seating.by_card(cards, eight, button=7, rulebook="fours").places
    by_seat = {place.seat: entry for entry, place in places.items()}
    assert by_seat[7] == 11
    assert [by_seat[seat] for seat in (8, 1, 2, 3)] == [13, 14, 10, 15]


@pytest.mark.parametrize(
    ("cards", "button", "said"),
    [
        ({1: 1, 2: 1}, 1, "one card"),
        ({1: 1, 2: 5}, 1, "one card"),
        ({1: 1, 2: 2}, 9, "not enough seats"),
        (dict.fromkeys(range(9)), 1, "one card"),
    ],
)
def test_a_wrong_card_draw_is_refused(cards, button, said):
    drawn = {entry: card or 99 for entry, card in cards.items()}
    with pytest.raises(Refused, match=said) as refused:
        seating.by_card(drawn, Table(1, TEN[:8]), button=button, rulebook="fours")
    assert refused.value.clause == "fours:seating-1"


def test_a_latecomer_draws_among_the_open_seats_of_the_emptiest_tables():
    tables = [table(1, 5), table(2, 3), table(3, 3)]
    seen = {late_seat(9, tables, seed) for seed in range(200)}
    assert seen == {Place(number, seat) for number in (2, 3) for seat in range(4, 11)}
    with pytest.raises(Refused, match="Every seat is taken"):
        late_seat(9, [table(1, 10)], 1)


# Balance.


@pytest.mark.rule("igr:A.2(p)")
def test_a_move_is_proposed_as_soon_as_two_tables_differ_by_more_than_one():
    assert balancing.balance([table(1, 6), table(2, 5)], rulebook="igr").moves == ()
    plan = balancing.balance([table(1, 7), table(2, 5)], rulebook="igr")
    assert len(plan.moves) == 1
    assert plan.moves[0].clause == "igr:A.2(p)-2"


@pytest.mark.rule("igr:A.2(p)-2")
@pytest.mark.rule("tda2024:R11-A")
def test_the_next_big_blind_moves_to_the_worst_seat():
    full = table(1, (1, 2, 3, 5, 6, 8), big_blind=3)
    short = table(2, (1, 4, 7, 9), big_blind=4)
    [move] = balancing.balance([full, short], rulebook="igr").moves
    assert move.origin == Place(1, 5)
    assert move.target == Place(2, 5)
    assert move.reason == "next big blind to the worst seat"


@pytest.mark.rule("tda2024:R11-A")
def test_nobody_is_moved_into_the_small_blind():
    """The big blind busted: that seat would be the next small blind."""
    short = table(2, (1, 2, 3, 5), seats=TEN[:6], big_blind=4)
    [move] = balancing.balance([table(1, 6, big_blind=6), short]).moves
    assert move.target == Place(2, 6)


@pytest.mark.rule("tda2024:R11-A")
def test_in_stud_a_player_moves_by_position_into_the_seat_that_opened_last():
    full = table(1, (1, 2, 4, 5, 6, 7), seats=TEN[:8])
    short = table(2, (1, 2, 4, 5), seats=TEN[:8], vacated=(8, 7, 6))
    [move] = balancing.balance([full, short], method=balancing.method_of({"stud"})).moves
    assert (move.origin, move.target) == (Place(1, 6), Place(2, 6))
    gap = table(2, (1, 2, 4, 5), seats=TEN[:8], vacated=(3,))
    [move] = balancing.balance([full, gap], method=balancing.method_of({"stud"})).moves
    assert (move.origin, move.target) == (Place(1, 4), Place(2, 3))
    fresh = table(2, (1, 2, 4, 5), seats=TEN[:8])
    [move] = balancing.balance([full, fresh], method=balancing.method_of({"stud"})).moves
    assert move.target == Place(2, 3)
    assert balancing.method_of({"holdem", "stud"}) is balancing.BY_BIG_BLIND


def test_a_locked_player_is_passed_over_and_another_table_gives():
    plan = balancing.balance([table(1, 6, big_blind=6), table(2, 4)], locked={101, 102})
    assert plan.moves[0].entry == 103
    all_locked = {100 + seat for seat in TEN}
    plan = balancing.balance([table(1, 6), table(2, 6), table(3, 4)], locked=all_locked)
    assert plan.moves[0].origin.table == 2


def test_what_keeps_tables_uneven_is_said():
    locked = {100 + seat for seat in TEN}
    plan = balancing.balance([table(1, 6), table(2, 4)], locked=locked)
    assert plan.moves == ()
    assert "keep the tables uneven" in plan.warnings[0]
    plan = balancing.balance([table(1, 6), table(2, 3, seats=TEN[:3])])
    assert "keep the tables uneven" in plan.warnings[0]
    assert balancing.balance([table(1, 3, seats=TEN[:3])]).moves == ()


@pytest.mark.rule("tda2024:R11-D")
def test_a_table_three_short_of_the_fullest_stops():
    tables = [table(1, 8), table(2, 6), table(3, 5)]
    assert balancing.too_short(tables) == (3,)
    assert balancing.too_short(tables, short_by=4) == ()
    assert balancing.too_short([]) == ()


@pytest.mark.rule("tda2024:R11-D")
def test_five_against_eight_stops_when_the_big_blind_would_fall_on_an_empty_seat():
    five = Table(2, TEN[:8], {1: 201, 2: 202, 3: 203, 6: 206, 7: 207})
    touched = {big: balancing.are_blinds_touched(replace(five, big_blind=big)) for big in TEN[:8]}
    assert [big for big, is_touched in touched.items() if is_touched] == [3, 4, 7]
    assert balancing.are_blinds_touched(five)  # no hand was dealt yet: it waits at once


@pytest.mark.rule("tda2024:R11-D")
def test_six_handed_events_and_turbos_are_left_to_the_director():
    assert balancing.is_at_discretion(seats_per_table=6, level_minutes=30)
    assert balancing.is_at_discretion(seats_per_table=9, level_minutes=10)
    assert not balancing.is_at_discretion(seats_per_table=9, level_minutes=20)


# Breaking and the final.


@pytest.mark.rule("tda2024:R10")
def test_a_broken_tables_players_are_redrawn_into_open_seats():
    tables = [table(1, 6), table(2, 5), table(3, 4)]
    moves = broken(tables, 3, 2).moves
    assert {move.entry for move in moves} == {301, 302, 303, 304}
    assert all(move.origin.table == 3 and move.target.table in (1, 2) for move in moves)
    assert len({move.target for move in moves}) == 4
    assert sum(move.target.table == 2 for move in moves) in (2, 3)


def test_breaking_keeps_pairs_apart_and_respects_locks():
    apart = frozenset({frozenset({301, 101})})
    for seed in range(20):
        moves = broken([table(1, 3), table(2, 3), table(3, 2)], 3, seed, apart=apart).moves
        assert {move.entry: move.target.table for move in moves}[301] == 2
    with pytest.raises(Refused, match="locked"):
        broken([table(1, 3), table(3, 2)], 3, 1, locked={301})
    with pytest.raises(Refused, match="no table 9"):
        broken([table(1, 3)], 9, 1)


def test_tables_break_in_the_declared_order_once_there_is_room():
    tables = [table(1, 7), table(2, 7), table(3, 7)]
    assert seating.table_to_break(tables) is None
    tables = [table(1, 7), table(2, 6), table(3, 7)]
    assert seating.table_to_break(tables, order=(9, 2, 1)) == 2
    assert seating.table_to_break(tables) == 3
    assert seating.table_to_break([table(1, 3)]) is None


@pytest.mark.rule("tda2024:RP-9")
@pytest.mark.parametrize(
    ("players", "seats", "is_due"),
    [(10, 9, False), (9, 9, True), (9, 8, True), (8, 7, False), (7, 6, True), (10, 10, True)],
)
def test_when_the_final_table_comes_together(players, seats, is_due):
    assert seating.is_final_table_due(players, seats_per_table=seats) is is_due
    assert seating.is_final_table_due(8, seats_per_table=9, final_seats=8)


def test_everybody_draws_a_new_seat_for_the_final():
    tables = [table(1, 5), table(2, 4)]
    moves = final_moves(tables, Table(1, TEN[:9]), 4)
    assert {move.target.seat for move in moves} == set(range(1, 10))
    assert {move.target.table for move in moves} == {1}
    assert len({move.entry for move in moves}) == 9


# By hand.


@pytest.mark.parametrize(
    ("place", "said"),
    [(Place(9, 1), "no table 9"), (Place(1, 1), "is taken"), (Place(1, 12), "not in use")],
)
def test_a_seat_that_cannot_be_had_is_refused(place, said):
    with pytest.raises(Refused, match=said):
        seating.check_place(place, [table(1, 3)])


@pytest.mark.rule("adelaide:59b")
def test_a_seat_is_for_a_registered_player_who_is_still_in():
    seating.check_holder(is_registered=True, is_out=False, rulebook="adelaide")
    for facts in (
        {"is_registered": False, "is_out": False},
        {"is_registered": True, "is_out": True},
    ):
        with pytest.raises(Refused) as refused:
            seating.check_holder(**facts, rulebook="adelaide")
        assert refused.value.clause == "adelaide:59b"


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param("charity", "charity:5.1", marks=pytest.mark.rule("charity:5.1")),
        pytest.param("igr", "igr:A.2(n)", marks=pytest.mark.rule("igr:A.2(n)")),
    ],
)
def test_an_eleventh_player_is_refused_however_large_the_table(book, clause):
    seating.check_table_size(10, seats=12, rulebook=book)
    with pytest.raises(Refused) as refused:
        seating.check_table_size(11, seats=12, rulebook=book)
    assert refused.value.clause == clause


@pytest.mark.rule("adelaide:63")
def test_an_adelaide_supervisor_may_add_one_player_to_settle_a_dispute_but_not_two():
    seating.check_table_size(10, seats=9, rulebook="adelaide", is_dispute_settled=True)
    for players, settled in ((10, False), (11, True)):
        with pytest.raises(Refused) as refused:
            seating.check_table_size(
                players, seats=9, rulebook="adelaide", is_dispute_settled=settled
            )
        assert refused.value.clause == "adelaide:63"


def test_other_books_seat_what_the_table_holds():
    with pytest.raises(Refused, match="at most 8"):
        seating.check_table_size(9, seats=8, rulebook="fours")


# Properties.


def any_hall() -> st.SearchStrategy[list[Table]]:
    """Up to six tables of ten seats with any number of players and any last big blind."""
    players = st.sets(st.sampled_from(TEN), max_size=10)
    one = st.tuples(players, st.one_of(st.none(), st.sampled_from(TEN)))
    return st.lists(one, min_size=1, max_size=6).map(
        lambda rows: [
            table(number, tuple(sorted(taken)), big_blind=blind)
            for number, (taken, blind) in enumerate(rows, start=1)
        ]
    )


def after(tables, moves):
    state = {t.number: dict(t.players) for t in tables}
    for move in moves:
        assert state[move.origin.table].pop(move.origin.seat) == move.entry
        assert move.target.seat not in state[move.target.table]
        state[move.target.table][move.target.seat] = move.entry
    return state


@given(any_hall(), st.sampled_from([balancing.BY_BIG_BLIND, balancing.BY_POSITION]))
def test_after_balancing_tables_differ_by_at_most_one_and_nobody_moves_twice(tables, method):
    plan = balancing.balance(tables, method=method)
    state = after(tables, plan.moves)
    counts = [len(players) for players in state.values()]
    assert max(counts) - min(counts) <= 1
    assert sum(counts) == sum(t.size for t in tables)
    movers = [move.entry for move in plan.moves]
    assert len(set(movers)) == len(movers)
    assert plan.warnings == ()


@given(any_hall(), st.sets(st.integers(101, 610)))
def test_balancing_never_moves_a_locked_player(tables, locked):
    plan = balancing.balance(tables, locked=locked)
    state = after(tables, plan.moves)
    assert not locked & {move.entry for move in plan.moves}
    counts = [len(players) for players in state.values()]
    assert plan.warnings or max(counts) - min(counts) <= 1


@given(st.integers(1, 60), st.integers(1, 6), st.integers(0, 10**9))
def test_a_ballot_gives_each_player_one_seat_at_balanced_tables(players, tables, seed):
    assume(players <= tables * 10)
    drawn = draw(range(players), empty(*range(1, tables + 1)), seed)
    places = list(drawn.places.values())
    assert set(drawn.places) == set(range(players))
    assert len(set(places)) == players
    counted = [sum(place.table == n for place in places) for n in range(1, tables + 1)]
    assert max(counted) - min(counted) <= 1


@given(any_hall(), st.integers(0, 10**9))
def test_breaking_a_table_uses_no_seat_twice(tables, seed):
    number = seating.table_to_break(tables) or 0
    assume(number)
    moves = broken(tables, number, seed).moves
    state = after(tables, moves)
    assert state[number] == {}


# Arranged halls: locked seats, seats out of use, pairs kept apart.


def arranged_hall() -> st.SearchStrategy[list[Table]]:
    """Up to five tables, each with its own usable seats and players in some of them."""

    @st.composite
    def one(draw, number):
        seats = tuple(sorted(draw(st.sets(st.sampled_from(TEN), min_size=4))))
        taken = tuple(sorted(draw(st.sets(st.sampled_from(seats), max_size=len(seats) - 1))))
        return table(number, taken, seats=seats, big_blind=draw(st.sampled_from(seats)))

    return st.integers(2, 5).flatmap(
        lambda count: st.tuples(*(one(number) for number in range(1, count + 1))).map(list)
    )


@given(arranged_hall(), st.sets(st.integers(101, 510)), st.data())
def test_no_plan_moves_a_locked_player_uses_a_seat_twice_or_one_out_of_use(tables, locked, data):
    entries = sorted(entry for t in tables for entry in t.players.values())
    assume(entries)
    pairs = st.tuples(st.sampled_from(entries), st.sampled_from(entries))
    drawn = data.draw(st.lists(pairs, max_size=4))
    apart = frozenset(frozenset(pair) for pair in drawn if len(set(pair)) == 2)
    plan = balancing.balance(tables, locked=locked, apart=apart)
    state = after(tables, plan.moves)
    movers = [move.entry for move in plan.moves]
    assert len(set(movers)) == len(movers)
    assert not locked & set(movers)
    for t in tables:
        assert set(state[t.number]) <= set(t.seats)
    sizes = [len(players) for players in state.values()]
    assert plan.warnings or max(sizes) - min(sizes) <= 1
    met = [move for move in plan.moves if _shares(state, move, apart)]
    assert not met or any("kept apart" in words for words in plan.warnings)


def _shares(state, move, apart):
    others = set(state[move.target.table].values()) - {move.entry}
    return any(frozenset((move.entry, other)) in apart for other in others)


@given(arranged_hall(), st.integers(0, 10**9), st.sets(st.integers(101, 510)))
def test_a_table_is_broken_only_where_everybody_may_move_and_fits(tables, seed, locked):
    number = seating.table_to_break(tables, locked=locked) or 0
    assume(number)
    moves = broken(tables, number, seed, locked=locked).moves
    state = after(tables, moves)
    assert state[number] == {}
    assert not locked & {move.entry for move in moves}
    assert all(set(state[t.number]) <= set(t.seats) for t in tables)


def test_the_final_leaves_a_locked_player_in_the_seat():
    tables = [table(1, 5), table(2, 4)]
    final = Table(1, TEN[:9])
    moves = final_moves(tables, final, 4, locked={103})
    assert next(move for move in moves if move.entry == 103).target == Place(1, 3)
    assert len({move.target for move in moves}) == 9
    with pytest.raises(Refused, match="locked seat is at another table"):
        final_moves(tables, final, 4, locked={203})
