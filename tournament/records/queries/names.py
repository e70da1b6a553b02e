"""Names as they are written down, and as they are looked for."""

import unicodedata
from collections.abc import Sequence

JOINERS = "\u200c\u200d"  # Persian and Indic names are spelled with them


def legible(words: str) -> str:
    """On one line, of what a reader sees: no control, none that turns the direction of others."""
    return " ".join("".join(map(_seen, words)).split())


def _seen(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind == "Cf":
        return letter if letter in JOINERS else ""
    return " " if kind in ("Cc", "Cs", "Zl", "Zp") else letter


def plain(words: str) -> str:
    """Without accents and capitals."""
    taken_apart = unicodedata.normalize("NFD", words.strip().casefold())
    return "".join(letter for letter in taken_apart if not unicodedata.combining(letter))


def begins(wanted: Sequence[str], name: str) -> bool:
    """Whether each of these plain words begins a word of the name."""
    words = plain(name).split()
    return all(any(word.startswith(one) for word in words) for one in wanted)
