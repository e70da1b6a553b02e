"""What every response carries, and how static files are served."""

import gzip
import http.client
import re
from contextlib import closing
from email.message import Message
from typing import NamedTuple

import brotli
import pytest
from django.test import Client

from config.routing import is_same_origin
from tests.factories import running
from tests.site import LiveSite

OPENED_BY = {"br": brotli.decompress, "gzip": gzip.decompress}

pytestmark = pytest.mark.django_db


def test_every_page_has_a_policy_that_allows_nothing_inline(client: Client):
    policy = client.get("/")["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "connect-src 'self' ws://testserver;" in policy


def test_pages_carry_the_usual_protections(client: Client):
    answer = client.get("/")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


@pytest.mark.parametrize("view", ["clock", "leaderboard"])
def test_clock_and_leaderboard_may_stand_in_a_frame_of_any_site(client: Client, view: str):
    answer = client.get(f"/t/{running(2).code}/overlay/{view}/")
    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer
    policy = answer["Content-Security-Policy"]
    assert policy.endswith("frame-ancestors *")
    assert "script-src 'self';" in policy


@pytest.mark.parametrize("page", ["", "overlay/tables/1/", "clock/"])
def test_other_pages_stand_in_no_frame(client: Client, page: str):
    answer = client.get(f"/t/{running(2).code}/{page}")
    assert answer.status_code == 200
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Content-Security-Policy"].endswith("frame-ancestors 'none'")


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (b"http://hall.local:8000", b"hall.local:8000", True),
        (b"https://hall.local:8443", b"hall.local:8443", True),
        (b"https://HALL.local", b"hall.local", True),
        (b"http://evil.example", b"hall.local:8000", False),
        (b"http://hall.local:9000", b"hall.local:8000", False),
        (b"http://hall.local.evil.example", b"hall.local", False),
        (b"null", b"hall.local", False),
        (b"", b"hall.local", False),
        (b"http://", b"", False),
    ],
)
def test_a_socket_is_for_pages_of_the_same_address(origin: bytes, host: bytes, allowed: bool):
    assert is_same_origin([(b"Origin", origin), (b"host", host)]) is allowed


def test_a_socket_without_an_origin_is_refused():
    assert not is_same_origin([(b"host", b"hall.local")])


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


def get(site: LiveSite, path: str, **headers: str) -> Answer:
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)) as connection:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as answer:
            return Answer(answer.status, answer.headers, answer.read())


def fingerprinted(site: LiveSite) -> str:
    page = get(site, "/").body.decode()
    found = re.search(r"/static/css/tokens\.[0-9a-f]{12}\.css", page)
    assert found, "the front page names its stylesheet by fingerprint"
    return found.group()


def test_static_files_are_named_by_fingerprint_and_cached_for_ever(live_site: LiveSite):
    answer = get(live_site, fingerprinted(live_site))
    assert answer.status == 200
    assert "immutable" in str(answer.headers["Cache-Control"])
    assert answer.headers["Content-Type"].startswith("text/css")


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_static_files_are_served_compressed(live_site: LiveSite, encoding: str):
    path = fingerprinted(live_site)
    plain = get(live_site, path).body
    answer = get(live_site, path, **{"Accept-Encoding": encoding})
    assert answer.headers["Content-Encoding"] == encoding
    assert len(answer.body) < len(plain)
    assert OPENED_BY[encoding](answer.body) == plain


def test_an_unchanged_static_file_is_not_sent_again(live_site: LiveSite):
    path = fingerprinted(live_site)
    tag = get(live_site, path).headers["ETag"]
    assert get(live_site, path, **{"If-None-Match": str(tag)}).status == 304
