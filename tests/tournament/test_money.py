"""The money ledger: every cent has two sides, nothing is deleted, and it says if it adds up."""

import pytest

from engine.money import Account, Line, Method
from engine.refusal import Refused
from tests.factories import DIRECTOR, NOW, registering, stored
from tournament.models import MoneyLine
from tournament.models.money import PostingKind
from tournament.queries import journal as journal_queries
from tournament.queries import money as money_queries
from tournament.services import money
from tournament.services.money import Move, Till

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
    assert not state["adds_up"]
    assert state["first_odd"] == 1
