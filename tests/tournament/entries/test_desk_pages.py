"""The desk's page: name, Enter, next; a pasted list; entries taken back."""

import pytest
from django.test import Client

from tests.factories import refreshed, registering, seated, signed_in, stored, user
from tests.markup import one_line
from tournament.models import Tournament
from tournament.permissions import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    """Open for registration."""
    return registering()


@pytest.fixture
def desk(cup: Tournament) -> Client:
    """The desk's browser."""
    return signed_in(user("des", cup, Role.DESK))


def names(cup: Tournament) -> list[str]:
    return [entry.name for entry in cup.entries.all()]


def test_a_name_is_registered_and_the_page_is_ready_for_the_next(cup: Tournament, desk: Client):
    answer = desk.post(f"/t/{cup.code}/entries/", {"name": "Ann"}, follow=True)
    page = one_line(answer.content.decode())
    assert answer.redirect_chain == [(f"/t/{cup.code}/entries/", 302)]
    assert "Ann is entry 1, $110 to pay." in page
    assert 'name="name" maxlength="80" value=""' in page


@pytest.mark.parametrize(
    ("name", "status", "why"),
    [
        ("Player 1", 409, "Player 1 is already entered"),
        ("", 422, "This field is required"),
        ("   ", 422, "This field is required"),
        ("x" * 81, 422, "at most 80 characters"),
        ("Ann\0", 422, "Null characters are not allowed"),
    ],
)
def test_a_wrong_name_is_answered_at_the_field_and_nothing_changes(name, status: int, why: str):
    cup = registering(1)
    desk = signed_in(user("des", cup, Role.DESK))
    before = stored()
    answer = desk.post(f"/t/{cup.code}/entries/", {"name": name})
    assert answer.status_code == status
    assert why in answer.content.decode()
    assert stored() == before


def test_a_list_is_pasted(cup: Tournament, desk: Client):
    desk.post(f"/t/{cup.code}/entries/list/", {"names": "Ann\r\nBen\n\n  Cy  \n"})
    assert names(cup) == ["Ann", "Ben", "Cy"]


@pytest.mark.parametrize(
    ("pasted", "status", "why"),
    [
        ("Ann\nBen\nann", 409, "Line 3: Ann is already entered"),
        ("", 422, "This field is required"),
        ("\n \n", 422, "This field is required"),
        ("x" * 20001, 422, "at most 20000 characters"),
    ],
)
def test_a_wrong_list_enters_nobody_and_keeps_what_was_pasted(
    cup: Tournament, desk: Client, pasted: str, status: int, why: str
):
    before = stored()
    answer = desk.post(f"/t/{cup.code}/entries/list/", {"names": pasted})
    page = answer.content.decode()
    assert answer.status_code == status
    assert why in page
    assert pasted.strip()[:20] in page
    assert stored() == before


def test_an_entry_is_taken_back(desk: Client, cup: Tournament):
    desk.post(f"/t/{cup.code}/entries/", {"name": "Ann"})
    page = desk.post(f"/t/{cup.code}/entries/1/withdraw/", follow=True).content.decode()
    assert "Ann&#x27;s entry is cancelled" in page
    assert "Cancelled" in page


def test_an_entry_that_is_not_there_is_not_found(cup: Tournament, desk: Client):
    assert desk.post(f"/t/{cup.code}/entries/9/withdraw/").status_code == 404
    assert desk.post(f"/t/{cup.code}/entries/{10**30}/withdraw/").status_code == 404


def test_after_the_draw_a_registration_is_refused_in_words():
    cup = seated(3)
    desk = signed_in(user("des", cup, Role.DESK))
    before = stored()
    answer = desk.post(f"/t/{cup.code}/entries/", {"name": "Late"})
    assert answer.status_code == 409
    assert "Registration is closed" in answer.content.decode()
    answer = desk.post(f"/t/{cup.code}/entries/1/withdraw/")
    assert answer.status_code == 409
    assert "Seats have been drawn" in answer.content.decode()
    assert stored() == before
    assert refreshed(cup).state == "seated"


@pytest.mark.parametrize(
    ("typed", "found", "is_ready"),
    [
        ("ann reed", ["Ann Reed"], True),
        ("zoe", ["Zoë Oak"], True),
        ("ed reed", [], False),  # "ed" is in "Reed", but begins none of its words
        ("reed", ["Ann Reed", "Bo Reed"], False),
        ("zoe oa", ["Zoë Oak"], False),  # perhaps somebody new
    ],
)
def test_the_next_key_acts_on_a_card_only_when_nobody_else_can_be_meant(
    cup: Tournament, desk: Client, typed: str, found: list[str], is_ready: bool
):
    desk.post(f"/t/{cup.code}/entries/list/", {"names": "Ann Reed\nBo Reed\nZoë Oak"})
    answer = desk.get(f"/t/{cup.code}/desk/", {"find": typed})
    assert [card.name for card in answer.context["found"].cards] == found
    assert (" autofocus" in one_line(answer.content.decode())) == is_ready
