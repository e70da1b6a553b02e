"""Who a token reaches: the people of its tournament, and no reason that is theirs alone."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine.structure import presets
from tests.factories import NOW, registering, stored
from tests.tables.test_api import Software
from tournament.entries.services import entries, players
from tournament.entries.services.players import Details
from tournament.models import Entry, Exclusion, Ineligibility, Player
from tournament.permissions import SYSTEM, Role

pytestmark = pytest.mark.django_db
TABLE = (
    "name;email;born on\nAnn;ann@example.org;1990-05-17\n;nobody@example.org;\nCid;;1990-01-01\n"
)


def enter(cup, name: str, **details: object):
    wish = entries.Wish(details=Details(**details))  # type: ignore[arg-type]
    return entries.register(tournament_id=cup.pk, name=name, wish=wish, actor=SYSTEM, now=NOW)


def test_a_token_neither_finds_nor_changes_the_people_of_another_tournament():
    """The desk's token of one tournament renamed, barred and merged the players of all."""
    cup, other = registering(), registering()
    here, elsewhere = enter(cup, "Ann"), enter(other, "Ben", email="ben@example.org")
    director = Software(cup, Role.DIRECTOR)
    assert [one["name"] for one in director.get("/people").json()] == ["Ann"]
    assert director.get("/people?find_words=ben@example.org").json() == []
    before = stored()
    ben, ann = elsewhere.player_id, here.player_id
    for path, body in (
        (f"/people/{ben}", {"name": "Benno"}),
        (f"/people/{ben}/bar", {"reason": "none"}),
        (f"/people/{ben}/unbar", {}),
        (f"/people/{ann}/merge", {"other": ben}),
        (f"/people/{ben}/merge", {"other": ann}),
        (f"/people/{ben}/photo/remove", {}),
    ):
        answer = director.post(path, **body)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    assert stored() == before
    assert director.post(f"/people/{ann}", name="Anna").status_code == 200


def test_why_somebody_may_not_enter_is_not_told_to_other_software():
    """Age, exclusion and the reason of a bar went out with the refusal."""
    cup = registering(preset=presets.get("friday"))
    desk, director = Software(cup, Role.DESK), Software(cup, Role.DIRECTOR)
    director.post("/entries/terms", minimum_age=18)
    grown = date(1990, 1, 1)
    other = registering()
    bad = enter(other, "Ann", born_on=grown).player
    players.bar(
        tournament_id=other.pk, player_id=bad.pk, reason="gambles too much", actor=SYSTEM, now=NOW
    )
    sent = Player.objects.create(name="Cid", born_on=grown, created_at=NOW)
    Exclusion.objects.create(
        player=sent, until=NOW.replace(year=2099), clause="", at=NOW, by="", reason="fought"
    )
    for name, born_on in (("Ann", "1990-01-01"), ("Ben", "2015-01-01"), ("Cid", "1990-01-01")):
        answer = desk.post("/entries", name=name, born_on=born_on)
        assert answer.status_code == 409
        assert answer.json()["detail"] == (
            f"The entry of {name} cannot be taken. The desk can say why."
        )
        text = f"name,born on\n{name},{born_on}"
        row = desk.post("/entries/text", text=text, sure=True).json()["rows"][0]
        assert row["wrong"] == f"The entry of {name} cannot be taken. The desk can say why."
    assert not Entry.objects.filter(tournament=cup).exists()


def test_the_list_of_those_who_may_not_win_gives_no_reason():
    cup = registering()
    entry = enter(cup, "Ann")
    Ineligibility.objects.create(entry=entry, reason="is 16", is_underage=True, at=NOW, by="Dora")
    told = Software(cup, Role.DESK).get("/lists/ineligible").json()["rows"]
    assert [sorted(row) for row in told] == [["entry", "id", "name", "player"]]


def upload(desk: Software, text: str, **asked: object):
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    file = SimpleUploadedFile("players.csv", text.encode())
    where = f"{desk.at}/entries/file?{query}"
    return Client().post(where, {"file": file}, headers=desk.headers)


def test_a_file_of_players_is_taken_whole_or_not_at_all_and_says_under_which_numbers():
    """The good rows of a file went in, and nobody was told which."""
    cup = registering()
    desk = Software(cup, Role.DESK)
    before = stored()
    for asked in ({}, {"sure": "true"}):
        answer = upload(desk, TABLE, **asked).json()
        assert (answer["done"], answer["entered"]) == (False, 0)
        assert [(row["line"], row["entry"], bool(row["wrong"])) for row in answer["rows"]] == [
            (2, None, False),
            (3, None, True),
            (4, None, False),
        ]
        assert stored() == before
    answer = upload(desk, TABLE, sure="true", skip_wrong="true").json()
    assert (answer["done"], answer["entered"]) == (True, 2)
    numbers = {row["line"]: row["entry"] for row in answer["rows"]}
    assert numbers == {2: 1, 3: None, 4: 2}
    assert cup.entries.get(number=2).name == "Cid"


def test_a_file_without_a_fault_goes_in_at_once():
    cup = registering()
    answer = upload(Software(cup, Role.DESK), "name\nAnn\nBen\n", sure="true").json()
    assert [(row["name"], row["entry"]) for row in answer["rows"]] == [("Ann", 1), ("Ben", 2)]
    assert answer["words"] == "2 of 2 rows entered."
