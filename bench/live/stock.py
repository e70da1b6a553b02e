"""Stock Channels for comparison: one consumer per socket in one group, as its tutorial has it."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

GROUP = "bench.screens"
HELLO = '{"at": 0}'


class StockScreen(AsyncWebsocketConsumer):
    """One screen."""

    async def connect(self) -> None:
        """Join the group."""
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.accept()
        await self.send(text_data=HELLO)

    async def disconnect(self, code: int) -> None:
        """Leave it."""
        await self.channel_layer.group_discard(GROUP, self.channel_name)

    async def picture(self, event: dict[str, Any]) -> None:
        """Pass a picture on."""
        await self.send(text_data=event["text"])


application: Any = StockScreen.as_asgi()
