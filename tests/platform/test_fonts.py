"""The fonts are our own files: small, free, whole for what pages say, and figures stay put."""

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from config import fonts

ROOT = Path(__file__).resolve().parent.parent.parent
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text("utf-8")
FACE = re.compile(r"@font-face \{(.*?)\n\}", re.DOTALL)
FILE = re.compile(r'url\("\.\./fonts/([\w-]+)\.woff2"\)')
SPAN = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")
EVERYDAY = [cut for cut in fonts.CUTS if cut.covers is not fonts.european]
MOST = 60_000


def font_of(cut: fonts.Cut) -> TTFont:
    return TTFont(fonts.FONTS / f"{cut.name}.woff2")


def faces() -> dict[str, set[int]]:
    """Each file that the pages' sheet names, with the letters it is asked for."""
    found = {}
    for face in FACE.findall(TOKENS):
        spans = [(int(a, 16), int(b or a, 16)) for a, b in SPAN.findall(face)]
        letters = {code for low, high in spans for code in range(low, high + 1)}
        found[FILE.findall(face)[0]] = letters
    return found


def test_the_sheet_names_each_file_and_no_other():
    files = {path.stem for path in fonts.FONTS.glob("*.woff2")}
    assert set(faces()) == files == {cut.name for cut in fonts.CUTS}


def test_what_most_pages_load_is_small():
    sizes = {cut.name: (fonts.FONTS / f"{cut.name}.woff2").stat().st_size for cut in EVERYDAY}
    assert sum(sizes.values()) < MOST, sizes


@pytest.mark.parametrize("cut", fonts.CUTS, ids=lambda cut: cut.name)
def test_each_says_whose_it_is_and_goes_by_a_name_of_ours(cut: fonts.Cut):
    names = font_of(cut)["name"]
    owners = "Adobe" if "SourceSans" in cut.source else "The Barlow Project Authors"
    assert owners in names.getDebugName(fonts.COPYRIGHT)
    assert names.getDebugName(fonts.LICENSE) == fonts.TERMS
    assert names.getDebugName(fonts.FAMILY) == cut.family
    assert owners in (fonts.FONTS / "OFL.txt").read_text("utf-8")


@pytest.mark.parametrize("cut", fonts.CUTS, ids=lambda cut: cut.name)
def test_figures_are_of_one_width(cut: fonts.Cut):
    font = font_of(cut)
    glyphs = [font.getBestCmap()[ord(figure)] for figure in "0123456789"]
    if cut.family == "Shuffle Up Figures":
        glyphs = [tabular(font)[glyph] for glyph in glyphs]
    assert len({font["hmtx"][glyph][0] for glyph in glyphs}) == 1


def tabular(font: TTFont) -> dict[str, str]:
    """What the font sets for each figure where a sheet asks for tabular ones."""
    table = font["GSUB"].table
    features = [each for each in table.FeatureList.FeatureRecord if each.FeatureTag == "tnum"]
    lookups = [table.LookupList.Lookup[number] for number in features[0].Feature.LookupListIndex]
    subtables = [subtable for lookup in lookups for subtable in lookup.SubTable]
    plain = [getattr(subtable, "ExtSubTable", subtable) for subtable in subtables]
    return {name: other for subtable in plain for name, other in subtable.mapping.items()}


def test_no_page_asks_for_a_second_file_to_say_what_we_wrote():
    sources = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").glob("*.js")]
    written = set("".join(path.read_text("utf-8") for path in sources))
    everyday = set(map(chr, font_of(fonts.CUTS[0]).getBestCmap()))
    assert {letter for letter in written if letter.isprintable()} <= everyday


def test_each_letter_is_looked_for_in_the_file_that_has_it():
    asked = faces()
    for weight in (400, 700):
        small, large = asked[f"text-{weight}"], asked[f"text-{weight}-all"]
        has = {cut.name: set(font_of(cut).getBestCmap()) for cut in fonts.CUTS}
        assert has[f"text-{weight}"] <= small
        assert has[f"text-{weight}-all"] <= small | large
        assert not small & large
