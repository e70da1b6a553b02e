"""`make shots`: a picture of every page, from an evening that plays itself, into var/shots."""

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium, servers
from tests.site import ROOT, LiveSite, start_site

OUT = ROOT / "var" / "shots"
PASSWORD = "three-green-tables-9"
HALL, LAPTOP, PHONE = (1920, 1080), (1440, 900), (390, 844)
TABLET, WIDE_TABLET = (1024, 768), (1280, 800)
SECONDS_PLAYED = 45


@dataclass(frozen=True)
class Shot:
    """One page at one size; in light and dark where the reader may choose."""

    name: str
    path: str
    size: tuple[int, int]
    themes: tuple[str, ...] = ("",)


DESK_THEMES = ("light", "dark")
PUBLIC = (
    Shot("front", "/", LAPTOP, DESK_THEMES),
    Shot("rulebooks", "/rulebooks/", LAPTOP, DESK_THEMES),
    Shot("rulebook", "/rulebooks/canberra/", LAPTOP, DESK_THEMES),
    Shot("sign-in", "/sign-in/", LAPTOP, DESK_THEMES),
    Shot("pair", "/pair/", TABLET, DESK_THEMES),
    Shot("clock", "/t/{code}/clock/", HALL),
    Shot("leaderboard", "/t/{code}/leaderboard/", HALL),
    Shot("seating", "/t/{code}/seating/", HALL),
    Shot("structure", "/t/{code}/structure/", HALL),
    Shot("payouts", "/t/{code}/payouts/", HALL),
    Shot("table", "/t/{code}/tables/1/", HALL),
    Shot("phone", "/t/{code}/", PHONE, DESK_THEMES),
    Shot("phone-table", "/t/{code}/tables/1/", PHONE),
)
STAFF = (
    Shot("console", "/t/{code}/console/", LAPTOP, DESK_THEMES),
    Shot("console-phone", "/t/{code}/console/", PHONE, DESK_THEMES),
    Shot("entries", "/t/{code}/entries/", LAPTOP, DESK_THEMES),
    Shot("devices", "/t/{code}/devices/", LAPTOP, DESK_THEMES),
    Shot("staff", "/t/{code}/staff/", LAPTOP, DESK_THEMES),
    Shot("journal", "/t/{code}/journal/", LAPTOP, DESK_THEMES),
    Shot("new-tournament", "/tournaments/new/", LAPTOP, DESK_THEMES),
    Shot("tablet", "/t/{code}/tables/1/tablet/", TABLET),
    Shot("tablet-wide", "/t/{code}/tables/1/tablet/", WIDE_TABLET),
)


def main() -> None:
    """Play, look, and say where the pictures are."""
    OUT.mkdir(parents=True, exist_ok=True)
    with served() as site, sync_playwright() as playwright:
        password = re.search(r"password\s+(\S+)", site.manage("prepare"))
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=["--no-sandbox", "--disable-gpu"]
        )
        code = evening_under_way(site)
        visitor = browser.new_page(base_url=site.url)
        take(visitor, PUBLIC, code)
        take(signed_in(browser, site, password[1] if password else ""), STAFF, code)
        browser.close()
    sys.stdout.write(f"{len(list(OUT.glob('*.png')))} pictures in {OUT}\n")


@contextmanager
def served() -> Iterator[LiveSite]:
    """An installation of its own in a folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="shuffle-up-shots-") as folder:
        environment = {
            **os.environ,
            **servers.environment(),
            "VAR_DIR": folder,
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'shots.sqlite3'}",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        site = LiveSite(0, environment)
        site.manage("migrate", "-v0")
        site.manage("collectstatic", "-v0", "--no-input")
        site = start_site(environment)
        try:
            yield site
        finally:
            site.stop()


def evening_under_way(site: LiveSite) -> str:
    """Bots play quickly for a while, then at a pace that leaves time to look."""
    demo = [sys.executable, "manage.py", "demo", "--speed"]
    quick = servers.start([*demo, "12"], site.environment)
    with suppress(subprocess.TimeoutExpired):  # it plays until it is told to stop
        quick.wait(SECONDS_PLAYED)
    servers.stop(quick)
    site.processes.append(servers.start([*demo, "1"], site.environment))
    with urllib.request.urlopen(site.url, timeout=30) as front:
        found = re.search(r"/t/(\w+)/", front.read().decode())
    return found[1] if found else ""


def signed_in(browser: Browser, site: LiveSite, password: str) -> Page:
    """The director's own browser."""
    page = browser.new_page(base_url=site.url)
    page.goto("/sign-in/")
    page.fill("[name=username]", "director")
    page.fill("[name=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_url("**/password/")
    page.fill("[name=new_password1]", PASSWORD)
    page.fill("[name=new_password2]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.url}/")
    return page


def take(page: Page, shots: tuple[Shot, ...], code: str) -> None:
    """Open each page at its size, let it connect, and keep the picture."""
    for shot in shots:
        page.set_viewport_size({"width": shot.size[0], "height": shot.size[1]})
        for theme in shot.themes:
            page.goto(shot.path.format(code=code))
            if theme:
                page.evaluate("theme => localStorage.setItem('theme', theme)", theme)
                page.reload()
            page.wait_for_timeout(1500)
            page.screenshot(path=OUT / f"{shot.name}{f'-{theme}' if theme else ''}.png")


if __name__ == "__main__":
    main()
