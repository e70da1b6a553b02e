"""Statements that every tap asks: worked out once, after that only their keys change."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import QuerySet

FIRST_MARK = 2_000_000_001  # no row has such a key; a number that every database takes


class Statement:
    """A query of plain values (numbers, truths) for some keys.

    To put a query together takes Django several times as long as a database takes to answer it.
    """

    def __init__(self, ask: Callable[..., QuerySet[Any, Any]], *, keys: int) -> None:
        self._ask, self._marks = ask, range(FIRST_MARK, FIRST_MARK + keys)
        self._worked_out: tuple[str, tuple[Any, ...]] | None = None

    def row(self, *keys: int) -> tuple[Any, ...]:
        """The only row for these keys."""
        if self._worked_out is None:
            self._worked_out = self._ask(*self._marks).query.sql_with_params()
        sql, params = self._worked_out
        given = dict(zip(self._marks, keys, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [given.get(param, param) for param in params])
            found: tuple[Any, ...] | None = cursor.fetchone()
        if found is None:
            raise ObjectDoesNotExist(f"There is no row for {keys}.")
        return found
