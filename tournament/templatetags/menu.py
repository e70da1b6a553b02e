"""The console's menu, for the page one is on."""

from typing import Any

from django.template import Context, Library

from tournament import menu as console
from tournament.setup.queries.tournaments import PageHeading

register = Library()


@register.simple_tag(takes_context=True)
def menu(context: Context, tournament: PageHeading) -> dict[str, Any]:
    """What whoever looks may open, with the place one is at marked."""
    request = context["request"]
    here = request.resolver_match.url_name if request.resolver_match else ""
    return console.menu(request.actor, tournament.id, tournament.code, here, request.path)
