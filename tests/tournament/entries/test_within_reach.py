"""A tournament's staff see and change only who is entered there; other tournaments are told."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import DIRECTOR, NOW, house_director, registering, signed_in, user
from tests.tournament.entries.test_photos import picture
from tournament.entries.services import entries, photos
from tournament.entries.services.players import Details
from tournament.models import Entry, Photo, Player, Tournament
from tournament.permissions import Role

pytestmark = pytest.mark.django_db
SECRET = {"email": "bea@example.org", "phone": "0400 111 222", "alias": "", "group": ""}


def entered(cup: Tournament, name: str, **details: Any) -> Entry:
    wish = entries.Wish(details=Details(**details))
    return entries.register(tournament_id=cup.pk, name=name, actor=DIRECTOR, now=NOW, wish=wish)


def two_cups() -> tuple[Tournament, Tournament, Player]:
    """A cup of whoever attacks, another, and somebody with a photograph who plays there only."""
    mine, other = registering(1), registering(1)
    bea = entered(other, "Bea Brown", email="bea@example.org", phone="0400 111 222").player
    photos.keep(picture(), tournament_id=other.pk, player_id=bea.pk, actor=DIRECTOR, now=NOW)
    return mine, other, bea


@pytest.mark.parametrize("role", [Role.FLOOR, Role.DESK, Role.INSPECTOR, Role.DIRECTOR])
def test_nobody_of_another_tournament_is_shown_changed_or_found(role: Role):
    mine, other, bea = two_cups()
    staff = signed_in(user("sam", mine, role))
    place = f"/t/{mine.code}/people/"
    for page in (f"{place}{bea.pk}/", f"{place}{bea.pk}/photo/"):
        assert staff.get(page).status_code in (403, 404)
    for page in (place, f"{place}?find=bea", f"/t/{mine.code}/desk/?find=Bea+Brown"):
        shown = staff.get(page).content.decode()
        assert "bea@example.org" not in shown
        assert "0400 111 222" not in shown
    before = Player.objects.values().get(pk=bea.pk)
    for sent in ({"name": "Stolen", **SECRET}, {"name": "Stolen"}):
        assert staff.post(f"{place}{bea.pk}/", sent).status_code in (403, 404)
    ours = mine.entries.get().player
    staff.post(f"{place}{ours.pk}/merge/", {"other": bea.pk})
    staff.post(f"{place}{bea.pk}/bar/", {"reason": "spite"})
    staff.post(f"{place}{bea.pk}/photo/remove/")
    assert Player.objects.values().get(pk=bea.pk) == before
    assert Photo.objects.filter(player=bea).exists()
    assert not other.journal.filter(by="sam").exists()


def renamed(client: Client, cup: Tournament, player: Player, name: str) -> None:
    sent = {"name": name, "alias": "", "email": "", "phone": "", "group": "", "country": ""}
    assert client.post(f"/t/{cup.code}/people/{player.pk}/", sent).status_code == 302


def test_an_entry_keeps_its_name_where_the_player_was_not_corrected_and_that_journal_says_so():
    mine, other, bea = two_cups()
    here = entered(mine, "Bea Brown")
    renamed(signed_in(user("sam", mine, Role.DESK)), mine, bea, "Beatrice Brown")
    here.refresh_from_db()
    there = other.entries.get(player=bea)
    assert (here.name, there.name) == ("Beatrice Brown", "Bea Brown")
    director = signed_in(house_director())
    assert "Bea Brown" in director.get(f"/t/{other.code}/players/").content.decode()
    journal = director.get(f"/t/{other.code}/journal/").content.decode()
    assert f"edited the details of Beatrice Brown at {mine.name}" in journal


def test_the_house_director_reaches_everybody():
    mine, _, bea = two_cups()
    director = signed_in(house_director())
    assert "bea@example.org" in director.get(f"/t/{mine.code}/people/{bea.pk}/").content.decode()
