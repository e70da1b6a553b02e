"""The import rules of the project, as functions on source text."""

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

OURS = ("config", "engine", "tables", "tournament")

# The engine's packages, each importing only itself and those before it; beside them lie a few small
# values that any may use. The matrix reads all of them. A room's `law` (what a book answers there)
# stands below the rulebooks that fill it, the rest of the room above them.
ENGINE = (
    "cards",
    "hand",
    "schedule",
    "law",
    "rules",
    "rulebooks",
    "referee",
    "clock",
    "equipment",
    "seating",
    "conduct",
    "prizes",
    "entries",
    "office",
    "structure",
    "planner",
    "practice",
    "phh",
    "matrix",
)
# The rooms of the two apps: a room's own name says nothing of a layer, what is taken from it does.
ROOMS = {
    "tables": frozenset(
        [
            "play",
            "offline",
            "conduct",
            "procedures",
            "seating",
            "chips",
            "results",
            "sessions",
            "crew",
            "equipment",
            "console",
            "records",
            "demo",
        ]
    ),
    "tournament": frozenset(
        [
            "records",
            "draws",
            "clock",
            "setup",
            "entries",
            "money",
            "prizes",
            "office",
            "house",
            "planner",
            "live",
        ]
    ),
}

# From the lowest line to the highest: a module imports only from its own line and those below it.
# The first name that fits decides; then the part of the path that names a layer; what has neither
# is an edge of its app.
LINES = (
    ("engine.apps", 9),
    ("engine.management", 9),
    ("engine", 0),
    ("tournament.records.hashing", 1),
    ("tournament.records.signing", 1),
    ("tournament.permissions", 1),
    ("tournament.models", 1),
    ("tables.models", 2),
    ("tournament.live.fanout", 3),
    ("tournament.live.broadcast", 3),
    ("tables.drawings", 4),
    ("tables.screens", 4),
    ("tables.broadcast", 4),
    ("tables.locking", 6),
    ("tables.commands", 6),
    ("config", 9),
)
LAYERS = {
    "tournament": {"queries": 3, "services": 5, "": 7},
    "tables": {"queries": 4, "services": 6, "": 8},
}
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
DRAWN_NOW = ("tables.drawings", "tables.screens")
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
    if is_only_a_room(imported) or line_of(imported) <= line_of(name):
        return ""
    return f"imports {imported}, which stands above it"


def is_only_a_room(imported: str) -> bool:
    """Whether only app or room is named, as in `from tables.play import ...`: the name decides."""
    app, _, room = imported.partition(".")
    return imported in OURS or room in ROOMS.get(app, ())


def engine_fault(name: str, imported: str) -> str:
    """The engine is pure: itself, and what of the standard library neither asks nor tells."""
    owner = imported.split(".")[0]
    if owner == "engine":
        return f"imports {imported}, an edge" if line_of(imported) else order_fault(name, imported)
    if owner not in sys.stdlib_module_names or owner in NOT_PURE:
        return f"the engine is pure, yet imports {imported}"
    return ""


def order_fault(name: str, imported: str) -> str:
    """The engine's packages stand in an order; its first page leads to all of them."""
    if name == "engine" or package_place(imported) <= package_place(name):
        return ""
    return f"imports {imported}, a package that stands after its own"


def package_place(name: str) -> int:
    """Where in the order a module of the engine stands; the small values come first."""
    package, *inner = name.split(".")[1:] or [""]
    package = "law" if inner[:1] == ["law"] else package
    return ENGINE.index(package) + 1 if package in ENGINE else 0


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
    for start, line in LINES:
        if name == start or name.startswith(f"{start}."):
            return line
    app, *parts = name.split(".")
    layers = LAYERS[app]
    return next((layers[part] for part in parts if part in layers), layers[""])


def books_named(
    modules: Mapping[str, str], books: Collection[str], besides: Mapping[str, Collection[str]]
) -> dict[str, list[str]]:
    """The modules outside the rulebooks that know a book by its name, and which names."""
    found = {
        name: {str(n.value) for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant)}
        for name, source in modules.items()
        if not name.startswith("engine.rulebooks")
    }
    named = {name: values & {*books} - {*besides.get(name, ())} for name, values in found.items()}
    return {name: sorted(values) for name, values in named.items() if values}


def circles(modules: Mapping[str, str]) -> list[list[str]]:
    """Modules that import each other in a circle when they are loaded, each circle once."""
    graph = {name: loaded_by(name, source, modules) for name, source in modules.items()}
    while True:
        leaves = {name for name, needed in graph.items() if not needed & graph.keys()}
        if not leaves:
            break
        graph = {name: needed for name, needed in graph.items() if name not in leaves}
    found = {tuple(circle_from(name, graph)) for name in sorted(graph)}
    return sorted([*one] for one in found)


def loaded_by(name: str, source: str, modules: Mapping[str, str]) -> set[str]:
    """The modules of ours that this one loads; what only a type checker reads is left out."""
    tree = ast.parse(source)
    unread = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if id(node) not in unread:
            found |= modules_in(node, modules)
    return found - {name}


def modules_in(node: ast.AST, modules: Mapping[str, str]) -> set[str]:
    """What an import loads: of `from a import b`, the module b of the package a, else a."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names} & modules.keys()
    if not isinstance(node, ast.ImportFrom) or not node.module:
        return set()
    inner = {f"{node.module}.{alias.name}" for alias in node.names}
    owner = {node.module} if inner - modules.keys() else set()
    return (inner | owner) & modules.keys()


def circle_from(name: str, graph: Mapping[str, set[str]]) -> list[str]:
    """The circle this module leads to, from its first name on."""
    way = [name]
    while (following := min(graph[way[-1]] & graph.keys())) not in way:
        way.append(following)
    circle = way[way.index(following) :]
    first = circle.index(min(circle))
    return [*circle[first:], *circle[:first]]


def chip_writers(modules: Mapping[str, str]) -> set[str]:
    """The modules that make a row of the chip ledger, or change somebody's stack."""
    return {
        name
        for name, source in modules.items()
        if any(_writes_chips(node) for node in ast.walk(ast.parse(source)))
    }


def _writes_chips(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(one, ast.Attribute) and one.attr == "stack" for one in targets)
    if not isinstance(node, ast.Call):
        return False
    called = ast.unparse(node.func)
    is_update = called.endswith((".update", ".update_or_create"))
    return (
        called == "ChipMove"
        or (called.startswith("ChipMove.") and called.endswith(("create", "update", "delete")))
        or (is_update and any(word.arg == "stack" for word in node.keywords))
        or (called.endswith((".save", ".bulk_update")) and "'stack'" in ast.unparse(node))
    )
