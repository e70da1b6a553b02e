"""Top-ups and add-ons are sold, free chips given, and a table can ask the desk for a rebuy."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest

from engine.refusal import Refused
from engine.rulebooks.presets import adelaide
from engine.schedule.schedule import Level, Schedule, Staying
from engine.structure import presets
from tables.chips.queries import purchases as queries
from tables.chips.services import purchases as services
from tables.chips.services import rebuys
from tables.console.queries import console
from tables.models import ChipRequest, Seating
from tests import factories
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    bust_all_but,
    deal,
    entry_in,
    house_director,
    refreshed,
    registering,
    request,
    running,
    seats_at,
    set_stacks,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import one_line
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.models import ChipMove, Entry, Tournament
from tournament.permissions import Forbidden, Role
from tournament.records.queries import journal as journal_queries
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.services import schedules

pytestmark = pytest.mark.django_db
CANBERRA = replace(presets.get("canberra-e"), min_players=2)
ADELAIDE = replace(
    presets.get("adelaide-no-limit"),
    add_ons=adelaide.add_ons(chips=2000, price=2000, from_minute=30, until_minute=60),
)
CHARITY = presets.get("charity")
SOON = NOW + MINUTE


def at(cup: Tournament, minute: int) -> datetime:
    """Let the clock run to this minute of play."""
    moment = NOW + minute * MINUTE
    clock.advance_due(moment)
    return moment


def sell(cup: Tournament, entry: Entry, kind: str, now: datetime, **more) -> Entry:
    sold = factories.sell(entry, kind, now=now, **more)
    entry.refresh_from_db()
    return sold.entry


def give(cup: Tournament, amount: int, **more) -> int:
    return services.give(tournament_id=cup.pk, amount=amount, actor=DIRECTOR, now=SOON, **more)


def first(cup: Tournament) -> Entry:
    return entry_in(table_of(cup), 1)


@pytest.mark.rule("canberra:E.3.3/topup")
def test_the_top_up_opens_when_rebuys_end_once_for_everybody_whatever_the_stack():
    cup = running(3, preset=CANBERRA)
    buyer = first(cup)
    now = at(cup, 89)
    before = stored()
    with pytest.raises(Refused, match="opens at minute 90") as refusal:
        sell(cup, buyer, "top_up", now)
    assert refusal.value.clause == "canberra:E.3.3/topup"
    assert stored() == before
    now = at(cup, 90)
    sell(cup, buyer, "top_up", now)
    assert buyer.stack == 2000
    with pytest.raises(Refused, match="one top-up for each"):
        sell(cup, buyer, "top_up", now)
    with pytest.raises(Refused, match="closed"):
        sell(cup, entry_in(table_of(cup), 2), "top_up", at(cup, 105))
    assert console.ledger(cup.pk).ok


# -- the windows and the schedule ------------------------------------------------------------------


def change_schedule(cup: Tournament, schedule: Schedule, now: datetime = SOON) -> None:
    seen = schedule_queries.stamp(clock_queries.schedule_of(refreshed(cup)))
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": now}
    schedules.change(schedule=schedule, seen=seen, reason="a slow evening", **by)


def flagged(schedule: Schedule, *levels: int, **marks: Any) -> Schedule:
    """The schedule with these levels marked so, and no other."""
    rows = [
        replace(row, ends_rebuys=False, top_up=False) if isinstance(row, Level) else row
        for row in schedule.rows
    ]
    for index in levels:
        row = rows[index]
        assert isinstance(row, Level)
        rows[index] = replace(row, **marks)
    return replace(schedule, rows=tuple(rows))


def told(cup: Tournament, name: str) -> list[tuple[str, datetime]]:
    lines = cup.journal.filter(name=name).order_by("sequence")
    return [(line.data["what"], line.at) for line in lines]


@pytest.mark.rule("adelaide:1.Re-buy")
def test_rebuys_end_with_the_level_the_schedule_says_and_the_journal_tells_it_then():
    cup = running(3, preset=WITH_REBUYS)
    change_schedule(cup, flagged(WITH_REBUYS.schedule, 1, ends_rebuys=True))
    set_stacks(table_of(cup), {1: 200, 2: 1800})
    buyer = first(cup)
    sell(cup, buyer, "rebuy", NOW + 39 * MINUTE)
    assert "Rebuys until" in clock_queries.rebuys_text(refreshed(cup), NOW + 39 * MINUTE)
    with pytest.raises(Refused, match="closed after 40 minutes"):
        sell(cup, buyer, "rebuy", NOW + 40 * MINUTE)
    clock.advance_due(NOW + 41 * MINUTE)
    assert told(cup, "clock.window_closed") == [("Rebuys", NOW + 40 * MINUTE)]
    assert clock_queries.rebuys_text(refreshed(cup), NOW + 41 * MINUTE) == "Rebuys closed"


def test_an_hour_of_rebuys_and_the_add_ons_after_it_close_by_themselves_with_a_line_each():
    cup = running(3, preset=WITH_REBUYS)
    version = cup.clock.version
    clock.advance_due(NOW + 60 * MINUTE)
    assert refreshed(cup).clock.version > version
    assert told(cup, "clock.window_closed") == [("Rebuys", NOW + 60 * MINUTE)]
    assert told(cup, "clock.window_opened") == [("Add-ons", NOW + 60 * MINUTE)]
    clock.advance_due(NOW + 300 * MINUTE)
    assert told(cup, "clock.window_closed")[1:] == [("Add-ons", NOW + 130 * MINUTE)]
    clock.advance_due(NOW + 300 * MINUTE)
    assert len(told(cup, "clock.window_closed")) == 2
    sentences = [journal_queries.row(line).sentence for line in cup.journal.all()]
    assert any("Rebuys: no longer on sale" in sentence for sentence in sentences)


@pytest.mark.rule("igr:A.2(i)-3")
def test_the_hour_of_re_buys_ends_in_real_time_while_the_clock_stands_and_is_told():
    cup = running(3, preset=presets.get("igr"))
    clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=NOW + 50 * MINUTE)
    assert clock.due_within(now=NOW + 59 * MINUTE, seconds=90) == [NOW + 60 * MINUTE]
    clock.advance_due(NOW + 75 * MINUTE)
    assert told(cup, "clock.window_closed") == [("Rebuys", NOW + 60 * MINUTE)]


@pytest.mark.parametrize(
    ("preset", "level", "marks", "clause"),
    [
        ("canberra-e", 1, {"ends_rebuys": True}, "canberra:E.3.3"),
        ("canberra-e", 3, {"top_up": True}, "canberra:E.3.3/topup"),
        ("canberra-a", 1, {"ends_rebuys": True}, "canberra:A.3.3"),
        ("igr", 2, {"ends_rebuys": True}, "igr:A.2(i)-3"),
        ("fours", 2, {"top_up": True}, "fours:buyin-3"),
    ],
)
def test_a_level_cannot_end_or_open_what_the_book_times_otherwise(preset, level, marks, clause):
    cup = registering(preset=presets.get(preset))
    before = stored()
    with pytest.raises(Refused) as refusal:
        change_schedule(cup, flagged(presets.get(preset).schedule, level, **marks))
    assert refusal.value.clause == clause
    assert stored() == before


def test_a_last_level_that_stays_must_come_after_the_end_of_the_rebuys():
    cup = registering(preset=WITH_REBUYS)
    short = Schedule((Level(20, (25, 50)), Level(20, (50, 100))), Staying())
    with pytest.raises(Refused, match="end at minute 60, but the levels at minute 40"):
        change_schedule(cup, short)


def test_a_schedule_changed_in_play_moves_the_end_of_the_rebuys_at_once():
    cup = running(3, preset=WITH_REBUYS)
    now = at(cup, 45)
    change_schedule(cup, flagged(WITH_REBUYS.schedule, 4, ends_rebuys=True), now)
    at(cup, 99)
    assert told(cup, "clock.window_closed") == []
    at(cup, 100)
    assert told(cup, "clock.window_closed") == [("Rebuys", NOW + 100 * MINUTE)]


@pytest.mark.rule("adelaide:1.Add-On")
@pytest.mark.rule("adelaide:94")
def test_an_add_on_is_sold_in_its_window_whatever_the_stack_and_nothing_else_adds_chips():
    cup = running(3, preset=ADELAIDE)
    buyer = first(cup)
    with pytest.raises(Refused, match="not sold now"):
        sell(cup, buyer, "add_on", at(cup, 29))
    now = at(cup, 30)
    held = buyer.stack
    sell(cup, buyer, "add_on", now)
    assert buyer.stack == held + 2000
    with pytest.raises(Refused, match="No more than 1 add-on"):
        sell(cup, buyer, "add_on", now)
    with pytest.raises(Refused) as refusal:
        give(cup, 500)
    assert refusal.value.clause == "adelaide:94"
    assert console.ledger(cup.pk).ok


@pytest.mark.rule("adelaide:33")
def test_nothing_is_bought_in_the_middle_of_a_hand():
    cup = running(3, preset=ADELAIDE)
    buyer = first(cup)
    now = at(cup, 30)
    deal(table_of(cup), now=now)
    before = stored()
    with pytest.raises(Refused, match="between hands") as refusal:
        sell(cup, buyer, "add_on", now)
    assert refusal.value.clause == "adelaide:33"
    assert stored() == before


@pytest.mark.rule("fours:buyin-3")
def test_4s_sells_nothing_at_all():
    cup = running(8, preset=presets.get("fours"), seats=8)
    for kind in ("rebuy", "top_up", "add_on"):
        with pytest.raises(Refused) as refusal:
            sell(cup, first(cup), kind, SOON)
        assert refusal.value.clause == "fours:buyin-3"
    with pytest.raises(Refused) as refusal:
        give(cup, 100)
    assert refusal.value.clause == "fours:buyin-3"


@pytest.mark.rule("canberra:4.1/rebuys")
@pytest.mark.parametrize("appendix", "afhi")
def test_a_game_without_rebuys_has_no_button_for_them(appendix: str):
    preset = replace(presets.get(f"canberra-{appendix}"), min_players=2)
    cup = running(4, preset=preset, seats=4)
    desk = queries.desk(cup, now=SOON)
    assert [player.offers for player in desk.players] == [[]] * 4
    assert not desk.windows[0].is_offered


@pytest.mark.rule("charity:1.1(add-on)")
@pytest.mark.rule("charity:1.1(table-stake)")
def test_chips_are_given_between_hands_to_those_still_in():
    cup = running(4, preset=replace(CHARITY, starting_stack=1000), seats=4)
    table = table_of(cup)
    deal(table)
    before = stored()
    with pytest.raises(Refused, match="between hands only") as refusal:
        give(cup, 500)
    assert refusal.value.clause == "charity:1.1(add-on)"
    assert stored() == before


@pytest.mark.rule("charity:1.1(add-on)")
def test_the_chips_in_play_rise_by_the_amount_for_each():
    cup = running(5, preset=replace(CHARITY, starting_stack=1000), seats=3)
    shorter = min((table_of(cup, number) for number in (1, 2)), key=lambda one: len(seats_at(one)))
    assert give(cup, 500, only_table=shorter.number) == 2
    assert sorted(cup.entries.values_list("stack", flat=True)) == [1000, 1000, 1000, 1500, 1500]
    assert {entry_in(shorter, seat).stack for seat in seats_at(shorter)} == {1500}
    given_once = uuid4()
    for _ in range(2):
        give(cup, 200, command_id=given_once)
    assert ChipMove.objects.filter(reason="free_chips").count() == 7
    assert console.ledger(cup.pk).in_play == 5000 + 2 * 500 + 5 * 200
    assert console.ledger(cup.pk).ok
    for amount, table in ((0, None), (100, 9)):
        with pytest.raises(Refused):
            give(cup, amount, only_table=table)


@pytest.mark.rule("charity:1.1(add-on)")
def test_who_is_out_is_given_nothing():
    cup = running(3, preset=replace(CHARITY, starting_stack=1000))
    table = table_of(cup)
    set_stacks(table, {1: 100, 2: 1000, 3: 1900})
    bust_all_but(table, 3)
    winner = entry_in(table, 3)
    assert give(cup, 500) == 1
    winner.refresh_from_db()
    assert winner.stack == 3500


def test_one_press_sells_once():
    cup = running(3, preset=CANBERRA)
    buyer, pressed = first(cup), uuid4()
    now = at(cup, 90)
    for _ in range(2):
        sell(cup, buyer, "top_up", now, command_id=pressed)
    assert ChipMove.objects.filter(reason="top_up").count() == 1


def test_a_sale_that_comes_again_is_done_even_when_the_buyer_is_out_by_then():
    cup = running(3, preset=CANBERRA)
    buyer, pressed, now = first(cup), uuid4(), at(cup, 90)
    sell(cup, buyer, "top_up", now, command_id=pressed)
    Seating.objects.filter(entry=buyer).update(until=now)
    assert sell(cup, buyer, "top_up", now, command_id=pressed) == buyer
    assert ChipMove.objects.filter(reason="top_up").count() == 1
    with pytest.raises(Refused, match="no seat"):
        sell(cup, buyer, "top_up", now, command_id=uuid4())


def test_what_nobody_sells_and_who_is_nobody_is_refused():
    cup = running(3, preset=CANBERRA)
    desk = signed_in(house_director())
    sent = {"entry": first(cup).pk, "command_id": str(uuid4())}
    for kind in ("bonus", "entry"):
        assert desk.post(f"/t/{cup.code}/desk/sell/", {**sent, "kind": kind}).status_code == 422
    with pytest.raises(Refused, match="no seat"):
        factories.sell(Entry(pk=10**6, tournament=cup), now=SOON)
    for role in (Role.FLOOR, Role.DEALER, Role.INSPECTOR):
        with pytest.raises(Forbidden):
            sell(cup, first(cup), "rebuy", SOON, actor=somebody(cup, role))


# -- a table asks ----------------------------------------------------------------------------------


@pytest.fixture
def cup() -> Tournament:
    """Rebuys for an hour, and seat 1 is short."""
    made = running(3, preset=WITH_REBUYS)
    set_stacks(table_of(made), {1: 100, 2: 1000, 3: 1900})
    return made


def ask(cup: Tournament, seat: int, now: datetime = SOON) -> None:
    services.ask_for_rebuy(request(table_of(cup), now=now), seat=seat)


def asked(cup: Tournament) -> list[str]:
    return [item.text for item in console.queue(refreshed(cup)) if item.kind == "rebuy"]


def test_a_table_asks_and_the_desk_sells(cup: Tournament):
    short = first(cup)
    ask(cup, 1)
    ask(cup, 1)
    assert asked(cup) == [f"{short.name} asks for a rebuy"]
    sell(cup, short, "rebuy", SOON)
    assert short.stack == 5100
    assert asked(cup) == []


def test_the_desk_can_say_not_now(cup: Tournament):
    ask(cup, 1)
    waiting = ChipRequest.objects.get()
    for _ in range(2):
        services.drop_request(request_id=waiting.pk, actor=DIRECTOR, now=SOON)
    assert asked(cup) == []
    assert cup.journal.filter(name="rebuy.dropped").count() == 1


def test_a_table_asks_only_for_what_is_sold(cup: Tournament):
    before = stored()
    with pytest.raises(Refused, match="Nobody sits in seat 9"):
        ask(cup, 9)
    assert stored() == before
    Entry.objects.filter(pk=first(cup).pk).update(stack=10_000)
    with pytest.raises(Refused, match="A rebuy needs a stack below"):
        ask(cup, 1)
    clock.advance_due(NOW + 61 * MINUTE)
    with pytest.raises(Refused, match="Rebuys closed"):
        ask(cup, 1, now=NOW + 61 * MINUTE)


def test_the_tablet_offers_to_ask_and_says_that_it_has(cup: Tournament):
    table = table_of(cup)
    tablet = tablet_browser(table)
    clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=SOON)
    page = one_line(tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode())
    assert "ask_rebuy" not in page  # nobody is out of chips
    menu = tablet.get(f"/t/{cup.code}/tables/1/seat/1/").content.decode()
    assert "Rebuy: ask the desk" in menu
    page = tap(tablet, table, "ask_rebuy", seat=1).content.decode()
    assert "The desk has been asked." in page
    desk = signed_in(house_director()).get(f"/t/{cup.code}/desk/").content.decode()
    assert desk.count("Asks for a rebuy") == 1


def test_whoever_lost_the_last_chip_and_may_buy_again_is_not_out_on_the_tablet_and_at_the_desk():
    cup = running(3, preset=WITH_REBUYS)
    table = table_of(cup)
    bust_all_but(table, 1)
    tablet = tablet_browser(table)
    page = one_line(tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode())
    assert page.count('class="seat-state">May rebuy ') == 2
    assert 'data-command="ask_rebuy" data-seat="2"' in page
    assert 'data-command="ask_rebuy" data-seat="1"' not in page  # who has chips needs none
    assert "Rebuy asked: " not in page  # nobody has
    desk = queries.desk(refreshed(cup), now=SOON).players
    assert [player.asks for player in desk] == ["May rebuy", "May rebuy", ""]


def test_the_desk_page_sells_gives_and_explains(cup: Tournament):
    desk = signed_in(house_director())
    page = desk.get(f"/t/{cup.code}/desk/").content.decode()
    assert "Name, #number or ticket" in page
    sent = {"entry": first(cup).pk, "kind": "rebuy", "command_id": str(uuid4())}
    assert (
        "Rebuy sold to"
        in desk.post(f"/t/{cup.code}/desk/sell/", sent, follow=True).content.decode()
    )
    gift = {"amount": 100, "table": "", "command_id": str(uuid4())}
    refused = desk.post(f"/t/{cup.code}/desk/give/", gift)
    assert refused.status_code == 409
    assert "adelaide:94" in refused.content.decode()
    ask(cup, 2)
    where = f"/t/{cup.code}/desk/asked/{ChipRequest.objects.get().pk}/"
    assert desk.post(where, follow=True).status_code == 200


def test_charity_gives_chips_from_the_desk():
    cup = running(3, preset=CHARITY)
    desk = signed_in(house_director())
    assert "Chips given to each player" in desk.get(f"/t/{cup.code}/desk/").content.decode()
    gift = {"amount": 100, "table": "", "command_id": str(uuid4())}
    page = desk.post(f"/t/{cup.code}/desk/give/", gift, follow=True)
    assert "3 players received chips" in page.content.decode()


def test_every_purchase_can_be_read_in_the_journal(cup: Tournament):
    ask(cup, 1)
    sell(cup, first(cup), "rebuy", SOON)
    rebuys_sold = [journal_queries.row(entry).sentence for entry in cup.journal.all()]
    assert any("asked the desk for a rebuy" in line for line in rebuys_sold)
    assert rebuys.close_expired(now=SOON) == 0
