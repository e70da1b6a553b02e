"""Events, commands and hands as plain JSON values, and back.

A value is a list: its kind, then its fields in order. A kind whose meaning changes gets a new name
("called.2") and an entry in `_OLD`; new fields go to the end with a default, so that old values
read on. A hand is only what its events made: one stored by an older version is made anew from them.
"""

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, get_args

from engine.hand.commands import Command
from engine.hand.events import Event
from engine.hand.state import Hand

VERSION = 2  # of a stored hand; events and commands carry their version in their kind

Json = Any  # lists, dicts, strings, numbers, booleans, None


def _kind(name: str) -> str:
    """`RaiseTo` is stored as "raise_to"."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


def _getter(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    names = [field.name for field in fields(kind)]
    if not names:
        return lambda value: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda value: (get(value),)


_EVENTS: dict[str, type] = {_kind(kind.__name__): kind for kind in get_args(Event)}
_COMMANDS: dict[str, type] = {_kind(kind.__name__): kind for kind in get_args(Command)}
_WRITERS = {kind: (name, _getter(kind)) for name, kind in (*_EVENTS.items(), *_COMMANDS.items())}
_OLD: dict[str, Callable[[list[Json]], Event | Command]] = {}


def write_event(event: Event) -> list[Json]:
    name, values = _WRITERS[event.__class__]
    return [name, *values(event)]


def read_event(stored: list[Json]) -> Event:
    """Read an event written by this or an older version; raises ValueError."""
    return _read(stored, _EVENTS)  # type: ignore[no-any-return]  # the table holds events only


def write_command(command: Command) -> list[Json]:
    name, values = _WRITERS[command.__class__]
    return [name, *values(command)]


def read_command(stored: list[Json]) -> Command:
    """Read a command; raises ValueError where it is none."""
    return _read(stored, _COMMANDS)  # type: ignore[no-any-return]  # the table holds commands only


def _read(stored: list[Json], kinds: dict[str, type]) -> Any:
    if not stored or not isinstance(stored[0], str):
        raise ValueError(f"not a stored value: {stored!r}")
    name, *values = stored
    if name in _OLD:
        return _OLD[name](values)
    if name not in kinds:
        raise ValueError(f"unknown kind {name!r}")
    try:
        return kinds[name](*[_frozen(value) for value in values])
    except TypeError as error:
        raise ValueError(f"{name} does not have these fields: {values!r}") from error


def _frozen(value: Json) -> Json:
    if isinstance(value, list | tuple):
        return tuple([_frozen(item) for item in value])
    return value


# -- hands -----------------------------------------------------------------------------------------

_SETS = ("away", "skips_burn")
_BY_SEAT = ("shown", "held", "barred", "exposed")
_LISTS = ("acted", "began", "bets", "dead", "hole", "next_seat", "paid", "stacks", "status", "up")


def write_hand(hand: Hand) -> dict[str, Json]:
    """The whole state, ready for JSON."""
    state = {name: _plain(name, getattr(hand, name)) for name in Hand.__slots__}
    return {"v": VERSION, "hand": state}


def _plain(name: str, value: Any) -> Json:
    if name in _SETS:
        return sorted(value)
    if name in _BY_SEAT:
        return [[seat, item] for seat, item in value.items()]
    if name == "awards":
        return [write_event(award) for award in value]
    return value


def read_hand(stored: dict[str, Json]) -> Hand:
    """A hand as `write_hand` left it; raises ValueError where a hand was stored before a field
    existed: what the field would hold, only a replay of its events can tell."""
    if stored.get("v") != VERSION:
        raise ValueError(f"a hand of version {stored.get('v')!r} cannot be read; replay its events")
    state = stored["hand"]
    missing = set(Hand.__slots__) - set(state)
    if missing:
        raise ValueError(f"a stored hand lacks {sorted(missing)}; replay its events")
    hand = Hand.__new__(Hand)
    for name in Hand.__slots__:
        setattr(hand, name, _state(name, state[name]))
    return hand


def is_over(stored: dict[str, Json]) -> bool:
    """Whether a stored hand has ended; raises ValueError as `read_hand` does."""
    if stored.get("v") != VERSION or "ended" not in stored["hand"]:
        raise ValueError("a hand of another version cannot be read; replay its events")
    return bool(stored["hand"]["ended"])


def _state(name: str, value: Json) -> Any:
    if name in _SETS:
        return frozenset(value)
    if name in _BY_SEAT:
        return {seat: _frozen(item) for seat, item in value}
    if name == "awards":
        return tuple(read_event(award) for award in value)
    if name in _LISTS:
        return [_frozen(item) for item in value]
    return _frozen(value)
