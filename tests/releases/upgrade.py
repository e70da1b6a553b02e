"""Take over what an earlier release left in the middle of play, and play on.

`TO_UPGRADE=<address of an empty database> python -m tests.releases.upgrade FILE` lays the file's
rows out in the tables of that release, migrates, plays on, and says what it found three times, then
what the tables look like.
"""

import gzip
import json
import os
import sys
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tests.releases import shape

SOON, LATER = timedelta(minutes=30), timedelta(minutes=90)


def main(file: str) -> None:
    """Lay out, migrate, play on; complaints before, after, and of the clock an hour later."""
    lay_out(Path(file))
    call_command("migrate", verbosity=0)
    from tests.factories import NOW
    from tournament.services import clock

    look()
    play_on(NOW + SOON)
    look()
    clock.advance_due(NOW + LATER)
    look()
    sys.stdout.writelines(f"{line}\n" for line in shape.lines())


def lay_out(file: Path) -> None:
    """The tables as that release had them, and its rows in them."""
    head, *rows = (json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines())
    last = dict(head["migrations"])  # they come in their order
    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)  # each step as it was
    state = executor.migrate(list(last.items()))
    models = []
    with transaction.atomic():
        for label, group in groupby(rows, key=lambda row: str(row[0])):
            models.append(state.apps.get_model(label))
            fill(models[-1], [row[1] for row in group])
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def fill(model: Any, rows: list[dict[str, Any]]) -> None:
    """Put one table's rows in."""
    fields = {field.attname: field for field in model._meta.local_concrete_fields}
    model._base_manager.bulk_create(
        model(**{name: fields[name].to_python(value) for name, value in row.items()})
        for row in rows
    )


def look() -> None:
    """Say of each tournament in play what is lost, and how far tables and clock have come."""
    from tests.faults import audit
    from tournament.models import Tournament
    from tournament.queries import clock

    for cup in Tournament.objects.filter(state="running").select_related("clock"):
        checks = (audit.replays, audit.chips, audit.cash, audit.links)
        lost = "; ".join(words for check in checks for words in check(cup)) or "nothing lost"
        hands = ", ".join(str(table.hand_number) for table in cup.tables.order_by("number"))
        now = clock.state_of(cup.clock)
        on_sale = ", ".join(now.on_sale) or "nothing"
        time = f"row {now.index} until {now.ends_at:%H:%M}, {on_sale} on sale"
        sys.stdout.write(f"{cup.preset}: {lost}; hands {hands}; {time}\n")


def play_on(now: datetime) -> None:
    """Every hand in play to its end; and at one table that waits, the next."""
    from tables.models import Table
    from tables.queries import hands
    from tests import factories
    from tests.releases import evening
    from tournament.models import User

    with evening.at(now):
        director = factories.signed_in(User.objects.get(is_house_director=True))
    tables = Table.objects.filter(tournament__state="running").select_related("tournament")
    waiting = [table for table in tables if not hands.is_in_play(table)]
    for table in tables:
        if table == waiting[0]:
            evening.deal(director, table, hands=1, now=now)
        elif table not in waiting:
            evening.deal(director, table, hands=0, now=now)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.releases.settings"
    django.setup()
    main(sys.argv[1])
