"""Chips counted against the ledger, bagged overnight, pocketed or found: all accounted for."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.structure import presets
from tables.chips.queries import bags as bag_queries
from tables.chips.queries import counts
from tables.chips.services import bags
from tables.chips.services import counts as services
from tables.chips.services.counts import Counted
from tables.conduct.services import forfeits
from tables.console.queries import console, work_queue
from tables.models import Bag, Bagging, ChipCount, CountedStack, Table
from tables.play.queries import tablet_tasks
from tables.play.queries.pictures import Reading
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    entry_in,
    fold_out,
    fold_round,
    house_director,
    picture,
    refreshed,
    request,
    running,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_actor,
    tablet_browser,
    tap,
    user,
)
from tournament.models import Bust, ChipMove, Tournament
from tournament.permissions import Forbidden, Role
from tournament.records.queries import journal as journal_queries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]
CANBERRA = replace(presets.get("canberra-f"), starting_stack=1000, min_players=2)
CHARITY = replace(presets.get("charity"), starting_stack=1000)
LATER = NOW + 2 * MINUTE


def open_count(cup: Tournament, table: int | None = None, **kind) -> ChipCount:
    told: dict[str, Any] = {"because": "Player 1 asks", "actor": DIRECTOR, "now": LATER, **kind}
    return services.open_count(tournament_id=cup.pk, only_table=table, **told)


def enter(table: Table, counted: dict[int, int]) -> None:
    totals = {seat: Counted(total) for seat, total in counted.items()}
    services.enter(request(table, actor=tablet_actor(table), now=LATER), totals)


def stacks_at(table: Table) -> dict[int, int]:
    return {seat.seat: seat.stack for seat in tablet_tasks._seats(Reading(table))}


@pytest.mark.rule("canberra:4.9")
@pytest.mark.rule("charity:22.2")
@pytest.mark.parametrize("preset", [CANBERRA, CHARITY])
def test_a_count_of_all_chips_goes_from_the_console_over_the_tablets_to_its_result(preset):
    cup = running(6, preset=preset, seats=3)
    first, second = table_of(cup, 1), table_of(cup, 2)
    deal(first)
    with pytest.raises(Forbidden):
        open_count(cup, actor=somebody(cup, Role.FLOOR))
    count = open_count(cup)
    assert (picture(first).duty.due, picture(second).duty.due) == ("", "count")
    assert not picture(second).start.can
    fold_out(first)
    assert picture(first).duty.due == "count"
    with pytest.raises(Refused, match="Count the chips first"):
        deal(first, now=LATER)
    enter(first, stacks_at(first))
    assert deal(first, now=LATER).number == 2
    short = stacks_at(second) | {1: 950}
    enter(second, short)
    row = CountedStack.objects.get(counted=950)
    assert (row.recorded, row.difference, row.table_count.by) == (1000, -50, "tablet 2")
    with pytest.raises(Refused, match="Explain the difference"):
        services.close(count_id=count.pk, actor=DIRECTOR, now=LATER)
    floor = somebody(cup, Role.FLOOR)
    services.explain(
        stack_id=row.pk, why="race-off chip kept", corrects=True, actor=floor, now=LATER
    )
    services.close(count_id=count.pk, actor=DIRECTOR, now=LATER)
    assert entry_in(second, 1).stack == 950
    assert ChipMove.objects.get(reason="correction").note == "race-off chip kept"
    assert console.ledger(cup.pk).ok
    result = f"/t/{cup.code}/counts/{count.pk}/"
    assert "\u221250" in signed_in(house_director()).get(result).content.decode()
    told = journal_queries.row(cup.journal.get(name="count.opened")).sentence
    assert told == "opened a chip count at every table: Player 1 asks"


@pytest.mark.rule("canberra:4.9")
def test_a_third_count_of_all_chips_in_a_session_is_refused():
    cup = running(3, preset=CANBERRA)
    table = table_of(cup)
    for _ in range(2):
        count = open_count(cup)
        enter(table, stacks_at(table))
        services.close(count_id=count.pk, actor=DIRECTOR, now=LATER)
    with pytest.raises(Refused, match="counted 2 times") as refused:
        open_count(cup)
    assert refused.value.clause == "canberra:4.9"
    assert open_count(cup, 1).only_table == table
    services.call_off(count_id=ChipCount.objects.latest("id").pk, actor=DIRECTOR, now=LATER)
    other = running(3)
    for _ in range(3):
        services.call_off(count_id=open_count(other).pk, actor=DIRECTOR, now=LATER)
    assert counts.of_session(other).count() == 0


def test_a_tablet_enters_stacks_or_chips_and_bad_input_changes_nothing():
    cup = running(3, preset=CANBERRA)
    table = table_of(cup)
    client = tablet_browser(table)
    open_count(cup)
    sheet = client.get(f"/t/{cup.code}/tables/1/sheet/count/?by=chips").content.decode()
    assert 'name="chip_1_500"' in sheet
    before = stored()
    for wrong in ({"stack_1": 1000}, {"stack_1": 1, "stack_2": 1, "stack_9": 1}, {}):
        assert tap(client, table, "chip_count", **wrong).status_code == 409
    odd = {f"chip_{seat}_7": 1 for seat in (1, 2, 3)}
    assert "There is no 7 chip" in tap(client, table, "chip_count", **odd).content.decode()
    assert tap(client, table, "chip_count", stack_1="many").status_code == 422
    assert stored() == before
    chips = {f"chip_{seat}_500": 2 for seat in (1, 2, 3)}
    assert tap(client, table, "chip_count", **chips).status_code == 200
    assert list(CountedStack.objects.values_list("counted", "chips")) == [(1000, {"500": 2})] * 3
    assert tap(client, table, "chip_count", **chips).status_code == 200
    assert CountedStack.objects.count() == 3


@pytest.mark.rule("igr:5.09(b)")
def test_the_chip_audit_shows_the_difference_by_table_and_in_all():
    cup = running(4, preset=replace(presets.get("igr"), starting_stack=1000), seats=2)
    open_count(cup, 2)
    enter(table_of(cup, 2), {1: 1000, 2: 1100})
    found = counts.audit(cup)
    assert (found.issued, found.held, found.difference) == (4000, 4000, 0)
    assert [(row.number, row.held) for row in found.tables] == [(1, 2000), (2, 2000)]
    last = found.tables[1].counted
    assert last is not None
    assert last.difference == 100
    page = signed_in(house_director()).get(f"/t/{cup.code}/counts/").content.decode()
    assert "Chips issued and in play" in page
    assert "+100" in page


@pytest.mark.rule("adelaide:93b")
def test_pocketed_chips_leave_play_for_good():
    cup = running(3)
    table = table_of(cup)
    told: dict[str, Any] = {"seat": 1, "amount": 400, "why": "in his pocket"}
    with pytest.raises(Forbidden):
        forfeits.pocketed(request(table, actor=tablet_actor(table)), **told)
    deal(table)
    with pytest.raises(Refused, match="A hand is in play"):
        forfeits.pocketed(request(table), **told)
    fold_out(table)
    held = entry_in(table, 1).stack
    with pytest.raises(Refused) as refused:
        forfeits.pocketed(request(table), **{**told, "amount": 5000})
    assert refused.value.clause == "adelaide:93b"
    client = signed_in(house_director())
    assert tap(client, table, "pocketed", **told).status_code == 200
    assert entry_in(table, 1).stack == held - 400
    assert counts.audit(cup).issued == 2600
    assert console.ledger(cup.pk).ok
    assert "in his pocket" in ChipMove.objects.get(reason="pocketed").note
    forfeits.pocketed(request(table), seat=1, amount=held - 400, why="")
    assert Bust.standing.get().may_rebuy is False


@pytest.mark.rule("tda2024:R63")
@pytest.mark.rule("tda2024:R64")
def test_by_common_practice_chips_out_of_view_are_forfeited_and_found_ones_go_to_stock():
    cup = running(3, preset=CHARITY)
    table = table_of(cup)
    forfeits.pocketed(request(table), seat=2, amount=100, why="")
    assert ChipMove.objects.get(reason="pocketed").note == "chips out of view (TDA 2024 rule 63)"
    floor = signed_in(user("flo", cup, Role.FLOOR))
    sent = {"kind": "find_chips", "amount": 25, "where": "under table 1"}
    assert floor.post(f"/t/{cup.code}/checks/act/", sent).status_code == 302
    assert "under table 1" in floor.get(f"/t/{cup.code}/counts/").content.decode()
    assert console.ledger(cup.pk).ok
    for amount, where in ((5, " "), (2**31, "under table 1")):
        with pytest.raises(Refused, match="how many chips"):
            services.find_chips(
                tournament_id=cup.pk, amount=amount, where=where, actor=DIRECTOR, now=LATER
            )


# -- bags ------------------------------------------------------------------------------------------


def pile(stack: int) -> Counted:
    return Counted(stack, {25: stack // 25})


def seal(table: Table, seat: int, number: str, stack: int | None = None) -> Bag:
    entry = entry_in(table, seat)
    wanted = request(table, actor=tablet_actor(table), now=LATER)
    counted = pile(entry.stack if stack is None else stack)
    made = bags.seal(wanted, entry_id=entry.pk, number=number, counted=counted)
    assert made is not None
    return made


def ended_day(cup: Tournament) -> Bagging:
    told: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": LATER}
    return bags.end_session(because="Day 1 is over", **told)


def test_a_session_ends_between_hands_and_each_stack_goes_under_a_seal_of_its_own():
    cup = running(3)
    table = table_of(cup)
    deal(table, now=LATER)
    with pytest.raises(Refused, match="Hands in progress must end first: table 1"):
        ended_day(cup)
    fold_out(table)
    ended_day(cup)
    assert picture(table).duty.due == "bags"
    assert not picture(table).start.can
    assert work_queue.queue(cup)[0].text == "Day 1 is over"
    with pytest.raises(Refused, match="seal"):
        seal(table, 1, " ")
    made = seal(table, 1, "A-100")
    with pytest.raises(Refused, match="Seal A-100 has been used"):
        seal(table, 2, "A-100")
    wrong = seal(table, 2, "A-101", stack=25)
    with pytest.raises(Forbidden):
        bags.confirm(bag_id=made.pk, actor=tablet_actor(table), now=LATER)
    with pytest.raises(Refused, match="The ledger has"):
        bags.confirm(bag_id=wrong.pk, actor=somebody(cup, Role.FLOOR), now=LATER)
    seal(table, 2, "A-103")
    assert Bag.objects.get(seal="A-101").discarded_at == LATER


def test_bags_are_confirmed_by_another_opened_and_compared_before_the_next_session():
    cup = running(3)
    table = table_of(cup)
    fold_round(table)
    bagging = ended_day(cup)
    for seat in (1, 2, 3):
        seal(table, seat, f"A-10{seat}")
    floor = somebody(cup, Role.FLOOR)
    tomorrow = LATER + timedelta(hours=20)
    told: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": tomorrow}
    standing = bag_queries.of(bagging)
    for bag in standing:
        bags.confirm(bag_id=bag.pk, actor=floor, now=LATER)
    with pytest.raises(Refused, match="still closed"):
        bags.start_next(**told)
    sheets = signed_in(house_director()).get(f"/t/{cup.code}/bags/sheets/").content.decode()
    assert "A-103" in sheets
    assert "Confirmed: the floor" in sheets
    for bag in standing:
        found = pile(bag.counted - (25 if bag.seal == "A-102" else 0))
        bags.open_bag(bag_id=bag.pk, counted=found, is_seal_whole=True, actor=floor, now=tomorrow)
    with pytest.raises(Refused, match="Explain the difference first"):
        bags.start_next(**told)
    short = standing[1]
    again: dict[str, Any] = {"bag_id": short.pk, "counted": pile(short.counted - 25)}
    for is_whole in (False, True):
        bags.open_bag(**again, is_seal_whole=is_whole, actor=floor, now=tomorrow)
    assert not Bag.objects.get(pk=short.pk).is_seal_whole
    bags.explain(bag_id=short.pk, why="one chip less", corrects=True, actor=floor, now=tomorrow)
    bags.start_next(**told)
    assert console.ledger(cup.pk).ok
    assert entry_in(table, 2).stack == short.counted - 25
    assert deal(table, now=tomorrow).number == 2
    assert refreshed(cup).state == TournamentState.RUNNING


def test_nobody_confirms_his_own_bag_and_an_end_is_taken_back_while_none_is_sealed():
    cup = running(3)
    table = table_of(cup)
    told: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": LATER}
    bags.end_session(because="", **told)
    bags.take_back_end(**told)
    assert deal(table, now=LATER).number == 1
    fold_out(table)
    bags.end_session(because="", **told)
    director = signed_in(house_director())
    entry = entry_in(table, 1)
    sent = {"entry": entry.pk, "seal": "7", "chip_0_25": entry.stack // 25}
    assert tap(director, table, "seal_bag", **sent).status_code == 200
    bag = Bag.objects.get()
    own = {"kind": "confirm_bag", "bag": bag.pk}
    page = director.post(f"/t/{cup.code}/checks/act/", own).content.decode()
    assert "Somebody else confirms it" in page
    flo = signed_in(user("flo", cup, Role.FLOOR))
    assert flo.post(f"/t/{cup.code}/checks/act/", own).status_code == 302
    with pytest.raises(Refused, match="Bags are sealed"):
        bags.take_back_end(**told)
    opened = {"kind": "open_bag", "bag": bag.pk, "chip_0_25": 1, "whole": "yes"}
    assert flo.post(f"/t/{cup.code}/checks/act/", opened).status_code == 302
    assert Bag.objects.get().difference == 25 - entry.stack
    shown = flo.get(f"/t/{cup.code}/bags/").content.decode()
    assert "Reason for the difference" in shown
    assert "Count again" in shown
    check_counted_again(flo, cup, {**opened, "chip_0_25": entry.stack // 25})


def check_counted_again(flo: Client, cup: Tournament, again: dict[str, object]) -> None:
    """A count that differed is put right once, and what agrees is not counted anew."""
    said = flo.post(f"/t/{cup.code}/checks/act/", again, follow=True).content.decode()
    assert "Bag 7 is open: as it was sealed." in said
    before = stored()
    assert "is open already" in flo.post(f"/t/{cup.code}/checks/act/", again).content.decode()
    assert stored() == before
