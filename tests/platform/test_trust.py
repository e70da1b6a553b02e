"""The page that teaches devices to trust a hall laptop."""

import datetime
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config import middleware, tls

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
    assert "make run TLS=1" in client.get("/trust/").content.decode()
    assert client.get("/trust/shuffle-up-authority.crt").status_code == 404


@pytest.mark.parametrize(
    ("path", "status"), [("/", 302), ("/sign-in/", 302), ("/trust/", 200), ("/healthz", 200)]
)
def test_the_plain_port_only_builds_trust(settings, path: str, status: int):
    settings.TLS_PORT = "8443"
    answer = middleware.plain_http_only_to_build_trust(lambda _: HttpResponse("page"))
    assert answer(RequestFactory().get(path)).status_code == status
    assert answer(RequestFactory().get(path, secure=True)).status_code == 200
