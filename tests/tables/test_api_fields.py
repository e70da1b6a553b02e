"""What is sent to the API: a field nobody knows is refused, a field left out stays as it is."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engine.conduct import shot_clock
from engine.office import money
from engine.office.money import Sold
from engine.structure import sale_terms
from tests.attacks.desk import operations
from tests.factories import (
    NOW,
    house_director,
    refreshed,
    registering,
    running,
    signed_in,
    stored,
)
from tests.tables.test_api import Software
from tournament.clock.queries import sounds as sound_queries
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.services import entries
from tournament.models import House, League, Player, Posting
from tournament.permissions import SYSTEM, Role
from tournament.setup.queries import conditions as condition_queries

pytestmark = pytest.mark.django_db
STRANGE = "zz_not_a_field"


def entered(cup, name: str = "Ann"):
    return entries.register(tournament_id=cup.pk, name=name, actor=SYSTEM, now=NOW)


def sent(client: Client, address: str, **body: object):
    return client.post(address, json.dumps(body), content_type="application/json")


def test_a_mistyped_method_books_no_cash():
    """`methd: card` was booked as cash."""
    cup = registering()
    desk = Software(cup, Role.DIRECTOR)
    desk.post("/money/prices", price={"entry": 5000})
    entry = entered(cup)
    before = stored()
    answer = desk.post(f"/entries/{entry.number}/pay", methd="card")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert answer.json()["detail"] == "methd: Extra inputs are not permitted"
    assert stored() == before
    assert desk.post(f"/entries/{entry.number}/pay", method="card").status_code == 200
    assert Posting.objects.get().method == "card"


def test_every_body_refuses_a_field_it_does_not_know():
    """Each operation that takes a body, asked with its own example and one thing more."""
    cup = running(3)
    director = signed_in(house_director())
    before, taken = stored(), []
    for method, path, said in operations():
        content = said.get("requestBody", {}).get("content", {})
        if method == "POST" and "application/json" in content:
            address = re.sub(r"{\w+}", "1", path.replace("{code}", cup.code))
            answer = sent(director, f"/api/v1{address}", **{STRANGE: 1})
            if answer.status_code != 422 or STRANGE not in answer.json()["detail"]:
                taken.append((path, answer.status_code))
    assert taken == []
    assert stored() == before


def test_what_is_read_by_nobody_is_refused_outside_of_bodies_too():
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    before = stored()
    for answer in (
        director.post("/seats/draw?metod=cards"),
        director.post("/last-hands/withdraw", hands=3),
        director.get("/journal?limt=3"),
        director.get("/clock?at=3"),
    ):
        assert answer.status_code == 422, answer.content
        assert "Extra inputs are not permitted" in answer.json()["detail"]
    assert Client().get("/api/v1/tournaments?page=2").status_code == 422
    assert stored() == before


def test_what_a_player_told_the_desk_is_not_blanked_by_a_new_phone_number():
    cup = registering()
    desk = Software(cup, Role.DESK)
    desk.post("/entries", name="Ann", email="ann@example.org", group="Veterans")
    ann = Player.objects.get()
    assert desk.post(f"/people/{ann.pk}", phone="0400 000 000").status_code == 200
    ann.refresh_from_db()
    assert (ann.name, ann.email, ann.group) == ("Ann", "ann@example.org", "Veterans")
    assert ann.phone == "0400 000 000"
    assert desk.post(f"/people/{ann.pk}", group="").status_code == 200
    ann.refresh_from_db()
    assert (ann.group, ann.phone) == ("", "0400 000 000")


def test_a_new_name_leaves_the_colours_of_the_house():
    director = signed_in(house_director())
    sent(director, "/api/v1/house", name="The Green Room", colour="#1f6f4a", has_four_colours=True)
    assert sent(director, "/api/v1/house", name="The Red Room").status_code == 200
    house = House.objects.get()
    assert (house.name, house.colour, house.has_four_colours) == ("The Red Room", "#1f6f4a", True)


def test_a_league_keeps_its_tournaments_when_it_is_renamed():
    cup, director = registering(), signed_in(house_director())
    wish: dict[str, Any] = {
        "name": "Spring",
        "formula": "10 * sqrt(players / place)",
        "best": 3,
        "tournaments": [cup.code],
    }
    made = sent(director, "/api/v1/leagues", **wish)
    assert made.status_code == 200, made.content
    slug = made.json()["slug"]
    assert sent(director, f"/api/v1/leagues/{slug}", name="Summer").status_code == 200
    league = League.objects.get()
    assert (league.name, league.formula, league.best) == ("Summer", "10 * sqrt(players / place)", 3)
    assert list(league.tournaments.all()) == [cup]


def test_the_offer_is_changed_in_one_field():
    cup = registering()
    director = Software(cup, Role.DIRECTOR)
    was = refreshed(cup)
    assert director.post("/setup", max_players=60).status_code == 200
    now = refreshed(cup)
    assert now.name == was.name
    assert now.structure == {**was.structure, "max_players": 60, "least_chips": 1}


def test_the_fee_and_the_other_prices_stay_when_one_is_changed():
    cup = registering()
    director = Software(cup, Role.DIRECTOR)
    director.post("/money/prices", price={"entry": 11000}, fee={"entry": 1000})
    assert director.post("/money/prices", price={"entry": 22000}).status_code == 200
    plain = refreshed(cup).structure
    assert (money.price(plain, Sold.ENTRY), plain["entry_fee"]) == (22000, 1000)
    assert director.post("/money/prices", fee={"entry": 2000}).status_code == 200
    plain = refreshed(cup).structure
    assert (money.price(plain, Sold.ENTRY), plain["entry_fee"]) == (22000, 2000)


def test_what_is_sold_during_play_keeps_its_limits():
    cup = registering()
    director = Software(cup, Role.DIRECTOR)
    first = {"chips": 5000, "most": 2, "stack_below": 2000}
    assert director.post("/money/sales", sales={"rebuy": first}).status_code == 200
    assert director.post("/money/sales", sales={"rebuy": {"chips": 6000}}).status_code == 200
    sale = sale_terms.of(refreshed(cup).structure, Sold.REBUY)
    assert sale == sale_terms.Sale(True, 6000, 2, 2000)


def test_the_terms_of_entry_are_changed_in_one_field():
    cup = registering()
    director = Software(cup, Role.DIRECTOR)
    director.post("/entries/terms", minimum_age=21, per_player=2, play_on="2027-03-05")
    assert director.post("/entries/terms", group="Veterans").status_code == 200
    terms = term_queries.of(cup)
    assert (terms.minimum_age, terms.per_player, terms.group) == (21, 2, "Veterans")
    assert str(term_queries.play_on(cup)) == "2027-03-05"


def test_sounds_conditions_and_the_clock_on_decisions_keep_what_is_not_named():
    cup = registering()
    director = Software(cup, Role.DIRECTOR)
    was = sound_queries.chosen(cup)
    director.post("/sounds", is_muted=True)
    assert director.post("/sounds", sounds={"level": ""}).status_code == 200
    assert sound_queries.chosen(refreshed(cup)) == replace(was, level="", muted=True)
    director.post("/conditions", words={"extra": "No hats."}, asks_acceptance=True)
    assert director.post("/conditions", words={}).status_code == 200
    kept = condition_queries.find(cup)
    assert kept is not None
    assert (kept.words["extra"], kept.asks_acceptance) == ("No hats.", True)
    director.post("/shot-clock", seconds=30, banks=3)
    assert director.post("/shot-clock", bank_seconds=60).status_code == 200
    clock = shot_clock.of(refreshed(cup).structure)
    assert clock is not None
    assert (clock.seconds, clock.banks, clock.bank_seconds) == (30, 3, 60)


def test_a_planned_session_is_changed_in_one_field():
    cup = registering()
    director = Software(cup, Role.DIRECTOR)
    director.post("/sessions", kind="final", name="Final")
    director.post("/sessions", name="Heat one", minutes=90, advances_to=1, advancing=3)
    assert director.post("/sessions/2/change", minutes=60).status_code == 200
    heat = cup.sessions.get(number=2)
    assert (heat.name, heat.minutes, heat.advancing) == ("Heat one", 60, 3)
    assert heat.advances_to == cup.sessions.get(number=1)


@pytest.mark.parametrize(
    "path",
    ["/message", "/timekeeper", "/tables/1/dealer", "/tables/1/manager", "/tables/1/out-of-use"],
)
def test_nothing_said_takes_nothing_away(path: str):
    """An empty body took the words off the screens, the dealer off the table."""
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    before = stored()
    assert director.post(path).status_code == 422
    assert stored() == before
