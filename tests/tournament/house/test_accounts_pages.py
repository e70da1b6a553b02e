"""At the door: signing in, wrong passwords, the first password, signing out."""

import pytest
from django.test import Client

from tests.factories import PASSWORD, registering, stored, user
from tournament.house.services import people
from tournament.house.services.lockout import TRIES
from tournament.models import Staff, Tournament, User, WrongTries
from tournament.permissions import Role
from tournament.views.house import accounts

pytestmark = pytest.mark.django_db
WRONG = "Wrong username or password"


def sign_in(
    client: Client, username: str = "flo", password: str = PASSWORD, *, at="127.0.0.1", **more
):
    body = {"username": username, "password": password, **more}
    return client.post("/sign-in/", body, REMOTE_ADDR=at)


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


@pytest.mark.parametrize(
    ("role", "page"),
    [
        (Role.DIRECTOR, "console/"),
        (Role.FLOOR, "console/"),
        (Role.DESK, "desk/"),
        (Role.INSPECTOR, "inspect/"),
        (Role.DEALER, ""),
    ],
)
def test_who_works_at_one_tournament_lands_there(client: Client, role: Role, page: str):
    """Everybody landed on the front page, and looked for their tournament."""
    cup = registering(2)
    user("flo", cup, role)
    place = f"/t/{cup.code}/{page}" if page else "/"
    assert sign_in(client).headers["Location"] == place
    assert client.get(place).status_code == 200
    asked = sign_in(Client(), next="/rulebooks/")
    assert asked.headers["Location"] == "/rulebooks/"


def test_who_works_at_several_or_at_none_any_more_chooses_on_the_front_page(client: Client):
    first, second = registering(2), registering(2)
    flo = user("flo", first, Role.DESK)
    Staff.objects.create(tournament=second, user=flo, role=Role.DESK)
    assert sign_in(client).headers["Location"] == "/"
    Tournament.objects.update(state="finished")
    assert sign_in(Client()).headers["Location"] == "/"


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
    assert sign_in(client, at="10.0.0.99").status_code == 429


def test_strangers_guesses_do_not_lock_out_a_browser_that_has_signed_in_before(client: Client):
    user("flo")
    sign_in(client)
    client.post("/sign-out/")
    stranger = Client()
    for _ in range(TRIES):
        sign_in(stranger, password="wrong")
    assert sign_in(stranger).status_code == 429
    assert sign_in(client).status_code == 302


def test_a_known_browser_has_no_more_tries_than_others(client: Client):
    user("flo")
    sign_in(client)
    client.post("/sign-out/")
    for _ in range(TRIES):
        assert sign_in(client, password="wrong").status_code == 409
    assert sign_in(client).status_code == 429


def test_a_new_password_makes_a_known_browser_a_stranger(client: Client):
    flo = user("flo")
    sign_in(client)
    client.post("/sign-out/")
    people.set_password(user=flo, password="four tall kangaroos")
    for _ in range(TRIES):
        sign_in(Client(), password="wrong")
    assert sign_in(client, password="four tall kangaroos").status_code == 429


def test_a_browser_known_by_one_name_is_a_stranger_under_another(client: Client):
    user("flo")
    user("dora")
    sign_in(client)
    client.post("/sign-out/")
    for number in range(TRIES):
        sign_in(Client(), "dora", "wrong", at=f"10.0.0.{number}")
    assert sign_in(client, "dora", at="10.0.0.99").status_code == 429


def test_a_mark_somebody_made_up_makes_no_browser_known(client: Client):
    user("flo")
    client.cookies["known"] = "WzEsIngiXQ:1x:made-up"
    for _ in range(TRIES):
        sign_in(client, password="wrong")
    assert sign_in(client).status_code == 429


def test_a_guess_is_counted_before_the_password_is_compared(client: Client, monkeypatch):
    user("flo")
    counted = []

    def compare(request: object, **_: str) -> None:
        counted.append(WrongTries.objects.filter(count__gt=0).count())

    monkeypatch.setattr(accounts, "authenticate", compare)
    sign_in(client, password="wrong")
    assert counted == [2]  # at the name and at the address


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
    user("dora")
    sign_in(client, "dora")
    before = stored()
    answer = change_password(client, PASSWORD, first, second)
    assert answer.status_code == 422
    assert "field-wrong" in answer.content.decode()
    assert stored() == before


def change_password(client: Client, old: str, new: str, again: str = ""):
    written = {"old_password": old, "new_password1": new, "new_password2": again or new}
    return client.post("/password/", written)


def test_a_password_is_changed_only_by_who_knows_the_old_one(client: Client):
    user("flo")
    sign_in(client)
    wrong = change_password(client, "guessed", "four tall kangaroos")
    assert wrong.status_code == 422
    assert "field-wrong" in wrong.content.decode()
    assert sign_in(Client()).status_code == 302
    assert change_password(client, PASSWORD, "four tall kangaroos").headers["Location"] == "/"
    assert client.get("/password/").status_code == 200  # still signed in
    assert sign_in(Client(), password="four tall kangaroos").status_code == 302


def test_guessing_the_old_password_from_an_open_session_is_stopped(client: Client):
    user("flo")
    sign_in(client)
    for _ in range(TRIES):
        change_password(client, "guessed", "four tall kangaroos")
    assert change_password(client, PASSWORD, "four tall kangaroos").status_code == 429


def test_strangers_have_no_password_to_change(client: Client):
    assert client.get("/password/").headers["Location"] == "/sign-in/?next=/password/"


def test_a_form_from_elsewhere_is_not_taken():
    strict = Client(enforce_csrf_checks=True)
    user("flo")
    assert sign_in(strict).status_code == 403
