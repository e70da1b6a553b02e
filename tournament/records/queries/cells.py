"""Words that a spreadsheet program must take as words."""

import re

STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def plain(words: str) -> str:
    """Without characters that no file of this kind may hold."""
    return UNPRINTABLE.sub("", words)


def as_typed(words: str) -> str:
    """Without the apostrophe that harmless puts in front, so that a file comes back as it was."""
    return words[1:] if words[:1] == "'" and words[1:].startswith(STARTS_A_FORMULA) else words


def harmless(words: str) -> str:
    """Words that would be taken for a formula get an apostrophe in front, as typing one would."""
    words = plain(words)
    return f"'{words}" if words.startswith(STARTS_A_FORMULA) else words
