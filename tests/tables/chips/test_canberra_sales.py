"""What Canberra's desk sells and when: rebuys, the last top-up, in four of its games nothing."""

from typing import Any
from urllib.parse import unquote
from uuid import uuid4

import pytest

from tables.console.queries import console
from tests.factories import (
    Wall,
    by_seat,
    entry_in,
    house_browser,
    set_stacks,
    stored,
    table_of,
    tablet_browser,
)
from tests.markup import one_line
from tests.tournament.clock.test_canberra_levels import at_minute, first_card, fold_to_one
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]


class Desk:
    """The desk's page of one evening: two players, the first hand over."""

    def __init__(self, letter: str, wall: Wall) -> None:
        self.wall = wall
        self.cup, tablet = first_card(letter)
        fold_to_one(tablet, table_of(self.cup))
        self.browser = house_browser()
        self.page = f"/t/{self.cup.code}/desk/"

    def at(self, minute: int) -> None:
        at_minute(self.cup, self.wall, minute)

    def holds(self, seat: int, chips: int) -> None:
        """This seat holds so many, the other one the rest."""
        table = table_of(self.cup)
        total = sum(by_seat(table).values())
        set_stacks(table, {seat: chips, 3 - seat: total - chips})

    def buy(self, kind: str, seat: int) -> Any:
        sent = {"entry": entry_in(table_of(self.cup), seat).pk, "kind": kind, "method": "cash"}
        return self.browser.post(f"{self.page}sell/", {**sent, "command_id": str(uuid4())})

    def buys(self, kind: str, seat: int) -> int:
        """Sold; by how many chips the stack grew."""
        before = by_seat(table_of(self.cup))[seat]
        assert self.buy(kind, seat).status_code == 302
        return by_seat(table_of(self.cup))[seat] - before

    def is_refused(self, kind: str, seat: int, clause: str) -> bool:
        """Whether it was refused by this clause, and nothing changed."""
        before = stored()
        answer = self.buy(kind, seat)
        assert answer.status_code == 409, answer.status_code
        return f'#{clause}"' in unquote(answer.content.decode()) and stored() == before

    def shown(self) -> str:
        return one_line(self.browser.get(self.page).content.decode())


SELLS = [
    pytest.param(
        *("b", 120, 1000),
        marks=[pytest.mark.rule("canberra:B.3.3"), pytest.mark.rule("canberra:B.3.3/topup")],
    ),
    pytest.param(
        *("c", 120, 1000),
        marks=[pytest.mark.rule("canberra:C.3.3"), pytest.mark.rule("canberra:C.3.3/topup")],
    ),
    pytest.param(
        *("d", 120, 1000),
        marks=[pytest.mark.rule("canberra:D.3.3"), pytest.mark.rule("canberra:D.3.3/topup")],
    ),
    pytest.param(
        *("e", 90, 1000),
        marks=[pytest.mark.rule("canberra:E.3.3"), pytest.mark.rule("canberra:E.3.3/topup")],
    ),
    pytest.param(
        *("g", 60, 500),
        marks=[pytest.mark.rule("canberra:G.3.3"), pytest.mark.rule("canberra:G.3.3/topup")],
    ),
]


@pytest.mark.rule("canberra:4.1/rebuys")
@pytest.mark.parametrize(("letter", "minutes", "below"), SELLS)
def test_the_desk_sells_any_number_of_rebuys_in_three_levels_and_then_one_top_up_to_each(
    letter: str, minutes: int, below: int, wall: Wall
):
    desk, clause = Desk(letter, wall), f"canberra:{letter.upper()}.3.3"
    for minute in (0, 1, minutes - 1):
        desk.at(minute)
        desk.holds(1, below - 25)
        assert 'value="rebuy"' in desk.shown()
        assert desk.buys("rebuy", 1) > 0
        desk.holds(1, below)
        assert desk.is_refused("rebuy", 1, clause), "the stake is not below it"
        assert desk.is_refused("top_up", 1, f"{clause}/topup"), "not before the rebuys end"
    desk.holds(1, 25)
    desk.at(minutes)
    assert desk.is_refused("rebuy", 1, clause), "the period is over"
    assert 'value="rebuy"' not in desk.shown()
    for seat in (1, 2):
        assert desk.buys("top_up", seat) > 0, "whatever the stack"
        assert desk.is_refused("top_up", seat, f"{clause}/topup"), "one each"
    assert console.ledger(desk.cup.pk).ok


NEVER = [
    pytest.param("a", marks=pytest.mark.rule("canberra:A.3.3")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.3.3")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.3.3")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.3.3")),
]


@pytest.mark.rule("canberra:4.1/rebuys")
@pytest.mark.parametrize("letter", NEVER)
def test_four_games_have_no_button_for_a_rebuy_and_refuse_one_at_any_time(letter: str, wall: Wall):
    desk, clause = Desk(letter, wall), f"canberra:{letter.upper()}.3.3"
    desk.holds(1, 25)
    for minute in (0, 39, 120):
        desk.at(minute)
        assert 'name="kind"' not in desk.shown()
        assert "ask_rebuy" not in tablet_page(desk.cup)
        for kind in ("rebuy", "top_up"):
            assert desk.is_refused(kind, 1, clause)


def tablet_page(cup: Tournament) -> str:
    table = table_of(cup)
    return tablet_browser(table).get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
