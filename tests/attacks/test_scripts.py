"""A script in every text the house keeps: it is shown as text, on every page and in every push."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.test import Client

from tables.models import SeatOrder
from tests import pages
from tests.attacks import allowed, pushes
from tests.factories import DIRECTOR, NOW, deal
from tests.hall import Hall
from tournament.services import links

ROOT = Path(settings.BASE_DIR)
TAG = "\"'><b>"
SCRIPT = f"<script>x()</script>{TAG}"
AS_TEXT = "&lt;script&gt;x()"
# Texts that are no one's words: marks the program itself compares, addresses, fingerprints.
MARKS = {
    *("password", "username", "code", "slug", "hash", "kind", "digest", "secret_hash", "rules"),
    *("preset", "rulebook", "game", "method", "seed", "depth", "check_method", "rounding"),
    *("colour", "accent", "logo", "logo_kind", "fingerprint", "nonce", "left", "sound", "head"),
    *("JournalEntry.name", "JournalEntry.ledger", "Award.source", "PostedDocument.what"),
    *("League.formula", "Webhook.url", "Webhook.secret", "WrongTries.door"),
}
# What people said, kept in a column that holds more than that.
INSIDE = {
    *("JournalEntry.data", "DeckEvent.data", "Proceeds.purposes", "StateSheet.seats"),
    *("StateSheet.out", "Posting.about", "HandRecord.players", "Table.out_of_use"),
}
USUAL: dict[Any, Any] = {
    models.DateTimeField: NOW,
    models.DateField: NOW.date(),
    models.BooleanField: False,
    models.IntegerField: 1,
    models.JSONField: [],
    models.BinaryField: b"",
    models.Field: "",
}
# Columns in which not everything makes sense.
FITTING: dict[str, Any] = {
    "DeckEvent.kind": "ordered",
    "DeckEvent.data": {"why": "asked"},
    "Deck.colour": "blue",
    "Proceeds.purposes": ["a school"],
    "Ticket.code": "T234567892",
}


def a_row_of_each_kind() -> None:
    """What nobody has done in this hall so far: one row of each such kind, its fields as they are
    when nothing is said."""
    for model in _kinds():
        if not model._default_manager.exists():
            _made(model)


def _kinds() -> list[type[models.Model]]:
    return [
        one for app in ("tournament", "tables") for one in apps.get_app_config(app).get_models()
    ]


def _made(model: type[models.Model]) -> models.Model:
    needed = {
        field.name: FITTING.get(_name(field)) or _usual(field)
        for field in model._meta.fields
        if _name(field) in FITTING or _is_needed(field)
    }
    return model._default_manager.create(**needed)


def _is_needed(field: "models.Field[Any, Any]") -> bool:
    is_numbered = field.primary_key and not field.is_relation
    return not (field.null or field.has_default() or is_numbered)


def _usual(field: "models.Field[Any, Any]") -> Any:
    """Something that fits into the column."""
    if (there := field.related_model) is not None:
        return there._default_manager.order_by("pk").first() or _made(there)
    if field.choices:
        return field.choices[0][0]
    kinds = (one for one in USUAL if isinstance(field, one))
    return USUAL[next(kinds)]


def write_everywhere() -> set[str]:
    """Put the script into every text that people write; into which columns."""
    written = set()
    for model in _kinds():
        for field in model._meta.fields:
            if _is_words(field) or _name(field) in INSIDE:
                _write(model, field)
                written.add(_name(field))
    return written


def _write(model: type[models.Model], field: "models.Field[Any, Any]") -> None:
    rows = model._base_manager.all()
    assert rows, f"nothing is said in {_name(field)}"
    is_short = (field.max_length or 999) < len(SCRIPT) + 5
    for row in rows:
        one = f"{TAG if is_short else SCRIPT}{row.pk if field.unique or _is_shared(field) else ''}"
        held = getattr(row, field.name)
        said = _spoken(held) if isinstance(field, models.JSONField) else one
        rows.filter(pk=row.pk).update(**{field.name: said})


def _spoken(held: Any) -> Any:
    """The same with the script for every word in it."""
    if isinstance(held, dict):
        return {key: _spoken(one) for key, one in held.items()}
    if isinstance(held, list):
        return [_spoken(one) for one in held]
    return SCRIPT if isinstance(held, str) else held


def _name(field: "models.Field[Any, Any]") -> str:
    return f"{field.model.__name__}.{field.name}"


def _is_words(field: "models.Field[Any, Any]") -> bool:
    is_text = isinstance(field, models.CharField | models.TextField) and not field.choices
    return is_text and not {field.name, _name(field)} & MARKS


def _is_shared(field: "models.Field[Any, Any]") -> bool:
    """Whether no two rows may say the same here."""
    together = field.model._meta.constraints
    return any(field.name in getattr(one, "fields", ()) for one in together)


@pytest.fixture
def hall(db: None) -> Hall:
    """A hall in which every text is a script, and a hand is being played."""
    made = Hall()
    SeatOrder.objects.all().delete()  # the final would wait for the hand
    deal(made.table)
    a_row_of_each_kind()
    assert len(write_everywhere()) > 150
    made.table.refresh_from_db()
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
    drawn = pushes.drawn(hall.table)
    drawn.pop("feed")  # plain data, for software
    assert len(drawn) > 12
    assert [name for name, text in drawn.items() if "<script>x()" in text] == []
    assert sum(AS_TEXT in text for text in drawn.values()) > 7


# -- nothing is excused ----------------------------------------------------------------------------

UNESCAPED = re.compile(r"\|\s*safe\b|\|\s*safeseq\b|autoescape\s+off")
TRUSTED = re.compile(r"\b(mark_safe|SafeString|SafeText|html_safe)\b|\.__html__")
RUNS_WORDS = re.compile(
    r"\.(inner|outer)HTML\s*\+?=[^=]|insertAdjacentHTML|document\.write|\beval\(|new Function"
    r"|setHTMLUnsafe|createContextualFragment"
)
# Cards and QR codes: drawings of our own, from a rank and a suit or from an address.
DRAWINGS = {"tournament/templatetags/show.py"}


def test_no_template_leaves_words_as_they_were_written():
    assert found(UNESCAPED, "templates/**/*.html") == set()


def test_nothing_but_our_own_drawings_is_trusted_as_it_is():
    ours = (f"{part}/**/*.py" for part in ("config", "engine", "tables", "tournament"))
    assert {path for each in ours for path in found(TRUSTED, each)} == DRAWINGS


def test_no_script_makes_a_page_of_words():
    assert found(RUNS_WORDS, "static/js/*.js") == set()


def found(pattern: re.Pattern[str], files: str) -> set[str]:
    """The files in which this is written."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.glob(files)
        if pattern.search(path.read_text("utf-8"))
    }
