"""`manage.py rules`: which clauses of the rulebooks are proved by a marked test, and where."""

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine import clauses, matrix
from engine.clauses import Clause
from engine.management import markers, proofs
from engine.management.markers import Marker
from engine.management.proofs import Standing

MATRIX = Path("docs/rules-matrix.md")
PROVED = Path("docs/proved.md")
KINDS = ("engine", "clock", "dealer", "director", "money", "record", "display", "access")


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Per book and kind: which clauses marked tests prove, where, and which are left."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--book", choices=clauses.books(), help="only this rulebook")
        parser.add_argument("--kind", choices=KINDS, help="only clauses of this kind")
        parser.add_argument(
            "--check",
            action="store_true",
            help="exit 1 while one is unproved, or proved in the engine alone but kept elsewhere",
        )
        parser.add_argument("--tests", type=Path, help="folder of tests (default: tests/)")
        _add_table(parser, "--matrix", MATRIX, "the matrix of questions and books")
        _add_table(parser, "--proved", PROVED, "the table of clauses and where each is proved")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["matrix"]:
            return self._write(options["matrix"], matrix.markdown())
        tests = options["tests"] or Path(settings.BASE_DIR) / "tests"
        if options["proved"]:
            return self._write_proved(options["proved"], _standing(_chosen(), tests))
        standing = _standing(_chosen(options["book"], options["kind"]), tests)
        if options["verbosity"]:
            self._report(standing)
        return self._check(standing) if options["check"] else None

    def _write_proved(self, path: Path, standing: Standing) -> None:
        if faults := standing.gaps():
            raise CommandError("\n".join(faults))
        self._write(path, proofs.markdown(standing))

    def _write(self, path: Path, text: str) -> None:
        (Path(settings.BASE_DIR) / path).write_text(text, encoding="utf-8")
        self.stdout.write(f"{path.name} written")

    def _check(self, standing: Standing) -> None:
        if faults := [*standing.gaps(), *standing.thin()]:
            raise CommandError("\n".join(faults))
        stored = Path(settings.BASE_DIR) / PROVED
        if standing.is_whole() and stored.read_text("utf-8") != proofs.markdown(standing):
            self.stdout.write(f"{PROVED} is older than what was seen: manage.py rules --proved")

    def _report(self, standing: Standing) -> None:
        for (book, kind), group in _grouped(standing.clauses).items():
            named = [clause for clause in group if clause.id in standing.named]
            self.stdout.write(f"{book:9} {kind:9} {len(named):4} of {len(group)}")
            for where, ids in standing.by_place(group).items():
                self.stdout.write(f"    {where}: {', '.join(ids)}")
        total, alone = len(standing.clauses), standing.in_engine_alone()
        elsewhere = sum(clause.kind != proofs.ENGINE for clause in standing.clauses)
        self.stdout.write(f"{len(alone)} of {elsewhere} kept elsewhere proved in the engine alone")
        self.stdout.write(f"{total - len(standing.unnamed())} of {total} clauses proved")


def _add_table(parser: ArgumentParser, name: str, path: Path, what: str) -> None:
    told = f"write {what} instead (to {path})"
    parser.add_argument(name, type=Path, nargs="?", const=path, metavar="FILE", help=told)


def _standing(chosen: list[Clause], tests: Path) -> Standing:
    """How these clauses stand by what the tests name and what they were last seen to run."""
    found = _markers(tests)
    seen = proofs.read(tests.parent / proofs.RECORD)
    named = frozenset(marker.clause for marker in found)
    return Standing(chosen, named, proofs.places(seen, found, tests.parent))


def _markers(tests: Path) -> list[Marker]:
    """What tests name; an id no table has is an error, as it is in pytest."""
    found = markers.in_folder(tests)
    for marker in found:
        if not clauses.may_be_cited(marker.clause):
            raise CommandError(f"{marker.path}:{marker.line}: no clause {marker.clause!r}")
    return found


def _chosen(book: str | None = None, kind: str | None = None) -> list[Clause]:
    books = (book,) if book else clauses.books()
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
    return clauses.books().index(book), KINDS.index(kind)
