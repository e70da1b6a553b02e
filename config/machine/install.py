"""Make `.venv` and install the locked dependencies, once for as long as nothing changes.

Run as a plain script, before anything is installed: standard library only. `supported.py` has seen
to it before that this Python will do.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOG = VENV / "install.log"
PYPROJECT = ROOT / "pyproject.toml"
LOCKS = ROOT / "config" / "locks"  # written by `make lock`
FETCHED = ("Collecting ", "Processing ", "Requirement already ")  # or there from before
UNPACKING = ("Installing collected packages", "Prepared ")  # what pip says, and what uv says
SHOWN_OF_A_FAILURE = 15  # lines: the rest is in the log


def main(words: list[str]) -> None:
    """Bring `.venv` up to date for running, or with `dev` for working on it as well."""
    lock = LOCKS / ("dev.txt" if "dev" in words else "run.txt")
    stamp = VENV / f".installed-{lock.stem}"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if PYTHON.exists() and stamp.is_file() and stamp.read_text("ascii") == wanted:
        return
    if not PYTHON.exists():
        make_venv()
    install(lock)
    uninstall_setuptools()
    stamp.write_text(wanted, "ascii")


def make_venv() -> None:
    """Make the environment; Debian keeps the part that can do it in a package of its own."""
    say("Making .venv ...")
    command = [sys.executable, "-m", "venv", str(VENV)]
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if not fetch_debian_venv() or subprocess.run(command).returncode != 0:
        sys.exit(
            "This Python cannot make virtual environments: install its venv package first "
            "(Debian, Ubuntu: apt-get install python3-venv)."
        )


def fetch_debian_venv() -> bool:
    """Install the missing package where that is ours to do: as root, with apt-get."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say("Installing python3-venv (once) ...")
    subprocess.run(["apt-get", "update", "-qq"], stdout=subprocess.DEVNULL)
    command = ["apt-get", "install", "-y", "-qq", "python3-venv"]
    return subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0


def install(lock: Path) -> None:
    """Install what the lock file names, each file checked against its hash."""
    total = sum(not line.startswith((" ", "#")) for line in lock.read_text("ascii").splitlines())
    say(f"Installing {total} packages (once) ...")
    if not any(is_installed_by(installer, lock, total) for installer in installers()):
        sys.exit(failure(LOG.read_text("utf-8")))


def is_installed_by(installer: list[str], lock: Path, total: int) -> bool:
    """Whether this installer could; whoever waits sees how far it is."""
    command = [*installer, "--require-hashes", "--no-deps", "--requirement", str(lock)]
    piped, joined = subprocess.PIPE, subprocess.STDOUT
    with (
        subprocess.Popen(
            command, stdout=piped, stderr=joined, text=True, errors="replace"
        ) as process,
        LOG.open("w", encoding="utf-8") as log,
    ):
        for line in progress(logged(process.stdout or (), log), total):
            say(line)
    return process.returncode == 0


def uninstall_setuptools() -> None:
    """Leave nothing unlocked behind: Python 3.11 puts an old one into every new environment."""
    command = [str(PYTHON), "-m", "pip", "uninstall", "--yes", "--quiet", "setuptools"]
    subprocess.run([*command, "--disable-pip-version-check"], stderr=subprocess.DEVNULL, check=True)


def installers() -> Iterator[list[str]]:
    """`uv` where the machine has it; then the environment's `pip`, which heeds pip's settings too.

    Where a mirror or an authority of a company's own is set up for pip alone, uv gets nowhere.
    """
    if found := shutil.which("uv"):
        yield [found, "pip", "install", "--python", str(PYTHON)]
    yield [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]


def logged(printed: Iterable[str], log: IO[str]) -> Iterator[str]:
    """What the installer prints, kept in the log as it goes by."""
    for line in printed:
        log.write(line)
        yield line


def progress(lines: Iterator[str], total: int) -> Iterator[str]:
    """A line for every quarter of the packages, and one before they are unpacked."""
    fetched = 0
    for line in lines:
        if line.startswith(FETCHED):
            fetched += 1
            if fetched * 4 // total > (fetched - 1) * 4 // total:
                yield f"  {fetched} of {total} fetched"
        elif line.startswith(UNPACKING):
            yield "  unpacking ..."


def failure(log: str) -> str:
    """The end of what the installer said, without warnings of no use here."""
    lines = [line for line in log.splitlines() if line and not line.startswith("WARNING")]
    return "\n".join(
        [*lines[-SHOWN_OF_A_FAILURE:], f"The dependencies could not be installed: see {LOG}."]
    )


def requirements(extras: list[str]) -> list[str]:
    """What `pyproject.toml` asks for."""
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    optional = (project["optional-dependencies"][extra] for extra in extras)
    return [*project["dependencies"], *(name for names in optional for name in names)]


def say(line: str) -> None:
    """One line to whoever waits at the terminal."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
