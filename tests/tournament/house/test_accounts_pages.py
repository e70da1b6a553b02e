"""At the door: signing in, wrong passwords, the first password, signing out."""

import pytest
from django.test import Client

from tests.factories import PASSWORD, house_director, stored, user
from tournament.house.services import people
from tournament.house.services.lockout import TRIES
from tournament.models import User

pytestmark = pytest.mark.django_db
WRONG = "The user name and the password do not match"


def sign_in(client: Client, username: str = "flo", password: str = PASSWORD, **more):
    return client.post("/sign-in/", {"username": username, "password": password, **more})


def first_password() -> str:
    made = people.first_director()
    assert made is not None
    return made[1]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_a_person_signs_in_and_out(client: Client):
    user("flo")
    assert sign_in(client).headers["Location"] == "/"
    assert is_signed_in(client)
    assert client.post("/sign-out/").status_code == 302
    assert not is_signed_in(client)


def test_signing_out_needs_a_form(client: Client):
    client.force_login(user("flo"))
    assert client.get("/sign-out/").status_code == 405
    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("username", "password"),
    [("flo", "wrong"), ("nobody", PASSWORD), ("flo", PASSWORD.upper()), ("x" * 150, "wrong")],
)
def test_a_wrong_pair_gets_one_answer_whichever_half_is_wrong(client, username, password):
    user("flo")
    answer = sign_in(client, username, password)
    assert answer.status_code == 409
    assert WRONG in answer.content.decode()
    assert not is_signed_in(client)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"username": "flo"},
        {"username": "", "password": "x"},
        {"username": "a\0b", "password": "x"},
    ],
)
def test_a_body_without_both_is_not_taken(client: Client, body: dict[str, str]):
    user("flo")
    before = stored()
    answer = client.post("/sign-in/", body)
    assert answer.status_code == 422
    assert "field-wrong" in answer.content.decode()
    assert stored() == before


def test_guessing_passwords_locks_the_door_even_for_the_right_one(client: Client):
    user("flo")
    for _ in range(TRIES):
        sign_in(client, password="wrong")
    answer = sign_in(client)
    assert answer.status_code == 429
    assert "Too many wrong tries. Wait 10 minutes" in answer.content.decode()
    assert not is_signed_in(client)


def test_a_name_is_locked_wherever_the_guesses_come_from(client: Client):
    user("flo")
    for number in range(TRIES):
        client.post(
            "/sign-in/", {"username": "FLO", "password": "wrong"}, REMOTE_ADDR=f"10.0.0.{number}"
        )
    assert sign_in(client, REMOTE_ADDR="10.0.0.99").status_code == 429


def test_behind_a_proxy_the_address_is_the_proxy_s_last_word_not_the_sender_s(client, settings):
    settings.BEHIND_PROXY = True
    user("flo")
    for number in range(TRIES):
        forged = {"X-Forwarded-For": f"1.2.3.{number}, 10.0.0.5"}
        body = {"username": f"guess{number}", "password": "wrong"}
        client.post("/sign-in/", body, headers=forged)
    right = {"username": "flo", "password": PASSWORD}
    locked = client.post("/sign-in/", right, headers={"X-Forwarded-For": "9.9.9.9, 10.0.0.5"})
    assert locked.status_code == 429
    other = client.post("/sign-in/", right, headers={"X-Forwarded-For": "10.0.0.6"})
    assert other.status_code == 302


def test_an_account_that_was_closed_does_not_open(client: Client):
    flo = user("flo")
    User.objects.filter(pk=flo.pk).update(is_active=False)
    assert sign_in(client).status_code == 409


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("/rulebooks/", "/rulebooks/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_one_goes_on_to_where_one_wanted_but_never_to_another_site(client, wanted, place):
    user("flo")
    assert sign_in(client, next=wanted).headers["Location"] == place


def test_a_one_time_password_opens_only_the_page_to_change_it(client: Client):
    password = first_password()
    assert sign_in(client, "director", password).headers["Location"] == "/password/"
    for page in ("/", "/tournaments/new/", "/rulebooks/"):
        answer = client.get(page)
        assert (answer.status_code, answer.headers.get("Location")) == (302, "/password/")
    before = stored()
    assert client.post("/tournaments/new/", {"name": "Cup", "preset": "friday"}).status_code == 302
    assert stored() == before


def test_after_the_change_everything_is_open_and_the_old_password_is_worth_nothing(client: Client):
    password = first_password()
    sign_in(client, "director", password)
    chosen = {"new_password1": "four tall kangaroos", "new_password2": "four tall kangaroos"}
    assert client.post("/password/", chosen).headers["Location"] == "/"
    assert client.get("/tournaments/new/").status_code == 200
    assert sign_in(Client(), "director", password).status_code == 409
    assert sign_in(Client(), "director", "four tall kangaroos").status_code == 302


@pytest.mark.parametrize(
    ("first", "second"),
    [("four tall kangaroos", "three"), ("12345678", "12345678"), ("dora", "dora"), ("", "")],
)
def test_a_poor_or_mistyped_password_is_not_taken(client: Client, first: str, second: str):
    client.force_login(house_director())
    before = stored()
    answer = client.post("/password/", {"new_password1": first, "new_password2": second})
    assert answer.status_code == 422
    assert "field-wrong" in answer.content.decode()
    assert stored() == before


def test_strangers_have_no_password_to_change(client: Client):
    assert client.get("/password/").headers["Location"] == "/sign-in/?next=/password/"


def test_a_form_from_elsewhere_is_not_taken():
    strict = Client(enforce_csrf_checks=True)
    user("flo")
    assert sign_in(strict).status_code == 403
