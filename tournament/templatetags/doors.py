"""The class by which a page leaves out what its reader may not open."""

from typing import Any

from django.template import Context, Library
from django.urls import reverse
from django.utils.html import format_html

from tournament import doors
from tournament.permissions import may_see

register = Library()


@register.filter
def needs(act: Any) -> str:
    """Of a button's form."""
    return f"needs-{doors.word(doors.of_form(act.url, act.fields.get('kind', '')))}"


@register.filter
def sees(address: str) -> str:
    """Of a link."""
    return f"sees-{doors.word(doors.of_page(address))}" if address else ""


@register.simple_tag(takes_context=True)
def door(context: Context, name: str, words: str, style: str = "") -> str:
    """A link to a page of the tournament at hand; the words alone for who may not open it."""
    tournament, actor = context["tournament"], context["request"].actor
    address = reverse(name, args=[tournament.code])
    if not may_see(actor, doors.of_page(address), tournament.id):
        return "" if style else words
    return format_html('<a class="{}" href="{}">{}</a>', style, address, words)


@register.filter
def opens(address: str, looks: str) -> bool:
    """Whether who may look at all this may open the page."""
    return doors.word(doors.of_page(address)) in looks.split()
