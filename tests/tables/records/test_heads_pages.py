"""Signed heads leave the house: on a page, on paper, as a file, to an inspector's own server."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from pytest_django import Settings

from tables.records.services import signatures
from tables.sessions.services import state_sheets
from tests.factories import (
    DIRECTOR,
    NOW,
    fold_round,
    house_director,
    refreshed,
    registering,
    running,
    signed_in,
    table_of,
)
from tournament.house.services import integrations
from tournament.models import Delivery, JournalEntry, Tournament
from tournament.records import signing
from tournament.records.papers import marks
from tournament.records.queries import keys

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def a_key_of_its_own(settings: Settings, tmp_path: Path) -> None:
    """Each scenario is an installation that has never signed anything."""
    settings.SIGNING_KEY_FILE = tmp_path / "signing-key"
    settings.HEADS_DIR = tmp_path / "heads"


def signed(cup: Tournament, *, after: timedelta = timedelta()) -> str:
    made = signatures.sign(cup, now=NOW + after)
    assert made is not None
    return made.word


def seen(cup: Tournament, head: str = "") -> str:
    answer = Client().get(f"/t/{cup.code}/records/", {"head": head} if head else {})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_anybody_sees_the_newest_head_and_takes_all_of_them_and_the_key_along():
    cup = running(3)
    assert "The first head is signed" in seen(cup)
    first = signed(cup)
    fold_round(table_of(cup))
    second = signed(refreshed(cup), after=timedelta(minutes=5))
    page = seen(cup)
    assert second in page
    assert first not in page
    assert "Head 2 of 2" in page
    assert signing.fingerprint(keys.public()) in page
    taken = Client().get(f"/t/{cup.code}/records/heads.txt").content.decode()
    assert taken.splitlines() == [first, second]
    pem = Client().get("/records-key.pem").content
    assert signing.read_public(pem) == keys.public()
    assert f"/t/{cup.code}/records/" in Client().get(f"/t/{cup.code}/").content.decode()


def test_a_head_that_somebody_kept_is_held_against_the_records():
    cup = running(3)
    kept = signed(cup)
    fold_round(table_of(cup))
    assert "This head fits" in seen(cup, kept)
    assert "This head fits" in seen(cup, f"https://poker.example/t/{cup.code}/records/?head={kept}")
    head = signing.read_head(kept)
    JournalEntry.objects.filter(tournament=cup, sequence=head.lines).update(hash="0" * 64)
    assert "is not the one that was signed" in seen(cup, kept)
    assert "does not fit what it says" in seen(cup, kept.replace("SU1.", "SU1.", 1)[:-4] + "AAAA")
    assert "This is no signed head" in seen(cup, "hello")
    assert "another tournament" in seen(registering(2), kept)


def test_the_house_page_shows_the_public_half_of_the_key():
    browser = signed_in(house_director())
    assert "made when the first records are signed" in browser.get("/house/").content.decode()
    assert Client().get("/records-key.pem").status_code == 404
    signed(running(3))
    page = browser.get("/house/").content.decode()
    assert keys.public() in page
    assert signing.fingerprint(keys.public()) in page
    assert keys.private() not in page


def test_reports_and_state_sheets_bear_the_newest_head_on_paper(monkeypatch: pytest.MonkeyPatch):
    coded: list[str] = []
    monkeypatch.setattr(marks, "put_code", lambda _paper, told, *_where, size: coded.append(told))
    cup = running(3)
    sheet = state_sheets.make(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    word = signed(cup)
    browser = signed_in(house_director())
    for page in ("reports/results/", "state-sheet/"):
        shown = browser.get(f"/t/{cup.code}/{page}").content.decode()
        assert f"/t/{cup.code}/records/?head={word}" in shown, page
        assert f"<code>{word}</code>" in shown, page
    for file in ("reports/results/pdf/", f"state-sheet/pdf/?sheet={sheet.pk}"):
        coded.clear()
        assert browser.get(f"/t/{cup.code}/{file}").content.startswith(b"%PDF")
        assert [one for one in coded if one.endswith(f"/records/?head={word}")], file


def test_an_inspector_s_server_is_sent_every_head_as_it_is_signed():
    cup = running(3)
    url = "https://inspector.example/heads"
    asked: dict[str, Any] = {"tournament_id": cup.pk, "url": url, "actor": DIRECTOR, "now": NOW}
    integrations.add_webhook(topics=["heads"], **asked)
    integrations.add_webhook(topics=["bust"], **asked)
    words = [signed(refreshed(cup))]
    fold_round(table_of(cup))
    words.append(signed(refreshed(cup), after=timedelta(minutes=5)))
    integrations.collect_news(now=NOW)
    sent = list(Delivery.objects.order_by("pk"))
    assert {one.webhook.topics[0] for one in sent} == {"heads"}
    assert [one.body["data"]["head"] for one in sent] == words
    assert all(one.due_at is not None for one in sent)
    assert json.loads(json.dumps(sent[0].body))["name"] == "records.signed"
    assert quote(words[0]) == words[0], "it is safe in an address"
