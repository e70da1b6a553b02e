"""`make move TO=postgresql://...`: the whole installation into another database.

It runs while the installation is stopped: what is entered meanwhile would stay behind. The old
database is left as it is, and a backup of it is kept.
"""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import dj_database_url

from config.machine import environment, run

NAME = "DATABASE_URL"


def main(words: list[str]) -> None:
    """Move to the address given, or say in one sentence why not."""
    env = environment.read(run.ROOT)
    try:
        if len(words) != 1:
            raise run.CannotRun("Say where to: make move TO=postgresql://user:password@host/name")
        check(words[0], now=env.text(NAME))
        var = Path(env.text("VAR_DIR", str(run.ROOT / "var"))).resolve()
        with run.only_one(var):
            move(var, words[0])
    except run.CannotRun as reason:
        sys.exit(str(reason))


def check(to: str, *, now: str) -> None:
    """Refuse what is no address of a database, or the one in use."""
    try:
        dj_database_url.parse(to)
    except (ValueError, KeyError) as error:
        raise run.CannotRun(f"{to} is no address of a database.") from error
    if to == now:
        raise run.CannotRun("The installation uses that database already.")


def move(var: Path, to: str) -> None:
    """Out into a file, in from it, look whether all is whole, and use it from now on."""
    file = var / f"moved-{datetime.now(UTC):%Y%m%d-%H%M%S}.backup"
    there = {**os.environ, NAME: to}
    manage("backup", str(file), env=dict(os.environ))
    manage("migrate", "--skip-checks", "--verbosity", "0", env=there)
    manage("restore", "--into-empty", str(file), env=there)
    manage("verify", env=there)
    say(f"The old database is as it was, and {file} holds the same.")
    if os.environ.get(NAME):
        say(f"From now on start with {NAME}={to}")
        return
    dotenv = Path(os.environ.get("ENV_FILE") or run.ROOT / ".env")
    remember(dotenv, to)
    say(f"{dotenv} names the new database: make run goes on there.")


def manage(*words: str, env: dict[str, str]) -> None:
    """Run a management command; it has said why when it fails."""
    done = subprocess.run([sys.executable, "manage.py", *words], cwd=run.ROOT, env=env)
    if done.returncode:
        raise run.CannotRun("Nothing was moved: see the lines above. The old database is in use.")


def remember(dotenv: Path, to: str) -> None:
    """Write the new address where every start reads it; the file holds a password from now on."""
    lines = dotenv.read_text("utf-8").splitlines() if dotenv.is_file() else []
    others = [line for line in lines if environment.parse(line).keys() != {NAME}]
    dotenv.touch(mode=0o600)
    dotenv.chmod(0o600)
    dotenv.write_text("\n".join([*others, f"{NAME}={to}"]) + "\n", "utf-8")


def say(words: str) -> None:
    """A line for whoever started it."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
