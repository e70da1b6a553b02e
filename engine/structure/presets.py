"""Tournaments that come with the product: one press and the structure stands, by its rulebook."""

from engine.rulebooks import BOOKS
from engine.structure.law import Preset

PRESETS = tuple(preset for book in BOOKS.values() for preset in book.presets)
SATELLITES = frozenset(preset.key for preset in PRESETS if preset.is_satellite)
_BY_KEY = {preset.key: preset for preset in PRESETS}


def get(key: str) -> Preset:
    """A built-in preset; raises KeyError."""
    return _BY_KEY[key]
