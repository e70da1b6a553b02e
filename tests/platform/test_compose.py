"""docker-compose.yml, with its very commands as local processes on real servers."""

import http.client
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

import psycopg
import pytest
import yaml
from django.conf import settings
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from config.machine import local_redis
from config.machine.local_redis import free_port
from config.settings import neighbour
from tests import servers
from tournament.live import fanout

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = "poker.example.org"
OUR_PAGES, OTHER_PAGES = Origin(f"https://{NAME}"), Origin("https://evil.example")
WRITTEN_IN_ENV = {
    "SITE_NAME": NAME,
    "SECRET_KEY": "qV4-a-key-of-its-own-that-nobody-else-has-7Yw2kLpZ0sTn9bRc",
    "SIGNING_KEY": "c2lnbnMgdGhlIHJlY29yZHMgb2YgdGVzdHMgb25seS4",
    "POSTGRES_PASSWORD": "secret",
    "REDIS_PASSWORD": "hush",
}
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ("web1", "web2", "worker", "beat")
SOONER_THAN_IT_LOOKS_BY_ITSELF = fanout.LOOK_EVERY - 1
VARIABLE = re.compile(r"\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}")


def filled_in(text: str) -> str:
    """A value with its variables replaced, as Compose does it."""
    return VARIABLE.sub(lambda found: WRITTEN_IN_ENV.get(found[1]) or found[2] or "", text)


# --- What the file promises ----------------------------------------------------------------------


def test_it_has_a_proxy_two_webs_a_worker_one_beat_and_both_servers():
    assert set(SERVICES) == {"proxy", "prepare", *OURS, "postgres", "redis"}
    assert SERVICES["web1"]["command"] == SERVICES["web2"]["command"]
    assert SERVICES["proxy"]["ports"] == ["80:80", "443:443", "443:443/udp"]


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"prepare"}))
def test_every_lasting_service_is_watched_and_started_again(name: str):
    assert SERVICES[name]["restart"] == "unless-stopped"
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


def test_what_must_last_is_in_volumes():
    mounted = [volume for service in SERVICES.values() for volume in service.get("volumes", [])]
    assert {volume.split(":")[0] for volume in mounted} == set(COMPOSE["volumes"])
    assert "appendonly yes" in SERVICES["redis"]["command"][-1]


def test_nobody_is_root():
    stages = re.split(r"^FROM ", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)[1:]
    assert len(stages) == 2
    assert all(re.search(r"^USER (?!root)\S+", stage, re.MULTILINE) for stage in stages)
    assert SERVICES["postgres"]["user"] == "postgres"
    assert SERVICES["redis"]["user"] == "valkey"


def test_images_are_named_by_their_exact_version():
    """Whoever builds it again next year gets the same, not whatever a short tag means then."""
    built = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    taken = [service["image"] for service in SERVICES.values() if "build" not in service]
    assert len(built) == len(taken) == 2
    for image in (*built, *taken):
        assert re.search(r":\d+\.\d+(\.\d+)?-|@sha256:", image), image
        assert image.startswith("postgres:") or re.search(r":\d+\.\d+\.\d+-", image), image


def networks(name: str) -> set[str]:
    return set(SERVICES[name]["networks"])


def test_who_talks_to_strangers_reaches_neither_database_nor_redis():
    inner = {
        name for name, network in COMPOSE["networks"].items() if (network or {}).get("internal")
    }
    assert networks("postgres") | networks("redis") == inner
    assert networks("postgres").isdisjoint(networks("redis"))
    assert networks("proxy").isdisjoint(inner)
    assert networks("proxy") & networks("web1") == networks("proxy") & networks("web2") != set()
    assert not any(SERVICES[name].get("ports") for name in SERVICES if name != "proxy")


def test_redis_asks_for_the_password_that_its_users_are_given(tmp_path: Path):
    """Started by the file's own command, without its folder and at a port of ours."""
    binary, port = local_redis.binary(), free_port()
    assert binary is not None
    words = SERVICES["redis"]["command"][-1].replace("$$", "$").replace("/tmp/", f"{tmp_path}/")
    here = words.replace("appendonly yes", f"dir {tmp_path}\nport {port}")
    here = here.replace("exec valkey-server", f"exec {binary}")
    password = filled_in(SERVICES["redis"]["environment"]["REDISCLI_AUTH"])
    told = {**os.environ, "REDISCLI_AUTH": password}
    process = servers.start(["sh", "-c", here], told)
    try:
        given = urlsplit(filled_in(SERVICES["web1"]["environment"]["REDIS_URL"]))
        url = f"redis://127.0.0.1:{port}/0"
        known = url.replace("//", f"//:{given.password}@")
        servers.wait_until(partial(servers.answers, known), what="Redis answers", process=process)
        assert not servers.answers(url)
    finally:
        servers.stop(process)


def test_every_variable_it_needs_is_in_the_example():
    used = {found[0] for found in VARIABLE.findall((ROOT / "docker-compose.yml").read_text())}
    example = (ROOT / ".env.example").read_text()
    assert used
    assert all(f"# {name}=" in example for name in used)


# --- The same commands, here ---------------------------------------------------------------------


@dataclass
class Deployment:
    """The services of the file as processes of this machine."""

    environment: dict[str, str]
    password: str = ""
    ports: dict[str, int] = field(default_factory=dict)
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def command(self, name: str, words: list[str]) -> list[str]:
        """The file's command, with this machine's Python and a port that is free here."""
        here = {"python": sys.executable, "8000": str(self.ports.get(name, 8000))}
        return [here.get(word, word) for word in words]

    def start(self, name: str) -> None:
        self.ports[name] = free_port()
        words = self.command(name, SERVICES[name]["command"])
        self.processes[name] = servers.start(words, self.environment)

    def run(self, name: str, words: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(name, words),
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
        )

    def is_healthy(self, name: str) -> bool:
        return self.run(name, SERVICES[name]["healthcheck"]["test"][1:]).returncode == 0

    def stop(self) -> None:
        for process in self.processes.values():
            servers.stop(process)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """An empty database of its own."""
    servers.start_postgres()
    name = f"compose_{os.getpid()}"
    with psycopg.connect(servers.postgres_url("postgres"), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        yield name
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def deployment(database: str) -> Iterator[Deployment]:
    """Prepared, started and found healthy by the file's own checks."""
    told = {name: filled_in(value) for name, value in SERVICES["web1"]["environment"].items()}
    here = {
        "PATH": os.environ["PATH"],
        "ENV_FILE": os.devnull,
        "VAR_DIR": os.environ["VAR_DIR"],
        servers.FOLDER_VARIABLE: str(servers.folder()),
        "DATABASE_URL": servers.postgres_url(database),
        "REDIS_URL": neighbour(settings.REDIS_URL, 6),
    }
    ours = Deployment({**told, **here})
    prepared = ours.run("prepare", SERVICES["prepare"]["command"])
    assert prepared.returncode == 0, prepared.stderr
    ours.password = re.search(r"password\s+(\S+)", prepared.stdout)[1]  # type: ignore[index]  # it is told once, here
    try:
        for name in OURS:
            ours.start(name)
        for name in OURS:
            servers.wait_until(partial(ours.is_healthy, name), what=f"{name} is healthy")
        yield ours
    finally:
        ours.stop()


class Browser:
    """A person at one web process, whose requests look as the proxy passes them on."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.page = ""

    def read(self, path: str, pattern: str) -> str:
        """What a page shows at this place."""
        self.send("GET", path)
        found = re.search(pattern, self.page)
        assert found, self.page
        return found[1]

    def post(self, path: str, **fields: str) -> str:
        """Send a form, and return where it leads."""
        fields["csrfmiddlewaretoken"] = self.cookies.get("csrftoken", "")
        answer = self.send("POST", path, urlencode(fields))
        assert answer.status in (200, 204, 302), self.page
        return answer.headers["Location"] or ""

    def send(self, method: str, path: str, body: str = "") -> http.client.HTTPResponse:
        """One request; what it sets as cookies is kept."""
        headers = {
            "Host": NAME,
            "Origin": OUR_PAGES,
            "X-Forwarded-Proto": "https",
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as line:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            self.page = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer


def screen(deployment: Deployment, web: str, path: str) -> ClientConnection:
    """A hall screen at one web process."""
    line = socket.create_connection(("127.0.0.1", deployment.ports[web]))
    return connect(f"ws://{NAME}{path}", sock=line, origin=OUR_PAGES)


def test_a_dealers_tap_at_one_web_process_reaches_a_screen_at_the_other(deployment: Deployment):
    director, tablet = (Browser(deployment.ports["web1"]) for _ in range(2))
    cup = started_tournament(director, deployment.password)
    pair_tablet(director, tablet, cup)
    tap(tablet, cup, "take_deck", colour="red")
    tap(tablet, cup, "card_step", step="check", method="hand")
    tap(tablet, cup, "card_step", step="wash", method="hand")
    with screen(deployment, "web2", f"/ws{cup}tables/1/") as table:
        assert "Pre-flop" not in table.recv(timeout=30)
        tap(tablet, cup, "start_hand", steps="shuffle,cut")
        assert "Pre-flop" in next_picture(table)


def started_tournament(director: Browser, password: str) -> str:
    """Three players at a table, the clock running; the address that its pages begin with."""
    director.send("GET", "/sign-in/")
    director.post("/sign-in/", username="director", password=password)
    own = "a pass phrase of my own"
    director.post("/password/", new_password1=own, new_password2=own)
    made = director.post("/tournaments/new/", name="Cup", preset="adelaide-no-limit")
    cup = f"/t/{made.split('/')[2]}/"
    director.post(f"{cup}entries/list/", names="Ada Marsh\nBen Okafor\nChloe Tan")
    director.post(f"{cup}draw/")
    director.post(f"{cup}start/")
    return cup


def pair_tablet(director: Browser, tablet: Browser, cup: str) -> None:
    """The tablet of table 1 types the code that the console shows."""
    table = director.read(f"{cup}devices/", r'<option value="(\d+)">Table 1<')
    director.post(f"{cup}devices/", kind="tablet", table=table)
    code = director.read(f"{cup}devices/", r'"pair-code">(\w+)<')
    tablet.send("GET", "/pair/")
    assert tablet.post("/pair/", code=code) == "/device/"


def next_picture(table: ClientConnection) -> str:
    """The next picture that is sent; a sign of life may come before it."""
    said = str(table.recv(timeout=SOONER_THAN_IT_LOOKS_BY_ITSELF))
    return next_picture(table) if '"beat"' in said else said


def tap(tablet: Browser, cup: str, kind: str, **fields: str) -> None:
    """One tap on the tablet, with the version that it shows."""
    version = tablet.read(f"{cup}tables/1/tablet/", r'data-version="(\d+)"')
    sent = {"kind": kind, "command_id": str(uuid4()), "version": version, **fields}
    tablet.post(f"{cup}tables/1/command/", **sent)


def test_a_page_of_another_site_gets_no_socket(deployment: Deployment):
    line = socket.create_connection(("127.0.0.1", deployment.ports["web1"]))
    with pytest.raises(InvalidStatus), line:
        connect(f"ws://{NAME}/ws/t/ANY/clock/", sock=line, origin=OTHER_PAGES)


def test_plain_http_is_sent_to_https(deployment: Deployment):
    with closing(http.client.HTTPConnection("127.0.0.1", deployment.ports["web1"])) as line:
        line.request("GET", "/", headers={"Host": NAME})
        answer = line.getresponse()
        answer.read()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/")


def test_a_database_that_was_restarted_costs_nobody_a_page(deployment: Deployment, database: str):
    """The pool was full of dead connections, and each of them was somebody's error page."""
    for web in ("web1", "web2"):
        visitor = Browser(deployment.ports[web])
        assert visitor.send("GET", "/").status == 200
        cut_everybody_off(database)
        assert visitor.send("GET", "/").status == 200, web


def cut_everybody_off(database: str) -> None:
    """As a restart does: every connection to the database is dead."""
    with psycopg.connect(servers.postgres_url("postgres"), autocommit=True) as admin:
        theirs = "select pid from pg_stat_activity where datname = %s"
        found = {pid for (pid,) in admin.execute(theirs, (database,))}
        assert found
        admin.execute("select pg_terminate_backend(pid) from unnest(%s) pid", (list(found),))
        servers.wait_until(
            lambda: not found & {pid for (pid,) in admin.execute(theirs, (database,))},
            what="no connection of before is left",
        )
