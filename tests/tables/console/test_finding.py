"""The command bar finds any player, table, page or action that its user may use."""

import pytest

from tables.console.queries import finding
from tests.factories import DIRECTOR, refreshed, running, seated, signed_in, somebody, user
from tournament.permissions import Role

pytestmark = pytest.mark.django_db


def words(cup, typed: str, actor=DIRECTOR) -> list[str]:
    return [found.words for found in finding.search(refreshed(cup), actor, typed)]


def test_players_tables_pages_and_actions_are_found_by_a_few_letters():
    cup = running(4, seats=3)
    cup.entries.filter(number=2).update(name="Zoë Müller")
    assert words(cup, "zoe") == ["Zoë Müller"]
    assert words(cup, "table 2")[-1] == "Table 2"
    assert words(cup, "slips") == ["Seat slips to print"]
    assert words(cup, "confirm seats") == ["Ask every table to confirm its seats"]
    assert words(cup, "nobody at all") == []
    [found] = finding.search(refreshed(cup), DIRECTOR, "zoe")
    assert found.panel.endswith("/entries/2/menu/")


def test_actions_fit_the_state_and_the_role():
    cup = seated(3)
    assert "Shuffle up and deal" in words(cup, "")
    assert "Shuffle up and deal" not in words(cup, "", somebody(cup, Role.FLOOR))
    assert "Seat slips to print" not in words(cup, "", somebody(cup, Role.DESK))


def test_the_bar_and_the_panel_answer_with_fragments():
    cup = running(4, seats=3)
    floor_man = signed_in(user("fred", cup, Role.FLOOR))
    found = floor_man.get(f"/t/{cup.code}/find/?q=player 1").content.decode()
    assert "Player 1" in found
    assert "Seats" in floor_man.get(f"/t/{cup.code}/find/?q=seats").content.decode()
    assert "data-panel" in found
    panel = floor_man.get(f"/t/{cup.code}/tables/1/floor/panel/").content.decode()
    assert f"/ws/t/{cup.code}/tables/1/floor/" in panel
    assert "players" in panel
