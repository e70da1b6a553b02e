"""What Daphne serves: pages over HTTP, live pictures over WebSocket."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

# All pages are loaded before the first connection is taken: a web process that starts again leaves
# the tablets to its neighbour until it can answer at once.
import config.api_urls  # noqa: E402 (views import models: Django must be set up)
import config.urls  # noqa: E402, F401
from config.routing import sockets  # noqa: E402 (so do consumers)

application = ProtocolTypeRouter({"http": pages, "websocket": sockets})
