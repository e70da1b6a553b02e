"""Who is placed where, who sits where, and who may do what: proved on the pages that keep it."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engine.hand import commands
from engine.referee import reports
from engine.structure import presets
from tables.models import Seating, Table
from tests import written_forms
from tests.factories import (
    FREEZE_OUT,
    MINUTE,
    NOW,
    Wall,
    all_in,
    award_to,
    bust_all_but,
    deal,
    do,
    entry_in,
    free_seat,
    hand_at,
    offered,
    passive,
    refreshed,
    registering,
    running,
    seated,
    seats_at,
    set_stacks,
    signed_in,
    stored,
    table_of,
    tablet_browser,
    tap,
    user,
)
from tests.markup import one_line, read_aloud
from tests.tables.test_clauses_of_refusals import no_more_hands
from tests.tables.test_deadlines import END, NO_RACE_OFFS, count
from tournament.models import Bust, Due, Entry, Staff, Tournament, User
from tournament.permissions import Role

pytestmark = pytest.mark.django_db
IGR = replace(presets.get("igr"), schedule=NO_RACE_OFFS)


def read(browser: Client, cup: Tournament, page: str) -> str:
    answer = browser.get(f"/t/{cup.code}/{page}/")
    assert answer.status_code == 200, page
    return one_line(answer.content.decode())


def send(browser: Client, cup: Tournament, page: str, **body: Any) -> int:
    """A form of the tournament; the answer's status."""
    return int(browser.post(f"/t/{cup.code}/{page}/", body).status_code)


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:99")
@pytest.mark.rule("adelaide:99a")
@pytest.mark.rule("adelaide:99b")
def test_place_getters_are_those_still_in_by_chips_and_then_the_last_one_out(director: Client):
    cup = running(4, preset=FREEZE_OUT)
    table = table_of(cup)
    set_stacks(table, {1: 200, 2: 1600, 3: 1000, 4: 1200})
    out_alone(table)
    no_more_hands(director, cup)
    assert send(director, cup, "finish") == 302
    page = read_aloud(director.get(f"/t/{cup.code}/places/").content.decode())
    left = Entry.objects.filter(tournament=cup, stack__gt=0).order_by("-stack")
    out = Entry.objects.get(tournament=cup, stack=0)
    names = [entry.player.name for entry in (*left, out)]
    places = page[page.index(names[0]) :]
    assert [places.index(name) for name in names] == sorted(places.index(name) for name in names)
    assert page.count("Adelaide rule 99(a)") == 3
    assert page.count("Adelaide rule 99(b)") == 1


def out_alone(table: Table) -> None:
    """Seat 1 is all-in against seat 2 and goes out; the others keep what they have."""
    deal(table)
    while (now := offered(table)).phase == "bet":
        seat = now.seat or 0
        if seat == 1 and now.all_in.is_allowed:
            do(table, commands.AllIn(seat))
        elif seat == 2:
            do(table, passive(now))
        else:
            do(table, commands.Fold(seat))
    award_to(table, 2)


@pytest.mark.rule("adelaide:99c")
def test_of_two_out_in_one_hand_the_larger_amount_is_placed_higher(director: Client):
    cup = running(3, preset=FREEZE_OUT)
    set_stacks(table_of(cup), {1: 500, 2: 900, 3: 1600})
    smaller, larger = entry_in(table_of(cup), 1).player.name, entry_in(table_of(cup), 2).player.name
    bust_all_but(table_of(cup), 3)
    page = read_aloud(director.get(f"/t/{cup.code}/places/").content.decode())
    assert page.index(larger) < page.index(smaller)
    assert page.count("Adelaide rule 99(c)") == 2


@pytest.mark.rule("igr:A.2(jj)(i)")
def test_igr_places_run_in_reverse_order_of_elimination_and_the_larger_stack_is_higher(
    director: Client,
):
    cup = running(3, preset=replace(IGR, starting_stack=1000))
    set_stacks(table_of(cup), {1: 500, 2: 900, 3: 1600})
    smaller, larger = entry_in(table_of(cup), 1).player.name, entry_in(table_of(cup), 2).player.name
    first = entry_in(table_of(cup), 3).player.name
    late = NOW + 61 * MINUTE  # nobody may buy again
    deal(table_of(cup), now=late)
    all_in(table_of(cup), now=late)
    award_to(table_of(cup), 3, now=late)
    page = read_aloud(director.get(f"/t/{cup.code}/places/").content.decode())
    assert page.index(first) < page.index(larger) < page.index(smaller)
    assert "IGR app. A, 2(jj)(i)" in page


@pytest.mark.rule("igr:A.2(jj)(ii)-2")
@pytest.mark.rule("igr:A.1.Finishing Time")
def test_at_the_finishing_time_play_ends_and_equal_chips_share_the_prizes_of_their_places(
    director: Client, wall: Wall
):
    wall.now = NOW + MINUTE
    cup = running(3, preset=IGR)
    total = sum(seat.entry.stack for seat in Seating.objects.filter(table=table_of(cup)))
    most = total // 5 * 2
    set_stacks(table_of(cup), {1: most, 2: most, 3: total - 2 * most})
    wall.now = END
    refused = tap(tablet_browser(table_of(cup)), table_of(cup), "start_hand")
    assert refused.status_code == 409
    count(director, table_of(cup))
    assert send(director, cup, "finish") == 302
    for what in ("publish", "confirm"):
        assert send(director, cup, "prizes/act", what=what) == 302
    won = {due.entry_id: due.amount for due in Due.objects.filter(tournament=cup)}
    equal = [won[entry_in_of(cup, seat).pk] for seat in (1, 2)]
    assert abs(equal[0] - equal[1]) <= 1
    assert min(equal) > won[entry_in_of(cup, 3).pk] > 0


@pytest.mark.rule("igr:A.2(jj)(ii)")
def test_at_the_finishing_time_survivors_stand_by_their_chips_before_who_is_out(
    director: Client, wall: Wall
):
    cup = running(4, preset=IGR)
    table, out = table_of(cup), entry_in_of(cup, 1).name
    set_stacks(table, {1: 1000, 2: 5000, 3: 6000, 4: 8000})
    out_alone(table)
    Bust.objects.update(may_rebuy=False)
    set_stacks(table, {2: 6000, 3: 7000, 4: 7000})
    wall.now = END
    count(director, table)
    assert send(director, cup, "finish") == 302
    page = read_aloud(director.get(f"/t/{cup.code}/places/").content.decode())
    fewer = entry_in_of(cup, 2).name
    for joint in (3, 4):
        assert page.index(entry_in_of(cup, joint).name) < page.index(fewer) < page.index(out)
    assert page.count("=1st") == 2, "joint winners; nobody cuts cards"


def entry_in_of(cup: Tournament, seat: int) -> Entry:
    return Seating.objects.filter(table__tournament=cup, seat=seat).latest("pk").entry


@pytest.mark.rule("igr:A.1.Re-Buy")
@pytest.mark.parametrize("price", ["40", "60"])
def test_an_igr_rebuy_is_the_entrys_price_for_the_entrys_chips(director: Client, price: str):
    cup = registering(preset=presets.get("igr"))
    form = written_forms.form_with(read(director, cup, "money"), "price-rebuy")
    before = stored()
    refused = director.post(
        f"/t/{cup.code}/money/prices/", form.body(**{"price-rebuy": price, "fee-rebuy": "10"})
    )
    assert refused.status_code == 409
    assert "exactly what the entry did" in refused.content.decode()
    assert stored() == before


# -- the clubs of the league -----------------------------------------------------------------------


@pytest.mark.rule("fours:team-tie-1")
def test_clubs_level_on_points_stand_in_the_order_of_their_best_players(director: Client):
    cup = seated(8, preset=presets.get("fours"))
    table = table_of(cup)
    clubs = ("Aces", "Kings", "Queens", "Jacks", "Jacks", "Queens", "Kings", "Aces")
    of = {f"club-{entry_in(table, seat).pk}": club for seat, club in enumerate(clubs, 1)}
    assert send(director, cup, "clubs/assign", **of) == 302
    assert send(director, cup, "start") == 302
    set_stacks(table, {seat: 2900 - 200 * seat for seat in range(1, 9)})
    bust_all_but(table_of(cup), 1)  # seat by seat the larger stack, the higher place
    page = read_aloud(director.get(f"/t/{cup.code}/clubs/").content.decode())
    rows = page[: page.index("Club of each player")] if "Club of each player" in page else page
    order = [rows.index(f"{club} ") for club in ("Aces", "Kings", "Queens", "Jacks")]
    assert order == sorted(order), "all have nine points"
    medals = [rows.index(medal) for medal in ("Gold", "Silver", "Bronze")]
    assert order[0] < medals[0] < order[1] < medals[1] < order[2] < medals[2] < order[3]


# -- seats -----------------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:11")
@pytest.mark.rule("adelaide:59a")
def test_the_house_gives_the_seats_and_no_dealer_desk_or_player_takes_one(director: Client):
    cup = registering(4, seats=3)
    own = signed_in(user("deb", cup, Role.DEALER))
    desk = signed_in(user("kim", cup, Role.DESK))
    for browser in (own, desk, Client()):
        assert send(browser, cup, "draw") in (302, 403)
        assert not cup.tables.exists()
    assert send(director, cup, "draw") == 302
    assert Seating.objects.filter(until=None).count() == 4


@pytest.mark.rule("adelaide:11")
@pytest.mark.rule("adelaide:59a")
def test_a_player_is_moved_by_the_floor_and_by_nobody_else():
    cup = running(4, preset=FREEZE_OUT, seats=3)
    entry = Seating.objects.filter(table=table_of(cup, 1), until=None)[0].entry
    move = {"entry": entry.pk, "table": 2, "seat": free_seat(table_of(cup, 2)), "reason": "asked"}
    for role, moved in ((Role.DEALER, 403), (Role.DESK, 403), (Role.FLOOR, 302)):
        person = signed_in(user(role.value, cup, role))
        assert send(person, cup, "moves", **move) == moved
        number = Seating.objects.get(entry=entry, until=None).table.number
        assert number == (2 if moved == 302 else 1)


@pytest.mark.rule("igr:A.2(p)")
@pytest.mark.rule("igr:A.2(p)-2")
def test_the_console_proposes_the_next_big_blind_once_two_tables_differ_by_two(
    director: Client,
):
    cup = running(13, preset=presets.get("igr"), seats=9)
    assert "next big blind to the worst seat" not in read(director, cup, "console")
    shorter, other = sorted((1, 2), key=lambda number: len(seats_at(table_of(cup, number))))
    leaves = Seating.objects.filter(table=table_of(cup, shorter), until=None)[0]
    Seating.objects.filter(pk=leaves.pk).update(until=NOW)
    page = read(director, cup, "console")
    assert f"table {other} to table {shorter}" in page.lower()
    assert "next big blind to the worst seat" in page
    assert "IGR app. A, 2(p)" in page


# -- people ----------------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:1.Pit Manager")
@pytest.mark.rule("adelaide:1.Game Supervisor")
def test_the_pit_manager_runs_the_event_the_game_supervisor_the_tables_the_dealer_a_hand(
    director: Client,
):
    cup = running(4, preset=FREEZE_OUT)
    posts = {"pat": "director", "gus": "floor", "deb": "dealer"}
    for name, role in posts.items():
        sent = {"username": name, "full_name": name.title(), "born_on": "1980-01-02"}
        assert send(director, cup, "staff", **sent, role=role) == 200, name
    page = read(director, cup, "staff")
    assert "Pit manager" in page
    assert "Game supervisor" in page
    User.objects.update(must_change_password=False)
    pat, gus, deb = (signed_in(User.objects.get(username=name)) for name in posts)
    table = table_of(cup)
    deal(table)
    void = {"what": reports.VOID_HAND, "reason": "fire"}
    assert tap(deb, table, "happened", **void).status_code in (403, 409)
    assert not hand_at(table).ended
    assert tap(gus, table, "happened", **void).status_code == 200
    assert hand_at(table).ended == "void"
    for browser, status in ((deb, 403), (gus, 403), (pat, 302)):
        assert send(browser, cup, "cancel", reason="flood") == status


@pytest.mark.rule("igr:6.01(f)")
def test_play_does_not_start_with_more_than_five_tables_for_a_table_manager(
    director: Client, wall: Wall
):
    wall.now = NOW
    cup = seated(12, preset=presets.get("igr"), seats=2)
    assert cup.tables.count() == 6
    first, second = Staff.objects.filter(tournament=cup, role=Role.FLOOR)
    assert send(director, cup, f"staff/{first.pk}/dismiss") == 302
    refused = director.post(f"/t/{cup.code}/start/")
    assert refused.status_code == 409
    assert "igr:6.01(f)" in refused.content.decode()
    assert refreshed(cup).started_at is None
    assert second.role == Role.FLOOR
