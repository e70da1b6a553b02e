"""The README leads to every page of the documentation, and shows what is there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(([^)#]+)\)")


def linked() -> set[str]:
    return set(LINK.findall((ROOT / "README.md").read_text()))


def test_every_link_leads_to_a_file():
    local = [link for link in linked() if "://" not in link]
    assert [link for link in local if not (ROOT / link).is_file()] == []


def test_every_page_and_every_picture_is_linked():
    files = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "screens").glob("*.png")]
    assert linked() >= {str(file.relative_to(ROOT)) for file in files}
