"""What anybody may read: the front page, the tournament's own page, clock, structure, rulebooks."""

import pytest
from django.test import Client

from engine import clauses
from tests.factories import (
    DIRECTOR,
    NOW,
    bust_all_but,
    fold_round,
    house_director,
    registering,
    running,
    seated,
    signed_in,
    stored,
    table_of,
    tablet_browser,
)
from tests.factories import user as account
from tests.markup import one_line
from tournament.entries.services import entries
from tournament.permissions import Role

pytestmark = pytest.mark.django_db
SCREENS = ("", "clock/", "leaderboard/", "seating/", "structure/", "payouts/")


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.mark.parametrize("stage", [registering, seated, running], ids=lambda stage: stage.__name__)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_is_there_at_every_stage(client: Client, stage, screen: str):
    cup = stage(3)
    assert cup.name in text(client, f"/t/{cup.code}/{screen}")


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_is_there_when_it_is_over(client: Client, screen: str):
    cup = running(3)
    fold_round(table_of(cup))
    bust_all_but(table_of(cup), 1)
    assert cup.name in text(client, f"/t/{cup.code}/{screen}")


def test_looking_changes_nothing(client: Client):
    cup = running(3)
    before = stored()
    for screen in (*SCREENS, "tables/1/"):
        text(client, f"/t/{cup.code}/{screen}")
    assert stored() == before


def test_a_code_is_found_in_small_letters(client: Client):
    cup = registering()
    assert cup.name in text(client, f"/t/{cup.code.lower()}/")


@pytest.mark.parametrize(
    "address",
    ["/t/NONE/", "/t/NONE/clock/", "/t/NONE/tables/1/", "/t/NONE/console/", "/rulebooks/nobody/"],
)
def test_an_unknown_place_is_not_found_in_words(client: Client, address: str):
    answer = client.get(address)
    assert answer.status_code == 404
    assert "Shuffle Up" in answer.content.decode()


def test_the_winner_is_on_the_clock_and_the_leaderboard(client: Client):
    cup = running(2)
    bust_all_but(table_of(cup), 1)
    winner = cup.entries.get(stack__gt=0).name
    clock = one_line(text(client, f"/t/{cup.code}/clock/"))
    assert f"Winner</p><strong><bdi>{winner}</bdi></strong>" in clock.replace(" </p>", "</p>")
    assert "1st" in text(client, f"/t/{cup.code}/payouts/")


def test_the_front_page_shows_strangers_the_screens_and_staff_their_doors(client: Client):
    cup = running(3)
    public, staff = f"/t/{cup.code}/leaderboard/", f"/t/{cup.code}/console/"
    assert public in text(client, "/")
    assert staff not in text(client, "/")
    assert staff in text(signed_in(house_director()), "/")
    assert staff in text(signed_in(account("ina", cup, Role.INSPECTOR)), "/")
    assert staff not in text(tablet_browser(table_of(cup)), "/")


def test_the_front_page_of_an_empty_house_says_what_to_do(client: Client):
    assert "/sign-in/" in text(client, "/")


@pytest.mark.parametrize("book", ["charity", "adelaide", "canberra", "igr", "fours", "tda2024"])
def test_every_rulebook_has_its_page_and_its_search(client: Client, book: str):
    assert f"/rulebooks/{book}/" in text(client, "/rulebooks/")
    whole = text(client, f"/rulebooks/{book}/")
    found = text(client, f"/rulebooks/{book}/?q=button")
    assert whole.count("id=") > found.count("id=")


def test_what_fills_the_gaps_of_the_books_is_named_so_and_every_citation_is_found(client: Client):
    page = text(client, "/rulebooks/tda2024/")
    assert "Default procedures (TDA 2024)" in page
    assert all(f'id="{clause.id}"' in page for clause in clauses.of(clauses.FALLBACK))


def test_a_search_for_nothing_that_is_there_says_so(client: Client):
    assert text(client, "/rulebooks/igr/?q=zebra%00<script>")
    assert "<script>alert" not in text(client, "/rulebooks/igr/?q=<script>alert")


def test_names_are_shown_as_they_are_written_never_as_markup(client: Client):
    cup = registering()
    name = "<b>Ann</b> & 'Co'"
    entries.register(tournament_id=cup.pk, name=name, actor=DIRECTOR, now=NOW)
    director = signed_in(house_director())
    assert "<b>Ann" not in text(director, f"/t/{cup.code}/entries/")
    assert "&lt;b&gt;Ann" in text(director, f"/t/{cup.code}/entries/")
