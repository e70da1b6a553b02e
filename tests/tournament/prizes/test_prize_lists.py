"""The prize list as it is typed, checked against the book, approved and changed."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.office.law.money import Account
from engine.prizes.prizes import How, Row, Source, Thing
from engine.refusal import Refused
from engine.structure import presets
from tests.factories import (
    NOW,
    house_director,
    registering,
    running,
    seated,
    signed_in,
    stored,
)
from tests.prize_night import BY, IGR, all_paid, balance, listed
from tournament.models import (
    Licence,
    PrizeList,
    Tournament,
)
from tournament.prizes.queries import prize_page
from tournament.prizes.services import prizes
from tournament.setup.services import readiness

pytestmark = pytest.mark.django_db


@pytest.mark.rule("igr:A.2(e)")
def test_an_approved_igr_list_stays_and_what_the_cap_leaves_is_proceeds():
    igr = replace(presets.get("igr"), entry_price=500_000, entry_fee=0)
    tournament = all_paid(registering(2, preset=igr))
    rows = tuple(Row(place, percent=Fraction(40 - 20 * (place == 3))) for place in (1, 2, 3))
    listed(tournament, *rows)
    prizes.approve(tournament_id=tournament.pk, **BY)
    with pytest.raises(Refused) as refused:
        listed(tournament)
    assert refused.value.clause == "igr:A.2(e)"
    Tournament.objects.filter(pk=tournament.pk).update(state="cancelled")
    made = prizes.publish(tournament_id=tournament.pk, **BY)
    assert [prize["amount"] for prize in made.amounts] == [200_000, 200_000, 100_000]
    assert balance(tournament, Account.PRIZE_POOL) == -500_000
    assert balance(tournament, Account.PROCEEDS) == -500_000


@pytest.mark.rule("igr:5.04(a)")
@pytest.mark.rule("igr:5.04(a)-2")
def test_an_igr_list_beyond_the_caps_is_refused_when_it_is_written():
    cup = registering(2, preset=IGR)
    before = stored()
    six = [Row(place, amount=100_000) for place in range(1, 7)]
    bicycle = Row(
        1, item="Bicycle", price=190_000, tax=20_000, source=Source.DONATED, kind=Thing.GOODS
    )
    for rows, clause in ((six, "igr:5.04(a)"), ([bicycle], "igr:5.04(a)-2")):
        wish = prizes.ListWish(How.FIXED, tuple(rows))
        with pytest.raises(Refused) as refused:
            prizes.save(wish, tournament_id=cup.pk, **BY)
        assert refused.value.clause == clause
    promised = prizes.ListWish(How.PERCENTAGES, (Row(1, percent=Fraction(100)),), guarantee=500_001)
    with pytest.raises(Refused, match="may not exceed"):
        prizes.save(promised, tournament_id=cup.pk, **BY)
    assert stored() == before


@pytest.mark.rule("igr:A.2(e)")
def test_igr_play_does_not_begin_before_the_list_is_approved_with_the_licence():
    cup = seated(3, preset=IGR)
    readiness.check_start(cup, now=NOW)
    with pytest.raises(Refused, match="number of the addendum"):
        listed(cup)
    PrizeList.objects.filter(tournament=cup).update(approved_at=None)
    with pytest.raises(Refused) as refused:
        readiness.check_start(cup, now=NOW)
    assert refused.value.clause == "igr:A.2(e)"


@pytest.mark.rule("igr:5.04(a)-2")
def test_a_prize_list_is_checked_against_the_book_while_it_is_typed():
    cup = registering(preset=IGR)
    director = signed_in(house_director())
    where, before = f"/t/{cup.code}/prizes/check/", stored()
    row = {"place": "1", "item": "", "price": "", "tax": "", "source": "pool"}
    list_ = {"how": "fixed", "unit": "1", "guarantee": ""}
    rich = director.post(where, {**list_, **row, "share": "2001"}).content.decode()
    assert "igr:5.04(a)-2" in rich
    fair = director.post(where, {**list_, **row, "share": "2000"}).content.decode()
    assert "Allowed by the rulebook" in fair
    shares = {"how": "percentages", "unit": "1", "guarantee": ""}
    off = director.post(where, {**shares, **row, "share": "90"}).content.decode()
    assert "The percentages add up to 90, not to 100." in off
    assert stored() == before


def test_what_the_typed_list_would_pay_is_said_beside_it():
    cup = all_paid(registering(3))
    director = signed_in(house_director())
    asked = {"how": "percentages", "unit": "1", "place": ["1", "2"], "share": ["60", "40"]}
    more = {"item": ["", ""], "price": ["", ""], "tax": ["", ""], "source": ["pool", "pool"]}
    page = director.post(f"/t/{cup.code}/prizes/check/", {**asked, **more}).content.decode()
    assert "Of $300: 1st $180, 2nd $120." in page
    assert not PrizeList.objects.exists()


def typed(how: str, *shares: str, **more: Any) -> dict[str, Any]:
    """The form of the prize list, a row for each share."""
    blank = [""] * len(shares)
    fields = {"item": blank, "kind": blank, "price": blank, "tax": blank}
    places = [str(place) for place in range(1, len(shares) + 1)]
    rows = {"place": places, "share": list(shares), "source": ["pool"] * len(shares)}
    return {"how": how, "unit": "1", "guarantee": "", **rows, **fields, **more}


@pytest.mark.rule("igr:5.04(a)-2")
@pytest.mark.rule("igr:A.2(e)")
def test_a_list_that_breaks_the_cap_with_a_full_house_was_approved_and_nobody_could_be_paid():
    cup = registering(2, preset=IGR)
    director, here = signed_in(house_director()), f"/t/{cup.code}/prizes/"
    answer = director.post(f"{here}save/", typed("percentages", "60", "40"))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "With $5,000 in the pool this list breaks the cap." in page
    assert "igr:5.04(a)-2" in page
    director.post(f"{here}act/", {"what": "approve"})
    assert not PrizeList.objects.filter(approved_at__isnull=False).exists()
    # The page proposes a list that any number of entries can be paid by.
    proposed = prize_page.page(cup, now=NOW).form.rows
    shares = [row["share"] for row in proposed]
    assert director.post(f"{here}save/", typed("percentages", *shares)).status_code == 302
    # So few may enter that the pool stays small: now more of it may go to one.
    few = registering(2, preset=replace(IGR, max_players=20))
    kept = director.post(f"/t/{few.code}/prizes/save/", typed("percentages", "60", "40"))
    assert kept.status_code == 302
    Tournament.objects.filter(pk=few.pk).update(structure={**few.structure, "max_players": 250})
    Licence.objects.filter(pk=few.pk).update(tickets=250)
    director.post(f"/t/{few.code}/prizes/act/", {"what": "approve"})
    assert not PrizeList.objects.filter(approved_at__isnull=False).exists()


@pytest.mark.rule("igr:A.2(e)")
def test_an_approved_list_could_not_be_changed_by_an_addendum():
    cup = running(3, preset=IGR)
    director, here = signed_in(house_director()), f"/t/{cup.code}/prizes/"
    shares = typed("percentages", "35", "35", "30", reason="IGR letter of 3 May")
    assert "Addendum number" in director.get(here).content.decode()
    without = director.post(f"{here}save/", shares)
    assert without.status_code == 422
    assert "igr:A.2(e)" in without.content.decode()
    assert director.post(f"{here}save/", {**shares, "addendum": "A-7"}).status_code == 302
    made = PrizeList.objects.get(tournament=cup)
    assert [row["percent"] for row in made.rows] == ["35", "35", "30"]
    assert made.approved_at is not None
    assert "A-7" in director.get(f"/t/{cup.code}/licence/").content.decode()
    changed = cup.licence.addenda.get(number="A-7")
    assert changed.changes == {
        "prize_list": ["1st 40%, 2nd 35%, 3rd 25%", "1st 35%, 2nd 35%, 3rd 30%"]
    }
    journal = director.get(f"/t/{cup.code}/journal/").content.decode()
    assert "changed the approved prize list by addendum A-7" in journal
    report = director.get(f"/t/{cup.code}/reports/licence/").content.decode()
    assert "Prize list: 1st 40%, 2nd 35%, 3rd 25% to 1st 35%, 2nd 35%, 3rd 30%" in report


@pytest.mark.rule("igr:A.2(m)")
@pytest.mark.rule("igr:5.04(a)-3")
def test_an_on_line_entry_passed_because_its_words_were_spelled_otherwise():
    cup = registering(2, preset=IGR)
    director, here = signed_in(house_director()), f"/t/{cup.code}/prizes/save/"

    def save(item: str, kind: str) -> Any:
        fields = {"item": [item], "kind": [kind], "price": ["100"], "tax": [""]}
        return director.post(here, typed("fixed", "", **fields))

    for words in ("On-line championship", "on line event", "Web poker series"):
        refused = save(words, "online")
        assert refused.status_code == 422
        assert "igr:5.04(a)-3" in refused.content.decode()
    assert "Choose what" in save("Championship ticket", "").content.decode()
    assert save("Book on online safety", "goods").status_code == 302


@pytest.mark.rule("igr:1.01(i)")
def test_the_tax_typed_in_the_form_is_kept_and_counts_against_the_cap():
    cup = registering(2, preset=IGR)
    director, here = signed_in(house_director()), f"/t/{cup.code}/prizes/"

    def jacket(tax: str) -> dict[str, Any]:
        thing = {"item": ["", "Jacket"], "kind": ["", "goods"], "price": ["", "180"]}
        places = {"place": ["1", "1"], "source": ["pool", "donated"], "tax": ["", tax]}
        return typed("fixed", "1800", "", **thing, **places)

    over = director.post(f"{here}save/", jacket("20.01"))
    assert over.status_code == 422
    assert "igr:5.04(a)-2" in over.content.decode()
    assert 'value="20.01"' in over.content.decode()
    assert director.post(f"{here}save/", jacket("20")).status_code == 302
    page = director.get(here).content.decode()
    assert 'name="tax" value="20"' in page
    (_, kept) = PrizeList.objects.get(tournament=cup).rows
    assert (kept["price"], kept["tax"]) == (18_000, 2000)
