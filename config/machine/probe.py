"""Whether one part of an installation is alive, as an exit code: for container health checks."""

import http.client
import json
import os
import sys

import django
from django.conf import settings

from config import health

PATIENCE_SECONDS = 8
PARTS_OF = {"web": ("database", "redis"), "worker": ("worker",), "beat": ("beat",)}


def main(part: str, *where: str) -> None:
    """Exit with 0 when this part is alive, else with a sentence; a web process has a port."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    found = ask_web(int(*where)) if part == "web" else {part: health.sign_health(part)}
    for name in PARTS_OF[part]:
        if found[name] != health.WELL:
            sys.exit(f"{name} is {found[name]}")


def ask_web(port: int) -> dict[str, str]:
    """What this container's own web process says; its failing neighbours are not its fault."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", "/healthz", headers={"Host": settings.ALLOWED_HOSTS[0]})
        found: dict[str, str] = json.load(connection.getresponse())
    except OSError as error:
        found = dict.fromkeys(PARTS_OF["web"], f"not known: {error}")
    finally:
        connection.close()
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
