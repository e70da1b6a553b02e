"""Every page of the documentation is found and shown, beside the code and in the product."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from config import docs

ROOT = Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(([^)#]+)\)")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
PAGES = [ROOT / "README.md", *docs.files().values()]


def linked(page: Path) -> set[Path]:
    links = LINK.findall(page.read_text("utf-8"))
    return {(page.parent / link).resolve() for link in links if "://" not in link}


class Addresses(HTMLParser):
    """The names on a page, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.names |= {found["id"] or ""} if "id" in found else set()
        self.links += [found.get("href") or ""] if tag == "a" else []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path):
    assert [link for link in linked(page) if not link.is_file()] == []


def test_the_first_page_leads_to_all_others():
    assert linked(docs.FOLDER / "README.md") >= set(PAGES[2:])


def test_every_picture_is_shown_somewhere():
    shown = {
        (page.parent / path).resolve()
        for page in PAGES
        for path in PICTURE.findall(page.read_text("utf-8"))
    }
    assert shown == {*docs.PICTURES.iterdir()}


def test_in_the_product_every_link_between_pages_leads_somewhere():
    pages = {
        reverse("docs-page", kwargs={"page": name}) if name else reverse("docs"): name
        for name in docs.files()
    }
    files = {reverse("docs-file", kwargs={"name": file.name}) for file in docs.HANDED_OUT}
    read = {place: Addresses(docs.page(name).html) for place, name in pages.items()}
    for place, page in read.items():
        for link in page.links:
            path, _, part = link.partition("#")
            target = read.get(path or place)
            is_there = target is not None and (not part or part in target.names)
            assert "://" in link or path in files or is_there, f"{place}: {link}"


@pytest.mark.django_db
def test_a_dealer_reads_their_page_in_the_product_without_an_account(client: Client):
    first = client.get(reverse("docs")).content.decode()
    place = reverse("docs-page", kwargs={"page": "dealing"})
    assert f'href="{place}"' in first
    page = client.get(place).content.decode()
    assert "<h1 " in page
    assert 'src="/static/docs/tablet' in page
    assert f'href="{reverse("docs")}"' in page


@pytest.mark.django_db
def test_an_example_is_text_and_other_files_are_not_handed_out(client: Client):
    example = client.get(reverse("docs-file", kwargs={"name": "overlay.html"}))
    assert example.headers["Content-Type"].startswith("text/plain")
    for name in ("settings.py", "README.md", "..%2Fconfig%2Fsettings.py"):
        assert client.get(f"/docs/files/{name}").status_code == 404
    assert client.get("/docs/nothing/").status_code == 404
