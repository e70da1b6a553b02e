"""Colours of a house that stay readable in every light (WCAG AA)."""

import re

TEXT = 4.5
WHITE, HALL, DARK, LIGHT = "#ffffff", "#06100b", "#1f2b25", "#ebeae1"
LETTERS = {"light": "#fbf8ee", "dark": "#1a1200"}
_WRITTEN = re.compile(r"#[0-9a-f]{6}")


def is_colour(text: str) -> bool:
    """Whether this is a colour as pages write it: #14553b."""
    return _WRITTEN.fullmatch(text) is not None


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part) for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, other: str, share: float) -> str:
    """So much of the other colour in this one."""
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def readable(colour: str, *grounds: str, towards: str) -> str:
    """The nearest shade that can be read as text on all these grounds."""
    shades = (mixed(colour, towards, step / 50) for step in range(51))
    fits = (shade for shade in shades if all(contrast(shade, ground) >= TEXT for ground in grounds))
    return next(fits, towards)
