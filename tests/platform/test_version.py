"""One version, wherever somebody asks for it: it stands in `pyproject.toml`."""

import gzip
import json
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from tests.factories import registering
from tests.markup import one_line

pytestmark = pytest.mark.django_db
VERSION = settings.VERSION


def test_the_footer_of_every_page_names_it(client: Client):
    assert f"Shuffle Up {VERSION}" in one_line(client.get("/").content.decode())


def test_the_api_describes_itself_with_it(client: Client):
    assert client.get("/api/v1/openapi.json").json()["info"]["version"] == VERSION


def test_an_archive_says_which_version_made_it(tmp_path: Path):
    cup, file = registering(2), tmp_path / "cup.gz"
    call_command("archive", cup.code, str(file))
    heading = json.loads(gzip.decompress(file.read_bytes()).splitlines()[0])
    assert heading["made_by"] == f"Shuffle Up {VERSION}"
