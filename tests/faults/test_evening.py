"""The short form of `make faults`: a few kills, real processes, nothing lost.

On SQLite the disk is full for a while, too.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from bench import table
from tests import servers
from tests.site import ROOT

pytestmark = pytest.mark.both_databases

KILLS = 6
SHORT = ["--seed", "short", "--kills", str(KILLS), "--tables", "2"]


def test_an_evening_of_kills_and_cut_lines_loses_nothing(tmp_path: Path):
    database = "sqlite" if servers.IS_SQLITE else "postgres"
    more = ["--database", database, "--logs", str(tmp_path)]
    command = [sys.executable, "-m", "tests.faults", *SHORT, *more]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "Nothing was lost" in finished.stdout
    assert f" {KILLS}: beat " in finished.stdout
    assert ("disk full" in finished.stdout) == servers.IS_SQLITE
    seen = (tmp_path / table.KEPT.name).with_suffix(".md").read_text()
    assert f"**faults, {database}**: {KILLS} kills" in seen
