"""Screens on their sockets: they show the newest picture, and reconnect for ever."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tests.faults.figures import Figures
from tests.faults.web import Browser

FIRST_RETRY, LAST_RETRY = 0.5, 4.0
SILENCE = 25.0  # seconds without a beat: the line only seems open


@dataclass
class Screen:
    """One socket of one screen, and what it shows."""

    path: str
    browser: Browser
    figures: Figures
    on_connect: Callable[[], None] = lambda: None
    on_push: Callable[[str], None] = lambda _content: None
    version: int = -1
    content: str = ""

    async def watch(self) -> None:
        """Show every push; after a loss connect again, calmly."""
        retry = FIRST_RETRY
        while True:
            try:
                await self._follow()
                retry = FIRST_RETRY
            except (OSError, WebSocketException, TimeoutError):
                retry = min(2 * retry, LAST_RETRY)
            self.figures.reconnects += 1
            await asyncio.sleep(retry)

    async def _follow(self) -> None:
        address = f"ws://127.0.0.1:{self.browser.port}{self.path}"
        cookies = {"Cookie": self.browser.cookie_header}
        line = connect(
            address,
            origin=Origin(self.browser.origin),
            additional_headers=cookies if self.browser.cookies else None,
            open_timeout=SILENCE,
            max_size=None,
        )
        async with line as socket:
            self.on_connect()
            while True:
                async with asyncio.timeout(SILENCE):
                    self.take(json.loads(await socket.recv()))

    def take(self, message: dict[str, str]) -> None:
        """Show a picture, unless an older one."""
        if "content" not in message:
            return
        self.figures.pushes += 1
        if int(message["version"]) >= self.version:
            self.version, self.content = int(message["version"]), message["content"]
            self.on_push(self.content)
