"""Parts of pages that are drawn once for the same values: most seats, from bet to bet."""

from typing import Any

from django.template import Context, Library, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.template.loader_tags import IncludeNode
from django.utils.safestring import SafeString

from engine import amounts

register = Library()

MOST = 4096  # drawings of all parts that one process keeps
_drawn: dict[tuple[Any, ...], SafeString] = {}


class Kept(IncludeNode):
    """An include that sees the values it is given and nothing else.

    What is drawn follows from them and the house's way to write amounts alone, so that it is kept
    by them and never grows old.
    """

    def __init__(self, template: FilterExpression, values: dict[str, FilterExpression]) -> None:
        super().__init__(template, extra_context=values, isolated_context=True)

    def render(self, context: Context) -> SafeString:
        """As it was drawn before for these values, or drawn now."""
        values = (value.resolve(context) for value in self.extra_context.values())
        key = self.template.token, amounts.style(), context.use_l10n, context.autoescape, *values
        if (drawn := _drawn.get(key)) is None:
            if len(_drawn) >= MOST:
                _drawn.clear()
            drawn = _drawn[key] = super().render(context)
        return drawn


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """{% kept "tables/_oval_seat.html" seat=seat %}: what it is given must be hashable."""
    _, template, *rest = token.split_contents()
    values = token_kwargs(rest, parser)
    if rest or not values:
        raise TemplateSyntaxError("kept takes a template and what it is given, by name")
    return Kept(parser.compile_filter(template), values)
