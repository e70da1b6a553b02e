"""The small changes that may be made to a file: each is a mutant that some test must notice."""

import ast
import hashlib
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from engine import clauses

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
NO_NAMES = {"clause", "value"}  # every answer has them
NAMED = {"min": "max", "max": "min", "any": "all", "all": "any"}

Node = ast.AST
Changed = Iterator[tuple[str, Node]]  # what kind of change, and what stands there afterwards


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to one file."""

    id: str
    path: str  # from the root of the project
    function: str  # outermost, with its classes; empty where it is a table of the module
    kind: str
    first: int  # the lines of what is changed
    last: int
    statement: tuple[int, int]  # those of the statement it stands in
    was: str
    now: str
    cited: tuple[str, ...]  # the clauses named nearest to it
    names: tuple[str, ...]  # in a table: what it is called, from the inside to the outside
    place: int  # of the node, and of the change among those that may be made to it
    turn: int

    @property
    def package(self) -> str:
        return str(Path(self.path).parent)


def of(path: Path) -> list[Mutant]:
    """Every mutant of a file, in its order."""
    name = str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
    found = []
    for place, seen in enumerate(_walk(ast.parse(path.read_text("utf-8")))):
        for turn, (kind, after) in enumerate(_changes(seen)):
            found.append(_mutant(name, seen, (place, turn), kind, after))
    return _told_apart(found)


def made(mutant: Mutant) -> ast.Module:
    """The whole file with this one change."""
    tree = ast.parse((ROOT / mutant.path).read_text("utf-8"))
    seen = next(seen for place, seen in enumerate(_walk(tree)) if place == mutant.place)
    _, after = list(_changes(seen))[mutant.turn]
    seen.put(after)
    return ast.fix_missing_locations(tree)


@dataclass(frozen=True, slots=True)
class Seen:
    """A node, what it stands in, outermost first, and how to put another in its place."""

    node: Node
    above: tuple[Node, ...]
    put: Callable[[Node], None]

    @property
    def function(self) -> Node | None:
        """The outermost function whose body this belongs to."""
        for outer, inner in zip(self.above, (*self.above[1:], self.node), strict=True):
            if isinstance(outer, FUNCTIONS) and inner in outer.body:
                return outer
        return None

    @property
    def statement(self) -> Node:
        line = (*self.above, self.node)
        return next((node for node in reversed(line) if isinstance(node, ast.stmt)), self.node)


def _walk(tree: ast.Module) -> Iterator[Seen]:
    """Every node that may be changed; no text for readers, no types."""
    yield from _below(tree, ())


def _below(node: Node, above: tuple[Node, ...]) -> Iterator[Seen]:
    line = (*above, node)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_params") or _is_for_types(node, name):
            continue
        if isinstance(value, ast.AST):
            yield Seen(value, line, _putter(node, name))
            yield from _below(value, line)
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                if isinstance(inner, ast.AST):
                    yield Seen(inner, line, _list_putter(value, index))
                    yield from _below(inner, line)


def _is_for_types(node: Node, name: str) -> bool:
    is_guard = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    return is_guard or (isinstance(node, ast.Subscript) and name == "slice" and _is_type(node))


def _is_type(node: ast.Subscript) -> bool:
    """A name of a type with its parameters, as in an alias of a module."""
    return isinstance(node.value, ast.Name) and node.value.id[:1].isupper()


def _putter(node: Node, name: str) -> Callable[[Node], None]:
    return lambda after: setattr(node, name, after)


def _list_putter(values: list[Node], index: int) -> Callable[[Node], None]:
    def put(after: Node) -> None:
        if isinstance(after, Gone):
            del values[index]
        else:
            values[index] = after

    return put


class Gone(ast.AST):
    """Nothing stands there any more."""


def _changes(seen: Seen) -> Changed:
    for kind in KINDS:
        yield from kind(seen)


def _comparison(seen: Seen) -> Changed:
    if isinstance(seen.node, ast.Compare):
        for index, operator in enumerate(seen.node.ops):
            after = deepcopy(seen.node)
            after.ops[index] = COMPARED[type(operator)]()
            yield "comparison", after


def _logic(seen: Seen) -> Changed:
    node = seen.node
    if isinstance(node, ast.BoolOp):
        after = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and, or", ast.copy_location(ast.BoolOp(after, node.values), node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "negation", node.operand


def _condition(seen: Seen) -> Changed:
    """A condition that is no comparison is turned round."""
    node, above = seen.node, seen.above[-1]
    if not _is_asked(node, above) or isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp):
        return
    if isinstance(node, ast.expr):
        yield "negation", ast.copy_location(ast.UnaryOp(ast.Not(), node), node)


def _is_asked(node: Node, above: Node) -> bool:
    """Whether something depends on this being so."""
    if isinstance(above, ast.If | ast.While | ast.IfExp | ast.Assert):
        return node is above.test
    if isinstance(above, ast.comprehension):
        return node in above.ifs
    return isinstance(above, ast.BoolOp)


def _constant(seen: Seen) -> Changed:
    node = seen.node
    if not isinstance(node, ast.Constant):
        return
    if isinstance(node.value, bool):
        yield "constant", _constant_like(node, not node.value)
    elif isinstance(node.value, int):
        yield "constant", _constant_like(node, node.value + 1)
    elif isinstance(node.value, str) and (other := _other_clause(node.value)):
        yield "clause", _constant_like(node, other)


def _constant_like(node: ast.Constant, value: object) -> ast.Constant:
    return ast.copy_location(ast.Constant(value), node)  # type: ignore[arg-type]


@cache
def _other_clause(clause: str) -> str:
    """The next clause of the same book."""
    if not clauses.is_known(clause):
        return ""
    ids = [one.id for one in clauses.of(clauses.book_of(clause))]
    return ids[(ids.index(clause) + 1) % len(ids)]


def _arithmetic(seen: Seen) -> Changed:
    node = seen.node
    if isinstance(node, ast.BinOp) and type(node.op) in RECKONED and not _is_of_texts(node):
        other = RECKONED[type(node.op)]()
        yield "arithmetic", ast.copy_location(ast.BinOp(node.left, other, node.right), node)
    if isinstance(node, ast.AugAssign) and type(node.op) in RECKONED and not _is_of_texts(node):
        other = RECKONED[type(node.op)]()
        yield "arithmetic", ast.copy_location(ast.AugAssign(node.target, other, node.value), node)


def _is_of_texts(node: Node) -> bool:
    """Texts and lists are put together with the same sign."""
    texts = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)
    return any(
        isinstance(inner, texts)
        or (isinstance(inner, ast.Constant) and isinstance(inner.value, str | bytes))
        for inner in ast.iter_child_nodes(node)
    )


def _name(seen: Seen) -> Changed:
    node = seen.node
    if isinstance(node, ast.Name) and node.id in NAMED and isinstance(node.ctx, ast.Load):
        yield "name", ast.copy_location(ast.Name(NAMED[node.id], node.ctx), node)


def _statement(seen: Seen) -> Changed:
    """A statement that does something is left out; an answer is not given."""
    node = seen.node
    if isinstance(node, ast.Return) and not isinstance(node.value, ast.Constant | None):
        nothing = ast.copy_location(ast.Constant(None), node.value)
        yield "return", ast.copy_location(ast.Return(nothing), node)
    elif seen.function is not None and _does_something(node):
        yield "statement", ast.copy_location(ast.Pass(), node)


def _does_something(node: Node) -> bool:
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return all(isinstance(goal, ast.Attribute | ast.Subscript) for goal in node.targets)
    return isinstance(node, ast.Raise | ast.AugAssign | ast.Continue | ast.Break | ast.Delete)


def _row(seen: Seen) -> Changed:
    """A row of a table is left out: a book then falls back on common practice, or on nothing."""
    node, above = seen.node, seen.above[-1]
    if seen.function is not None:
        return
    if isinstance(node, ast.keyword) and node.arg and _called(above) == "replace":
        yield "row", Gone()
    elements = above.elts if isinstance(above, ast.Set | ast.List | ast.Tuple) else []
    is_unpacked = len(seen.above) > 1 and isinstance(seen.above[-2], ast.Starred)
    is_row = isinstance(node, ast.Call | ast.Tuple) or isinstance(above, ast.Set)
    if node in elements and is_row and not is_unpacked:
        yield "row", Gone()


def _entry(seen: Seen) -> Changed:
    """An entry of a dictionary is left out."""
    node = seen.node
    if not isinstance(node, ast.Dict) or seen.function is not None:
        return
    for index, key in enumerate(node.keys):
        if key is not None:
            keys = [*node.keys[:index], *node.keys[index + 1 :]]
            values = [*node.values[:index], *node.values[index + 1 :]]
            yield "row", ast.copy_location(ast.Dict(keys, values), node)


def _called(node: Node) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else ""


KINDS = (
    *(_comparison, _logic, _condition, _constant, _arithmetic, _name, _statement),
    *(_row, _entry),
)


def _mutant(path: str, seen: Seen, where: tuple[int, int], kind: str, after: Node) -> Mutant:
    node = seen.node
    was, now = _text(node), _text(after)
    function = seen.function
    name = _qualified(function, seen.above) if function else ""
    first, last = _lines(node, seen)
    statement = seen.statement
    return Mutant(
        id=_digest(path, name, _around(seen), kind, was, now),
        path=path,
        function=name,
        kind=kind,
        first=first,
        last=last,
        statement=(statement.lineno, statement.end_lineno or 0),  # type: ignore[attr-defined]
        was=was,
        now=now,
        cited=_cited(seen),
        names=() if function else _names(seen),
        place=where[0],
        turn=where[1],
    )


def _text(node: Node) -> str:
    return "(left out)" if isinstance(node, Gone | ast.Pass) else ast.unparse(node)


def _lines(node: Node, seen: Seen) -> tuple[int, int]:
    located = node if hasattr(node, "lineno") else seen.statement
    first: int = located.lineno  # type: ignore[attr-defined]
    return first, getattr(located, "end_lineno", None) or first


def _qualified(function: Node, above: Sequence[Node]) -> str:
    line = above[: above.index(function)]
    names = [node.name for node in line if isinstance(node, ast.ClassDef)]
    return ".".join([*names, function.name])  # type: ignore[attr-defined]


def _around(seen: Seen) -> str:
    """What the change is read in: the function, or the nearest row of the table."""
    if seen.function is not None:
        return ast.unparse(seen.function)
    rows = [node for node in seen.above if isinstance(node, ast.keyword | ast.stmt)]
    names = [node.arg for node in rows if isinstance(node, ast.keyword) and node.arg]
    return f"{'.'.join(names)} {ast.unparse(rows[-1]) if rows else ''}"


def _cited(seen: Seen) -> tuple[str, ...]:
    """The clauses in the nearest part of the file around it that names any."""
    for node in (seen.node, *reversed(seen.above[1:])):
        ids = {
            inner.value
            for inner in ast.walk(node)
            if isinstance(inner, ast.Constant)
            and isinstance(inner.value, str)
            and clauses.is_known(inner.value)
        }
        if ids:
            return tuple(sorted(ids))
    return ()


def _names(seen: Seen) -> tuple[str, ...]:
    """The words and names it is given by; what is left out of a call is one, too."""
    found = []
    for node in (seen.node, *reversed(seen.above)):
        if isinstance(node, ast.keyword) and node.arg:
            found.append(node.arg)
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        found += [target.id for target in targets if isinstance(target, ast.Name)]
    return tuple(name for name in found if name not in NO_NAMES)


def _digest(*texts: str) -> str:
    return hashlib.sha1("\0".join(texts).encode(), usedforsecurity=False).hexdigest()[:10]


def _told_apart(found: list[Mutant]) -> list[Mutant]:
    """The same change twice in one function has a number behind its id."""
    seen: dict[str, int] = {}
    apart = []
    for mutant in found:
        number = seen.get(mutant.id, 0)
        seen[mutant.id] = number + 1
        apart.append(replace(mutant, id=f"{mutant.id}.{number}") if number else mutant)
    return apart
