"""The typeface papers are set in, made ready once per process.

A paper embeds the letters it uses. Cutting them out of the typeface as it is published costs more
than setting the paper, so they are cut out of one that has been reduced to what printing needs.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from io import BytesIO

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.fonts import TTFFont

FONT = "Source Sans Pro"
_FACES = {"": "Regular", "B": "Bold"}
# Shaping and signing: nothing that a paper uses.
_NOT_PRINTED = ("BASE", "DSIG", "GDEF", "GPOS", "GSUB")

Covers = Callable[[int], bool]


def whole(code: int) -> bool:
    """Every letter the typeface has."""
    return True


def everyday(code: int) -> bool:
    """Latin letters, figures, punctuation, currencies and arrows: what most papers need."""
    return code < 0x250 or 0x2000 <= code < 0x2300


def put_on(paper: FPDF, covers: Covers = whole) -> None:
    """Make the typeface known to a paper, regular and bold."""
    for style, face in _FACES.items():
        key = f"{FONT.lower()}{style}"
        reduced = BytesIO(_reduced(face, covers))
        paper.fonts[key] = TTFFont(paper, reduced, key, style)  # type: ignore[arg-type]  # a string


def lacks_letters(paper: FPDF) -> bool:
    """Whether something was to be printed that its typeface does not cover."""
    return any(isinstance(font, TTFFont) and font.missing_glyphs for font in paper.fonts.values())


@cache
def _reduced(face: str, covers: Covers) -> bytes:
    source = files("font_source_sans_pro") / "files" / f"SourceSansPro-{face}.ttf"
    font = TTFont(BytesIO(source.read_bytes()), recalcTimestamp=False)
    options = Options(notdef_outline=True, recommended_glyphs=True, glyph_names=True)
    options.drop_tables += _NOT_PRINTED
    options.name_IDs = ["*"]
    cutter = Subsetter(options)
    cutter.populate(unicodes=[code for code in font.getBestCmap() if covers(code)])
    cutter.subset(font)
    out = BytesIO()
    font.save(out)
    return out.getvalue()
