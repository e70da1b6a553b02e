"""A script in every text the house stores is shown as text, on every page and in every push."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.test import Client
from django.utils.html import escape

from engine.office.conditions_sheet import LABELS
from engine.schedule import schedule
from tests import pages
from tests.attacks import allowed, pushes
from tests.attacks.halls import in_second_hand
from tests.attacks.test_doors import ANSWERS
from tests.factories import NOW

ROOT = Path(settings.BASE_DIR)
TAG = "\"'><b>"
TINY = "'<b>"  # where hardly anything fits
SCRIPT = f"<script>x()</script>{TAG}"
AS_TEXT = "&lt;script&gt;x()"
# Texts that are no one's words: marks the program itself compares, addresses, fingerprints.
MARKS = {
    *("password", "username", "code", "slug", "hash", "kind", "digest", "secret_hash", "rules"),
    *("preset", "rulebook", "game", "method", "seed", "depth", "check_method", "rounding"),
    *("colour", "accent", "logo", "logo_kind", "fingerprint", "nonce", "left", "sound", "head"),
    *("JournalEntry.name", "JournalEntry.ledger", "Due.source", "PostedDocument.what"),
    *("League.formula", "Webhook.url", "Webhook.secret", "WrongTries.door", "Signature.word"),
    *("PublicDraw.secret", "PublicDraw.commitment", "House.separators"),
}
# Columns that hold more than what people said, and under which keys that stands; none: all over.
SPOKEN: dict[str, set[str]] = {
    "Clock.state": {"reason"},
    "ClockMove.before": {"reason"},
    "HandEvent.data": {"reason"},  # as it was told when the hand was killed
    "HandRecord.players": set(),
    "JournalEntry.data": set(),
    "PublicDraw.about": {"people", "staying"},
    "ScheduleTemplate.schedule": {"note"},
    "Tournament.structure": {"notes", "preset_name", "game_name", "colour", "note"},
}
A_PRIZE = {"place": 1, "amount": 0, "item": SCRIPT, "source": "pool"}
# The same where the hall has nothing: what stands there once somebody has written it.
WRITTEN: dict[str, Any] = {
    "Addendum.changes": {"prizes": [SCRIPT, SCRIPT], "venue": [SCRIPT, SCRIPT]},
    "Conditions.words": {**dict.fromkeys(LABELS, SCRIPT), "extra": SCRIPT},
    "DeckEvent.data": {"why": SCRIPT, "by": SCRIPT},
    "Delivery.body": {"topic": "finish", "data": {"words": SCRIPT}},
    "Posting.about": dict.fromkeys(("payee", "purpose", "cheque", "approval", "drawer"), SCRIPT),
    "PublicDraw.words": [{"who": SCRIPT, "word": SCRIPT}],
    "Practice.done": [
        {
            "hand": 1,
            "kind": "fold",
            "words": SCRIPT,
            "facts": [SCRIPT],
            "wrong": [SCRIPT],
            "helped": True,
            "clause": "adelaide:33",
        }
    ],
    "Practice.wrong": [SCRIPT],
    "PrizeList.amounts": [{**A_PRIZE, "value": 100}],
    "PrizeList.rows": [{**A_PRIZE, "percent": None, "price": 100, "tax": 0}],
    "Proceeds.purposes": [SCRIPT],
    "RaceOff.seats": [
        {
            "seat": 2,
            "entry": 1,
            "name": SCRIPT,
            "odd": 1,
            "worth": 25,
            "card": "Ah",
            "before": 1000,
            "after": 1000,
        }
    ],
    "SpecialRound.outcome": {
        "entry": 1,
        "name": SCRIPT,
        "chips": 100,
        "moves": {},
        "shares": [],
        "drawn": [],
    },
    "StateSheet.out": [[3, SCRIPT]],
    "StateSheet.seats": [[1, 2, SCRIPT, 1000]],
    "Table.card_count": {"by": SCRIPT, "why": SCRIPT},
}
# Of those the ones that this house's pages tell of: the search would find a script there.
SHOWN = {
    *("Clock.state", "DeckEvent.data", "HandEvent.data", "HandRecord.players", "JournalEntry.data"),
    *("Posting.about", "Practice.done", "PrizeList.rows", "StateSheet.out", "StateSheet.seats"),
    *("Table.card_count", "Tournament.structure"),
}
# Columns in which nobody's words can stand: what is written there was chosen or counted.
WORDLESS = {
    "Bag.chips": "how many of each value",
    "Bag.found_chips": "how many of each value",
    "Confirmation.places": "keys and places",
    "CountedStack.chips": "how many of each value",
    "Deal.shares": "keys and cents",
    "Deal.stacks": "keys and chips",
    "Declaration.bars": "roles, each looked up before it is stored",
    "Device.rotation": "names of our views, each looked up before it is stored",
    "HandForHand.stood": "states of tables and hashes",
    "JournalEntry.rows": "digests, under the names of rows",
    "PlacingDecision.cards": "cards, written anew from what was read",
    "PlacingDecision.order": "keys",
    "Practice.told": "events of a hand that the program deals; nobody gives a reason there",
    "Proceeds.bank_holidays": "days, written anew from what was read",
    "PublicDraw.result": "numbers, places and cards",
    "ScheduleTemplate.house_rules": "answers, chosen by their place in a list",
    "Signature.tables": "numbers and hashes",
    "SimultaneousBusts.entries": "keys",
    "SpecialRound.cards": "cards, written anew from what was read",
    "Table.hand": "the hand in figures; reasons stay in its events",
    "Table.out_of_use": "numbers of seats",
    "Table.time_called": "a seat, times, and where the hand stood",
    "TimeBank.mark": "where the hand stood",
    "Tournament.sounds": "names of our sounds, each looked up before it is stored",
    "Webhook.topics": "names of our topics, each looked up before it is stored",
}
Near = dict[Any, models.Model]
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
    "Deck.colour": "blue",
    "Penalty.kind": "warning",
    "RaceOff.chip": 25,
    "RaceOff.larger": 100,
    "RaceOff.method": "highest card",
    "ScheduleTemplate.schedule": schedule.to_plain(
        schedule.Schedule(
            (schedule.Level(minutes=20, blinds=(25, 50)), schedule.Break(10, note="Tea"))
        )
    ),
}


def a_row_of_each_kind(house: pages.House) -> None:
    """What nobody has done in this hall so far: one row of each such kind, its fields as they are
    when nothing is said, at the table and the tournament whose pages are opened."""
    here = (house.cup, house.table, house.first.entry, house.first.entry.player)
    near: Near = {type(one): one for one in here}
    for model in _kinds():
        if not model._default_manager.exists():
            _made(model, near)


def _kinds() -> list[type[models.Model]]:
    return [
        one for app in ("tournament", "tables") for one in apps.get_app_config(app).get_models()
    ]


def _made(model: type[models.Model], near: Near) -> models.Model:
    needed = {
        field.name: FITTING.get(_name(field)) or _usual(field, near)
        for field in model._meta.fields
        if _name(field) in FITTING or _is_needed(field)
    }
    return model._default_manager.create(**needed)


def _is_needed(field: "models.Field[Any, Any]") -> bool:
    is_numbered = field.primary_key and not field.is_relation
    return not (field.null or field.has_default() or is_numbered)


def _usual(field: "models.Field[Any, Any]", near: Near) -> Any:
    """Something that fits into the column."""
    if (there := field.related_model) is not None:
        found = near.get(there) or there._default_manager.order_by("-pk").first()
        return found or _made(there, near)
    if field.choices:
        return field.choices[0][0]
    kinds = (one for one in USUAL if isinstance(field, one))
    return USUAL[next(kinds)]


def write_everywhere() -> set[str]:
    """Put the script into every text that people write; into which columns."""
    written = set()
    for model in _kinds():
        for field in model._meta.fields:
            if _is_words(field) or _holds_words(field):
                _write(model, field)
                written.add(_name(field))
    return written


def _write(model: type[models.Model], field: "models.Field[Any, Any]") -> None:
    rows = model._base_manager.all()
    assert rows, f"nothing is said in {_name(field)}"
    for row in rows:
        rows.filter(pk=row.pk).update(**{field.name: _said(field, row)})
    if isinstance(field, models.JSONField):
        held = rows.values_list(field.name, flat=True)
        assert any(SCRIPT + _name(field) in pushes.words(one) for one in held), (
            f"nothing is in {_name(field)}"
        )


def _said(field: "models.Field[Any, Any]", row: models.Model) -> Any:
    """What stands in this row's column once everybody has written a script."""
    if _name(field) in WRITTEN:
        return _signed(WRITTEN[_name(field)], _name(field))
    if _name(field) == "PublicDraw.about":  # kept as the text that is hashed
        about = getattr(row, field.name)
        return json.dumps(_spoken(json.loads(about), SPOKEN[_name(field)])) if about else ""
    if _name(field) in SPOKEN:
        spoken = _spoken(getattr(row, field.name), SPOKEN[_name(field)])
        return _signed(spoken, _name(field))
    room = field.max_length or 999
    said = TINY if room < len(TAG) else TAG if room < len(SCRIPT) + 5 else SCRIPT
    is_only = field.unique or _is_shared(field)
    return f"{said}{row.pk if is_only else ''}"


def _signed(held: Any, column: str) -> Any:
    """The same with the column's name after each script, to be known by where it is shown."""
    return json.loads(json.dumps(held).replace(json.dumps(SCRIPT), json.dumps(SCRIPT + column)))


def _spoken(held: Any, keys: set[str], key: str = "") -> Any:
    """The same with the script for every word that stands under these keys."""
    if isinstance(held, dict):
        return {name: _spoken(one, keys, name) for name, one in held.items()}
    if isinstance(held, list):
        return [_spoken(one, keys, key) for one in held]
    return SCRIPT if isinstance(held, str) and (not keys or key in keys) else held


def _name(field: "models.Field[Any, Any]") -> str:
    return f"{field.model.__name__}.{field.name}"


def _is_words(field: "models.Field[Any, Any]") -> bool:
    is_text = isinstance(field, models.CharField | models.TextField) and not field.choices
    return is_text and not {field.name, _name(field)} & MARKS


def _holds_words(field: "models.Field[Any, Any]") -> bool:
    return _name(field) in SPOKEN or _name(field) in WRITTEN


def _is_shared(field: "models.Field[Any, Any]") -> bool:
    """Whether no two rows may say the same here."""
    together = field.model._meta.constraints
    return any(field.name in getattr(one, "fields", ()) for one in together)


@pytest.fixture
def hall(db: None) -> pages.House:
    """A house in which every text is a script, and a hand is being played."""
    house = in_second_hand(pages.House(), after=SCRIPT)
    a_row_of_each_kind(house)
    assert len(write_everywhere()) > 150
    house.table.refresh_from_db()
    return house


def test_every_column_of_many_things_is_written_to_or_holds_no_words():
    known = [*SPOKEN, *WRITTEN, *WORDLESS]
    fields = (field for model in _kinds() for field in model._meta.fields)
    there = [_name(field) for field in fields if isinstance(field, models.JSONField)]
    assert sorted(known) == sorted([*there, "PublicDraw.about"])


def test_no_page_of_the_house_runs_it(hall: pages.House):
    found = _looked_at(
        hall.browser("house"), {name: hall.place(name) for name in allowed.rows("page")}
    )
    assert sum(AS_TEXT in page for page in found) > 10
    assert any(escape(TINY) in page for page in found)
    assert {column for column in SHOWN if not _is_shown(column, found)} == set()


def test_no_public_page_runs_it(hall: pages.House):
    places = {name: hall.place(name) for name in allowed.open_to_all("page")}
    assert sum(AS_TEXT in page for page in _looked_at(Client(), places)) > 10


def _is_shown(column: str, found: list[str]) -> bool:
    return any(escape(SCRIPT + column) in page for page in found)


def _looked_at(browser: Client, places: dict[str, str]) -> list[str]:
    """Every page as it came; none may carry the text as it was written."""
    found, wrong = [], {}
    for name, address in places.items():
        answer = browser.get(address)
        if answer.status_code not in ANSWERS.get(name, {200}):
            wrong[name] = answer.status_code
        if "html" in answer.headers.get("Content-Type", ""):
            found.append(page := answer.content.decode())
            assert "<script>x()" not in page, name
            assert TAG not in page, name
            assert TINY not in page, name
    assert wrong == {}
    return found


def test_no_push_carries_it(hall: pages.House):
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
# Cards and QR codes: drawings of our own, from a rank and a suit or from an address. The
# documentation's own files, in which a tag is text. And parts of pages kept as their template,
# which escapes what it is given, has drawn them.
DRAWINGS = {
    *("tournament/templatetags/show.py", "config/docs.py"),
    "tournament/templatetags/kept.py",
}


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
