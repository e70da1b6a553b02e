"""`python -m bench engine`: each figure beside its peer's in the same run."""

from argparse import ArgumentParser
from pathlib import Path

from bench import table
from bench.engine import chances, evaluations, growth, hands
from bench.figures import Row


def main() -> None:
    parser = ArgumentParser(prog="bench.engine", description=__doc__)
    parser.add_argument("--repeats", type=int, default=7, help="runs behind each median")
    parser.add_argument("--sample", type=Path, default=None, help="a folder of .phh files")
    chosen, _ = parser.parse_known_args()
    table.say("engine", _rows(chosen.repeats, chosen.sample or _sample_at_hand()))


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


if __name__ == "__main__":
    main()
