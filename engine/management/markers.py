"""Finds `pytest.mark.rule("...")` in test files by reading them, without running anything."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Marker:
    clause: str
    path: Path
    line: int


def in_folder(folder: Path) -> list[Marker]:
    """Every rule marker written in the tests below a folder."""
    return [marker for path in sorted(folder.rglob("test_*.py")) for marker in in_file(path)]


def in_file(path: Path) -> list[Marker]:
    text = path.read_text(encoding="utf-8")
    if ".rule(" not in text:
        return []
    calls = (
        node
        for place in _places(ast.parse(text, str(path)))
        for node in ast.walk(place)
        if isinstance(node, ast.Call)
    )
    return [Marker(clause, path, call.lineno) for call in calls for clause in _clause_in(call)]


def _places(module: ast.Module) -> Iterator[ast.expr]:
    """Where a marker takes effect: decorators, and the lists of cases a module names."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from node.decorator_list
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            yield statement.value


def _clause_in(call: ast.Call) -> Iterator[str]:
    if not _is_rule_marker(call.func):
        return
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def _is_rule_marker(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "rule"
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "mark"
    )
