"""Which marked tests meet a mutant: those that run what was changed, its own clauses' first.

A table is not run: its tests are those of the clauses it names, and those of its book that run a
line where somebody asks for what was changed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine import clauses
from tests.mutants import lines
from tests.mutants.changes import ROOT, Mutant
from tests.mutants.lines import Test

BOOKS = "engine/rulebooks/"
PRODUCT = ("engine", "tables", "tournament")
IMPORT = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The tests that meet a mutant, in order, and how many there would be without haste."""

    names: tuple[str, ...]
    of: int
    own: frozenset[str]  # marked with a clause that the changed code names


def tests(mutant: Mutant, known: Mapping[str, Test], *, seconds: float) -> Chosen:
    """As many as take so long together, where nothing fails."""
    own = frozenset(_marked(mutant.cited, known))
    reached = {name for name in _reached(mutant, known) if name in known}
    if not mutant.function:
        reached |= own
    ordered = sorted(reached, key=lambda name: (name not in own, known[name].seconds, name))
    return Chosen(tuple(_within(ordered, known, seconds)), len(ordered), own & reached)


def _marked(cited: Iterable[str], known: Mapping[str, Test]) -> Iterator[str]:
    wanted = frozenset(cited)
    return (name for name, test in known.items() if wanted & set(test.clauses))


def _reached(mutant: Mutant, known: Mapping[str, Test]) -> frozenset[str]:
    if mutant.function:
        return ran(mutant) - {IMPORT}
    asking = next(filter(None, map(_asking, mutant.names)), frozenset())
    if mutant.path.startswith(BOOKS):
        return asking & frozenset(_of_the_book(Path(mutant.path).stem, known))
    return asking


@cache
def _asking(name: str) -> frozenset[str]:
    """Every test that runs a line of the product in which this name stands."""
    word, found = re.compile(rf"\b{re.escape(name)}\b"), set[str]()
    for path, text in _sources().items():
        if name in text:
            ran_by = lines.of(path)
            for number, line in enumerate(text.splitlines(), 1):
                if number in ran_by and word.search(line):
                    found |= ran_by[number]
    return frozenset(found - {IMPORT})


@cache
def _sources() -> Mapping[Path, str]:
    files = (path for name in PRODUCT for path in (ROOT / name).rglob("*.py"))
    return {path: path.read_text("utf-8") for path in files}


def ran(mutant: Mutant) -> frozenset[str]:
    """Every test that runs one of the changed lines, or else the statement they stand in."""
    found = lines.of(ROOT / mutant.path)
    for first, last in ((mutant.first, mutant.last), mutant.statement):
        names = frozenset().union(*(found.get(line, ()) for line in range(first, last + 1)))
        if names:
            return frozenset(names)
    return frozenset()


def runs_at_import(mutant: Mutant) -> bool:
    """Whether something may have been worked out with it before the change is made."""
    return IMPORT in ran(mutant)


def _of_the_book(book: str, known: Mapping[str, Test]) -> Iterator[str]:
    """The tests of a book's clauses; those of all books for what the books share."""
    is_shared = book not in clauses.books()
    for name, test in known.items():
        if is_shared or any(clauses.book_of(clause) == book for clause in test.clauses):
            yield name


def _within(names: Iterable[str], known: Mapping[str, Test], seconds: float) -> Iterator[str]:
    spent = 0.0
    for name in names:
        spent += known[name].seconds
        if spent > seconds:
            return
        yield name
