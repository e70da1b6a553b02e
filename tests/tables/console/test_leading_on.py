"""The evening leads on: what comes next is named where one stands."""

from uuid import uuid4

import pytest

from tables.console.queries import console
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    bust_all_but,
    house_director,
    refreshed,
    registering,
    running,
    signed_in,
    table_of,
)
from tests.markup import one_line
from tournament.models import Entry, Player, Tournament
from tournament.models.ledger import ChipReason
from tournament.records.services import ledger

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]


def after(cup: Tournament) -> list[tuple[str, bool]]:
    picture = console.picture(refreshed(cup), now=NOW + MINUTE)
    return [(step.words, step.is_done) for step in picture.after]


def test_after_the_last_hand_the_console_leads_to_places_prizes_reports_and_thanks():
    """It said that the tournament was over, and offered nothing but to undo that."""
    cup = running(3)
    assert after(cup) == []
    bust_all_but(table_of(cup), 1)
    steps = ["Confirm places", "Pay prizes", "File reports", "Thank the players"]
    assert [words for words, _ in after(cup)] == steps
    director = signed_in(house_director())
    director.post(f"/t/{cup.code}/prizes/act/", {"what": "confirm", "command_id": str(uuid4())})
    page = one_line(director.get(f"/t/{cup.code}/console/").content.decode())
    assert "Thank the players" in page
    assert dict(after(cup))["Confirm places"] == cup.confirmations.exists()


def late(cup: Tournament) -> Entry:
    """Lou, who has paid and has chips, and no seat."""
    player = Player.objects.create(name="Lou Late", created_at=NOW)
    made = Entry.objects.create(
        tournament=cup, player=player, name=player.name, number=9, registered_at=NOW
    )
    ledger.move({made.pk: 1000}, reason=ChipReason.ENTRY, actor=DIRECTOR, now=NOW)
    return made


def test_a_full_room_offers_to_open_the_next_table():
    cup = running(4, seats=2)
    late(cup)
    [item] = [one for one in console.queue(refreshed(cup)) if one.kind == "seat"]
    assert item.text == "1 player has no seat, and every table is full"
    assert item.form is not None
    assert item.form.label == "Open table 3"
    signed_in(house_director()).post(item.form.url, item.form.fields)
    [item] = [one for one in console.queue(refreshed(cup)) if one.kind == "seat"]
    assert item.text == "Lou Late has no seat"


def test_an_entry_at_the_desk_has_its_receipt_and_a_late_one_its_seat_without_leaving_the_page():
    cup = registering(3)
    director = signed_in(house_director())
    cup.structure["entry_price"] = 5000
    cup.save(update_fields=["structure"])
    sent = {"name": "Ann Early", "method": "cash"}
    page = director.post(f"/t/{cup.code}/desk/enter/", sent, follow=True).content.decode()
    assert "Ann Early is entry 4" in page
    assert ("Receipt" in page) == cup.money.exists()
    assert "Draw a seat" not in page
    running_cup = running(3, seats=4)
    entry = late(running_cup)
    seat = {"kind": "give_seat", "entry": entry.pk, "then": "desk"}
    answer = director.post(f"/t/{running_cup.code}/seats/act/", seat, follow=True)
    assert answer.redirect_chain[0][0] == f"/t/{running_cup.code}/desk/"
    assert "Lou Late: table 1, seat" in answer.content.decode()
