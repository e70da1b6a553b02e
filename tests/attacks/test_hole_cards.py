"""Cards of an electronic table: in no answer, no push and no log before they are shown."""

import logging
import re
from collections.abc import Iterable
from itertools import chain
from random import Random

import pytest
from django.test import Client

from engine.cards import cards
from engine.hand.state import Hand
from engine.practice import bots
from engine.structure import presets
from tables.models import Table
from tests import pages
from tests.attacks import allowed, pushes
from tests.factories import deal, do, hand_at, offered, running, table_of
from tournament.templatetags import show

pytestmark = pytest.mark.django_db
PAGE, PUSH, API = "page", "push", "API"
Told = dict[tuple[str, str], str]
# How a card is drawn, by the words for those who hear it.
DRAWN = {show.card_words(text): text for text in (cards.text([card]) for card in cards.deck())}


def told(table: Table, *, is_all: bool) -> Told:
    """What anybody is told while a hand is played: of the table, or everything there is."""
    cup = table.tournament
    places = [f"/t/{cup.code}/tables/1/"]
    reads = ["/tournaments/{code}/tables/{number}"]
    if is_all:
        places += [place for place in pages.public(cup).values() if place.startswith("/t/")]
        reads += [path for path in allowed.open_to_all("GET") if path.startswith("/t")]
    where = {"code": cup.code, "number": 1, "table_number": 1, "hand": table_of(cup).hand_number}
    calls = [f"/api/v1{path}".format(**where) for path in reads]
    pushed = {(PUSH, name): pushes.as_read(text) for name, text in pushes.drawn(table).items()}
    return pushed | _answers(PAGE, places) | _answers(API, calls)


def _answers(kind: str, addresses: list[str]) -> Told:
    """What a stranger is answered.

    Papers are compressed, so that any two letters come up in them; they say what the pages say.
    """
    anybody = Client()
    got = {(kind, one): anybody.get(one) for one in addresses}
    return {
        where: pushes.as_read(text) if "json" in answer["Content-Type"] else text
        for where, answer in got.items()
        if answer["Content-Type"] != "application/pdf"
        and (text := answer.content.decode("latin-1"))
    }


def named(text: str) -> set[str]:
    """Cards drawn in it, and cards named in it: "Ah", "Tc".

    "As" is also a word of English, so that it is found where it is drawn; ids are random.
    """
    words = re.sub(r"<svg.*?</svg>|id=\"[^\"]*\"|su_\w+", "", text, flags=re.DOTALL)
    written = set(re.findall(r"\b[2-9TJQKA][cdhs]\b", words)) - {"As"}
    labels = re.findall(r"aria-label=\"([^\"]*)\"", text)
    return written | {DRAWN[label] for label in labels if label in DRAWN}


def names(held: Iterable[int]) -> set[str]:
    """These cards by their names."""
    return {cards.text([card]) for card in held}


def shown_of(hand: Hand) -> set[str]:
    """The cards that somebody has shown."""
    return names(chain.from_iterable(hand.shown.values()))


@pytest.mark.rule("charity:1.1(hole-cards)")
@pytest.mark.rule("adelaide:48")
@pytest.mark.rule("adelaide:49")
@pytest.mark.parametrize("preset", ["charity", "adelaide-no-limit"])
def test_strangers_and_logs_learn_no_hidden_card(preset: str, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    table, rng = table_of(running(3, preset=presets.get(preset))), Random(5)
    deck = list(cards.deck())
    rng.shuffle(deck)
    usual = {where: named(text) for where, text in told(table, is_all=True).items()}
    deal(table, deck=deck)  # from here on: pages on the order of hands show examples before
    seen: dict[str, set[str]] = {PAGE: set(), PUSH: set(), API: set()}
    boards: set[int] = set()
    while not (hand := hand_at(table)).is_over:
        open_cards = names(hand.board) | shown_of(hand)
        is_new = len(hand.board) not in boards
        boards.add(len(hand.board))
        for where, text in told(table, is_all=is_new).items():
            found = named(text) - usual.get(where, set())
            assert found <= open_cards, where
            seen[where[0]] |= found
        do(table, bots.choose(hand, offered(table), rng))
    assert all(seen.values()), seen  # the board was public: the search finds cards of each kind
    dealt = names(chain.from_iterable(hand.hole))
    assert dealt - shown_of(hand)  # somebody folded, or did not show
    hidden = names(deck) - names(hand.board) - shown_of(hand)  # and nobody sees what was to come
    last = told(table, is_all=True)  # the replay is there by now
    for where, text in last.items():
        assert not (named(text) - usual.get(where, set())) & hidden, where
    alone = last[API, f"/api/v1/tournaments/{table.tournament.code}/tables/1/hands/1"]
    assert named(alone) >= names(hand.board) - {"As"}  # and so is the hand by its number
    assert not named(caplog.text) & (dealt | hidden)
