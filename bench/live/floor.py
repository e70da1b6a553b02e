"""The floor: a server that passes what its publisher says on to every other socket, and no more."""

import asyncio
import sys

from websockets.asyncio.server import ServerConnection, broadcast, serve

PUBLISHER = "/publish"
HELLO = '{"at": 0}'


async def floor(port: int) -> None:
    """Serve until stopped."""
    screens: set[ServerConnection] = set()

    async def talk(socket: ServerConnection) -> None:
        assert socket.request is not None
        if socket.request.path == PUBLISHER:
            async for text in socket:
                broadcast(screens, text)
            return
        screens.add(socket)
        await socket.send(HELLO)
        try:
            await socket.wait_closed()
        finally:
            screens.discard(socket)

    async with serve(talk, "127.0.0.1", port, compression=None, ping_interval=None):
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    asyncio.run(floor(int(sys.argv[1])))
