"""Who may enter, by each book's law and the house's terms."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from engine import rulebooks
from engine.entries import entering
from engine.entries.entering import Applicant, Terms, TicketText
from engine.entries.law import Kind
from engine.refusal import Refused

ANN = Applicant("Ann", age=30, is_invited=True, is_checked=True)


def refusal(function, *args, **kwargs) -> Refused:
    with pytest.raises(Refused) as refused:
        function(*args, **kwargs)
    return refused.value


def clause(who: Applicant, terms: Terms, rulebook: str) -> str:
    return refusal(entering.check_entry, who, terms, rulebook=rulebook).clause


@pytest.mark.rule("igr:5.03(a)")
def test_nobody_under_19_plays_and_the_birth_date_is_needed():
    terms = entering.terms_of("igr", price=5000)
    entering.check_entry(replace(ANN, age=19), terms, rulebook="igr")
    assert clause(replace(ANN, age=18), terms, "igr") == "igr:5.03(a)"
    assert clause(replace(ANN, age=None), terms, "igr") == "igr:5.03(a)"
    younger = replace(terms, minimum_age=18)
    why = refusal(entering.check_terms, younger, rulebook="igr", price=5000)
    assert why.clause == "igr:5.03(a)"


def test_age_counts_full_years_on_the_day_of_play():
    born = date(2008, 2, 29)
    assert entering.age_on(date(2027, 2, 28), born_on=born) == 18
    assert entering.age_on(date(2027, 3, 1), born_on=born) == 19


@pytest.mark.rule("canberra:8.1")
def test_a_person_enters_a_canberra_tournament_once():
    terms = entering.terms_of("canberra", price=5000)
    entering.check_entry(ANN, terms, rulebook="canberra")
    assert clause(replace(ANN, entries=1), terms, "canberra") == "canberra:8.1"
    twice = replace(terms, per_player=2)
    why = refusal(entering.check_terms, twice, rulebook="canberra", price=5000)
    assert why.clause == "canberra:8.1"


@pytest.mark.rule("canberra:8.3")
def test_a_tournament_for_a_group_takes_nobody_else():
    terms = replace(entering.terms_of("canberra", price=5000), group="Newcomers")
    entering.check_entry(replace(ANN, group="newcomers"), terms, rulebook="canberra")
    assert clause(replace(ANN, group="experienced"), terms, "canberra") == "canberra:8.3"


@pytest.mark.rule("adelaide:88j")
def test_the_house_says_how_often_one_may_enter():
    terms = Terms(per_player=3)
    entering.check_entry(replace(ANN, entries=2), terms, rulebook="adelaide")
    assert clause(replace(ANN, entries=3), terms, "adelaide") == "adelaide:88j"


@pytest.mark.rule("charity:2.3bis")
@pytest.mark.rule("charity:3.2(g)(i)")
def test_charity_entry_needs_an_invitation_and_a_look_at_the_person():
    terms = entering.terms_of("charity", price=0)
    assert terms.kind is Kind.INVITATION
    entering.check_entry(ANN, terms, rulebook="charity")
    assert clause(replace(ANN, is_invited=False), terms, "charity") == "charity:2.3bis"
    assert clause(replace(ANN, is_checked=False), terms, "charity") == "charity:3.2(g)(i)"
    barred = replace(ANN, barred_because="banned by the court")
    assert clause(barred, terms, "charity") == "charity:3.2(g)(i)"
    open_to_all = Terms(kind=Kind.FREE_ROLL)
    why = refusal(entering.check_terms, open_to_all, rulebook="charity", price=0)
    assert why.clause == "charity:2.3bis"


@pytest.mark.rule("adelaide:1.Free Roll")
def test_a_free_roll_costs_nothing_to_enter():
    free = Terms(kind=Kind.FREE_ROLL)
    entering.check_terms(free, rulebook="adelaide", price=0)
    why = refusal(entering.check_terms, free, rulebook="adelaide", price=2000)
    assert why.clause == "adelaide:1.Free Roll"
    assert entering.terms_of("adelaide", price=0).kind is Kind.FREE_ROLL
    assert refusal(entering.check_terms, Terms(), rulebook="adelaide", price=0).why


TICKET = TicketText("Food Bank", "L-7", 5000, "$500", "2027-03-05", "Hall", 50, "available")
DESK = rulebooks.get("igr").desk
ITEMS = {
    "licensee": "igr:5.05(a)(i)",
    "licence_number": "igr:5.05(a)(i)",
    "fee": "igr:5.05(a)(ii)",
    "prizes": "igr:5.05(a)(iii)",
    "when": "igr:5.05(a)(iv)",
    "place": "igr:5.05(a)(iv)",
    "for_sale": "igr:5.05(a)(v)",
    "rebuy": "igr:5.05(a)(vi)",
}


@pytest.mark.rule("igr:5.05(a)")
@pytest.mark.parametrize(("item", "law"), ITEMS.items())
def test_a_ticket_that_lacks_an_item_is_not_printed(item: str, law: str):
    entering.check_ticket(TICKET, approved=50, law=DESK)
    empty = replace(TICKET, **{item: type(getattr(TICKET, item))()})
    assert refusal(entering.check_ticket, empty, approved=50, law=DESK).clause == law


@pytest.mark.rule("igr:5.05(c)")
@pytest.mark.rule("igr:5.05(d)")
def test_no_more_tickets_than_approved_and_none_after_the_start():
    assert refusal(entering.check_ticket, TICKET, approved=49, law=DESK).clause == "igr:5.05(c)"
    sale: dict[str, Any] = {
        "left": 1,
        "has_started": False,
        "name": "Ann",
        "contact": "ann@example.org",
        "law": DESK,
    }
    entering.check_sale(**sale)
    for wrong, law in (
        ({"left": 0}, "igr:5.05(c)"),
        ({"has_started": True}, "igr:5.05(d)"),
        ({"contact": ""}, "igr:5.05(b)"),
    ):
        assert refusal(entering.check_sale, **{**sale, **wrong}).clause == law
