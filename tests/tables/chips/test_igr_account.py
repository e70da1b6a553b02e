"""The lottery account of an IGR event: what the money page pays from it, and what it refuses."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.office.law.money import Account
from engine.structure import presets
from tests.factories import NOW, house_browser, running
from tests.markup import one_line
from tournament.models import Posting, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries

pytestmark = pytest.mark.django_db
CARDS = {
    "category": "equipment",
    "payee": "Card House",
    "purpose": "Two decks",
    "amount": "20",
    "method": "cheque",
    "cheque": "101",
    "cheque_date": f"{NOW:%Y-%m-%d}",
    "voucher": "Invoice 7",
    "registration": "SLGA 77",
    "approved": "yes",
    "area": "",
}
RENT = {**CARDS, "category": "premises", "registration": "", "purpose": "Hall", "area": "banquet"}
GIFT = {
    "payee": "Soup Kitchen",
    "amount": "30",
    "purpose": "Meals",
    "cheque": "102",
    "cheque_date": f"{NOW:%Y-%m-%d}",
}


@pytest.fixture
def cup() -> Tournament:
    """Ten players: $500 taken and still in the drawer."""
    return running(10, preset=presets.get("igr"))


def send(director: Client, cup: Tournament, what: str, **body: str) -> Any:
    sent = {**body, "command_id": str(uuid4())}
    return director.post(f"/t/{cup.code}/money/{what}/", sent)


def bank_balance(cup: Tournament) -> int:
    return money_queries.balances(cup.pk).get(Account.BANK, 0)


EXPENSES = [
    pytest.param(
        {**RENT, "area": "liquor"},
        "igr:5.07(b)(ii)",
        marks=pytest.mark.rule("igr:5.07(b)(ii)"),
    ),
    pytest.param(
        {**RENT, "percentage": "yes"},
        "igr:5.07(b)(iii)",
        marks=pytest.mark.rule("igr:5.07(b)(iii)"),
    ),
    pytest.param({**CARDS, "amount": "0"}, "igr:6.01(d)", marks=pytest.mark.rule("igr:6.01(d)")),
    pytest.param({**CARDS, "payee": " "}, "igr:6.01(d)", marks=pytest.mark.rule("igr:6.01(d)")),
    pytest.param({**CARDS, "purpose": ""}, "igr:6.01(d)", marks=pytest.mark.rule("igr:6.01(d)")),
    pytest.param({**CARDS, "method": "cash"}, "igr:8.01(c)", marks=pytest.mark.rule("igr:8.01(c)")),
    pytest.param({**CARDS, "approved": ""}, "igr:8.01(c)", marks=pytest.mark.rule("igr:8.01(c)")),
]


@pytest.mark.rule("igr:5.02(a)")
@pytest.mark.parametrize(("body", "clause"), EXPENSES)
def test_an_expense_that_may_not_be_paid_is_refused_on_the_page_by_its_clause(
    director: Client, cup: Tournament, body: dict[str, str], clause: str
):
    guaranteed(cup)
    before = bank_balance(cup)
    refused = send(director, cup, "expense", **body)
    assert refused.status_code == 409
    assert clause in refused.content.decode()
    assert not cup.money.filter(kind=PostingKind.EXPENSE).exists()
    assert bank_balance(cup) == before


@pytest.mark.rule("igr:5.02(a)")
@pytest.mark.rule("igr:6.01(d)")
@pytest.mark.rule("igr:8.01(c)")
def test_every_expense_is_kept_with_its_category_payee_amount_purpose_and_cheque(
    director: Client, cup: Tournament
):
    guaranteed(cup)
    for category in ("", "champagne"):
        sent = send(director, cup, "expense", **{**CARDS, "category": category})
        assert sent.status_code == 422
    assert send(director, cup, "expense", **CARDS).status_code == 302
    kept = cup.money.get(kind=PostingKind.EXPENSE)
    said = {name: str(kept.about[name]) for name in ("category", "payee", "purpose", "cheque")}
    assert said == {name: CARDS[name] for name in said}
    drawn = {line.account: line.amount for line in kept.lines.all()}
    assert drawn[Account.BANK] == -2000
    report = director.get(f"/t/{cup.code}/reports/financial/").content.decode()
    assert "Card House" in report + director.get(f"/t/{cup.code}/money/").content.decode()


@pytest.mark.rule("igr:8.01(a)")
@pytest.mark.parametrize("kind", ["general", "savings"])
def test_the_proceeds_lie_in_no_general_or_savings_account(
    director: Client, cup: Tournament, kind: str
):
    said = {"organisation": "Food Bank", "purposes": "Meals", "account": "77"}
    refused = send(director, cup, "purpose", **said, account_kind=kind)
    assert refused.status_code == 409
    assert "igr:8.01(a)" in refused.content.decode()
    assert send(director, cup, "purpose", **said, account_kind="lottery").status_code == 302
    assert "77" in director.get(f"/t/{cup.code}/money/").content.decode()


GIFTS = [
    pytest.param(
        {**GIFT, "cheque": ""}, "igr:8.01(b)(i)", marks=pytest.mark.rule("igr:8.01(b)(i)")
    ),
    pytest.param(
        {**GIFT, "cheque": "101"}, "igr:8.01(b)(i)", marks=pytest.mark.rule("igr:8.01(b)(i)")
    ),
    pytest.param(
        {**GIFT, "cheque_date": ""}, "igr:8.01(b)(ii)", marks=pytest.mark.rule("igr:8.01(b)(ii)")
    ),
    pytest.param(
        {**GIFT, "payee": " "}, "igr:8.01(b)(iii)", marks=pytest.mark.rule("igr:8.01(b)(iii)")
    ),
    pytest.param(
        {**GIFT, "amount": "0"}, "igr:8.01(b)(iv)", marks=pytest.mark.rule("igr:8.01(b)(iv)")
    ),
    pytest.param(
        {**GIFT, "purpose": ""}, "igr:8.01(b)(v)", marks=pytest.mark.rule("igr:8.01(b)(v)")
    ),
    pytest.param(
        {**GIFT, "purpose": "A boat"}, "igr:5.02(b)", marks=pytest.mark.rule("igr:5.02(b)")
    ),
    pytest.param({**GIFT, "amount": "400"}, "igr:8.01(f)", marks=pytest.mark.rule("igr:8.01(f)")),
]


@pytest.mark.parametrize(("body", "clause"), GIFTS)
def test_a_payment_of_proceeds_that_is_incomplete_or_for_something_else_is_refused(
    director: Client, cup: Tournament, body: dict[str, str], clause: str
):
    guaranteed(cup)
    assert send(director, cup, "expense", **CARDS).status_code == 302
    refused = send(director, cup, "disburse", **body)
    assert refused.status_code in (409, 422)
    assert clause in refused.content.decode()
    assert not cup.money.filter(kind=PostingKind.DONATION).exists()


@pytest.mark.rule("igr:5.02(b)")
@pytest.mark.rule("igr:8.01(b)(i)")
@pytest.mark.rule("igr:8.01(b)(ii)")
@pytest.mark.rule("igr:8.01(b)(iii)")
@pytest.mark.rule("igr:8.01(b)(iv)")
@pytest.mark.rule("igr:8.01(b)(v)")
@pytest.mark.rule("igr:8.01(f)")
def test_a_complete_payment_of_proceeds_is_kept_and_reported_with_every_field(
    director: Client, cup: Tournament
):
    guaranteed(cup)
    before = bank_balance(cup)
    assert send(director, cup, "disburse", **GIFT).status_code == 302
    assert bank_balance(cup) == before - 3000
    page = one_line(director.get(f"/t/{cup.code}/reports/disbursements/").content.decode())
    for said in ("Soup Kitchen", "Meals", "102", "$30"):
        assert said in page


@pytest.mark.rule("igr:8.01(j)-2")
def test_the_money_page_says_by_when_the_takings_are_banked_and_that_it_is_late(
    director: Client, cup: Tournament, wall
):
    def page() -> str:
        return one_line(director.get(f"/t/{cup.code}/money/").content.decode())

    on_time = page()
    assert "late" not in on_time.partition("Deposit")[2][:600].lower()
    wall.now = NOW.replace(day=8)  # the second banking day after it, by the hall's clock
    assert page().count("late") == on_time.count("late")
    wall.now = NOW.replace(day=9)
    assert page().count("late") > on_time.count("late")


# -- the guaranteed tenth --------------------------------------------------------------------------


def guaranteed(cup: Tournament) -> Client:
    """The charity's executive guarantees the net proceeds; the takings are banked."""
    director, here = house_browser(), f"/t/{cup.code}/money"
    lottery = {"organisation": "Food Bank", "purposes": "Meals", "account": "77"}
    said = {**lottery, "account_kind": "lottery", "guaranteed_by": "Executive, 3 May"}
    assert director.post(f"{here}/purpose/", said).status_code == 302
    held = money_queries.balances(cup.pk)[Account.CASH] // 100
    banked = {"kind": "deposit", "amount": str(held), "command_id": str(uuid4())}
    assert director.post(f"{here}/bank/", banked).status_code == 302
    return director


def spend(
    director: Client, cup: Tournament, category: str, amount: str, registration: str = ""
) -> Any:
    """One expense by cheque, entered at the money page."""
    number = str(cup.money.count())
    cheque = {"method": "cheque", "cheque": number, "cheque_date": "2027-03-05"}
    more = {"payee": "Card House", "purpose": "The evening", "approved": "yes", "voucher": number}
    more["registration"] = registration
    sent = {"category": category, "amount": amount, "command_id": str(uuid4())}
    return director.post(f"/t/{cup.code}/money/expense/", {**sent, **cheque, **more})


@pytest.mark.rule("igr:5.06(b)-2")
def test_the_tenth_was_only_kept_when_dealers_were_paid_last(cup: Tournament):
    director = guaranteed(cup)
    assert spend(director, cup, "dealers", "100").status_code == 302
    late = spend(director, cup, "printing", "101")
    assert late.status_code == 409
    assert "igr:5.06(b)-2" in late.content.decode()
    assert spend(director, cup, "printing", "100").status_code == 302
    dealer = cup.money.get(about__category="dealers")
    director.post(f"/t/{cup.code}/money/{dealer.number}/void/", {"reason": "returned"})
    assert spend(director, cup, "printing", "40").status_code == 302


@pytest.mark.rule("igr:5.06(b)-2")
def test_dealers_were_paid_from_prizes_that_were_not_awarded_yet(cup: Tournament):
    director = guaranteed(cup)
    assert not cup.dues.exists()
    refused_one = spend(director, cup, "dealers", "201")
    assert refused_one.status_code == 409
    assert "igr:5.06(b)-2" in refused_one.content.decode()
    assert spend(director, cup, "dealers", "200").status_code == 302
    struck = {"organisation": "Food Bank", "purposes": "Meals", "account": "77"}
    without = {**struck, "account_kind": "lottery", "guaranteed_by": ""}
    assert director.post(f"/t/{cup.code}/money/purpose/", without).status_code == 409
    # An entry given back would leave less than the tenth too.
    paid = cup.money.filter(kind=PostingKind.ENTRY)[0]
    director.post(f"/t/{cup.code}/money/{paid.number}/void/", {"reason": "came too late"})
    paid.refresh_from_db()
    assert not Posting.objects.filter(voids=paid).exists()


@pytest.mark.rule("igr:5.07(b)(i)")
def test_equipment_is_paid_for_only_to_a_supplier_whose_registration_is_written_down(
    cup: Tournament,
):
    director = guaranteed(cup)
    for number in ("", "   "):
        refused_one = spend(director, cup, "equipment", "20", registration=number)
        assert refused_one.status_code == 409
        assert "igr:5.07(b)(i)" in refused_one.content.decode()
    assert not cup.money.filter(kind=PostingKind.EXPENSE).exists()
    assert spend(director, cup, "equipment", "20", registration="SLGA 7").status_code == 302
    kept = cup.money.get(kind=PostingKind.EXPENSE)
    assert kept.about["registration"] == "SLGA 7"
