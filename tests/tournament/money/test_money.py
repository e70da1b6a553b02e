"""The money ledger: every cent has two sides, nothing is deleted, and it says if it adds up."""

import pytest

from engine.office.law.money import Account, Method
from engine.office.money import Line
from engine.refusal import Refused
from engine.structure import presets
from tests.factories import DIRECTOR, NOW, house_director, registering, signed_in, stored
from tournament.models import MoneyLine
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.money.services import money
from tournament.money.services.money import Move, Till
from tournament.records.queries import journal as journal_queries

pytestmark = pytest.mark.django_db
TILL = Till(DIRECTOR, NOW)


def test_what_does_not_add_up_is_not_posted():
    tournament = registering()
    before = stored()
    lines = (Line(Account.CASH, 500), Line(Account.HOUSE, -400))
    with pytest.raises(Refused, match="same amount"):
        money.post(tournament, Move(PostingKind.FLOAT, "Change", lines), TILL)
    assert stored() == before


def test_a_void_is_the_reverse_and_both_stay_on_record():
    tournament = registering()
    lines = (Line(Account.CASH, 500), Line(Account.HOUSE, -500))
    posted = money.post(tournament, Move(PostingKind.FLOAT, "Change", lines), TILL)
    with pytest.raises(Refused, match="reason"):
        money.void(posting_id=posted.pk, reason=" ", actor=DIRECTOR, now=NOW)
    money.void(posting_id=posted.pk, reason="counted twice", actor=DIRECTOR, now=NOW)
    assert not any(money_queries.balances(tournament.pk).values())
    assert tournament.money.count() == 2
    with pytest.raises(Refused, match="already"):
        money.void(posting_id=posted.pk, reason="again", actor=DIRECTOR, now=NOW)
    assert journal_queries.first_broken_link(tournament.pk) is None


def test_a_changed_line_is_found_and_named():
    tournament = registering()
    money.pay_expense(tournament, "Cards", Till(DIRECTOR, NOW, Method.CHEQUE), amount=900)
    MoneyLine.objects.filter(account=Account.EXPENSES).update(amount=800)
    state = money_queries.state(tournament.pk)
    assert not state.adds_up
    assert state.first_odd == 1


@pytest.mark.rule("adelaide:101a")
def test_prices_are_checked_against_the_book_while_they_are_typed():
    cup = registering()
    director = signed_in(house_director())
    where, before = f"/t/{cup.code}/money/check/prices/", stored()
    greedy = director.post(where, {"price-entry": "100", "fee-entry": "40"}).content.decode()
    assert "70%" in greedy
    assert "adelaide:101a" in greedy
    fair = director.post(where, {"price-entry": "100", "fee-entry": "10"}).content.decode()
    assert "Allowed by the rulebook" in fair
    assert "$90 of $100 to the prize pool (90 %), fee $10." in fair
    assert director.post(where, {"price-entry": "ten"}).status_code == 200
    assert director.post(f"/t/{cup.code}/money/check/weather/").status_code == 404
    assert stored() == before


def test_chips_on_sale_are_checked_while_they_are_typed():
    cup = registering(preset=presets.get("friday"))
    director = signed_in(house_director())
    where, before = f"/t/{cup.code}/money/check/sales/", stored()
    asked = {"is_sold-rebuy": "on", "chips-rebuy": "5000", "stack_below-rebuy": "x"}
    assert "must be a whole number" in director.post(where, asked).content.decode()
    assert stored() == before
