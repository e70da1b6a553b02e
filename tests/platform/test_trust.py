"""The page that teaches devices to trust a hall laptop."""

import datetime
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.html import escape

from config import middleware
from config.machine import tls
from tables.views.console.devices import qr
from tests.factories import house_director, running, signed_in, table_of, tablet_browser
from tournament import requests

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2027, 3, 1, tzinfo=datetime.UTC)


@pytest.fixture
def authority(tmp_path: Path, settings) -> Path:
    tls.ensure_certificate(tmp_path, ["localhost"], now=NOW)
    settings.VAR_DIR = tmp_path
    return tls.authority_file(tmp_path)


def test_it_explains_every_kind_of_device_and_shows_the_fingerprint(
    client: Client, authority: Path
):
    page = client.get("/trust/").content.decode()
    for device in ("iPad", "Android", "Mac", "Windows", "Linux"):
        assert device in page
    assert tls.fingerprint(authority) in page


def test_the_authority_can_be_downloaded(client: Client, authority: Path):
    answer = client.get("/trust/shuffle-up-authority.crt")
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
    assert answer.content == authority.read_bytes()


def test_without_tls_it_says_what_is_missing(client: Client, tmp_path: Path, settings):
    settings.VAR_DIR = tmp_path
    assert "make run HALL=1" in client.get("/trust/").content.decode()
    assert client.get("/trust/shuffle-up-authority.crt").status_code == 404


@pytest.fixture
def plain_port(settings):
    """The middleware of the plain port, before a page that answers everything."""
    settings.TLS_PORT, settings.PLAIN_PORT = "8443", "8000"
    return middleware.plain_http_only_to_build_trust(lambda _: HttpResponse("page"))


@pytest.mark.parametrize(
    ("path", "to"),
    [("/", "%2F"), ("/sign-in/", "%2Fsign-in%2F"), ("/pair/?code=A1", "%2Fpair%2F%3Fcode%3DA1")],
)
def test_the_plain_port_leads_every_page_to_trust(plain_port, path: str, to: str):
    answer = plain_port(RequestFactory().get(path))
    assert (answer.status_code, answer["Location"]) == (302, f"/trust/?to={to}")
    assert plain_port(RequestFactory().get(path, secure=True)).status_code == 200


@pytest.mark.parametrize("path", ["/trust/", "/static/css/base.css", "/healthz"])
def test_the_plain_port_has_what_trust_needs(plain_port, path: str):
    assert plain_port(RequestFactory().get(path)).content == b"page"


@pytest.mark.parametrize(
    ("wanted", "onward"),
    [
        ("?to=/pair/%3Fcode%3DA1", "https://hall.local:8443/pair/?code=A1"),
        ("", "https://hall.local:8443/"),
        ("?to=@evil.example/", "https://hall.local:8443/"),
        ("?to=https://evil.example/", "https://hall.local:8443/"),
    ],
)
def test_from_trust_it_goes_on_to_what_was_asked_for(
    client: Client, authority: Path, settings, wanted: str, onward: str
):
    settings.TLS_PORT = "8443"
    page = client.get(f"/trust/{wanted}", headers={"host": "hall.local:8000"}).content.decode()
    assert page.count(f'href="{onward}"') == 2
    assert "evil" not in page


def test_with_tls_every_page_knows_the_way_to_trust(client: Client, settings):
    settings.TLS_PORT, settings.PLAIN_PORT = "8443", "8000"
    settings.OUTWARD_URL = "https://192.168.1.5:8443/"
    cup = running(3)
    director, tablet = signed_in(house_director()), tablet_browser(table_of(cup))
    for page in (
        client.get("/", secure=True),
        client.get("/pair/", secure=True),
        tablet.get(f"/t/{cup.code}/tables/1/tablet/", secure=True),
    ):
        assert 'href="/trust/"' in page.content.decode()
    address = "http://192.168.1.5:8000/trust/"
    here = {"host": "localhost:8443"}
    devices = director.get(f"/t/{cup.code}/devices/", headers=here, secure=True)
    assert f"<code>{address}</code>" in devices.content.decode()
    assert escape(qr(address)) in devices.content.decode()


def test_without_tls_only_the_tablet_asks_for_it(client: Client):
    cup = running(3)
    tablet = tablet_browser(table_of(cup)).get(f"/t/{cup.code}/tables/1/tablet/")
    assert 'href="/trust/"' in tablet.content.decode()
    devices = signed_in(house_director()).get(f"/t/{cup.code}/devices/").content.decode()
    assert "/trust/" not in devices + client.get("/pair/").content.decode()


@pytest.mark.parametrize(
    ("host", "there"),
    [
        ("laptop.local:8000", "https://laptop.local:8443/t/cup/?a=1"),
        ("192.168.1.20:8000", "https://192.168.1.20:8443/t/cup/?a=1"),
        ("[::1]:8000", "https://[::1]:8443/t/cup/?a=1"),
        ("[::1]", "https://[::1]:8443/t/cup/?a=1"),
        ("laptop", "https://laptop:8443/t/cup/?a=1"),
    ],
)
def test_a_page_at_the_https_port_keeps_the_machines_name(settings, host: str, there: str):
    settings.TLS_PORT = "8443"
    request = RequestFactory().get("/t/cup/?a=1", headers={"host": host})
    assert requests.secure_address(request, request.get_full_path()) == there
