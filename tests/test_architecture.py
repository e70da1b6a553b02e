"""The one-way rule is kept by a machine; these tests also show that it would notice a breach."""

from pathlib import Path

import pytest

from tests import architecture

ROOT = Path(__file__).resolve().parent.parent


def test_the_project_keeps_the_import_rules():
    assert architecture.breaches(architecture.project_modules(ROOT)) == []


def test_every_module_of_the_project_is_looked_at():
    modules = architecture.project_modules(ROOT)
    assert {"config.settings", "engine.cards", "tournament.models", "tables.models"} <= set(modules)


@pytest.mark.parametrize(
    ("module", "source", "said"),
    [
        ("engine.hand", "import django", "pure"),
        ("engine.hand", "import numpy", "pure"),
        ("engine.hand", "def f():\n    import time", "pure"),
        ("engine.hand", "import tournament.models", "pure"),
        ("engine.hand", "from engine.management import markers", "an edge"),
        ("engine.hand", "import random\nrandom.choice([1])", "chance"),
        ("engine.hand", "from datetime import datetime\ndatetime.now()", "clock"),
        ("engine.hand", "open('x')", "pure"),
        ("tournament.models.entries", "from tournament.queries import placings", "above"),
        ("tournament.models.entries", "class A:\n    def save(self): pass", "save"),
        ("tournament.queries.clock", "from tournament.services import clock", "above"),
        ("tournament.queries.clock", "from tournament import services", "above"),
        ("tournament.services.clock", "from tournament import tasks", "above"),
        ("tournament.services.clock", "from tournament.views import director", "above"),
        ("tournament.services.clock", "timezone.now()", "clock"),
        ("tournament.queries.clock", "timezone.localtime()", "clock"),
        ("tournament.services.clock", "from tables.models import Table", "must not know"),
        ("tournament.views.director", "from tables import queries", "must not know"),
        ("tables.models.play", "from tables import broadcast", "above"),
        ("tables.queries.seating", "from tournament.services import clock", "above"),
        ("tables.services.play", "import tables.views", "above"),
        ("tables.services.play", "from config import health", "above"),
        ("tables.views.dealer", "from django.dispatch import receiver", "signals"),
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
        ("engine.deal", "import random\nrandom.Random(7)"),
        ("engine.clock", "from datetime import datetime, timedelta"),
        ("engine.management.commands.rules", "import sys\nfrom django.core import management"),
        ("tables.services.play", "from tournament.services import journal"),
        ("tables.services.play", "from tables import broadcast\nfrom engine import hand"),
        ("tournament.services.clock", "from tournament import broadcast"),
        ("tournament.queries.clock", "timezone.localtime(since)"),
        ("tournament.http", "timezone.now()\nfrom tournament.services import clock"),
        ("tables.views.dealer", "from tournament import http"),
        ("config.routing", "import tables.routing"),
    ],
)
def test_what_the_rules_allow_passes(module: str, source: str):
    assert architecture.breaches({module: source}) == []
