"""Who goes on from a session, by the book and by the plan."""

from typing import Any

import pytest

from engine import rulebooks
from engine.entries import advancing
from engine.entries.advancing import By, Finish, Rule
from engine.prizes import placings
from engine.prizes.law import Bust, Tie
from engine.prizes.placings import Survivor
from engine.refusal import Refused


def finish(tables: dict[int, list[Any]], *, book: str = "adelaide", decisions=None):
    """A session that ended so: at each table who is left with what, and who went out when."""

    def standing(players):
        busts = [one for one in players if isinstance(one, Bust)]
        left = [one for one in players if isinstance(one, Survivor)]
        return placings.standing(
            busts, left, order=rulebooks.get(book).prizes.order.value, decisions=decisions
        )

    everybody = [one for players in tables.values() for one in players]
    return Finish(
        overall=standing(everybody),
        tables={number: standing(players) for number, players in tables.items()},
        chips={one.entry: one.chips for one in everybody if isinstance(one, Survivor)},
    )


TWO_TABLES: dict[int, list[Any]] = {
    1: [Survivor(1, 500), Survivor(2, 900), Bust(3, 1, table=1)],
    2: [Survivor(4, 100), Survivor(5, 700), Bust(6, 2, table=2)],
}


@pytest.mark.rule("adelaide:97")
def test_each_table_has_its_winner_with_the_most_chips_there():
    assert advancing.winners(finish(TWO_TABLES)) == {2, 5}


@pytest.mark.parametrize(
    ("rule", "going"),
    [
        (Rule(By.TABLE, 1), {2, 5}),
        (Rule(By.TABLE, 3), {1, 2, 3, 4, 5, 6}),
        (Rule(By.COUNT, 3), {2, 5, 1}),
        (Rule(By.COUNT, 5), {2, 5, 1, 4, 6}),
        (Rule(By.CHIPS, 500), {1, 2, 5}),
    ],
)
@pytest.mark.rule("adelaide:99b")
def test_so_many_go_on_of_each_table_of_all_or_with_enough_chips(rule: Rule, going: set[int]):
    assert advancing.who(rule, finish(TWO_TABLES)) == going


@pytest.mark.rule("adelaide:98")
def test_a_tie_across_the_line_waits_for_cards_and_one_beside_it_does_not():
    tied: dict[int, list[Any]] = {1: [Survivor(1, 500), Survivor(2, 500), Survivor(3, 100)]}
    rule = Rule(By.TABLE, 1)
    (question,) = advancing.questions(rule, finish(tied), wants_winners=True)
    assert question.entries == {1, 2}
    assert question.clause == "adelaide:98"
    with pytest.raises(Refused, match="waits for cards"):
        advancing.who(rule, finish(tied))
    assert advancing.who(Rule(By.TABLE, 2), finish(tied)) == {1, 2}
    cut = {frozenset({1, 2}): [2, 1]}
    assert advancing.who(rule, finish(tied, decisions=cut)) == {2}


@pytest.mark.rule("charity:21.3")
def test_busts_of_one_hand_with_equal_stacks_at_the_line_draw_cards_under_charity():
    tied: dict[int, list[Any]] = {
        1: [Survivor(1, 900), Bust(2, 7, stack_before=300), Bust(3, 7, stack_before=300)]
    }
    (question,) = advancing.questions(
        Rule(By.COUNT, 2), finish(tied, book="charity"), wants_winners=False
    )
    assert (question.how, question.clause) == (Tie.DRAW, "charity:21.3")


def test_who_shares_the_last_place_that_advances_goes_on_where_the_book_leaves_it_joint():
    tied: dict[int, list[Any]] = {
        1: [Survivor(1, 900), Survivor(2, 400), Survivor(3, 400), Survivor(4, 100)]
    }
    rule = Rule(By.COUNT, 2)
    assert advancing.questions(rule, finish(tied, book="igr"), wants_winners=False) == ()
    assert advancing.who(rule, finish(tied, book="igr")) == {1, 2, 3}


def test_of_several_entries_the_best_stack_is_kept():
    assert advancing.best({7: 400, 9: 900, 12: 900}) == 9
    assert advancing.missing({1, 2, 3}, {3, 1, 8}) == {2}


@pytest.mark.rule("charity:10.1.1")
@pytest.mark.rule("charity:8.2")
@pytest.mark.rule("charity:10.1")
def test_every_player_of_a_charity_session_starts_with_the_same_stack():
    advancing.check_equal_stacks([500, 500, 500], rulebook="charity")
    advancing.check_equal_stacks([500, 900], rulebook="adelaide")
    with pytest.raises(Refused, match="same number") as refused:
        advancing.check_equal_stacks([500, 900], rulebook="charity")
    assert refused.value.clause == "charity:10.1.1"
    with pytest.raises(Refused, match="same stack"):
        advancing.check_stacks_begin(is_carried=True, rulebook="charity")


@pytest.mark.rule("charity:21.1")
def test_charity_fixes_how_many_advance_before_the_start_and_adelaide_may_change_it():
    rule = Rule(By.COUNT, 3)
    advancing.check_rule(rule, rulebook="adelaide", has_started=True)
    with pytest.raises(Refused, match="fixed before the start"):
        advancing.check_rule(rule, rulebook="charity", has_started=True)
    with pytest.raises(Refused, match="At least one"):
        advancing.check_rule(Rule(By.COUNT, 0), rulebook="adelaide", has_started=False)
