"""`python -m tests.mutants [paths]`: which small changes to the rules no marked test notices."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.mutants import changes, lines, report, results
from tests.mutants.changes import ROOT, Mutant

DECIDES = ("engine/rules", "engine/referee", "engine/rulebooks")
PAGE = "docs/mutants.md"
RECORD = (
    *(sys.executable, "-m", "pytest", "-q", "-m", "rule"),
    *("-p", "tests.mutants.lines", "-p", "no:cacheprovider"),
)


def main(words: list[str]) -> int:
    """Make the mutants, have those meet their tests that have not, and say how it stands."""
    asked = parse(words)
    os.nice(10)
    os.chdir(ROOT)
    if asked.record is not None or not lines.TESTS.is_file():
        subprocess.run([*RECORD, *(asked.record or ["tests"])], cwd=ROOT)
    mutants = sample(everything(asked.paths or DECIDES), asked.sample, asked.seed)
    waiting = [] if asked.only_report else _waiting(mutants, again=asked.again)
    if waiting:
        run(waiting, seconds=asked.seconds)
    sys.stdout.write(report.text(mutants, results.read(), is_long=asked.survivors))
    if asked.write:
        (ROOT / PAGE).write_text(report.page(mutants, results.read()), "utf-8")
    return 0


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", help=f"files or folders (default: {DECIDES})")
    parser.add_argument("--seed", default=os.environ.get("SEED") or "shuffle up")
    parser.add_argument("--sample", type=int, default=int(os.environ.get("SAMPLE") or 0))
    parser.add_argument("--seconds", type=float, default=20, help="of tests for one mutant")
    parser.add_argument("--record", nargs="*", help="see anew which lines (these) tests run")
    parser.add_argument("--again", action="store_true", help="also those that survived")
    parser.add_argument("--survivors", action="store_true", help="name each that survived")
    parser.add_argument("--write", action="store_true", help=f"also into {PAGE}")
    parser.add_argument("--only-report", action="store_true", help="run nothing")
    return parser.parse_args(words)


def everything(paths: Sequence[str]) -> list[Mutant]:
    """Every mutant of these files and of those in these folders."""
    files = [file for path in paths for file in _files(ROOT / path)]
    return [mutant for file in files for mutant in changes.of(file)]


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def sample(mutants: list[Mutant], size: int, seed: str) -> list[Mutant]:
    """So many of them by chance, the same ones for the same seed; all of them for none."""
    if not size or size >= len(mutants):
        return mutants
    chosen = Random(seed).sample(range(len(mutants)), size)
    return [mutants[place] for place in sorted(chosen)]


def _waiting(mutants: Sequence[Mutant], *, again: bool) -> list[Mutant]:
    known = results.read()
    settled = {results.KILLED} if again else {results.KILLED, results.SURVIVED, results.UNMET}
    fates = {name: result.fate for name, result in known.items()}
    return [mutant for mutant in mutants if fates.get(mutant.id) not in settled]


def run(mutants: Sequence[Mutant], *, seconds: float) -> None:
    """First in a process that has loaded everything, then what must be read anew.

    This process itself loads nothing of the product: it is what the latter begin with.
    """
    import tests.settings  # noqa: F401 (its servers are started once, for all processes)
    from tests.mutants import alone, session

    later = session.run(mutants, seconds=seconds)
    alone.meet([mutant for mutant in mutants if mutant.id in later], seconds=seconds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
