"""Canberra's printed levels as the hall's clock runs through them, minute by minute.

Play begins on the console and with the first card on the tablet; from then on the clock's page is
read at the first and the last minute of every level, and the tablet deals what it shows.
"""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from engine.amounts import figure
from engine.structure import presets
from tables.models import Table
from tests.factories import (
    MINUTE,
    NOW,
    Wall,
    by_seat,
    hand_at,
    house_browser,
    offered,
    refreshed,
    seated,
    set_stacks,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import read_aloud
from tournament.clock.services import clock
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]

RICH = 10_000_000  # nobody is all-in with the blinds


def first_card(letter: str, *, stack: int = 0) -> tuple[Tournament, Client]:
    """Two players; play has begun and the first hand is dealt and over; the tablet."""
    preset = replace(presets.get(f"canberra-{letter}"), min_players=2)
    cup = seated(2, preset=replace(preset, starting_stack=stack or preset.starting_stack))
    assert house_browser().post(f"/t/{cup.code}/start/").status_code == 302
    tablet = tablet_browser(table_of(cup))
    assert tap(tablet, table_of(cup), "start_hand").status_code == 200
    return refreshed(cup), tablet


def fold_to_one(tablet: Client, table: Table) -> None:
    """The hand in play is over: nobody wants it."""
    while not hand_at(table).is_over:
        now = offered(table)
        if now.phase == "deal":
            assert tap(tablet, table, "skip_board").status_code == 200
        elif now.phase == "opener":
            opener = hand_at(table).in_hand()[0]
            assert tap(tablet, table, "opener", seat=opener).status_code == 200
        elif now.fold.is_allowed:
            assert tap(tablet, table, "fold", seat=now.seat).status_code == 200
        else:  # who opens stud must bet (canberra:9.1(d))
            least = {"seat": now.seat, "amount": now.raising.least}
            assert tap(tablet, table, "raise_to", **least).status_code == 200


def at_minute(cup: Tournament, wall: Wall, minute: int, *, begun: int = 2) -> None:
    """So many minutes after the first card, which was dealt two minutes into the evening."""
    wall.now = NOW + (begun + minute) * MINUTE
    clock.advance_due(wall.now)


def on_the_clock(cup: Tournament) -> tuple[str, ...]:
    """The level, the blinds and the ante that everybody sees."""
    page = Client().get(f"/t/{cup.code}/clock/").content.decode()
    level = page.partition('class="clock-level"')[2].partition("</p>")[0].partition(">")[2]
    (amounts,) = re.findall(r'(?s)class="clock-blinds".*?</div>', page)
    told = re.findall(r"<span[^>]*>(.*?)</span>\s*(?=<|$)", amounts, re.S)
    return read_aloud(level), *(read_aloud(one).removeprefix("Blinds ") for one in told)


def words(*blinds: int) -> str:
    return " / ".join(figure(blind) for blind in blinds)


def doubles(*smaller: int) -> list[tuple[int, ...]]:
    return [(blind, 2 * blind) for blind in smaller]


SINGLE = [(one,) for one in (25, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000)]
EQUAL = [(25, 25), (25, 50), *doubles(50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000)]
EARLY = doubles(25, 50, 100, 100, 200, 300, 400, 500, 1000, 1500, 2000, 3000, 5000)
SATELLITE = doubles(25, 50, 75, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000)
HOLDEM = doubles(25, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000)
ANTES = [5, 10, 25, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000]
FIVE_SHORT = [30] * 5
EVERY_LEVEL = [
    pytest.param(
        *("a", [40] * 7 + FIVE_SHORT, SINGLE, 30),
        marks=[pytest.mark.rule("canberra:A.3.4"), pytest.mark.rule("canberra:A.3.4/doubling")],
    ),
    pytest.param(
        *("b", [40] * 8 + FIVE_SHORT, EQUAL, 30),
        marks=[pytest.mark.rule("canberra:B.3.4"), pytest.mark.rule("canberra:B.3.4/doubling")],
    ),
    pytest.param(
        *("c", [40] * 8 + FIVE_SHORT, EQUAL, 30),
        marks=[pytest.mark.rule("canberra:C.3.4"), pytest.mark.rule("canberra:C.3.4/doubling")],
    ),
    pytest.param(
        *("e", [30] * 13, EARLY, 30),
        marks=[pytest.mark.rule("canberra:E.3.4"), pytest.mark.rule("canberra:E.3.4/doubling")],
    ),
    pytest.param(
        *("f", [20] * 13, SATELLITE, 20),
        marks=[pytest.mark.rule("canberra:F.3.4"), pytest.mark.rule("canberra:F.3.4/doubling")],
    ),
    pytest.param(
        *("g", [20] * 13, SATELLITE, 20),
        marks=[pytest.mark.rule("canberra:G.3.4"), pytest.mark.rule("canberra:G.3.4/doubling")],
    ),
    pytest.param(
        *("h", [40] * 7 + FIVE_SHORT, HOLDEM, 30),
        marks=[pytest.mark.rule("canberra:H.3.4"), pytest.mark.rule("canberra:H.3.4/doubling")],
    ),
    pytest.param(
        *("i", [40] * 8 + FIVE_SHORT, EARLY, 30),
        marks=[pytest.mark.rule("canberra:I.3.4"), pytest.mark.rule("canberra:I.3.4/doubling")],
    ),
]


def next_hand(cup: Tournament, tablet: Client) -> Table:
    """The hand that the tablet deals now, once what left play was raced off."""
    table = table_of(cup)
    fold_to_one(tablet, table)
    while 'data-phase="race_off"' in tablet_page(cup, tablet):
        assert tap(tablet, table, "draw_race_off").status_code == 200
    assert tap(tablet, table, "start_hand").status_code == 200
    return table_of(cup)


def tablet_page(cup: Tournament, tablet: Client) -> str:
    return tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()


@pytest.mark.parametrize(("letter", "lengths", "blinds", "every"), EVERY_LEVEL)
def test_the_clock_shows_every_printed_level_for_its_minutes_and_doubles_after_the_last(
    letter, lengths, blinds, every, wall
):
    cup, tablet = first_card(letter, stack=RICH)
    printed = list(zip(lengths, blinds, strict=True))
    printed += [(every, tuple(blind * 2**n for blind in blinds[-1])) for n in (1, 2, 3)]
    begins = 0
    for number, (length, posted) in enumerate(printed, 1):
        for minute in (begins, begins + length - 1):
            at_minute(cup, wall, minute)
            assert on_the_clock(cup)[:2] == (f"Level {number}", words(*posted)), minute
        begins += length
    table = next_hand(cup, tablet)
    hand, last = hand_at(table), printed[-1][1]
    assert tuple(hand.bets[seat] for seat in hand.blind_seats) == last
    if letter == "i":
        raising = offered(table).raising
        assert (raising.least, raising.most) == (2 * last[-1], 2 * last[-1]), "the bets double too"


@pytest.mark.rule("canberra:H.3.4/ante")
@pytest.mark.rule("canberra:H.3.4/doubling")
def test_the_clock_adds_holdems_ante_from_minute_eighty_and_every_player_posts_it(wall):
    cup, tablet = first_card("h", stack=RICH)
    antes = [0, 0, 25, 25, 50, 50, 75, 100, 200, 300, 400, 500, 1000, 2000]
    starts = [*range(0, 280, 40), *range(280, 490, 30)]
    for minute, ante in zip(starts, antes, strict=True):
        at_minute(cup, wall, minute)
        _, _, *more = on_the_clock(cup)
        assert more == ([f"Ante {figure(ante)}"] if ante else []), minute
    hand = hand_at(next_hand(cup, tablet))
    assert hand.pot == sum(hand.blinds) + 2 * antes[-1]


@pytest.mark.rule("canberra:D.3.4")
@pytest.mark.rule("canberra:D.3.4/doubling")
def test_the_clock_shows_studs_antes_and_doubles_them_after_the_last(wall):
    cup, tablet = first_card("d", stack=RICH)
    starts = [*range(0, 360, 40), *range(360, 600, 30)]
    antes = [*ANTES, 10_000, 20_000, 40_000]
    for number, (minute, ante) in enumerate(zip(starts, antes, strict=True), 1):
        for shown in (minute, minute + 29):
            at_minute(cup, wall, shown)
            assert on_the_clock(cup)[:2] == (f"Level {number}", f"Ante {figure(ante)}"), shown
    hand = hand_at(next_hand(cup, tablet))
    assert (hand.blinds, hand.pot) == ((), 2 * antes[-1])


# -- small chips leave play ------------------------------------------------------------------------


RACES = [
    pytest.param(*("a", {25: 80, 100: 280}), marks=pytest.mark.rule("canberra:A.3.4/race")),
    pytest.param(*("b", {25: 120, 100: 320}), marks=pytest.mark.rule("canberra:B.3.4/race")),
    pytest.param(*("c", {25: 120, 100: 320}), marks=pytest.mark.rule("canberra:C.3.4/race")),
    pytest.param(*("d", {5: 80, 25: 200, 100: 360}), marks=pytest.mark.rule("canberra:D.3.4/race")),
    pytest.param(*("e", {25: 90, 100: 210}), marks=pytest.mark.rule("canberra:E.3.4/race")),
    pytest.param(*("f", {25: 60, 100: 160}), marks=pytest.mark.rule("canberra:F.3.4/race")),
    pytest.param(*("g", {25: 60, 100: 160}), marks=pytest.mark.rule("canberra:G.3.4/race")),
    pytest.param(*("h", {25: 280}), marks=pytest.mark.rule("canberra:H.3.4/race")),
    pytest.param(*("i", {25: 120, 100: 320}), marks=pytest.mark.rule("canberra:I.3.4/race")),
]


NEXT = {5: 25, 25: 100, 100: 500}


@pytest.mark.parametrize(("letter", "leaves"), RACES)
def test_small_chips_are_raced_off_on_the_tablet_at_the_printed_minute(letter, leaves, wall):
    cup, tablet = first_card(letter, stack=RICH)
    table = table_of(cup)
    fold_to_one(tablet, table)
    for chip, minute in leaves.items():
        held = dict(zip(by_seat(table), (RICH + chip, RICH - chip), strict=True))
        set_stacks(table, held)
        at_minute(cup, wall, minute - 1)
        assert 'data-phase="race_off"' not in tablet_page(cup, tablet)
        at_minute(cup, wall, minute)
        console = house_browser().get(f"/t/{cup.code}/console/").content.decode()
        assert f"Table 1 owes the race-off of the {chip} chips" in console
        refused = tap(tablet, table, "start_hand")
        assert refused.status_code == 409
        assert "canberra:4.8" in refused.content.decode()
        assert tap(tablet, table, "draw_race_off").status_code == 200
        assert 'data-phase="race_off"' not in tablet_page(cup, tablet)
        assert not any(stack % NEXT[chip] for stack in by_seat(table).values())
    set_stacks(table, dict(zip(by_seat(table), (RICH + 100, RICH - 100), strict=True)))
    at_minute(cup, wall, 700)
    assert ('data-phase="race_off"' in tablet_page(cup, tablet)) == (100 in leaves), "no other one"


# -- breaks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "letter",
    [
        pytest.param("a", marks=pytest.mark.rule("canberra:A.3.5")),
        pytest.param("b", marks=pytest.mark.rule("canberra:B.3.5")),
        pytest.param("c", marks=pytest.mark.rule("canberra:C.3.5")),
        pytest.param("d", marks=pytest.mark.rule("canberra:D.3.5")),
        pytest.param("e", marks=pytest.mark.rule("canberra:E.3.5")),
        pytest.param("f", marks=pytest.mark.rule("canberra:F.3.5")),
        pytest.param("g", marks=pytest.mark.rule("canberra:G.3.5")),
        pytest.param("h", marks=pytest.mark.rule("canberra:H.3.5")),
        pytest.param("i", marks=pytest.mark.rule("canberra:I.3.5")),
    ],
)
def test_a_break_begins_and_ends_by_the_directors_button_alone(letter, wall):
    cup, tablet = first_card(letter)
    table, director = table_of(cup), house_browser()
    fold_to_one(tablet, table)

    def press(kind: str) -> int:
        sent = {"kind": kind, "version": refreshed(cup).clock.version, "command_id": str(uuid4())}
        return director.post(f"/t/{cup.code}/clock/act/", sent).status_code

    structure = Client().get(f"/t/{cup.code}/structure/").content.decode()
    assert "is-break" not in structure, "none is printed"
    first = on_the_clock(cup)
    for called in (7, 31):
        at_minute(cup, wall, called)
        assert press("break") == 302
        at_minute(cup, wall, called + 13)
        assert on_the_clock(cup)[0] == "Break"
        refused = tap(tablet, table, "start_hand")
        assert refused.status_code == 409, "no hand begins in a break"
        assert press("back") == 302
        assert tap(tablet, table, "start_hand").status_code == 200
        fold_to_one(tablet, table)
    length = presets.get(f"canberra-{letter}").schedule.rows[0].minutes
    at_minute(cup, wall, length + 26 - 1)
    assert on_the_clock(cup) == first, "the breaks cost no minute of the level"
    at_minute(cup, wall, length + 26)
    assert on_the_clock(cup)[0] == "Level 2"
