"""Mutants that must be read anew: each in a process that has loaded nothing of the product."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from tests.mutants import choosing, lines, putting, results
from tests.mutants.changes import Mutant
from tests.mutants.meeting import Say, met, result
from tests.mutants.results import KILLED, SURVIVED

QUIET = ("-x", "-q", "-s", "-p", "no:cacheprovider", "-p", "no:randomly")


def meet(mutants: Sequence[Mutant], *, seconds: float) -> None:
    """One after the other; what they saw is kept."""
    known = lines.tests()
    for number, mutant in enumerate(mutants):
        chosen = choosing.tests(mutant, known, seconds=seconds)
        fate = met(partial(_run, mutant, chosen.names), budget=seconds)
        results.keep(result(mutant, chosen, fate.fate, fate))
        sys.stderr.write(f"{number + 1} of {len(mutants)} alone\n")


def _run(mutant: Mutant, names: Sequence[str], say: Say) -> None:
    putting.load(mutant)
    watch = Watch(say)
    code = pytest.main([*QUIET, *names], plugins=[watch])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        say(f"{KILLED} when it was loaded")


class Watch:
    """Tells how it went, and ends before anything is written down as if it were so."""

    def __init__(self, say: Say) -> None:
        self.say = say

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.say(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.say(KILLED)
            os._exit(0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, exitstatus: Any) -> None:
        if exitstatus == pytest.ExitCode.OK:
            self.say(SURVIVED)
            os._exit(0)
