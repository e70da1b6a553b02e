"""Where clauses are proved: what each marked test really ran, as pytest saw it last."""

import ast
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict

from engine import clauses
from engine.clauses import Clause
from engine.management.markers import Marker

# From the inside to the outside: a test proves its clauses at the outermost it went through.
ENGINE = "engine"
PLACES = (ENGINE, "service", "page", "browser")
RECORD = Path("test-results/proofs.json")
UNNAMED, NOT_RUN = "not yet", "not run"
NAMED = 20  # of the clauses that a fault is about


class Proof(TypedDict):
    """What one passed test proves, and where."""

    place: str
    clauses: list[str]


Proofs = Mapping[str, Proof]  # by the node id of the test


def read(path: Path) -> Proofs:
    """What the last runs saw, all of them together; nothing where there was none."""
    proofs: Proofs = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return proofs


def write(path: Path, proofs: Proofs) -> None:
    """Keep what was seen; in one step, since somebody may be reading."""
    path.parent.mkdir(exist_ok=True)
    finished = path.with_suffix(".new")
    finished.write_text(json.dumps(proofs, indent=1, sort_keys=True) + "\n", "utf-8")
    finished.replace(path)


def places(proofs: Proofs, markers: Iterable[Marker], root: Path) -> dict[str, frozenset[str]]:
    """Per clause where it is proved, by those tests that are still there and still name it."""
    written = {(marker.path, marker.clause) for marker in markers}
    found: dict[str, frozenset[str]] = {}
    for test, proof in proofs.items():
        path, name = _written_as(test, root)
        for clause in proof["clauses"]:
            if (path, clause) in written and name in _functions(path):
                found[clause] = found.get(clause, frozenset()) | {proof["place"]}
    return found


def _written_as(test: str, root: Path) -> tuple[Path, str]:
    """The file of a node id, and its function without the case."""
    path, _, rest = test.partition("::")
    return root / path, rest.partition("[")[0].rpartition("::")[2]


@cache
def _functions(path: Path) -> frozenset[str]:
    found = ast.walk(ast.parse(path.read_text("utf-8"), str(path)))
    return frozenset(
        node.name for node in found if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """Some clauses, which of them a test names, and where tests were seen to prove them."""

    clauses: Sequence[Clause]
    named: frozenset[str]
    places: Mapping[str, frozenset[str]]

    def where(self, clause: Clause) -> str:
        """The places from the inside to the outside, or why there are no such places."""
        if clause.id not in self.named:
            return UNNAMED
        found = self.places.get(clause.id, frozenset())
        return ", ".join(place for place in PLACES if place in found) or NOT_RUN

    def by_place(self, group: Iterable[Clause]) -> dict[str, list[str]]:
        """The ids of these clauses, put together by where they are proved."""
        found: dict[str, list[str]] = {}
        for clause in group:
            found.setdefault(self.where(clause), []).append(clause.id)
        return dict(sorted(found.items()))

    def unnamed(self) -> list[Clause]:
        return [clause for clause in self.clauses if self.where(clause) == UNNAMED]

    def not_run(self) -> list[Clause]:
        return [clause for clause in self.clauses if self.where(clause) == NOT_RUN]

    def in_engine_alone(self) -> list[Clause]:
        """Those that something else than the engine has to keep, and nothing else was tried on."""
        return [
            clause
            for clause in self.clauses
            if clause.kind != ENGINE and self.where(clause) == ENGINE
        ]

    def gaps(self) -> list[str]:
        """What is not known yet, a sentence each."""
        return [
            *_said(self.unnamed(), "are not proved by any test"),
            *_said(self.not_run(), "have tests that were not seen to pass here (make test)"),
        ]

    def thin(self) -> list[str]:
        """What is proved at the wrong place, as a sentence."""
        return _said(self.in_engine_alone(), "are kept elsewhere but proved in the engine alone")

    def is_whole(self) -> bool:
        """Whether this is about every clause of every book."""
        return len(self.clauses) == sum(len(clauses.to_prove(book)) for book in clauses.books())


def _said(found: Sequence[Clause], what: str) -> list[str]:
    ids = ", ".join(clause.id for clause in found[:NAMED])
    more = ", ..." if len(found) > NAMED else ""
    return [f"{len(found)} clauses {what}: {ids}{more}"] if found else []


def markdown(standing: Standing) -> str:
    """Every clause and where it is proved, as a page of the documentation."""
    lines = [INTRODUCTION]
    for book in clauses.books():
        rows = [clause for clause in standing.clauses if clause.book == book]
        lines += [
            f"## {book}",
            "",
            "| clause | kind | what it asks | proved |",
            "|---|---|---|---|",
        ]
        lines += [_row(clause, standing.where(clause)) for clause in rows]
        lines.append("")
    return "\n".join(lines)


def _row(clause: Clause, where: str) -> str:
    asked = clause.behaviour.replace("|", "\\|")
    return f"| `{clause.id}` | {clause.kind} | {asked} | {where} |"


INTRODUCTION = """\
# Where every clause is proved

Generated by `manage.py rules --proved` from what the marked tests really ran; how that is seen
stands in [proof.md](proof.md#clauses). The kind says who keeps a clause; those that only bind
people are left out.
"""
