"""Pictures of the dealer's tablet in states that an evening shows only now and then."""

from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser import tablet_pictures as pictures

SIZES = {"": (1024, 768), "-wide": (1280, 800), "-upright": (768, 1024)}


def take(browser: Browser, page: Page, code: str, out: Path) -> None:
    """A showdown with side pots, the sheet of what happened, and the practice table."""
    showdown(browser, out)
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"/t/{code}/tables/1/tablet/")
    page.click("#open-happened")
    page.wait_for_selector("#sheet")
    page.screenshot(path=out / "tablet-happened.png")
    practice(page, out)


def showdown(browser: Browser, out: Path) -> None:
    """Three pots, read aloud and proposed."""
    for name, (width, height) in SIZES.items():
        with browser.new_context(viewport={"width": width, "height": height}) as context:
            page = context.new_page()
            pictures.FakeTable(pictures.side_pots()).serve(page)
            page.evaluate("document.querySelector('[data-live-status]').remove()")  # no server here
            page.screenshot(path=out / f"tablet-side-pots{name}.png")


def practice(page: Page, out: Path) -> None:
    """The door, a scene at the table, and the mark so far."""
    page.goto("/practice/")
    page.screenshot(path=out / "practice.png")
    page.check("[name=table][value=script]")
    page.click("text=Begin")
    page.click("#do-start")
    page.wait_for_selector(".tablet-scene")
    page.screenshot(path=out / "practice-table.png")
    page.goto(page.url + "mark/")
    page.screenshot(path=out / "practice-mark.png")
