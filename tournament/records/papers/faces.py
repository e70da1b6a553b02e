"""The typeface papers are set in, the same as the pages', made ready once per process."""

from enum import Enum
from functools import cache
from io import BytesIO
from pathlib import Path

from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.fonts import TTFFont

FONT = "Shuffle Up Text"
_FILES = Path(__file__).resolve().parents[3] / "static" / "fonts"
_WEIGHTS = {"": 400, "B": 700}
_NOT_PRINTED = ("GDEF", "GPOS", "GSUB")  # shaping: nothing that a paper uses


class Letters(Enum):
    """Which of the two files of each weight is taken: a smaller one sets a paper sooner."""

    EVERYDAY = ""
    ALL = "-all"


def put_on(paper: FPDF, letters: Letters = Letters.ALL) -> None:
    """Make the typeface known to a paper, regular and bold."""
    for style, weight in _WEIGHTS.items():
        key = f"{FONT.lower()}{style}"
        face = BytesIO(_unpacked(f"text-{weight}{letters.value}.woff2"))
        paper.fonts[key] = TTFFont(paper, face, key, style)  # type: ignore[arg-type]  # a string


def lacks_letters(paper: FPDF) -> bool:
    """Whether something was to be printed that its typeface does not cover."""
    return any(isinstance(font, TTFFont) and font.missing_glyphs for font in paper.fonts.values())


@cache
def _unpacked(name: str) -> bytes:
    """A file of the pages' as papers embed it."""
    font = TTFont(_FILES / name, recalcTimestamp=False)
    font.flavor = None
    for table in _NOT_PRINTED:
        if table in font:
            del font[table]
    out = BytesIO()
    font.save(out)
    return out.getvalue()
