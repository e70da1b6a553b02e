"""Whether what a template asks for is there: every name on every branch, by the types it is given.

Django shows nothing for a name it does not find, and a condition on one is just not met. What is
given as a dataclass, a named tuple or a typed dict has names that are known without drawing
anything; what is given as a plain dict is followed as far as it goes.
"""

import types
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints, is_typeddict

from django.template import engines
from django.template.base import FilterExpression, Node, NodeList, Template, Variable
from django.template.defaulttags import ForNode, IfNode, RegroupNode, WithNode
from django.template.loader_tags import ExtendsNode, IncludeNode

PLAIN = (str, int, bool, float, datetime, date, time, timedelta)
SEQUENCES = (list, tuple, set, frozenset)
ANYTHING = object()  # of what nothing is known, everything may be asked
Kind = Any  # a type as a hint writes it, a dict of names and their kinds, or ANYTHING
Scope = dict[str, Kind]


class Fault(NamedTuple):
    """A name that is not there: which template asks, and of what."""

    template: str
    asked: str
    of: str

    def __str__(self) -> str:
        return f"{self.template} asks for {self.asked}: {self.of} has no such field"


def faults(template: str, given: Mapping[str, Kind]) -> list[Fault]:
    """Every name of a template, and of what it includes and extends, that is not there."""
    return list(dict.fromkeys(_of_template(template, dict(given), ())))


def kind_of(value: object) -> Kind:
    """What is known of a value that a page is given."""
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: kind_of(part) for key, part in value.items()}
    if type(value) is list and value:
        kinds = {id(kind) if isinstance(kind, dict) else kind for kind in map(kind_of, value)}
        return list[kind_of(value[0])] if len(kinds) == 1 else ANYTHING  # type: ignore[misc]  # a hint made as needed
    return type(value) if _has_names(type(value)) else ANYTHING


def _origin(kind: Kind) -> Any:
    return get_origin(kind)


def _has_names(kind: Kind) -> bool:
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields"))


def _of_template(name: str, scope: Scope, above: tuple[str, ...]) -> Iterator[Fault]:
    if name in above:  # one that includes itself
        return
    template: Template = engines["django"].get_template(name).template  # type: ignore[attr-defined]  # Django's own kind
    yield from _of_nodes(template.nodelist, scope, (*above, name))


def _of_nodes(nodes: NodeList, scope: Scope, above: tuple[str, ...]) -> Iterator[Fault]:
    for node in nodes:
        yield from _of_node(node, scope, above)


def _of_node(node: Node, scope: Scope, above: tuple[str, ...]) -> Iterator[Fault]:
    here = above[-1]
    for expression in _expressions(vars(node)):
        yield from _asked(expression, scope, here)
    if isinstance(node, IncludeNode | ExtendsNode):
        yield from _of_other(node, scope, above)
    within = _within(node, scope)
    for nodes in _nodelists(node):
        yield from _of_nodes(nodes, within, above)
    for left_behind in ("asvar", "target_var", "var_name", "variable"):
        name = getattr(node, left_behind, None)
        if isinstance(name, str):
            scope[name] = ANYTHING


def _nodelists(node: Node) -> Iterator[NodeList]:
    if isinstance(node, IfNode):
        yield from (nodes for _, nodes in node.conditions_nodelists)
        return
    for part in node.child_nodelists:
        if isinstance(found := getattr(node, part, None), NodeList):
            yield found


def _expressions(found: object) -> Iterator[FilterExpression]:
    """Every expression within a tag, those of a condition included."""
    match found:
        case FilterExpression():
            yield found
        case dict():
            for part in found.values():
                yield from _expressions(part)
        case list() | tuple() if not isinstance(found, NodeList):
            for part in found:
                yield from _expressions(part)
        case _ if hasattr(found, "lbp"):  # an operator of a condition, or what it is about
            yield from _expressions(vars(found))


def _of_other(
    node: IncludeNode | ExtendsNode, scope: Scope, above: tuple[str, ...]
) -> Iterator[Fault]:
    """What another template asks for; one that is chosen while drawing is looked at by itself."""
    named: Any = node.template if isinstance(node, IncludeNode) else node.parent_name
    if not isinstance(named.var, str):
        return
    inner = {} if getattr(node, "isolated_context", False) else dict(scope)
    for name, expression in getattr(node, "extra_context", {}).items():
        inner[name] = _kind(expression, scope)
    yield from _of_template(named.var, inner, above)


def _within(node: Node, scope: Scope) -> Scope:
    """What is known inside a tag."""
    if isinstance(node, ForNode):
        of_one = _element(_kind(node.sequence, scope))
        parts = _parts(of_one, len(node.loopvars))
        return scope | dict(zip(node.loopvars, parts, strict=True)) | {"forloop": ANYTHING}
    if isinstance(node, WithNode):
        return scope | {name: _kind(one, scope) for name, one in node.extra_context.items()}
    if isinstance(node, RegroupNode):
        scope[node.var_name] = ANYTHING
    return scope


def _parts(kind: Kind, count: int) -> list[Kind]:
    if count == 1:
        return [kind]
    args = get_args(kind)
    return list(args) if _origin(kind) is tuple and len(args) == count else [ANYTHING] * count


def _element(kind: Kind) -> Kind:
    """What a list is of."""
    kinds = _members(kind)
    args = get_args(kinds[0]) if len(kinds) == 1 and _origin(kinds[0]) in SEQUENCES else ()
    is_even = len(args) == 1 or (len(args) == 2 and args[1] is Ellipsis)
    return args[0] if is_even else ANYTHING


def _kind(expression: Any, scope: Scope) -> Kind:
    """What an expression comes to; through a filter nobody knows."""
    if expression.filters or not isinstance(expression.var, Variable):
        return ANYTHING
    kind, _ = _follow(expression.var, scope)
    return kind


def _asked(expression: FilterExpression, scope: Scope, here: str) -> Iterator[Fault]:
    arguments = [one for _, args in expression.filters for is_name, one in args if is_name]
    for variable in (expression.var, *arguments):
        if isinstance(variable, Variable):
            _, missing_of = _follow(variable, scope)
            if missing_of:
                yield Fault(here, str(variable.var), missing_of)


def _follow(variable: Variable, scope: Scope) -> tuple[Kind, str]:
    """What a name with its dots leads to, or on what it fails."""
    if not variable.lookups or variable.lookups[0] not in scope:
        return ANYTHING, ""
    first, *rest = variable.lookups
    kind = scope[first]
    for name in rest:
        found = [one for one in (_field(part, name) for part in _members(kind)) if one is not None]
        if not found:
            return ANYTHING, _called(kind)
        kind = found[0] if len(found) == 1 else ANYTHING
    return kind, ""


def _called(kind: Kind) -> str:
    return " or ".join(getattr(one, "__name__", str(one)) for one in _members(kind))


def _members(kind: Kind) -> list[Kind]:
    """The kinds it may be of; nothing at all is looked up in vain on purpose."""
    if _origin(kind) in (Union, types.UnionType):
        return [one for one in get_args(kind) if one is not type(None)] or [ANYTHING]
    return [kind]


def _field(kind: Kind, name: str) -> Kind | None:
    """What kind this field is of; None where there is no such field."""
    if isinstance(kind, dict):
        return kind.get(name, ANYTHING)
    origin = _origin(kind) or kind
    if origin is dict:
        return ANYTHING if hasattr(dict, name) else (*get_args(kind), ANYTHING, ANYTHING)[1]
    if origin in SEQUENCES:
        return _element(kind) if name.isdigit() else _method(origin, name)
    if is_typeddict(kind) or _has_names(kind):
        return _hints(kind).get(name) or (ANYTHING if name.isdigit() else _method(kind, name))
    return _method(kind, name) if kind in PLAIN else ANYTHING


def _method(kind: type, name: str) -> Kind | None:
    """What a property says it is; of any other thing of a class nothing is known."""
    found = getattr(kind, name, None)
    if isinstance(found, property):
        return get_type_hints(found.fget).get("return", ANYTHING)
    return ANYTHING if hasattr(kind, name) else None


@cache
def _hints(kind: type) -> dict[str, Kind]:
    try:
        return get_type_hints(kind)
    except NameError:  # named for the type checker alone
        return dict.fromkeys(kind.__annotations__, ANYTHING)
