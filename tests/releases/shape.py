"""What our tables in a database look like, whichever way they were made."""

from collections.abc import Mapping
from typing import Any

from django.db import connection

OURS = ("tournament_", "tables_")


def lines() -> list[str]:
    """Every column, constraint and index; without their names, which tell how they came about."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        tables = [name for name in names if name.startswith(OURS)]
        return sorted(f"{table}: {one}" for table in tables for one in _parts(cursor, table))


def _parts(cursor: Any, table: str) -> list[str]:
    introspection = connection.introspection
    columns = [
        f"column {column.name} {introspection.get_field_type(column.type_code, column)} "
        f"{column.display_size} null={column.null_ok} default={column.default}"
        for column in introspection.get_table_description(cursor, table)
    ]
    found = introspection.get_constraints(cursor, table).values()
    return columns + [_in_words(one) for one in found]


def _in_words(constraint: Mapping[str, Any]) -> str:
    kinds = [kind for kind in ("primary_key", "unique", "index", "check") if constraint[kind]]
    to = f" to {constraint['foreign_key']}" if constraint["foreign_key"] else ""
    return f"{' '.join(kinds)} {constraint['columns']}{to}"
