"""What became of each mutant, kept in var/mutants/results.jsonl, a line each."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutants.lines import FOLDER

RESULTS = FOLDER / "results.jsonl"
KILLED, SURVIVED, UNMET, BROKEN = "killed", "survived", "unmet", "broken"


@dataclass(frozen=True, slots=True)
class Result:
    """How one mutant fared."""

    id: str
    path: str
    function: str
    kind: str
    line: int
    was: str
    now: str
    fate: str  # killed, survived, met by no marked test at all; broken: the tool failed
    by: str = ""  # the test that noticed it
    is_its_own: bool = False  # marked with a clause that the changed code names
    met: int = 0  # how many tests ran with it, of
    of: int = 0  # so many that run what was changed
    seconds: float = 0.0

    @property
    def package(self) -> str:
        """The first two parts of the path: engine/rules, tables/play."""
        return "/".join(self.path.split("/")[:2])


def read(path: Path = RESULTS) -> Mapping[str, Result]:
    """The last result of each mutant."""
    if not path.is_file():
        return {}
    rows = (Result(**json.loads(line)) for line in path.read_text("utf-8").splitlines())
    return {row.id: row for row in rows}


def keep(result: Result, path: Path = RESULTS) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as rows:
        rows.write(json.dumps(asdict(result)) + "\n")
