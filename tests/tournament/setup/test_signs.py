"""Rulebooks to search and compare, signs to print, and walls of words for the hall."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine import clauses
from engine.amounts import figure
from engine.entries.law import Rebuys
from engine.office import publicity
from engine.refusal import Refused
from engine.structure import presets, structure
from tests.factories import (
    NOW,
    house_director,
    registering,
    running,
    seated,
    signed_in,
)
from tests.markup import one_line, public
from tournament.models import Club, ClubMember, Licence, Tournament
from tournament.setup.queries import applied, poster, rulebooks, signs

CANBERRA = presets.get("canberra-h")
FOURS = presets.get("fours")
CHARITY = replace(presets.get("charity"), starting_stack=1000)


def test_a_clause_names_where_the_product_applies_it():
    assert applied.places("canberra:13.4")
    assert all(isinstance(place, str) for place in applied.places("adelaide:47-6"))
    assert applied.places("no:such") == []
    assert applied.places("canberra:13.4")[0] == "Short all in."
    assert "Deck not shuffled or not cut." in applied.places("canberra:17.1(b)")
    told = [clause for book in clauses.books() for clause in clauses.of(book)]
    by_engine = [clause.id for clause in told if clause.kind == "engine"]
    assert sum(bool(applied.places(clause)) for clause in by_engine) > len(by_engine) / 3


def test_the_five_books_answer_one_question_side_by_side():
    assert "raise cap" in rulebooks.questions()
    answers = rulebooks.compared("raise cap")
    assert [answer.key for answer in answers] == [
        *("adelaide", "canberra", "charity", "fours", "igr"),
    ]
    assert all(answer.clause for answer in answers)
    assert rulebooks.compared("the meaning of life") == []


@pytest.mark.django_db
@pytest.mark.rule("adelaide:85")
@pytest.mark.rule("charity:22.7")
@pytest.mark.rule("canberra:appr")
def test_every_book_is_open_to_anyone_searchable_and_printable():
    page = public("/rulebooks/canberra/")
    assert "Special Gazette S2 of 31 January 2001" in page
    assert 'media="print"' in page
    assert "applied in:" in page
    for book in ("adelaide", "charity"):
        assert 'media="print"' in public(f"/rulebooks/{book}/")
    assert "canberra:13.4" in public("/rulebooks/?q=tap-out")
    assert "No clauses found" in public("/rulebooks/?q=zeppelin")
    assert "Canberra" in public("/rulebooks/compare/?question=raise cap")
    assert "No such question" in public("/rulebooks/compare/?question=zeppelin")


def posted(cup: Tournament, kind: str) -> str:
    return one_line(public(f"/t/{cup.code}/signs/{kind}/"))


@pytest.mark.django_db
@pytest.mark.rule("adelaide:44")
def test_the_order_of_hands_hangs_at_the_table_by_the_deck_that_is_played():
    cup = seated(2)
    page = posted(cup, "hands")
    assert page.index("Royal flush") < page.index("Full house") < page.index("One pair")
    assert "Five of a kind" not in page
    assert "52 cards, no joker" in page
    assert "Order of hands" in public(f"/t/{cup.code}/signs/")
    assert Client().get(f"/t/{cup.code}/signs/stars/").status_code == 404


def stack(cup: Tournament) -> str:
    """What everybody begins with."""
    return f"{figure(cup.structure['stack'])} chips"


def rebuys(cup: Tournament) -> str:
    """That there are any, and for how long."""
    terms = structure.rebuys(cup.structure)
    assert isinstance(terms, Rebuys)
    return f"in the first {terms.minutes} minutes"


@pytest.mark.django_db
@pytest.mark.rule("canberra:4.1/sign")
@pytest.mark.rule("canberra:4.2")
def test_canberras_signs_state_chips_rebuys_and_the_betting_chosen():
    with_rebuys = seated(10, preset=presets.get("canberra-e"))
    for sign in ("structure", "charges"):
        assert stack(with_rebuys) in posted(with_rebuys, sign)
        assert rebuys(with_rebuys) in posted(with_rebuys, sign)
    assert rebuys(with_rebuys) in " ".join(public(f"/t/{with_rebuys.code}/wall/rules/").split())
    cup = seated(10, preset=CANBERRA)
    assert stack(cup) in posted(cup, "structure")
    assert "No rebuys." in posted(cup, "structure")
    limits = posted(cup, "limits")
    assert "No limit" in limits
    assert "52 cards" in limits
    assert "52 cards" in public(f"/t/{cup.code}/wall/rules/")


@pytest.mark.django_db
@pytest.mark.rule("charity:9.1")
@pytest.mark.rule("charity:10.3.1.3")
@pytest.mark.rule("charity:3.1")
def test_charitys_signs_state_limits_and_the_number_of_blinds_and_its_conditions_are_shown():
    cup = seated(2, preset=CHARITY)
    page = posted(cup, "limits")
    assert "<dt>Blinds</dt><dd>2</dd>" in page
    assert "Level 1" in page
    shown = public(f"/t/{cup.code}/wall/conditions/")
    assert "1,000 chips" in shown
    for lobby in ("/", f"/t/{cup.code}/"):
        assert f"/t/{cup.code}/wall/conditions/" in public(lobby)
    phones = f'aria-label="QR code of http://testserver/t/{cup.code}/"'
    for screen in ("tables/1/", "clock/", "seating/", "leaderboard/"):
        assert phones in public(f"/t/{cup.code}/{screen}"), screen


@pytest.mark.django_db
@pytest.mark.rule("fours:footer")
@pytest.mark.rule("fours:schedule-posted")
def test_the_fours_schedule_has_its_two_headline_figures_and_is_seen_from_the_table():
    cup = running(8, preset=FOURS, seats=8)
    page = posted(cup, "structure")
    assert "<strong>2,000 chips</strong><strong>10-minute levels</strong>" in page
    table = public(f"/t/{cup.code}/tables/1/")
    assert "Level 1 ·" in table
    assert "next " in table
    assert table.count("<li", table.index("feature-schedule"), table.index("feature-pot")) >= 8


@pytest.mark.django_db
@pytest.mark.rule("adelaide:76")
def test_the_sign_of_charges_shows_what_an_entry_costs_and_gives():
    cup = seated(2)
    page = posted(cup, "charges")
    assert "<strong>$110</strong><span>per entry</span>" in page
    assert "<dt>Prize pool</dt><dd>$100</dd>" in page
    assert "<dt>Fee</dt><dd>$10</dd>" in page
    assert "No rebuys." in posted(cup, "charges")
    assert signs.sheet(cup, "charges", now=NOW)["stack"] == 1000


@pytest.mark.django_db
def test_clubs_and_donations_have_their_own_walls():
    cup = seated(2)
    assert "No clubs" in public(f"/t/{cup.code}/wall/clubs/")
    assert "No donations yet" in public(f"/t/{cup.code}/wall/donations/")
    page = public(f"/t/{cup.code}/")
    assert "/wall/clubs/" not in page
    assert "/wall/donations/" not in page


@pytest.mark.django_db
def test_the_walls_of_clubs_and_donations_are_filled_and_linked_where_there_are_any():
    given = seated(2, preset=CHARITY)
    wall = public(f"/t/{given.code}/wall/donations/")
    assert "1st" in wall
    assert "$1,000" in wall
    assert "charity still to be chosen" in wall
    assert f"/t/{given.code}/wall/donations/" in public(f"/t/{given.code}/")
    teams = seated(8, preset=FOURS, seats=8)
    for number, name in enumerate(("Hearts", "Spades")):
        club = Club.objects.create(tournament=teams, name=name)
        for entry in teams.entries.all()[number * 2 : number * 2 + 2]:
            ClubMember.objects.create(club=club, entry=entry)
    wall = public(f"/t/{teams.code}/wall/clubs/")
    assert wall.index("Hearts") < wall.index("Spades")
    assert 'data-pages="clubs"' in wall
    for place in (f"/t/{teams.code}/", "/"):
        assert f"/t/{teams.code}/wall/clubs/" in public(place)


@pytest.mark.django_db
def test_conditions_are_among_the_signs_to_print():
    cup = seated(2)
    for place in (f"/t/{cup.code}/signs/", f"/t/{cup.code}/"):
        assert reverse("public-conditions", kwargs={"code": cup.code}) in public(place)
    assert 'media="print"' in public(reverse("public-conditions", kwargs={"code": cup.code}))


@pytest.mark.django_db
@pytest.mark.rule("charity:diagram-A")
def test_the_table_view_has_the_dealer_and_up_to_ten_players():
    cup = running(10, preset=CHARITY, seats=10)
    page = one_line(public(f"/t/{cup.code}/tables/1/"))
    assert "oval--of-10" in page
    assert "<span>Dealer</span>" in page
    assert all(f"seat--{number} " in page for number in range(1, 11))
    assert '<div class="oval-board">' in page


LICENCE = {
    "number": "L-4411",
    "holder": "Harbour Rescue",
    "place": "Town Hall",
    "opens_at": NOW,
    "closes_at": NOW,
    "starts_at": NOW,
    "finishes_at": NOW,
    "tickets": 80,
    "fee": 5000,
    "prizes": "First $1,000, second $500",
    "has_rebuy": True,
    "at": NOW,
    "by": "Dora",
}


@pytest.mark.django_db
@pytest.mark.rule("igr:5.01(c)")
@pytest.mark.rule("igr:5.08(a)")
@pytest.mark.rule("igr:5.08(a)(i)")
@pytest.mark.rule("igr:5.08(a)(ii)")
@pytest.mark.rule("igr:5.08(a)(iii)")
@pytest.mark.rule("igr:5.08(a)(iv)")
@pytest.mark.rule("igr:5.08(a)(v)")
@pytest.mark.rule("igr:5.08(a)(vi)")
def test_the_poster_says_what_the_licence_wants_and_is_not_published_before():
    cup = registering(2, preset=presets.get("igr"))
    Licence.objects.filter(tournament=cup).delete()
    answer = Client().get(f"/t/{cup.code}/poster/")
    assert answer.status_code == 409
    assert "igr:5.08(a)" in answer.content.decode()
    licence = Licence.objects.create(tournament=cup, **LICENCE)
    page = public(f"/t/{cup.code}/poster/")
    for said in ("Harbour Rescue, licence L-4411", "$50", "First $1,000", "Town Hall", "80"):
        assert said in page
    assert "05 March 2027" in page or "06 March 2027" in page
    assert "A rebuy is available." in page
    assert "/rulebooks/igr/" in page
    assert "Requirements" in page
    event = public(f"/t/{cup.code}/")
    for said in ("Harbour Rescue, licence L-4411", "$50", "First $1,000", "Town Hall", "80"):
        assert said in event
    assert "A rebuy is available." in event
    assert f"/t/{cup.code}/" in public("/")
    licence.prizes = ""
    licence.save()
    assert Client().get(f"/t/{cup.code}/").status_code == 409
    assert f"/t/{cup.code}/" not in public("/")
    staff = signed_in(house_director())
    assert "Not published yet" in staff.get(f"/t/{cup.code}/").content.decode()
    assert f"/t/{cup.code}/" in staff.get("/").content.decode()
    with pytest.raises(Refused, match="prizes must be stated first") as refusal:
        poster.sheet(cup)
    assert refusal.value.clause == "igr:5.08(a)(iii)"


LEFT_OUT: dict[str, dict[str, Any]] = {
    "igr:5.08(a)(i)": {"holder": ""},
    "igr:5.08(a)(ii)": {"fee": 0},
    "igr:5.08(a)(iii)": {"prizes": ""},
    "igr:5.08(a)(iv)": {"place": ""},
    "igr:5.08(a)(v)": {"tickets": 0},
}


@pytest.mark.django_db
@pytest.mark.rule("igr:5.08(a)")
@pytest.mark.parametrize("clause", LEFT_OUT)
def test_no_publicity_goes_out_that_leaves_an_item_out(clause: str):
    cup = registering(2, preset=presets.get("igr"))
    Licence.objects.filter(tournament=cup).delete()
    Licence.objects.create(tournament=cup, **{**LICENCE, **LEFT_OUT[clause]})
    for place in (f"/t/{cup.code}/", f"/t/{cup.code}/poster/"):
        answer = Client().get(place)
        assert answer.status_code == 409, place
        assert clause in answer.content.decode(), place


@pytest.mark.parametrize(("item", "clause"), publicity.required("igr").items())
@pytest.mark.rule("igr:5.08(a)(ii)")
@pytest.mark.rule("igr:5.08(a)(vi)")
def test_each_item_left_out_alone_is_named_and_the_whole_is_not_refused(item: str, clause: str):
    said = dict.fromkeys(publicity.required("igr"), "said")
    publicity.check("igr", said)
    with pytest.raises(Refused, match=publicity.LABELS[item].lower()) as refusal:
        publicity.check("igr", {**said, item: ""})
    assert refusal.value.clause == clause


@pytest.mark.django_db
@pytest.mark.rule("igr:5.08(a)(vi)")
@pytest.mark.parametrize(
    ("has_rebuy", "words"), [(True, "A rebuy is available."), (False, "No rebuy.")]
)
def test_a_rebuy_is_never_left_unsaid(has_rebuy: bool, words: str):
    cup = registering(2, preset=presets.get("igr"))
    Licence.objects.filter(tournament=cup).delete()
    Licence.objects.create(tournament=cup, **{**LICENCE, "has_rebuy": has_rebuy})
    for place in (f"/t/{cup.code}/", f"/t/{cup.code}/poster/"):
        assert words in public(place), place


@pytest.mark.django_db
def test_a_house_without_a_licence_has_a_poster_too():
    assert "$110" in public(f"/t/{registering(0).code}/poster/")
