"""Pages cite clauses as people do; short ids stay in links, data and what is for programs."""

import re

import pytest

from engine import clauses
from engine.rulebooks import citing
from tests import pages
from tests.factories import signed_in
from tests.markup import read_aloud

pytestmark = pytest.mark.django_db
FOR_PROGRAMS = re.compile(r"<(pre|code|script|style|textarea)\b.*?</\1>", re.DOTALL)


def cited_by_id(page: str) -> list[str]:
    """The clauses that a page's own words name by their short ids."""
    words = read_aloud(FOR_PROGRAMS.sub(" ", page))
    return [clause for word in citing.named().findall(words) if (clause := clauses.meant_by(word))]


def test_no_page_shows_a_clause_by_its_short_id():
    house = pages.House()
    client = signed_in(house.users["house"])
    places = house.places() | {name: house.place(name) for name in pages.PARTS}
    found = {
        name: cited_by_id(client.get(place).content.decode()) for name, place in places.items()
    }
    assert {name: ids for name, ids in found.items() if ids} == {}


def test_a_short_id_would_be_noticed():
    assert cited_by_id("<p>By canberra:13.4, <i>igr:6.02(e)</i>.</p>") == [
        "canberra:13.4",
        "igr:6.02(e)",
    ]
    assert cited_by_id('<a href="#canberra:13.4">Canberra 13.4</a><code>igr:6.02(e)</code>') == []
