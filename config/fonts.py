"""Cut the files in static/fonts out of the fonts as they are published.

Text is set in Source Sans 3, clocks and figures in Barlow Condensed, both under the SIL Open Font
License. To do it again, with newer versions or other letters:

    npm pack source-sans @fontsource/barlow-condensed     (two archives: unpack them into FOLDER)
    .venv/bin/python -m config.fonts FOLDER

What most pages need is a file of its own, and everything else a second one, so that a screen loads
less than 50 kB; papers take the same files. A cut font may not carry its old name (the license
reserves "Source"): ours are called after what they are for.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parent.parent / "static" / "fonts"
# Kerning, marks above letters, and figures of one width.
KEPT = ("kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum")
BARLOW = "barlow-condensed-latin"
SYMBOLS = "←↑→↓≈\u2212▲▸▼♠♣♥♦✓✗⌫"
# Numbers of the table of names.
COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL, VERSION, POSTSCRIPT = range(7)
LICENSE = 13
TERMS = "This Font Software is licensed under the SIL Open Font License, Version 1.1."


def everyday(code: int) -> bool:
    """Letters, figures and marks of western languages, and the symbols our pages have."""
    return code < 0x180 or 0x2010 <= code < 0x2040 or code == 0x20AC or chr(code) in SYMBOLS


def figures(code: int) -> bool:
    """What stands on a clock or beside chips: figures, plain letters, currencies."""
    return 0x20 <= code < 0x7F or chr(code) in "£¥€·½…\u00d7\u2013\u2212"


def european(code: int) -> bool:
    """Every Latin, Greek and Cyrillic letter, Vietnamese among them, and every symbol."""
    return code < 0x530 or 0x1E00 <= code < 0x2800


@dataclass(frozen=True)
class Cut:
    """One file: what it is called, which published file it is cut from, what it keeps."""

    name: str
    source: str
    family: str
    style: str
    covers: Callable[[int], bool]


CUTS = (
    Cut("text-400", "SourceSans3-Regular.ttf", "Shuffle Up Text", "Regular", everyday),
    Cut("text-700", "SourceSans3-Bold.ttf", "Shuffle Up Text", "Bold", everyday),
    Cut("text-400-all", "SourceSans3-Regular.ttf", "Shuffle Up Text", "Regular", european),
    Cut("text-700-all", "SourceSans3-Bold.ttf", "Shuffle Up Text", "Bold", european),
    Cut("figures-500", f"{BARLOW}-500-normal.woff2", "Shuffle Up Figures", "Medium", figures),
    Cut("figures-700", f"{BARLOW}-700-normal.woff2", "Shuffle Up Figures", "Bold", figures),
)


def make(cut: Cut, source: Path) -> TTFont:
    """The font with the letters that are wanted, under its own name."""
    font = TTFont(source, recalcTimestamp=False)
    options = Options(
        notdef_outline=True, layout_features=list(KEPT), hinting=False, name_IDs=["*"]
    )
    options.drop_tables += ["DSIG"]
    cutter = Subsetter(options)
    cutter.populate(unicodes=[code for code in font.getBestCmap() if cut.covers(code)])
    cutter.subset(font)
    rename(font, cut)
    font.flavor = "woff2"
    return font


def rename(font: TTFont, cut: Cut) -> None:
    """Leave whose it is and under which license; call it what it is here."""
    names = font["name"]
    kept = {key: names.getDebugName(key) for key in (COPYRIGHT, VERSION)}
    full = f"{cut.family} {cut.style}"
    kept |= {FAMILY: cut.family, STYLE: cut.style, UNIQUE: full, FULL: full}
    names.names = []
    for key, words in (kept | {POSTSCRIPT: full.replace(" ", ""), LICENSE: TERMS}).items():
        if words:
            names.setName(words, key, 3, 1, 0x409)


def find(folder: Path, names: Iterable[str]) -> dict[str, Path]:
    """Where each published file lies in the unpacked archives."""
    found = {name: next(iter(sorted(folder.rglob(name))), None) for name in names}
    missing = [name for name, path in found.items() if path is None]
    if missing:
        sys.exit(f"Not in {folder}: {', '.join(missing)}")
    return {name: path for name, path in found.items() if path is not None}


def main(folder: str) -> None:
    """Write every file anew, and say how large each is."""
    sources = find(Path(folder), {cut.source for cut in CUTS})
    for cut in CUTS:
        path = FONTS / f"{cut.name}.woff2"
        make(cut, sources[cut.source]).save(path)
        sys.stdout.write(f"{path.stat().st_size:7,} bytes  {path.name}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
