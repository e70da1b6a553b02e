"""`make shots`: every page in every theme, and in every moment that changes its look.

An evening plays itself for those pages that show one. What it does not hold (a receipt, an
incident) comes from the house that the tests know, and the moments (a break, a showdown, nobody
there yet) are made for the purpose. The list of pages is the product's own: a new page is in it by
itself. The pictures are in var/shots.
"""

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium, servers
from tests.site import ROOT, LiveSite, start_site

OUT = ROOT / "var" / "shots"
SIZES = {
    "hall": (1920, 1080),
    "laptop": (1440, 900),
    "phone": (390, 844),
    "tablet": (1024, 768),
    "wide": (1280, 800),
}
ON_TABLETS = {"tablet", "pair", "practice", "practice-table"}
ON_PHONES = {"public", "mine", "players", "player", "offline", "my-receipt"}
ALSO = {"tablet": "wide", "public": "laptop", "console": "phone", "table-screen": "phone"}
THEMES = ("light", "dark")
SECONDS_PLAYED = 45
NOT_THERE = 404
SETTLED = 400  # milliseconds until a page has its first push
LOGO = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
    b'<circle cx="20" cy="20" r="20" fill="#7fd4ff"/>'
    b'<path d="M20 6 33 29H7z" fill="#0b2740"/></svg>'
)


@dataclass(frozen=True)
class Shot:
    """One page on one kind of screen; in light and dark where the reader may choose."""

    name: str
    path: str
    on: str
    is_of_the_evening: bool = False

    @property
    def themes(self) -> tuple[str, ...]:
        """A screen of the hall has its own light."""
        return THEMES if self.on in ("laptop", "phone") else ("",)


@dataclass
class Camera:
    """A browser that looks at one page after the other; at some only, if they are named."""

    page: Page
    only: tuple[str, ...] = ()
    taken: set[str] = field(default_factory=set)

    def take(self, shots: Iterable[Shot]) -> None:
        """Open each page at its size, let it connect, and keep the picture in every theme."""
        for shot in filter(self.is_wanted, shots):
            width, height = SIZES[shot.on]
            self.page.set_viewport_size({"width": width, "height": height})
            answer = self.page.goto(shot.path)
            if shot.is_of_the_evening and answer and answer.status == NOT_THERE:
                continue  # the house has one
            self.page.wait_for_timeout(SETTLED)
            for theme in shot.themes:
                self.keep(shot, theme)

    def is_wanted(self, shot: Shot) -> bool:
        """Whether a word in the picture's name was asked for, or nothing in particular."""
        return not self.only or any(word in shot.name for word in self.only)

    def keep(self, shot: Shot, theme: str = "") -> None:
        """The picture as it is now; of a hall screen also from afar."""
        if theme in THEMES:
            self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        name = "-".join(filter(None, (shot.name, theme)))
        picture = OUT / f"{name}.png"
        is_whole = shot.on in ("laptop", "phone")
        self.page.screenshot(path=picture, full_page=is_whole, animations="disabled")
        self.taken.add(shot.name)
        if shot.on == "hall":
            far_away(picture)


def main() -> None:
    """Play, look, and say where the pictures are."""
    OUT.mkdir(parents=True, exist_ok=True)
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=list(chromium.PLAIN)
        )
        code = evening_under_way(site)
        camera = Camera(signed_in(browser, site), tuple(sys.argv[1:]))
        camera.take(of_the_evening(code))
        if not camera.only:
            of_the_tablet(browser, camera, code)
        servers.stop(site.processes.pop())  # nobody plays on while other evenings are made
        camera.take(of_the_house(camera.taken))
        camera.take(of_all_moments())
        stale(camera, code)
        camera.take(of_a_furnished_house(code))
        browser.close()
    sys.stdout.write(f"{len(list(OUT.glob('*.png')))} pictures in {OUT}\n")


@contextmanager
def served() -> Iterator[LiveSite]:
    """An installation of its own in a folder that goes away, known to this process too."""
    with tempfile.TemporaryDirectory(prefix="shuffle-up-shots-") as folder:
        environment = {
            **os.environ,
            **servers.environment(),
            "VAR_DIR": folder,
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'shots.sqlite3'}",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        os.environ.update(environment)
        django.setup()
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


def signed_in(browser: Browser, site: LiveSite) -> Page:
    """The house director's own browser."""
    from django.conf import settings  # these need Django

    from tests import factories
    from tests.browser.test_two_tablets import apart
    from tournament.models import User

    def session() -> str:
        made = factories.user("ida")
        User.objects.filter(pk=made.pk).update(is_house_director=True, first_name="Ida")
        return factories.signed_in(made).cookies[settings.SESSION_COOKIE_NAME].value

    context = browser.new_context(base_url=site.url)
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": apart(session), "url": site.url}
    context.add_cookies([cookie])  # type: ignore[list-item]  # Playwright's own kind of dict
    return context.new_page()


def of_the_evening(code: str) -> list[Shot]:
    """Every page that the evening can fill."""
    from django.urls import get_resolver, reverse  # these need Django

    from tests import pages

    known: dict[str, Any] = {"code": code, "number": 1, "hand": 1, "book": "canberra"}
    known |= {"kind": "hands", "key": "results"}
    found = []
    for name in sorted(pages.pages()):
        keys = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
        if set(keys) <= set(known):
            place = reverse(name, kwargs={key: known[key] for key in keys})
            found += [Shot(as_file(name), place, kind(name), True), *also(name, place)]
    return found


def of_the_tablet(browser: Browser, camera: Camera, code: str) -> None:
    """Every sheet and step of the dealer tablet."""
    from tests import shots_tablet  # it needs Django

    shots_tablet.take(browser, camera.page, code, OUT)


def as_file(name: str) -> str:
    """A picture's own name: the hall's clock is just the clock."""
    return name.removesuffix("-screen")


def kind(name: str) -> str:
    """What a page is looked at on."""
    if name.endswith("-screen") or name.startswith("overlay-"):
        return "hall"
    return "tablet" if name in ON_TABLETS else "phone" if name in ON_PHONES else "laptop"


def also(name: str, place: str) -> list[Shot]:
    """The same on something else, where both are usual."""
    return [Shot(f"{as_file(name)}-{ALSO[name]}", place, ALSO[name])] if name in ALSO else []


def of_the_house(taken: set[str]) -> list[Shot]:
    """Every other page, in the house that holds something for each of them."""
    from tests import pages  # these need Django
    from tests.browser.test_two_tablets import apart

    places = apart(lambda: pages.House().places())
    missing = {name: place for name, place in places.items() if as_file(name) not in taken}
    return [Shot(as_file(name), place, kind(name)) for name, place in missing.items()]


def of_all_moments() -> list[Shot]:
    """A break, a showdown, eighty players, nobody at all."""
    from tests import moments  # these need Django
    from tests.browser.test_two_tablets import apart

    views = apart(lambda: [*moments.full(), *moments.crowd(), *moments.every()])
    return [Shot(view.name, view.path, view.on) for view in views]


def stale(camera: Camera, code: str) -> None:
    """A screen and a phone that have lost the server."""
    lost = (
        Shot("stale-clock", f"/t/{code}/clock/", "hall"),
        Shot("stale-phone", f"/t/{code}/", "phone"),
    )
    for shot in filter(camera.is_wanted, lost):
        camera.take([shot])
        camera.page.context.set_offline(True)
        camera.page.wait_for_timeout(SETTLED)
        for theme in shot.themes:
            camera.keep(shot, theme)
        camera.page.context.set_offline(False)


def of_a_furnished_house(code: str) -> list[Shot]:
    """With a name, a logo, two colours and four suits of the house's own."""
    from tests.browser.test_two_tablets import apart  # these need Django
    from tests.factories import DIRECTOR
    from tournament import requests
    from tournament.house.services import house

    look = house.Look("The Harbour Room", "#0b3a63", "#7fd4ff", has_four_colours=True)
    apart(lambda: house.furnish(look, actor=DIRECTOR, now=requests.now(), logo=LOGO))
    here = f"/t/{code}"
    return [
        Shot("house-clock", f"{here}/clock/", "hall"),
        Shot("house-table", f"{here}/tables/1/", "hall"),
        Shot("house-rules-wall", f"{here}/wall/rules/", "hall"),
        Shot("house-front", "/", "laptop"),
        Shot("house-console", f"{here}/console/", "laptop"),
        Shot("house-phone", f"{here}/", "phone"),
        Shot("house-sign", f"{here}/signs/hands/", "laptop"),
    ]


def far_away(picture: Path) -> None:
    """The same at a fifth of its size: what is read from ten metres is read in it."""
    with Image.open(picture) as large:
        small = large.resize((SIZES["hall"][0] // 5, SIZES["hall"][1] // 5))
        small.save(picture.with_stem(f"{picture.stem}-far"))


if __name__ == "__main__":
    main()
