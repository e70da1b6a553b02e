"""What a licensed event tells the public before it may: nothing, at any open door (igr:5.08(a)).

The doors are read from the tables of who may (pages, sockets, operations): a new one is tried here
by itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from channels.db import database_sync_to_async
from django.db import transaction
from django.test import Client
from django.urls import reverse

from engine.structure import presets
from tables.middleware import DEVICE_COOKIE
from tests import pages
from tests.attacks import allowed
from tests.attacks.test_doors import FEED, OF_AN_ENTRANT, cookies_of, opens, socket_path
from tests.factories import (
    DIRECTOR,
    NOW,
    fold_round,
    house_director,
    paired_tablet,
    running,
    signed_in,
    table_of,
)
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.models import League, Licence, Tournament

pytestmark = pytest.mark.rule("igr:5.08(a)")
IGR = presets.get("igr")
HELD_BACK, ANSWERED = 409, 200
# They name events in passing: an event that may not be published is left out.
LISTS = ("/", "/calendar.ics", "/api/v1/tournaments", "/api/v1/leagues/spring")


def event() -> Tournament:
    """A licensed event in play, with a hand to look at."""
    cup = running(4, preset=IGR, seats=2)
    fold_round(table_of(cup))
    league = League.objects.create(name="Spring", slug="spring", formula="10", at=NOW)
    league.tournaments.add(cup)
    return cup


@contextmanager
def something_missing(cup: Tournament) -> Iterator[None]:
    """The prizes are not stated for a while."""
    licence = Licence.objects.filter(tournament=cup)
    licence.update(prizes="")
    yield
    licence.update(prizes="First $500")


def open_pages(cup: Tournament) -> list[str]:
    """Every address about this one event that anybody may open."""
    return [place for name, place in pages.public(cup).items() if "code" in pages.asks(name)]


def open_operations(cup: Tournament) -> list[str]:
    """Every operation of the API about this one event that needs no token."""
    about_it = (path for path in allowed.open_to_all("GET") if "{code}" in path)
    where = {"code": cup.code, "number": 1, "table_number": 1, "hand": table_of(cup).hand_number}
    return [f"/api/v1{path.format(**where)}" for path in sorted(about_it)]


def answers(browser: Client, places: list[str]) -> dict[str, int]:
    return {place: browser.get(place).status_code for place in places}


@pytest.mark.django_db
def test_no_open_page_or_operation_answers_the_public_before_it_may_be_published():
    cup = event()
    places = open_pages(cup) + open_operations(cup)
    with something_missing(cup):
        assert answers(Client(), places) == dict.fromkeys(places, HELD_BACK)
    assert answers(Client(), places) == dict.fromkeys(places, ANSWERED)


@pytest.mark.django_db
def test_the_staff_and_the_house_s_own_devices_know_of_it_before():
    cup = event()
    poster = reverse("poster", kwargs={"code": cup.code})
    places = [place for place in open_pages(cup) + open_operations(cup) if place != poster]
    device = Client()
    device.cookies[DEVICE_COOKIE] = paired_tablet(table_of(cup))[1]
    with something_missing(cup):
        for browser in (signed_in(house_director()), device):
            assert answers(browser, places) == dict.fromkeys(places, ANSWERED)
            assert browser.get(poster).status_code == HELD_BACK


@pytest.mark.django_db
def test_no_list_names_it_before_it_may_be_published():
    cup = event()
    guest = cup.entries.all()[0].player
    other = running(2)
    other.entries.filter(number=1).update(player=guest)
    lists = (*LISTS, f"/t/{other.code}/players/1/")
    with something_missing(cup):
        assert not [place for place in lists if cup.code in page(place)]
    assert not [place for place in lists if cup.code not in page(place)]


def page(place: str) -> str:
    return Client().get(place).content.decode()


@pytest.mark.django_db(transaction=True)
async def test_no_open_socket_answers_the_public_before_it_may_be_published():
    cup, cookies = await database_sync_to_async(_visitors)()
    public = [door for door in allowed.open_to_all("socket") if door not in OF_AN_ENTRANT]

    async def opened_by(cookie: str) -> set[str]:
        return {door for door in public if await opens(socket_path(door, code=cup.code), cookie)}

    assert await opened_by("") == set(public)
    await database_sync_to_async(Licence.objects.filter(tournament=cup).update)(prizes="")
    assert await opened_by("") == set()
    for cookie in cookies:
        assert await opened_by(cookie) == set(public) - {FEED}  # which says the same to everybody


@pytest.mark.django_db(transaction=True)
async def test_who_has_entered_is_told_all_the_same():
    cup, _ = await database_sync_to_async(_visitors)()
    await database_sync_to_async(Licence.objects.filter(tournament=cup).update)(prizes="")
    token = await database_sync_to_async(_personal_link)(cup)
    for door in OF_AN_ENTRANT:
        assert await opens(socket_path(door, token=token), "")


def _personal_link(cup: Tournament) -> str:
    links.give(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    entry_id, link = next(iter(link_queries.by_entry(cup.pk).items()))
    return link_queries.token(entry_id, link.nonce)


def _visitors() -> tuple[Tournament, list[str]]:
    """An event, and the cookies of its director and of a tablet."""
    with transaction.atomic():
        cup = event()
        Licence.objects.filter(tournament=cup).update(prizes="First $500")
        secret = paired_tablet(table_of(cup))[1]
        director = cookies_of(signed_in(house_director()))
    return cup, [director, f"{DEVICE_COOKIE}={secret}"]
