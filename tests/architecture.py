"""The import rules of the project, as functions on source text."""

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

OURS = ("config", "engine", "tables", "tournament")

# From the lowest line to the highest: a module imports only from its own line and those below it.
# The first name that fits decides; what fits none is an edge of its app.
LINES = (
    ("engine.apps", 9),
    ("engine.management", 9),
    ("engine", 0),
    ("tournament.hashing", 1),
    ("tournament.permissions", 1),
    ("tournament.models", 1),
    ("tables.models", 2),
    ("tournament.queries", 3),
    ("tournament.live", 3),
    ("tournament.drawings", 3),
    ("tournament.broadcast", 3),
    ("tables.queries", 4),
    ("tables.drawings", 4),
    ("tables.broadcast", 4),
    ("tournament.services", 5),
    ("tables.services", 6),
    ("tournament", 7),
    ("tables", 8),
    ("config", 9),
)
EDGE = 7
MODELS = (1, 2)

NOT_PURE = frozenset(
    [
        "asyncio",
        "http",
        "logging",
        "multiprocessing",
        "os",
        "secrets",
        "select",
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "ssl",
        "subprocess",
        "sys",
        "tempfile",
        "threading",
        "time",
        "urllib",
        "uuid",
    ]
)
# Sockets have nobody who could pass the time in: a drawing for them is of the moment it is made.
DRAWN_NOW = ("tournament.drawings", "tables.drawings")
CLOCKS = frozenset({"now", "utcnow", "today", "localdate", "localtime"})
CLOCK_OWNERS = frozenset({"datetime", "date", "timezone", "dt"})


def project_modules(root: Path) -> dict[str, str]:
    """Every module of ours and its source, migrations left out: Django writes those."""
    paths = (path for name in OURS for path in sorted((root / name).rglob("*.py")))
    return {
        module_name(path.relative_to(root)): path.read_text("utf-8")
        for path in paths
        if "migrations" not in path.parts
    }


def module_name(path: Path) -> str:
    """A file's name as an import writes it."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def breaches(modules: Mapping[str, str]) -> list[str]:
    """Every breach of the rules, as one sentence each."""
    return [
        f"{name}, line {line}: {fault}"
        for name, source in modules.items()
        for line, fault in faults_of(name, ast.parse(source))
    ]


def faults_of(name: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What one module does against the rules, and where."""
    for node in ast.walk(tree):
        for imported in imports_of(node):
            if fault := import_fault(name, imported):
                yield node.lineno, fault  # type: ignore[attr-defined]  # only statements import
        if isinstance(node, ast.Attribute | ast.FunctionDef | ast.Call) and (
            fault := habit_fault(name, node)
        ):
            yield node.lineno, fault


def imports_of(node: ast.AST) -> list[str]:
    """The modules this statement may import; of `from a import b`, both a and a.b."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def import_fault(name: str, imported: str) -> str:
    """Why this module may not import that one, or nothing."""
    owner = imported.split(".")[0]
    if line_of(name) == 0:
        return engine_fault(name, imported)
    if owner not in OURS:
        return signal_fault(imported)
    if name.startswith("tournament") and owner == "tables":
        return f"tournament must not know tables, yet imports {imported}"
    if is_package_of_both(imported) or line_of(imported) <= line_of(name):
        return ""
    return f"imports {imported}, which stands above it"


def is_package_of_both(imported: str) -> bool:
    """Whether only the app is named, as in `from tournament import ...`: the name decides."""
    return imported in OURS


def engine_fault(name: str, imported: str) -> str:
    """The engine is pure: itself, and what of the standard library neither asks nor tells."""
    owner = imported.split(".")[0]
    if owner == "engine":
        return f"imports {imported}, an edge" if line_of(imported) else ""
    if owner not in sys.stdlib_module_names or owner in NOT_PURE:
        return f"the engine is pure, yet imports {imported}"
    return ""


def signal_fault(imported: str) -> str:
    """Signals are control flow that nobody can follow."""
    if imported.startswith(("django.dispatch", "django.db.models.signals")):
        return f"no signals of our own, yet imports {imported}"
    return ""


def habit_fault(name: str, node: ast.AST) -> str:
    """What a module may not do, whatever it imports."""
    match node:
        case ast.FunctionDef(name="save"):
            return "no logic in save()" if line_of(name) in MODELS else ""
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=called), args=given):
            return call_fault(name, owner, called) if not converts(called, given) else ""
        case ast.Call(func=ast.Name(id="open" | "input" | "print" as called)):
            return f"the engine is pure, yet calls {called}()" if line_of(name) == 0 else ""
        case _:
            return ""


def call_fault(name: str, owner: str, called: str) -> str:
    """Time and chance come in by the door."""
    if (
        line_of(name) < EDGE
        and name not in DRAWN_NOW
        and owner in CLOCK_OWNERS
        and called in CLOCKS
    ):
        return f"reads the clock below an edge: {owner}.{called}()"
    if line_of(name) == 0 and owner == "random" and called != "Random":
        return f"draws on global chance: random.{called}()"
    return ""


def converts(called: str, given: list[ast.expr]) -> bool:
    """Whether this only shows a known time in another zone."""
    return called in ("localtime", "localdate") and bool(given)


def line_of(name: str) -> int:
    """Where a module stands."""
    return next(line for start, line in LINES if name == start or name.startswith(f"{start}."))
