"""The books of an IGR event, played out: cheques, vouchers and prizes as they really were."""

from dataclasses import replace

import pytest
from django.test import Client

from engine.structure import presets
from tests.factories import (
    MINUTE,
    NOW,
    bust_all_but,
    running,
    seated,
    table_of,
)
from tests.markup import said
from tournament import requests
from tournament.models import Due, Payout, Posting, PrizeList, Tournament
from tournament.models.money import PostingKind

pytestmark = pytest.mark.django_db
IGR = replace(presets.get("igr"), starting_stack=1000)
CHEQUE = {"receiver": "Player 1", "method": "cheque", "cheque": "204", "cheque_date": "2027-03-06"}


@pytest.fixture(autouse=True)
def third_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock on the wall."""
    monkeypatch.setattr(requests, "now", lambda: NOW + 3 * MINUTE)


def played_out(director: Client) -> Tournament:
    """One winner, the places confirmed, two prizes to pay."""
    cup = running(3, preset=IGR)
    bust_all_but(table_of(cup), 1)
    for entry in cup.entries.filter(stack=0):
        director.post(f"/t/{cup.code}/rebuys/decline/", {"entry": entry.pk})
    for what in ("publish", "confirm"):
        assert director.post(f"/t/{cup.code}/prizes/act/", {"what": what}).status_code == 302
    return cup


def pay(director: Client, cup: Tournament, **sent: str):
    due = Due.objects.filter(tournament=cup).order_by("place")[0]
    return director.post(f"/t/{cup.code}/payout-desk/{due.pk}/pay/", sent)


def bank(director: Client, cup: Tournament, amount: str):
    sent = {"amount": amount, "command_id": "6f1d2c1e-0000-4000-8000-000000000001"}
    return director.post(f"/t/{cup.code}/money/bank/", sent)


def test_a_cheque_with_nothing_banked_asked_for_change(director: Client):
    cup = played_out(director)
    refused = said(pay(director, cup, **CHEQUE))
    assert "Nothing is banked yet to draw the cheque on: bank the takings first." in refused
    assert not Payout.objects.exists()
    assert bank(director, cup, "150").status_code == 302
    assert pay(director, cup, **CHEQUE).status_code == 302


@pytest.mark.rule("igr:8.01(i)")
def test_a_cheque_without_signature_was_reported_as_signed_on_screen(director: Client):
    cup = played_out(director)
    unsigned = said(pay(director, cup, receiver="Player 1", method="cash"))
    assert "igr:8.01(i)" in unsigned
    bank(director, cup, "150")
    assert pay(director, cup, **CHEQUE).status_code == 302
    report = said(director.get(f"/t/{cup.code}/reports/prizes/"))
    assert "cheque 204, not signed" in report
    assert "signed on screen" not in report
    assert "cheque, 6 Mar 06:03, not signed" in said(director.get(f"/t/{cup.code}/payout-desk/"))


@pytest.mark.rule("igr:8.01(i)")
def test_a_prize_paid_in_cash_is_reported_with_where_it_was_signed(director: Client):
    cup = played_out(director)
    pay(director, cup, receiver="Player 1", method="cash", on_paper="yes")
    assert "cash, signed on paper" in said(director.get(f"/t/{cup.code}/reports/prizes/"))


@pytest.mark.rule("igr:8.01(h)")
def test_expenses_were_in_the_reports_without_their_vouchers(director: Client):
    cup = running(3, preset=IGR)
    bank(director, cup, "150")
    spent = {
        "command_id": "6f1d2c1e-0000-4000-8000-000000000002",
        "category": "printing",
        "payee": "Print shop",
        "purpose": "Tickets",
        "amount": "20",
        "method": "cheque",
        "cheque": "7",
        "cheque_date": "2027-03-06",
        "approved": "yes",
    }
    where = f"/t/{cup.code}/money/expense/"
    assert "igr:8.01(h)" in said(director.post(where, spent))
    assert not Posting.objects.filter(kind=PostingKind.EXPENSE).exists()
    assert director.post(where, {**spent, "voucher": "Invoice 118"}).status_code == 302
    for key in ("financial", "disbursements"):
        assert "Invoice 118" in said(director.get(f"/t/{cup.code}/reports/{key}/")), key


def test_a_prize_row_with_cash_and_a_thing_lost_its_cash(director: Client):
    cup = seated(3, preset=IGR)
    PrizeList.objects.all().delete()
    rows = {
        "how": "fixed",
        "unit": "1",
        "guarantee": "",
        "place": ["1", "1"],
        "share": ["50", ""],
        "item": ["A drum", ""],
        "kind": ["goods", ""],
        "price": ["100", ""],
        "tax": ["5", ""],
        "source": ["pool", "pool"],
    }
    where = f"/t/{cup.code}/prizes/save/"
    refused = director.post(where, rows)
    assert refused.status_code == 422
    assert "money and “A drum” in one row: give each its own row" in said(refused)
    assert 'value="50"' in said(refused)
    apart = {**rows, "share": ["50", ""], "item": ["", "A drum"], "price": ["", "100"]}
    apart |= {"kind": ["", "goods"], "tax": ["", "5"]}
    assert director.post(where, apart).status_code == 302
    page = said(director.get(f"/t/{cup.code}/prizes/"))
    assert 'value="50"' in page
    assert 'value="A drum"' in page
