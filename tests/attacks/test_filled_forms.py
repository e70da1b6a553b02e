"""Every form as its page shows it, filled as a person would but for one field that no column takes.

The forms are read from the pages themselves: what a page asks for is what is tried.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from engine.structure import presets
from tests.attacks import allowed
from tests.factories import registering, running, seated
from tests.pages import House

# Larger than columns hold, not there, not storable, or of another kind.
ODD = (
    *("32768", "2147483648", "999999999999999", "0", "-1", "", "9" * 30, "1.5", "x" * 5000),
    *("a\0b", "0001-01-01", "9999-12-31T23:59", "=1+1", "٣", "None", "99:99", "\U0001f0a1"),
)
NOT_WRITTEN = {"csrfmiddlewaretoken", "command_id"}
NUMBERS = re.compile(r"/t/\w+|\d+")  # the tournament and what is numbered in an address
Form = tuple[str, dict[str, str]]


class Forms(HTMLParser):
    """The forms of a page that are sent, each with its fields as a person would leave them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.is_open = False
        self.chosen = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A field belongs to the form last opened; of a choice the first is taken."""
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.is_open = has.get("method", "").lower() == "post"
            if self.is_open:
                self.found.append((has.get("action", ""), {}))
        elif self.is_open and tag == "option" and self.chosen:
            self.found[-1][1].setdefault(self.chosen, has.get("value", "1"))
        elif self.is_open and has.get("name"):
            self._fill(tag, has)

    def _fill(self, tag: str, has: dict[str, str]) -> None:
        self.chosen = has["name"] if tag == "select" else ""
        if tag in ("input", "textarea", "button"):
            usual = has.get("value") or usual_of(has.get("type", "text"), has)
            self.found[-1][1].setdefault(has["name"], usual)


def usual_of(kind: str, has: dict[str, str]) -> str:
    """What a person would write there."""
    words = {
        "number": has.get("min") or "1",
        "date": "2027-03-05",
        "datetime-local": "2027-03-05T19:30",
        "time": "23:30",
        "email": "ann@example.org",
        "url": "https://example.org/",
        "checkbox": "on",
    }
    return words.get(kind, "1" if has.get("inputmode") == "numeric" else "Words")


def shown(house: House) -> list[Form]:
    """Every form that the house's director finds: one of those that ask for the same."""
    igr = running(4, preset=presets.get("igr"), seats=2)
    codes = [house.cup.code, registering(3).code, seated(3).code, igr.code]
    found: dict[tuple[str, ...], Form] = {}
    browser = house.browser("house")
    for place in places(house, codes):
        page = browser.get(place)
        if page.status_code == 200 and "html" in page["Content-Type"]:
            for action, fields in Forms(page.content.decode()).found:
                form = (action or place, fields)
                found.setdefault((NUMBERS.sub("", form[0]), *sorted(fields)), form)
    return [form for form in found.values() if form[0] != reverse("sign-out")]


def places(house: House, codes: list[str]) -> Iterator[str]:
    """Every page, at tournaments that have come differently far."""
    for name in allowed.rows("page"):
        for code in codes:
            yield house.place(name).replace(house.cup.code, code)


@pytest.mark.django_db
def test_every_form_that_is_shown_answers_one_wrong_field_in_words():
    house = House()
    rng, failed, forms = Random("one wrong field"), {}, shown(house)
    for action, fields in forms:
        browser = house.browser("house")  # some forms sign out
        for field in sorted({*fields} - NOT_WRITTEN):
            odd = rng.choice(ODD)
            if sent(browser, action, {**fields, "command_id": str(uuid4()), field: odd}) >= 500:
                failed[action, field] = odd
    assert failed == {}
    assert len(forms) > 150


def sent(browser: Client, action: str, body: dict[str, str]) -> int:
    browser.raise_request_exception = False
    with transaction.atomic():
        status = browser.post(action, body).status_code
        transaction.set_rollback(True)
    return status
