"""A table that the public sees some minutes late, and the chances of open hands on its screen."""

from dataclasses import replace

import pytest
from django.test import Client

from engine import games
from engine.amounts import figure
from engine.hand import commands
from engine.refusal import Refused
from engine.structure import presets
from tables import drawings
from tables.commands import TableCommand
from tables.equipment.services import rotation
from tables.models import Table
from tables.play.queries import delayed, pictures
from tables.results.queries import standings
from tables.seating.services import notices
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    all_in,
    deal,
    deck_of,
    do,
    fold_round,
    hand_at,
    house_director,
    refreshed,
    running,
    signed_in,
    table_of,
)
from tests.markup import one_line
from tournament import requests
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def late(table: Table, minutes: int) -> pictures.TablePicture:
    table.refresh_from_db()
    now = NOW + minutes * MINUTE
    return delayed.reading(table, now=now).screen(now)


@pytest.fixture
def table() -> Table:
    return table_of(running(2, preset=FREEZE_OUT))


@pytest.mark.rule("charity:1.1(hole-cards)")
def test_the_public_sees_everything_late_and_hole_cards_only_when_tabled(table: Table):
    rotation.delay(table=table, minutes=5, actor=DIRECTOR, now=NOW)
    deal(table, now=NOW + MINUTE)
    all_in(table, now=NOW + 2 * MINUTE)
    do(table, commands.ShowCards(1, tuple(deck_of("AhAs")[:2])), now=NOW + 3 * MINUTE)
    assert late(table, 5).hand_number == 0
    assert late(table, 6).pot_total == 75
    assert late(table, 7).pot_total == 2000
    seats = late(table, 7).seats
    assert all(set(seat.cards) == {"??"} for seat in seats)
    shown = late(table, 8).seats[0]
    assert shown.cards == ("Ah", "As")
    page = Client().get(f"/t/{table.tournament.code}/tables/1/").content.decode()
    assert "Shown 5 min late." in one_line(page)


def test_chips_outside_the_hand_are_not_told_early(table: Table):
    fold_round(table, now=NOW + MINUTE)
    rotation.delay(table=table, minutes=5, actor=DIRECTOR, now=NOW + 2 * MINUTE)
    assert [seat.stack for seat in late(table, 4).seats] == [None, None]


def test_open_hands_show_their_chances_until_the_board_is_complete():
    table = table_of(running(2, preset=replace(presets.get("fours"), min_players=2)))
    deal(table)
    all_in(table)
    for seat, cards in ((1, "AhAs"), (2, "KdKc")):
        do(table, commands.ShowCards(seat, tuple(deck_of(cards)[:2])))
    shown = {seat.seat: seat.chance for seat in pictures.Reading(table).public.seats}
    assert shown == {1: "81.3%", 2: "18.7%"}
    assert "81.3%" in drawings.public_table(table.pk).text
    do(table, commands.DealBoard(tuple(deck_of("2c7d9s")[:3])))
    shown = {seat.seat: seat.chance for seat in pictures.Reading(table).public.seats}
    assert shown == {1: "91.6%", 2: "8.4%"}


@pytest.mark.rule("adelaide:36")
@pytest.mark.rule("charity:9.1")
@pytest.mark.rule("canberra:4.2")
@pytest.mark.parametrize("preset", ["friday", "charity", "canberra-e"])
def test_the_table_screen_posts_blinds_and_limit_and_follows_the_level(preset: str):
    table = table_of(running(10, preset=presets.get(preset), seats=10))
    cup = table.tournament
    limit = games.LIMIT_NAMES[games.get(cup.game).limit].capitalize()
    first, second = (
        clock_queries.level_text(level) for level in clock_queries.schedule_of(cup).levels[:2]
    )
    assert f"Level 1 · {limit} <b>{first}</b>" in seen(cup, "tables/1/")
    assert f"<dd>{first}</dd>" in seen(cup, "wall/rules/")
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE)
    assert f"Level 2 · {limit} <b>{second}</b>" in seen(cup, "tables/1/")
    assert second in drawings.public_table(table.pk).text
    assert f"<dd>{second}</dd>" in seen(cup, "wall/rules/")
    assert second in seen(cup, "signs/limits/")


def seen(cup: Tournament, page: str) -> str:
    """A page of this tournament as anybody gets it."""
    return Client().get(f"/t/{cup.code}/{page}").content.decode()


@pytest.mark.rule("charity:8.3")
def test_every_stack_is_seen_by_the_hall_and_by_the_staff_while_a_hand_is_played():
    table = table_of(running(3, preset=presets.get("charity")))
    deal(table)
    staff = signed_in(house_director())
    here = f"/t/{table.tournament.code}"
    held = [figure(stack) for stack in hand_at(table).stacks if stack]
    assert len(held) == 3
    for page in ("tables/1/", "tables/1/tablet/"):
        shown = staff.get(f"{here}/{page}").content.decode()
        assert all(stack in shown for stack in held), page
    for page in ("tables/1/floor/", "leaderboard/", "console/"):  # as the hand began
        shown = staff.get(f"{here}/{page}").content.decode()
        assert shown.count(figure(presets.get("charity").starting_stack)) >= 3, page


def test_the_leaderboard_tells_the_change_since_the_level_began(table: Table):
    fold_round(table)
    Entry.objects.filter(pk=table.seatings.get(seat=1).entry_id).update(stack=1100)
    Entry.objects.filter(pk=table.seatings.get(seat=2).entry_id).update(stack=900)
    rows = standings.picture(refreshed(table.tournament), now=NOW).rows
    assert [row.change for row in rows] == [100, -100]


def test_stacks_pots_and_hands_of_a_table_shown_late_are_late_everywhere(table: Table):
    cup, client = table.tournament, Client()
    fold_round(table, now=requests.now() - MINUTE)
    Entry.objects.filter(pk=table.seatings.get(seat=1).entry_id).update(stack=1400)
    entry = table.seatings.get(seat=1).entry.number
    rotation.delay(table=table, minutes=5, actor=DIRECTOR, now=NOW)
    pages = [f"/t/{cup.code}/{page}/" for page in ("leaderboard", "players", f"players/{entry}")]
    assert all("1,400" not in client.get(page).content.decode() for page in pages)
    assert "hands/1/" not in client.get(pages[2]).content.decode()
    assert client.get(f"/t/{cup.code}/tables/1/hands/1/").status_code == 404
    early, due = requests.now(), requests.now() + 5 * MINUTE
    assert standings.picture(refreshed(cup), now=early).biggest_pots == []
    shown = standings.picture(refreshed(cup), now=due)
    assert shown.rows[0].stack == 1400
    assert shown.biggest_pots[0].hand == 1


@pytest.mark.rule("adelaide:80-2")
def test_a_table_with_fifteen_minutes_notice_says_so_and_counts_down(table: Table):
    notices.give(TableCommand(table.pk, DIRECTOR, NOW), minutes=15)
    closing = late(table, 5).closing
    assert closing is not None
    assert closing.left == 600
    page = Client().get(f"/t/{table.tournament.code}/tables/1/").content.decode()
    assert "This table closes in" in page
    assert "data-countdown" in page
    table.refresh_from_db()
    assert pictures.message(table).startswith("This table closes at ")
    notices.give(TableCommand(table.pk, DIRECTOR, NOW), minutes=0)
    assert late(table, 5).closing is None
    with pytest.raises(Refused, match="at least 15 minutes"):
        notices.give(TableCommand(table.pk, DIRECTOR, NOW), minutes=5)
