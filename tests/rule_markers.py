"""Pytest plugin: a rule marker must name one clause that exists, written out where it stands."""

from functools import cache
from pathlib import Path

import pytest

from engine import clauses
from engine.management import markers


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Fail the collection on the first sight of a marker that proves nothing."""
    faults = [fault for item in items for fault in _faults(item)]
    if faults:
        raise pytest.UsageError("\n".join(dict.fromkeys(faults)))


def _faults(item: pytest.Item) -> list[str]:
    return [
        f"{item.nodeid}: {fault}"
        for marker in item.iter_markers("rule")
        if (fault := _fault(marker, item.path))
    ]


def _fault(marker: pytest.Mark, path: Path) -> str:
    if len(marker.args) != 1 or marker.kwargs or not isinstance(marker.args[0], str):
        return "a rule marker names one clause"
    clause = marker.args[0]
    if not clauses.may_be_cited(clause):
        return f"no rulebook has a clause {clause!r}"
    if clause not in _written_in(path):
        return f"write the clause {clause!r} as a literal, so that `manage.py rules` finds it"
    return ""


@cache
def _written_in(path: Path) -> frozenset[str]:
    return frozenset(marker.clause for marker in markers.in_file(path))
