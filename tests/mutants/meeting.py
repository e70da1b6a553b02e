"""Each mutant meets its tests in a process of its own, which begins with everything loaded."""

import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import choosing, lines, putting, results
from tests.mutants.changes import Mutant
from tests.mutants.choosing import Chosen
from tests.mutants.putting import Loaded
from tests.mutants.results import BROKEN, KILLED, SURVIVED, UNMET, Result

PATIENCE = 600.0  # seconds until a mutant that waits for ever is ended
MEMORY = 6 * 2**30
ALONE = "alone"  # it must be read anew, in a process that has loaded nothing

Say = Callable[[str], None]


@dataclass(slots=True)
class Meeting:
    """Takes the place of pytest's own loop: many mutants instead of one run."""

    mutants: Sequence[Mutant]
    seconds: float
    alone: list[Mutant] = field(default_factory=list)
    loaded: Loaded = field(default_factory=lambda: Loaded({}, []))

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        lines.leave_out_served(config, items)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        known = {name: test for name, test in lines.tests().items() if name in items}
        _make_database(session)
        self.loaded = putting.look_around()
        for number, mutant in enumerate(self.mutants):
            chosen = choosing.tests(mutant, known, seconds=self.seconds)
            self._meet(mutant, chosen, [items[name] for name in chosen.names])
            _tell(number + 1, len(self.mutants))
        return True

    def _meet(self, mutant: Mutant, chosen: Chosen, items: list[pytest.Item]) -> None:
        if not items:
            return results.keep(result(mutant, chosen, UNMET))
        fate = met(lambda say: _run(mutant, self.loaded, items, say), budget=self.seconds)
        needs_more = fate.fate == ALONE or (fate.fate == SURVIVED and _was_used(mutant))
        if needs_more:
            self.alone.append(mutant)
        else:
            results.keep(result(mutant, chosen, fate.fate, fate))
        return None


def _was_used(mutant: Mutant) -> bool:
    """Whether something may still be as it was made without the change."""
    return not mutant.function or choosing.runs_at_import(mutant)


def _tell(number: int, total: int) -> None:
    if number % 25 == 0 or number == total:
        sys.stderr.write(f"{number} of {total} mutants\n")


def _make_database(session: pytest.Session) -> None:
    """Let a first test make the database; the connection is not for others to share."""
    first = next((item for item in session.items if item.get_closest_marker("django_db")), None)
    if first is not None:
        runtestprotocol(first, log=False, nextitem=session)  # type: ignore[arg-type]
        from django.db import connections

        connections.close_all()


def _run(mutant: Mutant, loaded: Loaded, items: list[pytest.Item], say: Say) -> None:
    try:
        (putting.swap if mutant.function else putting.graft)(mutant, loaded)
    except putting.CannotSwap:
        return say(ALONE)
    except Exception as error:
        return say(f"{KILLED} {type(error).__name__} when it was loaded")
    session = items[0].session
    for item, following in zip(items, [*items[1:], session], strict=True):
        say(item.nodeid)
        reports = runtestprotocol(item, log=False, nextitem=following)  # type: ignore[arg-type]
        if any(report.failed for report in reports):
            return say(KILLED)
    return say(SURVIVED)


@dataclass(frozen=True, slots=True)
class Fate:
    """What a process said of its mutant before it ended."""

    fate: str
    by: str
    met: int
    seconds: float


def met(run: Callable[[Say], None], *, budget: float) -> Fate:
    """Run this in a process of its own; one that dies or never ends has noticed the change."""
    began = time.monotonic()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _be_a_child(run, writing, budget)
    os.close(writing)
    said = _read(reading, began + PATIENCE)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return fate_of(said, time.monotonic() - began)


def _be_a_child(run: Callable[[Say], None], pipe: int, budget: float) -> None:
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        spent = int(time.process_time())
        limit = spent + int(20 + 10 * budget)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        run(lambda word: _write(pipe, word))
    except BaseException as error:
        _write(pipe, f"{BROKEN} {error!r}".replace("\n", " "))
    finally:
        os._exit(0)


def _write(pipe: int, word: str) -> None:
    os.write(pipe, f"{word}\n".encode())


def _read(pipe: int, deadline: float) -> list[str]:
    text = b""
    while select.select([pipe], [], [], max(deadline - time.monotonic(), 0))[0]:
        part = os.read(pipe, 65536)
        if not part:
            break
        text += part
    os.close(pipe)
    return text.decode().splitlines()


def fate_of(said: list[str], seconds: float) -> Fate:
    words = {KILLED, SURVIVED, ALONE, BROKEN}
    last = said[-1].split(" ", 1) if said else [""]
    names = [word for word in said if word.split(" ", 1)[0] not in words]
    if last[0] not in words:
        return Fate(KILLED, f"{names[-1] if names else ''} (never ended)", len(names), seconds)
    reason = last[1] if len(last) > 1 else ""
    by = reason or (names[-1] if names and last[0] == KILLED else "")
    return Fate(last[0], by, len(names), seconds)


def result(mutant: Mutant, chosen: Chosen, fate: str, seen: Fate | None = None) -> Result:
    """The line that is kept."""
    details: dict[str, Any] = {}
    if seen is not None:
        details = {"by": seen.by, "met": seen.met, "seconds": round(seen.seconds, 2)}
        details["is_its_own"] = seen.by in chosen.own
    return Result(
        mutant.id,
        mutant.path,
        mutant.function,
        mutant.kind,
        mutant.first,
        mutant.was,
        mutant.now,
        fate,
        of=chosen.of,
        **details,
    )
