"""Money as pages write it."""

from django import template

from engine import amounts

register = template.Library()


@register.filter
def dollars(cents: int | str | None) -> str:
    """$1,250 or $12.50; nothing where there is no amount."""
    return "" if cents is None or cents == "" else amounts.dollars(int(cents))
