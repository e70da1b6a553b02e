"""The built-in presets as the setup page offers them."""

from typing import Any

from engine import rulebooks
from engine.structure import played
from engine.structure.law import Preset
from engine.structure.presets import PRESETS


def cards() -> list[dict[str, Any]]:
    """One card for each preset, those of a rulebook beside each other."""
    books = list(dict.fromkeys(preset.rulebook for preset in PRESETS))
    return [_card(preset) for book in books for preset in PRESETS if preset.rulebook == book]


def _card(preset: Preset) -> dict[str, Any]:
    levels = preset.schedule.levels
    return {
        "key": preset.key,
        "name": preset.name,
        "book": preset.rulebook,
        "book_name": rulebooks.get(preset.rulebook).name,
        "game_name": played.of_preset(preset).game.name,
        "stack": preset.starting_stack,
        "seats_per_table": preset.seats_per_table,
        "min_players": preset.min_players,
        "max_players": preset.max_players,
        "levels": len(levels),
        "level_minutes": levels[0].minutes,
        "notes": preset.notes,
    }
