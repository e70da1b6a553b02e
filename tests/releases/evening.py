"""An evening stopped in the middle: what a release leaves to those that follow it.

`TEST_DATABASE=sqlite python -m tests.releases.evening FILE` plays in a database of its own and
writes every row by name. A file is made once, by the release it stands for, and never again: its
rows are what that release wrote.
"""

import gzip
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import django

# Each book, and the games whose hands are kept in other ways; how far the last hand has come.
STOPPED_AFTER = {"friday": 6, "charity": 4, "igr": 3, "fours": 9, "canberra-d": 5}
PLAYERS, SEATS, HANDS = 6, 3, 1
MADE_BY_MIGRATE = ("auth.Permission", "contenttypes.ContentType")
LEVEL_TWO = timedelta(minutes=25)


def main(file: str) -> None:
    """Play, and write down what is stored then."""
    from django.core.management import call_command

    from engine import presets
    from tests import factories

    call_command("migrate", verbosity=0)
    with at(factories.NOW):
        director = factories.signed_in(factories.house_director())
    for key, steps in STOPPED_AFTER.items():
        play(director, key, steps)
    enter(factories.registering(preset=presets.get("charity")))
    Path(file).write_bytes(gzip.compress("".join(lines()).encode(), mtime=0))


def play(director: Any, key: str, steps: int) -> None:
    """At the first table a hand is in play; at the second, if there is one, it is just over."""
    from engine import presets
    from tests import factories
    from tournament.services import clock

    preset = replace(presets.get(key), min_players=2)
    cup = factories.running(PLAYERS, preset=preset, seats=PLAYERS if key == "fours" else SEATS)
    if key == "friday":
        pay(cup)
    for table in cup.tables.order_by("number"):
        deal(director, table, hands=HANDS, now=factories.NOW)
    clock.advance_due(factories.NOW + LEVEL_TWO)
    later = factories.NOW + LEVEL_TWO + timedelta(minutes=1)
    deal(director, factories.table_of(cup, 1), hands=1, now=later, steps=steps)


def enter(cup: Any) -> None:
    """Two have agreed to the conditions; nothing has begun."""
    from tests.factories import ADULT, DIRECTOR, NOW
    from tournament.services import conditions, entries

    here: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    conditions.write(words={"extra": "No hats."}, asks_acceptance=True, **here)
    for name in ("Ann", "Ben"):
        entries.register(name=name, wish=replace(ADULT, has_agreed=True), **here)


def pay(cup: Any) -> None:
    """Everybody pays the entry in cash."""
    from engine.money import Method
    from tests.factories import DIRECTOR, NOW
    from tournament.services import money_desk

    for entry in cup.entries.all():
        money_desk.receive_entry(
            tournament_id=cup.pk, entry_id=entry.pk, method=Method.CASH, actor=DIRECTOR, now=NOW
        )


def deal(director: Any, table: Any, *, hands: int, now: datetime, steps: int = 10_000) -> None:
    """So many hands, or so many taps, as the table's tablet offers them."""
    from tables.queries import tablet
    from tables.queries.pictures import Reading
    from tests import factories
    from tests.tables.test_every_game import answer, hand_is_over, tap

    rng, last = Random(f"{table.tournament.preset} {table.hand_number}"), table.hand_number + hands
    while steps and (table.hand_number < last or not hand_is_over(table)):
        with at(now):
            tap(director, table, answer(tablet.picture(Reading(table), now=now), rng))
        table, steps = factories.table_of(table.tournament, table.number), steps - 1


def at(now: datetime) -> AbstractContextManager[Any]:
    """What is sent now is sent at this time."""
    return mock.patch("django.utils.timezone.now", return_value=now)


def lines() -> Iterator[str]:
    """The migrations that were run, then every row with the names of its columns."""
    from tournament import backups

    yield backups.as_line({"migrations": backups.migrations()})
    for model in backups.kept_models():
        if model._meta.label in MADE_BY_MIGRATE:
            continue
        names = [field.attname for field in model._meta.local_concrete_fields]
        for row in model._base_manager.order_by("pk").values_list(*names):
            yield backups.as_line([model._meta.label, dict(zip(names, row, strict=True))])


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    main(sys.argv[1])
