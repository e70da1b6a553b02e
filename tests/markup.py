"""What a page says, whatever the lines its template is written in."""

import re
from html import unescape
from typing import Any

from django.test import Client


def one_line(page: str) -> str:
    """The page without the white space that only its source needs."""
    return re.sub("> <", "><", re.sub("[ \t\r\n]+", " ", page).strip())  # not the figures' spaces


def read_aloud(page: str) -> str:
    """What stands on the page, without its elements."""
    return " ".join(unescape(re.sub("<[^>]*>", "", page)).split())


def said(answer: Any) -> str:
    """What an answer says, on one line."""
    return " ".join(answer.content.decode().split())


def public(address: str) -> str:
    """A page as anybody gets it."""
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()
