"""What a page says, whatever the lines its template is written in."""

import re


def one_line(page: str) -> str:
    """The page without the white space that only its source needs."""
    return re.sub("> <", "><", re.sub("[ \t\r\n]+", " ", page).strip())  # not the figures' spaces
