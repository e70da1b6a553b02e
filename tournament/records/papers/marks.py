"""What papers bear beside their words: the house's logo, and a code that leads to the live page."""

import struct
from io import BytesIO

import segno
from fpdf import FPDF
from fpdf.svg import SVGObject

PNG_START = b"\x89PNG"
WIDEST = 5.0  # a logo is at most so many times as wide as it is high; a wider one is set smaller


def put_logo(paper: FPDF, logo: bytes, x: float, y: float, *, height: float) -> float:
    """Draw it within a strip of this height; how wide it came out."""
    if not logo:
        return 0.0
    width = height * _shape(logo)
    shrunk = min(1.0, WIDEST * height / width)
    wide, high = width * shrunk, height * shrunk
    paper.image(BytesIO(logo), x=x, y=y + (height - high) / 2, w=wide, h=high)
    return wide


def _shape(logo: bytes) -> float:
    """How many times as wide as high it is."""
    if logo.startswith(PNG_START):
        width, height = struct.unpack(">II", logo[16:24])
        return float(width / height)
    drawing = SVGObject(logo)
    _, _, width, height = drawing.viewbox or (0, 0, drawing.width, drawing.height)
    return float(width or 1) / float(height or 1)


def put_code(paper: FPDF, address: str, x: float, y: float, *, size: float) -> None:
    """A QR code, dark on white."""
    rows = list(segno.make(address, error="m", micro=False).matrix)
    unit = size / len(rows)
    paper.set_fill_color(0)
    for row, cells in enumerate(rows):
        for column, is_dark in enumerate(cells):
            if is_dark:
                paper.rect(x + column * unit, y + row * unit, unit, unit, style="F")
