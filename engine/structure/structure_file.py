"""A structure as a file that people keep, change and send: JSON, read strictly or refused.

The file holds what a house chooses (`fields.py`). What follows from preset and rulebook (names,
clauses, times that a book fixes) is worked out anew when it is read, so no file can claim a clause
of its own.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import category

from engine import games, rulebooks
from engine.chips import PALETTE
from engine.entries.law import AddOns, NotOffered, Rebuys, TopUp
from engine.equipment.law import Method, Rounding
from engine.refusal import Refused
from engine.schedule import schedule as engine_schedule
from engine.structure import fields, level_games, presets, structure
from engine.structure.fields import MOST_AMOUNT, Field, Kind, Said
from engine.structure.law import HouseTerms, Preset

FORMAT = "shuffle-up-structure-1"
MOST_LETTERS = 200_000
MOST_ROWS, MOST_CHIPS, MOST_BLINDS = 200, 12, 3
MOST_MINUTES = 10_000

HEAD = frozenset({"format", "rulebook", "preset", "game", "structure"})
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "rebuys": ("chips", "price", "minutes", "stack_below", "most"),
    "top_up": ("chips", "price", "from_minute", "open_for"),
    "add_ons": ("chips", "price", "most", "from_minute", "until_minute"),
}
MAY_BE_ABSENT = frozenset({("rebuys", "most"), ("add_ons", "until_minute")})
WORDS = {"rebuys": "rebuys", "top_up": "top-ups", "add_ons": "add-ons"}
CONTROLS = frozenset({"Cc", "Cs"})  # of letters: none that no page can show
NONE_SOLD = NotOffered("This tournament sells none.", "")

Terms = Rebuys | TopUp | AddOns | NotOffered


@dataclass(frozen=True, slots=True)
class StructureFile:
    """What a file says, in the form a tournament keeps; whether it is lawful is not looked at."""

    rulebook: str
    preset: str
    game: str
    structure: dict[str, Any]


def write(kept: StructureFile) -> str:
    """The file of a structure that a tournament keeps."""
    plain = kept.structure
    if unknown := sorted(plain.keys() - fields.names(*Said)):
        raise LookupError(f"{unknown[0]} is no declared field of a structure")
    chosen = {
        field.name: _to_file(field, plain[field.name])
        for field in fields.said_by(Said.HOUSE, Said.HOUSE_MAY)
        if field.said is Said.HOUSE or field.name in plain
    }
    head = {"format": FORMAT, "rulebook": kept.rulebook, "preset": kept.preset, "game": kept.game}
    return json.dumps({**head, "structure": chosen}, indent=1, ensure_ascii=False) + "\n"


def _to_file(field: Field, kept: Any) -> Any:
    if field.kind is Kind.SOLD:
        return _sold_to_file(field.name, kept)
    if field.kind is Kind.CHIPS:
        return [{"value": chip["value"], "colour": chip["colour"]} for chip in kept]
    if field.kind is Kind.SCHEDULE:
        return engine_schedule.to_plain(engine_schedule.from_plain(kept))
    return kept


def _sold_to_file(what: str, kept: Mapping[str, Any]) -> dict[str, Any] | None:
    return None if kept["is_refused"] else {key: kept["terms"][key] for key in NUMBERS[what]}


def read(text: str) -> StructureFile:
    """Read what write wrote, or somebody wrote by hand; refuses whatever is not exactly that."""
    said = _parsed(text)
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise Refused(f"This is no structure file: its format is not {FORMAT}.")
    head = _object(said, "the file", HEAD)
    preset = _preset(head)
    game = _words(head["game"], "game", 60)
    if game not in games.ids():
        raise Refused(f"The game “{game}” is not known here.")
    chosen = _object(
        head["structure"], "structure", fields.names(Said.HOUSE), fields.names(Said.HOUSE_MAY)
    )
    made = _structure(chosen, preset)
    _check_games(engine_schedule.from_plain(made["schedule"]), usual=game)
    return StructureFile(preset.rulebook, preset.key, game, made)


def _parsed(text: str) -> Any:
    if len(text) > MOST_LETTERS:
        raise Refused("The file is too long for a structure.")
    try:
        return json.loads(text.lstrip("\ufeff"), parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Refused("The file is not valid JSON.") from None


def _no_number(written: str) -> Any:
    raise Refused(f"In the file, “{written[:20]}” is not a whole number.")


def _preset(head: Mapping[str, Any]) -> Preset:
    key, book = _words(head["preset"], "preset", 60), _words(head["rulebook"], "rulebook", 20)
    found = next((preset for preset in presets.PRESETS if preset.key == key), None)
    if found is None:
        raise Refused(f"The preset “{key}” is not known here.")
    if found.rulebook != book:
        raise Refused(f"The preset “{key}” does not belong to the rulebook “{book}”.")
    return found


def _structure(chosen: Mapping[str, Any], preset: Preset) -> dict[str, Any]:
    made = structure.to_plain(preset)
    given: dict[str, dict[str, int | None] | None] = {}
    for field in fields.said_by(Said.HOUSE, Said.HOUSE_MAY):
        if field.kind is Kind.SOLD:
            given[field.name] = _given(field.name, chosen[field.name])
        elif field.name in chosen:
            made[field.name] = READERS[field.kind](chosen[field.name], field)
    sells = any(numbers is not None for numbers in given.values())
    for key, numbers in given.items():
        made[key] = structure.terms_to_plain(_sold(key, numbers, preset, sells=sells))
    return made


def _check_games(schedule: engine_schedule.Schedule, *, usual: str) -> None:
    try:
        for level in schedule.levels:
            games.get(level_games.of_level(level, usual=usual))
    except KeyError as unknown:
        raise Refused(f"The game {unknown} of a level is not known here.") from None


# What is sold.


def _given(what: str, value: Any) -> dict[str, int | None] | None:
    """The numbers of one purchase; None where it is not sold."""
    if value is None:
        return None
    read = _object(value, what, frozenset(NUMBERS[what]))
    return {
        key: None
        if read[key] is None and (what, key) in MAY_BE_ABSENT
        else _whole(read[key], f"{key} of {what}")
        for key in NUMBERS[what]
    }


def _sold(what: str, numbers: Mapping[str, Any] | None, preset: Preset, *, sells: bool) -> Terms:
    """On which terms this is sold, or why not."""
    if numbers is not None:
        return _terms(what, numbers, preset)
    usual: Terms = getattr(preset, what)
    houses = _house_terms(preset)
    is_freeze_out = houses is not None and usual is houses.none_sold
    return NONE_SOLD if not isinstance(usual, NotOffered) or (is_freeze_out and sells) else usual


def _terms(what: str, numbers: Mapping[str, Any], preset: Preset) -> Terms:
    """The book's own terms with the file's numbers; refused where the book has others."""
    houses = _house_terms(preset)
    is_free = houses is not None and hasattr(houses, what)
    usual: Terms = getattr(houses, what) if is_free else _by_book(what, numbers, preset)
    if isinstance(usual, NotOffered):
        raise Refused(usual.why, usual.clause)
    terms: Terms = replace(usual, **numbers)
    if not is_free and terms != replace(usual, chips=numbers["chips"], price=numbers["price"]):
        why = f"The rulebook says when and how often {WORDS[what]} are sold."
        raise Refused(why, usual.window_clause if isinstance(usual, Rebuys) else usual.clause)
    return terms


def _house_terms(preset: Preset) -> HouseTerms | None:
    return rulebooks.get(preset.rulebook).structure.house_terms.value


def _by_book(what: str, numbers: Mapping[str, Any], preset: Preset) -> Terms:
    usual: Terms = getattr(preset, what)
    if isinstance(usual, Rebuys) and usual.same_terms_clause:
        return replace(usual, stack_below=numbers["chips"])
    return usual


# Schedule, chips, and what the house has chosen.


def _schedule(value: Any) -> engine_schedule.Schedule:
    read = _object(value, "schedule", frozenset({"rows", "doubling_every"}))
    rows = _list(read["rows"], "rows", MOST_ROWS)
    every = read["doubling_every"]
    if every is not None:
        _whole(every, "doubling_every", least=1, most=MOST_MINUTES)
    plain = [_row(row, f"row {number}") for number, row in enumerate(rows, 1)]
    return engine_schedule.from_plain({"rows": plain, "doubling_every": every})


def _row(value: Any, name: str) -> dict[str, Any]:
    kinds = {"level": LEVEL, "break": BREAK}
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise Refused(f"The kind of {name} must be “level” or “break”.")
    parts = kinds[kind]
    read = _object(value, name, frozenset({"kind", "minutes"}), frozenset(parts))
    return {
        "kind": kind,
        **{key: parts[key](one, f"{key} of {name}") for key, one in read.items() if key in parts},
    }


def _minutes(value: Any, name: str) -> int:
    return _whole(value, name, least=1, most=MOST_MINUTES)


def _amount(value: Any, name: str) -> int:
    return _whole(value, name)


def _amounts(value: Any, name: str) -> list[int]:
    return [_whole(part, name, least=1) for part in _list(value, name, MOST_CHIPS)]


def _blinds(value: Any, name: str) -> list[int]:
    return [_whole(blind, name, least=1) for blind in _list(value, name, MOST_BLINDS)]


def _note(value: Any, name: str) -> str:
    return _words(value, name, 200)


def _yes_no(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"In the file, “{name}” must be true or false.")
    return value


def _over_blind(value: Any, name: str) -> int | bool:
    """An amount; older files say only that twice the last blind may be posted."""
    return value if isinstance(value, bool) else _whole(value, name)


BREAK: Mapping[str, Callable[[Any, str], Any]] = {"minutes": _minutes, "note": _note}
LEVEL: Mapping[str, Callable[[Any, str], Any]] = {
    **BREAK,
    "blinds": _blinds,
    "ante": _amount,
    "big_blind_ante": _amount,
    "over_blind": _over_blind,
    "bring_in": _amount,
    "small_bet": _amount,
    "race_offs": _amounts,
    "ends_rebuys": _yes_no,
    "top_up": _yes_no,
    "game": _note,
}


def _chips(value: Any) -> list[dict[str, Any]]:
    return [_chip(chip) for chip in _list(value, "chips", MOST_CHIPS)]


def _chip(value: Any) -> dict[str, Any]:
    read = _object(value, "a chip", frozenset({"value", "colour"}))
    colour = _words(read["colour"], "colour", 20)
    if colour not in PALETTE:
        raise Refused(f"A chip's colour is one of {', '.join(PALETTE)}.")
    return {"value": _whole(read["value"], "value", least=1), "colour": colour}


def _house_rules(value: Any) -> dict[str, bool | str | int]:
    """The house's answers; whether they are lawful, engine/structure/house_rules.py says."""
    if not isinstance(value, dict):
        raise Refused("In the file, “house_rules” must be an object.")
    for key, answer in value.items():
        if not isinstance(answer, bool | str | int):
            raise Refused(f"The house rule “{key[:40]}” must be true, false, a word or a number.")
    return value


def _race_off(value: Any) -> dict[str, str]:
    read = _object(value, "race_off", frozenset({"method", "rounding"}))
    known = {
        "method": [method.value for method in Method],
        "rounding": [rounding.value for rounding in Rounding],
    }
    for key, words in read.items():
        if words not in known[key]:
            choices = ", ".join(known[key])
            raise Refused(f"In the file, “{key}” of race_off must be one of: {choices}.")
    return read


READERS: Mapping[Kind, Callable[[Any, Field], Any]] = {
    Kind.WHOLE: lambda value, field: _whole(value, field.name, least=field.least, most=field.most),
    Kind.WORDS: lambda value, field: _words(value, field.name, field.most),
    Kind.CHIPS: lambda value, _: _chips(value),
    Kind.SCHEDULE: lambda value, _: engine_schedule.to_plain(_schedule(value)),
    Kind.HOUSE_RULES: lambda value, _: _house_rules(value),
    Kind.RACE_OFF: lambda value, _: _race_off(value),
}


# The kinds of values.


def _object(
    value: Any, name: str, needs: frozenset[str], may: frozenset[str] = frozenset()
) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refused(f"In the file, “{name}” must be an object.")
    if missing := sorted(needs - value.keys()):
        raise Refused(f"The word “{missing[0]}” is missing in {name}.")
    if strange := sorted(value.keys() - needs - may):
        raise Refused(f"The word “{strange[0][:40]}” in {name} is not known here.")
    return value


def _list(value: Any, name: str, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise Refused(f"In the file, “{name}” must be a list.")
    if len(value) > most:
        raise Refused(f"In the file, “{name}” has at most {most} parts.")
    return value


def _whole(value: Any, name: str, *, least: int = 0, most: int = MOST_AMOUNT) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(f"In the file, “{name}” must be a whole number.")
    if not least <= value <= most:
        raise Refused(f"In the file, “{name}” must be from {least} to {most}.")
    return value


def _words(value: Any, name: str, most: int) -> str:
    is_short = isinstance(value, str) and len(value) <= most
    if not is_short or not CONTROLS.isdisjoint(map(category, value)):
        raise Refused(f"In the file, “{name}” must be text of at most {most} characters.")
    return str(value)
