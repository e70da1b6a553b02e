"""From a list of names to the first hand, by the pages of the quick start."""

import pytest
from django.http import HttpResponse
from django.test import Client

from tables.seating.queries.quick_start import HOME_GAMES
from tests.markup import one_line
from tournament.models import Player, Tournament

pytestmark = pytest.mark.django_db

NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJKL"]


def draw(director: Client, **said: str) -> HttpResponse:
    form = {"name": "Ours", "preset": "friday", "buy_in": "20", "names": "\n".join(NAMES), **said}
    answer = director.post("/start/", form)
    assert isinstance(answer, HttpResponse)
    return answer


def ready(director: Client) -> str:
    return one_line(director.get(f"/t/{Tournament.objects.get().code}/ready/").content.decode())


@pytest.mark.parametrize("preset", HOME_GAMES)
def test_every_game_on_offer_is_drawn_and_started_from_names_alone(director: Client, preset: str):
    draw(director, preset=preset)
    code = Tournament.objects.get().code
    assert all(name in ready(director) for name in NAMES)

    started = director.post(f"/t/{code}/start/", {"then": "ready"})

    assert started["Location"] == f"/t/{code}/ready/"
    assert f'href="/t/{code}/tables/1/tablet/"' in ready(director)


def test_the_buy_in_is_paid_by_everybody_and_asked_again_for_a_rebuy(director: Client):
    draw(director, buy_in="12.50")
    code = Tournament.objects.get().code
    assert "$150" in one_line(director.get(f"/t/{code}/money/").content.decode())
    assert "12.50" in one_line(director.get(f"/t/{code}/setup/").content.decode())


def test_a_wrong_list_creates_nothing_and_stays_as_it_was_typed(director: Client):
    answer = draw(director, names="Ada Marsh\nAda Marsh", name="Our Thursday")

    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Line 2:" in page
    assert "Our Thursday" in page
    assert "Ada Marsh\nAda Marsh" in page
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


def test_a_buy_in_that_is_no_amount_is_refused_beside_its_field(director: Client):
    page = draw(director, buy_in="55,50").content.decode()
    assert "must be an amount" in page
    assert not Tournament.objects.exists()


def test_the_front_page_of_an_empty_house_leads_to_the_quick_start(director: Client):
    assert 'href="/start/"' in director.get("/").content.decode()
