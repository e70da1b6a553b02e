"""The built-in presets as the setup page offers them."""

from dataclasses import dataclass

from engine import rulebooks
from engine.structure import played
from engine.structure.law import Preset
from engine.structure.presets import PRESETS


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetCard:
    """A preset as the page of new tournaments offers it."""

    key: str
    name: str
    book: str
    book_name: str
    game_name: str
    stack: int
    seats_per_table: int
    min_players: int
    max_players: int
    levels: int
    level_minutes: int
    notes: str


def cards() -> list[PresetCard]:
    """One card for each preset, those of a rulebook beside each other."""
    books = list(dict.fromkeys(preset.rulebook for preset in PRESETS))
    return [_card(preset) for book in books for preset in PRESETS if preset.rulebook == book]


def _card(preset: Preset) -> PresetCard:
    levels = preset.schedule.levels
    return PresetCard(
        key=preset.key,
        name=preset.name,
        book=preset.rulebook,
        book_name=rulebooks.get(preset.rulebook).name,
        game_name=played.of_preset(preset).game.name,
        stack=preset.starting_stack,
        seats_per_table=preset.seats_per_table,
        min_players=preset.min_players,
        max_players=preset.max_players,
        levels=len(levels),
        level_minutes=levels[0].minutes,
        notes=preset.notes,
    )
