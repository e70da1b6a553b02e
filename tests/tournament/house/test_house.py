"""The house: its name, its logo and its colours, and what is not taken."""

import struct
import zlib
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from fpdf import FPDF

from engine.amounts import dollars
from engine.refusal import Refused
from engine.structure import presets
from tests.factories import DIRECTOR, NOW, house_director, running, seated, signed_in
from tournament.house.queries import colours, servers
from tournament.house.queries import house as house_queries
from tournament.house.services import house, logos
from tournament.models import House
from tournament.records.papers import marks

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def png(width: int = 8, height: int = 8, after: bytes = b"") -> bytes:
    """A small whole PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    size = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\0" * width) * height)
    body = chunk(b"IHDR", size) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body + after


def test_a_plain_png_and_a_plain_svg_are_taken():
    assert (logos.check(png()), logos.check(SVG)) == (logos.PNG, logos.SVG)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"GIF89a", "PNG or an SVG"),
        (b"<html/>", "<html>"),
        (png(after=b"<script>"), "damaged"),
        (png()[:-20], "damaged"),
        (png()[:60].replace(b"IDAT", b"IDAX") + png()[60:], "damaged"),
        (png(width=5000, height=1), "2000 pixels"),
        (SVG + b" " * logos.MOST_BYTES, "smaller"),
        (SVG.replace(b"<path", b"<script>1</script><path"), "<script>"),
        (SVG.replace(b"<path", b'<path onload="x()"'), "onload"),
        (SVG.replace(b"<path", b'<use href="http://else.where/a"/><path'), "elsewhere"),
        (SVG.replace(b"<path", b"<style>@import 'x'</style><path"), "elsewhere"),
        (SVG.replace(b"<path", b'<path fill="url(http://x)"'), "elsewhere"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG, "entity"),
    ],
)
def test_what_could_do_more_than_be_seen_is_not_taken(data: bytes, why: str):
    with pytest.raises(Refused, match=why):
        logos.check(data)


def test_a_drawing_that_no_paper_can_bear_is_not_taken():
    with pytest.raises(Refused, match="cannot be printed"):
        logos.check(SVG.replace(b"M0 0h9v9z", b"M0 0 nonsense 9"))


@pytest.mark.parametrize(
    ("logo", "width"),
    [(b"", 0), (SVG, 9), (png(16, 8), 18), (SVG.replace(b"9 9", b"90 9"), 45)],
    ids=["none", "square", "oblong", "long"],
)
def test_papers_bear_the_logo_in_its_own_shape_and_none_that_crowds_the_line(logo, width):
    paper = FPDF()
    paper.add_page()
    assert marks.put_logo(paper, logo, 10, 10, height=9) == pytest.approx(width)
    assert paper.output().startswith(b"%PDF")


def test_colours_that_cannot_be_read_are_refused_with_one_that_can():
    with pytest.raises(Refused, match=r"#ffee88 is hard to read.*Use #\w{6}"):
        house.check_colour("#ffee88")
    with pytest.raises(Refused, match="dark hall screens"):
        house.check_accent("#402010")
    with pytest.raises(Refused, match="six digits"):
        house.check_accent("red")


def test_every_shade_made_of_the_colours_can_be_read_on_its_ground():
    found = House(colour="#7a1f5c", accent="#4fb3ff")
    sheet = house_queries.sheet(found)
    assert "--action: #7a1f5c" in sheet
    assert "prefers-color-scheme" in sheet
    link = colours.readable("#7a1f5c", colours.DARK, towards=colours.WHITE)
    assert colours.contrast(link, colours.DARK) >= colours.TEXT
    assert house_queries.sheet(House()).count("--") == 0


@pytest.mark.django_db
@pytest.mark.rule("charity:5.2")
def test_the_house_is_on_every_page_and_screen_and_on_the_felt():
    cup = seated(3, preset=presets.get("charity"))
    browser = signed_in(house_director())
    logo = SimpleUploadedFile("logo.svg", SVG, "image/svg+xml")
    sent = {"name": "The Lantern Club", "colour": "#7a1f5c", "accent": "#4fb3ff", "logo": logo}
    assert browser.post("/house/", sent).status_code == 302
    shown = house_queries.picture()
    for address in ("/", f"/t/{cup.code}/clock/", f"/t/{cup.code}/tables/1/", "/house/"):
        page = browser.get(address).content.decode()
        assert f"/house/{shown.sheet}.css" in page, address
        assert f"/house/logo/{shown.logo}/" in page, address
    felt = Client().get(f"/t/{cup.code}/tables/1/").content.decode()
    assert 'class="oval-house" hx-morph-skip>The Lantern Club<' in felt
    picture = Client().get(f"/house/logo/{shown.logo}/")
    assert picture.content == SVG
    assert "sandbox" in picture.headers["Content-Security-Policy"]
    assert "--accent: #4fb3ff" in Client().get(f"/house/{shown.sheet}.css").content.decode()


@pytest.mark.django_db
def test_a_refused_colour_changes_nothing_and_the_logo_can_be_removed():
    browser = signed_in(house_director())
    house.furnish(house.Look("Old"), logo=png(), actor=DIRECTOR, now=NOW)
    answer = browser.post("/house/", {"name": "New", "colour": "#ffffff", "accent": ""})
    assert answer.status_code == 422
    assert "Use #" in answer.content.decode()
    assert house_queries.picture().name == "Old"
    browser.post("/house/logo/remove/")
    assert house_queries.picture() == house_queries.Branding(name="Old")
    assert Client().get("/house/logo/x/").status_code == 404
    with pytest.raises(Refused, match="60 characters"):
        house.furnish(house.Look("x" * 61), actor=DIRECTOR, now=NOW)


@pytest.mark.django_db
def test_a_house_may_deal_from_a_deck_of_four_colours_everywhere():
    cup = seated(2)
    places = ("/", f"/t/{cup.code}/tables/1/", f"/t/{cup.code}/signs/hands/", "/house/")
    browser = signed_in(house_director())
    assert all('data-deck="four"' not in browser.get(place).content.decode() for place in places)
    browser.post("/house/", {"name": "", "has_four_colours": "on"})
    assert all('data-deck="four"' in browser.get(place).content.decode() for place in places)


@pytest.mark.django_db
def test_the_house_page_names_the_servers_and_their_versions():
    page = signed_in(house_director()).get("/house/").content.decode()
    assert "Valkey 9." in page
    assert servers.database_version() in page


@pytest.mark.django_db
def test_amounts_and_hours_are_written_and_read_as_the_house_does():
    """The currency and both separators were fixed, and 55,50 was nothing anybody could type."""
    cup, browser = running(2), signed_in(house_director())
    written = {"currency": "€", "separators": "point", "has_12_hours": "on"}
    assert browser.post("/house/", written).status_code == 302
    page = browser.get(f"/t/{cup.code}/money/", headers={"Accept": "text/html"}).content.decode()
    assert 'data-group="."' in page
    assert 'data-hours="12"' in page
    sent = {"way": "in", "amount": "1.055,50", "command_id": str(uuid4())}
    browser.post(f"/t/{cup.code}/money/change/", sent)
    page = browser.get(f"/t/{cup.code}/money/").content.decode()
    assert "€1.055,50" in page
    refused = browser.post("/house/", {**written, "currency": "5€"}).content.decode()
    assert "Enter the currency as a sign" in refused


@pytest.mark.django_db
def test_a_field_left_empty_brings_our_own_way_of_writing_back():
    browser = signed_in(house_director())
    browser.post("/house/", {"currency": "AUD", "separators": "space"})
    browser.get("/house/")
    assert dollars(130_000) == "AUD\u00a01\u202f300"
    browser.post("/house/", {})
    browser.get("/house/")
    assert dollars(130_000) == "$1,300"
