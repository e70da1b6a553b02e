"""The notation of The Tournament Director's save files, read as data: nothing in it is ever run.

The files look like the script language of browsers: objects with bare keys, lists, words, numbers,
and `new Name(...)` or `Name.from(...)` around them, which becomes a `Made` with its name.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.refusal import Refused

MOST_LETTERS = 3_000_000
MOST_DEPTH = 60

WORDS = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None}
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": ""}
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    | (?P<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)
    | (?P<name>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)
    | (?P<mark>[{}\[\](),:])
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Made:
    """Something with the name of its kind, and what it was made from."""

    name: str
    parts: tuple[Any, ...]

    @property
    def inside(self) -> Any:
        """What it was made from, where that is one thing."""
        return self.parts[0] if len(self.parts) == 1 else list(self.parts)


Token = tuple[str, str]


def read(text: str) -> Any:
    """The value a file holds."""
    if len(text) > MOST_LETTERS:
        raise Refused("The file is too large for a save file.")
    tokens = Tokens(text)
    value = _value(tokens, MOST_DEPTH)
    if tokens.next()[0]:
        raise _unreadable()
    return value


class Tokens:
    """The words and marks of a text, one after the other; an empty one at the end."""

    def __init__(self, text: str) -> None:
        self._found = _tokens(text.strip().lstrip("\ufeff").strip())
        self._ahead: Token | None = None

    def next(self) -> Token:
        found = self._ahead or next(self._found, ("", ""))
        self._ahead = None
        return found

    def peek(self) -> Token:
        self._ahead = self.next()
        return self._ahead

    def take(self, mark: str) -> bool:
        """Whether this mark came next; then it is gone."""
        if self.peek() != ("mark", mark):
            return False
        self.next()
        return True

    def expect(self, mark: str) -> None:
        if not self.take(mark):
            raise _unreadable()


def _unreadable() -> Refused:
    return Refused("The file cannot be read: it was cut, or is of another kind.")


def _tokens(text: str) -> Iterator[Token]:
    place = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _unreadable()
        place = found.end()
        yield str(found.lastgroup), found[str(found.lastgroup)]


def _value(tokens: Tokens, depth: int) -> Any:
    if not depth:
        raise Refused("The file is nested too deeply for a save file.")
    kind, word = tokens.next()
    match kind, word:
        case "text", _:
            return _text(word)
        case "number", _:
            return _number(word)
        case "name", _:
            return _named(word, tokens, depth)
        case "mark", "[":
            return _list(tokens, "]", depth)
        case "mark", "{":
            return _object(tokens, depth)
        case _:
            raise _unreadable()


def _text(word: str) -> str:
    return _ESCAPE.sub(_escaped, word[1:-1])


def _escaped(found: "re.Match[str]") -> str:
    code = found[1]
    if len(code) > 1:
        letter = chr(int(code[1:], 16))
        return letter if letter.isprintable() else ""
    return ESCAPES.get(code, code)


def _number(word: str) -> int | float:
    if len(word) > 30:
        raise _unreadable()
    return int(word) if word.lstrip("-").isdigit() else float(word)


def _named(word: str, tokens: Tokens, depth: int) -> Any:
    if word in WORDS:
        return WORDS[word]
    if word == "new":
        kind, word = tokens.next()
        if kind != "name":
            raise _unreadable()
    tokens.expect("(")
    made = Made(word, tuple(_list(tokens, ")", depth)))
    return _pairs(made.inside) if word == "Map.from" else made


def _pairs(rows: Any) -> dict[Any, Any]:
    """A map written as a list of pairs."""
    if not isinstance(rows, list) or not all(isinstance(r, list) and len(r) == 2 for r in rows):
        raise _unreadable()
    return {str(key): value for key, value in rows}


def _list(tokens: Tokens, end: str, depth: int) -> list[Any]:
    found: list[Any] = []
    while not tokens.take(end):
        found.append(_value(tokens, depth - 1))
        if not tokens.take(","):
            tokens.expect(end)
            break
    return found


def _object(tokens: Tokens, depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    while not tokens.take("}"):
        kind, word = tokens.next()
        if kind not in ("text", "number", "name"):
            raise _unreadable()
        tokens.expect(":")
        found[_text(word) if kind == "text" else word] = _value(tokens, depth - 1)
        if not tokens.take(","):
            tokens.expect("}")
            break
    return found
