"""What a book does not let the house choose is refused on the pages of Setup, by its clause."""

from typing import Any

import pytest
from django.test import Client

from engine.structure import presets
from tests import written_forms
from tests.factories import (
    refreshed,
    registering,
)
from tests.written_forms import Form
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.setup.queries import played

pytestmark = pytest.mark.django_db
ADELAIDE = "adelaide-no-limit"


def new(key: str) -> Tournament:
    return registering(preset=presets.get(key))


def form(director: Client, cup: Tournament, page: str, name: str) -> Form:
    shown = director.get(f"/t/{cup.code}/{page}").content.decode()
    return written_forms.form_with(shown, name)


def first_level(director: Client, cup: Tournament, **typed: str) -> Any:
    """The schedule saved with other words in its first row."""
    body = form(director, cup, "schedule/", "minutes").body(do="save")
    for field, words in typed.items():
        body[field][0] = words
    return director.post(f"/t/{cup.code}/schedule/", body)


def level_in_force(cup: Tournament) -> Any:
    return clock_queries.schedule_of(refreshed(cup)).levels[0]


@pytest.mark.rule("adelaide:App1.1d")
@pytest.mark.rule("adelaide:App1.6d")
@pytest.mark.parametrize(
    ("typed", "clause", "lawful"),
    [
        ({"blinds": "100 / 50"}, "adelaide:App1.1d", {"blinds": "50 / 100"}),
        ({"blinds": "50 / 100 / 75"}, "adelaide:App1.1d", {"blinds": "50 / 100 / 100"}),
        ({"ante": "50"}, "adelaide:App1.6d", {"ante": "25"}),
        ({"ante": "50", "ante_from": "big blind"}, "adelaide:App1.6d", {"ante": ""}),
    ],
)
def test_an_adelaide_level_that_falls_to_the_left_or_has_a_larger_ante_is_not_saved(
    director: Client, typed, clause, lawful
):
    cup = new(ADELAIDE)
    before = level_in_force(cup)
    refused = first_level(director, cup, **typed)
    assert refused.status_code == 409
    assert clause in refused.content.decode()
    assert level_in_force(cup) == before
    assert first_level(director, cup, **lawful).status_code == 302


@pytest.mark.rule("adelaide:App1.1a")
@pytest.mark.rule("adelaide:App1.6a")
@pytest.mark.parametrize("limit", ["no", "pot", "half-pot", "fixed"])
@pytest.mark.parametrize("ante", ["", "25"])
def test_the_supervisor_sets_two_blinds_before_play_with_or_without_antes_at_any_limit(
    director: Client, limit: str, ante: str
):
    cup = new(ADELAIDE)
    for blinds in ("", "50"):
        refused = first_level(director, cup, blinds=blinds, ante="25", limit=limit)
        assert refused.status_code == 409
        assert "adelaide:15" in refused.content.decode() or "App1.1" in refused.content.decode()
    saved = first_level(director, cup, blinds="50 / 100", ante=ante, limit=limit)
    assert saved.status_code == 302
    assert level_in_force(cup).blinds == (50, 100)
    page = director.get(f"/t/{cup.code}/conditions/").content.decode()
    assert "50 / 100" in page


@pytest.mark.rule("adelaide:App1.7")
def test_adelaide_offers_four_limits_and_takes_no_fifth(director: Client):
    cup = new(ADELAIDE)
    offered = form(director, cup, "schedule/", "minutes")["limit"].offered
    assert [value for value, _ in offered if value] == ["no", "pot", "half-pot", "fixed"]
    for limit in ("structured", "manila", "straddle"):
        refused = first_level(director, cup, limit=limit)
        assert refused.status_code == 409
        assert "adelaide:App1.7" in refused.content.decode()
    games = [value for value, _ in form(director, cup, "setup/", "game")["game"].offered]
    assert games == ["nlhe", "phe", "hhe", "lhe"]


@pytest.mark.rule("charity:9.3.1")
@pytest.mark.parametrize(
    ("blinds", "is_allowed"),
    [
        ("25 / 100", False),
        ("75 / 100", False),
        ("50 / 100", True),
        ("100 / 100", True),
    ],
)
def test_a_first_charity_blind_is_half_the_minimum_or_all_of_it(
    director: Client, blinds: str, is_allowed: bool
):
    cup = new("charity")
    before = level_in_force(cup)
    answer = first_level(director, cup, blinds=blinds)
    assert answer.status_code == (302 if is_allowed else 409)
    assert ("charity:9.3.1" in answer.content.decode()) != is_allowed
    assert (level_in_force(cup) != before) == is_allowed


@pytest.mark.rule("igr:1.01(j)")
@pytest.mark.rule("igr:A.2(h)")
@pytest.mark.rule("igr:A.2(j)")
def test_an_igr_tournament_is_holdem_without_split_pots_or_wild_cards(director: Client):
    cup = new("igr")
    offer = form(director, cup, "setup/", "game")
    games = {value for value, _ in offer["game"].offered}
    assert games == {"nlhe", "phe", "hhe", "lhe", "she"}
    for other in ("plo", "plo8", "razz"):
        refused = director.post(f"/t/{cup.code}/setup/", offer.body(game=other))
        assert refused.status_code in (409, 422)
        assert refreshed(cup).game == "nlhe"
    rules = form(director, cup, "house-rules/", "ante_comes_first")
    assert not {"wins", "has_joker", "deck_size"} & {one.name for one in rules.fields}
    for name in ("wins", "has_joker", "deck_size"):
        director.post(f"/t/{cup.code}/house-rules/", rules.body(**{name: "1"}))
    game = played.of(refreshed(cup)).of_level(level_in_force(cup))
    assert (game.low, game.has_joker, game.deck_size) == ("high", False, 52)
