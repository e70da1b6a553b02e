"""The documentation as pages of the product: the same files that are read beside the code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs"
PICTURES = FOLDER / "screens"  # served as static files, in the folder "docs"
BESIDE_THE_CODE = {
    "contributing": ROOT / "CONTRIBUTING.md",
    "changelog": ROOT / "CHANGELOG.md",
    "reporting": ROOT / "SECURITY.md",
    "engine": ROOT / "engine" / "README.md",
}
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
HANDED_OUT = (*sorted((FOLDER / "examples").iterdir()), ROOT / "deploy" / "grafana.json")
# Markdown wants a head for every table, also for one that only lists things.
EMPTY_HEAD = re.compile(r"<thead>\s*<tr>\s*(?:<th>\s*</th>\s*)+</tr>\s*</thead>\s*")
NO_PART_OF_A_NAME = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True)
class Part:
    """What a heading says, and the name a link uses for it."""

    title: str
    name: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the documentation, ready to be shown."""

    title: str
    html: SafeString  # our own files: tags in them are escaped
    parts: tuple[Part, ...]


def files() -> dict[str, Path]:
    """Every page by its name; that of the first is empty."""
    named = {path.stem: path for path in sorted(FOLDER.glob("*.md"))}
    return {"": named.pop("README"), **named, **BESIDE_THE_CODE}


@cache
def page(name: str) -> Page:
    """This page; the files do not change while the program runs. Raises KeyError for no page."""
    path = files()[name]
    markdown = reader()
    tokens = markdown.parse(COMMENT.sub("", path.read_text("utf-8")))
    for token in every(tokens):
        point(token, path.parent)
    headings = [(opened.tag, heading(opened, text)) for opened, text in pairs(tokens)]
    html = EMPTY_HEAD.sub("", markdown.renderer.render(tokens, markdown.options, {}))
    parts = tuple(part for tag, part in headings if tag == "h2")
    return Page(headings[0][1].title, mark_safe(html), parts)


def reader() -> MarkdownIt:
    """Reads our Markdown, tables among it; a wide one scrolls in a frame of its own."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    frame = '<div class="docs-wide" tabindex="0"><table>'
    markdown.add_render_rule("table_open", lambda *_: frame)
    markdown.add_render_rule("table_close", lambda *_: "</table></div>")
    return markdown


def every(tokens: list[Token]) -> Iterator[Token]:
    """Each token with those inside it."""
    for token in tokens:
        yield token
        yield from token.children or ()


def pairs(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Each heading's start with its text."""
    for opened, text in pairwise(tokens):
        if opened.type == "heading_open":
            yield opened, text


def heading(opened: Token, text: Token) -> Part:
    """Give it the name under which links know it, as other readers of Markdown do."""
    title = "".join(inner.content for inner in text.children or ())
    name = NO_PART_OF_A_NAME.sub("", title.lower()).replace(" ", "-")
    opened.attrSet("id", name)
    return Part(title, name)


def point(token: Token, folder: Path) -> None:
    """Lead a link to the page of that file, and a picture to where it is served."""
    if token.type == "image":
        show(token, folder)
    elif href := str(token.attrGet("href") or ""):
        path, _, part = href.partition("#")
        if path and "://" not in path:
            token.attrSet("href", address((folder / path).resolve()) + (part and f"#{part}"))


def address(path: Path) -> str:
    """Where this file is found. Raises KeyError for one that is not among the documentation."""
    if path in HANDED_OUT:
        return reverse("docs-file", kwargs={"name": path.name})
    name = {file: name for name, file in files().items()}[path]
    return reverse("docs-page", kwargs={"page": name}) if name else reverse("docs")


def show(token: Token, folder: Path) -> None:
    """A picture takes its place before it is there, and is fetched when it is reached."""
    path = (folder / str(token.attrGet("src"))).resolve()
    width, height = size(path)
    token.attrs = {
        "src": static(f"docs/{path.relative_to(PICTURES)}"),
        "alt": token.content,
        "width": width,
        "height": height,
        "loading": "lazy",
    }


def size(path: Path) -> tuple[int, int]:
    """How many pixels wide and high a picture is; a drawing says so itself."""
    if path.suffix == ".svg":
        width, height = re.findall(r'(?:width|height)="(\d+)"', path.read_text("utf-8"))[:2]
        return int(width), int(height)
    with Image.open(path) as picture:
        return picture.size
