"""What an Adelaide tournament costs and pays, from its prices to its prizes, on the pages."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engine.office.law.money import Account
from engine.structure import presets
from tests import written_forms
from tests.factories import (
    FREEZE_OUT,
    WITH_REBUYS,
    bust_all_but,
    call_down,
    hand_at,
    offered,
    refreshed,
    registering,
    running,
    stacks,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import one_line
from tests.prize_night import all_paid
from tournament.models import Due, Posting, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries

pytestmark = pytest.mark.django_db
PERSON = {"name": "Ann", "email": "ann@example.org", "born_on": "1990-05-17", "method": "cash"}


def read(director: Client, cup: Tournament, page: str) -> str:
    answer = director.get(f"/t/{cup.code}/{page}/")
    assert answer.status_code == 200, page
    return one_line(answer.content.decode())


def prices(director: Client, cup: Tournament, **typed: str) -> Any:
    """The prices as they stand, with these instead: entry="120", entry_fee="15"."""
    form = written_forms.form_with(read(director, cup, "money"), "price-entry")
    body = {
        (f"fee-{name.removesuffix('_fee')}" if name.endswith("_fee") else f"price-{name}"): value
        for name, value in typed.items()
    }
    return director.post(f"/t/{cup.code}/money/prices/", form.body(**body))


def lines(posting: Posting) -> dict[Account, int]:
    return {Account(line.account): line.amount for line in posting.lines.all()}


@pytest.mark.rule("adelaide:1.Entry Payment")
@pytest.mark.rule("adelaide:88a")
@pytest.mark.rule("adelaide:88c")
@pytest.mark.rule("adelaide:89")
def test_the_house_sets_payment_and_fee_and_contributions_alone_become_prizes(director: Client):
    cup = registering(preset=FREEZE_OUT)
    for entry, fee in (("100", "101"), ("100", "-1")):
        refused = prices(director, cup, entry=entry, entry_fee=fee)
        assert refused.status_code in (409, 422), fee
    assert prices(director, cup, entry="120", entry_fee="15").status_code == 302
    assert director.post(f"/t/{cup.code}/entries/", PERSON).status_code == 302
    paid = cup.money.get(kind=PostingKind.ENTRY)
    kept = {Account.CASH: 12_000, Account.PRIZE_POOL: -10_500, Account.HOUSE_FEE: -1500}
    assert lines(paid) == kept
    assert "$105" in read(director, cup, "prizes")


@pytest.mark.rule("adelaide:88c")
@pytest.mark.rule("adelaide:101b")
@pytest.mark.parametrize("sold", ["entry", "rebuy", "add_on"])
def test_half_of_every_payment_at_least_goes_to_the_pool_where_chips_are_sold(
    director: Client, sold: str
):
    cup = registering(preset=WITH_REBUYS)
    before = refreshed(cup).structure
    refused = prices(director, cup, **{sold: "20", f"{sold}_fee": "10.01"})
    assert refused.status_code == 409
    assert "adelaide:101b" in refused.content.decode()
    assert refreshed(cup).structure == before
    assert prices(director, cup, **{sold: "20", f"{sold}_fee": "10"}).status_code == 302


@pytest.mark.rule("adelaide:1.Free Roll")
@pytest.mark.rule("adelaide:88a")
@pytest.mark.rule("adelaide:101c")
def test_a_free_roll_costs_nothing_and_seven_tenths_of_what_is_bought_go_to_the_pool(
    director: Client,
):
    cup = registering(preset=WITH_REBUYS)
    free = {"entry": "0", "entry_fee": "0", "rebuy": "20", "add_on": "20", "add_on_fee": "0"}
    refused = prices(director, cup, **free, rebuy_fee="6.01")
    assert refused.status_code == 409
    assert "adelaide:101c" in refused.content.decode()
    assert prices(director, cup, **free, rebuy_fee="6").status_code == 302
    assert director.post(f"/t/{cup.code}/entries/", PERSON).status_code == 302
    assert not cup.money.exists(), "nobody pays to enter"
    assert cup.entries.count() == 1
    assert "ree" in read(director, cup, "conditions")


@pytest.mark.rule("adelaide:1.In Kind")
def test_a_thing_costs_the_contributions_what_was_paid_for_it(director: Client):
    cup = all_paid(running(3, preset=FREEZE_OUT))
    pool = -money_queries.balances(cup.pk)[Account.PRIZE_POOL]
    form = written_forms.form_with(read(director, cup, "prizes"), "share")
    body = form.body(how="percentages", unit="1")
    for row, (share, item, price) in enumerate((("100", "", ""), ("", "Watch", "90"))):
        body["share"][row], body["item"][row], body["price"][row] = share, item, price
    body["kind"][1] = "goods"
    assert director.post(f"/t/{cup.code}/prizes/save/", body).status_code == 302
    bust_all_but(table_of(cup), 1)
    for what in ("publish", "confirm"):
        assert director.post(f"/t/{cup.code}/prizes/act/", {"what": what}).status_code == 302
    won = Due.objects.filter(tournament=cup)
    assert {due.item: due.value for due in won if due.item} == {"Watch": 9000}
    assert sum(due.amount for due in won if not due.item) == pool - 9000


LIMITS = ["adelaide-no-limit", "adelaide-pot", "adelaide-half-pot", "adelaide-fixed"]


@pytest.mark.rule("adelaide:25")
@pytest.mark.rule("adelaide:58a")
@pytest.mark.rule("adelaide:58b")
@pytest.mark.rule("adelaide:77a(i)")
@pytest.mark.rule("adelaide:77a(ii)")
@pytest.mark.rule("adelaide:77a(iii)")
@pytest.mark.rule("adelaide:77a(iv)")
@pytest.mark.rule("adelaide:77b")
@pytest.mark.parametrize("key", LIMITS)
def test_no_commission_is_taken_from_a_tournament_pot_or_from_a_player(director: Client, key: str):
    cup = all_paid(running(4, preset=replace(presets.get(key), min_players=2)))
    table, money = table_of(cup), money_queries.balances(cup.pk)
    tablet, total = tablet_browser(table), sum(stacks(cup))
    for winners in ((2,), (1, 2, 3, 4)):
        assert tap(tablet, table, "start_hand").status_code == 200
        seat = hand_at(table).actor
        least = offered(table).raising.least
        assert tap(tablet, table, "raise_to", seat=seat, amount=least).status_code == 200
        call_down(table)
        pot = hand_at(table).pot
        assert tap(tablet, table, "award", pot=0, winners=winners).status_code == 200
        paid = sum(chips for award in hand_at(table).awards for _, chips in award.shares)
        assert paid == pot == 4 * least
    assert sum(stacks(cup)) == total
    assert money_queries.balances(cup.pk) == money
