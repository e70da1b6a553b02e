"""Look at an uploaded logo before it is kept: a PNG or an SVG that can do nothing but be seen."""

import struct
import zlib
from io import BytesIO
from xml.parsers import expat

from fpdf import FPDF

from engine.refusal import Refused

MOST_BYTES = 150_000
MOST_PIXELS = 2000
PNG, SVG = "image/png", "image/svg+xml"
_PNG_START = b"\x89PNG\r\n\x1a\n"
_DRAWING = frozenset(
    [
        "svg",
        "g",
        "defs",
        "title",
        "desc",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "text",
        "tspan",
        "use",
        "symbol",
        "lineargradient",
        "radialgradient",
        "stop",
        "clippath",
        "mask",
        "pattern",
        "style",
    ]
)


def check(data: bytes) -> str:
    """The kind of picture this is; refused in words if it cannot be shown safely."""
    if len(data) > MOST_BYTES:
        raise Refused(f"The logo can have at most {MOST_BYTES // 1000} kB. Make it smaller.")
    is_png = data.startswith(_PNG_START)
    (_check_png if is_png else _check_svg)(data)
    _check_printable(data)
    return PNG if is_png else SVG


def _check_png(data: bytes) -> None:
    """Every chunk whole, nothing behind the last, and of a size that screens can take."""
    at, first, last = len(_PNG_START), b"", b""
    while at + 12 <= len(data) and last != b"IEND":
        (length,) = struct.unpack(">I", data[at : at + 4])
        chunk = data[at + 4 : at + 8 + length]
        ending = data[at + 8 + length : at + 12 + length]
        if len(ending) != 4 or zlib.crc32(chunk) != struct.unpack(">I", ending)[0]:
            raise Refused("This PNG is damaged. Save it again and choose it again.")
        first, last, at = first or chunk, chunk[:4], at + 12 + length
    if last != b"IEND" or at != len(data) or first[:4] != b"IHDR":
        raise Refused("This PNG is damaged. Save it again and choose it again.")
    width, height = struct.unpack(">II", first[4:12])
    if not 0 < width <= MOST_PIXELS or not 0 < height <= MOST_PIXELS:
        raise Refused(f"The logo can be at most {MOST_PIXELS} pixels wide and high.")


def _check_svg(data: bytes) -> None:
    """Shapes, letters and colours only: no script, no picture from elsewhere, no entity."""
    reader = expat.ParserCreate()
    seen: list[str] = []
    reader.StartElementHandler = lambda name, given: seen.append(_checked_element(name, given))
    reader.CharacterDataHandler = _check_words
    reader.EntityDeclHandler = lambda *_: _not_a_drawing("an entity")
    try:
        reader.Parse(data, True)
    except (expat.ExpatError, ValueError):
        raise Refused("Choose a PNG or an SVG picture.") from None
    if seen[:1] != ["svg"]:
        raise Refused("Choose a PNG or an SVG picture.")


def _check_printable(data: bytes) -> None:
    """Papers bear it too: draw it on one that nobody keeps."""
    paper = FPDF()
    paper.add_page()
    try:
        paper.image(BytesIO(data), x=10, y=10, h=10)
        paper.output()
    except Exception as trouble:  # whatever a drawing can have wrong, it is the same to its owner
        raise Refused(
            "This logo cannot be printed. Save it as a PNG, or as a simpler SVG."
        ) from trouble


def _checked_element(name: str, given: dict[str, str]) -> str:
    plain = name.lower().rpartition(":")[2]
    if plain not in _DRAWING:
        _not_a_drawing(f"<{name}>")
    for attribute, value in given.items():
        if attribute.lower().startswith("on"):
            _not_a_drawing(attribute)
        if attribute.lower().endswith("href") and not value.startswith("#"):
            _not_a_drawing("a link to elsewhere")
        _check_words(value if not attribute.startswith("xmlns") else "")
    return plain


def _check_words(words: str) -> None:
    plain = "".join(words.lower().split())
    if "url(" in plain.replace("url(#", "") or "@import" in plain or "javascript:" in plain:
        _not_a_drawing("a link to elsewhere")


def _not_a_drawing(what: str) -> None:
    raise Refused(f"The SVG contains {what}, which a logo cannot have. Save it as a plain drawing.")
