"""WebSocket addresses, behind the checks of name and origin and the session."""

import re
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

import tables.routing
from config import log
from tables.middleware import WhoOpens

# The public feed: it is for other sites and for scripts, and says the same to everybody.
FEED = re.compile(r"/ws/t/[^/]+/feed/")


class SameOriginOnly:
    """Denies a socket opened by a page of another site: browsers send cookies with those too.

    By a name that is not the site's own nothing opens: its page, too, would be of that origin.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the connection on when its page came from the address it now connects to."""
        with log.at_work(log.new_id(), scope["path"]):
            await self.answer(scope, receive, send)

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        """The same, once the log knows it."""
        is_let_in = is_same_origin(scope["headers"]) or FEED.fullmatch(scope["path"])
        is_open = is_let_in and is_our_name(scope["headers"])
        chosen = self.application if is_open else WebsocketDenier()
        await chosen(scope, receive, send)


def is_same_origin(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the page's origin and the address connected to name the same host and port."""
    found = {name.lower(): value for name, value in headers}
    origin, host = found.get(b"origin", b""), found.get(b"host", b"")
    return bool(host) and origin.lower() in (b"http://" + host.lower(), b"https://" + host.lower())


def is_our_name(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether a page would be answered by the name connected to (`ALLOWED_HOSTS`)."""
    found = {name.lower(): value for name, value in headers}
    page = HttpRequest()
    page.META["HTTP_HOST"] = found.get(b"host", b"").decode("latin-1")
    try:
        return bool(page.get_host())
    except DisallowedHost:
        return False


addresses: list[Any] = tables.routing.websocket_urlpatterns
sockets = SameOriginOnly(AuthMiddlewareStack(WhoOpens(URLRouter(addresses))))
