"""`python -m bench.engine [--json]`: one table, each figure beside its peer's in the same run."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path

from bench.engine import chances, evaluations, growth, hands
from bench.engine.measure import Row

HEADINGS = ("engine", "ours", "peer", "ratio", "goal", "")


def main() -> None:
    parser = ArgumentParser(prog="bench.engine", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON list instead")
    parser.add_argument("--repeats", type=int, default=7, help="runs behind each median")
    parser.add_argument("--sample", type=Path, default=None, help="a folder of .phh files")
    chosen, _ = parser.parse_known_args()
    found = list(_rows(chosen.repeats, chosen.sample or _sample_at_hand()))
    if chosen.json:
        sys.stdout.write(json.dumps([asdict(row) for row in found], indent=2) + "\n")
    else:
        _print(found)


def _rows(repeats: int, sample: Path | None) -> list[Row]:
    return [
        *hands.rows(repeats, sample),
        *evaluations.rows(repeats),
        *chances.rows(repeats),
        *growth.rows(repeats),
    ]


def _sample_at_hand() -> Path | None:
    """Recorded hands in a folder beside the project, where somebody keeps them."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "phh"
    return beside if beside.is_dir() else None


def _print(found: list[Row]) -> None:
    lines = [HEADINGS, *(_cells(row) for row in found)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(HEADINGS))]
    for line in lines:
        first, *rest = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        sys.stdout.write("  ".join((line[0].ljust(len(first)), *rest)).rstrip() + "\n")


def _cells(row: Row) -> tuple[str, ...]:
    ratio = f"{row.ratio:.1f}x" if row.ratio is not None else ""
    return (row.what, row.ours, row.peer, ratio, row.goal, "" if row.is_met else "missed")


if __name__ == "__main__":
    main()
