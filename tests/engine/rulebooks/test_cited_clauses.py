"""Every clause an answer cites is in its own book, under a topic that fits the question."""

from collections.abc import Iterator
from dataclasses import fields

import pytest

from engine import clauses, games, rulebooks
from engine.answers import Answer
from engine.rules import irregularities
from engine.rules.book import BET_SIZES, Rulebook, Rules
from engine.structure import level_games

QUESTIONS_BY_TOPIC = {
    "absence": "absence",
    "allin": "all_in short_all_in limit_short_all_in reopening limit_reopening",
    "betting": """blinds_check call call_and_fold check chips first_round_word later_opener limits
        limit_raise_cap
        limit_raise_size one_hand over_chip raise_cap raise_size reopening short_raise
        spoken_opening spoken_raise stake streets string_bet turn limit""",
    "blinds": "blinds_check forced_bets over_blind positions",
    "button": "first_marker next_marker positions",
    "cards": "deck decks joker deck_size has_joker",
    "clock": "time_up",
    "conduct": "agreement chances one_hand show_all show_live",
    "deal": "burns discard draw families streets",
    "display": "folded_open",
    "dispute": "void",
    "elimination": "short_big_blind",
    "irregularity": """burns has_joker joker kill out_of_turn out_of_turn_check out_of_turn_excess
        out_of_turn_fold out_of_turn_raised out_of_turn_unfit restore short_call short_raise
        show_all show_live void""",
    "misdeal": "families lows misdeal substantial_action",
    "money": "stake limit",
    "penalty": "kill penalty",
    "placing": "separate_tables",
    "pots": "agreement odd_chips odd_half pots",
    "ranking": "cards_speak decks deck_size families lows",
    "setup": "families has_joker joker lows seats",
    "showdown": "cards_speak face_up folded_open lows must_show show_to_win showing_order",
    "table": "seats",
}
FITTING = {(topic, asked) for topic, some in QUESTIONS_BY_TOPIC.items() for asked in some.split()}
FITTING |= {("allin", "short_all_in_reopens"), ("display", "bet_sizes")}
FITTING |= {("betting", asked) for asked in ("bet_sizes", *BET_SIZES)}
GONE_WRONG = {"cards", "irregularity", "misdeal"}
BESIDES = {
    irregularities.EXPOSED_HOLE_CARD: {"deal"},
    irregularities.NOT_POSTED: {"absence", "blinds"},
}


def cited(playing: Rules) -> Iterator[tuple[str, str]]:
    """Each question of a game under a book, and the clause that answers it."""
    for field in fields(Rulebook):
        if isinstance(getattr(playing.book, field.name), Answer):
            yield field.name, playing.clause(field.name)
    yield from playing.book.fixed.items()
    yield "limit", playing.limit_clause()


def remedies(playing: Rules) -> Iterator[tuple[str, str]]:
    """Each thing that may go wrong in a game, and the clauses that say what is done."""
    for what, cases in playing.irregularities.items():
        yield from ((what, case.clause.format(appendix=playing.game.appendix)) for case in cases)


def every_game(book: str) -> Iterator[Rules]:
    for game in level_games.lawful(rulebooks.get(book)):
        for limit in rulebooks.get(book).limits.value:
            yield Rules(rulebooks.get(book), games.get(f"{game.id}:{limit}"))


@pytest.mark.parametrize("book", clauses.books())
def test_each_answer_cites_a_clause_of_its_book_on_that_topic(book: str) -> None:
    found = {each for playing in every_game(book) for each in cited(playing)}
    assert {each for each in found if not _is_in(book, each[1])} == set()
    own = {(asked, clauses.get(clause).topic) for asked, clause in found if _is_own(clause)}
    assert {each for each in own if each[::-1] not in FITTING} == set()


@pytest.mark.parametrize("book", clauses.books())
def test_each_remedy_cites_a_clause_of_its_book_about_what_goes_wrong(book: str) -> None:
    found = {each for playing in every_game(book) for each in remedies(playing)}
    assert {each for each in found if not _is_in(book, each[1])} == set()
    own = {(what, clauses.get(clause).topic) for what, clause in found if _is_own(clause)}
    assert {
        each for each in own if each[1] not in GONE_WRONG | BESIDES.get(each[0], set())
    } == set()


def _is_own(clause: str) -> bool:
    """A clause about the matter itself; not the one that names what fills the book's gaps."""
    fills_gaps = clauses.is_fallback(clause) or clause in {
        book.fallback for book in rulebooks.BOOKS.values()
    }
    return bool(clause) and not fills_gaps


def _is_in(book: str, clause: str) -> bool:
    """In the book, or common practice that can be shown where the book is silent."""
    return clauses.find(clause) is not None and clauses.book_of(clause) in (book, clauses.FALLBACK)
