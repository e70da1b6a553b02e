"""Every clause that a rulebook's table cites is in the clause tables."""

from collections.abc import Iterator
from dataclasses import fields

import pytest

from engine import clauses
from engine.answers import Answer
from engine.rules.book import Rules
from engine.structure import game_presets


def _cited(rules: Rules) -> Iterator[str]:
    for field in fields(rules.book):
        answer = getattr(rules.book, field.name)
        if isinstance(answer, Answer):
            yield rules.clause(field.name)
    for cases in rules.irregularities.values():
        yield from (case.clause.format(appendix=rules.game.appendix) for case in cases)
    yield from rules.book.limit_clauses.values()


@pytest.mark.parametrize("name", game_presets.names())
def test_every_cited_clause_is_known(name):
    unknown = {clause for clause in _cited(game_presets.get(name)) if not clauses.is_known(clause)}
    assert not unknown
