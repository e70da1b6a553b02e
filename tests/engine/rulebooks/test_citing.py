"""A clause is shown as people cite it; its id stays in links and data."""

import pytest

from engine import clauses
from engine.rulebooks import citing


@pytest.mark.parametrize(
    ("clause", "cited"),
    [
        ("adelaide:88e", "Adelaide rule 88(e)"),
        ("adelaide:46a-2", "Adelaide rule 46(a)"),
        ("adelaide:App1.1b", "Adelaide app. 1, 1(b)"),
        ("canberra:13.4", "Canberra 13.4"),
        ("canberra:G.3.1", "Canberra app. G, 3.1"),
        ("canberra:12.2/odd", "Canberra 12.2"),
        ("canberra:T.tap_out", "Canberra terms, “tap out”"),
        ("charity:9.1", "Charity 9.1"),
        ("igr:5.04(a)-3", "IGR term 5.04(a)"),
        ("igr:A.2(cc)(iii)-2", "IGR app. A, 2(cc)(iii)"),
        ("fours:early-turn-1", "4S rules, early turn"),
        ("tda2024:R1", "TDA 2024 rule 1"),
        ("tda2024:RP-8-A", "TDA 2024 procedure 8-A"),
        ("nobody:1", "nobody:1"),
        ("", ""),
    ],
)
def test_a_clause_is_cited_as_people_cite_it(clause, cited):
    assert citing.cite(clause) == cited


@pytest.mark.parametrize("book", citing.patterns())
def test_every_clause_of_a_book_has_its_citation(book):
    assert [one.id for one in clauses.of(book) if citing.cite(one.id) == one.id] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a raise (canberra:13.4), then", "a raise (Canberra 13.4), then"),
        ("igr:6.02(e), igr:A.2(u).", "IGR term 6.02(e), IGR app. A, 2(u)."),
        ("table 3 breaks (tda2024:RP-19)", "table 3 breaks (TDA 2024 procedure 19)"),
        ("adelaide:106", "Adelaide rule 106"),
        ("at 12:30, nobody:1", "at 12:30, nobody:1"),
    ],
)
def test_a_text_cites_its_clauses_as_people_do(text, said):
    assert citing.in_words(text) == said
