"""The rules of poker: values in, values out. The names of the README's first hand, in one import.

They are looked up when first asked for, so that whoever wants one package loads only that one. The
engine may import the standard library, but nothing that reads files, clocks or chance.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.hand import commands
    from engine.hand.applying import apply, replay
    from engine.hand.setup import Participant, Setup
    from engine.hand.state import Hand
    from engine.referee.options import options
    from engine.referee.referee import act, decide, undo
    from engine.referee.start import begin, facts, start
    from engine.referee.story import sentence
    from engine.refusal import NeedsRuling, Refused
    from engine.rules.book import Rules, Settings
    from engine.structure import game_presets

__all__ = [
    "Hand",
    "NeedsRuling",
    "Participant",
    "Refused",
    "Rules",
    "Settings",
    "Setup",
    "act",
    "apply",
    "begin",
    "commands",
    "decide",
    "facts",
    "game_presets",
    "options",
    "replay",
    "sentence",
    "start",
    "undo",
]

_HOME = {
    "Hand": "engine.hand.state",
    "NeedsRuling": "engine.refusal",
    "Participant": "engine.hand.setup",
    "Refused": "engine.refusal",
    "Rules": "engine.rules.book",
    "Settings": "engine.rules.book",
    "Setup": "engine.hand.setup",
    "act": "engine.referee.referee",
    "apply": "engine.hand.applying",
    "begin": "engine.referee.start",
    "commands": "engine.hand",
    "decide": "engine.referee.referee",
    "facts": "engine.referee.start",
    "game_presets": "engine.structure",
    "options": "engine.referee.options",
    "replay": "engine.hand.applying",
    "sentence": "engine.referee.story",
    "start": "engine.referee.start",
    "undo": "engine.referee.referee",
}

if not TYPE_CHECKING:  # or it would hide every misspelt name from the checker

    def __getattr__(name: str) -> Any:
        """One of the names above, from where it lives."""
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        package = import_module(home)
        return package.__dict__.get(name) or import_module(f"{home}.{name}")
