"""Tables that record less: results only, or stacks now and then. All the rest works the same."""

from typing import Any
from uuid import uuid4

import pytest

from engine.hand.applying import replay
from engine.refusal import Refused
from tables.chips.queries import counts
from tables.console.queries import console
from tables.models import HandRecord, Table
from tables.play.queries import hands
from tables.play.queries.depth import Depth
from tables.play.services import depth, results, undoing
from tables.procedures.services import hand_for_hand
from tables.results.queries import standings
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    bust_all_but,
    deal,
    entry_in,
    fold_round,
    hand_at,
    house_director,
    picture,
    refreshed,
    request,
    running,
    signed_in,
    stacks,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tournament.models import Bust, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]
LATER = NOW + 2 * MINUTE


def recording(what: str, players: int = 4, **kind) -> tuple[Tournament, Table]:
    cup = running(players, **kind)
    depth.choose(tournament_id=cup.pk, depth=what, only_table=None, actor=DIRECTOR, now=NOW)
    return refreshed(cup), table_of(cup)


def check_replay(cup: Tournament) -> None:
    """Stored stacks are what the stories tell."""
    told = counts.stacks_by_story(cup)
    assert [told[entry.pk] for entry in cup.entries.all()] == stacks(cup)
    assert console.ledger(cup.pk).ok
    assert console.player_count(cup.pk).ok


def test_results_only_keeps_chips_busts_button_and_replay_right():
    cup, table = recording("results")
    client = tablet_browser(table)
    assert tap(client, table, "start_hand").status_code == 200
    first = hand_at(table)
    small, big = first.blind_seats
    assert picture(table).duty.due == "result"
    sheet = client.get(f"/t/{cup.code}/tables/1/sheet/result/").content.decode()
    assert f'name="put_{big}"' in sheet
    before = stored()
    wrong = tap(client, table, "result", **{f"put_{big}": 400, f"won_{small}": 5})
    assert "they must be the same" in wrong.content.decode()
    assert stored() == before
    pot = 1000 + 1000
    told: dict[str, Any] = {f"put_{small}": 1000, f"put_{big}": 1000, f"won_{big}": pot}
    assert tap(client, table, "result", **told).status_code == 200
    assert Bust.standing.get().entry.name == first_name(first, table, small)
    assert entry_in(table, big).stack == 2000
    record = HandRecord.objects.get()
    assert (record.pot, record.ended_at is not None) == (pot, True)
    assert replay(hands.story(record)) == hand_at(table)
    check_replay(cup)
    assert standings.picture(refreshed(cup), now=NOW).rows[0].stack == 2000
    undoing.undo(request(table))
    assert (hand_at(table).ended, Bust.standing.count()) == ("", 0)
    tap(client, table, "result", **told)
    assert deal(table).marker != first.marker
    check_replay(cup)


def test_a_result_that_comes_again_is_done_though_every_action_is_recorded_by_then():
    cup, table = recording("results")
    client = tablet_browser(table)
    tap(client, table, "start_hand")
    small, big = hand_at(table).blind_seats
    told: dict[str, Any] = {f"put_{small}": 400, f"put_{big}": 400, f"won_{big}": 800}
    same = {**told, "command_id": str(uuid4())}
    assert tap(client, table, "result", **same).status_code == 200
    depth.choose(
        depth="actions", only_table=None, tournament_id=cup.pk, actor=DIRECTOR, now=NOW + MINUTE
    )
    before = stored()
    assert tap(client, table, "result", **same).status_code == 200
    assert stored() == before


def first_name(hand, table: Table, seat: int) -> str:
    record = HandRecord.objects.get(table=table, number=hand.number)
    return str(next(player["name"] for player in record.players if player["seat"] == seat))


def test_depth_changes_between_hands_only_and_for_one_table_too():
    cup = running(6, seats=3)
    first, second = table_of(cup, 1), table_of(cup, 2)
    deal(first)
    told: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    with pytest.raises(Refused, match="A hand is in play at table 1"):
        depth.choose(depth="results", only_table=None, **told)
    depth.choose(depth="results", only_table=2, **told)
    deal(second)
    assert [picture(one).duty.due for one in (first, second)] == ["", "result"]
    with pytest.raises(Refused, match="records every action"):
        results.enter(request(first), put_in=(), won=())
    with pytest.raises(Refused, match="Choose what is recorded"):
        depth.choose(depth="nothing", only_table=None, **told)
    page = signed_in(house_director()).get(f"/t/{cup.code}/checks/").content.decode()
    assert "Results only: who put in and won what" in page


def test_counts_only_keeps_stacks_busts_and_places():
    cup, table = recording("counts", 3)
    client = tablet_browser(table)
    assert picture(table).duty.due == "stacks"
    refused = tap(client, table, "start_hand").content.decode()
    assert "This table records counts only: enter its stacks" in refused
    wrong = tap(client, table, "stacks", stack_1=900, stack_2=900, stack_3=1000)
    assert "these stacks add up to" in wrong.content.decode()
    left_out = tap(client, table, "stacks", stack_1=1000, stack_3=2000).content.decode()
    assert "Enter the stack of seat 2 too: 0 where no chips are left." in left_out
    assert tap(client, table, "stacks", stack_1=700, stack_2=1300, stack_3=1000).status_code == 200
    assert entry_in(table, 2).stack == 1300
    check_replay(cup)
    out = entry_in(table, 1)
    assert tap(client, table, "count_out", seat=1, taker=3).status_code == 200
    assert Bust.standing.get().entry == out
    assert entry_in(table, 3).stack == 1700
    check_replay(cup)
    assert tap(client, table, "stacks", stack_2=3000, stack_3=0).status_code == 200
    assert refreshed(cup).state == "finished"
    check_replay(cup)
    assert [row.place for row in standings.finished_rows(refreshed(cup))] == [1, 2, 3]


def test_who_is_counted_out_after_a_recorded_hand_does_not_sit_there_any_more():
    cup = running(3)
    table = table_of(cup)
    fold_round(table)
    told: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW + MINUTE}
    depth.choose(depth="counts", only_table=None, **told)
    client = tablet_browser(table)
    held = [entry_in(table, seat).stack for seat in (1, 2, 3)]
    stacks = {"stack_1": held[0] + held[1], "stack_2": 0, "stack_3": held[2]}
    assert tap(client, table, "stacks", **stacks).status_code == 200
    assert picture(table).table.seats[1].state == "empty"


def test_the_question_who_took_the_chips_goes_with_the_player_it_was_about():
    """Each has a name of its own in the page, or a push would leave the next one open."""
    _, table = recording("counts", players=3)
    answer = tap(tablet_browser(table), table, "count_out", seat=2, taker=1).content.decode()
    assert 'id="gone-1"' in answer
    assert 'id="gone-2"' not in answer


def test_hand_for_hand_and_counts_only_do_not_go_together():
    cup = running(6, seats=3)
    told: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW + MINUTE}
    depth.choose(depth="counts", only_table=2, **told)
    with pytest.raises(Refused, match="Table 2 records counts only"):
        hand_for_hand.begin(minutes=2, **told)
    depth.choose(depth="actions", only_table=None, **told)
    hand_for_hand.begin(minutes=2, **told)
    with pytest.raises(Refused, match="Hand-for-hand is on"):
        depth.choose(depth="counts", only_table=1, **told)


def test_every_depth_replays_to_the_same_stacks():
    cup = running(4)
    bust_all_but(table_of(cup), 1)
    check_replay(cup)
    assert Depth(cup.structure.get("recording_depth", "actions")) is Depth.ACTIONS
