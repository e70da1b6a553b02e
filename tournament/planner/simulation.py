"""Evenings reckoned in processes of their own, so that nobody who serves or deals waits for them.

`python -m tournament.planner.simulation` reads one request from its input and prints what it found,
a line for each batch; `evenings` starts as many as there are cores and hands their lines on.
"""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from dataclasses import asdict, dataclass
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any

from engine.planner import evening, plans, wishes
from engine.planner.evening import Plan, Standing, Told
from engine.schedule import schedule

BATCH = 10
NICE = 10
MOST_PROCESSES = 2
COMMAND = [sys.executable, "-m", "tournament.planner.simulation"]


@dataclass(frozen=True, slots=True)
class Request:
    """So many evenings of one plan, drawn from one published seed."""

    plan: Plan
    seed: str
    evenings: int
    standing: Standing | None = None


def one(request: Request, number: int) -> Told:
    """The evening with this number: the same whichever process plays it."""
    return evening.play(request.plan, Random(f"{request.seed}/{number}"), standing=request.standing)


def evenings(request: Request, *, processes: int = MOST_PROCESSES) -> Generator[list[Told]]:
    """Batches as they are done, in any order; all of them together are what the seed says.

    Whoever stops asking stops the processes.
    """
    count = min(processes, os.cpu_count() or 1)
    lines: SimpleQueue[str | None] = SimpleQueue()
    started = [_start(request, first, count, lines) for first in range(count)]
    try:
        running = count
        while running:
            line = lines.get()
            if line is None:
                running -= 1
                continue
            yield [plans.told_from_plain(told) for told in json.loads(line)]
        if any(process.wait() for process in started):
            raise RuntimeError("a process that reckons evenings has failed")
    finally:
        for process in started:
            process.kill()
            process.wait()


def _start(
    request: Request, first: int, step: int, lines: SimpleQueue[str | None]
) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    Thread(target=_converse, args=(process, _to_plain(request, first, step), lines)).start()
    return process


ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def _converse(
    process: subprocess.Popen[str], asked: dict[str, Any], lines: SimpleQueue[str | None]
) -> None:
    """Ask, and hand on every line; nothing more comes from a process that was stopped."""
    try:
        if process.stdin and process.stdout:
            process.stdin.write(json.dumps(asked))
            process.stdin.close()
            for line in process.stdout:
                lines.put(line)
            process.stdout.close()
    except BrokenPipeError:
        process.kill()
    finally:
        lines.put(None)


def _to_plain(request: Request, first: int, step: int) -> dict[str, Any]:
    return {
        "plan": plans.to_plain(request.plan),
        "standing": plans.standing_to_plain(request.standing),
        "seed": request.seed,
        "evenings": request.evenings,
        "first": first,
        "step": step,
    }


def answer(request: Request, *, minutes: int | None) -> dict[str, Any]:
    """What a change would do, and the schedule that ends as wished; in a process of its own."""
    asked = {**_to_plain(request, 0, 1), "minutes": minutes}
    done = subprocess.run(
        COMMAND, input=json.dumps(asked), stdout=subprocess.PIPE, text=True, cwd=ROOT, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Play this process's share, or answer what else is asked."""
    os.nice(NICE)
    asked = json.load(sys.stdin)
    request = Request(
        plans.from_plain(asked["plan"]),
        asked["seed"],
        asked["evenings"],
        plans.standing_from_plain(asked["standing"]),
    )
    if "minutes" in asked:
        sys.stdout.write(json.dumps(_answers(request, asked["minutes"])))
        return
    batch: list[list[Any]] = []
    most = evening.enough(request.plan, BATCH, least=1)
    size = 1  # the first answer soon, the later ones in larger pieces
    for number in range(asked["first"], request.evenings, asked["step"]):
        batch.append(plans.told_to_plain(one(request, number)))
        if len(batch) >= size:
            _print(batch)
            batch, size = [], min(most, size * 2)
    _print(batch)


def _answers(request: Request, minutes: int | None) -> dict[str, Any]:
    changes = wishes.changes(request.plan, seed=request.seed)
    found: dict[str, Any] = {"changes": [[change.words, change.difference] for change in changes]}
    if minutes is not None:
        proposed = wishes.to_end_after(request.plan, minutes=minutes, seed=request.seed)
        found["proposed"] = schedule.to_plain(proposed.schedule)
        found["proposed_end"] = asdict(proposed.end)
        found["is_reached"] = proposed.is_reached
    return found


def _print(batch: list[list[Any]]) -> None:
    if batch:
        sys.stdout.write(json.dumps(batch) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
