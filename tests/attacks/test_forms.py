"""Junk in every form: each is answered in words, none with a server's failure."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from copy import deepcopy
from enum import StrEnum
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from engine import rulebooks
from tables.play.queries import hands
from tests.attacks import allowed, tries
from tests.attacks.halls import BETTING, BETWEEN, DEALING, SHOWDOWN, hall_at
from tests.attacks.test_operations import BUTTONS
from tests.factories import offered
from tests.hall import Hall
from tests.pages import House

JUNK = st.one_of(
    st.sampled_from(
        [
            *("", " ", "0", "-1", "1", "2", "1.5", "1e9", "nan", "None", "null", "true", "on"),
            *("99999999999999999999", "-99999999999999999999", "0x10", "١٢", "½", "\U0001d7dc"),
            *("\x00", "a\x00b", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")),
            *("<b>", "'; drop table x; --", "../../etc/passwd", "=1+1", "{{ 7*7 }}", "%s%n"),
            *("2026-02-30", "9999-12-31T23:59", "0001-01-01", "25:61", str(uuid4())),
            *("As", "AsAs", "Zz", "[]", "{}", "a" * 5000),
        ]
    ),
    st.text(max_size=40).filter(lambda text: "\ud800" not in text),
    st.integers(-(10**12), 10**12).map(str),
)
# Fields of the doors that anybody may try: signing in, pairing, a deal, practice.
OF_STRANGERS = ("password", "old_password", "code", "move", "deal", "rules", "dealer", "next")
# How far the hand has come at the table whose buttons are pressed.
STAGES = {"tablet-command": (BETWEEN, BETTING, DEALING, SHOWDOWN), "floor-act": (BETWEEN, BETTING)}
PRESSED = [(page, stage) for page in sorted(BUTTONS) for stage in STAGES.get(page, (BETTING,))]
MALFORMED = 422
# Spoilt, nothing else would be read; the forms are tried with that.
OF_EVERY_BUTTON = {"kind", "command_id", "version"}
# Words that the product knows: names of what is chosen, and of what can go wrong at a table.
WORDS = sorted(
    {
        str(one)
        for kind in StrEnum.__subclasses__()
        if kind.__module__.startswith(("engine.", "tables.", "tournament."))
        for one in kind
    }
    | {*rulebooks.get("adelaide").irregularities}
)
# Of the right kind, whoever asks for it.
RIGHT = {
    "amount": 100,
    "approved_on": "2027-03-05",
    "bag": 1,
    "because": "asked",
    "by": "choice",
    "card": "Ah",
    "cards": "AhKdQc",
    "chip_0_25": 4,
    "colour": "red",
    "count": 1,
    "counted": 52,
    "deck": 1,
    "grounds": "ill",
    "order": "2, 1",
    "pair": 1,
    "penalty": "warning",
    "place": "2-1",
    "pot": 0,
    "reason": "asked",
    "seal": "A1",
    "seats": 9,
    "seconds": 30,
    "stack": 1000,
    "what": "hole card exposed",
    "where": "the floor",
    "why": "asked",
}


@pytest.mark.django_db
def test_every_form_answers_junk_in_words():
    house = House()
    browser, usual = house.browser("house"), house.body() | dict.fromkeys(OF_STRANGERS, "")
    for name in allowed.rows("form"):
        Form(browser, house.place(name), usual).spoil()


@pytest.mark.django_db
@pytest.mark.parametrize(("page", "stage"), PRESSED)
def test_every_button_answers_junk_in_words(page: str, stage: str):
    """Where a button cannot be pressed in this stage, it is tried while there is betting."""
    hall, misread = hall_at(stage), []
    browser, usual = hall.browser("house"), right_fields(hall)
    for kind in sorted(BUTTONS[page]):
        form = Form(browser, hall.address(page), {**usual, "kind": kind})
        if form.status == MALFORMED:
            misread.append(kind)
        if form.status < 400 or stage == BETTING:
            form.spoil(but=OF_EVERY_BUTTON)
    assert misread == []


class Form:
    """A form sent rightly once: the fields that are read then are those to spoil."""

    def __init__(self, browser: Client, address: str, right: dict[str, Any]) -> None:
        self.browser, self.address, self.right = browser, address, right
        with fields_read() as read:
            self.status = self._answered({})
        self.read = read

    def spoil(self, but: Collection[str] = ()) -> None:
        """Send junk, something from another field, or a word of the product in these fields."""
        fields = sorted(self.read.difference(but))
        others = st.sampled_from(sorted({*map(str, self.right.values())}))
        values = JUNK | others | st.sampled_from(WORDS)

        @tries.some()
        @given(spoilt=st.dictionaries(st.sampled_from(fields), values, min_size=1, max_size=6))
        def sent(spoilt: dict[str, str]) -> None:
            self._answered(spoilt)

        if fields:
            sent()

    def _answered(self, spoilt: dict[str, str]) -> int:
        """The form is answered, with something to read unless it led on."""
        body = {**self.right, "command_id": str(uuid4()), **spoilt}
        cookies = deepcopy(self.browser.cookies)  # some forms sign out
        with transaction.atomic():
            answer = self.browser.post(self.address, body)
            transaction.set_rollback(True)
        self.browser.cookies = cookies
        assert answer.status_code < 500, (self.address, body)
        if answer.status_code >= 400:
            assert len(answer.content) > 20, (self.address, body)
        return answer.status_code


def right_fields(hall: Hall) -> dict[str, Any]:
    """What every button asks for, of the right kind."""
    seats = sorted(one.seat for one in hands.seated(hall.table))
    seat = offered(hall.table).seat if hall.table.hand else None
    seat = seats[0] if seat is None else seat
    return {
        **hall.body(),
        **RIGHT,
        "seat": seat,
        "winners": seat,
        "taker": seats[-1],
        "other": hall.table.seatings.get(until=None, seat=seats[-1]).entry_id,
        "players": len(seats),
        "table": hall.table.number,
        **{f"{what}_{one}": 1000 for one in seats for what in ("stack", "put", "won")},
    }


@contextmanager
def fields_read() -> Iterator[set[str]]:
    """The fields of forms that are looked at meanwhile."""
    read: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        for way in ("__getitem__", "getlist", "__contains__"):
            patch.setattr(QueryDict, way, _noting(getattr(QueryDict, way), read))
        yield read


def _noting(look: Any, read: set[str]) -> Any:
    def noted(form: QueryDict, field: str, *more: Any) -> Any:
        if not form._mutable:  # while it is read from the wire, every field is looked at
            read.add(field)
        return look(form, field, *more)

    return noted
