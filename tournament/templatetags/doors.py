"""The class by which a page leaves out what its reader may not open."""

from typing import Any

from django.template import Library

from tournament import doors

register = Library()


@register.filter
def needs(act: Any) -> str:
    """Of a button's form."""
    return f"needs-{doors.word(doors.of_form(act.url, act.fields.get('kind', '')))}"


@register.filter
def sees(address: str) -> str:
    """Of a link."""
    return f"sees-{doors.word(doors.of_page(address))}" if address else ""
