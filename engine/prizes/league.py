"""League points: a formula in plain arithmetic, and a table of the best results of each player."""

import ast
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.amounts import figure
from engine.refusal import Refused

NAMES = ("place", "players", "entry", "prize")
WORDS = {
    "place": "the place, 1 for the winner",
    "players": "how many played",
    "entry": "the entry payment in dollars",
    "prize": "what was won in dollars",
}
LONGEST = 200
GREATEST = 1_000_000
DEEPEST = 40

_TWO: Mapping[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
}
_ONE: Mapping[type, Callable[[float], float]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}
_FUNCTIONS: Mapping[str, tuple[Callable[..., float], int]] = {
    "sqrt": (math.sqrt, 1),
    "log": (math.log, 1),
    "max": (max, 2),
    "min": (min, 2),
}
Formula = ast.expr


def read(text: str) -> Formula:
    """A formula that is arithmetic and nothing else; refused in words otherwise."""
    if not text.strip() or len(text) > LONGEST:
        raise Refused(f"Write a formula of at most {LONGEST} characters.")
    try:
        formula = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refused("This cannot be read as a formula.") from None
    _check(formula, depth=0)
    _try(formula)
    return formula


def _check(node: ast.expr, *, depth: int) -> None:
    if depth > DEEPEST:
        raise Refused("The formula is nested too deeply.")
    for part in _parts(node):
        _check(part, depth=depth + 1)


def _parts(node: ast.expr) -> list[ast.expr]:
    """What a node is made of; refused where it is no plain arithmetic."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _number(value)
        case ast.Name(id=name) if name in NAMES:
            return []
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _TWO:
            return [left, right]
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _ONE:
            return [operand]
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            return _arguments(name, args)
        case ast.Name(id=name):
            raise Refused(f"A formula does not know “{name}”: use {', '.join(NAMES)}.")
        case _:
            raise Refused("A formula has numbers, names, + - * / and sqrt, log, max, min only.")


def _arguments(name: str, args: list[ast.expr]) -> list[ast.expr]:
    if len(args) != _FUNCTIONS[name][1]:
        raise Refused(f"In a formula “{name}” takes {_FUNCTIONS[name][1]} in brackets.")
    return args


def _number(value: float) -> list[ast.expr]:
    if abs(value) > GREATEST:
        raise Refused(f"Numbers go up to {figure(GREATEST)}.")
    return []


def _try(formula: Formula) -> None:
    """Refuse a formula that has no value for an ordinary evening."""
    for place in (1, 2, 9, 300):
        points(formula, {"place": place, "players": 300, "entry": 20.0, "prize": 0.0})


def points(formula: Formula, facts: Mapping[str, float]) -> int:
    """Points in hundredths, never below zero."""
    try:
        value = _value(formula, facts)
        return max(0, round(value * 100))
    except (ZeroDivisionError, ValueError, OverflowError):
        raise Refused("The formula has no value for every place.") from None


def _value(node: ast.expr, facts: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.Name(id=name):
            return float(facts[name])
        case ast.BinOp(left=left, op=op, right=right):
            return _TWO[type(op)](_value(left, facts), _value(right, facts))
        case ast.UnaryOp(op=op, operand=operand):
            return _ONE[type(op)](_value(operand, facts))
        case ast.Call(func=ast.Name(id=name), args=args):
            return float(_FUNCTIONS[name][0](*(_value(arg, facts) for arg in args)))
        case _:
            raise Refused("This cannot be read as a formula.")


@dataclass(frozen=True, slots=True)
class Result:
    """One player's points in one tournament, in hundredths."""

    player: int
    tournament: int
    points: int


@dataclass(frozen=True, slots=True)
class Line:
    """One player's place in the league."""

    player: int
    place: int
    points: int
    played: int
    counted: tuple[int, ...]  # the tournaments whose points count


def table(results: Iterable[Result], *, best: int | None) -> list[Line]:
    """Players by the sum of their best results; who is level shares the place."""
    by_player: dict[int, list[Result]] = {}
    for result in results:
        by_player.setdefault(result.player, []).append(result)
    lines = [_line(player, theirs, best) for player, theirs in by_player.items()]
    lines.sort(key=lambda line: (-line.points, line.player))
    totals = [line.points for line in lines]
    return [
        Line(line.player, totals.index(line.points) + 1, line.points, line.played, line.counted)
        for line in lines
    ]


def _line(player: int, theirs: list[Result], best: int | None) -> Line:
    ranked = sorted(theirs, key=lambda result: -result.points)
    counted = ranked if best is None else ranked[:best]
    return Line(
        player,
        0,
        sum(result.points for result in counted),
        len(theirs),
        tuple(result.tournament for result in counted),
    )
