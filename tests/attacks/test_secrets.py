"""Secrets are in no file of the project, and in no line that the house writes to its log."""

import gzip
import logging
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from tables.equipment.services import devices
from tables.middleware import DEVICE_COOKIE
from tables.models.devices import DeviceKind
from tests.attacks import allowed
from tests.attacks.desk import Desk, operations
from tests.attacks.test_strangers import handshake
from tests.factories import DIRECTOR, NOW, PASSWORD, house_director, registering
from tests.site import LiveSite, site_environment, start_site
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.house import webhooks
from tournament.models import PersonalLink, Tournament, Webhook
from tournament.setup.services import tournaments

ROOT = Path(settings.BASE_DIR)
RECEIVERS = {"WEBHOOK_NETWORKS": "127.0.0.0/8"}

# -- the project's files ---------------------------------------------------------------------------

KEYS = {
    "a private key": rb"-----BEGIN [A-Z ]*PRIVATE KEY-----",
    "a key of a cloud": rb"\b(AKIA|ASIA)[0-9A-Z]{16}\b",
    "a token of a code host": rb"\b(gh[pousr]_\w{36}|github_pat_\w{40}|glpat-[\w-]{20})",
    "a token of a chat or a payment": rb"\b(xox[abprs]-[\w-]{10}|[sr]k_live_\w{16})",
    "a signed token": rb"\beyJ[\w-]{16,}\.eyJ[\w-]{16,}\.",
    "a token of ours": rb"\bsu_[\w-]{40,}",
    "a password in an address": rb"\w://[^\s:/@\"'{}]+:(?!password@|word@)[^\s:/@\"'{}]{6,}@",
}
OURS_ALONE = re.compile(r"(^|/)(\.env|secret-key|var/.*)$|\.(pem|key|p12|sqlite3|backup|log)$")


def tracked() -> list[str]:
    """Every file of the project, by its path."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return listed.stdout.strip("\0").split("\0")


def keys_in(content: bytes) -> list[str]:
    """What looks like key material in it."""
    return [what for what, pattern in KEYS.items() if re.search(pattern, content)]


def test_no_file_of_the_project_holds_a_key():
    held = {path: found for path in tracked() if (found := keys_in((ROOT / path).read_bytes()))}
    assert held == {}


def test_nothing_that_an_installation_keeps_is_a_file_of_the_project():
    assert [path for path in tracked() if OURS_ALONE.search(path)] == []


@pytest.mark.parametrize(
    "content",
    [
        b"-----BEGIN RSA " + b"PRIVATE KEY-----",
        b'"AKIA' + b"A" * 16 + b'"',
        b"su_" + b"x" * 43,
        b"postgresql://cup:" + b"nine-of-diamonds@db/cup",
    ],
)
def test_a_key_in_a_file_would_be_found(content: bytes):
    assert keys_in(content)


# -- people who may look, and no more --------------------------------------------------------------


@pytest.mark.django_db
def test_an_inspector_sees_every_record_and_no_key():
    desk = Desk()
    hall, keys = desk.hall, keys_of(desk)
    inspector, token = (
        hall.browser("inspector"),
        {"Authorization": f"Bearer {desk.tokens['inspector']}"},
    )
    pages = [hall.address(name) for name, row in allowed.closed("page").items() if row["inspector"]]
    reads = [
        desk.address(path)
        for method, path, said in operations()
        if method == "GET" and said.get("security")
    ]
    told = {
        (address, name)
        for answers, addresses in ((inspector.get, pages), (looked(token), reads))
        for address in addresses
        for name, key in keys.items()
        if key in written(answers(address))
    }
    assert told == set()
    assert keys["webhook"] in written(hall.browser("director").get(hall.address("connections")))


def keys_of(desk: Desk) -> dict[str, str]:
    """What lets somebody in, or speaks for somebody."""
    hall = desk.hall
    code = devices.make_code(
        tournament=hall.cup,
        kind=DeviceKind.TABLET,
        view="",
        table=hall.table,
        actor=DIRECTOR,
        now=timezone.now(),
    )
    Webhook.objects.update(secret="the-secret-of-a-webhook")
    link = PersonalLink.objects.filter(entry__tournament=hall.cup)[0]
    secret = link_queries.token(link.entry_id, link.nonce)
    return {
        "code": code.code,
        "webhook": "the-secret-of-a-webhook",
        "link": secret,
        "nonce": link.nonce,
    }


def looked(token: dict[str, str]) -> Callable[[str], Any]:
    return lambda address: Client().get(address, headers=token)


def written(answer: Any) -> str:
    """What an answer says; a packed file unpacked."""
    content = b"".join(answer) if answer.streaming else answer.content
    if content[:2] == b"\x1f\x8b":
        content = gzip.decompress(content)
    return str(content.decode("utf-8", "replace"))


# -- the log ---------------------------------------------------------------------------------------


class Browser:
    """Somebody at the served site: keeps cookies, sends each form with its token."""

    def __init__(self, site: LiveSite) -> None:
        self.site, self.jar = site, CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))

    def get(self, path: str, **headers: str) -> str:
        """A page, or what is said in its place."""
        return self._sent(Request(f"{self.site.url}{path}", headers=headers))

    def post(self, page: str, to: str = "", **fields: str) -> str:
        """Open a page and send a form from it."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(page))
        assert token is not None
        body = urlencode({**fields, "csrfmiddlewaretoken": token[1]}).encode()
        return self._sent(Request(f"{self.site.url}{to or page}", body))

    def _sent(self, request: Request) -> str:
        try:
            with self.opener.open(request, timeout=30) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            return error.read().decode()

    def cookies(self) -> dict[str, str]:
        """What the site gave it to keep."""
        return {cookie.name: cookie.value or "" for cookie in self.jar}


@pytest.fixture
def talkative(live_site: LiveSite, tmp_path: Path) -> Iterator[tuple[LiveSite, Path]]:
    """A site that logs all it can, and the file it logs to."""
    file = tmp_path / "log"
    with file.open("wb") as output:
        site = start_site({**site_environment(), "LOG_LEVEL": "DEBUG", **RECEIVERS}, output=output)
        yield site, file
        site.stop()
        live_site.settle()


def test_the_log_of_a_served_site_tells_no_secret(
    talkative: tuple[LiveSite, Path], caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    site, file = talkative
    who = house_director()
    who.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=10)
    who.save()
    cup = registering(2)
    kept = {
        "key": settings.SECRET_KEY,
        "Redis": urlsplit(settings.REDIS_URL).password or "",
        **signed_in(site),
        **paired(site, cup),
        **connected(site, cup),
        **followed(site, cup),
    }
    tournaments.cancel(tournament_id=cup.pk, actor=DIRECTOR, now=NOW, reason="flood")
    webhooks.deliver(NOW)
    assert Webhook.objects.get().deliveries.count() == 1  # to an address where nobody is
    site.stop()
    log = file.read_text("utf-8")
    assert "DEBUG" in log
    assert all(kept.values())
    told = {name for name, secret in kept.items() if secret in log or secret in caplog.text}
    assert told == set()


def signed_in(site: LiveSite) -> dict[str, str]:
    """Signing in, once with a wrong password; changing it."""
    browser, wrong, new = Browser(site), f"wrong-{PASSWORD}", "a pass phrase of my own"
    browser.post("/sign-in/", username="dora", password=wrong)
    assert "Sign out" in browser.post("/sign-in/", username="dora", password=PASSWORD)
    first = browser.cookies()["sessionid"]
    browser.post("/password/", old_password=PASSWORD, new_password1=new, new_password2=new)
    cookies = browser.cookies()
    told = {"password": PASSWORD, "wrong": wrong, "new": new, "first session": first}
    return {**told, "session": cookies["sessionid"], "token of forms": cookies["csrftoken"]}


def paired(site: LiveSite, cup: Tournament) -> dict[str, str]:
    """Pairing a screen, as its camera does: the code comes in the address."""
    code = devices.make_code(
        tournament=cup, kind=DeviceKind.SCREEN, view="clock", table=None, actor=DIRECTOR, now=NOW
    )
    browser = Browser(site)
    browser.post(f"/pair/?code={code.code}", to="/pair/", code=code.code)
    return {"device": browser.cookies().get(DEVICE_COOKIE, ""), "code": f"code={code.code}"}


def connected(site: LiveSite, cup: Tournament) -> dict[str, str]:
    """Giving a token, using it, once wrongly; an address that wants news."""
    browser, here = Browser(site), f"/t/{cup.code}/connections"
    browser.post("/sign-in/", username="dora", password="a pass phrase of my own")
    page = browser.post(f"{here}/", f"{here}/tokens/", name="Scores", role="desk")
    token = re.search(r"su_[\w-]{40,}", page)
    assert token is not None
    for words in (token[0], token[0][:-1]):
        browser.get(f"/api/v1/tournaments/{cup.code}/entries", Authorization=f"Bearer {words}")
    browser.post(f"{here}/", f"{here}/webhooks/", url="http://127.0.0.1:9/", topics="finish")
    return {"API token": token[0][:-1], "webhook": Webhook.objects.get().secret}


def followed(site: LiveSite, cup: Tournament) -> dict[str, str]:
    """Following a personal link: the page, its socket, the API, and a link that is none."""
    links.give(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    link = PersonalLink.objects.filter(entry__tournament=cup)[0]
    token = link_queries.token(link.entry_id, link.nonce)
    browser = Browser(site)
    for path in (f"/me/{token}/", f"/api/v1/me/{token}", f"/me/{token}x/"):
        browser.get(path)
    handshake(site, f"/ws/me/{token}/").close()
    return {"personal link": token}


@contextmanager
def log_lines() -> Iterator[StringIO]:
    """What the project's own handler writes meanwhile."""
    (handler,) = (one for one in logging.getLogger().handlers if one.name == "console")
    assert isinstance(handler, logging.StreamHandler)
    before = handler.setStream(written := StringIO())
    yield written
    handler.setStream(before)


@pytest.mark.django_db
def test_a_page_that_fails_is_logged_without_the_key_in_its_address(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    def fails(*_: object, **__: object) -> None:
        raise OperationalError("the database went away")

    monkeypatch.setattr(link_queries, "find", fails)
    client.raise_request_exception = False
    with log_lines() as log:
        assert client.get("/me/12-abcdef/").status_code >= 500
    assert "Internal Server Error: /me/.../" in log.getvalue()
    assert "abcdef" not in log.getvalue()
