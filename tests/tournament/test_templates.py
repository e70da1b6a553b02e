"""Every page and fragment, with next to nothing known: it renders, and keeps the content policy."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory

from tournament.permissions import NOBODY
from tournament.setup.queries.tournaments import PageHeading

FOLDERS = ("screens", "public", "accounts", "console", "forms", "live", "art")
ROOT = Path(settings.BASE_DIR) / "templates"
NAMES = sorted(
    str(path.relative_to(ROOT))
    for path in (*ROOT.glob("*.html"), *(p for f in FOLDERS for p in (ROOT / f).glob("*.html")))
)
# Fragments that are given what they are about: the pages that include them show it to them.
GIVEN: dict[str, dict[str, Any]] = {
    "console/_form.html": {
        "act": SimpleNamespace(url="/t/K7Q2/draw/", label="Draw seats", fields={"entry": 3})
    },
    "public/_event_card.html": {"t": {"code": "K7Q2", "name": "Cup"}},
    "console/_schedule_row.html": {"row": {"kind": "level", "name": "Level 1", "index": 0}},
    "public/_screens.html": {
        "t": {"code": "K7Q2"},
        "screens": [{"title": "Clock", "about": "time", "url": "/t/K7Q2/clock/"}],
        "numbers": [1, 2],
    },
    "console/take_back.html": {"hand": {"number": 1}},
    "public/mine.html": {"token": "secret", "mine": {"number": 1, "name": "Rosa"}},
    "public/mine_draw.html": {
        "token": "secret",
        "draw_id": 7,
        "draw": {"title": "Seats", "is_waiting": True},
    },
    "public/_clause.html": {"refusal": {"clause": "canberra:13.4"}},
}
CUP = PageHeading(
    id=1,
    code="K7Q2",
    name="Cup",
    state="registering",
    state_words="Registration open",
    book="charity",
    book_name="Charity poker",
    game_name="Hold'em",
    started_at=None,
    finished_at=None,
)
HOUSE = {"name": "The Lantern Club", "logo": "0f", "sheet": "1e"}


@pytest.fixture
def render():
    def rendered(name, **context):
        request = RequestFactory().get("/")
        request.actor = NOBODY  # type: ignore[attr-defined]  # as tables/middleware.py gives it
        given = {"house": HOUSE, "tournament": CUP, **GIVEN.get(name, {}), **context}
        return render_to_string(name, given, request=request)

    return rendered


@pytest.mark.parametrize("name", NAMES)
def test_a_page_renders_with_next_to_nothing_known(render, name):
    assert isinstance(render(name), str)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_nothing_inline(render, name):
    page = render(name, actor={"is_signed_in": True, "name": "Rosa", "may_create": True})
    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", page)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_asks_no_other_host(render, name):
    page = render(name)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)


@pytest.mark.parametrize("name", [name for name in NAMES if "<main" in (ROOT / name).read_text()])
def test_a_page_has_a_language_and_a_title(render, name):
    page = render(name)
    assert '<html lang="en"' in page
    assert re.search(r"<title>[^<]+</title>", page)


@pytest.mark.parametrize("fragment", ["clock", "standings", "seating", "table", "console"])
def test_a_live_fragment_has_one_root_with_its_id_and_version(render, fragment):
    folder = "console" if fragment == "console" else "screens"
    drawn = render(f"{folder}/_{fragment}.html", **{fragment: {"version": 12}}).strip()
    assert re.match(rf"<section id=\"{fragment}\"[^>]*\sdata-version=\"12\"", drawn)
    assert drawn.endswith("</section>")
    assert drawn.count("<section") == 1


@pytest.mark.parametrize("phase", ["break", "paused"])
def test_a_clock_that_is_not_running_says_so_in_words(render, phase):
    drawn = render("screens/_clock.html", clock={"phase": phase})
    assert {"break": "until play resumes", "paused": "Paused"}[phase] in drawn
