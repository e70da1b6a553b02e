"""The books: a rulebook is a table of question, answer and clause.

May import rules and what lies below; nothing outside this package names a book's answers.
"""

from importlib import import_module
from pkgutil import iter_modules

from engine import clauses
from engine.rulebooks.common import COMMON
from engine.rules import book as rules_book
from engine.rules.book import Rulebook

__all__ = ["BOOKS", "COMMON", "cited", "get", "silence"]


def found() -> dict[str, Rulebook]:
    """Every book of this package by its id: what a module here calls `BOOK` is one."""
    names = sorted(module.name for module in iter_modules(__path__))
    modules = [import_module(f"{__name__}.{name}") for name in names]
    books = [module.BOOK for module in modules if hasattr(module, "BOOK")]
    return {book.id: book for book in books}


BOOKS = found()


def get(book_id: str) -> Rulebook:
    """A rulebook by its name, or common practice by its own; raises KeyError."""
    return COMMON if book_id == COMMON.id else BOOKS[book_id]


def cited(clause: str, *, rulebook: str) -> str:
    """The clause as this book cites it: its own fallback, where it names one, for the TDA's."""
    return rules_book.cited(clause, fallback=get(rulebook).fallback)


def silence(clause: str) -> str:
    """What is said where another authority than the book itself decides; else nothing."""
    if clause and clause in {book.fallback for book in BOOKS.values()}:
        return "The book is silent; by the rules it names for its gaps."
    if not clauses.is_fallback(clause):
        return ""
    kind, number = ("procedure", clause[10:]) if ":RP-" in clause else ("rule", clause[9:])
    return f"The book is silent; by TDA 2024 {kind} {number.lstrip('-')}."
