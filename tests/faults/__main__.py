"""`python -m tests.faults`: an evening full of faults, and whether anything was lost in it."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command

from tests import servers
from tests.faults import house as houses
from tests.site import ROOT

COLLECT = [sys.executable, "-m", "config.machine.ready", "static"]


def main(words: list[str]) -> int:
    """Run the evening on each database that was asked for; 1 when anything was lost."""
    asked = parse(words)
    if asked.database != "both":
        return run(asked)
    chosen = [[*words, "--database", database] for database in houses.DATABASES]
    again = [sys.executable, "-m", "tests.faults"]
    return max(subprocess.run([*again, *one], cwd=ROOT).returncode for one in chosen)


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seed", default=os.environ.get("SEED") or "shuffle up")
    parser.add_argument("--kills", type=int, default=int(os.environ.get("KILLS") or 100))
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument(
        "--database",
        choices=("both", *houses.DATABASES),
        default=os.environ.get("DATABASE") or "both",
    )
    parser.add_argument("--logs", default=str(ROOT / "var"), help="folder of what they say")
    return parser.parse_args(words)


def run(asked: argparse.Namespace) -> int:
    """One evening in a house of its own."""
    house = houses.make(asked.database, Path(asked.logs) / f"faults-{asked.database}.log")
    os.environ.update({**house.environment, "PRODUCTION": "0", "POSTGRES_POOL": "0"})
    django.setup()
    collect_static_files()
    try:
        house.open()
        make_tables()
        from tests.faults import report  # the models are there only now

        return report.play(house, asked)
    finally:
        house.close()


def collect_static_files() -> None:
    """Once for all evenings and tests of a run."""
    collected = servers.folder() / "static.collected"
    with servers.held(servers.folder() / "static.lock"):
        if not collected.is_file():
            subprocess.run(COLLECT, cwd=ROOT, check=True)
            collected.touch()


def make_tables() -> None:
    """The tables as the models have them; how they came about is another test's business."""
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0, interactive=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
