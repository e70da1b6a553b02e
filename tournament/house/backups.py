"""A whole installation in one file, from either database and into either, while it runs.

The file is gzip over lines of JSON: a heading, one line per row, and an ending with a checksum, so
that a file cut short is noticed. Sessions stay out of it: whoever is signed in stays so.
"""

import datetime
import gzip
import hashlib
import json
import os
import uuid
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

FORMAT = "shuffle-up-backup-1"
ROWS_AT_ONCE = 500
LEFT_OUT = ("sessions.Session",)
IN_USE = ("tournament.User", "tournament.Tournament")

Model = type[models.Model]


class NotBackedUp(Exception):
    """One sentence on why no backup was made."""


class NotRestored(Exception):
    """One sentence on why this file cannot be restored here; nothing was changed."""


def kept_models() -> list[Model]:
    """Every table of the installation, but for those that are left out."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.label not in LEFT_OUT
    ]


# --- Making one ----------------------------------------------------------------------------------


def write(path: Path, *, now: datetime.datetime) -> int:
    """Write everything as it is at this moment, and return how many rows that is."""
    if path.exists():
        raise NotBackedUp(f"{path} exists already: give the backup a name of its own.")
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as error:
        raise NotBackedUp(f"{path} cannot be written: {error.strerror}.") from error
    with os.fdopen(descriptor, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as file:
        rows = write_lines(file, now=now)
    os.replace(unfinished, path)
    return rows


def write_lines(file: IO[str], *, now: datetime.datetime) -> int:
    """Heading, rows, ending."""
    checksum, rows = hashlib.sha256(), 0
    with one_moment():
        file.write(as_line({"format": FORMAT, "made_at": now, "migrations": migrations()}))
        for line in row_lines():
            checksum.update(line.encode())
            file.write(line)
            rows += 1
    file.write(as_line({"rows": rows, "checksum": checksum.hexdigest()}))
    return rows


@contextmanager
def one_moment() -> Iterator[None]:
    """Read as of one moment, while others go on writing."""
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    with connection.cursor() as cursor:  # an atomic block would lock out every writer of SQLite
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def row_lines() -> Iterator[str]:
    """Every row as a line: its table, and its values in the order of the table's columns."""
    for model in kept_models():
        names = [field.attname for field in model._meta.local_concrete_fields]
        for row in model._base_manager.order_by("pk").values_list(*names).iterator():
            yield as_line([model._meta.label, *row])


def as_line(value: object) -> str:
    """One line of JSON that loses nothing, not even microseconds."""
    return json.dumps(value, default=as_text, ensure_ascii=False, separators=(",", ":")) + "\n"


def as_text(value: object) -> str:
    """What JSON has no word for, in the form that the field reads back."""
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, uuid.UUID | Decimal):
        return str(value)
    raise TypeError(f"a backup cannot hold a {type(value).__name__}")


def migrations() -> list[list[str]]:
    """Which shape the tables have."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted([app, name] for app, name in applied)


# --- Putting it back -----------------------------------------------------------------------------


def restore(path: Path) -> int:
    """Put back what the file holds in place of all that is here, or change nothing."""
    check(path)
    try:
        with transaction.atomic():
            lock_out_writers()
            empty_tables()
            rows = insert_rows(path)
            set_sequences()
    except IntegrityError as error:
        raise NotRestored(f"{path} is inconsistent: {error}") from error
    return rows


def check_empty() -> None:
    """Refuse a database that somebody uses already."""
    if any(apps.get_model(label)._base_manager.exists() for label in IN_USE):
        raise NotRestored("That database is in use: it holds people or tournaments already.")


def check(path: Path) -> None:
    """Read the whole file once before anything is touched."""
    lines = lines_of(path)
    check_heading(path, parsed(path, next(lines, "")))
    checksum, rows, ending = hashlib.sha256(), 0, next(lines, "")
    for line in lines:
        checksum.update(ending.encode())
        rows, ending = rows + 1, line
    if parsed(path, ending) != {"rows": rows, "checksum": checksum.hexdigest()}:
        raise NotRestored(f"{path} is incomplete or was changed.")


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a backup."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield from file
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise NotRestored(f"{path} cannot be read as a backup: {error}") from error


def parsed(path: Path, line: str) -> Any:
    """What a line says."""
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise NotRestored(f"{path} is incomplete or was changed.") from error


def check_heading(path: Path, heading: Any) -> None:
    """Refuse what is no backup of ours, or of tables in another shape."""
    if not isinstance(heading, dict) or heading.get("format") != FORMAT:
        raise NotRestored(f"{path} is not a backup of Shuffle Up.")
    if heading["migrations"] != migrations():
        raise NotRestored(
            f"{path} was made by another version of Shuffle Up: restore it with that version, "
            "then migrate."
        )


def lock_out_writers() -> None:
    """Let others read on, but not write: on SQLite the transaction itself sees to that."""
    if connection.vendor == "postgresql":
        names = ", ".join(
            connection.ops.quote_name(model._meta.db_table) for model in kept_models()
        )
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def empty_tables() -> None:
    """Remove every row; foreign keys are looked at when the transaction ends."""
    with connection.cursor() as cursor:
        for name in table_names():
            cursor.execute(f"DELETE FROM {name}")


def table_names() -> list[str]:
    """The tables' names, quoted for this database."""
    return [connection.ops.quote_name(model._meta.db_table) for model in kept_models()]


def insert_rows(path: Path) -> int:
    """Put the file's rows in, table by table."""
    rows = (json.loads(line) for line in islice(lines_of(path), 1, None))
    kept = (row for row in rows if isinstance(row, list))
    return sum(
        insert_table(apps.get_model(label), (row[1:] for row in group))
        for label, group in groupby(kept, key=lambda row: str(row[0]))
    )


def insert_table(model: Model, rows: Iterable[list[Any]]) -> int:
    """Put one table's rows in, many at a time."""
    fields, inserted = model._meta.local_concrete_fields, 0
    objects = (model(**as_values(fields, row)) for row in rows)
    while batch := list(islice(objects, ROWS_AT_ONCE)):
        model._base_manager.bulk_create(batch)
        inserted += len(batch)
    return inserted


def as_values(fields: "Iterable[models.Field[Any, Any]]", row: list[Any]) -> dict[str, Any]:
    """A row's values as the fields hold them."""
    return {field.attname: field.to_python(value) for field, value in zip(fields, row, strict=True)}


def set_sequences() -> None:
    """Let new rows be numbered after those that were put back."""
    statements = connection.ops.sequence_reset_sql(no_style(), kept_models())
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
