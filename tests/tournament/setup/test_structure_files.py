"""A structure as a file: out of one tournament and into another, or refused and nothing changed."""

import json
from contextlib import suppress
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.refusal import Refused
from engine.structure.presets import PRESETS, get
from tests.engine.structure.test_structure_file import JUNK, paths
from tests.engine.structure.test_td_file import HARBOUR
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    NOW,
    WITH_REBUYS,
    house_director,
    refreshed,
    registering,
    running,
    seated,
    sell,
    signed_in,
    stored,
)
from tournament.models import Tournament
from tournament.setup.queries import structure_files as queries
from tournament.setup.services import setup

pytestmark = pytest.mark.django_db


def changed(cup: Tournament, **parts: Any) -> str:
    """The tournament's own file with some parts of its structure put in another way."""
    made = json.loads(queries.text_of(cup))
    made["structure"] |= parts
    return json.dumps(made)


def take(cup: Tournament, text: str) -> Tournament:
    setup.take_structure(tournament_id=cup.pk, text=text, actor=DIRECTOR, now=NOW)
    return refreshed(cup)


def refused(cup: Tournament, text: str) -> Refused:
    before = stored()
    with pytest.raises(Refused) as caught:
        take(cup, text)
    assert stored() == before
    return caught.value


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_goes_through_a_file_into_a_new_tournament(preset):
    origin = registering(preset=preset, seats=preset.seats_per_table)
    text = queries.text_of(origin)
    made = setup.open_from_file(name="Copy", text=text, actor=DIRECTOR, now=NOW)
    assert queries.text_of(made) == text
    assert (made.preset, made.game, made.rulebook) == (
        origin.preset,
        origin.game,
        origin.rulebook,
    )


def test_a_file_brings_its_book_game_and_schedule_and_the_clock_follows():
    cup = registering()
    text = queries.text_of(registering(preset=get("canberra-h"), seats=9))
    became = take(cup, text)
    assert became.rulebook == "canberra"
    assert became.clock.state["phase"] == "waiting"
    assert became.journal.filter(name="setup.file_taken").count() == 1


def test_what_no_file_says_stays_with_the_tournament():
    cup = registering()
    assert take(cup, changed(cup, stack=2000)).structure["card_steps"] == "shown"


def test_a_file_may_be_taken_with_players_entered_while_no_promise_breaks():
    cup = registering(3)
    assert take(cup, changed(cup, max_players=40)).structure["max_players"] == 40
    assert "starting stack can no longer change" in refused(cup, changed(cup, stack=2000)).why
    text = queries.text_of(registering(preset=WITH_REBUYS))
    assert "under another preset" in refused(cup, text).why


def test_prices_stay_once_somebody_has_paid():
    cup = registering(1, preset=WITH_REBUYS)
    sell(cup.entries.get(), "entry", now=NOW)
    terms = json.loads(queries.text_of(cup))["structure"]["rebuys"]
    text = changed(cup, rebuys={**terms, "price": 900})
    assert "Somebody has already paid" in refused(cup, text).why


def test_nothing_is_taken_once_seats_are_drawn_or_play_has_begun():
    drawn, begun = seated(2), running(2)
    assert "Seats are drawn" in refused(drawn, queries.text_of(drawn)).why
    assert "Play has begun" in refused(begun, queries.text_of(begun)).why


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"seats_per_table": 11}, "has 2 to 10 seats"),
        ({"stack": 1010}, "must be made of chips"),
        ({"entry_fee": 6000}, ""),
        ({"house_rules": {"burns": True}}, "leaves no choice"),
        (
            {"schedule": {"rows": [{"kind": "break", "minutes": 5}], "doubling_every": None}},
            "at least one level",
        ),
        (
            {
                "schedule": {
                    "rows": [{"kind": "level", "minutes": 5, "blinds": [30, 60]}],
                    "doubling_every": None,
                }
            },
            "which the chips in play cannot make",
        ),
    ],
)
def test_what_cannot_be_played_or_not_by_this_book_is_refused(parts: dict[str, Any], words: str):
    cup = registering()
    assert words in refused(cup, changed(cup, **parts)).why


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_junk_changes_nothing(data: st.DataObject):
    cup = registering()
    made = json.loads(queries.text_of(cup))
    path = data.draw(st.sampled_from([path for path in paths(made) if path]))
    inside = made
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = data.draw(JUNK)
    before = refreshed(cup).structure
    with suppress(Refused):
        setup.try_structure(tournament_id=cup.pk, text=json.dumps(made), actor=DIRECTOR, now=NOW)
    assert refreshed(cup).structure == before


# -- on the pages ----------------------------------------------------------------------------------


def sent(text: str | bytes, name: str = "evening.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


def test_a_structure_is_downloaded_looked_at_and_taken():
    cup, browser = registering(), signed_in(house_director())
    file = browser.get(f"/t/{cup.code}/setup/structure.json")
    assert f"{cup.code}-structure.json" in file["Content-Disposition"]
    text = file.content.decode().replace('"max_players": 300', '"max_players": 77')
    before = stored()
    looked = browser.post(f"/t/{cup.code}/setup/file/", {"file": sent(text)})
    assert looked.status_code == 200
    assert "2 to 77" in looked.content.decode()
    assert stored() == before
    kept = {"sure": "yes", "text": looked.context["text"]}
    taken = browser.post(f"/t/{cup.code}/setup/file/", kept, follow=True)
    assert "Structure imported." in taken.content.decode()
    assert refreshed(cup).structure["max_players"] == 77


def test_a_tournament_is_made_from_a_file_on_the_page():
    browser = signed_in(house_director())
    text = queries.text_of(registering(preset=FREEZE_OUT))
    assert browser.get("/tournaments/new/file/").status_code == 200
    looked = browser.post("/tournaments/new/file/", {"file": sent(text), "name": "Spring"})
    assert "Spring" in looked.content.decode()
    kept = {"sure": "yes", "text": looked.context["text"], "name": "Spring"}
    browser.post("/tournaments/new/file/", kept)
    assert queries.text_of(Tournament.objects.get(name="Spring")) == text
    unnamed = browser.post("/tournaments/new/file/", {**kept, "name": " "})
    assert "Give the tournament a name" in unnamed.content.decode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x00\x9d\x81", "The file is not a text file"),
        (b"hello", "is not valid JSON"),
        (b"x" * 3_000_001, "larger than three megabytes"),
        (None, "Choose a file first"),
    ],
)
def test_what_is_no_structure_is_refused_with_a_sentence(data: bytes | None, words: str):
    cup, browser = registering(), signed_in(house_director())
    before = stored()
    body = {} if data is None else {"file": sent(data)}
    for place in (f"/t/{cup.code}/setup/file/", "/tournaments/new/file/"):
        answer = browser.post(place, {**body, "preset": "friday"})
        assert answer.status_code in (409, 413, 422)
        assert words in answer.content.decode()
        if data is not None:
            body["file"].seek(0)
    assert stored() == before


def test_a_save_file_is_looked_at_with_what_is_left_behind_and_becomes_a_tournament():
    browser = signed_in(house_director())
    body = {"file": sent(HARBOUR, "harbour.tdt"), "preset": "friday"}
    looked = browser.post("/tournaments/new/file/", body)
    page = looked.content.decode()
    assert "Guaranteed: 1000." in page
    assert "Then the 25 leave" in page or "then the 25 leave" in page
    assert not Tournament.objects.exists()
    kept = {"sure": "yes", "text": looked.context["text"], "name": looked.context["name"]}
    browser.post("/tournaments/new/file/", kept)
    made = Tournament.objects.get()
    assert (made.name, made.structure["stack"]) == ('Harbour "Deep" Stack', 5000)


def test_the_players_of_a_save_file_go_through_the_preview_of_entries():
    cup, browser = registering(), signed_in(house_director())
    place = f"/t/{cup.code}/entries/file/"
    looked = browser.post(place, {"file": sent(HARBOUR, "harbour.tdt")})
    assert [row.name for row in looked.context["rows"]] == ["Mona O'Keefe", "Tiller"]
    assert not cup.entries.exists()
