"""`manage.py rules`: which clauses of the rulebooks are proved by a marked test."""

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine import clauses, matrix
from engine.clauses import Clause
from engine.management import markers

MATRIX = Path("docs/rules-matrix.md")
KINDS = ("engine", "clock", "dealer", "director", "money", "record", "display", "access")


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Per book and kind: how many clauses a marked test proves, and which are left."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--book", choices=clauses.BOOKS, help="only this rulebook")
        parser.add_argument("--kind", choices=KINDS, help="only clauses of this kind")
        parser.add_argument("--check", action="store_true", help="exit 1 while one is unproved")
        parser.add_argument("--tests", type=Path, help="folder of tests (default: tests/)")

        parser.add_argument(
            "--matrix",
            type=Path,
            nargs="?",
            const=MATRIX,
            metavar="FILE",
            help=f"write the matrix of questions and books instead (to {MATRIX})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["matrix"]:
            return self._write_matrix(Path(settings.BASE_DIR) / options["matrix"])
        return self._measure(options)

    def _write_matrix(self, path: Path) -> None:
        path.write_text(matrix.markdown(), encoding="utf-8")
        self.stdout.write(f"{path.name} written")

    def _measure(self, options: dict[str, Any]) -> None:
        proved = _proved(options["tests"] or Path(settings.BASE_DIR) / "tests")
        chosen = _chosen(options["book"], options["kind"])
        for (book, kind), group in _grouped(chosen).items():
            self._report(book, kind, group, proved)
        missing = [clause for clause in chosen if clause.id not in proved]
        self.stdout.write(f"{len(chosen) - len(missing)} of {len(chosen)} clauses proved")
        if options["check"] and missing:
            raise CommandError(f"{len(missing)} clauses are not proved by any test")

    def _report(self, book: str, kind: str, group: list[Clause], proved: frozenset[str]) -> None:
        missing = [clause.id for clause in group if clause.id not in proved]
        self.stdout.write(f"{book:9} {kind:9} {len(group) - len(missing):4} of {len(group)}")
        if missing:
            self.stdout.write(f"    not yet: {', '.join(missing)}")


def _proved(tests: Path) -> frozenset[str]:
    """The clauses that tests name; an id no table has is an error, as it is in pytest."""
    found = markers.in_folder(tests)
    for marker in found:
        if not clauses.may_be_cited(marker.clause):
            raise CommandError(f"{marker.path}:{marker.line}: no clause {marker.clause!r}")
    return frozenset(marker.clause for marker in found)


def _chosen(book: str | None, kind: str | None) -> list[Clause]:
    books = (book,) if book else clauses.BOOKS
    return [
        clause
        for name in books
        for clause in clauses.to_prove(name)
        if kind is None or clause.kind == kind
    ]


def _grouped(chosen: Iterable[Clause]) -> dict[tuple[str, str], list[Clause]]:
    groups: dict[tuple[str, str], list[Clause]] = defaultdict(list)
    for clause in chosen:
        groups[clause.book, clause.kind].append(clause)
    return dict(sorted(groups.items(), key=lambda entry: _place(*entry[0])))


def _place(book: str, kind: str) -> tuple[int, int]:
    return clauses.BOOKS.index(book), KINDS.index(kind)
