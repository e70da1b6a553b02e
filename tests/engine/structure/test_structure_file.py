"""Structures as files: every preset comes back as it was, and nothing strange gets in."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.entries.law import AddOns, NotOffered, Rebuys
from engine.refusal import Refused
from engine.structure import fields, presets, structure, structure_file
from engine.structure.fields import Field, Said
from engine.structure.structure_file import StructureFile


def kept(key: str) -> StructureFile:
    preset = presets.get(key)
    return StructureFile(preset.rulebook, key, preset.game, structure.to_plain(preset))


def plain(key: str = "friday") -> dict[str, Any]:
    read: dict[str, Any] = json.loads(structure_file.write(kept(key)))
    return read


def refused(changed: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        structure_file.read(changed if isinstance(changed, str) else json.dumps(changed))
    return caught.value


def with_part(value: Any, *path: str | int, key: str = "friday") -> dict[str, Any]:
    """A preset's file with one part of it put in another way."""
    made = plain(key)
    inside: Any = made
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return made


@pytest.mark.parametrize("key", [preset.key for preset in presets.PRESETS])
def test_every_preset_comes_back_as_it_was_written(key: str):
    assert structure_file.read(structure_file.write(kept(key))) == kept(key)


def test_what_the_house_has_chosen_goes_along():
    chosen = {
        "least_chips": 100,
        "house_rules": {"burns": False},
        "race_off": {"method": "highest card", "rounding": "up"},
    }
    one = kept("canberra-h")
    more = StructureFile(one.rulebook, one.preset, one.game, {**one.structure, **chosen})
    assert structure_file.read(structure_file.write(more)) == more


def test_a_new_field_is_declared_once_and_goes_through_the_file(monkeypatch: pytest.MonkeyPatch):
    """A field that the file's own list had forgotten vanished without a word."""
    made_up = Field("bounty", Said.HOUSE_MAY, least=1, most=50)
    one = kept("friday")
    more = StructureFile(one.rulebook, one.preset, one.game, {**one.structure, "bounty": 20})
    with pytest.raises(LookupError, match="bounty is no declared field"):
        structure_file.write(more)
    monkeypatch.setattr(fields, "FIELDS", (*fields.FIELDS, made_up))
    assert structure_file.read(structure_file.write(more)) == more
    assert "must be from 1 to 50" in refused(with_part(51, "structure", "bounty")).why


def test_a_file_says_every_field_of_the_house_and_no_other():
    fields_said = set(plain()["structure"])
    assert fields.names(Said.HOUSE) <= fields_said
    assert fields_said <= fields.names(Said.HOUSE, Said.HOUSE_MAY)


def test_how_the_hall_works_stays_at_home():
    one = kept("friday")
    more = {**one.structure, **dict.fromkeys(fields.names(Said.BESIDE), 1)}
    text = structure_file.write(StructureFile(one.rulebook, one.preset, one.game, more))
    assert structure_file.read(text) == one


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("format",), "another", "its format is not"),
        (("preset",), "nowhere", "preset “nowhere” is not known"),
        (("rulebook",), "igr", "does not belong to the rulebook"),
        (("game",), "chess", "game “chess” is not known"),
        (("game",), 5, "“game” must be text"),
        (("structure",), [], "“structure” must be an object"),
        (("structure", "stack"), "5000", "“stack” must be a whole number"),
        (("structure", "stack"), True, "“stack” must be a whole number"),
        (("structure", "stack"), 0, "“stack” must be from 1"),
        (("structure", "secret"), 1, "“secret” in structure is not known"),
        (("structure", "notes"), "two\nlines", "“notes” must be text"),
        (("structure", "chips"), "abc", "“chips” must be a list"),
        (("structure", "chips"), [{"value": 1, "colour": "red"}] * 13, "at most 12 parts"),
        (("structure", "chips", 0, "colour"), "plaid", "A chip's colour is one of"),
        (("structure", "least_chips"), 0, "“least_chips” must be from 1"),
        (("structure", "house_rules"), [], "“house_rules” must be an object"),
        (("structure", "house_rules"), {"burns": []}, "house rule “burns”"),
        (("structure", "race_off"), {"method": "lots", "rounding": "up"}, "“method” of race_off"),
        (("structure", "schedule", "rows"), "abc", "“rows” must be a list"),
        (("structure", "schedule", "rows", 0), 7, "kind of row 1"),
        (("structure", "schedule", "rows", 0, "kind"), "tea", "kind of row 1"),
        (("structure", "schedule", "rows", 0, "minutes"), "20", "“minutes of row 1” must be"),
        (("structure", "schedule", "rows", 0, "blinds"), 5, "“blinds of row 1” must be a list"),
        (("structure", "schedule", "rows", 0, "ante"), -1, "“ante of row 1” must be from 0"),
        (("structure", "schedule", "rows", 0, "top_up"), 1, "must be true or false"),
        (("structure", "schedule", "rows", 0, "race_offs"), [0], "must be from 1"),
        (("structure", "schedule", "rows", 0, "game"), "chess", "game 'chess' of a level"),
        (("structure", "schedule", "doubling_every"), 0, "“doubling_every” must be from 1"),
        (("structure", "rebuys", "most"), "two", "“most of rebuys” must be a whole number"),
    ],
)
def test_what_is_wrong_is_named(path: tuple[str | int, ...], value: Any, words: str):
    assert words in refused(with_part(value, *path)).why


def test_what_is_missing_is_named():
    made = plain()
    del made["structure"]["stack"]
    assert refused(made).why == "The word “stack” is missing in structure."
    del made["game"]
    assert refused(made).why == "The word “game” is missing in the file."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not valid JSON"),
        ("[" * 100_000, "is not valid JSON"),
        ('{"a": 1.5}', "“1.5” is not a whole number"),
        ('{"a": NaN}', "“NaN” is not a whole number"),
        (" " * 300_000, "too long"),
        ("[]", "no structure file"),
    ],
)
def test_what_is_no_structure_at_all_is_refused(text: str, words: str):
    assert words in refused(text).why


def test_the_house_decides_what_is_sold_where_its_book_lets_it():
    rebuys = {"chips": 3000, "price": 1500, "minutes": 80, "stack_below": 2000, "most": None}
    add_ons = {
        "chips": 1,
        "price": 2,
        "most": 3,
        "from_minute": 4,
        "until_minute": None,
    }
    made = with_part(rebuys, "structure", "rebuys", key="adelaide-no-limit")
    read = structure_file.read(json.dumps(made)).structure
    assert isinstance(structure.rebuys(read), Rebuys)
    assert structure.add_ons(read) == structure_file.NONE_SOLD
    made["structure"]["add_ons"] = add_ons
    sold = structure.add_ons(structure_file.read(json.dumps(made)).structure)
    assert isinstance(sold, AddOns)
    assert (sold.most, sold.until_minute, sold.clause) == (3, None, "adelaide:1.Add-On")


def test_a_preset_with_rebuys_may_be_played_without():
    made = with_part(None, "structure", "rebuys")
    terms = structure.rebuys(structure_file.read(json.dumps(made)).structure)
    assert isinstance(terms, NotOffered)


@pytest.mark.rule("canberra:4.1/rebuys")
def test_canberra_says_itself_when_rebuys_are_sold():
    made = plain("canberra-g")
    made["structure"]["rebuys"]["price"] = 700
    structure_file.read(json.dumps(made))
    made["structure"]["rebuys"]["minutes"] += 1
    assert refused(made).clause == "canberra:G.3.3"
    made = plain("canberra-g")
    made["structure"]["top_up"]["open_for"] += 1
    assert refused(made).clause == "canberra:G.3.3/topup"


@pytest.mark.rule("charity:2.4")
def test_nothing_is_sold_where_the_book_sells_nothing():
    terms = plain()["structure"]["rebuys"]
    refusal = refused(with_part(terms, "structure", "rebuys", key="charity"))
    assert refusal.clause == "charity:2.4"


@pytest.mark.rule("igr:A.2(i)")
def test_a_re_buy_of_the_licensed_game_follows_its_own_chips():
    made = plain("igr")
    made["structure"]["rebuys"] |= {"chips": 4000, "stack_below": 4000}
    structure_file.read(json.dumps(made))
    made["structure"]["rebuys"]["most"] = 2
    assert refused(made).clause == "igr:A.2(i)-3"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


def paths(value: Any, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a file."""
    inside: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    return [here, *(path for key, part in inside for path in paths(part, (*here, key)))]


@given(st.data())
def test_junk_in_any_place_is_a_sentence_or_a_structure(data: st.DataObject):
    key = data.draw(st.sampled_from(["friday", "canberra-a", "fours"]))
    path = data.draw(st.sampled_from([path for path in paths(plain(key)) if path]))
    made = with_part(data.draw(JUNK), *path, key=key)
    try:
        read = structure_file.read(json.dumps(made))
    except Refused:
        return
    assert structure_file.read(structure_file.write(read)) == read
