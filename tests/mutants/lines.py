"""Pytest plugin: which lines of the product each marked test runs, and how long it takes.

`pytest -m rule -p tests.mutants.lines`. Fixtures do not count: they are the scene, and prove
nothing. What a served site runs is not seen, so journeys in a browser are left out.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import coverage
import pytest

from tests.mutants.changes import ROOT

FOLDER = ROOT / "var" / "mutants"
LINES, TESTS = FOLDER / "lines", FOLDER / "tests.json"
SERVED = "live_site"  # the fixture of all tests that ask a process of its own


@dataclass(frozen=True, slots=True)
class Test:
    """A marked test that passed: its clauses, where it proves them, and its processor time."""

    __test__ = False

    clauses: tuple[str, ...]
    place: str
    seconds: float


class Recorder:
    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.lines = coverage.Coverage(
            data_file=str(LINES), config_file=False, source=["engine", "tables", "tournament"]
        )
        self.lines.set_option("run:relative_files", True)
        self.tests: dict[str, dict[str, Any]] = {}
        self.lines.load()
        self.lines.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        self.lines.switch_context(item.nodeid)
        began = process_time()
        try:
            return (yield)
        finally:
            self.lines.switch_context("")
            ids = sorted({marker.args[0] for marker in item.iter_markers("rule")})
            seconds = round(process_time() - began, 4)
            self.tests[item.nodeid] = asdict(Test(tuple(ids), self.place(), seconds))

    def place(self) -> str:
        """Where the running test proves its clauses (tests/rule_places.py)."""
        seen: Any = self.config.pluginmanager.get_plugin("tests.rule_places")
        return str(seen.place())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tests.pop(report.nodeid, None)

    def pytest_sessionfinish(self) -> None:
        self.lines.stop()
        self.lines.save()
        known = json.loads(TESTS.read_text("utf-8")) if TESTS.is_file() else {}
        TESTS.write_text(json.dumps({**known, **self.tests}, indent=1), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(config))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    leave_out_served(config, items)


def leave_out_served(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What runs in a process of its own can be neither seen nor changed here."""
    served = [item for item in items if SERVED in getattr(item, "fixturenames", ())]
    items[:] = [item for item in items if item not in served]
    config.hook.pytest_deselected(items=served)


def tests() -> Mapping[str, Test]:
    """Every test that was seen to pass, by its node id."""
    known = json.loads(TESTS.read_text("utf-8"))
    return {
        name: Test(tuple(test["clauses"]), test["place"], test["seconds"])
        for name, test in known.items()
    }


@cache
def of(path: Path) -> Mapping[int, frozenset[str]]:
    """Per line of a file which tests ran it; an empty name stands for the import."""
    found = _data().contexts_by_lineno(str(path.relative_to(ROOT)))
    return {line: frozenset(names) for line, names in found.items()}


@cache
def _data() -> coverage.CoverageData:
    data = coverage.CoverageData(basename=str(LINES))
    data.read()
    return data
