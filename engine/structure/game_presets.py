"""The built-in games of each rulebook, by name: a book, a game and its usual settings."""

from engine.games import Game
from engine.rulebooks import BOOKS
from engine.rules.book import Rules, Settings

_BY_NAME = {name: (book, game) for book in BOOKS.values() for name, game in book.games.items()}


def names() -> tuple[str, ...]:
    return tuple(_BY_NAME)


def own_game(preset: str) -> Game | None:
    """A preset's game under its own appendix and name; None where the game has but one."""
    _, game = _BY_NAME.get(preset, (None, None))
    return game if game is not None and game.appendix else None


def get(name: str, settings: Settings | None = None) -> Rules:
    """A built-in game ready to play; raises KeyError."""
    book, game = _BY_NAME[name]
    return Rules(book, game, settings)
