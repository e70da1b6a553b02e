"""The process that collects all marked tests once, and forks a process for each mutant."""

import os
import sys
from collections.abc import Sequence

import pytest

from tests.mutants.changes import Mutant

QUIET = ("-q", "-s", "-m", "rule", "-p", "no:cacheprovider")


def run(mutants: Sequence[Mutant], *, seconds: float) -> frozenset[str]:
    """The ids of those that must be met alone."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _be_the_session(mutants, seconds, writing)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("the session of the mutants failed")
    return frozenset(said.split())


def _be_the_session(mutants: Sequence[Mutant], seconds: float, pipe: int) -> None:
    code = 1
    try:
        from tests.mutants import lines
        from tests.mutants.meeting import Meeting

        files = sorted({name.partition("::")[0] for name in lines.tests()})

        meeting = Meeting(mutants, seconds)
        code = int(pytest.main([*QUIET, *files], plugins=[meeting]))
        os.write(pipe, "\n".join(mutant.id for mutant in meeting.alone).encode())
    except BaseException as error:
        sys.stderr.write(f"{error!r}\n")
        raise
    finally:
        os._exit(code)
