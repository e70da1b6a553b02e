"""A sixth rulebook is one Python file and one table of clauses, and nothing else knows of it."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from django.test import Client

from engine import clauses, matrix, rulebooks
from engine.rules.book import Rulebook
from engine.structure import game_presets, presets
from tests.evening_by_pages import Evening
from tests.factories import MINUTE, NOW, house_director, signed_in
from tests.tables.test_own_book import heard
from tournament import requests
from tournament.setup.queries import applied
from tournament.setup.queries import presets as preset_cards

pytestmark = pytest.mark.django_db

FILE = '''"""The rules of a small club by the harbour."""

from dataclasses import replace

from engine import games
from engine.answers import Answer, said
from engine.chips import chip_set
from engine.entries.law import NotOffered
from engine.rulebooks.common import COMMON
from engine.rulebooks.presets import schedules
from engine.structure.law import PERCENTAGES, Preset

NOT_SOLD = NotOffered("Nothing is sold but the entry.", "harbour:3")
BOOK = replace(
    COMMON,
    id="harbour",
    name="Harbour club",
    families=Answer(("holdem",), "harbour:1"),
    all_in=Answer(None, "harbour:2"),
    desk=replace(COMMON.desk, price=said("harbour:3")),
    prizes=replace(COMMON.prizes, table_winners=said("harbour:4")),
    games={"harbour": games.get("nlhe")},
    presets=(
        Preset(
            key="harbour",
            name="Harbour cup",
            rulebook="harbour",
            game="nlhe",
            seats_per_table=9,
            min_players=2,
            max_players=20,
            starting_stack=5000,
            chips=chip_set(25, 100, 500, 1000, 5000),
            schedule=schedules.friday(),
            rebuys=NOT_SOLD,
            top_up=NOT_SOLD,
            add_ons=NOT_SOLD,
            prizes=PERCENTAGES,
            entry_price=2000,
        ),
    ),
)
'''
TABLE = """id,topic,kind,behaviour
harbour:1,game,engine,Hold'em is played and nothing else.
harbour:2,betting,engine,A player with too few chips may go all-in.
harbour:3,money,money,Everybody pays the same price.
harbour:4,prizes,money,The most chips at each table win the session.
"""


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rulebook]:
    """The book as somebody adds it: both files in their folders, found when they are looked for."""
    tables = copytree(clauses.TABLES, tmp_path / "clauses")
    (tables / "harbour.csv").write_text(TABLE)
    (tmp_path / "harbour.py").write_text(FILE)
    monkeypatch.setattr(clauses, "TABLES", tables)
    monkeypatch.setattr(rulebooks, "__path__", [*rulebooks.__path__, str(tmp_path)])
    monkeypatch.setattr(requests, "now", lambda: NOW + 2 * MINUTE)
    forget()
    book = rulebooks.found()["harbour"]
    monkeypatch.setitem(rulebooks.BOOKS, book.id, book)
    register(book, monkeypatch)
    yield book
    forget()


def register(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read off the books when the program starts, as if it started with this one."""
    every = (*presets.PRESETS, *book.presets)
    for module in (presets, preset_cards):
        monkeypatch.setattr(module, "PRESETS", every)
    for preset in book.presets:
        monkeypatch.setitem(presets._BY_KEY, preset.key, preset)
    for name, game in book.games.items():
        monkeypatch.setitem(game_presets._BY_NAME, name, (book, game))


def forget() -> None:
    """What was worked out from the books that were there before."""
    for kept in (clauses.books, matrix.answers, applied._by_clause):
        kept.cache_clear()


def test_an_evening_under_a_sixth_book_from_creation_to_payout(harbour: Rulebook):
    director = signed_in(house_director())
    evening = Evening("harbour", director, players=4)
    evening.set_up()
    evening.enter()
    evening.write_prizes()
    assert heard(director, evening.cup, posts=True) == {}
    evening.sit_down()
    evening.deal_a_hand()
    assert heard(director, evening.cup, posts=True) == {}
    evening.play_out()
    assert len(evening.pay()) == 2
    assert heard(director, evening.cup, posts=False) == {}
    for place in ("places/", "conditions/", "rules/", "reports/financial/", "reports/results/"):
        evening.page(place)
    cited = re.findall(r"[a-z0-9]+:[\w.()/-]+", str(journal(evening)))
    books = {clauses.book_of(clause) for clause in cited} & {*clauses.books(), clauses.FALLBACK}
    assert books <= {"harbour", clauses.FALLBACK}


def journal(evening: Evening) -> list[object]:
    return [*evening.cup.journal.values_list("data", flat=True)]


def test_the_public_pages_show_a_sixth_book(harbour: Rulebook, client: Client):
    assert "Harbour club" in client.get("/rulebooks/").content.decode()
    page = client.get("/rulebooks/harbour/").content.decode()
    assert "Everybody pays the same price." in page
    for row in matrix.questions():
        compared = client.get("/rulebooks/compare/", {"question": row.question})
        assert compared.status_code == 200, row.question


def test_a_sixth_book_answers_every_question_of_the_matrix(harbour: Rulebook):
    for row in matrix.questions():
        cell = row.cells["harbour"]
        assert clauses.book_of(cell.clause) in ("harbour", clauses.FALLBACK, ""), row.question
    assert matrix.answers("harbour")["desk: price"] == "yes harbour:3"
