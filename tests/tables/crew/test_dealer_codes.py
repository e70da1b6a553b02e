"""Dealers push in and out at the tablet with their own code; the floor sees who deals where."""

from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest

from engine.refusal import Refused
from tables.console.queries import table_tiles
from tables.crew.queries import dealers
from tables.crew.services import dealer_rota
from tables.models import DealerDuty
from tests.factories import (
    MINUTE,
    NOW,
    Wall,
    house_director,
    picture,
    refreshed,
    running,
    signed_in,
    stored,
    table_of,
    tablet_browser,
    tap,
    user,
)
from tournament.models import Staff, Tournament, User
from tournament.permissions import SYSTEM, Role
from tournament.records.services.idempotency import Reused

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def cup() -> Tournament:
    return running(4, seats=2)


def dealer(cup: Tournament, name: str) -> tuple[User, str]:
    """Somebody appointed as dealer, and their code."""
    made = user(name, cup, Role.DEALER)
    return made, dealers.code_of(Staff.objects.get(user=made))


def dealing(cup: Tournament) -> list[tuple[str, datetime | None]]:
    """As the console's tables say it."""
    tiles = table_tiles.cards(refreshed(cup), now=NOW)
    return [(tile.dealer, tile.dealer_since) for tile in sorted(tiles, key=lambda t: t.number)]


def test_a_dealer_pushes_in_by_code_and_sees_their_own_name(cup: Tournament, wall: Wall):
    _, code = dealer(cup, "ann")
    table = table_of(cup, 1)
    client = tablet_browser(table)
    answer = tap(client, table, "push_in", code=code)
    assert answer.status_code == 200
    assert '<p class="tablet-dealer quiet">ann</p>' in answer.content.decode()
    assert picture(table).dealer == "ann"
    assert dealing(cup) == [("ann", wall.now), ("", None)]
    line = cup.journal.get(name="duty.given")
    assert (line.by, line.data["table"]) == ("ann", 1)


def test_who_pushes_in_elsewhere_is_pushed_out_here_and_the_next_dealer_takes_over(
    cup: Tournament, wall: Wall
):
    (_, ann), (_, bob) = dealer(cup, "ann"), dealer(cup, "bob")
    first, second = table_of(cup, 1), table_of(cup, 2)
    tap(tablet_browser(first), first, "push_in", code=ann)
    wall.now += MINUTE
    tap(tablet_browser(first), first, "push_in", code=bob)
    tap(tablet_browser(second), second, "push_in", code=ann)
    assert [name for name, _ in dealing(cup)] == ["bob", "ann"]
    tap(tablet_browser(first), first, "push_in", code=ann)
    assert [name for name, _ in dealing(cup)] == ["ann", ""]
    assert picture(table_of(cup, 2)).dealer == ""
    tap(tablet_browser(first), first, "push_out")
    assert [name for name, _ in dealing(cup)] == ["", ""]
    assert DealerDuty.objects.filter(until=None).count() == 0


def test_a_code_of_nobody_is_refused_and_tried_only_so_often(cup: Tournament, wall: Wall):
    table = table_of(cup, 1)
    client = tablet_browser(table)
    other = running(2)
    _, code = dealer(other, "eve")
    for wrong in ("", "12", "abc", code, "000 000", "1", "2"):
        refused = tap(client, table, "push_in", code=wrong)
        assert "No dealer here has this code" in refused.content.decode(), wrong
    _, right = dealer(cup, "ann")
    tap(client, table, "push_in", code="3")
    assert tap(client, table, "push_in", code=right).status_code == 429
    assert dealing(cup)[0] == ("", None)


def test_pushing_in_again_under_the_same_id_is_done_already_though_the_dealer_left(
    cup: Tournament, wall: Wall
):
    ann, code = dealer(cup, "ann")
    table, asked = table_of(cup, 1), uuid4()
    when: dict[str, Any] = {"table": table, "actor": SYSTEM, "now": NOW}
    dealer_rota.push_in(code=code, **when, command_id=asked)
    dealer_rota.push_out(**when)
    Staff.objects.filter(user=ann).delete()
    before = stored()
    dealer_rota.push_in(code=code, **when, command_id=asked)
    with pytest.raises(Reused):
        dealer_rota.push_out(**when, command_id=asked)
    assert stored() == before
    with pytest.raises(Refused, match="No dealer here has this code"):
        dealer_rota.push_in(code=code, **when, command_id=uuid4())


def test_codes_and_badges_are_on_the_page_of_the_staff(cup: Tournament):
    _, code = dealer(cup, "ann")
    page = signed_in(house_director()).get(f"/t/{cup.code}/staff/").content.decode()
    assert code in page
    assert f'aria-label="QR code of {code}"' in page
