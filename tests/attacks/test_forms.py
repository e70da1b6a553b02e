"""Junk in every form: each is answered in words, none with a server's failure."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.attacks import allowed
from tests.attacks.test_operations import BUTTONS
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
FIELDS = (
    *("seat", "amount", "cards", "pot", "winners", "low_winners", "count", "what", "reason"),
    *("version", "command_id", "stack", "players", "penalty", "seconds", "by", "confirmed"),
)
# Fields of the doors that anybody may try: signing in, pairing, a deal, practice.
OF_STRANGERS = ("password", "old_password", "code", "move", "deal", "rules", "dealer", "next")
FEW = settings(
    max_examples=2,
    phases=[Phase.generate],
    deadline=None,
    derandomize=True,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)


@pytest.fixture
def house(db: None) -> House:
    """The same with a hand played, a player's link and a practice table."""
    return House()


@pytest.fixture
def hall(db: None) -> Hall:
    """A hall full of people."""
    return Hall()


@FEW
@given(data=st.data())
def test_every_form_answers_junk_in_words(house: House, data: st.DataObject):
    usual = house.body() | dict.fromkeys(OF_STRANGERS, "")
    spoilt = st.dictionaries(st.sampled_from(sorted(usual)), JUNK, min_size=1, max_size=6)
    for name in allowed.rows("form"):
        _answered(house, house.place(name), {**usual, **data.draw(spoilt, label=name)})


@FEW
@given(data=st.data())
@pytest.mark.parametrize("page", sorted(BUTTONS))
def test_every_button_answers_junk_in_words(hall: Hall, page: str, data: st.DataObject):
    fields = st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=6)
    for kind in sorted(BUTTONS[page]):
        usual = {"kind": kind, "version": hall.table.version, "command_id": str(uuid4())}
        _answered(hall, hall.address(page), {**usual, **data.draw(fields, label=kind)})


def _answered(hall: Hall, address: str, body: dict[str, Any]) -> None:
    """The form is answered, with something to read unless it led on."""
    with transaction.atomic():
        answer = hall.browser("house").post(address, body)
        transaction.set_rollback(True)
    assert answer.status_code < 500, (address, body)
    if answer.status_code >= 400:
        assert len(answer.content) > 20, (address, body)
