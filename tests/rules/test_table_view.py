"""What the books want to be seen at every table, on the picture that screens and tablets share."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from engine.hand import commands
from engine.structure import presets
from tables.models import Table
from tables.play.queries import pictures
from tests.factories import (
    FREEZE_OUT,
    deal,
    deck_of,
    do,
    hand_at,
    offered,
    running,
    table_of,
)
from tests.markup import one_line
from tests.scenario import Scenario

pytestmark = pytest.mark.django_db
CANBERRA = replace(presets.get("canberra-h"), min_players=2)


def seats(table: Table) -> dict[int, pictures.Seat]:
    table.refresh_from_db()
    return {seat.seat: seat for seat in pictures.Reading(table).public.seats}


@pytest.mark.rule("adelaide:1.Pot")
def test_the_pot_is_all_that_was_wagered_antes_and_blinds_with_it():
    level = replace(FREEZE_OUT.schedule.levels[0], ante=5)
    schedule = replace(FREEZE_OUT.schedule, rows=(level, *FREEZE_OUT.schedule.rows[1:]))
    table = table_of(running(4, preset=replace(FREEZE_OUT, schedule=schedule)))
    deal(table)
    assert shown_pot(table) == 4 * 5 + 25 + 50
    everybody_calls(table)
    assert shown_pot(table) == 4 * (5 + 50)
    do(table, commands.DealBoard())
    assert shown_pot(table) == 4 * (5 + 50)


def everybody_calls(table: Table) -> None:
    """The betting round is over, and nobody has folded."""
    while (now := offered(table)).phase == "bet":
        seat = now.seat or 0
        stays = commands.Stand(seat) if now.stand.is_allowed else commands.Check(seat)
        do(table, commands.Call(seat) if now.call.is_allowed else stays)


def hall_page(table: Table) -> str:
    """The screen of the table as the hall sees it."""
    page = Client().get(f"/t/{table.tournament.code}/tables/{table.number}/")
    return one_line(page.content.decode())


def shown_pot(table: Table) -> int:
    """The pot as the hall reads it."""
    found = re.search(r"<small>Pot</small> ([\d,]+) ?</p>", hall_page(table))
    assert found
    return int(found[1].replace(",", ""))


@pytest.mark.rule("adelaide:1.Pot")
def test_a_dead_blind_is_in_the_pot_and_does_not_lie_before_its_seat():
    dealt = Scenario("adelaide", stacks=(1000,) * 4, blinds=(25, 50), owing={4: (50, 25)})
    assert dealt.hand.pot == 25 + 50 + 50 + 25
    assert dealt.hand.bets[4] == 50


@pytest.mark.rule("canberra:T.communal_cards")
@pytest.mark.rule("charity:1.1(community-cards)")
@pytest.mark.parametrize("preset", ["canberra-e", "charity"])
def test_cards_laid_in_the_middle_are_on_the_screen_at_once_for_every_hand(preset: str):
    table = table_of(running(10, preset=presets.get(preset), seats=10))
    deal(table)
    assert board(table) == []
    everybody_calls(table)
    do(table, commands.DealBoard(deck_of("2c7d9s")[:3]))
    assert board(table) == ["two of clubs", "seven of diamonds", "nine of spades"]
    for card in ("Th", "Jd"):
        everybody_calls(table)
        do(table, commands.DealBoard(deck_of(card)[:1]))
    assert board(table)[3:] == ["ten of hearts", "jack of diamonds"]
    everybody_calls(table)
    shown = hand_at(table).in_hand()
    do(table, commands.ShowCards(shown[0], deck_of("2d2h")[:2]))
    assert "hree" in seats(table)[shown[0]].hand_words


def board(table: Table) -> list[str]:
    """The cards in the middle, as the hall's screen names them."""
    page = hall_page(table)
    middle = page[page.index('class="oval-board"') : page.index('class="oval-pots"')]
    return re.findall(r'aria-label="([^"]+)"', middle)


@pytest.mark.rule("adelaide:38")
def test_wagers_lie_before_their_seats_until_the_round_ends_and_then_in_the_pot(table: Table):
    deal(table)
    assert sorted(wagers(table).values()) == [25, 50], "the blinds"
    while offered(table).phase == "bet":
        wagered = {seat: bet for seat, bet in enumerate(hand_at(table).bets) if bet}
        assert wagers(table) == wagered
        seat = offered(table).seat or 0
        do(table, commands.Check(seat) if offered(table).check.is_allowed else commands.Call(seat))
    do(table, commands.DealBoard())
    assert wagers(table) == {}
    pots = re.findall(r'oval-pot-name">(\w+)</span> ?<b>([\d,]+)</b>', hall_page(table))
    assert pots == [("Pot", "200")]


def wagers(table: Table) -> dict[int, int]:
    """What the hall sees before the seats."""
    _, *parts = re.split(r'id="seat-(\d+)"', hall_page(table))
    found = {
        int(seat): re.search(r'class="seat-bet".*?<b>([\d,]+)</b>', part)
        for seat, part in zip(parts[::2], parts[1::2], strict=True)
    }
    return {seat: int(bet[1].replace(",", "")) for seat, bet in found.items() if bet}


@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(FREEZE_OUT, marks=pytest.mark.rule("adelaide:74c")),
        pytest.param(CANBERRA, marks=pytest.mark.rule("canberra:16.5")),
    ],
)
def test_a_folded_hand_shown_to_one_is_shown_to_all(preset):
    table = table_of(running(4, preset=preset))
    deal(table)
    folder = offered(table).seat or 0
    do(table, commands.Fold(folder))
    told = ("seven of hearts", "two of clubs")
    assert not [card for card in told if card in hall_page(table)]
    do(table, commands.ExposeCards(folder, tuple(deck_of("7h2c")[:2])))
    assert seats(table)[folder].cards == ("7h", "2c")
    assert [card for card in told if card not in hall_page(table)] == []


@pytest.mark.rule("igr:A.3(j)")
def test_igr_shows_no_folded_hand_during_the_hand():
    table = table_of(running(4, preset=presets.get("igr")))
    deal(table)
    folder = offered(table).seat or 0
    do(table, commands.Fold(folder))
    do(table, commands.ExposeCards(folder, tuple(deck_of("7h2c")[:2])))
    assert seats(table)[folder].cards == ()
    while not hand_at(table).is_over:
        do(table, commands.Fold(offered(table).seat or 0))
    assert seats(table)[folder].cards == ("7h", "2c")
