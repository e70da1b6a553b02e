"""A denomination leaves play: each table races it off between hands, on the record."""

from dataclasses import replace

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import cards
from engine.equipment import race_off
from engine.equipment.law import Choice, Method, Rounding
from engine.equipment.race_off import Holding
from engine.refusal import Refused
from engine.schedule.schedule import Level, Schedule
from engine.seating import draw_lists
from engine.structure import presets
from tables.console.queries import console
from tables.models import RaceOff, Seating, Table
from tables.play.queries import hands
from tables.play.services import undoing
from tables.procedures.queries import raceoffs
from tables.procedures.services import raceoffs as services
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    award_to,
    by_seat,
    call_down,
    deal,
    entry_in,
    house_director,
    picture,
    refreshed,
    request,
    running,
    set_stacks,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import one_line
from tournament.clock.services import clock
from tournament.models import Bust, ChipMove, PublicDraw, Tournament
from tournament.permissions import Actor, Forbidden, Role
from tournament.records.queries import journal as journal_queries
from tournament.records.services.stale import Stale

pytestmark = pytest.mark.django_db
LATER = NOW + 21 * MINUTE
SCHEDULE = Schedule(
    (
        Level(20, blinds=(25, 50), race_offs=(25,)),
        Level(20, blinds=(100, 200), race_offs=(100,)),
        Level(20, blinds=(500, 1000)),
    )
)
CANBERRA = replace(presets.get("canberra-f"), schedule=SCHEDULE, starting_stack=1000, min_players=2)
TDA = replace(presets.get("adelaide-no-limit"), schedule=SCHEDULE, starting_stack=1000)
STACKS = {1: 1050, 2: 925, 3: 1025}


def level_ended(preset=CANBERRA, players: int = 3, **kind) -> Tournament:
    """The first level is over and the 25s have left play."""
    made = running(players, preset=preset, **kind)
    if players == 3:
        set_stacks(table_of(made), STACKS)
    clock.advance_due(LATER)
    return refreshed(made)


def race(table: Table, text: str | None = None, **kind) -> Table | None:
    dealt = None if text is None else cards.parse(text)
    return services.carry_out(request(table, now=LATER, **kind), cards=dealt)


@pytest.mark.rule("canberra:4.8")
def test_the_highest_card_takes_all_odd_chips_and_the_bank_rounds_up():
    cup = level_ended()
    table = table_of(cup)
    race(table, "7c 7s Kd")
    assert by_seat(table) == {1: 1000, 2: 900, 3: 1100}
    done = RaceOff.standing.get()
    assert (done.total_before, done.total_after, done.difference) == (3000, 3000, 0)
    assert [row["odd"] for row in done.seats] == [2, 1, 1]
    assert console.ledger(cup.pk).ok


@pytest.mark.rule("canberra:4.8/suits")
def test_equal_ranks_are_broken_by_suit():
    table = table_of(level_ended())
    race(table, "Kc Ks Kh")
    assert by_seat(table) == {1: 1000, 2: 1000, 3: 1000}


@pytest.mark.rule("canberra:4.8")
def test_a_player_can_be_raced_out_and_is_placed_then():
    cup = running(3, preset=CANBERRA)
    table = table_of(cup)
    set_stacks(table, {1: 50, 2: 1925, 3: 1025})
    clock.advance_due(LATER)
    race(table, "2c 3c 4c")
    out = Bust.standing.get()
    assert (out.stack_before, out.may_rebuy) == (50, False)
    assert not Seating.objects.filter(entry=out.entry, until__isnull=True).exists()
    assert by_seat(table) == {2: 1900, 3: 1100}
    assert cup.journal.get(name="entry.raced_out").data["player"] == out.entry.name
    assert console.ledger(cup.pk).ok
    assert console.player_count(cup.pk).ok


@pytest.mark.rule("canberra:A.3.4/race")
def test_the_printed_race_offs_fall_due_at_their_minutes():
    cup = running(9, preset=replace(presets.get("canberra-a"), min_players=2), seats=9)
    due = []
    for minute in (79, 80, 279, 280):
        clock.advance_due(NOW + minute * MINUTE)
        due.append(raceoffs.chips_gone(refreshed(cup)))
    assert due == [[], [25], [25], [25, 100]]


def test_by_tda_nobody_is_raced_out_and_one_chip_goes_to_each_at_most():
    cup = running(3, preset=TDA)
    table = table_of(cup)
    set_stacks(table, {1: 50, 2: 1925, 3: 1025})
    clock.advance_due(LATER)
    race(table_of(cup), "2c 3c 4c")
    assert by_seat(table) == {1: 100, 2: 1900, 3: 1100}
    assert RaceOff.standing.get().difference == 100
    assert ChipMove.objects.filter(reason="race_off").count() == 3
    assert console.ledger(cup.pk).ok


def test_no_hand_is_dealt_before_the_race_off_and_one_is_after_it():
    cup = level_ended()
    table = table_of(cup)
    before = stored()
    with pytest.raises(Refused, match="Race off the 25 chips first") as refusal:
        deal(table, now=LATER)
    assert refusal.value.clause == "canberra:4.8"
    assert stored() == before
    race(table, "7c 7s Kd")
    assert deal(table, now=LATER).blinds == (100, 200)


def test_a_table_in_the_middle_of_a_hand_does_it_after():
    cup = running(3, preset=CANBERRA)
    table = table_of(cup)
    set_stacks(table, STACKS)
    deal(table)
    clock.advance_due(LATER)
    before = stored()
    with pytest.raises(Refused, match="A hand is in play"):
        race(table, "7c 7s Kd")
    assert stored() == before
    assert "After the hand" in console.queue(refreshed(cup))[0].detail
    call_down(table, now=LATER)
    award_to(table, 1, now=LATER)
    assert picture(table).phase == "race_off"
    shown = tap(tablet_browser(table), table, "draw_race_off").content.decode()
    assert "are out of play" in shown
    assert "Waiting" not in shown.partition("oval-seats")[2].partition("</ol>")[0]


def test_the_console_says_which_tables_still_owe_it():
    cup = level_ended(players=4, seats=2)
    owing = [item.text for item in console.queue(cup) if item.kind == "race-off"]
    assert owing == [f"Table {number} owes the race-off of the 25 chips" for number in (1, 2)]
    race(table_of(cup, 1))
    owing = [item.text for item in console.queue(cup) if item.kind == "race-off"]
    assert owing == ["Table 2 owes the race-off of the 25 chips"]


def test_going_back_a_level_does_not_owe_it_twice():
    cup = level_ended()
    table = table_of(cup)
    race(table, "7c 7s Kd")
    for kind in ("previous", "next"):
        clock.act(tournament_id=cup.pk, kind=kind, actor=DIRECTOR, now=LATER)
    assert cup.journal.filter(name="clock.race_off_fell_due").count() == 2
    assert raceoffs.owed(table_of(cup), hands.seated(table)) is None


def test_who_comes_with_small_chips_from_another_table_races_them_off_here():
    cup = level_ended(players=4, seats=4)
    table = table_of(cup)
    race(table)
    entry = hands.seated(table)[0].entry
    type(entry).objects.filter(pk=entry.pk).update(stack=1075)
    owed = raceoffs.owed(table_of(cup), hands.seated(table))
    assert owed is not None
    assert owed.contenders == (hands.seated(table)[0].seat,)


def test_even_stacks_are_exchanged_without_a_card():
    cup = running(3, preset=CANBERRA)
    clock.advance_due(LATER)
    table = table_of(cup)
    assert picture(table).race_off.players == []
    race(table)
    assert picture(table).phase == "start"
    assert not ChipMove.objects.filter(reason="race_off").exists()


def test_an_electronic_draw_names_its_public_draw_and_another_one_each_time():
    table = table_of(level_ended())
    race(table)
    first = RaceOff.standing.get()
    assert first.drawn_from == "1.1"
    undoing.undo(request(table, now=LATER))
    race(table)
    again = RaceOff.standing.get()
    assert again.drawn_from == "1.2"
    drawn = PublicDraw.objects.get(table=1, number=1)
    assert drawn.title == "Race-off of the 25 chip at table 1"
    fell = draw_lists.drawn_cards(drawn.outcome)
    assert [row["card"] for row in first.seats] == [cards.text(fell[n]) for n in (1, 2, 3)]


def test_undo_gives_everything_back_until_the_next_hand():
    cup = running(3, preset=CANBERRA)
    table = table_of(cup)
    set_stacks(table, {1: 50, 2: 1925, 3: 1025})
    clock.advance_due(LATER)
    race(table, "2c 3c 4c")
    assert picture(table).undo.label == "Undo race-off of the 25 chip"
    undoing.undo(request(table, now=LATER))
    assert by_seat(table) == {1: 50, 2: 1925, 3: 1025}
    assert not Bust.standing.exists()
    assert console.ledger(cup.pk).ok
    assert picture(table).phase == "race_off"
    race(table, "4c 3c 2c")
    assert by_seat(table) == {1: 100, 2: 1900, 3: 1000}
    deal(table, now=LATER)
    assert "race-off" not in picture(table).undo.label


def test_undo_is_refused_when_chips_have_moved_since():
    table = table_of(level_ended())
    race(table, "7c 7s Kd")
    entry = hands.seated(table)[0].entry
    type(entry).objects.filter(pk=entry.pk).update(stack=5)
    before = stored()
    with pytest.raises(Refused, match="stack has changed since the race-off"):
        undoing.undo(request(table, now=LATER))
    assert stored() == before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7c 7s", "One card each to 3 players"),
        ("7c 7c Kd", "same card"),
        ("7c Jk Kd", "without jokers"),
    ],
)
def test_wrong_cards_change_nothing(text: str, why: str):
    table = table_of(level_ended())
    before = stored()
    with pytest.raises(Refused, match=why):
        race(table, text)
    assert stored() == before


def test_a_repeated_request_races_once_and_a_stale_one_not_at_all():
    table = table_of(level_ended())
    wish = request(table, now=LATER)
    for _ in range(2):
        services.carry_out(wish, cards=cards.parse("7c 7s Kd"))
    assert RaceOff.objects.count() == 1
    with pytest.raises(Stale):
        undoing.undo(request(table, now=LATER, version=0))


def test_nothing_is_raced_off_before_it_is_due():
    table = table_of(running(3, preset=CANBERRA))
    before = stored()
    with pytest.raises(Refused, match="No race-off is due"):
        race(table)
    assert stored() == before


def choose(cup: Tournament, method: str, rounding: str, *, actor: Actor = DIRECTOR) -> None:
    services.choose(tournament_id=cup.pk, method=method, rounding=rounding, actor=actor, now=LATER)


def test_the_tournament_chooses_its_method_until_the_first_race_off():
    cup = level_ended()
    with pytest.raises(Refused, match="Choose one"):
        choose(cup, "a coin", "up")
    choose(cup, Method.ONE_CHIP_EACH, Rounding.DOWN)
    cup = refreshed(cup)
    assert raceoffs.choice_of(cup) == Choice(Method.ONE_CHIP_EACH, Rounding.DOWN)
    race(table_of(cup), "7c 7s Kd")
    with pytest.raises(Refused, match="the method is fixed"):
        choose(cup, Method.HIGHEST_TAKES_ALL, "up")
    with pytest.raises(Forbidden):
        choose(cup, Method.ONE_CHIP_EACH, "up", actor=somebody(cup, Role.FLOOR))


def test_every_line_of_the_journal_can_be_read():
    cup = level_ended()
    table = table_of(cup)
    race(table, "7c 7s Kd")
    undoing.undo(request(table, now=LATER))
    lines = [journal_queries.row(entry).sentence for entry in cup.journal.all()]
    assert any("raced off the 25 chip at table 1" in line for line in lines)
    assert "undid the race-off of the 25 chip at table 1" in lines


@pytest.fixture
def browser_tablet() -> tuple[Table, Client]:
    table = table_of(level_ended())
    return table, tablet_browser(table)


def test_the_tablet_deals_the_cards_or_draws_them(browser_tablet):
    table, client = browser_tablet
    page = tap(client, table, "race_off", cards="7c7sKd")
    assert page.status_code == 200
    assert "100</b>" in page.content.decode()
    assert tap(client, table, "undo").status_code == 200
    assert 'data-phase="race_off"' in tap(client, table, "call_floor").content.decode()
    assert tap(client, table, "draw_race_off").status_code == 200
    assert tap(client, table, "draw_race_off").status_code == 409


@given(
    stacks=st.lists(st.integers(1, 60).map(lambda chips: chips * 25), min_size=2, max_size=10),
    deck=st.permutations(range(52)),
    method=st.sampled_from(Method),
    rounding=st.sampled_from(Rounding),
)
def test_a_table_holds_what_it_held_but_for_the_rounding(stacks, deck, method, rounding):
    holdings = [
        Holding(seat, stack, race_off.small_chips(stack, chip=25, larger=100))
        for seat, stack in enumerate(stacks, 1)
    ]
    seats = race_off.contenders(holdings, chip=25, larger=100)
    dealt = dict(zip(seats, deck, strict=False))
    result = race_off.run(Choice(method, rounding), holdings, dealt, chip=25, larger=100)
    assert sum(result.stacks.values()) == sum(stacks) + result.rounding
    assert all(stack % 100 == 0 for stack in result.stacks.values())
    assert method is Method.HIGHEST_TAKES_ALL or all(result.stacks.values())


def test_the_page_of_rounds_tells_what_is_due_and_what_was_done():
    cup = level_ended()
    director = signed_in(house_director())
    where = f"/t/{cup.code}/rounds/"
    assert "Table 1</a> still holds 25s" in one_line(director.get(where).content.decode())
    chosen = {"method": "one chip each", "rounding": "half"}
    assert director.post(f"{where}race-off/", chosen, follow=True).status_code == 200
    assert raceoffs.choice_of(refreshed(cup)).rounding is Rounding.HALF
    race(table_of(cup), "7c 7s Kd")
    page = one_line(director.get(where).content.decode())
    assert f"{entry_in(table_of(cup), 3).name} (Kd) 1025 to 1100" in page
    assert "race-method" not in page


IGR = replace(presets.get("igr"), schedule=SCHEDULE, starting_stack=1000)


@pytest.mark.rule("igr:6.02(g)")
def test_who_directs_confirms_the_count_before_the_next_hand():
    cup = level_ended(IGR)
    table = table_of(cup)
    race(table, "7c 7s Kd")
    with pytest.raises(Refused, match="must confirm the chips taken out of play") as refused:
        deal(table, now=LATER)
    assert refused.value.clause == "igr:6.02(g)"
    done = RaceOff.standing.get()
    items = [item.text for item in console.picture(refreshed(cup), now=LATER).queue]
    assert "Table 1: confirm the count of its race-off" in items
    director = signed_in(house_director())
    where = f"/t/{cup.code}/rounds/race-off/{done.pk}/confirm/"
    assert "Chips counted" in director.get(f"/t/{cup.code}/rounds/").content.decode()
    assert director.post(where, {"counted": 5}).status_code == 409
    assert director.post(where, {"counted": 3}).status_code == 409
    assert director.post(where, {"counted": 12}).status_code == 302
    done.refresh_from_db()
    assert (done.removed, done.confirmed_by) == (12, "dora")
    deal(table, now=LATER)


@pytest.mark.rule("igr:6.02(g)")
def test_only_who_directs_confirms_it():
    cup = level_ended(IGR)
    race(table_of(cup), "7c 7s Kd")
    with pytest.raises(Forbidden):
        services.confirm(
            tournament_id=cup.pk,
            race_off_id=RaceOff.standing.get().pk,
            counted=12,
            actor=somebody(cup, Role.FLOOR),
            now=LATER,
        )


def test_a_race_off_opened_by_a_level_that_is_taken_back_is_closed_and_told():
    cup = running(3, preset=CANBERRA)
    table = table_of(cup)
    set_stacks(table, STACKS)
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE)
    assert raceoffs.owed(table_of(cup), hands.seated(table)) is not None
    clock.act(tournament_id=cup.pk, kind="undo", actor=DIRECTOR, now=NOW + 2 * MINUTE)
    assert raceoffs.owed(table_of(cup), hands.seated(table)) is None
    lines = [journal_queries.row(e).sentence for e in journal_queries.newest_first(cup.pk)]
    assert "race-off of the 25 chip after level 1 (25 / 50) is not due after all" in lines
    deal(table)


def test_a_tablet_that_waits_for_its_cards_shows_another_method_at_once():
    cup = level_ended()
    before = table_of(cup).version
    choose(cup, Method.ONE_CHIP_EACH, Rounding.DOWN)
    assert table_of(cup).version == before + 1
    assert picture(table_of(cup)).race_off.clause == "tda2024:R24"


def test_a_table_in_a_hand_is_not_disturbed_by_the_choice_of_a_method():
    cup = running(3, preset=CANBERRA)
    deal(table_of(cup))
    clock.advance_due(LATER)
    before = table_of(cup).version
    choose(cup, Method.ONE_CHIP_EACH, Rounding.DOWN)
    assert table_of(cup).version == before
