"""Players' photographs: optional, small, without what a camera adds, and for staff only."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from PIL import Image

from engine.refusal import Refused
from tests.factories import (
    DIRECTOR,
    NOW,
    house_director,
    registering,
    signed_in,
    stored,
    user,
)
from tournament.entries.services import photos, players
from tournament.models import JournalEntry, Photo, Player, Tournament
from tournament.permissions import Role

pytestmark = pytest.mark.django_db
PLACE_TAKEN = 0x9003  # EXIF: when the original was taken


def picture(kind: str = "JPEG", size: tuple[int, int] = (900, 600)) -> bytes:
    """A photograph as a camera writes it, with its own notes inside."""
    exif = Image.Exif()
    exif[PLACE_TAKEN] = "2027:03:05 18:00:00"
    out = BytesIO()
    Image.new("RGB", size, "teal").save(out, kind, exif=exif)
    return out.getvalue()


def someone(cup: Tournament, number: int = 1) -> Player:
    return cup.entries.get(number=number).player


def kept(cup: Tournament, player: Player, data: bytes) -> Photo:
    return photos.keep(data, tournament_id=cup.pk, player_id=player.pk, actor=DIRECTOR, now=NOW)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photograph_is_cut_square_made_small_and_says_nothing_but_the_face(kind: str):
    cup = registering(1)
    made = Image.open(BytesIO(kept(cup, someone(cup), picture(kind)).jpeg))
    assert made.size == (photos.SIDE, photos.SIDE)
    assert made.format == "JPEG"
    assert not made.getexif()


@pytest.mark.parametrize(
    "junk",
    [b"", b"<svg onload='alert(1)'/>", picture()[:200], b"GIF89a" + b"\0" * 60],
    ids=["nothing", "svg", "half", "gif"],
)
def test_what_is_no_photograph_is_refused_and_nothing_changes(junk: bytes):
    cup = registering(1)
    before = stored()
    with pytest.raises(Refused, match="JPEG, PNG or WebP"):
        kept(cup, someone(cup), junk)
    assert stored() == before


def test_a_photograph_of_too_many_bytes_or_pixels_is_refused(monkeypatch: pytest.MonkeyPatch):
    cup = registering(1)
    monkeypatch.setitem(photos.MOST_PIXELS, "JPEG", 900 * 600 - 1)
    with pytest.raises(Refused, match="fewer pixels"):
        kept(cup, someone(cup), picture())
    with pytest.raises(Refused, match="at most"):
        kept(cup, someone(cup), b"\0" * (photos.MOST_BYTES + 1))
    assert not Photo.objects.exists()


def test_the_desk_takes_sees_and_removes_it_and_the_journal_tells():
    cup = registering(1)
    player = someone(cup)
    desk = signed_in(user("dora", cup, Role.DESK))
    where = f"/t/{cup.code}/people/{player.pk}/"
    sent = {"photo": SimpleUploadedFile("face.jpg", picture(), "image/jpeg")}
    assert desk.post(f"{where}photo/keep/", sent).status_code == 302
    shown = desk.get(f"{where}photo/")
    assert shown["Content-Type"] == "image/jpeg"
    assert shown["Cache-Control"] == "private, no-store"
    assert f"{where}photo/" in desk.get(f"/t/{cup.code}/desk/?find=player").content.decode()
    assert desk.post(f"{where}photo/remove/").status_code == 302
    assert desk.get(f"{where}photo/").status_code == 404
    names = JournalEntry.objects.filter(tournament=cup, name__startswith="player.photo")
    assert [line.name for line in names] == ["player.photographed", "player.photo_removed"]


def test_nobody_but_staff_is_shown_it_and_no_public_page_leads_to_it():
    cup = registering(1)
    player = someone(cup)
    kept(cup, player, picture())
    where = f"/t/{cup.code}/people/{player.pk}/photo/"
    assert Client().get(where).status_code == 403
    assert signed_in(user("ines", cup, Role.INSPECTOR)).get(where).status_code == 200
    for page in ("", "players/", "players/1/", "leaderboard/"):
        assert "photo" not in Client().get(f"/t/{cup.code}/{page}").content.decode()


def test_two_rows_of_one_person_keep_the_one_photograph():
    cup, other = registering(1), signed_in(house_director())
    keep, gone = someone(cup), Player.objects.create(name="Ada", created_at=NOW)
    kept(cup, gone, picture())
    players.merge(tournament_id=cup.pk, keep_id=keep.pk, gone_id=gone.pk, actor=DIRECTOR, now=NOW)
    assert Photo.objects.get().player == keep
    assert other.get(f"/t/{cup.code}/people/{keep.pk}/photo/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_photograph_is_read_before_anything_is_locked(monkeypatch: pytest.MonkeyPatch):
    """Five photographs held SQLite's writers for 25 seconds."""
    cup = registering(1)
    read, locked = photos.square, []

    def noted(data: bytes) -> bytes:
        locked.append(connection.in_atomic_block)
        return read(data)

    monkeypatch.setattr(photos, "square", noted)
    desk = signed_in(user("dora", cup, Role.DESK))
    sent = {"photo": SimpleUploadedFile("face.jpg", picture(), "image/jpeg")}
    assert desk.post(f"/t/{cup.code}/people/{someone(cup).pk}/photo/keep/", sent).status_code == 302
    assert locked == [False]
