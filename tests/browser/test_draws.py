"""A draw worked out again in the visitor's own browser: it holds, or the page says what differs."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize, expect

from engine.chance import Chance, as_text, commitment
from engine.seating import ballots, draw_lists
from engine.seating.seating import Place, Table
from tables import rehearsal
from tests.browser.test_two_tablets import apart
from tests.site import LiveSite
from tournament.draws.queries import draws
from tournament.models import PublicDraw, Tournament

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 390, "height": 844}
NAMES = {number: f"Zoë {number}" for number in range(600)}


# The same rules in Python and in the browser, which over plain http has no cryptography of its own.


def any_list(rng: Random) -> draw_lists.List:
    """A list of any kind, with people who stay, sit already or are kept apart."""
    people = range(1, rng.randint(3, 12))
    kind = rng.choice(("seats", "by card", "cards", "until decided"))
    if kind == "by card":
        places = [Place(1, seat) for seat in people]
        return draw_lists.of_seats_by_card(people, places, NAMES)
    if kind != "seats":
        return draw_lists.of_cards(people, NAMES, range(52), until_decided=kind == "until decided")
    sitting = iter(range(500, 600))
    tables = [
        Table(number, tuple(range(1, 10)), {s: next(sitting) for s in range(1, rng.randint(2, 5))})
        for number in range(1, rng.randint(3, 5))
    ]
    pairs = frozenset(
        frozenset(rng.sample([*people, 500, 501], 2)) for _ in range(rng.randint(0, 5))
    )
    locked = {1: Place(1, 8)} if rng.random() < 0.5 else {}
    return draw_lists.of_seats(ballots.of(people, tables, apart=pairs, locked=locked), NAMES)


def proofs(count: int) -> list[dict[str, Any]]:
    """What the page would publish of so many draws."""
    rng = Random("lists")
    found = []
    for _ in range(count):
        secret, about = rng.randbytes(32), as_text(any_list(rng))
        draw = PublicDraw(
            number=1,
            secret=secret.hex(),
            commitment=commitment(secret),
            about=about,
            words=[{"who": "Zoë", "word": "☂ rain"}],
            revealed_at=timezone.now(),
        )
        chance = Chance.of(secret, about, draw.words_text)
        draw.result = draw_lists.result(json.loads(about), chance)
        found.append(draws.proof(draw))
    return found


CHECK_ALL = """async (proofs) => {
  const { faultOf } = await import('/static/js/draws.js');
  const { isSecure } = await import('/static/js/chance.js');
  return { isSecure, faults: await Promise.all(proofs.map(faultOf)) };
}"""


def test_the_browser_makes_of_every_list_what_the_engine_makes_of_it(scripts: Page):
    found = scripts.evaluate(CHECK_ALL, proofs(120))
    assert found == {"isSecure": False, "faults": [""] * 120}


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("secret", "00" * 32, "The secret is not the one whose hash was published."),
        ("list", "{}", "The list is not the one whose hash was published."),
        ("words", "[]", "The list and the secret give another result"),
    ],
)
def test_the_browser_says_what_was_changed(scripts: Page, field: str, value: str, said: str):
    [proof] = proofs(1)
    [fault] = scripts.evaluate(CHECK_ALL, [{**proof, field: value}])["faults"]
    assert fault.startswith(said)


# On a phone.


@pytest.fixture
def demo(live_site: LiveSite) -> Tournament:
    """The demo, seated and begun, as `make demo` sets it up."""
    return apart(lambda: rehearsal.seat_everybody(now=timezone.now(), tables=2))


@pytest.fixture
def phone(browser: Browser, live_site: LiveSite) -> Iterator[Page]:
    with browser.new_context(base_url=live_site.url, viewport=PHONE) as context:
        yield context.new_page()


def open_draws(phone: Page, demo: Tournament) -> None:
    """From the public page, as somebody who scanned its code."""
    phone.goto(f"/t/{demo.code}/")
    phone.get_by_role("link", name="How the seats were drawn").click()


def test_a_player_verifies_a_draw_of_the_demo_on_a_phone(phone: Page, demo: Tournament):
    open_draws(phone, demo)
    expect(phone.get_by_text("The draw holds, worked out in this browser.")).to_be_visible()
    draw = phone.get_by_role("article", name="Seats for 18 players")
    expect(draw.get_by_text("Holds", exact=True)).to_be_visible()
    expect(phone.get_by_text("This page came over plain http")).to_be_hidden()
    draw.get_by_text("18 in the list").click()
    expect(draw.get_by_text("Ada Marsh", exact=False).first).to_be_visible()
    hash_of = apart(lambda: demo.public_draws.get(kind="seats").commitment)
    phone.get_by_label("A hash you noted earlier").fill(hash_of[:8])
    expect(phone.get_by_text("It is the hash of: Seats for 18 players.")).to_be_visible()
    phone.reload()
    expect(draw.get_by_text("Seen by this browser")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_draw_that_was_tampered_with_is_told_on_a_phone(phone: Page, demo: Tournament):
    first, second = apart(lambda: exchanged(demo))
    open_draws(phone, demo)
    expect(phone.get_by_text("1 of 1 draws do not hold.")).to_be_visible()
    draw = phone.get_by_role("article", name="Seats for 18 players")
    expect(draw.get_by_text("Does not hold")).to_be_visible()
    told = (
        f"number 1 drew table {first[1]}, seat {first[2]}, not table {second[1]}, seat {second[2]}."
    )
    expect(draw.get_by_text(told)).to_be_visible()


def exchanged(demo: Tournament) -> tuple[list[int], list[int]]:
    """Somebody with the database gave the first two entries each other's seat; what both had."""
    drawn = demo.public_draws.get(kind="seats")
    (one, *mine), (other, *theirs), *rest = drawn.outcome["places"]
    drawn.result = {**drawn.outcome, "places": [[one, *theirs], [other, *mine], *rest]}
    drawn.save()
    return [one, *mine], [other, *theirs]
