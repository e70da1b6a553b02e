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

import django
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium, servers, shots_tablet
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
    Shot("rulebooks-compared", "/rulebooks/compare/", LAPTOP, DESK_THEMES),
    Shot("pair", "/pair/", TABLET, DESK_THEMES),
    Shot("clock", "/t/{code}/clock/", HALL),
    Shot("leaderboard", "/t/{code}/leaderboard/", HALL),
    Shot("seating", "/t/{code}/seating/", HALL),
    Shot("structure", "/t/{code}/structure/", HALL),
    Shot("payouts", "/t/{code}/payouts/", HALL),
    Shot("table", "/t/{code}/tables/1/", HALL),
    Shot("rules", "/t/{code}/wall/rules/", HALL),
    Shot("conditions-hall", "/t/{code}/wall/conditions/", HALL),
    Shot("clubs-hall", "/t/{code}/wall/clubs/", HALL),
    Shot("donations-hall", "/t/{code}/wall/donations/", HALL),
    Shot("overlay-clock", "/t/{code}/overlay/clock/", HALL),
    Shot("overlay-leaderboard", "/t/{code}/overlay/leaderboard/", HALL),
    Shot("overlay-table", "/t/{code}/overlay/tables/1/", HALL),
    Shot("players", "/t/{code}/players/", PHONE, DESK_THEMES),
    Shot("player", "/t/{code}/players/1/", LAPTOP, DESK_THEMES),
    Shot("replay", "/t/{code}/replay/", LAPTOP, DESK_THEMES),
    Shot("hand", "/t/{code}/tables/1/hands/1/", LAPTOP, DESK_THEMES),
    Shot("signs", "/t/{code}/signs/", LAPTOP, DESK_THEMES),
    Shot("sign-hands", "/t/{code}/signs/hands/", LAPTOP, DESK_THEMES),
    Shot("sign-limits", "/t/{code}/signs/limits/", LAPTOP, DESK_THEMES),
    Shot("sign-structure", "/t/{code}/signs/structure/", LAPTOP, DESK_THEMES),
    Shot("poster", "/t/{code}/poster/", LAPTOP, DESK_THEMES),
    Shot("phone", "/t/{code}/", PHONE, DESK_THEMES),
    Shot("phone-table", "/t/{code}/tables/1/", PHONE),
)
STAFF = (
    Shot("console", "/t/{code}/console/", LAPTOP, DESK_THEMES),
    Shot("console-phone", "/t/{code}/console/", PHONE, DESK_THEMES),
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
        staff = signed_in(browser, site, password[1] if password else "")
        take(staff, (*STAFF, *every_other_page()), code)
        shots_tablet.take(browser, staff, code, OUT)
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
    demo = [sys.executable, "manage.py", "demo", "--tables", "6", "--speed"]
    quick = servers.start([*demo, "12"], site.environment)
    with suppress(subprocess.TimeoutExpired):  # it plays until it is told to stop
        quick.wait(SECONDS_PLAYED)
    servers.stop(quick)
    site.processes.append(servers.start([*demo, "1"], site.environment))
    with urllib.request.urlopen(site.url, timeout=30) as front:
        found = re.search(r"/t/(\w+)/", front.read().decode())
    return found[1] if found else ""


def every_other_page() -> list[Shot]:
    """The staff's pages as the table of permissions lists them: a new one is in it by itself."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.browser.test_accessibility import NO_PAGES  # these need Django
    from tests.tournament.test_permissions import PAGES, table  # the same

    taken = {shot.name for shot in STAFF} | NO_PAGES
    places = ((name, place(name)) for name in table(PAGES) if name not in taken)
    return [Shot(name, path, LAPTOP, DESK_THEMES) for name, path in places if path]


def place(name: str) -> str:
    """A page's address with the tournament's code left open; none where it needs more than that."""
    from django.urls import NoReverseMatch, reverse  # after django.setup

    for keys in ({"code": "CODE"}, {}, {"code": "CODE", "number": 1}):
        try:
            return reverse(name, kwargs=keys).replace("CODE", "{code}")
        except NoReverseMatch:
            continue
    return ""


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
            picture = OUT / f"{shot.name}{f'-{theme}' if theme else ''}.png"
            page.screenshot(path=picture)
            if shot.size == HALL:
                far_away(picture)


def far_away(picture: Path) -> None:
    """The same at a quarter of its size: what is read from ten metres is read in it."""
    with Image.open(picture) as large:
        small = large.resize((HALL[0] // 4, HALL[1] // 4))
        small.save(picture.with_stem(f"{picture.stem}-far"))


if __name__ == "__main__":
    main()
