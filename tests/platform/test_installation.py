"""`make run` as a person meets it: started, wounded, stopped, killed and started again."""

import http.client
import signal
import sqlite3
import ssl
from contextlib import closing

import psutil

from config.machine.local_redis import free_port
from tests import servers
from tests.installation import Installation


def accounts(installation: Installation) -> list[tuple[str]]:
    with sqlite3.connect(installation.var / "shuffle-up.sqlite3") as database:
        rows = database.execute("SELECT username FROM tournament_user").fetchall()
    database.close()
    return rows


def test_an_installation_from_its_first_start_to_its_last(installation: Installation):
    installation.start()
    assert len(accounts(installation)) == 1
    assert "password" in installation.terminal.lower()
    assert f"http://localhost:{installation.port}/" in installation.terminal
    assert installation.terminal.count("Ready: ") == 1

    first = installation.children()
    assert set(first) == {"valkey-server", "worker", "beat", "config.web", "config.web 2"}
    for part, said in (("config.web", "web 1"), ("worker", "worker"), ("valkey-server", "redis")):
        first[part].kill()
        installation.wait_for(f"^{said} was killed by SIGKILL; starting it again in 0.5 s$")
    servers.wait_until(lambda: len(living(installation)) == 5, what="all are back")
    second = installation.children()

    assert installation.end(signal.SIGINT) == 0
    assert installation.terminal.endswith("Stopped.\n")
    assert [child for child in second.values() if child.is_running()] == []

    installation.start()
    assert "password" not in installation.terminal.lower()

    left = installation.children()
    assert installation.end(signal.SIGKILL) == -signal.SIGKILL
    assert all(child.is_running() for child in left.values())
    installation.start()
    assert [child for child in left.values() if child.is_running()] == []
    assert len(accounts(installation)) == 1
    assert installation.end(signal.SIGTERM) == 0


def living(installation: Installation) -> dict[str, psutil.Process]:
    try:
        return installation.children()
    except (psutil.NoSuchProcess, ValueError):
        return {}


def test_with_tls_devices_are_helped_to_trust_and_then_served_securely(installation: Installation):
    plain = free_port()
    installation.more = {"TLS": "1", "PLAIN_PORT": str(plain)}
    installation.start()
    trusting = ssl.create_default_context()
    with closing(http.client.HTTPConnection("127.0.0.1", plain)) as line:
        trusting.load_verify_locations(cadata=get(line, "/trust/shuffle-up-authority.crt").decode())
        assert b"iPad" in get(line, "/trust/")
        line.request("GET", "/sign-in/")
        answer = line.getresponse()
    assert answer.headers["Location"] == "/trust/?to=%2Fsign-in%2F"
    assert "this machine only; for the hall: make run HALL=1" in installation.terminal
    secure = http.client.HTTPSConnection("127.0.0.1", installation.port, context=trusting)
    with closing(secure):
        secure.request("GET", "/sign-in/")
        cookies = secure.getresponse().headers.get_all("Set-Cookie", [])
    assert cookies
    assert all("Secure" in cookie for cookie in cookies)


def get(line: http.client.HTTPConnection, path: str) -> bytes:
    line.request("GET", path)
    return line.getresponse().read()
