"""Make `.venv` and install the pinned dependencies, once for as long as nothing changes.

Run as a plain script by any Python, before anything is installed: standard library only.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
PYPROJECT = ROOT / "pyproject.toml"
CONSTRAINTS = ROOT / "config" / "constraints.txt"
OLDEST = (3, 11)


def main(extras: list[str]) -> None:
    """Bring `.venv` up to date for running, and for the named extras."""
    if sys.version_info < OLDEST:
        sys.exit("Shuffle Up needs Python 3.11 or newer: make run PYTHON=python3.11")
    stamp = VENV / f".installed-{'-'.join(['run', *extras])}"
    wanted = fingerprint(extras)
    if PYTHON.exists() and stamp.is_file() and stamp.read_text("ascii") == wanted:
        return
    if not PYTHON.exists():
        make_venv()
    install(requirements(extras))
    stamp.write_text(wanted, "ascii")


def fingerprint(extras: list[str]) -> str:
    """Changes whenever what would be installed does."""
    parts = [PYPROJECT.read_bytes(), CONSTRAINTS.read_bytes(), repr(extras).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def requirements(extras: list[str]) -> list[str]:
    """What `pyproject.toml` asks for."""
    import tomllib  # here, so that an older Python gets as far as the sentence in `main`

    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    optional = (project["optional-dependencies"][extra] for extra in extras)
    return [*project["dependencies"], *(name for names in optional for name in names)]


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
    subprocess.run(["apt-get", "update", "-qq"])
    return subprocess.run(["apt-get", "install", "-y", "-qq", "python3-venv"]).returncode == 0


def install(names: list[str]) -> None:
    """Install these at the pinned versions."""
    say("Installing the pinned dependencies (once) ...")
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*command, "--constraint", str(CONSTRAINTS), *names]).returncode != 0:
        sys.exit("The dependencies could not be installed: see the lines above.")


def say(line: str) -> None:
    """One line to whoever waits at the terminal."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
