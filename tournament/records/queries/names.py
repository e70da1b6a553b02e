"""Names as they are looked for: without accents and capitals, word by word."""

import unicodedata
from collections.abc import Sequence


def plain(words: str) -> str:
    """Without accents and capitals."""
    taken_apart = unicodedata.normalize("NFD", words.strip().casefold())
    return "".join(letter for letter in taken_apart if not unicodedata.combining(letter))


def begins(wanted: Sequence[str], name: str) -> bool:
    """Whether each of these plain words begins a word of the name."""
    words = plain(name).split()
    return all(any(word.startswith(one) for word in words) for one in wanted)
