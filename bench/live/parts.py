"""The parts of the table, each measured in a process of its own."""

import asyncio
import multiprocessing
import sys
from argparse import Namespace
from collections.abc import Callable
from functools import partial

from bench import house
from bench.house import POSTGRES, SQLITE
from bench.table import say
from config.machine import environment
from config.machine import run as installation


def elsewhere(name: str, chosen: Namespace) -> None:
    """Run a part in a process of its own: Django is told its database once."""
    spawn = multiprocessing.get_context("spawn")
    process = spawn.Process(target=run, args=(name, chosen))
    process.start()
    process.join()
    if process.exitcode:
        sys.exit(f"{name} failed: see the lines above.")


def run(name: str, chosen: Namespace) -> None:
    """One part."""
    PARTS[name](chosen)


def fanout(chosen: Namespace) -> None:
    """One push, many screens."""
    with house.opened() as site:
        _django()
        from bench.live import evening
        from bench.live import fanout as part

        cup = evening.running(1)
        (watched,) = evening.tables_of(cup)
        where = f"/ws/t/{cup.code}/tables/{watched.number}/", watched.pk
        say("live, fanout", part.measure(site, where, chosen.screens, chosen.seconds))


def real(chosen: Namespace, name: str) -> None:
    """Many tables."""
    database = REAL[name]
    with house.opened(
        database, webs=installation.web_processes(environment.read(house.ROOT))
    ) as site:
        _django()
        from bench.live import real as part

        seconds = chosen.seconds / 2
        size = {"tables": chosen.tables, "screens": 300}
        rows = asyncio.run(part.measure(site, database, seconds=seconds, **size))
        say(f"live, {name}", rows)


def moments(chosen: Namespace) -> None:
    """What reaches every screen at once."""
    with house.opened() as site:
        _django()
        from bench.live import moments as part

        say("live, moments", asyncio.run(part.measure(site, chosen.screens)))


def browser(_: Namespace) -> None:
    """What a person sees."""
    with house.opened() as site:
        _django()
        from bench.live import browser as part

        say("live, browser", part.measure(site))


def _django() -> None:
    import django

    django.setup()


REAL = {"sqlite": SQLITE, "postgres": POSTGRES}
PARTS: dict[str, Callable[[Namespace], None]] = {
    "fanout": fanout,
    **{name: partial(real, name=name) for name in REAL},
    "moments": moments,
    "browser": browser,
}
