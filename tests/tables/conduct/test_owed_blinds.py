"""A player who missed blinds posts them with the next hand, on the dealer's or the floor's word."""

from dataclasses import replace
from uuid import uuid4

import pytest

from engine.hand.commands import Report
from engine.refusal import Refused
from engine.rules.button import positions
from engine.schedule.schedule import Level, Schedule
from engine.structure import presets
from tables.commands import TableCommand
from tables.conduct.services import owed_blinds
from tables.models import Seating
from tables.play.queries import hands
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    do,
    fold_out,
    fold_round,
    hand_at,
    house_director,
    running,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tests.tables.test_api import Software
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.permissions import Forbidden, Role
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db
SILENT = replace(presets.get("fours"), min_players=2)
ADELAIDE = replace(presets.get("adelaide-no-limit"), min_players=2)


def owes(table, seat, *, owing=True, actor=DIRECTOR):
    owed_blinds.set_owing(TableCommand(table.pk, actor, NOW + MINUTE), seat=seat, owes=owing)


def test_a_word_on_missed_blinds_that_comes_late_does_not_undo_the_one_after_it():
    table = table_of(running(4, preset=SILENT))
    fold_round(table)
    seat, tablet = opener(table), tablet_browser(table)
    same = {"seat": seat, "command_id": str(uuid4())}
    tap(tablet, table, "owes_blinds", **same)
    tap(tablet, table, "owes_nothing", seat=seat)
    assert tap(tablet, table, "owes_blinds", **same).status_code == 200
    assert not Seating.objects.filter(table=table, owes_from__isnull=False).exists()


def opener(table):
    """A seat that posts nothing in the next hand: four players, two blinds, one marker."""
    begun = hands.next_setup(table)
    placed = positions(begun, hands.rules_of_next(table))
    busy = {*placed.blind_seats, placed.marker}
    return next(player.seat for player in begun.seats if player.seat not in busy)


def test_what_was_missed_is_posted_live_and_dead_with_the_next_hand_and_only_once():
    cup = running(4, preset=SILENT)
    table = table_of(cup)
    fold_round(table)
    seat = opener(table)
    tablet = tablet_browser(table)
    where = f"/t/{cup.code}/tables/1/seat/{seat}/"
    assert "Missed the blinds" in tablet.get(where).content.decode()
    assert tap(tablet, table, "owes_blinds", seat=seat).status_code == 200
    assert "with the next hand" in tablet.get(where).content.decode()
    before = {one.seat: one.entry.stack for one in hands.seated(table)}
    assert tap(tablet, table, "start_hand").status_code == 200
    hand = hand_at(table)
    small, big = hand.blinds
    assert hand.bets[seat] == big, "live"
    assert hand.stacks[seat] == before[seat] - big - small, "and the small blind dead"
    fold_out(table)
    following = deal(table)
    assert following.stacks[seat] + following.bets[seat] == following.began[seat]
    told = [str(journal.row(line)) for line in journal.newest_first(cup.pk)]
    assert any("posts the blinds missed" in line for line in told)


@pytest.mark.parametrize(
    ("book", "clause"),
    [("charity", "charity:4.5"), ("igr", "igr:A.2(cc)(ii)"), ("fours", "fours:leave-2")],
)
def test_missed_blinds_took_chips_without_a_question(book, clause):
    cup = running(4, preset=replace(presets.get(book), min_players=2))
    table, director = table_of(cup), signed_in(house_director())
    small, big = clock_queries.level_now(cup).blinds
    amount = f"{clock_queries.chips(big)} live and {clock_queries.chips(small)} dead"
    where = f"/t/{cup.code}/tables/1/seat/2/"
    menu = director.get(where).content.decode()
    assert f"{where}?owed=ask" in menu
    assert 'data-command="owes_blinds"' not in menu
    asked = director.get(where, {"owed": "ask"}).content.decode()
    assert f"Post {amount} for" in asked
    assert f'data-clause="{clause}"' in asked
    assert 'data-command="owes_blinds"' in asked
    floor = director.get(f"/t/{cup.code}/tables/1/floor/").content.decode()
    assert f'data-confirm="Post {amount} for' in floor
    assert tap(director, table, "owes_blinds", seat=2).status_code == 200
    assert f"Posts {amount} with the next hand" in director.get(where).content.decode()


@pytest.mark.rule("fours:leave-2")
def test_the_api_took_missed_blinds_without_a_question():
    cup = running(4, preset=replace(presets.get("fours"), min_players=2))
    small, big = clock_queries.level_now(cup).blinds
    director, table = Software(cup, Role.DIRECTOR), table_of(cup)
    wish = {"seat": 2, "version": table.version, "command_id": str(uuid4())}
    asked = director.post("/tables/1/owed-blinds", **wish)
    assert asked.status_code == 409
    assert asked.json()["clause"] == "fours:leave-2"
    assert f"takes {big} live and {small} dead from seat 2" in asked.json()["detail"]
    assert not Seating.objects.filter(table=table, owes_from__isnull=False).exists()
    assert director.post("/tables/1/owed-blinds", **wish, is_confirmed=True).status_code == 200
    assert Seating.objects.get(table=table, owes_from__isnull=False).seat == 2


@pytest.mark.rule("charity:4.5")
def test_the_tablet_alone_took_missed_blinds_without_the_supervisors_direction():
    cup = running(4, preset=replace(presets.get("charity"), min_players=2))
    table = table_of(cup)
    tablet, where = tablet_browser(table), f"/t/{cup.code}/tables/1/seat/2/"
    for asked in ({}, {"owed": "ask"}):
        menu = tablet.get(where, asked).content.decode()
        assert "Missed the blinds: ask the floor" in menu
        assert "owes_blinds" not in menu
    refused = tap(tablet, table, "owes_blinds", seat=2)
    assert refused.status_code == 409
    assert "charity:4.5" in refused.content.decode()
    assert not Seating.objects.filter(table=table, owes_from__isnull=False).exists()


def test_who_is_in_the_big_blind_posts_nothing_more():
    table = table_of(running(4, preset=SILENT))
    fold_round(table)
    due = positions(hands.next_setup(table), hands.rules_of_next(table)).blind_seats[-1]
    owes(table, due)
    hand = deal(table)
    assert hand.blind_seats[-1] == due
    assert hand.bets[due] == hand.blinds[-1] == hand.began[due] - hand.stacks[due]


def test_a_misdealt_hand_is_posted_for_again_and_a_let_off_player_posts_nothing():
    table = table_of(running(4, preset=SILENT))
    fold_round(table)
    seat = opener(table)
    owes(table, seat)
    deal(table)
    do(table, Report("cards exposed in the cut"))
    assert hand_at(table).ended == "misdeal"
    again = deal(table)
    assert again.bets[seat] == again.blinds[-1]
    fold_out(table)
    seat = opener(table)
    owes(table, seat)
    owes(table, seat, owing=False)
    assert deal(table).bets[seat] == 0


@pytest.mark.rule("adelaide:86")
def test_adelaides_tournaments_switch_the_missed_blind_rules_off():
    table = table_of(running(4, preset=ADELAIDE))
    before = stored()
    with pytest.raises(Refused) as refused:
        owes(table, 2)
    assert (refused.value.clause, stored()) == ("adelaide:86", before)
    page = tablet_browser(table).get(f"/t/{table.tournament.code}/tables/1/seat/2/")
    assert "Missed the blinds" not in page.content.decode()


def test_nothing_is_owed_without_blinds_by_nobody_and_on_no_strangers_word():
    antes = Schedule((Level(20, (25, 50)), Level(20, ante=25)))
    preset = replace(presets.get("charity"), schedule=antes, min_players=2)
    cup = running(3, preset=preset)
    table = table_of(cup)
    with pytest.raises(Refused, match="Nobody sits in seat 9"):
        owes(table, 9)
    with pytest.raises(Forbidden):
        owes(table, 1, actor=somebody(cup, Role.DESK))
    owes(table, 1)
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE)
    with pytest.raises(Refused, match="no blinds at this level"):
        owes(table, 2)
    assert deal(table, now=NOW + 2 * MINUTE).bets[1] == 0, "an ante level deals on"


def test_the_floor_says_it_too_and_takes_it_back():
    cup = running(3, preset=SILENT)
    table = table_of(cup)
    director = signed_in(house_director())
    where = f"/t/{cup.code}/tables/1/floor/"
    page = director.get(where).content.decode()
    assert "Missed blinds" in page
    for kind, owing in (("owes_blinds", 1), ("owes_nothing", None)):
        table.refresh_from_db()
        sent = {"kind": kind, "seat": 2, "version": table.version, "command_id": str(uuid4())}
        assert director.post(f"{where}act/", sent).status_code in (200, 204, 302)
        assert Seating.objects.get(table=table, seat=2, until__isnull=True).owes_from == owing
