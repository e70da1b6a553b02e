"""The htmx that pages run is the one the documents name."""

import re
from pathlib import Path

import django_htmx

ROOT = Path(__file__).parents[2]


def test_the_documents_name_the_version_of_htmx_that_is_served():
    """They said nothing of its being a beta."""
    script = Path(django_htmx.__file__).parent / "static/django_htmx/htmx-4.js"
    found = re.search(r"version = '([^']+)'", script.read_text("utf-8"))
    assert found is not None
    assert f"htmx {found[1]}" in (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_no_page_uses_what_was_repaired_after_the_beta():
    """Boosted links and view transitions: see docs/architecture.md."""
    pages = [page.read_text("utf-8") for page in (ROOT / "templates").rglob("*.html")]
    assert not [page for page in pages if "hx-boost" in page or "transition:true" in page]
