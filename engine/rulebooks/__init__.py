"""The books: a rulebook is a table of question, answer and clause.

May import rules and what lies below; nothing outside this package names a book's answers.
"""

from engine.rulebooks.adelaide import ADELAIDE
from engine.rulebooks.canberra import CANBERRA
from engine.rulebooks.charity import CHARITY
from engine.rulebooks.common import COMMON
from engine.rulebooks.fours import FOURS
from engine.rulebooks.igr import IGR
from engine.rules.book import Rulebook

__all__ = ["BOOKS", "COMMON", "get"]

BOOKS = {book.id: book for book in (CHARITY, ADELAIDE, CANBERRA, IGR, FOURS)}


def get(book_id: str) -> Rulebook:
    """A rulebook by its name, or common practice by its own; raises KeyError."""
    return COMMON if book_id == COMMON.id else BOOKS[book_id]
