"""The seats page: every button does its one thing, and bad input changes nothing."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.console.queries import table_tiles
from tables.models import KeptApart, LockedSeat, Seating
from tables.seating.queries import seat_queue, seats_page
from tests.factories import (
    NOW,
    bust_all_but,
    refreshed,
    registering,
    running,
    stored,
    table_of,
)
from tournament.models import Bust

pytestmark = pytest.mark.django_db


def every_card(cup) -> object:
    return table_tiles.cards(cup, now=NOW)


def press(client: Client, cup, kind: str, **fields):
    return client.post(f"/t/{cup.code}/seats/act/", {"kind": kind, **fields})


def page(client: Client, cup) -> str:
    return str(client.get(f"/t/{cup.code}/seats/").content.decode())


def test_what_is_arranged_before_the_draw_stands_on_the_page(director: Client):
    cup = registering(6, seats=4)
    one, two, three = cup.entries.all()[:3]
    press(director, cup, "lock", entry=one.pk, table=1, seat=2, reason="Wheelchair")
    press(director, cup, "apart", entry=two.pk, other=three.pk, reason="married")
    press(director, cup, "designate", table=1, seats=4, house_table="Pit 2")
    press(director, cup, "designate", table=2, seats=4)
    press(director, cup, "out_of_use", table=2, seat=[4])
    shown = page(director, cup)
    assert "table 1, seat 2" in shown
    assert "Player 2 and Player 3" in shown
    assert press(director, cup, "draw", method="ballot").status_code == 302
    assert Seating.objects.get(entry=one).seat == 2
    assert refreshed(cup).state == "seated"
    press(director, cup, "unlock", entry=one.pk)
    press(director, cup, "together", pair=KeptApart.objects.get().pk)
    assert not LockedSeat.objects.filter(lifted_at=None).exists()
    assert not KeptApart.objects.filter(lifted_at=None).exists()
    press(director, cup, "order", order="2, 1")
    assert 'value="2, 1"' in page(director, cup)


@pytest.mark.parametrize(
    ("kind", "fields", "status"),
    [
        ("dance", {}, 422),
        ("move", {"entry": 1, "place": ""}, 422),
        ("move", {"entry": 1, "place": "here"}, 422),
        ("move", {"entry": 10**9, "place": "1-9"}, 409),
        ("lock", {"entry": 10**9}, 409),
        ("lock", {"entry": "x"}, 422),
        ("apart", {"entry": 10**9, "other": 10**9}, 409),
        ("order", {"order": "first"}, 422),
        ("order", {"order": "9"}, 409),
        ("designate", {"table": 1, "seats": 9, "approved_on": "soon"}, 422),
        ("designate", {"table": 0, "seats": 9}, 409),
        ("open", {"table": 1}, 409),
        ("out_of_use", {"table": 7, "seat": [1]}, 409),
        ("give_seat", {"entry": 10**9}, 409),
        ("arrived", {"entry": 10**9}, 404),
        ("withdraw", {"table": 1}, 409),
    ],
)
def test_bad_input_gets_a_clear_answer_and_changes_nothing(director, kind, fields, status):
    cup = running(3)
    before = stored()
    answer = press(director, cup, kind, **fields)
    assert answer.status_code == status
    assert stored() == before
    assert "Error" not in answer.content.decode()


def test_nobody_is_moved_into_a_taken_seat_from_the_page(director: Client):
    cup = running(3)
    one, two = table_of(cup).seatings.all()[:2]
    before = stored()
    answer = press(director, cup, "move", entry=one.entry_id, place=f"1-{two.seat}")
    assert answer.status_code == 409
    assert f"Seat {two.seat} at table 1 is taken." in answer.content.decode()
    assert stored() == before


def test_a_bust_is_taken_back_from_its_page_with_the_effects_shown(director: Client):
    cup = running(7, seats=6)
    table = table_of(cup, 2)
    bust_all_but(table, table.seatings.all()[0].seat)
    out = Bust.standing.order_by("pk")[0]
    address = f"/t/{cup.code}/busts/{out.pk}/"
    assert address in page(director, cup)
    shown = director.get(address).content.decode()
    assert "still in" in shown
    assert "as before" in shown
    sent = {"chips": 400, "source": "", "reason": "misread"}
    answer = director.post(address, sent, follow=True)
    assert f"{out.entry.name} is back in" in answer.content.decode()
    assert "In transit" in page(director, cup)
    slips = director.get(f"/t/{cup.code}/seats/slips/?table=2&paper=80").content.decode()
    assert out.entry.name in slips
    assert "slips-80.css" in slips


@pytest.mark.parametrize("read", [seats_page.picture, seat_queue.queue, every_card])
def test_the_number_of_statements_does_not_grow_with_the_hall(read):
    small, large = running(9, seats=8), running(27, seats=8)
    assert statements(read, small) == statements(read, large)


def statements(read, cup) -> int:
    cup = refreshed(cup)
    with CaptureQueriesContext(connection) as told:
        read(cup)
    return len(told)


def test_a_page_that_stays_is_told_where_to_go_and_keeps_the_sentence_for_there(director: Client):
    cup = registering(4, seats=4)
    one, two = cup.entries.all()[:2]
    said = director.post(
        f"/t/{cup.code}/seats/act/",
        {"kind": "apart", "entry": one.pk, "other": two.pk},
        headers={"X-Stay": "yes"},
    )
    assert (said.status_code, said["X-Go-To"]) == (204, f"/t/{cup.code}/seats/")
    assert "Draws, balancing and moves keep the two apart." in page(director, cup)
