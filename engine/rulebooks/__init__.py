"""A rulebook is a table: question, answer, clause. `Rules` is one book applied to one game."""

from engine.rulebooks.adelaide import ADELAIDE
from engine.rulebooks.book import Answer, Rulebook, Rules, Settings
from engine.rulebooks.canberra import CANBERRA
from engine.rulebooks.charity import CHARITY
from engine.rulebooks.fours import FOURS
from engine.rulebooks.igr import IGR

__all__ = ["BOOKS", "Answer", "Rulebook", "Rules", "Settings", "get"]

BOOKS = {book.id: book for book in (CHARITY, ADELAIDE, CANBERRA, IGR, FOURS)}


def get(book_id: str) -> Rulebook:
    """A rulebook by its name: charity, adelaide, canberra, igr or fours; raises KeyError."""
    return BOOKS[book_id]
