"""Socket addresses of the tournament-wide screens."""

from typing import Any

from django.urls import path
from django.urls.resolvers import URLPattern

from tournament.live import consumers


def socket(address: str, application: Any) -> URLPattern:
    """A socket's address; Django's own types know pages only."""
    found: URLPattern = path(address, application)
    return found


websocket_urlpatterns = [
    socket("ws/t/<slug:code>/clock/", consumers.clock),
    socket("ws/t/<slug:code>/structure/", consumers.structure),
    socket("ws/t/<slug:code>/levels/", consumers.levels),
]
