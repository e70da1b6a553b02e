"""How a template is laid out, as functions on its text: one element a line, no line too long."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

LONGEST = 120
# Elements that stand on lines of their own; what flows within a text shares its line.
BLOCKS = {
    *("html", "head", "title", "meta", "link", "script", "style", "body", "template"),
    *("header", "main", "footer", "nav", "section", "article", "aside", "search", "address", "hr"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "blockquote", "figure", "figcaption", "div"),
    *("ul", "ol", "menu", "li", "dl", "dt", "dd", "details", "summary", "dialog"),
    *("table", "caption", "colgroup", "thead", "tbody", "tfoot", "tr", "th", "td"),
    *("form", "fieldset", "legend", "optgroup", "option"),
}
OPENING = re.compile(
    r"{%\s*(?P<tag>block|for|if|ifchanged|localize|with)\b.*?%}"
    r"|{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->|<(?P<element>[a-zA-Z][\w-]*)"
)
KEPT = re.compile(r"(<(pre|script|style|textarea)\b[^<]*?>)(.*?)(</\2>)", re.DOTALL)


def templates(root: Path) -> dict[str, str]:
    """Every HTML template of the project by its name."""
    folder = root / "templates"
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.html"))
    }


def breaches(sources: Mapping[str, str]) -> list[str]:
    """Where the layout is not kept, as template, line and what is wrong with it."""
    return [
        f"{name}:{number}: {wrong}"
        for name, source in sources.items()
        for number, (line, markup) in enumerate(_lines(source), start=1)
        for wrong in (*_too_long(line), *_crowded(markup))
    ]


def _lines(source: str) -> Iterator[tuple[str, str]]:
    """Each line as it is, and without what stands in an element that keeps its white space."""
    bare = KEPT.sub(lambda kept: kept[1] + re.sub(r"[^\n]", "", kept[3]) + kept[4], source)
    return zip(source.split("\n"), bare.split("\n"), strict=True)


def _too_long(line: str) -> Iterator[str]:
    if len(line) > LONGEST:
        yield f"{len(line)} characters"


def _crowded(line: str) -> Iterator[str]:
    opened = ""
    for found in OPENING.finditer(line):
        element = (found["element"] or "").lower()
        if element in BLOCKS and opened:
            yield f"<{element}> behind {opened}"
        if element in BLOCKS:
            opened = f"<{element}>"
        elif found["tag"]:
            opened = opened or f"{{% {found['tag']} %}}"
