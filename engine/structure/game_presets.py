"""The built-in games of each rulebook, by name: a book, a game and its usual settings."""

from dataclasses import replace

from engine import games, rulebooks
from engine.games import Game
from engine.rules.book import Rules, Settings

_CANBERRA = {
    "a": replace(games.get("manila"), appendix="A"),
    "b": replace(games.get("draw"), appendix="B"),
    "c": replace(games.get("plo"), appendix="C"),
    "d": replace(games.get("stud"), appendix="D"),
    "e": replace(games.get("nlhe"), name="No Limit Hold-Em (Early Bird)", appendix="E"),
    "f": replace(games.get("nlhe"), name="No Limit Hold-Em (Instant Satellite)", appendix="F"),
    "g": replace(games.get("nlhe"), name="No Limit Hold-Em (Super Satellite)", appendix="G"),
    "h": replace(games.get("nlhe"), name="No Limit Hold-Em", appendix="H"),
    "i": replace(games.get("she"), name="Limit Hold-Em", appendix="I"),
}
_BY_NAME: dict[str, tuple[str, Game]] = {
    "charity": ("charity", games.get("nlhe")),
    "charity-limit": ("charity", games.get("lhe")),
    "charity-pot": ("charity", games.get("phe")),
    "charity-half-pot": ("charity", games.get("hhe")),
    "adelaide": ("adelaide", games.get("nlhe")),
    "adelaide-limit": ("adelaide", games.get("lhe")),
    "adelaide-half-pot": ("adelaide", games.get("hhe")),
    "adelaide-pot": ("adelaide", games.get("phe")),
    "igr": ("igr", games.get("nlhe")),
    "igr-limit": ("igr", games.get("lhe")),
    "fours": ("fours", games.get("nlhe")),
    **{f"canberra-{letter}": ("canberra", game) for letter, game in _CANBERRA.items()},
}


def names() -> tuple[str, ...]:
    return tuple(_BY_NAME)


def own_game(preset: str) -> Game | None:
    """A preset's game under its own appendix and name; None where the game has but one."""
    letter = preset.removeprefix("canberra-")
    return _CANBERRA.get(letter) if letter != preset else None


def get(name: str, settings: Settings | None = None) -> Rules:
    """A built-in game ready to play; raises KeyError."""
    book, game = _BY_NAME[name]
    return Rules(rulebooks.get(book), game, settings)
