"""Tournaments made once and laid out again: most scenarios begin with the same few.

A tournament that has come so far takes the services some hundred and fifty statements. The first
scenario of a process that asks for one has it made by them; the rows are kept, and the next gets
the same rows in a dozen statements. Only inside a transaction that is rolled back, and only
where nothing was stored before: nobody could tell the difference.
"""

from collections.abc import Callable, Hashable
from copy import deepcopy
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model

from tournament.models import Player, Tournament, User

Rows = list[tuple[type[Model], list[Model]]]
_KEPT: dict[Hashable, tuple[int, Rows]] = {}
_WHOLE: dict[Hashable, tuple[dict[str, Any], Rows]] = {}


def again(key: Hashable, make: Callable[[], Tournament]) -> int:
    """The tournament of this kind: made by the services the first time, laid out after that."""
    if not connection.in_atomic_block or not is_empty():
        return make().pk
    if key not in _KEPT:
        made = make()
        _KEPT[key] = made.pk, everything()
        return made.pk
    found, rows = _KEPT[key]
    lay_out(rows)
    return found


def whole(key: Hashable, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The same for whatever holds more than one tournament: what was made, by its names."""
    if not connection.in_atomic_block or not is_empty():
        return make()
    if key not in _WHOLE:
        made = make()
        _WHOLE[key] = deepcopy(made), everything()
        return made
    found, rows = _WHOLE[key]
    lay_out(rows)
    return deepcopy(found)


def lay_out(rows: Rows) -> None:
    """Store the rows once more; new ones get keys behind theirs, in whatever database."""
    for model, instances in rows:
        model._base_manager.bulk_create(instances)
    models = [model for model, _ in rows]
    if resets := connection.ops.sequence_reset_sql(no_style(), models):
        with connection.cursor() as cursor:
            cursor.execute(";".join(statement.rstrip(";") for statement in resets))


def is_empty() -> bool:
    """Whether nothing is stored that the rows could have to do with."""
    return not any(model._base_manager.exists() for model in (Tournament, Player, User))


def everything() -> Rows:
    """Every stored row, in an order in which they can be stored again."""
    found: Rows = []
    waiting = [
        model for app in ("tournament", "tables") for model in apps.get_app_config(app).get_models()
    ]
    known: set[type[Model]] = set()
    while waiting:
        ready = [model for model in waiting if needs(model) <= known | {model}] or waiting
        for model in ready:
            rows = list(model._base_manager.order_by("pk"))
            if rows:
                found.append((model, rows))
        known |= set(ready)
        waiting = [model for model in waiting if model not in known]
    return found


def needs(model: type[Model]) -> set[type[Model]]:
    """The models its rows point at and cannot do without."""
    return {
        field.related_model
        for field in model._meta.concrete_fields
        if field.is_relation and not field.null and isinstance(field.related_model, type)
    }
