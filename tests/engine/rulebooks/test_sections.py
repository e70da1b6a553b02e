"""Every section of every book: its own clauses, or declared common practice."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from engine import clauses, rulebooks
from engine.answers import Answer
from engine.rules.book import is_section


def answers(book: str) -> Iterator[tuple[str, Answer[Any]]]:
    """Every answer of every section, by the name of its question."""
    law = rulebooks.get(book)
    for field in fields(law):
        section = getattr(law, field.name)
        if is_section(section):
            yield from (
                (f"{field.name}.{f.name}", getattr(section, f.name)) for f in fields(section)
            )


def cited(part: Any) -> Iterator[str]:
    """Every clause within an answer."""
    if isinstance(part, str) and clauses.book_of(part) in rulebooks.BOOKS and ":" in part:
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from cited(inner)
    elif is_dataclass(part) and not isinstance(part, type):
        for field in fields(part):
            yield from cited(getattr(part, field.name))


@pytest.mark.parametrize("book", sorted(rulebooks.BOOKS))
def test_every_clause_of_a_section_is_the_books_own_and_in_its_table(book: str):
    known = {one.id for one in clauses.of(book)}
    for question, answer in answers(book):
        for clause in cited(answer):
            assert clause.format(appendix="A", deck="a") in known, question


@pytest.mark.parametrize("book", sorted(rulebooks.BOOKS))
def test_a_book_that_does_not_say_is_not_cited(book: str):
    """What common practice leaves without a clause has none under a book that is silent."""
    common = dict(answers(rulebooks.COMMON.id))
    for question, answer in answers(book):
        if answer.clause != common[question].clause:
            assert clauses.book_of(answer.clause) == book, question
