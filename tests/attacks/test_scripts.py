"""A script in every text the house keeps: it is shown as text, on every page and in every push."""

from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client

from tables import drawings
from tables.models import HandRecord, SeatOrder
from tests import pages
from tests.attacks import allowed
from tests.factories import DIRECTOR, NOW, deal
from tests.hall import Hall
from tournament import drawings as tournament_drawings
from tournament.services import links

SCRIPT = "<script>x()</script>\"'><b>"
AS_TEXT = "&lt;script&gt;x()"
# Texts that are no one's words: marks the program itself compares, or addresses.
NO_WORDS = {
    *("password", "username", "code", "slug", "hash", "kind", "state", "digest", "secret_hash"),
    *("view", "role", "preset", "rulebook", "game", "source", "method", "token", "account"),
    *("seed", "because", "phase", "status", "name_on_screens", "depth", "card_steps", "limit"),
}
MARKS = {"JournalEntry.name"}


def write_everywhere() -> int:
    """Put the script into every text that people write; how many columns that were."""
    count = 0
    for app in ("tournament", "tables"):
        for model in apps.get_app_config(app).get_models():
            fields = [field.name for field in model._meta.fields if _is_words(field)]
            if fields and not _is_unique(model, fields):
                model._default_manager.update(**dict.fromkeys(fields, SCRIPT))
                count += len(fields)
    return count


def _is_words(field: "models.Field[Any, Any]") -> bool:
    if f"{field.model.__name__}.{field.name}" in MARKS:
        return False
    is_text = isinstance(field, models.CharField | models.TextField)
    is_short = isinstance(field, models.CharField) and (field.max_length or 0) < len(SCRIPT)
    return is_text and not is_short and not field.choices and field.name not in NO_WORDS


def _is_unique(model: type[models.Model], fields: list[str]) -> bool:
    together = [set(one.fields) for one in model._meta.constraints if hasattr(one, "fields")]
    return any(set(fields) & one for one in together)


@pytest.fixture
def hall(db: None) -> Hall:
    """A hall in which every text is a script, and a hand is being played."""
    made = Hall()
    SeatOrder.objects.all().delete()  # the final would wait for the hand
    deal(made.table)
    for hand in HandRecord.objects.all():
        hand.players = [{**player, "name": SCRIPT} for player in hand.players]
        hand.save()
    made.table.refresh_from_db()
    assert write_everywhere() > 60
    return made


def test_no_page_of_the_house_runs_it(hall: Hall):
    house = hall.browser("house")
    assert _looked_at(house, {name: hall.address(name) for name in allowed.closed("page")}) > 10


def test_no_public_page_runs_it(hall: Hall):
    links.give(tournament_id=hall.cup.pk, actor=DIRECTOR, now=NOW)
    assert _looked_at(Client(), pages.public(hall.cup)) > 10


def _looked_at(browser: Client, places: dict[str, str]) -> int:
    """How many pages show the text; none may carry it as it was written."""
    shown = 0
    for name, address in places.items():
        answer = browser.get(address)
        if "html" not in answer.headers.get("Content-Type", ""):
            continue
        page = answer.content.decode()
        assert "<script>x()" not in page, name
        assert "\"'><b>" not in page, name
        shown += AS_TEXT in page
    return shown


def test_no_push_carries_it(hall: Hall):
    drawn = [
        drawings.public_table(hall.table.pk),
        drawings.tablet(hall.table.pk),
        drawings.leaderboard(hall.cup.pk),
        drawings.console(hall.cup.pk),
        drawings.seats(hall.cup.pk),
        tournament_drawings.clock(hall.cup.pk),
    ]
    for picture in drawn:
        assert "<script>x()" not in picture.text
    assert any(AS_TEXT in picture.text for picture in drawn)
