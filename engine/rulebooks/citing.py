"""Clauses as people cite them: Adelaide rule 88(e), Canberra app. G, 3.1, TDA 2024 rule 1.

How a book is cited is the book's own (`Rulebook.cites`); static/js/cite.js reads the same data.
"""

import re
from functools import cache

from engine import clauses, rulebooks

Patterns = tuple[tuple[str, str], ...]


@cache
def patterns() -> dict[str, Patterns]:
    """How each book is cited, by its id."""
    books = (rulebooks.COMMON, *rulebooks.BOOKS.values())
    return {book.id: book.cites for book in books}


@cache
def cite(clause_id: str) -> str:
    """The clause in the words of a ruling; the id itself where no book knows it."""
    book, _, number = clause_id.partition(":")
    for pattern, words in patterns().get(book, ()):
        if match := re.fullmatch(pattern, number):
            return match.expand(words).replace("_", " ")
    return clause_id


@cache
def named() -> re.Pattern[str]:
    """What may be a clause in a text: one of common practice, or of a book."""
    books = "|".join(clauses.books())
    return re.compile(
        rf"\b(?:{clauses.FALLBACK}:\w+(?:-\w+)*|(?:{books}):[\w.()/\-]+(?: [A-Z]\w+)*)"
    )


def in_words(text: str) -> str:
    """A text with every clause in it as people cite it."""
    return named().sub(_cited, text)


def _cited(match: re.Match[str]) -> str:
    clause = clauses.meant_by(match[0])
    return cite(clause) + match[0].removeprefix(clause) if clause else match[0]


def by(clause_id: str) -> str:
    """The clause in brackets, to follow a sentence; nothing without one."""
    return f" ({cite(clause_id)})" if clause_id else ""
