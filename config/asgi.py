"""What Daphne serves: pages over HTTP, live pictures over WebSocket."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

from config.routing import sockets  # noqa: E402 (consumers import models: Django must be set up)

application = ProtocolTypeRouter({"http": pages, "websocket": sockets})
