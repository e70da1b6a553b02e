"""From any player, any act: one menu on console, seats, search and desk."""

import pytest
from django.test import Client

from tables.console.queries import finding, player_menu
from tables.play.services import depth
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    entry_in,
    house_director,
    refreshed,
    running,
    set_stacks,
    signed_in,
    somebody,
    table_of,
    user,
)
from tournament.models import Bust, Tournament
from tournament.permissions import Actor, Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]
SOON = NOW + 2 * MINUTE


def acts(cup: Tournament, seat: int, actor: Actor = DIRECTOR) -> list[str]:
    entry = entry_in(table_of(cup), seat)
    menu = player_menu.of(refreshed(cup), entry, actor=actor, now=SOON)
    return [act.words for act in menu.acts]


def test_everything_that_can_be_done_for_a_player_is_in_one_menu():
    cup = running(3, preset=WITH_REBUYS)
    set_stacks(table_of(cup), {1: 100, 2: 1400, 3: 1500})
    found = acts(cup, 1)
    assert any(words.startswith("Rebuy · $") for words in found)
    assert {"Away", "Penalty", "Move", "Link", "Player"} <= set(found)


def test_each_sees_the_acts_that_open_to_them():
    cup = running(3, preset=WITH_REBUYS)
    set_stacks(table_of(cup), {1: 100, 2: 1400, 3: 1500})
    desk, floor = somebody(cup, Role.DESK), somebody(cup, Role.FLOOR)
    assert "Away" not in acts(cup, 1, desk)
    assert any(words.startswith("Rebuy") for words in acts(cup, 1, desk))
    assert "Away" in acts(cup, 1, floor)
    assert not any(words.startswith("Rebuy") for words in acts(cup, 1, floor))


def test_a_bust_is_entered_from_the_menu_where_stacks_are_counted():
    cup = running(3)
    depth.choose(tournament_id=cup.pk, depth="counts", only_table=None, actor=DIRECTOR, now=NOW)
    director = signed_in(house_director())
    gone, taker = entry_in(table_of(cup), 1), entry_in(table_of(cup), 2)
    menu = player_menu.of(refreshed(cup), gone, actor=DIRECTOR, now=SOON)
    act = next(act for act in menu.acts if act.words == f"Bust: chips to {taker.name}")
    assert act.press is not None
    assert act.press.sure == f"Bust {gone.name} with 1,000 chips?"
    sent = {**act.press.fields, "command_id": "3f1c6c1e-0000-4000-8000-000000000001"}
    assert director.post(act.press.url, sent).status_code == 302
    assert Bust.standing.get().entry == gone
    taker.refresh_from_db()
    assert taker.stack == 2000
    [undo] = [act for act in _menu(cup, gone.number).acts if act.words == "Undo bust"]
    assert director.get(undo.link).status_code == 200


def _menu(cup: Tournament, number: int) -> player_menu.PlayerMenu:
    entry = cup.entries.get(number=number)
    return player_menu.of(refreshed(cup), entry, actor=DIRECTOR, now=SOON)


def test_the_command_bar_finds_acts_as_well_as_names():
    cup = running(3)
    name = entry_in(table_of(cup), 1).name
    found = finding.search(refreshed(cup), DIRECTOR, f"pen {name}")
    assert found[0].words == f"Penalty: {name}"
    assert all(one.kind != "act" for one in finding.search(refreshed(cup), DIRECTOR, name))
    assert found[0].panel.endswith("/menu/")


@pytest.mark.parametrize("page", ["seats/", "desk/?find=%231"])
def test_seats_and_desk_open_the_same_menu(page: str):
    cup = running(3)
    director: Client = signed_in(house_director())
    assert "/menu/" in director.get(f"/t/{cup.code}/{page}").content.decode()
    shown = director.get(f"/t/{cup.code}/entries/1/menu/").content.decode()
    assert "Player 1" in shown
    desk = signed_in(user("dee", cup, Role.DESK))
    assert desk.get(f"/t/{cup.code}/entries/1/menu/").status_code == 200
    assert desk.get(f"/t/{cup.code}/entries/99/menu/").status_code == 404
