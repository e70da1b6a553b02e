"""`python -m config.web`: Daphne, whose sockets also take a finished frame at once.

Daphne's own way costs each socket of a push a task's turn, a frame of its own and two calls to the
selector. One push for a thousand screens is the same bytes a thousand times: here they are handed
to the kernel straight away, and to Twisted's buffer only when the kernel has no more room.
"""

import gc
from functools import partial
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server

from tournament.live import WRITE

LAGS_BEHIND = 256 * 1024  # bytes that wait for one browser


def write(protocol: Any, frame: bytes) -> bool:
    """Write a frame to a socket; false for one whose browser does not keep up."""
    if protocol.state != protocol.STATE_OPEN:
        return True  # it is closing: nobody lags behind
    transport = protocol.transport
    wire = getattr(transport, "transport", transport)  # below TLS, if there is any
    if (waiting := len(wire.dataBuffer) - wire.offset + wire._tempDataLen) > LAGS_BEHIND:
        return False
    written = wire.writeSomeData(frame) if wire is transport and not waiting else 0
    if isinstance(written, int) and written < len(frame):
        transport.write(frame[written:])
    return True


class Web(Server):  # type: ignore[misc]  # Daphne has no types
    """Daphne's server; each socket's scope says how to write to it."""

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Let the application write frames of its own to a socket."""
        if scope["type"] == "websocket":
            scope["extensions"] = {WRITE: partial(write, protocol)}
        return super().create_application(protocol, scope)

    def run(self) -> None:
        """Serve; what was loaded by now stays, and is not searched for garbage again."""
        gc.collect()
        gc.freeze()
        super().run()


class Command(CommandLineInterface):  # type: ignore[misc]  # Daphne has no types
    """Daphne's command line."""

    server_class = Web


if __name__ == "__main__":
    Command.entrypoint()
