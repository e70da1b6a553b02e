"""Cards of an electronic table: in no answer, no push and no log before they are shown."""

import logging
import re
from random import Random

import pytest
from django.test import Client

from engine import bots, cards, presets
from tables import drawings
from tables.models import Table
from tests import pages
from tests.attacks import allowed
from tests.factories import deal, do, hand_at, offered, running, table_of
from tournament import drawings as clock_drawings

pytestmark = pytest.mark.django_db
# What public sockets say of the tournament, besides the table itself and the feed.
PUSHED = (
    *(clock_drawings.clock, clock_drawings.structure, clock_drawings.levels),
    *(drawings.leaderboard, drawings.seats, drawings.word, drawings.moves, drawings.prizes),
)


def public_answers(table: Table, *, is_all: bool) -> dict[str, str]:
    """What a stranger can ask for while a hand is played: the table, or everything there is."""
    anybody, cup = Client(), table.tournament
    places = pages.public(cup).values() if is_all else ()
    reads = allowed.open_to_all("GET") if is_all else ()
    addresses = [place for place in places if place.startswith("/t/")]
    addresses += [
        f"/api/v1{path}".format(code=cup.code, number=1) for path in reads if path.startswith("/t")
    ]
    addresses += [f"/t/{cup.code}/tables/1/", f"/api/v1/tournaments/{cup.code}/tables/1"]
    pushed = {
        "feed": drawings.feed(cup.pk).text,
        "table": drawings.public_table(table.pk).text,
    }
    pushed |= {draw.__name__: draw(cup.pk).text for draw in PUSHED} if is_all else {}
    answers = {one: anybody.get(one) for one in addresses}
    # Papers are compressed, so that any two letters come up in them; they say what the pages say.
    read = {one: got for one, got in answers.items() if got["Content-Type"] != "application/pdf"}
    return pushed | {one: got.content.decode("latin-1") for one, got in read.items()}


def named(text: str) -> set[str]:
    """Cards named in it: "Ah", "Tc"; "As" is also a word of English, and ids are random."""
    words = re.sub(r"<svg.*?</svg>|id=\\?\"[^\"]*\"|su_\w+", "", text, flags=re.DOTALL)
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", words)) - {"As"}


@pytest.mark.rule("charity:1.1(hole-cards)")
def test_strangers_and_logs_learn_no_hidden_card(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    table, rng = table_of(running(3, preset=presets.get("charity"))), Random(5)
    deck = list(cards.deck())
    rng.shuffle(deck)
    usual = {where: named(text) for where, text in public_answers(table, is_all=True).items()}
    deal(table, deck=deck)  # from here on: pages on the order of hands show examples before
    seen: set[str] = set()
    boards: set[int] = set()
    while not (hand := hand_at(table)).is_over:
        open_cards = {cards.text([card]) for card in hand.board}
        open_cards |= {cards.text([card]) for shown in hand.shown.values() for card in shown}
        is_new = len(hand.board) not in boards
        boards.add(len(hand.board))
        for where, text in public_answers(table, is_all=is_new).items():
            told = named(text) - usual.get(where, set())
            assert told <= open_cards, where
            seen |= told
        do(table, bots.choose(hand, offered(table), rng))
    shown = {cards.text([card]) for held in hand.shown.values() for card in held}
    dealt = {cards.text([card]) for held in hand.hole for card in held}
    hidden = dealt - shown
    assert hidden  # somebody folded, or did not show
    for where, text in public_answers(table, is_all=True).items():  # the replay is there by now
        assert not (named(text) - usual.get(where, set())) & hidden, where
    assert not named(caplog.text) & dealt
    assert seen  # the board was public: the search would have found a card
