"""What is found while someone types, without a new page."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_an_operation_is_found_by_its_words_and_a_part_by_its_link(page: Page):
    page.goto("/api/#api-seats")
    parts, rows = page.locator(".api-part"), page.locator(".api-list > li")
    expect(page.locator("#api-seats")).to_have_attribute("open", "")
    page.keyboard.press("/")
    expect(page.get_by_label("Find an operation")).to_be_focused()
    page.keyboard.type("post penalties")
    found = rows.filter(visible=True)
    expect(found).not_to_have_count(0)
    assert all("POST" in words for words in found.all_inner_texts())
    expect(page.locator("#found")).to_have_text(f"{found.count()} of {rows.count()}")
    assert parts.filter(visible=True).count() < parts.count()
    page.get_by_label("Find an operation").fill("")
    expect(parts.filter(visible=True)).to_have_count(parts.count())
    expect(page.locator(".api-part[open]")).to_have_count(0)
