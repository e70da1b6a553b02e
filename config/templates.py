"""How templates are read: without the indentation that only their source needs."""

import re

from django.template import Origin
from django.template.loaders import filesystem

# What keeps its white space comes first, so that no indentation is found within it.
KEPT_OR_INDENT = re.compile(
    r"<(?P<element>pre|textarea|script|style)\b.*?</(?P=element)>"
    r"|{% verbatim\b.*?{% endverbatim\b"
    r"|(?P<indent>(?<=\n)[ \t]+)",
    re.DOTALL,
)


class Loader(filesystem.Loader):
    """Django's, where a line of a page begins with its first word.

    Indentation shows nowhere and would travel with every push. Line ends stay: words stay apart, a
    comment ends where it did, and an error names the line it is in.
    """

    def get_contents(self, origin: Origin) -> str:
        """The template, and no indentation if it is a page."""
        source = super().get_contents(origin)
        return without_indent(source) if origin.name.endswith(".html") else source


def without_indent(source: str) -> str:
    """The source with every line at the margin, except where white space is content."""
    return KEPT_OR_INDENT.sub(lambda found: "" if found["indent"] else found[0], source)
