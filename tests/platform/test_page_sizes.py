"""Every page of the product is small and asks no other machine for anything."""

import gzip
import re
from functools import cache

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.browser.test_accessibility import House
from tests.factories import signed_in

pytestmark = pytest.mark.django_db
MOST, TINY = 150_000, 600
# What a page loads by itself: styles, scripts, pictures; not what it links to.
LOADED = re.compile(r'<(?:link|script|img)\b[^>]*?\b(?:href|src)="([^"]+)"')


@cache
def part_size(address: str) -> int:
    """A static file as it travels."""
    found = finders.find(address.removeprefix("/static/"))
    assert isinstance(found, str), address
    with open(found, "rb") as file:
        return len(gzip.compress(file.read()))


def weight(client: Client, place: str) -> int:
    """What the first view of a page takes; a file that is handed out is no page."""
    answer = client.get(place, headers={"accept-encoding": "gzip"})
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        return 0
    if len(answer.content) < TINY:  # a fragment too small to be worth it
        return len(answer.content)
    assert answer.headers.get("Content-Encoding") == "gzip", place
    page = gzip.decompress(answer.content).decode()
    parts = {part for part in LOADED.findall(page) if not part.startswith("data:")}
    assert all(part.startswith("/") and not part.startswith("//") for part in parts), place
    return len(answer.content) + sum(part_size(part) for part in parts if "/static/" in part)


def test_the_first_view_of_every_page_is_small_and_comes_from_this_house():
    house = House()
    client = signed_in(house.users["house"])
    weights = {name: weight(client, place) for name, place in house.places().items()}
    assert len([name for name, size in weights.items() if size]) > 60
    assert {name: size for name, size in weights.items() if size > MOST} == {}
