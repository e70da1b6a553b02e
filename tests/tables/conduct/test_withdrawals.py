"""A player leaves for good with chips: only on grounds that were accepted."""

from typing import Any
from uuid import uuid4

import pytest

from engine.refusal import Refused
from engine.structure import presets
from tables.conduct.services import withdrawals
from tables.console.queries import console
from tables.models import Seating, Table
from tests.factories import (
    MINUTE,
    NOW,
    deal,
    entry_in,
    fold_round,
    house_director,
    refreshed,
    request,
    running,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_actor,
    tablet_browser,
    tap,
)
from tournament.models import Bust, ChipMove
from tournament.permissions import Forbidden, Role
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db
CHARITY = presets.get("charity")


@pytest.fixture
def table() -> Table:
    """Four players under the charity rules, between hands."""
    return table_of(running(4, preset=CHARITY))


def withdraw(table: Table, grounds: str = "Taken ill", **who) -> None:
    withdrawals.withdraw(request(table, **who), seat=2, grounds=grounds)


@pytest.mark.rule("charity:10.1.2")
def test_with_accepted_grounds_the_chips_leave_play_and_the_player_is_out(table: Table):
    floor, gone = somebody(table.tournament, Role.FLOOR), entry_in(table, 2)
    withdraw(table, actor=floor)
    bust = Bust.standing.get()
    assert (bust.entry_id, bust.stack_before, bust.may_rebuy) == (gone.pk, 5000, False)
    move = ChipMove.objects.get(reason="withdrawn")
    assert (move.amount, move.by) == (-5000, floor.name)
    assert not Seating.objects.filter(entry=gone, until__isnull=True).exists()
    assert console.ledger(table.tournament_id).ok
    sentences = [journal.row(line).sentence for line in table.tournament.journal.all()]
    assert any("5000 chips, out of play: Taken ill (Charity 10.1.2)" in one for one in sentences)


@pytest.mark.rule("charity:10.1.2")
@pytest.mark.parametrize("grounds", ["", "   "])
def test_without_grounds_nobody_withdraws_and_the_seat_is_at_most_away(table: Table, grounds: str):
    before = stored()
    with pytest.raises(Refused) as refusal:
        withdraw(table, grounds)
    assert refusal.value.clause == "charity:10.1.2"
    assert stored() == before
    tap(tablet_browser(table), table, "absent", seat=2)
    where = f"/t/{table.tournament.code}/seats/away/"
    signed_in(house_director()).post(where, {"table": table.number, "seat": 2})
    fold_round(table, now=NOW + 2 * MINUTE)
    assert Seating.objects.get(table=table, seat=2, until__isnull=True).is_absent


@pytest.mark.rule("charity:10.1.2")
def test_the_dealer_alone_lets_nobody_go(table: Table):
    with pytest.raises(Forbidden):
        withdraw(table, actor=tablet_actor(table))
    where = f"/t/{table.tournament.code}/tables/1/seat/2/"
    assert "Withdraws: ask the floor" in tablet_browser(table).get(where).content.decode()


def test_not_in_the_middle_of_a_hand_and_not_under_a_book_that_does_not_know_it(table: Table):
    deal(table)
    with pytest.raises(Refused, match="A hand is in play"):
        withdraw(table)
    other = table_of(running(3))
    with pytest.raises(Refused, match="note the player as away"):
        withdraw(other)


def test_the_last_but_one_who_withdraws_decides_the_tournament():
    table = table_of(running(2, preset=CHARITY))
    withdraw(table)
    assert refreshed(table.tournament).state == "finished"


def test_the_director_lets_a_player_go_from_the_tablet_and_from_the_floor_page(table: Table):
    director = signed_in(house_director())
    menu = director.get(f"/t/{table.tournament.code}/tables/1/seat/2/?withdraw=choose")
    assert "withdraws with" in menu.content.decode()
    assert tap(director, table, "withdraw", seat=2, grounds="Called away").status_code == 200
    floor = f"/t/{table.tournament.code}/tables/1/floor/"
    assert "Withdraw a player" in director.get(floor).content.decode()
    table.refresh_from_db()
    sent: dict[str, Any] = {
        "kind": "withdraw",
        "seat": 3,
        "grounds": "Train",
        "version": table.version,
    }
    sent["command_id"] = str(uuid4())
    assert director.post(f"{floor}act/", sent).status_code == 302
    assert Bust.standing.count() == 2
