"""What the house sets of chips sold during play, within its book."""

from dataclasses import replace
from typing import Any

import pytest

from engine.entries.law import AddOns, NotOffered, Rebuys, TopUp
from engine.office.money import Sold
from engine.refusal import Refused
from engine.structure import presets, sale_terms, structure
from engine.structure.sale_terms import Sale
from tests.factories import (
    DIRECTOR,
    NOW,
    house_director,
    refreshed,
    registering,
    running,
    signed_in,
    stored,
)
from tournament.models import Tournament
from tournament.money.services import money_desk

pytestmark = pytest.mark.django_db
CANBERRA, ADELAIDE, IGR = (presets.get(key) for key in ("canberra-e", "adelaide-no-limit", "igr"))


def fix(cup: Tournament, **sales: Sale) -> dict[str, Any]:
    wanted = {Sold(what): sale for what, sale in sales.items()}
    money_desk.set_sales(wanted, tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    return dict(refreshed(cup).structure)


def refused(cup: Tournament, **sales: Sale) -> Refused:
    before = stored()
    with pytest.raises(Refused) as caught:
        fix(cup, **sales)
    assert stored() == before
    return caught.value


def test_canberras_amounts_are_the_houses_and_the_rest_is_the_appendix():
    cup = registering(preset=CANBERRA)
    rebuy, top_up = (sale_terms.of(cup.structure, what) for what in (Sold.REBUY, Sold.TOP_UP))
    plain = fix(cup, rebuy=replace(rebuy, chips=1500), top_up=replace(top_up, chips=2000))
    rebuys, extra = structure.rebuys(plain), structure.top_up(plain)
    assert isinstance(rebuys, Rebuys)
    assert isinstance(extra, TopUp)
    assert (rebuys.chips, extra.chips, rebuys.stack_below) == (1500, 2000, rebuy.stack_below)
    assert cup.journal.get(name="money.sales").data["words"].startswith("rebuy 1")
    for wrong in (replace(rebuy, stack_below=5000), replace(rebuy, is_sold=False)):
        assert refused(cup, rebuy=wrong).clause == "canberra:E.3.3"
    assert "multiple of 25" in refused(cup, rebuy=replace(rebuy, chips=1010)).why


@pytest.mark.rule("adelaide:1.Re-buy")
@pytest.mark.rule("adelaide:1.Add-On")
def test_the_adelaide_house_decides_whether_more_chips_are_sold_and_on_which_terms():
    cup = registering(preset=ADELAIDE)
    plain = fix(cup, rebuy=Sale(True, 5000, 2, 2500), add_on=Sale(True, 10_000, 1))
    rebuys, add_ons = structure.rebuys(plain), structure.add_ons(plain)
    assert isinstance(rebuys, Rebuys)
    assert isinstance(add_ons, AddOns)
    assert (rebuys.chips, rebuys.most, rebuys.stack_below) == (5000, 2, 2500)
    assert (add_ons.chips, add_ons.most) == (10_000, 1)
    for wrong in (Sale(True, 5000, 0, 2500), Sale(True, 5000, 1, 0)):
        assert refused(cup, rebuy=wrong).why
    assert "how often" in refused(cup, add_on=Sale(True, 10_000)).why
    off = fix(cup, rebuy=replace(sale_terms.of(plain, Sold.REBUY), is_sold=False))
    assert isinstance(structure.rebuys(off), NotOffered)
    assert fix(cup, rebuy=sale_terms.of(off, Sold.REBUY)) == off


def test_where_the_book_says_it_all_nothing_is_the_houses():
    cup = registering(preset=IGR)
    assert sale_terms.houses(cup.structure, Sold.REBUY, cup.law.structure) == frozenset()
    sale = sale_terms.of(cup.structure, Sold.REBUY)
    assert refused(cup, rebuy=replace(sale, most=3)).clause == "igr:A.2(i)-4"
    assert refused(cup, add_on=Sale(True, 5000, 1)).clause == "igr:A.2(i)"


def test_the_page_fixes_what_is_sold_until_play_begins():
    cup = registering(preset=ADELAIDE)
    director = signed_in(house_director())
    where = f"/t/{cup.code}/money/"
    assert "Chips sold during play" in director.get(where).content.decode()
    sent: dict[str, Any] = {
        "is_sold-rebuy": "on",
        "chips-rebuy": 5000,
        "stack_below-rebuy": 5000,
        "most-rebuy": "",
        "chips-add_on": 5000,
        "most-add_on": 1,
    }
    assert director.post(f"{where}sales/", sent).status_code == 302
    assert sale_terms.of(refreshed(cup).structure, Sold.REBUY) == Sale(True, 5000, None, 5000)
    assert not sale_terms.of(refreshed(cup).structure, Sold.ADD_ON).is_sold
    begun = running(2, preset=ADELAIDE)
    assert "has begun" in refused(begun, rebuy=Sale(True, 5000, 2, 2500)).why
    assert "Chips sold" not in director.get(f"/t/{begun.code}/money/").content.decode()
