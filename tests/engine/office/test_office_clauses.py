"""The office refuses by clauses of the event's own book, and by no other's."""

import pytest

from engine import clauses
from engine.office.office_clauses import CLAUSES, Matter, clause
from engine.rulebooks import get


@pytest.mark.parametrize("rulebook", sorted(CLAUSES))
def test_every_clause_of_the_office_is_the_books_own_and_in_its_table(rulebook: str):
    known = {one.id for one in clauses.of(rulebook)}
    assert set(CLAUSES[rulebook].values()) <= known
    assert get(rulebook).id == rulebook


def test_a_book_that_does_not_say_is_not_cited():
    assert clause(Matter.SUBSTITUTE, rulebook="canberra") == "canberra:8.2"
    assert clause(Matter.SUBSTITUTE, rulebook="adelaide") == ""
