"""What a tournament plays, made of what Setup saved: the one value that pages and hands read."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine import games, rulebooks
from engine.games import Game
from engine.rules.book import Rules, Settings
from engine.schedule.schedule import Level, Schedule
from engine.structure import game_presets, house_rules, level_games
from engine.structure.law import Preset


@dataclass(frozen=True, slots=True)
class Played:
    """The book, the chosen game and the house's rules; the preset names only the appendix."""

    rulebook: str
    preset: str
    usual: str  # the id of the tournament's own game
    settings: Settings

    @property
    def game(self) -> Game:
        """The tournament's own game, with the deck and the way to win of the house."""
        return self.of_id(self.usual)

    def of_level(self, level: Level) -> Game:
        """The game of this level, likewise."""
        return self.of_id(level_games.of_level(level, usual=self.usual))

    def of_id(self, game_id: str) -> Game:
        """A game by its id, likewise; raises KeyError."""
        return self.settings.dealt(self._named(game_id))

    def all_of(self, schedule: Schedule) -> list[Game]:
        """Every game of a schedule, the tournament's own first."""
        ids = (self.usual, *(self.of_level(level).id for level in schedule.levels))
        return [self.of_id(game_id) for game_id in dict.fromkeys(ids)]

    def rules(self, game_id: str = "") -> Rules:
        """What hands of this game are played by; made once."""
        return _rules(self, game_id or self.usual)

    def _named(self, game_id: str) -> Game:
        """The preset's own game is called as its appendix calls it, at any limit."""
        own, (name, _, limit) = game_presets.own_game(self.preset), game_id.partition(":")
        if own is None or own.id != name:
            return games.get(game_id)
        return games.with_limit(own, limit) if limit else own


def of(plain: Mapping[str, Any], *, rulebook: str, preset: str, game: str) -> Played:
    """What a stored structure plays under its book."""
    return Played(rulebook, preset, game, house_rules.settings(plain))


def of_preset(preset: Preset) -> Played:
    """What a preset plays as it stands."""
    return Played(preset.rulebook, preset.key, preset.game, Settings())


@cache
def _rules(played: Played, game_id: str) -> Rules:
    return Rules(rulebooks.get(played.rulebook), played.of_id(game_id), played.settings)
