"""Scripts are modules: each says what it needs, runs once, and leaves nothing in the window."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.core.management import call_command

from config.static_files import IMPORT

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPTS = {path.name: path for path in (ROOT / "static" / "js").glob("*.js")}
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
TAG = re.compile(
    r"""<script\b(?P<how>[^>]*?)src="\{% static 'js/(?P<name>[\w-]+\.js)' %\}"[^>]*>"""
)
NEEDS = re.compile(IMPORT)
FINGERPRINT = re.compile(r"^\./([\w-]+)\.[0-9a-f]{12}\.js$")
# A module would come too late: after the first paint, or after the first tap.
AT_ONCE = {"theme.js", "first-taps.js"}
ALONE = {"tablet-ahead.js", "tablet-raises.js", "tablet-clock.js", "tablet-seats.js", "chips.js"}
THE_WORLD = re.compile(
    r"\b(document|window|globalThis|localStorage|sessionStorage|fetch|navigator|location|htmx"
    r"|setTimeout|setInterval|addEventListener|Date|performance|crypto|Math\.random)\b"
)


def code(name: str) -> str:
    """The script without its comments."""
    return re.sub(r"(?m)(^|\s)//.*$", "", SCRIPTS[name].read_text("utf-8"))


def needs(name: str) -> set[str]:
    """The scripts that this one imports."""
    return {found["url"].removeprefix("./") for found in NEEDS.finditer(code(name))}


def tags() -> list[tuple[str, str]]:
    """How a page names a script, and which."""
    words = "\n".join(template.read_text("utf-8") for template in TEMPLATES)
    return [(found["how"], found["name"]) for found in TAG.finditer(words)]


def test_every_page_takes_its_scripts_as_modules():
    plain = {name for how, name in tags() if 'type="module"' not in how}
    assert plain == AT_ONCE


def test_no_import_is_written_as_collecting_would_not_see_it():
    """It would be fetched under its plain name: not kept by the browser, and run a second time."""
    words = re.compile(r"(?m)^\s*(?:import|export)\b[^=(]*?[\"'].*$|\bimport\s*\(")
    for name in SCRIPTS:
        left = NEEDS.sub("", code(name))
        assert words.findall(left) == [], name


def test_what_a_page_names_nobody_imports_and_all_the_rest_somebody_does():
    named = {name for _, name in tags()}
    imported = set().union(*map(needs, SCRIPTS))
    assert named & imported == set()
    assert named | imported == set(SCRIPTS)


def test_no_script_needs_itself_by_a_detour():
    TopologicalSorter({name: needs(name) for name in SCRIPTS}).prepare()


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_nothing_is_left_in_the_window(name: str):
    assert (
        re.findall(r"\b(?:window|globalThis|self)(?:\.\w+|\[.*?\])+\s*[?|&]*=[^=]", code(name))
        == []
    )
    assert "shuffleUp" not in code(name)


@pytest.mark.parametrize("name", sorted(ALONE))
def test_what_the_tablet_computes_alone_sees_no_page_no_network_and_no_clock(name: str):
    assert THE_WORLD.findall(code(name)) == []
    assert needs(name) <= ALONE


def test_what_the_tablet_computes_alone_has_one_door():
    inside = ALONE - {"tablet-ahead.js", "chips.js"}
    assert {name for name in SCRIPTS if needs(name) & inside} <= ALONE


def test_collected_scripts_import_each_other_by_fingerprint(tmp_path: Path, settings):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "config.static_files.StaticFilesStorage"}
    }
    call_command("collectstatic", verbosity=0, interactive=False)
    collected = sorted((tmp_path / "js").glob("*.????????????.js"))
    assert len(collected) == len(SCRIPTS)
    urls = [
        (path, found["url"])
        for path in collected
        for found in NEEDS.finditer(path.read_text("utf-8"))
    ]
    assert len(urls) > 20
    for path, url in urls:
        assert FINGERPRINT.match(url), path.name
        assert (path.parent / url).is_file(), path.name
