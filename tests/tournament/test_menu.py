"""The console's menu leads everybody to what they may open, and to nothing else."""

import pytest
from django.urls import reverse

from tests.attacks import allowed
from tests.tournament.test_permissions import ACTORS, HERE
from tournament import menu

STAFF = ("house", "director", "floor", "desk", "inspector")


@pytest.mark.parametrize("who", STAFF)
def test_every_link_leads_to_a_page_that_opens(who: str):
    may_open = {name for name, row in allowed.rows("page").items() if row[who]}
    names = {page.name for _, pages in menu.MENU for page in pages}
    actor = ACTORS[who]
    shown = {page.name for _, pages in menu.MENU for page in pages if page.opens(actor, HERE)}
    assert shown == may_open & names


def test_the_place_one_is_at_is_marked_also_from_a_page_behind_it():
    found = menu.menu(ACTORS["director"], HERE, "ABCD", "bags")
    assert [group["words"] for group in found["groups"] if group["is_here"]] == ["Floor"]
    assert [page["words"] for page in found["pages"] if page["is_behind"]] == ["Checks"]


def test_every_name_is_a_page():
    names = {name for _, pages in menu.MENU for page in pages for name in (page.name, *page.also)}
    assert names <= set(allowed.rows("page"))


def test_a_page_drawn_again_at_the_address_of_its_form_keeps_its_place():
    path = reverse("entries-list", args=["ABCD"])
    found = menu.menu(ACTORS["director"], HERE, "ABCD", "entries-list", path)
    assert [group["words"] for group in found["groups"] if group["is_here"]] == ["Players"]
    assert [page["words"] for page in found["pages"] if page["is_here"]] == ["Entries"]
