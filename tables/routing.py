"""Socket addresses of screens, tables, tablets and the console."""

from typing import Any

from django.urls import path
from django.urls.resolvers import URLPattern

from tables import consumers, screens


def socket(address: str, application: Any) -> URLPattern:
    """A socket's address; Django's own types know pages only."""
    found: URLPattern = path(address, application)
    return found


def panels() -> list[URLPattern]:
    """The socket of every screen's picture, and of what phones show besides."""
    return [
        socket(f"ws/t/<slug:code>/{panel.name}/", consumers.panel_socket(panel, admit))
        for panel, admit in screens.pushed()
    ]


websocket_urlpatterns = [
    *panels(),
    socket("ws/me/<str:token>/", consumers.mine),
    socket("ws/me/<str:token>/clock/", consumers.my_clock),
    socket("ws/me/<str:token>/word/", consumers.my_word),
    socket("ws/t/<slug:code>/feed/", consumers.feed),
    socket("ws/t/<slug:code>/word/", consumers.word),
    socket("ws/t/<slug:code>/console/", consumers.console),
    socket("ws/t/<slug:code>/tables/<int:number>/", consumers.table),
    socket("ws/t/<slug:code>/tables/<int:number>/tablet/", consumers.tablet),
    socket("ws/t/<slug:code>/tables/<int:number>/floor/", consumers.floor),
]
