"""The one-way rule is kept by a machine; these tests also show that it would notice a breach."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from engine import clauses
from tests import architecture

ROOT = Path(__file__).resolve().parent.parent
MOST = 22
TOP = {
    *("config", "engine", "tables", "tournament", "templates", "static"),
    *("bench", "deploy", "docs", "tests"),
}
# What git leaves out: data, and what running and testing leave behind.
LEFT_OUT = {"var", "build", "node_modules", "test-results", "__pycache__"}
# A charity is a book, and here whoever receives a donation.
WHO_RECEIVES = (
    "tables.results.queries.payouts",
    "tournament.api.prizes",
    "tournament.money_urls",
    "tournament.prizes.queries.giving",
    "tournament.prizes.services.giving",
    "tournament.records.queries.reports.giving",
    "tournament.views.prizes.giving",
)
NO_ROOMS = {
    "api",
    "management",
    "migrations",
    "models",
    "queries",
    "services",
    "templatetags",
    "views",
}
ROOMS = sorted(
    (path.parent.parent.name, path.parent.name)
    for app in ("engine", "tables", "tournament")
    for path in (ROOT / app).glob("*/__init__.py")
    if path.parent.name not in NO_ROOMS
)
PACKAGES = sorted(
    str(path.parent.relative_to(ROOT))
    for app in architecture.OURS
    for path in (ROOT / app).rglob("__init__.py")
    if not {"management", "migrations"} & {*path.parts}
)


def holds_a_file(folder: Path) -> bool:
    """Whether there is more in it than what Python leaves behind where a module was."""
    return any(path.is_file() and path.suffix != ".pyc" for path in folder.rglob("*"))


def test_the_project_keeps_the_import_rules():
    assert architecture.breaches(architecture.project_modules(ROOT)) == []


def test_no_modules_import_each_other_in_a_circle():
    assert architecture.circles(architecture.project_modules(ROOT)) == []


def test_a_circle_is_noticed_wherever_it_begins():
    modules = {
        "tables.play.queries.hands": "from tables.play.queries import pictures",
        "tables.play.queries.pictures": "from tables.play.queries.tablet import drawn",
        "tables.play.queries.tablet": "from tables.play.queries import hands",
        "tables.views.tablet.dealer": "from tables.play.queries import tablet",
    }
    (found,) = architecture.circles(modules)
    assert sorted(found) == sorted(modules)[:3]


def test_what_only_a_type_checker_reads_makes_no_circle():
    read = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from engine.hand import state"
    modules = {"engine.hand.events": read, "engine.hand.state": "from engine.hand import events"}
    assert architecture.circles(modules) == []


def test_one_module_writes_chips():
    ours = architecture.project_modules(ROOT)
    apps = {
        name: text for name, text in ours.items() if name.startswith(("tables.", "tournament."))
    }
    assert architecture.chip_writers(apps) == {"tournament.records.services.ledger"}


@pytest.mark.parametrize(
    "source",
    [
        "ChipMove(amount=5)",
        "ChipMove.objects.create(amount=5)",
        "ChipMove.objects.filter(pk=1).update(amount=5)",
        "entry.stack += 5",
        "entry.stack = 5",
        "Entry.objects.filter(pk=1).update(stack=5)",
        "Entry.objects.bulk_update(entries, ['stack'])",
    ],
)
def test_another_writer_of_chips_is_noticed(source: str):
    assert architecture.chip_writers({"tables.chips.services.tips": source})


def test_no_folder_is_added_at_the_top():
    folders = {path.name for path in ROOT.glob("[!.]*/") if holds_a_file(path)}
    assert {name for name in folders - LEFT_OUT if not name.endswith(".egg-info")} == TOP


def test_no_folder_of_modules_grows_into_a_corridor():
    names = architecture.project_modules(ROOT).keys()
    packages = {name.rpartition(".")[0] for name in names}
    folders = Counter(name.rpartition(".")[0] for name in names - packages)
    assert {folder: n for folder, n in folders.items() if n > MOST} == {}


@pytest.mark.parametrize(("app", "room"), ROOMS)
def test_every_room_has_its_place(app: str, room: str):
    assert room in (architecture.ENGINE if app == "engine" else architecture.ROOMS[app])


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_says_what_it_is_for_and_what_it_may_import(package: str):
    said = ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text("utf-8"))) or ""
    purpose, _, imports = said.partition("\n\n")
    assert purpose
    assert "import" in imports, said


def test_no_module_outside_the_rulebooks_knows_a_book_by_its_name():
    modules = architecture.project_modules(ROOT)
    receivers = dict.fromkeys(WHO_RECEIVES, ("charity",))
    found = architecture.books_named(modules, clauses.books(), receivers)
    assert found == {}


def test_a_book_named_outside_the_rulebooks_is_noticed():
    modules = {
        "engine.prizes.deals": 'FORBIDDEN = {"igr": "igr:A.1.Chop"}',
        "engine.rulebooks.igr": 'BOOK = "igr"',
        "tournament.views.prizes.giving": 'chosen = row["charity"]',
    }
    besides = {"tournament.views.prizes.giving": ("charity",)}
    assert architecture.books_named(modules, clauses.books(), besides) == {
        "engine.prizes.deals": ["igr"]
    }


def test_every_module_of_the_project_is_looked_at():
    modules = architecture.project_modules(ROOT)
    assert {"config.settings", "engine.cards.cards", "tournament.models", "tables.models"} <= set(
        modules
    )


@pytest.mark.parametrize(
    ("module", "source", "said"),
    [
        ("engine.hand.state", "import django", "pure"),
        ("engine.hand.state", "import numpy", "pure"),
        ("engine.hand.state", "def f():\n    import time", "pure"),
        ("engine.hand.state", "import tournament.models", "pure"),
        ("engine.hand.state", "from engine.management import markers", "an edge"),
        ("engine.hand.state", "import random\nrandom.choice([1])", "chance"),
        ("engine.hand.state", "from datetime import datetime\ndatetime.now()", "clock"),
        ("engine.hand.state", "open('x')", "pure"),
        ("engine.cards.ranking", "from engine.hand import state", "stands after"),
        ("engine.hand.events", "from engine.rules.book import Rules", "stands after"),
        ("engine.games", "from engine.cards import cards", "stands after"),
        ("tournament.models.entries", "from tournament.prizes.queries import placings", "above"),
        ("tournament.models.entries", "class A:\n    def save(self): pass", "save"),
        ("tournament.clock.queries.clock", "from tournament.clock.services import clock", "above"),
        ("tournament.clock.queries.clock", "from tournament.house import services", "above"),
        ("tournament.clock.services.clock", "from tournament import tasks", "above"),
        ("tournament.clock.services.clock", "from tournament.views import director", "above"),
        ("tournament.clock.services.clock", "timezone.now()", "clock"),
        ("tournament.clock.queries.clock", "timezone.localtime()", "clock"),
        ("tournament.clock.services.clock", "from tables.models import Table", "must not know"),
        ("tournament.views.console.director", "from tables.play import queries", "must not know"),
        ("tables.models.play", "from tables import broadcast", "above"),
        ("tables.seating.queries.seating", "from tournament.clock.services import clock", "above"),
        ("tables.play.services.play", "import tables.views", "above"),
        ("tables.play.services.play", "from config import health", "above"),
        ("tables.views.tablet.dealer", "from django.dispatch import receiver", "signals"),
        ("tournament.tasks", "from config import settings", "above"),
    ],
)
def test_a_breach_is_noticed(module: str, source: str, said: str):
    found = architecture.breaches({module: source})
    assert found
    assert said in found[0]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.referee.dealing", "import random\nrandom.Random(7)"),
        ("engine.clock.clock", "from datetime import datetime, timedelta"),
        ("engine.structure.presets", "from engine.clock import clock\nfrom engine import games"),
        ("engine", "from engine.referee.referee import decide"),
        ("engine.matrix", "from engine.structure import presets"),
        ("engine.management.commands.rules", "import sys\nfrom django.core import management"),
        ("tables.play.services.play", "from tournament.records.services import journal"),
        (
            "tables.play.services.play",
            "from tables import broadcast\nfrom engine.hand import state",
        ),
        ("tournament.clock.services.clock", "from tournament.live import broadcast"),
        ("tournament.clock.queries.clock", "timezone.localtime(since)"),
        ("tournament.requests", "timezone.now()\nfrom tournament.clock.services import clock"),
        ("tables.views.tablet.dealer", "from tournament import requests"),
        ("config.routing", "import tables.routing"),
    ],
)
def test_what_the_rules_allow_passes(module: str, source: str):
    assert architecture.breaches({module: source}) == []
