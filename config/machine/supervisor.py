"""Keeps a handful of child processes alive, and stops exactly those."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 30.0
SETTLED_AFTER_SECONDS = 30.0
STOPPING_SECONDS = 10.0
POLL_SECONDS = 0.1


def say(line: str) -> None:
    """One line to whoever watches the terminal."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@dataclass
class Child:
    """A process to keep alive. One that may finish is only started again when it failed."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    folder: Path
    may_finish: bool = False
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    due_at: float = 0.0
    pause: float = FIRST_PAUSE_SECONDS

    def start(self, now: float) -> None:
        """Start it in a session of its own: a Ctrl-C at the terminal is ours to pass on."""
        self.process = subprocess.Popen(
            self.command,
            env=dict(self.environment),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.started_at = now

    @property
    def is_waiting(self) -> bool:
        """Whether it died and is to be started again."""
        return self.process is None and self.due_at > 0

    def bury(self, exit_code: int, now: float) -> None:
        """Note its death, and when to start it again: later each time while it keeps dying."""
        self.process = None
        if exit_code == 0 and self.may_finish:
            self.due_at = 0.0
            return
        if now - self.started_at >= SETTLED_AFTER_SECONDS:
            self.pause = FIRST_PAUSE_SECONDS
        self.due_at = now + self.pause
        say(f"{self.name} {how_it_ended(exit_code)}; starting it again in {self.pause:g} s")
        self.pause = min(self.pause * 2, LONGEST_PAUSE_SECONDS)


def how_it_ended(exit_code: int) -> str:
    """An exit code in words."""
    if exit_code >= 0:
        return f"stopped with exit code {exit_code}"
    return f"was killed by {signal.Signals(-exit_code).name}"


@dataclass
class Supervisor:
    """Children in the order they were started; they are stopped in the opposite order."""

    pid_file: Path
    children: list[Child] = field(default_factory=list)
    is_stopping: bool = False

    def add(self, child: Child) -> None:
        """Start a child and keep it alive from now on."""
        self.children.append(child)
        child.start(time.monotonic())
        self.note_pids()

    def watch(self) -> None:
        """Look at every child once: note who died, start who is due."""
        now = time.monotonic()
        for child in self.children:
            exit_code = child.process.poll() if child.process else None
            if exit_code is not None:
                child.bury(exit_code, now)
            elif child.is_waiting and now >= child.due_at:
                child.start(now)
                self.note_pids()

    def run(self, *, until: Callable[[], bool] = lambda: False) -> None:
        """Keep the children alive until asked to stop, or until this holds."""
        while not self.is_stopping and not until():
            self.watch()
            time.sleep(POLL_SECONDS)

    def heed_signals(self) -> None:
        """Ctrl-C, a polite kill and a closed terminal all mean: stop. Twice means: at once."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.on_signal)

    def on_signal(self, _number: int, _frame: object) -> None:
        """Remember the wish; the second one no longer waits for anybody."""
        if self.is_stopping:
            for child in self.children:
                kill(child.process, signal.SIGKILL)
        self.is_stopping = True

    def stop(self) -> None:
        """Stop every child, the last started first, and nothing else."""
        self.is_stopping = True
        for child in reversed(self.children):
            if child.process is not None:
                end(child.process)
        self.pid_file.unlink(missing_ok=True)

    def note_pids(self) -> None:
        """Write down who is ours, so that a next start can clear up after a crash of this one."""
        alive = [child.process.pid for child in self.children if child.process]
        noted = {pid: born for pid in alive if (born := birth(pid)) is not None}
        self.pid_file.write_text(json.dumps(noted), "ascii")


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to stop; insist when it does not."""
    kill(process, signal.SIGTERM)
    try:
        process.wait(STOPPING_SECONDS)
    except subprocess.TimeoutExpired:
        kill(process, signal.SIGKILL)
        process.wait()


def kill(process: subprocess.Popen[bytes] | None, number: signal.Signals) -> None:
    """Signal a child and whatever it started itself: its session is its own."""
    if process is not None and process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)


def birth(pid: int) -> float | None:
    """When this process began: with its number, that names it beyond doubt."""
    try:
        return psutil.Process(pid).create_time()
    except psutil.NoSuchProcess:
        return None


def clear_up_after_crash(pid_file: Path) -> None:
    """End the children of a supervisor that was itself killed without a chance to do so."""
    if not pid_file.is_file():
        return
    noted: dict[str, float] = json.loads(pid_file.read_text("ascii") or "{}")
    left = [int(pid) for pid, born in noted.items() if birth(int(pid)) == born]
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGTERM)
    wait_for_end(left)
    pid_file.unlink()


def wait_for_end(pids: Sequence[int]) -> None:
    """Wait until these processes are gone, and insist with those that stay."""
    processes = []
    for pid in pids:
        with contextlib.suppress(psutil.NoSuchProcess):
            processes.append(psutil.Process(pid))
    _, stubborn = psutil.wait_procs(processes, timeout=STOPPING_SECONDS)
    for process in stubborn:
        process.kill()
    psutil.wait_procs(stubborn, timeout=STOPPING_SECONDS)
