"""WebSocket addresses, behind the same-origin check and the session."""

import re
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier

import tables.routing
import tournament.routing
from tables.middleware import WhoOpens

# The public feed: it is for other sites and for scripts, and says the same to everybody.
FEED = re.compile(r"/ws/t/[^/]+/feed/")


class SameOriginOnly:
    """Denies a socket opened by a page of another site: browsers send cookies with those too."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Pass the connection on when its page came from the address it now connects to."""
        is_open = is_same_origin(scope["headers"]) or FEED.fullmatch(scope["path"])
        chosen = self.application if is_open else WebsocketDenier()
        return await chosen(scope, receive, send)


def is_same_origin(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the page's origin and the address connected to name the same host and port."""
    found = {name.lower(): value for name, value in headers}
    origin, host = found.get(b"origin", b""), found.get(b"host", b"")
    return bool(host) and origin.lower() in (b"http://" + host.lower(), b"https://" + host.lower())


addresses: list[Any] = [
    *tournament.routing.websocket_urlpatterns,
    *tables.routing.websocket_urlpatterns,
]
sockets = SameOriginOnly(AuthMiddlewareStack(WhoOpens(URLRouter(addresses))))
