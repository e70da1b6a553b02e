"""Tables are given to table managers, who find them first on the console as they are played."""

import re
from typing import Any

import pytest

from engine.refusal import Refused
from engine.structure import presets
from tables import drawings
from tables.crew.queries import managers
from tables.crew.services import managing
from tables.models import ManagerDuty
from tests.factories import (
    DIRECTOR,
    NOW,
    deal,
    house_director,
    registering,
    running,
    signed_in,
    table_of,
    user,
)
from tests.markup import one_line
from tournament.house.queries import people as people_queries
from tournament.models import JournalEntry, Staff, Tournament, User
from tournament.permissions import Forbidden, Role

IGR = presets.get("igr")

pytestmark = pytest.mark.django_db


def assign(cup: Tournament, number: int, to: User | None, actor=DIRECTOR) -> None:
    managing.assign(
        tournament_id=cup.pk,
        number=number,
        user_id=to.pk if to else None,
        actor=actor,
        now=NOW,
    )


def shown(page: str) -> list[str]:
    """The cards of a console, in their order."""
    return re.findall(
        r'<li class="table-card".*?</li>\s*(?=<li class="table-card"|</ul>)', page, re.S
    )


def numbers(cards: list[str]) -> list[str]:
    return [found for card in cards for found in re.findall(r'id="table-card-(\d+)"', card)]


def said(cup: Tournament) -> list[tuple[str, Any, Any]]:
    rows = JournalEntry.objects.filter(tournament=cup, name__startswith="duty.manage")
    return [(row.name, row.data["user"], row.data["table"]) for row in rows.order_by("pk")]


@pytest.mark.rule("igr:6.03(b)")
def test_a_table_manager_watches_live_the_tables_the_director_gave_him():
    cup = running(6, preset=IGR, seats=2)
    tina, tom = user("tina", cup, Role.FLOOR), user("tom", cup, Role.FLOOR)
    director = signed_in(house_director())
    for number, to in ((2, tom), (3, tina)):
        where = f"/t/{cup.code}/tables/{number}/manager/"
        assert director.post(where, {"user": to.pk}).status_code == 302
    where, address = f"/t/{cup.code}/staff/", f"/t/{cup.code}/console/"
    assert f'value="{tina.pk}" selected' in one_line(director.get(where).content.decode())
    cards = shown(signed_in(tina).get(address).content.decode())
    assert numbers(cards) == ["3", "1", "2"]
    assert ["Your table" in card for card in cards] == [True, False, False]
    assert "Managed by tom" in cards[2]
    assert "Managed by" not in cards[1]
    everyone = shown(director.get(address).content.decode())
    assert numbers(everyone) == ["1", "2", "3"]
    assert "Managed by tina" in everyone[2]
    deal(table_of(cup, 3))
    pushed = drawings.console(cup.pk, tina.pk).text
    assert pushed.index("table-card-3") < pushed.index("table-card-1")
    assert "Hand in play" in pushed[pushed.index("table-card-3") : pushed.index("table-card-1")]


@pytest.mark.rule("igr:6.03(b)")
def test_tables_are_given_only_to_those_with_the_office():
    cup = running(4, preset=IGR, seats=2)
    dealer = user("dan", cup, Role.DEALER)
    with pytest.raises(Refused, match="Appoint this person as table manager first") as caught:
        assign(cup, 1, dealer)
    assert caught.value.clause == "igr:6.03(b)"
    page = signed_in(house_director()).post(f"/t/{cup.code}/tables/1/manager/", {"user": dealer.pk})
    assert "Appoint this person as table manager first" in page.content.decode()
    assert not ManagerDuty.objects.exists()
    assert said(cup) == []


def test_a_table_passes_from_one_manager_to_the_next_and_said_twice_it_happens_once():
    cup = running(4, preset=IGR, seats=2)
    tina, tom = user("tina", cup, Role.FLOOR), user("tom", cup, Role.FLOOR)
    for to in (tina, tina, tom, None, None):
        assign(cup, 1, to)
    assert said(cup) == [
        ("duty.manages", "tina", 1),
        ("duty.managed", "tina", 1),
        ("duty.manages", "tom", 1),
        ("duty.managed", "tom", 1),
    ]
    assert managers.by_table(cup) == {}


def test_one_manager_has_many_tables_and_none_when_the_role_is_gone():
    cup = running(4, preset=IGR, seats=2)
    tina = user("tina", cup, Role.FLOOR)
    assign(cup, 1, tina)
    assign(cup, 2, tina)
    assert set(managers.by_table(cup)) == {1, 2}
    Staff.objects.filter(tournament=cup, role=Role.FLOOR).update(ended_at=NOW)
    assert managers.by_table(cup) == {}
    page = signed_in(house_director()).get(f"/t/{cup.code}/staff/").content.decode()
    assert "No one is appointed as table manager" in page


def test_a_closed_table_or_none_is_given_to_nobody_and_the_director_gives_them():
    cup = running(4, preset=IGR, seats=4)
    tina = user("tina", cup, Role.FLOOR)
    with pytest.raises(Refused, match="Table 9 is not open"):
        assign(cup, 9, tina)
    with pytest.raises(Forbidden):
        assign(cup, 1, tina, people_queries.actor(tina))


def test_before_the_draw_the_page_says_when_there_are_tables():
    cup = registering(2, preset=IGR)
    page = signed_in(house_director()).get(f"/t/{cup.code}/staff/").content.decode()
    assert "No tables yet" in page
