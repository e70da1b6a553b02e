"""A dealer calls the floor, and the call is answered once."""

import pytest

from tables.commands import TableCommand
from tables.conduct.services import disputes
from tables.console.queries import console
from tables.models import FloorCall
from tables.play.queries import tablet
from tables.play.queries.pictures import Reading
from tests.factories import (
    DIRECTOR,
    NOW,
    request,
    running,
    somebody,
    stored,
    table_of,
    tablet_actor,
)
from tournament.permissions import Forbidden, Role

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def called(wish: TableCommand, *, reason: str) -> FloorCall:
    made = disputes.call(wish, reason=reason)
    assert made is not None
    return made


def test_a_call_rings_on_the_console_and_shows_on_the_tablet():
    cup = running(3)
    table = table_of(cup)
    disputes.call(request(table, actor=tablet_actor(table)), reason="exposed card")
    item = console.queue(cup)[0]
    assert (item.kind, item.text) == ("floor-call", "Table 1 calls the floor")
    assert item.detail == "exposed card"
    shown = tablet.picture(Reading(table), now=NOW)
    assert shown.called == "The floor has been called: exposed card."


def test_the_same_call_sent_twice_is_one():
    table = table_of(running(3))
    ring = request(table)
    disputes.call(ring, reason="")
    before = stored()
    assert disputes.call(ring, reason="") is None
    assert stored() == before
    assert FloorCall.objects.count() == 1


def test_a_call_is_answered_once_and_the_ruling_is_kept():
    cup = running(3)
    table = table_of(cup)
    made = called(request(table), reason="dispute")
    disputes.answer(call_id=made.pk, ruling="the raise stands", actor=DIRECTOR, now=NOW)
    before = stored()
    disputes.answer(call_id=made.pk, ruling="something else", actor=DIRECTOR, now=NOW)
    assert stored() == before
    made.refresh_from_db()
    signed = f"{DIRECTOR.name}, house director"
    assert (made.ruling, made.answered_by) == ("the raise stands", signed)
    assert console.queue(cup) == []
    assert cup.journal.get(name="floor.answered").data["ruling"] == (
        "the raise stands (House director)"
    )


def test_dealers_and_the_desk_give_no_rulings():
    cup = running(3)
    table = table_of(cup)
    made = called(request(table), reason="")
    before = stored()
    for actor in (tablet_actor(table), somebody(cup, Role.DESK), somebody(cup, Role.DEALER)):
        with pytest.raises(Forbidden):
            disputes.answer(call_id=made.pk, ruling="", actor=actor, now=NOW)
    assert stored() == before


def test_a_tablet_of_another_table_does_not_call_from_here():
    cup = running(4, seats=2)
    before = stored()
    with pytest.raises(Forbidden, match="belongs to another table"):
        disputes.call(request(table_of(cup, 1), actor=tablet_actor(table_of(cup, 2))), reason="")
    assert stored() == before


def test_a_long_story_is_cut_to_what_fits():
    cup = running(3)
    made = called(request(table_of(cup)), reason="x" * 500)
    assert len(made.reason) == 200
    disputes.answer(call_id=made.pk, ruling="y" * 900, actor=DIRECTOR, now=NOW)
    made.refresh_from_db()
    assert len(made.ruling) == 400
