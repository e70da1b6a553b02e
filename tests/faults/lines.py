"""A network line of our own: it passes bytes to a web process that answers, and can be cut."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

CHUNK = 65536


@dataclass
class Line:
    """What one device is connected by; it goes to the next web process when one is dead."""

    webs: Sequence[int]
    turn: int = 0
    port: int = 0
    is_cut: bool = False
    loses_answers: bool = False
    _open: set[asyncio.StreamWriter] = field(default_factory=set)
    _server: asyncio.Server | None = None

    async def lay(self) -> None:
        """Take connections from now on."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Nothing goes through any more, and what was open is dead."""
        self.is_cut = True
        for writer in tuple(self._open):
            writer.transport.abort()

    def mend(self) -> None:
        """As if nothing had been."""
        self.is_cut = self.loses_answers = False

    async def take_down(self) -> None:
        """Let go of everything."""
        self.cut()
        if self._server is not None:
            self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found = None if self.is_cut else await self._reach()
        if found is None:
            writer.transport.abort()
            return
        there_reader, there_writer = found
        both = {writer, there_writer}
        self._open |= both
        there = asyncio.ensure_future(self._pass(reader, there_writer))
        back = asyncio.ensure_future(self._pass(there_reader, writer, is_answer=True))
        await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({back}, timeout=0.05 if there.done() else None)
        for task in (there, back):
            task.cancel()
        for end in both:
            end.transport.abort() if self.is_cut else end.close()
        self._open -= both

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        self.turn += 1
        for port in islice(cycle(self.webs), self.turn, self.turn + len(self.webs)):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        return None

    async def _pass(
        self, source: asyncio.StreamReader, to: asyncio.StreamWriter, *, is_answer: bool = False
    ) -> None:
        """Pass bytes on; an answer that is to be lost takes the connection with it."""
        with contextlib.suppress(OSError):
            while data := await source.read(CHUNK):
                if is_answer and self.loses_answers:
                    to.transport.abort()
                    return
                to.write(data)
                await to.drain()
