"""Fixtures for everyone: the databases, a served site, a browser."""

import gc
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.template.backends.django import Template
from django.test import Client, TransactionTestCase
from playwright.sync_api import Browser, Page, expect, sync_playwright

from config.machine import local_redis
from engine import amounts
from tables import broadcast
from tables.equipment.queries import devices
from tables.models import Table
from tables.play.queries import scenes
from tests import chromium, factories, servers, template_fields
from tests.installation import Installation
from tests.site import LiveSite, site_environment, start_site
from tournament import requests
from tournament.models import Tournament

pytest_plugins = ["tests.rule_markers", "tests.rule_places"]

ROOT = Path(__file__).resolve().parent.parent
TOUCHES_DATABASE = {"db", "transactional_db", "live_site"}
PATIENCE_MS = 30_000  # for what must come about: four processes may share two cores
LONG = (
    *("faults", "platform", "browser", "live", "attacks"),
    *("evenings", "test_every_game", "test_as_set_up"),
)


@pytest.hookimpl(trylast=True)  # after -k and -m: what was not asked for cannot be missing
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the long ones, so that all processes end together; leave out what cannot run."""
    items.sort(key=lambda item: _place(item.path))
    _leave_out_journeys(config, items)


def pytest_collection_finish() -> None:
    """Look no more for garbage among the thousands of collected tests: they all stay."""
    gc.collect()
    gc.freeze()


def _place(path: Path) -> int:
    """Where a file comes: in the order of the long ones, or after them."""
    names = (*path.parts, path.stem)
    return next((place for place, name in enumerate(LONG) if name in names), len(LONG))


def _leave_out_journeys(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the browser journeys where there is no browser; CI does not accept that."""
    journeys = [item for item in items if "browser" in getattr(item, "fixturenames", ())]
    if not journeys or chromium.find():
        return
    if chromium.is_required():
        raise pytest.UsageError(chromium.NOT_RUN)
    items[:] = [item for item in items if item not in journeys]
    config.hook.pytest_deselected(items=journeys)
    config.stash[left_out] = len(journeys)


left_out = pytest.StashKey[int]()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say loudly what was left out."""
    if config.stash.get(left_out, 0) or (not chromium.find() and config.option.dist != "no"):
        terminalreporter.write_line(chromium.NOT_RUN, red=True, bold=True)


@pytest.fixture(scope="session", autouse=True)
def fields_of_templates() -> Iterator[None]:
    """Whatever a test draws is looked at first: each name its template asks for must be there."""
    draw, seen = Template.render, set[tuple[object, ...]]()

    def render(self: Template, context: dict[str, Any] | None = None, request: Any = None) -> Any:
        given = context or {}
        name, kinds = self.template.name, tuple((key, type(given[key])) for key in sorted(given))
        is_ours = self.backend.name == "django"  # not a widget of Django's own
        if name and is_ours and (name, kinds) not in seen:
            wrong = template_fields.faults(name, template_fields.kind_of(given))
            assert not wrong, "; ".join(map(str, wrong))
            seen.add((name, kinds))
        return draw(self, context, request)

    setattr(Template, "render", render)  # noqa: B010 (the type checker knows it as it was)
    yield
    setattr(Template, "render", draw)  # noqa: B010


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Start PostgreSQL with the first test that needs it, so that others do not wait for it."""
    if not servers.IS_SQLITE:
        servers.start_postgres()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Leave the databases to their server, which goes away with the run: nothing to wait for."""
    return True


@pytest.fixture(scope="session", autouse=True)
def _empty_tables_in_one_step() -> Iterator[None]:
    """After a test that commits, empty its tables without Django's rite for new installations."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: servers.empty_tables())
        yield


@pytest.fixture(autouse=True)
def _forget_what_this_process_kept() -> None:
    """A test that commits leaves its rows' numbers to the next one."""
    for kept in (scenes._kept, devices._tablets, devices._places, broadcast._unwatched):
        kept.clear()


@pytest.fixture(autouse=True)
def _forget_what_redis_knows(request: pytest.FixtureRequest) -> None:
    """Begin with an empty Redis: lock-outs, caches and queued tasks of other tests are gone.

    So are the heads that were signed for their tournaments.
    """
    has_marker = request.node.get_closest_marker("django_db") is not None
    if has_marker or TOUCHES_DATABASE & set(request.fixturenames):
        with redis.Redis.from_url(settings.REDIS_URL) as server:
            server.flushall()
        shutil.rmtree(settings.HEADS_DIR, ignore_errors=True)


@pytest.fixture
def director(db: None) -> Client:
    """The house director's browser, signed in."""
    return factories.signed_in(factories.house_director())


@pytest.fixture
def cup(db: None) -> Tournament:
    """Four players at two tables; play has begun."""
    return factories.running(4, seats=2)


@pytest.fixture
def table(db: None) -> Table:
    """Four players at one table, before the first hand, under Adelaide's rules."""
    return factories.table_of(factories.running(4))


@pytest.fixture(autouse=True)
def plainly_written() -> Iterator[None]:
    """No test leaves the process writing amounts as its house does."""
    yield
    amounts.use(amounts.PLAIN)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> factories.Wall:
    """The clock on the wall as every page reads it, two minutes after the start; a test sets it."""
    wall = factories.Wall()
    monkeypatch.setattr(requests, "now", lambda: wall.now)
    return wall


@pytest.fixture(scope="session")
def _served(django_db_setup: None) -> Iterator[LiveSite]:
    """Daphne, started once for all tests of this process."""
    environment = site_environment()
    collected = servers.folder() / "static.collected"
    with servers.held(servers.folder() / "static.lock"):  # the run's processes share the files
        if not collected.is_file():
            subprocess.run(COLLECT, env=environment, cwd=ROOT, check=True)
            collected.touch()
    site = start_site(environment)
    yield site
    site.stop()


COLLECT = [sys.executable, "-m", "config.machine.ready", "static"]


@pytest.fixture
def live_site(_served: LiveSite, transactional_db: None) -> Iterator[LiveSite]:
    """A served site on this test's database: real Daphne, real Redis; what it stores goes away."""
    yield _served
    _served.settle()


@pytest.fixture
def live_tasks(live_site: LiveSite) -> Iterator[LiveSite]:
    """The same with a real Celery worker and beat beside it."""
    live_site.start_tasks()
    yield live_site
    live_site.stop_tasks()


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    """What `make run` starts, in a folder of its own; it is not started yet."""
    ours = Installation(tmp_path, local_redis.free_port())
    yield ours
    if ours.process is not None:
        ours.end(signal.SIGTERM)


@pytest.fixture(scope="module")
def _browser() -> Iterator[Browser]:
    """Chromium for one file of journeys: while it lives, no asyncio test can run beside it."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(),
            args=[*chromium.PLAIN, "--disable-dev-shm-usage"],
        )
        yield browser
        browser.close()


@pytest.fixture
def browser(_browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """Chromium, and leave to use the database meanwhile: Playwright keeps an event loop running."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    return _browser


@pytest.fixture
def page(browser: Browser, live_site: LiveSite) -> Iterator[Page]:
    """A browser page whose addresses start at the served site."""
    with browser.new_context(base_url=live_site.url) as context:
        yield context.new_page()
