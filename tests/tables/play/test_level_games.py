"""A level may be another game, another limit, or allow an over-blind; play follows it."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.hand.commands import Fold, RaiseTo, Report
from engine.refusal import Refused
from engine.schedule.schedule import Level, Schedule
from engine.structure import presets
from tables import screens
from tables.models import HandRecord, Seating
from tables.play.queries import hands, next_hand
from tables.play.services import play
from tables.results.queries import standings
from tables.seating.queries import balance
from tables.seating.services import seating
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    do,
    fold_round,
    hand_at,
    house_director,
    offered,
    refreshed,
    registering,
    request,
    running,
    seated,
    set_stacks,
    signed_in,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import one_line
from tests.written_forms import form_with
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.models import Tournament
from tournament.setup import schedule_sheet
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.services import schedules

pytestmark = pytest.mark.django_db

MIXED = Schedule(
    (
        Level(20, (25, 50)),
        Level(20, (25, 50), game="plo"),
        Level(20, (25, 50), game=":fixed"),
        Level(20, ante=25, game="stud"),
        Level(20, (50, 100), over_blind=200),
    )
)
CANBERRA = replace(presets.get("canberra-e"), schedule=MIXED, min_players=2, starting_stack=5000)


def next_level(cup, *, minute: int) -> None:
    now = NOW + minute * MINUTE
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=now)


def change(cup, schedule: Schedule) -> None:
    current = schedule_queries.stamp(clock_queries.schedule_of(cup))
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    schedules.change(schedule=schedule, seen=current, reason="asked for", **by)


@pytest.mark.rule("canberra:4.3(h)")
def test_the_next_hand_is_dealt_as_the_level_says_and_a_hand_in_play_keeps_its_game():
    cup = running(3, preset=CANBERRA)
    table = table_of(cup)
    assert len(deal(table).hole[1]) == 2
    next_level(cup, minute=2)
    assert hands.rules_of(refreshed(cup), hand_at(table)).game.id == "nlhe"
    while not hand_at(table).is_over:
        do(table, Fold(offered(table).seat or 0))
    assert next_hand.game_words(refreshed(cup)) == "Omaha"
    assert len(deal(table_of(cup), now=NOW + 3 * MINUTE).hole[1]) == 4
    assert HandRecord.objects.latest("number").level == "25 / 50 · Omaha"
    while not hand_at(table).is_over:
        do(table, Fold(offered(table).seat or 0))
    next_level(cup, minute=4)
    fixed = hands.rules_of(refreshed(cup))
    assert (fixed.game.family, fixed.game.limit) == ("holdem", "fixed")
    fold_round(table_of(cup))
    next_level(cup, minute=6)
    assert len(deal(table_of(cup), now=NOW + 7 * MINUTE).hole[1]) == 3


@pytest.mark.rule("canberra:17.2")
def test_a_misdealt_hand_is_dealt_again_as_it_was_though_the_level_has_changed():
    cup = running(3, preset=CANBERRA)
    first = deal(table_of(cup))
    do(table_of(cup), Report("cards exposed in the cut"))
    next_level(cup, minute=2)
    again = deal(table_of(cup), now=NOW + 3 * MINUTE)
    assert (again.marker, again.game, len(again.hole[1])) == (first.marker, first.game, 2)
    assert HandRecord.objects.latest("number").level == "25 / 50"
    while not hand_at(table_of(cup)).is_over:
        do(table_of(cup), Fold(offered(table_of(cup)).seat or 0))
    assert len(deal(table_of(cup), now=NOW + 4 * MINUTE).hole[1]) == 4, "then the level's own game"


@pytest.mark.rule("igr:A.3(y)")
def test_a_redeal_takes_the_blinds_that_were_posted_and_not_those_of_the_new_level():
    rising = Schedule((Level(20, (25, 50)), Level(20, (50, 100))))
    cup = running(3, preset=replace(presets.get("igr"), schedule=rising, min_players=2))
    first = deal(table_of(cup))
    do(table_of(cup), Report("cards exposed in the cut"))
    next_level(cup, minute=2)
    again = deal(table_of(cup), now=NOW + 3 * MINUTE)
    assert (again.blinds, again.stacks) == ((25, 50), first.stacks)
    while not hand_at(table_of(cup)).is_over:
        do(table_of(cup), Fold(offered(table_of(cup)).seat or 0))
    assert deal(table_of(cup), now=NOW + 4 * MINUTE).blinds == (50, 100)


@pytest.mark.rule("canberra:4.3(c)")
@pytest.mark.parametrize(
    ("level", "blinds", "antes"),
    [
        (Level(20, (25, 50)), (25, 50), 0),
        (Level(20, ante=25, game="stud"), (), 3 * 25),
        (Level(20, (25, 50), ante=25), (25, 50), 3 * 25),
    ],
    ids=["blinds", "antes", "both"],
)
def test_the_director_chooses_blinds_antes_or_both_and_the_hand_posts_them(level, blinds, antes):
    cup = seated(3, preset=CANBERRA)
    change(cup, Schedule((level, *MIXED.rows[1:], Level(20, (100, 200)))))
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    hand = deal(table_of(cup))
    assert (hand.blinds, hand.pot) == (blinds, sum(blinds) + antes)


@pytest.mark.rule("canberra:4.3(c)")
@pytest.mark.parametrize(
    ("level", "clause"),
    [
        (Level(20, (25, 50), game="stud"), "canberra:4.3(d)"),
        (Level(20, (25, 50), game="old maid"), ""),
    ],
)
def test_a_game_that_cannot_be_dealt_is_refused_while_the_schedule_is_written(level, clause):
    cup = registering(3, preset=CANBERRA)
    before = stored()
    with pytest.raises(Refused) as refused:
        change(cup, Schedule((*MIXED.rows, level)))
    assert refused.value.clause == clause
    assert stored() == before


def test_a_book_without_the_game_or_too_many_seats_is_named_with_its_clause():
    adelaide = registering(3)
    with pytest.raises(Refused) as refused:
        change(adelaide, Schedule((Level(20, (25, 50), game="plo"),)))
    assert refused.value.clause == "adelaide:13"
    nine = registering(9, preset=replace(CANBERRA, schedule=presets.get("canberra-e").schedule))
    with pytest.raises(Refused) as refused:
        change(nine, Schedule((Level(120, ante=25, game="stud"),)))
    assert "At most 8 players" in refused.value.why
    assert refused.value.clause == "canberra:D.3.1"


@pytest.mark.rule("canberra:4.3(f)")
@pytest.mark.rule("canberra:4.3(g)")
def test_an_over_blind_is_offered_where_the_level_allows_it_and_refused_elsewhere():
    cup = running(4, preset=CANBERRA)
    table = table_of(cup)
    with pytest.raises(Refused, match="not allowed at this level"):
        play.start_hand(request(table), with_over_blind=True)
    for minute in (2, 4, 6, 8):
        next_level(cup, minute=minute)
    tablet = tablet_browser(table_of(cup))
    page = tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert "Over-blind 200 by" in page
    assert tap(tablet, table_of(cup), "start_over_blind").status_code == 200
    hand = hand_at(table)
    assert hand.bet_to_match == 200


def saved(director: Client, cup: Tournament, **cells: str) -> int:
    """The schedule's page sent with these cells in each row: what it answers."""
    schedule = clock_queries.schedule_of(refreshed(cup))
    rows = [{**row, **cells} for row in schedule_sheet.of(schedule).rows]
    fields = {name: [row[name] for row in rows] for name in rows[0]}
    sent = {**fields, "do": "save", "seen": schedule_queries.stamp(schedule)}
    return director.post(f"/t/{cup.code}/schedule/", sent).status_code


@pytest.mark.rule("canberra:4.3(g)")
def test_the_blinds_and_the_ante_set_on_the_page_are_those_that_are_posted():
    preset = replace(CANBERRA, schedule=Schedule((Level(120, (25, 50)),)))
    cup, director = seated(4, preset=preset), signed_in(house_director())
    assert saved(director, cup, blinds="50/25") == 409
    assert saved(director, cup, blinds="75/150", ante="25") == 302
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    tablet, table = tablet_browser(table_of(cup)), table_of(cup)
    assert tap(tablet, table, "start_hand").status_code == 200
    hand = hand_at(table)
    assert [hand.bets[seat] for seat in hand.blind_seats] == [75, 150]
    assert hand.pot == 75 + 150 + 4 * 25


@pytest.mark.rule("canberra:4.3(d)")
@pytest.mark.parametrize("posted", [(100,), (50, 100), (25, 50, 100)])
def test_one_two_or_three_players_post_blinds_as_the_page_says_and_no_fourth(posted):
    preset = replace(CANBERRA, schedule=Schedule((Level(120, (25, 50)),)))
    cup, director = seated(5, preset=preset), signed_in(house_director())
    before = stored()
    for wrong in ("25/50/75/100", ""):
        assert saved(director, cup, blinds=wrong) == 409, "a fourth one, or none"
    assert stored() == before
    assert saved(director, cup, blinds="/".join(map(str, posted))) == 302
    assert director.post(f"/t/{cup.code}/start/").status_code == 302
    tablet, table = tablet_browser(table_of(cup)), table_of(cup)
    assert tap(tablet, table, "start_hand").status_code == 200
    hand = hand_at(table)
    buck = hand.order.index(hand.marker)
    assert hand.blind_seats == tuple(hand.order[buck : buck + len(posted)])
    assert tuple(hand.bets[seat] for seat in hand.blind_seats) == posted


@pytest.mark.rule("canberra:4.3(g)")
def test_each_level_has_its_own_amounts_and_the_tablet_takes_those_of_the_level():
    levels = (Level(20, (25, 50), over_blind=100), Level(120, (25, 50), over_blind=100))
    cup = seated(5, preset=replace(CANBERRA, schedule=Schedule(levels)))
    director, where = signed_in(house_director()), f"/t/{cup.code}/schedule/"
    form = form_with(director.get(where).content.decode(), "minutes")
    body = form.body(do="save")
    body |= {"blinds": ["50 / 75", "100 / 200"], "ante": ["", "25"], "over_blind": ["125", "300"]}
    assert director.post(where, body).status_code == 302
    assert director.post(f"/t/{cup.code}/start/").status_code == 302
    tablet, table = tablet_browser(table_of(cup)), table_of(cup)
    for posted, ante, over in (((50, 75), 0, 125), ((100, 200), 25, 300)):
        assert tap(tablet, table, "start_over_blind").status_code == 200
        hand = hand_at(table)
        bets = sorted(hand.bets[seat] for seat in hand.order if hand.bets[seat])
        assert (bets, hand.ante) == ([*posted, over], ante)
        assert hand.pot == sum(posted) + over + 5 * ante
        while not hand_at(table).is_over:
            seat = offered(table).seat
            assert tap(tablet, table, "fold", seat=seat).status_code == 200
        version = refreshed(cup).clock.version
        sent = {"kind": "next", "version": version, "command_id": str(uuid4())}
        assert director.post(f"/t/{cup.code}/clock/act/", sent).status_code == 302


@pytest.mark.rule("canberra:4.3(g)")
def test_the_amount_of_the_over_blind_could_not_be_set_and_was_always_twice_the_blind():
    preset = replace(CANBERRA, schedule=Schedule((Level(120, (25, 50), over_blind=125),)))
    cup = seated(4, preset=preset)
    director = signed_in(house_director())
    page = director.get(f"/t/{cup.code}/schedule/").content.decode()
    assert 'name="over_blind" value="125"' in one_line(page)
    assert saved(director, cup, over_blind="50") == 409
    assert saved(director, cup, over_blind="75") == 302
    assert "over-blind 75" in director.get(f"/t/{cup.code}/structure/").content.decode()
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    tablet, table = tablet_browser(table_of(cup)), table_of(cup)
    assert "Over-blind 75 by" in tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert tap(tablet, table, "start_over_blind").status_code == 200
    assert hand_at(table).bet_to_match == 75


BRING_IN = Schedule(
    (
        Level(20, (25, 50)),
        Level(20, ante=25, game="stud", bring_in=50, small_bet=100),
        Level(120, ante=50, game="stud", bring_in=100, small_bet=200),
    )
)


def with_bring_in(players: int):
    preset = replace(presets.get("canberra-e"), schedule=BRING_IN, min_players=2)
    return running(players, preset=preset)


def test_an_opener_who_must_bet_is_offered_no_call_of_nothing():
    table = table_of(running(8, preset=presets.get("canberra-d"), seats=8))
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    page = tap(tablet, table, "opener", seat=2).content.decode()
    assert 'id="do-check"' in page
    assert "Call 0" not in page


def test_a_bring_in_of_the_level_is_posted_by_who_opens_and_completed_to_the_first_bet():
    cup = with_bring_in(3)
    table = table_of(cup)
    next_level(cup, minute=2)
    picture = clock_queries.picture(refreshed(cup), now=NOW + 2 * MINUTE)
    assert picture.blinds_text == "Ante 25"
    assert picture.ante_text.startswith("Bring-in 50")
    assert picture.average_in_blinds.endswith(" antes")
    tablet = tablet_browser(table)
    asked = tap(tablet, table, "start_hand")
    assert asked.status_code == 200
    words = "Tap the seat with the highest up card: it brings it in for 50."
    assert words in asked.content.decode()
    assert tap(tablet, table, "opener", seat=2).status_code == 200
    hand = hand_at(table)
    assert (hand.bets[2], hand.actor) == (50, 3)
    assert offered(table).call.amount == 50
    assert offered(table).raising.least == 100, "the first bet, not the bring-in and a bet"
    hand = do(table, RaiseTo(3, 100))
    assert offered(table).raising.least == 200


def test_a_misdealt_stud_hand_is_dealt_again_with_its_own_bring_in_and_first_bet():
    cup = with_bring_in(3)
    table = table_of(cup)
    next_level(cup, minute=2)
    deal(table)
    do(table, Report("cards exposed in the cut"))
    assert hand_at(table).ended == "misdeal"
    next_level(cup, minute=4)
    again = deal(table)
    assert (again.ante, again.bring_in, again.unit) == (25, 50, 100)


@pytest.mark.parametrize(
    ("level", "why"),
    [
        (Level(20, ante=25, game="stud", bring_in=25), "not less than the first bet"),
        (Level(20, ante=25, game="stud", bring_in=100, small_bet=100), "not less than the first"),
        (Level(20, ante=25, game="stud", small_bet=100), "a first bet but no bring-in"),
        (Level(20, (25, 50), bring_in=25, small_bet=50), "a bring-in and blinds"),
        (Level(120, ante=50, game="draw", bring_in=25), "belongs to stud"),
    ],
)
def test_a_bring_in_that_cannot_be_is_refused_in_the_editor(level, why):
    cup = registering(3, preset=CANBERRA)
    with pytest.raises(Refused, match=why):
        change(cup, Schedule((level,)))


def test_the_editor_offers_the_bring_in_where_stud_is_played_and_keeps_it():
    cup = registering(3, preset=CANBERRA)
    director = signed_in(house_director())
    where = f"/t/{cup.code}/schedule/"
    assert "Bring-in (stud)" in director.get(where).content.decode()
    sheet = schedule_sheet.of(BRING_IN)
    columns = {name: [row[name] for row in sheet.rows] for name in schedule_sheet.FIELDS}
    seen = schedule_queries.stamp(clock_queries.schedule_of(cup))
    saved = director.post(where, {**columns, "every": "", "do": "save", "seen": seen})
    assert saved.status_code == 302, saved.content.decode()[-1500:]
    assert clock_queries.schedule_of(refreshed(cup)).rows == BRING_IN.rows
    assert 'name="bring_in" value="50"' in one_line(director.get(where).content.decode())
    other = registering(3)
    assert "Bring-in (stud)" not in director.get(f"/t/{other.code}/schedule/").content.decode()


def test_a_book_without_over_blinds_refuses_them_in_the_editor():
    cup = registering(3)
    with pytest.raises(Refused, match="Over-blinds are not allowed"):
        change(cup, Schedule((Level(20, (25, 50), over_blind=200),)))


def test_a_hand_is_never_started_at_a_level_that_is_over_though_no_worker_lives():
    cup = running(3, preset=CANBERRA)
    assert len(deal(table_of(cup), now=NOW + 21 * MINUTE).hole[1]) == 4
    assert refreshed(cup).clock.due_at == NOW + 40 * MINUTE


def test_screens_and_phones_name_the_game_of_a_level_and_follow_the_clock():
    cup = running(3, preset=CANBERRA)
    assert clock_queries.picture(refreshed(cup), now=NOW).next_text == "25 / 50 · Omaha"
    next_level(cup, minute=2)
    picture = clock_queries.picture(refreshed(cup), now=NOW + 2 * MINUTE)
    assert picture.ante_text == "Omaha"
    assert picture.next_text == "25 / 50 · Fixed limit"
    drawn = screens.LEVELS.draw(cup.pk)
    (now,) = [line for line in drawn.text.split("<tr") if "is-now" in line]
    assert "Omaha" in now
    page = Client().get(f"/t/{cup.code}/").content.decode()
    assert f'hx-ws:connect="/ws/t/{cup.code}/levels/"' in page


def test_the_change_since_the_level_began_follows_the_game_and_not_the_amounts_alone():
    cup = running(2, preset=CANBERRA)
    table = table_of(cup)
    fold_round(table)
    set_stacks(table, {1: 4000, 2: 6000})
    next_level(cup, minute=2)
    assert changes(cup) == [0, 0]
    fold_round(table, now=NOW + 3 * MINUTE)
    set_stacks(table, {1: 3000, 2: 7000})
    assert changes(cup) == [1000, -1000]
    clock.act(tournament_id=cup.pk, kind="previous", actor=DIRECTOR, now=NOW + 4 * MINUTE)
    assert changes(cup) == [0, 0]


def changes(cup) -> list[int]:
    return [row.change for row in standings.picture(refreshed(cup), now=NOW).rows]


@pytest.mark.rule("tda2024:R11-B")
def test_in_a_stud_level_of_a_mixed_event_the_mover_is_who_would_be_big_blind():
    cup = running(12, preset=CANBERRA, seats=6)
    for minute in (1, 2, 3):
        next_level(cup, minute=minute)
    first, second = table_of(cup, 1), table_of(cup, 2)
    deal(first, now=NOW + 4 * MINUTE)
    hand = deal(second, now=NOW + 4 * MINUTE)
    assert hand.blind_seats == ()
    Seating.objects.filter(pk__in=[seat.pk for seat in second.seatings.all()[:2]]).update(until=NOW)
    buck = hand_at(first).marker  # the Buck goes on to the next player, who posts the first blind
    second_blind = (buck + 1) % 6 + 1
    (move,) = balance.proposals(refreshed(cup))
    assert (move.from_table, move.from_seat, move.to_table) == (1, second_blind, 2)
    assert move.reason == "next big blind to the worst seat"
