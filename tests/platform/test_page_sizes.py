"""Every page of the product is small and asks no other machine for anything."""

import gzip
import re
from functools import cache
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from config import static_files
from tests import pages
from tests.factories import signed_in

pytestmark = pytest.mark.django_db
MOST = 150_000
# What a page loads by itself: styles, scripts, pictures; not what it links to, and no picture that
# waits until somebody has come so far.
LOADED = re.compile(r'<(?:link|script|img(?![^>]*loading="lazy"))\b[^>]*?\b(?:href|src)="([^"]+)"')
IMPORT = re.compile(static_files.IMPORT)


@cache
def content(address: str) -> bytes:
    """A static file as it is written."""
    found = finders.find(address.removeprefix("/static/"))
    assert isinstance(found, str), address
    return Path(found).read_bytes()


@cache
def parts_of(address: str) -> frozenset[str]:
    """The file itself, and what a script of ours imports."""
    words = content(address).decode() if address.startswith("/static/js/") else ""
    needed = (urljoin(address, found["url"]) for found in IMPORT.finditer(words))
    return frozenset({address}).union(*map(parts_of, needed))


@cache
def part_size(address: str) -> int:
    """A static file as it travels."""
    return len(gzip.compress(content(address)))


def weight(client: Client, place: str) -> int:
    """What the first view of a page takes."""
    answer = client.get(place, headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200, place
    assert answer.headers.get("Content-Encoding") == "gzip", f"{place} is no page"
    page = gzip.decompress(answer.content).decode()
    assert page.lstrip().lower().startswith("<!doctype html>"), f"{place} is a part of a page"
    parts = {part for part in LOADED.findall(page) if not part.startswith("data:")}
    assert all(part.startswith("/") and not part.startswith("//") for part in parts), place
    static = frozenset[str]().union(*(parts_of(part) for part in parts if "/static/" in part))
    return len(answer.content) + sum(map(part_size, static))


def test_the_first_view_of_every_page_is_small_and_comes_from_this_house():
    house = pages.House()
    client = signed_in(house.users["house"])
    weights = {name: weight(client, place) for name, place in house.places().items()}
    assert {name: size for name, size in weights.items() if size > MOST} == {}


def test_nothing_is_kept_from_the_list_of_pages_that_is_not_there():
    known = pages.FILES | set(pages.PARTS) | pages.DOORS | pages.sent_to()
    assert known <= pages.addresses()
    assert len(pages.pages()) > 90
