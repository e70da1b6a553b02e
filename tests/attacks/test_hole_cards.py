"""Cards of an electronic table: in no answer, no push and no log before they are shown."""

import logging
import re
from random import Random

import pytest
from django.test import Client

from engine import bots, cards, presets
from tables import drawings
from tables.models import Table
from tests.factories import deal, do, hand_at, offered, running, table_of

pytestmark = pytest.mark.django_db


def public_answers(table: Table) -> list[str]:
    """Everything a stranger can ask for while a hand is played."""
    anybody, code = Client(), table.tournament.code
    addresses = [
        *(f"/t/{code}/", f"/t/{code}/tables/1/", f"/t/{code}/leaderboard/", f"/t/{code}/players/"),
        *(f"/t/{code}/replay/", f"/t/{code}/overlay/tables/1/", f"/t/{code}/tables/1/hands/1/"),
        *(f"/api/v1/tournaments/{code}/tables/1", f"/api/v1/tournaments/{code}/standings"),
        *(f"/api/v1/tournaments/{code}", f"/api/v1/tournaments/{code}/seating"),
    ]
    pages = [anybody.get(address).content.decode() for address in addresses]
    return [*pages, drawings.feed(table.tournament_id).text, drawings.public_table(table.pk).text]


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
    deal(table, deck=deck)
    seen: set[str] = set()
    while not (hand := hand_at(table)).is_over:
        open_cards = {cards.text([card]) for card in hand.board}
        open_cards |= {cards.text([card]) for shown in hand.shown.values() for card in shown}
        for answer in public_answers(table):
            assert named(answer) <= open_cards
            seen |= named(answer)
        do(table, bots.choose(hand, offered(table), rng))
    dealt = {cards.text([card]) for held in hand.hole for card in held}
    assert not (named(caplog.text) & (dealt - {cards.text([c]) for c in hand.board}))
    assert seen  # the board was public: the search would have found a card
