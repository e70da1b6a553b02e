"""Entry tickets: in sequence, in two parts, no more than approved, reconciled with the cash."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import localtime

from engine.office.law.money import Method
from engine.refusal import Refused
from engine.structure import presets
from tests.factories import (
    ADULT,
    DIRECTOR,
    NOW,
    house_director,
    refreshed,
    refusal,
    registering,
    signed_in,
)
from tournament.entries.queries import entries as entry_queries
from tournament.entries.queries import tickets as ticket_queries
from tournament.entries.services import entries, tickets
from tournament.entries.services.players import Details
from tournament.house.queries.house import Letterhead
from tournament.house.services import integrations
from tournament.models import Entry, Licence, Posting, Ticket, TicketSheet, Tournament
from tournament.permissions import SYSTEM, Role
from tournament.records.papers import tickets as paper

pytestmark = pytest.mark.django_db
HEAD = Letterhead("Casino", site="http://hall/")
PLAN = tickets.Plan(
    licensee="Food Bank",
    licence_number="L-77",
    prizes="$500 and a bicycle",
    starts_at=NOW + timedelta(days=3),
    place="Parish hall, Regina",
    approved=5,
    for_sale=4,
    rebuy="available in the first 60 minutes",
)


def approved() -> Tournament:
    """Open for registration, with a licence for just what the tickets are to say."""
    cup = registering(preset=presets.get("igr"))
    starts_at = NOW + timedelta(days=3)
    Licence.objects.filter(pk=cup.pk).update(
        holder=PLAN.licensee,
        number=PLAN.licence_number,
        prizes=PLAN.prizes,
        place=PLAN.place,
        starts_at=starts_at,
        closes_at=starts_at + timedelta(hours=7),
    )
    return cup


def numbered(**wanted: Any) -> Tournament:
    cup = approved()
    number(cup, **wanted)
    return refreshed(cup)


def number(cup: Tournament, **wanted: Any) -> TicketSheet:
    plan = replace(PLAN, **wanted)
    return tickets.number(tournament_id=cup.pk, plan=plan, actor=DIRECTOR, now=NOW)


def sell(cup: Tournament, name: str, **how: Any) -> Entry:
    wish = replace(ADULT, method=Method.CASH, **how)
    return entries.register(tournament_id=cup.pk, name=name, actor=DIRECTOR, now=NOW, wish=wish)


@pytest.mark.rule("igr:5.05(b)")
def test_tickets_are_sold_in_sequence_with_name_and_contact_on_the_stub():
    cup = numbered()
    sell(cup, "Player 1")
    ann = sell(cup, "Ann")
    assert [
        (t.number, t.holder, t.contact) for t in Ticket.objects.filter(entry__isnull=False)
    ] == [
        (1, "Player 1", "player@example.org"),
        (2, "Ann", "player@example.org"),
    ]
    nobody_knows = Details(born_on=ADULT.details.born_on)
    assert refusal(sell, cup, "Ben", details=nobody_knows).clause == "igr:5.05(b)"
    assert refusal(number, cup).clause == "igr:5.05(b)"
    assert entry_queries.by_code(cup, f" {ann.ticket.code.lower()} ") == ann
    assert entry_queries.by_code(cup, f"http://hall:8000/tickets/{ann.ticket.code}/") == ann
    assert entry_queries.by_code(cup, "#1") == cup.entries.get(number=1)
    assert entry_queries.by_code(cup, "T0") is None


@pytest.mark.rule("igr:5.05(b)")
def test_entries_were_sold_before_their_tickets_were_numbered():
    cup = approved()
    desk, why = signed_in(house_director()), "Number the entry tickets first."
    person = {"name": "Ann", "born_on": "1990-05-17", "phone": "306 555 01", "method": "cash"}
    _, token = integrations.give_token(
        tournament_id=cup.pk, name="till", role=Role.DIRECTOR, actor=SYSTEM, now=NOW
    )
    script: dict[str, Any] = {
        "headers": {"Authorization": f"Bearer {token}"},
        "content_type": "application/json",
    }
    software = f"/api/v1/tournaments/{cup.code}/entries"
    before = Entry.objects.count(), Posting.objects.count()
    for answer in (
        desk.post(f"/t/{cup.code}/desk/enter/", person),
        desk.post(f"/t/{cup.code}/entries/", person),
        Client().post(software, json.dumps(person), **script),
    ):
        assert answer.status_code == 409
        assert why in answer.content.decode()
        told = answer.content.decode()
        assert "IGR term 5.05(b)" in told or '"igr:5.05(b)"' in told
    assert (Entry.objects.count(), Posting.objects.count()) == before
    number(cup)
    assert desk.post(f"/t/{cup.code}/entries/", person).status_code == 302
    assert Ticket.objects.get(entry__player__name="Ann").number == 1


@pytest.mark.rule("igr:5.05(c)")
@pytest.mark.rule("igr:6.01(a)")
def test_no_ticket_is_printed_or_sold_beyond_the_approved_number_and_cash_agrees():
    cup = approved()
    assert refusal(number, cup, for_sale=6).clause == "igr:5.05(c)"
    number(cup, for_sale=3)
    sell(cup, "Ann")
    ben = sell(cup, "Ben")
    entries.withdraw(entry_id=ben.pk, is_refunded=True, actor=DIRECTOR, now=NOW)
    spoil: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    assert "is sold" in refusal(tickets.spoil, **spoil, ticket_number=1, reason="torn").why
    tickets.spoil(**spoil, ticket_number=3, reason="torn")
    assert refusal(sell, cup, "Cat").clause == "igr:5.05(c)"
    page = ticket_queries.page(refreshed(cup))
    assert page
    counted = page.reconciled
    assert (counted.sold, counted.void, counted.unsold) == (1, 2, 0)
    assert (counted.cash, counted.difference) == (5000, 0)
    later = replace(ADULT, method=None)
    with pytest.raises(Refused, match="sold out"):
        entries.register(tournament_id=cup.pk, name="Dan", actor=DIRECTOR, now=NOW, wish=later)


@pytest.mark.rule("igr:5.05(a)")
@pytest.mark.rule("igr:5.05(a)(i)")
@pytest.mark.rule("igr:5.05(a)(ii)")
@pytest.mark.rule("igr:5.05(a)(iii)")
@pytest.mark.rule("igr:5.05(a)(iv)")
@pytest.mark.rule("igr:5.05(a)(v)")
@pytest.mark.rule("igr:5.05(a)(vi)")
def test_every_item_is_printed_on_the_players_part_and_the_number_on_both(monkeypatch):
    cup = numbered()
    sell(cup, "Ann")
    printed: list[str] = []
    say = paper._say

    def overheard(*said: Any, **how: Any) -> None:
        printed.append(said[2])
        say(*said, **how)

    monkeypatch.setattr(paper, "_say", overheard)
    served = signed_in(house_director()).get(f"/t/{cup.code}/tickets/print/")
    assert served.content.startswith(b"%PDF")
    assert printed.count("Stub 1") == printed.count("Entry ticket 1") == 1
    text = "\n".join(printed[: len(printed) // 4])
    for item in (
        "Food Bank, licence L-77",
        "Entry fee $50",
        "Prizes: $500 and a bicycle",
        "March 2027",
        "Parish hall, Regina",
        "4 entry tickets for sale",
        "Re-buy: available in the first 60 minutes",
        "player@example.org",
    ):
        assert item in text
    assert refusal(number, approved(), place="").clause == ("igr:5.05(a)(iv)")


@pytest.mark.rule("igr:5.01(a)")
def test_tickets_do_not_say_anything_else_than_the_licence():
    cup = approved()
    for other in ({"place": "Town hall"}, {"prizes": "A car"}, {"starts_at": NOW}):
        assert refusal(number, cup, **other).clause == "igr:5.01(a)"
    number(cup)


def test_the_pages_number_print_and_void_tickets():
    cup = approved()
    desk = signed_in(house_director())
    where = f"/t/{cup.code}/tickets/"
    sent: dict[str, Any] = {
        **{field: getattr(PLAN, field) for field in ("licensee", "licence_number", "prizes")},
        "starts_at": localtime(NOW + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M"),
        "place": PLAN.place,
        "rebuy": "none",
        "approved": 3,
        "for_sale": 9,
    }
    answer = desk.post(where, sent)
    assert answer.status_code == 409
    assert "IGR term 5.05(c)" in answer.content.decode()
    assert "numbered" in desk.post(where, {**sent, "for_sale": 3}, follow=True).content.decode()
    form: dict[str, Any] = {
        "name": "Ann",
        "born_on": "1990-05-17",
        "phone": "306 555 01",
        "method": "cash",
    }
    page = desk.post(f"/t/{cup.code}/desk/enter/", form, follow=True).content.decode()
    assert "Ann is entry 1, $50 paid. Hand over ticket 1." in page
    assert desk.get(f"{where}print/?number=1")["Content-Type"] == "application/pdf"
    torn: dict[str, Any] = {"ticket": 2, "reason": "torn"}
    assert "Ticket 2 voided." in desk.post(f"{where}void/", torn, follow=True).content.decode()
    code = Ticket.objects.get(number=1).code
    page = desk.get(f"/t/{cup.code}/desk/?find={code}").content.decode()
    assert "Check in" in page
    young: dict[str, Any] = {**form, "name": "Kid", "born_on": "2015-01-01"}
    answer = desk.post(f"/t/{cup.code}/desk/enter/", young)
    assert (answer.status_code, "IGR term 5.03(a)" in answer.content.decode()) == (409, True)


@pytest.mark.parametrize(
    ("what", "says"),
    [("sold", "Valid. Show"), ("void", "This ticket is void"), ("unsold", "has not been sold")],
)
def test_a_phone_finds_behind_the_code_whether_the_ticket_is_good(client, what: str, says: str):
    cup = numbered()
    sell(cup, "Ann")
    spoil: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    tickets.spoil(**spoil, ticket_number=2, reason="torn")
    ticket = Ticket.objects.get(number={"sold": 1, "void": 2, "unsold": 3}[what])
    page = client.get(f"/tickets/{ticket.code}/").content.decode()
    assert says in page
    assert "Parish hall, Regina" in page
    assert "Ann" not in page
    assert client.get("/tickets/T000000000/").status_code == 404
