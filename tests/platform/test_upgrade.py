"""A tournament that an earlier release left in the middle of play is taken over and goes on."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import run
from tests import servers
from tests.platform.test_move import an_empty_database
from tests.releases import shape

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

RELEASES = sorted((run.ROOT / "tests" / "releases").glob("*.jsonl.gz"))
FOUND = """
friday: nothing lost; hands 2, 1; row 1 until 19:40, Rebuys on sale
charity: nothing lost; hands 2, 1; row 1 until 19:30, nothing on sale
igr: nothing lost; hands 2, 1; row 1 until 19:40, Rebuys on sale
fours: nothing lost; hands 2; row 2 until 19:30, nothing on sale
canberra-d: nothing lost; hands 2, 1; row 0 until 19:40, Rebuys on sale
"""
PLAYED_ON = """
friday: nothing lost; hands 2, 2; row 1 until 19:40, Rebuys on sale
charity: nothing lost; hands 2, 1; row 1 until 19:30, nothing on sale
igr: nothing lost; hands 2, 1; row 1 until 19:40, Rebuys on sale
fours: nothing lost; hands 2; row 2 until 19:30, nothing on sale
canberra-d: nothing lost; hands 2, 1; row 0 until 19:40, Rebuys on sale
"""
AN_HOUR_LATER = """
friday: nothing lost; hands 2, 2; row 4 until 20:40, Add-ons on sale
charity: nothing lost; hands 2, 1; row 6 until 20:40, nothing on sale
igr: nothing lost; hands 2, 1; row 5 until 20:50, nothing on sale
fours: nothing lost; hands 2; row 9 until 20:40, nothing on sale
canberra-d: nothing lost; hands 2, 1; row 2 until 21:00, Rebuys on sale
"""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if servers.IS_SQLITE:
        yield f"sqlite:///{tmp_path / 'left.sqlite3'}"
    else:
        with an_empty_database() as url:
            yield url


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name.split(".")[0])
def test_hands_clocks_chips_and_chains_of_an_earlier_release_go_on(release: Path, database: str):
    done = subprocess.run(
        [sys.executable, "-m", "tests.releases.upgrade", str(release)],
        env={**os.environ, "TO_UPGRADE": database},
        cwd=run.ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines(keepends=True)
    assert "".join(told[:5]) == FOUND.lstrip()
    assert "".join(told[5:10]) == PLAYED_ON.lstrip()
    assert "".join(told[10:15]) == AN_HOUR_LATER.lstrip()
    assert "".join(told[15:]).splitlines() == shape.lines()
