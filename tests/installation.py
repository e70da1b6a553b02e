"""`make run` for tests: an installation in a folder of its own, and what its terminal showed."""

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests import servers

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Installation:
    """One installation in a folder of its own, and what its terminal showed."""

    var: Path
    port: int
    more: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    starts: int = 0

    @property
    def url(self) -> str:
        """The front page's address, without a slash at its end."""
        return f"http://localhost:{self.port}"

    @property
    def terminal(self) -> str:
        """What the terminal shows since the last start."""
        return (self.var / f"terminal-{self.starts}").read_text()

    def start(self) -> None:
        """Start it, and return once it says that it is ready."""
        self.starts += 1
        told = {
            "ENV_FILE": os.devnull,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "VAR_DIR": str(self.var),
            "WEBS": "2",
            **self.more,
        }
        with (self.var / f"terminal-{self.starts}").open("wb") as terminal:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.machine.run"],
                cwd=ROOT,
                env={"PATH": os.environ["PATH"], **told},
                stdout=terminal,
                stderr=subprocess.STDOUT,
            )
        self.wait_for(r"^Ready: .*$")

    def wait_for(self, pattern: str) -> None:
        """Return once the terminal shows this."""
        servers.wait_until(
            lambda: bool(re.search(pattern, self.terminal, re.MULTILINE)),
            what=f"the terminal shows {pattern}",
            process=self.process,
        )

    def children(self) -> dict[str, psutil.Process]:
        """Every process that it started, by the part it is."""
        noted = json.loads((self.var / "children.json").read_text())
        found = [psutil.Process(int(pid)) for pid in noted]
        return dict(zip(numbered(map(part_of, found)), found, strict=True))

    def end(self, number: signal.Signals) -> int:
        """Send the command itself this signal; returns how it ended."""
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(60)
        self.process = None
        return code

    def kill_everything(self) -> None:
        """The power fails: the command and all that it started die without a word."""
        children = list(self.children().values())
        self.end(signal.SIGKILL)
        for child in children:
            child.kill()
        psutil.wait_procs(children, timeout=60)


PARTS = ("valkey-server", "worker", "beat", "config.web")


def numbered(parts: Iterable[str]) -> list[str]:
    """The same names; one that comes again has its number behind it."""
    seen: Counter[str] = Counter()
    found = []
    for part in parts:
        seen[part] += 1
        found.append(part if seen[part] == 1 else f"{part} {seen[part]}")
    return found


def part_of(child: psutil.Process) -> str:
    """Which part of an installation this process is."""
    command = " ".join(child.cmdline())
    return next(part for part in PARTS if part in command)
