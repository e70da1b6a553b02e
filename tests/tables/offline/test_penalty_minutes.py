"""Minutes of a penalty that run while the tablet has no network."""

from typing import Any

import pytest

from engine.refusal import Refused
from tables.conduct.services import penalties
from tables.models import Table
from tables.play.queries import hands
from tables.play.services import play
from tests.factories import (
    MINUTE,
    deal,
    fold_out,
    fold_round,
    hand_at,
    request,
    stored,
    tablet_browser,
    tap,
)
from tests.tables.offline.ahead_of_time import (
    NOBODY,
    SOON,
    THEN,
    as_told,
    dealt_now,
    foreseen,
    next_row,
    seated,
    told_to,
    without_stacks,
)
from tournament.clock.queries import clock as clock_queries

pytestmark = pytest.mark.django_db


@pytest.mark.rule("adelaide:106b")
def test_minutes_are_served_in_the_hands_foreseen_and_over_in_those_after_them(table: Table):
    """The tablet knows both ways on, and when the one becomes the other."""
    deal(table)
    penalties.give(request(table), seat=2, kind="time", amount=5, reason="Conduct")
    told = told_to(table)
    (stage,) = told["served"]
    assert (told["in_minutes"], stage["dead"]) == ([2], [])
    assert stage["since"] == clock_queries.milliseconds(SOON + 5 * MINUTE)
    during = foreseen(table, NOBODY)
    after = let_off(told, told["hands"][told["first"]["0"]][THEN]["0"])
    assert during is not None
    fold_out(table)
    assert without_stacks(dealt_now(table)) == without_stacks(during)
    fold_out(table)
    begun = deal(table, now=SOON + 5 * MINUTE)
    rules = hands.rules_of(table.tournament, begun)
    assert without_stacks(as_told(begun, rules)) == without_stacks(after)
    assert without_stacks(after) != without_stacks(during)


def let_off(told: dict[str, Any], place: int, row: int | None = None) -> dict[str, Any]:
    """A hand to come when the minutes are over."""
    (stage,) = told["served"]
    changed = stage["patterns"] if row is None else stage["rows"][str(row)]
    known = [{**told["same"], **one} for one in told["patterns"]]
    then = [{**one, **different} for one, different in zip(known, changed, strict=True)]
    return seated({**told, "patterns": then}, place, None)


def test_when_the_minutes_are_over_the_levels_after_this_one_are_foreseen_too(table: Table):
    deal(table)
    penalties.give(request(table), seat=2, kind="time", amount=5, reason="Conduct")
    told = told_to(table)
    after = let_off(told, told["first"]["0"], row=1)
    fold_out(table)
    table = next_row(table)
    begun = deal(table, now=SOON + 5 * MINUTE)
    rules = hands.rules_of(table.tournament, begun)
    assert without_stacks(as_told(begun, rules)) == without_stacks(after)


@pytest.mark.rule("adelaide:106b")
def test_a_hand_heard_of_late_has_those_dead_whose_minutes_ran_when_it_was_dealt(table: Table):
    fold_round(table)
    penalties.give(request(table), seat=2, kind="time", amount=5, reason="Conduct")
    late = SOON + 20 * MINUTE
    penalties.finish_due(now=late)
    dead = []
    for seats in ([2], [2], []):
        play.start_hand(request(table, now=late), row=0, in_minutes=seats)
        dead.append(2 not in hand_at(table).in_hand())
        fold_out(table)
    assert dead == [True, True, False]
    before = stored()
    with pytest.raises(Refused, match="has already served the penalty"):
        play.start_hand(request(table, now=late), in_minutes=[2])
    assert stored() == before


@pytest.mark.rule("adelaide:106b")
def test_no_tablet_lets_a_player_off_before_the_minutes_are_over(table: Table):
    fold_round(table)
    penalties.give(request(table), seat=2, kind="time", amount=5, reason="Conduct")
    before = stored()
    with pytest.raises(Refused, match="Seat 2 is still serving a penalty") as refused:
        play.start_hand(request(table, now=SOON + 4 * MINUTE), in_minutes=[])
    assert refused.value.clause == "adelaide:106b"
    assert stored() == before


def test_nobody_is_dealt_dead_for_minutes_that_were_never_given(table: Table):
    fold_round(table)
    play.start_hand(request(table), in_minutes=[2, 99])
    assert 2 in hand_at(table).in_hand()


def test_the_tablet_names_the_seats_that_serve_minutes_one_after_the_other(table: Table):
    fold_round(table)
    tablet = tablet_browser(table)
    assert tap(tablet, table, "start_hand", in_minutes="2;3").status_code == 422
    assert tap(tablet, table, "start_hand", in_minutes="2,3").status_code == 200
