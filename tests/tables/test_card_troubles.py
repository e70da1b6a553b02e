"""Cards that go wrong, told on the tablet: what is offered, what is asked, what is carried out."""

from random import Random
from urllib.parse import urlencode

import pytest
from django.test import Client

from engine import cards, presets
from engine.hand import Hand
from engine.rules import irregularities as what
from tables.models import Table
from tests.factories import deal, hand_at, offered, running, table_of, tablet_browser, tap

pytestmark = pytest.mark.django_db


def table_under(preset: str, players: int = 3, *, deck: str = "") -> Table:
    """A table of this book with a hand just dealt, by the engine where a deck is given."""
    chosen = presets.get(preset)
    table = table_of(running(max(players, chosen.min_players), preset=chosen))
    top = cards.parse(deck)
    rest = [card for card in cards.deck() if card not in top]
    deal(table, deck=(*top, *rest) if deck else ())
    return table


def sheet(tablet: Client, table: Table, **answers: str) -> str:
    where = f"/t/{table.tournament.code}/tables/{table.number}/happened/"
    answer = tablet.get(f"{where}?{urlencode(answers)}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def report(tablet: Client, table: Table, name: str, **answers: str) -> str:
    """Posted as the last button of the sheet does; the tablet's answer."""
    answer = tap(tablet, table, "happened", what=name, **answers)
    assert answer.status_code == 200, answer.content.decode()
    return str(answer.content.decode())


def stay(tablet: Client, table: Table) -> None:
    """Whose turn it is stands, checks or calls."""
    now = offered(table)
    kinds = (("stand", now.stand), ("check", now.check), ("call", now.call))
    kind = next(kind for kind, choice in kinds if choice.is_allowed)
    assert tap(tablet, table, kind, seat=now.seat).status_code == 200


def passed_round(tablet: Client, table: Table) -> Hand:
    """Nobody raises and nobody folds until a card is due."""
    while hand_at(table).actor >= 0:
        stay(tablet, table)
    return hand_at(table)


def board(tablet: Client, table: Table, laid: str) -> int:
    """The dealer enters community cards; the answer's status."""
    return int(tap(tablet, table, "board", cards=laid).status_code)


# -- chance ----------------------------------------------------------------------------------------


def test_a_reshuffle_followed_from_the_deck_before_it_and_its_sheet_told_what_would_come():
    table = table_under("charity", deck="2c 3c 4c")
    tablet = tablet_browser(table)
    before = hand_at(table)
    stub = list(before.deck[before.deck_at :])
    told = sheet(tablet, table, what=what.PREMATURE_FLOP)
    assert "The deck is shuffled and cut." in told
    assert "Board:" not in told
    report(tablet, table, what.PREMATURE_FLOP)
    once = hand_at(table).deck[before.deck_at :]
    assert sorted(once) == sorted(stub)
    Random(repr(before.deck)).shuffle(stub)
    assert list(once) != stub
    report(tablet, table, what.PREMATURE_FLOP)
    assert hand_at(table).deck[before.deck_at :] != once
