"""Play an evening, look at what is left of it, and say so."""

import argparse
import asyncio
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection

from bench import table
from bench.figures import Row
from config.machine.supervisor import say
from tests.faults import audit, evening
from tests.faults.audit import Told
from tests.faults.evening import Evening
from tests.faults.house import House


def play(house: House, asked: argparse.Namespace) -> int:
    """One evening from the first seat to the last check; 1 when anything was lost."""
    began = datetime.now(UTC)
    cup = evening.set_up(asked, began - evening.RUNS_ALREADY)
    house.open_doors()
    played, late = asyncio.run(evening.open_and_run(house, cup, asked.seed, asked.kills))
    connection.close()  # the server it leads to was killed meanwhile
    ended = datetime.now(UTC)
    found = [*late, *audit.complaints(cup, told(played, began, ended), now=ended)]
    taps = [tap for tablet in played.tablets for tap in tablet.taps]
    played.figures.absorbed = audit.absorbed(cup, taps)
    played.figures.record.update(audit.on_record(cup))
    if asked.kills >= evening.FULL:
        found += audit.short_of(played.figures)
    seconds = (ended - began).total_seconds()
    say_all(asked, played, found, seconds)
    kept = Path(asked.logs) / table.KEPT.name
    table.keep(f"faults, {asked.database}", [row(played, found, seconds)], kept)
    return 1 if found else 0


def row(played: Evening, found: list[str], seconds: float) -> Row:
    """Its line in the table of all figures."""
    done = played.figures
    what = f"{done.kills.total()} kills with -9 and other trouble during {seconds:.0f} s of play"
    lost = f"{len(found)} things are not as they should be" if found else "nothing lost"
    beside = f"{done.accepted} commands acknowledged, {done.unanswered} requests without an answer"
    return Row(what, lost, beside, "nothing lost", not found)


def told(played: Evening, began: datetime, ended: datetime) -> Told:
    """What the devices know."""
    assert played.office is not None
    return Told(
        taps=[tap for tablet in played.tablets for tap in tablet.taps],
        pressed=played.office.pressed,
        sold=played.office.sold,
        unsure=played.office.unsure,
        began=began,
        ended=ended,
        wrong=[words for tablet in played.tablets for words in tablet.wrong],
    )


def say_all(asked: argparse.Namespace, played: Evening, found: list[str], seconds: float) -> None:
    """The table, and either all is well or what is not."""
    rows = [
        ("database", asked.database),
        ("seed", asked.seed),
        ("tables, screens", f"{len(played.tablets)}, {len(played.screens)}"),
        ("it took", f"{seconds:.0f} s"),
        *played.figures.rows(),
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        say(f"{name:<{width}}  {value}")
    for words in found:
        say(f"LOST: {words}")
    if not found:
        say("Nothing was lost: record, replay, chips, money, chain, clock and screens agree.")
