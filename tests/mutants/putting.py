"""Puts a mutant into a process in which the modules are already loaded.

swap: the code of a function is exchanged in all functions that were made of it
graft: a module's tables are made anew, and the old values changed where they lie
load: the module is read with its change, before anybody has read it as it is
"""

import gc
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import _lru_cache_wrapper
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from engine import clauses
from tests.mutants import changes
from tests.mutants.changes import ROOT, Mutant

OURS = ("engine.", "tables.", "tournament.")


@dataclass(slots=True)
class Loaded:
    """Every function of the product, by its file, and whatever remembers its answers."""

    functions: dict[str, list[FunctionType]]
    caches: list[Any]


def look_around() -> Loaded:
    """What is loaded now; nothing of it is looked for as garbage any more."""
    loaded = Loaded({}, [])
    gc.unfreeze()
    for found in gc.get_objects():
        if type(found) is FunctionType:
            loaded.functions.setdefault(found.__code__.co_filename, []).append(found)
        elif type(found) is _lru_cache_wrapper and str(found.__module__).startswith(OURS):
            loaded.caches.append(found)
    gc.freeze()
    return loaded


class CannotSwap(Exception):
    """The function takes other values from around it now."""


def swap(mutant: Mutant, loaded: Loaded) -> None:
    """Exchange the code of the function, and of those made within it."""
    path = str(ROOT / mutant.path)
    outer = mutant.function.replace(".<locals>", "")
    new = {
        _key(code): code
        for code in _codes(compile(changes.made(mutant), path, "exec"))
        if code.co_qualname == outer or code.co_qualname.startswith(f"{outer}.")
    }
    swapped = False
    for function in loaded.functions.get(path, ()):
        code = new.get(_key(function.__code__))
        if code is None:
            continue
        if code.co_freevars != function.__code__.co_freevars:
            raise CannotSwap(mutant.id)
        function.__code__ = code
        swapped = True
    if not swapped:
        raise CannotSwap(mutant.id)
    forget(loaded)


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes(inner)


def forget(loaded: Loaded) -> None:
    """Nothing that was kept from before the change is answered again."""
    for cache in loaded.caches:
        cache.cache_clear()


def graft(mutant: Mutant, loaded: Loaded) -> None:
    """Make the module's tables with the change, and change the old ones into them."""
    name = module_name(mutant)
    module = sys.modules[name]
    code = compile(changes.made(mutant), str(ROOT / mutant.path), "exec")
    _change_module(module, code)
    if name.startswith("engine.rulebooks."):
        for book in (f"engine.rulebooks.{known}" for known in clauses.books()):
            if book != name:
                _change_module(sys.modules[book], _as_it_is(sys.modules[book]))
    forget(loaded)


def _as_it_is(module: ModuleType) -> CodeType:
    return compile(Path(str(module.__file__)).read_text("utf-8"), str(module.__file__), "exec")


def _change_module(module: ModuleType, code: CodeType) -> None:
    again: dict[str, Any] = {
        key: value for key, value in vars(module).items() if key.startswith("__")
    }
    exec(code, again)
    for key, new in again.items():
        old = vars(module).get(key)
        if key.startswith("__") or isinstance(new, FunctionType | type | ModuleType):
            continue
        if not changed(old, new):
            setattr(module, key, new)


def changed(old: Any, new: Any) -> bool:
    """Whether the old value could be made into the new one where it lies."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if is_dataclass(old) and not isinstance(old, type):
        for field in fields(old):
            value = getattr(new, field.name)
            if not changed(getattr(old, field.name), value):
                object.__setattr__(old, field.name, value)
        return True
    return _changed_container(old, new)


def _changed_container(old: Any, new: Any) -> bool:
    if isinstance(old, dict):
        kept = {key: old[key] for key in new if key in old and changed(old[key], new[key])}
        old.clear()
        old.update({**new, **kept})
        return True
    if isinstance(old, tuple | list) and len(old) == len(new):
        done = [changed(was, now) for was, now in zip(old, new, strict=True)]  # each of them
        return all(done)
    return bool(old == new)


def module_name(mutant: Mutant) -> str:
    return mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Loader(SourceFileLoader):
    """Reads one module with its change."""

    mutant: Mutant

    def get_code(self, fullname: str) -> CodeType:
        return compile(changes.made(self.mutant), str(ROOT / self.mutant.path), "exec")


class Finder:
    """Finds that module before anybody else does."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != module_name(self.mutant):
            return None
        file = str(ROOT / self.mutant.path)
        loader = Loader(name, file)
        loader.mutant = self.mutant
        return spec_from_file_location(name, file, loader=loader)


def load(mutant: Mutant) -> None:
    """Have the module read with the change as soon as somebody asks for it."""
    sys.meta_path.insert(0, Finder(mutant))
