"""Prices, fees, prizes and spending by each book."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rulebooks
from engine.amounts import dollars
from engine.office import money, spending
from engine.office.law.giving import Area, Category, Expense, Purse
from engine.office.law.money import FREE_ROLL, FREEZE_OUT, REBUY, Account, Method
from engine.office.money import Line, Split
from engine.office.spending import AccountKind, Disbursement
from engine.prizes import clubs, donations, payouts, prizes
from engine.prizes.placings import Survivor, standing
from engine.prizes.prizes import How, Prize, Row, Source, Thing
from engine.refusal import Refused
from engine.structure import presets, structure, windows

ADELAIDE = structure.to_plain(presets.get("adelaide-no-limit"))
FRIDAY = structure.to_plain(presets.get("friday"))


def refused_by(call, *args, **kwargs) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.clause


# -- what is paid ----------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:1.Entry Payment")
@pytest.mark.rule("adelaide:88b")
@pytest.mark.rule("adelaide:88c")
def test_an_entry_payment_is_contribution_and_fee_and_they_make_the_whole():
    assert money.split(ADELAIDE, money.Sold.ENTRY) == Split(pool=10_000, fee=1000)
    money.check_split(11_000, Split(10_000, 1000), rulebook="adelaide")
    for parts in (Split(10_000, 999), Split(12_000, -1000)):
        clause = refused_by(money.check_split, 11_000, parts, rulebook="adelaide")
        assert clause == "adelaide:88c"


@pytest.mark.rule("adelaide:101a")
@pytest.mark.rule("adelaide:101b")
@pytest.mark.rule("adelaide:101c")
@pytest.mark.parametrize(
    ("plain", "change", "clause"),
    [
        (ADELAIDE, {"entry_fee": 3301}, "adelaide:101a"),
        (FRIDAY, {"entry_fee": 1001}, "adelaide:101b"),
        (FRIDAY, {"rebuy_fee": 1001}, "adelaide:101b"),
        (FRIDAY, {"add_on_fee": 1001}, "adelaide:101b"),
        (FRIDAY, {"entry_price": 0, "rebuy_fee": 601}, "adelaide:101c"),
    ],
)
def test_a_fee_above_adelaides_floors_is_refused(plain, change, clause):
    assert refused_by(money.check_terms, {**plain, **change}, rulebook="adelaide") == clause
    fee, cents = list(change.items())[-1]
    money.check_terms({**plain, **change, fee: cents - 1}, rulebook="adelaide")


@pytest.mark.rule("adelaide:88a")
@pytest.mark.rule("adelaide:1.Free Roll")
def test_a_free_roll_costs_nothing_to_enter_and_lives_on_rebuys():
    plain = {**FRIDAY, "entry_price": 0}
    assert money.event_kind(plain) == FREE_ROLL
    assert money.price(plain, money.Sold.ENTRY) == 0
    assert money.price(plain, money.Sold.REBUY) == 2000
    money.check_terms(plain, rulebook="adelaide")


@pytest.mark.rule("charity:2.4")
@pytest.mark.rule("charity:2.5")
@pytest.mark.rule("fours:buyin-2")
@pytest.mark.parametrize(
    ("book", "clause"), [("charity", "charity:2.4"), ("fours", "fours:buyin-2")]
)
def test_where_chips_have_no_value_every_price_is_refused(book, clause):
    plain = structure.to_plain(presets.get(book))
    money.check_terms(plain, rulebook=book)
    assert refused_by(money.check_terms, {**plain, "entry_price": 100}, rulebook=book) == clause
    sold = {**plain, "rebuys": FRIDAY["rebuys"]}
    assert refused_by(money.check_terms, sold, rulebook=book) == clause
    paid = {"amount": 100, "asked": 100, "method": Method.CASH}
    assert refused_by(money.check_payment, rulebook=book, **paid) == clause
    rows, terms = [Row(1, percent=Fraction(100))], {"how": How.PERCENTAGES, "rulebook": book}
    clauses = {"charity": "charity:2.5", "fours": "fours:buyin-2"}
    assert refused_by(prizes.check_rows, rows, **terms) == clauses[book]


@pytest.mark.rule("igr:5.05(e)")
@pytest.mark.rule("igr:1.01(a)")
@pytest.mark.rule("igr:A.2(a)")
@pytest.mark.parametrize(
    ("amount", "asked", "method", "clause"),
    [
        (5000, 5000, Method.CARD, "igr:5.05(e)"),
        (5000, 5000, Method.CHEQUE, "igr:5.05(e)"),
        (0, 0, Method.CASH, "igr:5.05(e)"),
        (0, 5000, Method.CASH, "igr:A.2(a)"),
        (4000, 5000, Method.CASH, "igr:A.2(a)"),
    ],
)
def test_an_igr_entry_costs_everybody_the_same_in_cash(amount, asked, method, clause):
    paid = {"amount": amount, "asked": asked, "method": method}
    assert refused_by(money.check_payment, rulebook="igr", **paid) == clause
    money.check_payment(rulebook="igr", amount=5000, asked=5000, method=Method.CASH)
    free = {**structure.to_plain(presets.get("igr")), "entry_price": 0, "entry_fee": 0}
    assert refused_by(money.check_terms, free, rulebook="igr") == "igr:5.05(e)"


def test_every_preset_keeps_its_own_books_terms():
    for preset in presets.PRESETS:
        money.check_terms(structure.to_plain(preset), rulebook=preset.rulebook)


def test_a_posting_that_moves_nothing_is_no_posting():
    with pytest.raises(Refused, match="above zero"):
        money.check_balanced([])
    with pytest.raises(Refused, match="same amount"):
        money.check_balanced([Line(Account.CASH, 1)])


def test_money_is_written_as_receipts_write_it():
    assert [dollars(n) for n in (0, 5, 125_000, -1250)] == [
        "$0",
        "$0.05",
        "$1,250",
        "\u2212$12.50",
    ]


# -- prizes ----------------------------------------------------------------------------------------

HALVES = [Row(1, percent=Fraction(60)), Row(2, percent=Fraction(40))]


def worked_out(rows, pool, *, book="adelaide", how=How.PERCENTAGES, unit=100):
    return prizes.work_out(rows, how=how, pool=pool, unit=unit, rulebook=book)


@pytest.mark.rule("adelaide:89")
@pytest.mark.rule("adelaide:102")
@given(st.integers(1, 10_000_000), st.sampled_from([1, 100, 500]), st.integers(1, 70))
def test_prizes_by_percentage_add_up_to_the_pool_to_the_cent(pool, unit, players):
    shares = payouts.usual_list(players)
    rows = [Row(place, percent=Fraction(share)) for place, share in enumerate(shares, 1)]
    made = worked_out(rows, pool, unit=unit)
    assert sum(prize.amount for prize in made) == pool
    amounts = [prize.amount for prize in made]
    assert amounts == sorted(amounts, reverse=True)


@st.composite
def any_percentages(draw: st.DrawFn) -> list[Fraction]:
    """One to twelve shares of any size that make the whole, the better place never less."""
    weights = draw(st.lists(st.integers(1, 1000), min_size=1, max_size=12))
    return [Fraction(100 * one, sum(weights)) for one in sorted(weights, reverse=True)]


@pytest.mark.rule("adelaide:102")
@given(
    any_percentages(),
    st.integers(1, 10_000_000),
    st.sampled_from([1, 5, 100, 500, 10_000]),
    st.integers(0, 5000),
)
def test_any_list_pays_the_whole_pool_with_its_things_and_nothing_else(shares, pool, unit, watch):
    rows = [Row(place, percent=share) for place, share in enumerate(shares, 1)]
    rows += [Row(1, item="Watch", price=watch)] if watch else []
    rows += [Row(1, amount=700, source=Source.HOUSE)]
    made = worked_out(rows, pool + watch, unit=unit)
    paid = [prize for prize in made if prize.source is Source.POOL]
    assert sum(prize.worth for prize in paid) == pool + watch
    amounts = [prize.amount for prize in paid if not prize.item]
    assert amounts == sorted(amounts, reverse=True)
    assert min(amounts) >= 0


def test_fixed_prizes_that_leave_money_over_or_exceed_the_pool_are_refused():
    rows = [Row(1, amount=600), Row(2, amount=400)]
    assert len(worked_out(rows, 1000, how=How.FIXED)) == 2
    for pool in (999, 1001):
        clause = refused_by(worked_out, rows, pool, how=How.FIXED)
        assert clause == "adelaide:102"


@pytest.mark.rule("adelaide:1.In Kind")
def test_the_cost_of_a_thing_comes_off_the_pool_that_is_divided():
    rows = [Row(1, item="Watch", price=30_000, tax=3000), *HALVES]
    assert worked_out(rows, 133_000) == [
        Prize(1, 60_000),
        Prize(1, item="Watch", value=33_000),
        Prize(2, 40_000),
    ]
    with pytest.raises(Refused, match="cost more than the pool"):
        worked_out(rows, 32_000)


@pytest.mark.rule("adelaide:103")
def test_what_the_house_adds_comes_on_top_and_never_off_the_contributions():
    rows = [*HALVES, Row(1, amount=5000, source=Source.HOUSE)]
    made = worked_out(rows, 100_000)
    of_pool = sum(prize.amount for prize in made if prize.source is Source.POOL)
    assert of_pool == 100_000
    assert Prize(1, 5000, source=Source.HOUSE) in made


@pytest.mark.rule("igr:5.04(a)")
@pytest.mark.rule("igr:5.04(a)-2")
@pytest.mark.rule("igr:A.2(m)")
@pytest.mark.rule("igr:1.01(i)")
def test_igr_caps_count_cash_and_things_with_their_taxes():
    jacket = Row(1, item="Jacket", price=18_000, tax=2000, source=Source.DONATED, kind=Thing.GOODS)
    fits = [Row(1, amount=180_000), jacket]
    assert len(worked_out(fits, 200_000, book="igr", how=How.FIXED)) == 2
    beyond = [fits[0], replace(fits[1], tax=2001)]
    clause = refused_by(worked_out, beyond, 200_000, book="igr", how=How.FIXED)
    assert clause == "igr:5.04(a)-2"
    many = [Row(place, amount=125_000) for place in range(1, 5)]
    assert len(worked_out(many, 500_000, book="igr", how=How.FIXED)) == 4
    more = [*many, Row(5, amount=1)]
    assert refused_by(worked_out, more, 500_001, book="igr", how=How.FIXED) == "igr:5.04(a)"
    assert prizes.most_payable(700_000, rulebook="igr") == 500_000
    nameless = [Row(1, item="Jacket", source=Source.DONATED)]
    assert refused_by(worked_out, nameless, 0, book="igr", how=How.FIXED) == "igr:1.01(i)"


@pytest.mark.rule("igr:5.04(a)-3")
def test_an_entry_to_an_online_event_is_no_igr_prize_whatever_it_is_called():
    for words in ("Seat in an Online Championship", "On-line event", "Web poker entry"):
        rows = [Row(1, item=words, price=100, kind=Thing.ONLINE)]
        clause = refused_by(prizes.check_rows, rows, how=How.FIXED, rulebook="igr")
        assert clause == "igr:5.04(a)-3"
        prizes.check_rows(rows, how=How.FIXED, rulebook="canberra")
    book = [Row(1, item="Book on online safety", price=100, kind=Thing.GOODS)]
    prizes.check_rows(book, how=How.FIXED, rulebook="igr")
    unsaid = [replace(book[0], kind=None)]
    assert refused_by(prizes.check_rows, unsaid, how=How.FIXED, rulebook="igr")
    prizes.check_rows(unsaid, how=How.FIXED, rulebook="adelaide")


@pytest.mark.parametrize(
    ("rows", "how", "said"),
    [
        ([], How.FIXED, "one paid place"),
        ([Row(1, percent=Fraction(60)), Row(2, percent=Fraction(39))], How.PERCENTAGES, "99"),
        ([Row(1, percent=Fraction(40)), Row(2, percent=Fraction(60))], How.PERCENTAGES, "less"),
        ([Row(2, amount=5)], How.FIXED, "without a gap"),
        ([Row(1, amount=5), Row(2, amount=6)], How.FIXED, "never gets less"),
        ([Row(1, amount=5), Row(1, amount=5)], How.FIXED, "one share"),
        ([Row(1)], How.FIXED, "Say what place 1"),
        ([Row(0, amount=5)], How.FIXED, "begin with 1"),
        ([Row(1, percent=Fraction(100))], How.FIXED, "one of them"),
        ([Row(1, amount=5, source=Source.DONATED)], How.FIXED, "donated"),
    ],
)
def test_a_list_that_could_never_be_paid_is_refused(rows, how, said):
    with pytest.raises(Refused, match=said):
        prizes.check_rows(rows, how=how, rulebook="canberra")


def test_a_list_beyond_the_pool_is_refused_where_the_book_lets_money_be_left():
    with pytest.raises(Refused, match="the pool has"):
        worked_out([Row(1, amount=101)], 100, book="canberra", how=How.FIXED)


def ranked(*chips, book="igr"):
    left = [Survivor(entry, stack) for entry, stack in enumerate(chips, 1)]
    return standing((), left, order=rulebooks.get(book).prizes.order.value)


@pytest.mark.rule("igr:A.2(jj)(ii)-2")
@pytest.mark.rule("igr:A.2(b)")
def test_prizes_follow_the_places_and_equal_stacks_share():
    made = [Prize(1, 1001), Prize(2, 500), Prize(3, 200)]
    won = prizes.dues(made, ranked(900, 900, 100), rulebook="igr")
    assert [(one.entry, one.prize.amount) for one in won] == [(1, 751), (2, 750), (3, 200)]
    richer = prizes.dues(made, ranked(9000, 900, 100), rulebook="igr")
    assert [one.prize.amount for one in richer] == [1001, 500, 200]


def test_a_thing_cannot_be_shared():
    jacket = [Prize(1, item="Jacket", value=100)]
    assert prizes.dues(jacket, ranked(2, 1), rulebook="igr")[0].entry == 1
    with pytest.raises(Refused, match="cannot be shared"):
        prizes.dues(jacket, ranked(1, 1), rulebook="igr")


# -- spending --------------------------------------------------------------------------------------

DAY = date(2027, 3, 5)
CARDS = Expense(
    *(Category.EQUIPMENT, "Card House", 9000, "Two decks"),
    method=Method.CHEQUE,
    is_approved=True,
    registration="SLGA 77",
    cheque="101",
    voucher="Invoice 7",
    cheque_date=DAY,
)
RENT = replace(CARDS, category=Category.PREMISES, area=Area.BANQUET, registration="")
PAY = replace(CARDS, category=Category.DEALERS, payee="Ann", registration="")
PURSE = Purse(
    gross=100_000, prizes=50_000, expenses=0, staff=["Bo"], dealers=["Ann"], cheques=["100"]
)


@pytest.mark.rule("igr:5.02(a)")
@pytest.mark.rule("igr:5.06(b)")
@pytest.mark.rule("igr:5.06(b)-2")
@pytest.mark.rule("igr:5.07(b)(i)")
@pytest.mark.rule("igr:5.07(b)(ii)")
@pytest.mark.rule("igr:5.07(b)(iii)")
@pytest.mark.rule("igr:6.01(d)")
@pytest.mark.rule("igr:8.01(c)")
@pytest.mark.parametrize(
    ("expense", "clause"),
    [
        (replace(CARDS, registration=" "), "igr:5.07(b)(i)"),
        (replace(RENT, area=Area.LIQUOR), "igr:5.07(b)(ii)"),
        (replace(RENT, is_percentage=True), "igr:5.07(b)(iii)"),
        (replace(CARDS, payee="bo"), "igr:5.06(b)"),
        (replace(CARDS, category=Category.WORKERS, payee="Cy"), "igr:5.06(b)"),
        (replace(PAY, payee="Bo"), "igr:5.06(b)"),
        (replace(CARDS, payee="Ann"), "igr:5.06(b)"),
        (PAY, "igr:5.06(b)-2"),
        (replace(CARDS, amount=0), "igr:6.01(d)"),
        (replace(CARDS, payee=""), "igr:6.01(d)"),
        (replace(CARDS, purpose=" "), "igr:6.01(d)"),
        (replace(CARDS, method=Method.CASH), "igr:8.01(c)"),
        (replace(CARDS, is_approved=False), "igr:8.01(c)"),
        (replace(CARDS, cheque=""), "igr:8.01(b)(i)"),
        (replace(CARDS, cheque="100"), "igr:8.01(b)(i)"),
        (replace(CARDS, cheque_date=None), "igr:8.01(b)(ii)"),
    ],
)
def test_an_igr_expense_that_may_not_be_paid_is_refused_by_its_clause(expense, clause):
    assert refused_by(spending.check_expense, expense, PURSE, rulebook="igr") == clause


@pytest.mark.rule("igr:5.06(b)-2")
def test_guaranteed_dealers_are_paid_while_a_tenth_of_the_revenue_is_left():
    guaranteed = replace(PURSE, is_guaranteed=True)
    for fine in (CARDS, RENT, replace(PAY, amount=40_000)):
        spending.check_expense(fine, guaranteed, rulebook="igr")
    too_much = replace(PAY, amount=40_001)
    clause = refused_by(spending.check_expense, too_much, guaranteed, rulebook="igr")
    assert clause == "igr:5.06(b)-2"


def test_other_books_ask_for_payee_and_purpose_only():
    spending.check_expense(replace(CARDS, method=Method.CASH), PURSE, rulebook="adelaide")
    unnamed = replace(CARDS, payee="")
    assert refused_by(spending.check_expense, unnamed, PURSE, rulebook="adelaide") == ""


@pytest.mark.rule("igr:1.01(f)")
def test_net_proceeds_are_gross_revenue_less_prizes_and_expenses():
    assert replace(PURSE, expenses=9000).net == 41_000


@pytest.mark.rule("igr:Preamble.1")
def test_an_igr_event_names_its_organisation_and_purpose():
    spending.check_organisation(organisation="Food Bank", purposes=["meals"], rulebook="igr")
    spending.check_organisation(organisation="", purposes=[], rulebook="adelaide")
    for organisation, purposes in (("", ["meals"]), ("Food Bank", [" "])):
        terms = {"organisation": organisation, "purposes": purposes, "rulebook": "igr"}
        assert refused_by(spending.check_organisation, **terms) == "igr:Preamble.1"


@pytest.mark.rule("igr:8.01(a)")
@pytest.mark.rule("igr:8.01(d)")
def test_proceeds_lie_in_one_account_of_their_own_and_leave_it_for_no_other():
    spending.check_account(AccountKind.LOTTERY, rulebook="igr")
    for kind in (AccountKind.GENERAL, AccountKind.SAVINGS):
        assert refused_by(spending.check_account, kind, rulebook="igr") == "igr:8.01(a)"
    assert refused_by(spending.check_transfer, rulebook="igr") == "igr:8.01(d)"
    spending.check_transfer(rulebook="adelaide")


GIFT = Disbursement("Food Bank", 5000, "meals", "102", DAY)


@pytest.mark.rule("igr:5.02(b)")
@pytest.mark.rule("igr:8.01(b)")
@pytest.mark.rule("igr:8.01(b)(i)")
@pytest.mark.rule("igr:8.01(b)(ii)")
@pytest.mark.rule("igr:8.01(b)(iii)")
@pytest.mark.rule("igr:8.01(b)(iv)")
@pytest.mark.rule("igr:8.01(b)(v)")
@pytest.mark.rule("igr:8.01(f)")
@pytest.mark.parametrize(
    ("gift", "clause"),
    [
        (replace(GIFT, cheque=""), "igr:8.01(b)(i)"),
        (replace(GIFT, cheque="101"), "igr:8.01(b)(i)"),
        (replace(GIFT, cheque_date=None), "igr:8.01(b)(ii)"),
        (replace(GIFT, payee=" "), "igr:8.01(b)(iii)"),
        (replace(GIFT, amount=0), "igr:8.01(b)(iv)"),
        (replace(GIFT, purpose=""), "igr:8.01(b)(v)"),
        (replace(GIFT, purpose="a boat"), "igr:5.02(b)"),
        (replace(GIFT, amount=9001), "igr:8.01(f)"),
    ],
)
def test_proceeds_are_paid_for_approved_purposes_by_complete_cheques(gift, clause):
    terms: dict[str, Any] = {"approved": ["meals"], "left": 9000, "used": ["101"]}
    terms["rulebook"] = "igr"
    assert refused_by(spending.check_disbursement, gift, **terms) == clause
    spending.check_disbursement(GIFT, **terms)


@pytest.mark.rule("igr:8.01(j)")
@pytest.mark.rule("igr:8.01(j)-2")
def test_all_but_cash_prizes_is_banked_by_the_second_banking_day():
    assert spending.deposit_due(gross=100_000, cash_prizes=0) == 100_000
    assert spending.deposit_due(gross=100_000, cash_prizes=30_000) == 70_000
    friday, easter_monday = date(2027, 3, 26), date(2027, 3, 29)
    assert spending.deposit_by(friday, holidays=[]) == date(2027, 3, 30)
    assert spending.deposit_by(friday, holidays=[easter_monday]) == date(2027, 3, 31)


# -- the good cause, clubs, windows ----------------------------------------------------------------


@pytest.mark.rule("charity:2.3")
@pytest.mark.parametrize(
    ("amounts", "has_started", "said"),
    [
        ([], False, "one donation"),
        ([0], False, "above zero"),
        ([1, 2], False, "never gives less"),
        ([5], True, "stay"),
    ],
)
def test_donations_that_are_none_rise_or_come_late_are_refused(amounts, has_started, said):
    with pytest.raises(Refused, match=said) as caught:
        donations.check_amounts(amounts, rulebook="charity", has_started=has_started)
    assert caught.value.clause == "charity:2.3"
    donations.check_amounts([200, 100], rulebook="charity", has_started=False)


@pytest.mark.rule("charity:2.2")
def test_play_waits_for_the_donations_and_a_helper_receives_none():
    may_start = {"amounts": [], "rulebook": "charity"}
    assert refused_by(donations.check_may_start, **may_start) == "charity:2.3"
    donations.check_may_start([5], rulebook="charity")
    helper = {"name": "Bar Crew", "involvement": "runs the bar", "rulebook": "charity"}
    assert refused_by(donations.check_receiver, **helper) == "charity:2.2"


@pytest.mark.rule("canberra:14.3")
def test_canberra_gives_an_entry_back_only_when_all_is_cancelled():
    kept = {"rulebook": "canberra", "is_cancelled": False}
    assert refused_by(money.check_refund, **kept) == "canberra:14.3"
    money.check_refund(rulebook="canberra", is_cancelled=True)
    money.check_refund(rulebook="adelaide", is_cancelled=False)
    money.check_balanced([Line(Account.CASH, 1), Line(Account.HOUSE, -1)])


def test_without_caps_a_winner_may_win_it_all():
    won = prizes.dues([Prize(1, 900_000)], ranked(2, 1, book="adelaide"), rulebook="adelaide")
    assert [one.prize.amount for one in won] == [900_000]


def test_other_books_know_no_donations_and_no_clubs():
    donations.check_may_start([], rulebook="adelaide")
    donations.check_receiver("Food Bank", "", rulebook="charity")
    with pytest.raises(Refused, match="charity tournaments"):
        donations.rules("adelaide")
    clubs.check_known("fours")
    with pytest.raises(Refused, match="4S"):
        clubs.check_known("igr")


def test_the_pool_is_known_when_the_last_purchase_has_closed():
    canberra = structure.to_plain(presets.get("canberra-e"))
    zero = dict.fromkeys(windows.WORDS, timedelta(0))
    late = dict.fromkeys(windows.WORDS, timedelta(hours=20))
    assert windows.still_open(canberra, zero) == ["Rebuys", "The top-up"]
    assert windows.still_open(canberra, late) == []
    endless = {**FRIDAY["add_ons"]["terms"], "until_minute": None}
    open_end = {**FRIDAY, "add_ons": {"is_refused": False, "terms": endless}}
    assert windows.still_open(open_end, late) == ["Add-ons"]
    assert windows.still_open(FRIDAY, late) == []
    assert windows.still_open(ADELAIDE, zero) == []


@pytest.mark.parametrize(
    ("kind", "percent", "clause"),
    [
        pytest.param(FREEZE_OUT, 70, "adelaide:101a", marks=pytest.mark.rule("adelaide:101a")),
        pytest.param(REBUY, 50, "adelaide:101b", marks=pytest.mark.rule("adelaide:101b")),
        pytest.param(FREE_ROLL, 70, "adelaide:101c", marks=pytest.mark.rule("adelaide:101c")),
    ],
)
def test_the_prize_pool_gets_its_part_of_every_payment(kind, percent, clause):
    by = {"kind": kind, "rulebook": "adelaide"}
    money.check_contribution(10_000, contribution=percent * 100, **by)
    with pytest.raises(Refused, match=f"At least {percent}%") as refused:
        money.check_contribution(10_000, contribution=percent * 100 - 1, **by)
    assert refused.value.clause == clause
