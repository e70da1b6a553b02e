"""What a tablet is given to deal on without network, and what becomes of it when it is back."""

import json

import pytest
from django.test import Client

from engine import presets
from engine.refusal import Refused
from tables.models import HandRecord, Table
from tables.queries import ahead, hands
from tables.services import hand_for_hand, play
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    bust_all_but,
    deal,
    fold_out,
    fold_round,
    hand_at,
    request,
    running,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tournament.services import clock

pytestmark = pytest.mark.django_db
SOON = NOW + MINUTE


@pytest.fixture
def table() -> Table:
    return table_of(running(4))


def plan(table: Table, out: int = 0) -> list[dict[str, object]]:
    table.refresh_from_db()
    found = ahead.coming(table)["plans"].get(str(out), [])
    assert isinstance(found, list)
    return found


def without_stacks(figures: dict[str, object]) -> dict[str, object]:
    """All but what each player has left, which the tablet puts in by itself."""
    seats = [[seat, bet, paid, dead] for seat, _, bet, paid, dead, *_ in figures["seats"]]  # type: ignore[attr-defined]  # a list of lists
    return {**figures, "seats": seats, "marker": 0, "book": {}}


def test_the_hands_foreseen_are_the_hands_that_are_dealt(table: Table):
    deal(table)
    foreseen = plan(table)
    assert len(foreseen) == ahead.MOST_HANDS
    fold_out(table)
    for figures in foreseen[:3]:
        begun = deal(table)
        found = json.loads(json.dumps(ahead.hand(begun, hands.rules_of(table.tournament, begun))))
        assert without_stacks(found) == without_stacks(json.loads(json.dumps(figures)))
        fold_out(table)


def test_the_hand_after_one_player_went_out_is_foreseen_too():
    table = table_of(running(3))
    deal(table)
    foreseen = plan(table, out=2)
    assert [seat[0] for seat in foreseen[0]["seats"]] == [1, 3]  # type: ignore[attr-defined]  # a list of lists


def test_nothing_is_foreseen_in_hand_for_hand_or_before_the_first_hand():
    cup = running(6, seats=3)
    assert plan(table_of(cup)) == []
    deal(table_of(cup))
    hand_for_hand.begin(tournament_id=cup.pk, minutes=2, actor=DIRECTOR, now=SOON)
    assert plan(table_of(cup)) == []


def test_where_losing_hands_are_mucked_first_the_tablet_asks_for_it_alone_too():
    igr = table_of(running(4, preset=presets.get("igr")))
    assert ahead.blank(hands.rules_of_next(igr))["award"]["before"]["name"] == "mucked"


def test_only_the_tablet_of_the_table_and_the_floor_see_what_is_foreseen(table: Table):
    where = f"/t/{table.tournament.code}/tables/1/ahead/"
    assert Client().get(where).status_code == 403
    assert tablet_browser(table).get(where).json()["plans"] == {}


# -- heard of late ---------------------------------------------------------------------------------


@pytest.mark.rule("tda2024:R23")
def test_a_hand_dealt_without_network_before_the_level_changed_keeps_its_level(table: Table):
    fold_round(table)
    blinds = hand_at(table).blinds
    clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    tablet = tablet_browser(table)
    assert tap(tablet, table, "start_hand", level=0).status_code == 200
    assert hand_at(table).blinds == blinds
    levels = HandRecord.objects.filter(table=table).values_list("level", flat=True)
    assert len(set(levels)) == 1
    fold_out(table)
    tap(tablet, table, "start_hand", level=1)
    assert hand_at(table).blinds != blinds


def test_once_a_hand_was_dealt_at_the_new_level_none_is_dealt_at_the_old(table: Table):
    fold_round(table)
    clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=SOON)
    fold_round(table)
    before = stored()
    for row in (0, 7):
        with pytest.raises(Refused, match="The level is another one now"):
            play.start_hand(request(table), row=row)
    assert stored() == before


def test_a_hand_dealt_before_the_break_is_taken_in_the_break(table: Table):
    fold_round(table)
    late = NOW + 121 * MINUTE
    clock.advance_due(late)
    table = table_of(table.tournament)
    with pytest.raises(Refused, match="it is a break"):
        play.start_hand(request(table, now=late))
    play.start_hand(request(table, now=late), row=0)
    assert not hand_at(table).is_over


def test_a_bust_in_the_hand_known_leaves_the_plan_without_that_player():
    table = table_of(running(4))
    bust_all_but(table, 2)
    assert plan(table) == []
