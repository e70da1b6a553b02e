"""Save files of The Tournament Director: their structure as one of ours, and what is left behind.

What the fields mean is known from files people made public, not from a specification: what is an
inference is said to whoever imports. Money is written in whole units of the currency.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import games, rulebooks
from engine.amounts import figure
from engine.chips import PALETTE
from engine.entries.law import Rebuys
from engine.refusal import Refused
from engine.schedule import schedule as engine_schedule
from engine.structure import level_games, presets, structure, structure_file
from engine.structure.fields import MOST_AMOUNT
from engine.structure.law import Preset
from engine.structure.td_notation import Made
from engine.structure.td_notation import read as read_notation

LIMITS = {0: "lhe", 1: "phe", 2: "nlhe"}  # GameType; only 2 has been seen
SHADES = {
    "black": (0, 0, 0),
    "blue": (0, 0, 255),
    "brown": (139, 69, 19),
    "green": (0, 128, 0),
    "grey": (128, 128, 128),
    "orange": (255, 165, 0),
    "pink": (255, 105, 180),
    "purple": (128, 0, 128),
    "red": (255, 0, 0),
    "white": (255, 255, 255),
    "yellow": (255, 255, 0),
}
OTHER_NAMES = {"gray": "grey", "violet": "purple", "magenta": "pink", "gold": "yellow"}
SOLD = (("Rebuys", "rebuys", "rebuy_fee"), ("AddOns", "add_ons", "add_on_fee"))
NEVER_TAKEN = {
    "Description": "The description",
    "LeagueName": "The league",
    "SeasonName": "The season",
    "StartTime": "The start time",
    "Prizes": "The prizes: publish them on the page of prizes",
    "History": "The history of play",
}


@dataclass(frozen=True, slots=True)
class Taken:
    """A structure file made of a save file, its title, and a sentence for all that is not in it."""

    title: str
    text: str
    left: tuple[str, ...]


def looks_like_one(text: str) -> bool:
    """Whether this begins as save files do."""
    return text.lstrip("\ufeff \r\n\t").startswith(("{V:", '{"V":'))


def read(text: str, *, preset: str) -> Taken:
    """A save file as a structure under a preset's rulebook."""
    event = _event(text)
    base = next((one for one in presets.PRESETS if one.key == preset), None)
    if base is None:
        raise Refused("There is no such preset.")
    made = Reading(event, base)
    plain = made.structure()
    left = [*made.left, *_never_taken(event)]
    head = {"format": structure_file.FORMAT, "rulebook": base.rulebook, "preset": base.key}
    whole = {**head, "game": made.game, "structure": plain}
    return Taken(_words(event.get("Title"))[:120], json.dumps(whole, indent=1), tuple(left))


def players(text: str) -> list[tuple[str, str, str]]:
    """First name, last name and nickname of everybody in a save file."""
    found = []
    for player in _all(_event(text).get("Players"), "GamePlayer"):
        name = _fields(player.get("Name"))
        words = [_words(name.get(key)) for key in ("Firstname", "Lastname", "Nickname")]
        first, last, nick = words if any(words[:2]) else (words[2], "", "")
        if first or last:
            found.append((first, last, nick))
    return found


def _event(text: str) -> dict[str, Any]:
    root = read_notation(text)
    event = _fields(root.get("T")) if isinstance(root, dict) else {}
    if "Levels" not in event:
        raise Refused("This is no save file of The Tournament Director: it has no levels.")
    return event


def _never_taken(event: Mapping[str, Any]) -> Iterator[str]:
    for key, words in NEVER_TAKEN.items():
        value = event.get(key)
        if value.inside if isinstance(value, Made) else value:
            yield f"{words}."
    if count := len(list(_all(event.get("Players"), "GamePlayer"))):
        yield f"{count} players: send this file again to “Players from a file” of the entries."


class Reading:
    """One save file under one preset; what cannot be taken over is noted on the way."""

    def __init__(self, event: Mapping[str, Any], preset: Preset) -> None:
        self.preset = preset
        self.book = rulebooks.get(preset.rulebook)
        self.law = self.book.structure
        self.left: list[str] = []
        self.base: dict[str, Any] = json.loads(
            structure_file.write(
                structure_file.StructureFile(
                    preset.rulebook, preset.key, preset.game, structure.to_plain(preset)
                )
            )
        )["structure"]
        self.money = _fields(event.get("Financials"))
        self.rounds = [
            (name, row) for name, row in _made(event.get("Levels"), "GameRound", "GameBreak")
        ]
        self.chip_rows = list(_all(event.get("Chips"), "GameChip"))
        self.tables = list(_all(event.get("Tables"), "GameTable"))
        self.game = self._game()

    def structure(self) -> dict[str, Any]:
        """The part of a structure file that differs from preset to preset."""
        chips = self._chips()
        stack = self._stack()
        rows = self._rows([chip["value"] for chip in chips])
        minutes = [row["minutes"] for row in rows if row["kind"] == "level"]
        return {
            **self.base,
            **self._sizes(),
            **self._entry(),
            **self._sold(stack, minutes),
            "stack": stack,
            "chips": chips,
            "schedule": {"rows": rows, "doubling_every": None},
            "notes": "",
        }

    # The game.

    def _game(self) -> str:
        types = {_whole(row.get("GameType", 2)) for name, row in self.rounds if name == "GameRound"}
        names = {_words(row.get("GameName")) for name, row in self.rounds if name == "GameRound"}
        for word in sorted(names - {""}):
            if "hold" not in word.casefold():
                self.left.append(f"“{word[:40]}”: choose the game of its levels in the schedule.")
        if any(any(_list(row.get("Limits"))) for _, row in self.rounds):
            self.left.append("The limits written beside levels: bets follow from the blinds.")
        if len(types) > 1:
            self.left.append("Levels of different limits: choose them in the schedule.")
        wanted = LIMITS.get(min(types, default=2), "nlhe")
        lawful = [] if self.law.authorised.value else level_games.lawful(self.book)
        return wanted if wanted in {game.id for game in lawful} else self.preset.game

    # Levels and breaks.

    def _rows(self, chips: Sequence[int]) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        for name, row in self.rounds:
            made = self._level(row) if name == "GameRound" else _break(row)
            if name == "GameBreak" and row.get("ChipUp"):
                self._note_chip_up(rows)
            rows.append(made)
        while rows and rows[-1]["kind"] == "break":
            self.left.append("The break after the last level.")
            rows.pop()
        _race_off(rows, chips)
        return rows

    def _level(self, row: Mapping[str, Any]) -> dict[str, Any]:
        blinds = [_whole(row.get(key, 0)) for key in ("SmallBlind", "BigBlind")]
        level = {
            "kind": "level",
            "minutes": _whole(row.get("Minutes")),
            "blinds": [blind for blind in blinds if blind],
            "ante": _whole(row.get("Ante", 0)),
            "note": _words(row.get("Notes"))[:200],
        }
        return {key: value for key, value in level.items() if value or key == "minutes"}

    def _note_chip_up(self, rows: list[dict[str, Any]]) -> None:
        level = next((row for row in reversed(rows) if row["kind"] == "level"), None)
        if level is None:
            self.left.append("The race-off before the first level.")
        else:
            level["race_offs"] = []

    # Chips and sizes.

    def _chips(self) -> list[dict[str, Any]]:
        used: dict[int, str] = {}
        for chip in self.chip_rows:
            value = _whole(chip.get("Value", 0))
            if value and chip.get("Use", True):
                used.setdefault(value, _words(chip.get("Color")))
        if not used:
            self.left.append("No chips are in use there: the preset's are taken.")
            return list(self.base["chips"])
        if len(used) > len(PALETTE):
            self.left.append(f"Chips above the {len(PALETTE)} smallest values.")
        return _coloured(dict(sorted(used.items())[: len(PALETTE)]))

    def _stack(self) -> int:
        given = _whole(self._profile("Buyins").get("Chips", 0))
        counted = sum(
            _whole(chip.get("Value", 0)) * _whole(chip.get("PerPlayer", 0))
            for chip in self.chip_rows
            if chip.get("Use", True)
        )
        if not given and not counted:
            self.left.append("No starting stack is written there: the preset's is taken.")
        return given or counted or int(self.base["stack"])

    def _sizes(self) -> dict[str, int]:
        seats = [_whole(table.get("NumberOfSeats", 0)) for table in self.tables]
        if not any(seats) or self.law.numbers_fixed.value:
            return {}
        size = min(max(seats), games.get(self.game).seats)
        if size < max(seats):
            self.left.append(f"Tables of more than {size} seats.")
        most = max(sum(min(seat, size) for seat in seats), int(self.base["min_players"]))
        return {"seats_per_table": max(2, size), "max_players": most}

    # Money.

    def _profile(self, what: str) -> dict[str, Any]:
        config = _fields(self.money.get(what))
        profiles = [one for one in _all(config, "FeeProfile") if one.get("Enabled", True)]
        index = _whole(config.get("DefIndex", 0))
        if len(profiles) > 1:
            said = f"{what}: only the usual one of {len(profiles)} profiles is taken."
            self.left += [said] if said not in self.left else []
        return profiles[index] if 0 <= index < len(profiles) else next(iter(profiles), {})

    def _entry(self) -> dict[str, int]:
        for key, words in (("HouseContribution", "paid in by the house"), ("GuaranteedPot", "")):
            if amount := _number(self.money.get(key, 0)):
                self.left.append(f"{words or 'guaranteed'}: {amount:g}.".capitalize())
        profile = self._profile("Buyins")
        if _rake(profile):
            self.left.append("The rake is read as a part of the fee, not as paid on top of it.")
        return {"entry_price": _cents(profile.get("Fee", 0)), "entry_fee": _rake(profile)}

    def _sold(self, stack: int, minutes: Sequence[int]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for what, key, fee in (
            ("Rebuys", "rebuys", "rebuy_fee"),
            ("AddOns", "add_ons", "add_on_fee"),
        ):
            config, profile = _fields(self.money.get(what)), self._profile(what)
            is_sold = bool(config.get("Allow")) and bool(profile)
            if is_sold and self.law.house_terms.value is None and not self.base[key]:
                self.left.append(f"{what}: the rulebook does not sell them.")
                is_sold = False
            terms = self._terms(key, config, profile, stack, minutes) if is_sold else None
            made |= {key: terms, fee: _rake(profile) if is_sold else 0}
        return made

    def _terms(
        self,
        key: str,
        config: Mapping[str, Any],
        profile: Mapping[str, Any],
        stack: int,
        minutes: Sequence[int],
    ) -> dict[str, Any]:
        terms = {
            "chips": _whole(profile.get("Chips", 0)) or stack,
            "price": _cents(profile.get("Fee", 0)),
        }
        if _whole(config.get("MaxTotal", 0)):
            self.left.append(f"The most of all {key.replace('_', '-')} together.")
        if self.law.house_terms.value is None:
            return {**self.base[key], **terms, **self._as_entry(terms["chips"])}
        last, most = _whole(config.get("LastRound", 0)), _whole(config.get("MaxPerPlayer", 0))
        until = sum(minutes[:last] if last else minutes)
        if key == "rebuys":
            said = f"Rebuys are sold below {figure(stack)} chips: the file does not say when."
            self.left.append(said)
            return {**terms, "minutes": until, "stack_below": stack, "most": most or None}
        return {
            **terms,
            "most": most or 1,
            "from_minute": 0,
            "until_minute": until if last else None,
        }

    def _as_entry(self, chips: int) -> dict[str, int]:
        """Where a rebuy is on the entry's own terms, it is open below the chips it brings."""
        usual = self.preset.rebuys
        is_same = isinstance(usual, Rebuys) and usual.same_terms_clause
        return {"stack_below": chips} if is_same else {}


def _break(row: Mapping[str, Any]) -> dict[str, Any]:
    made = {"kind": "break", "minutes": _whole(row.get("Minutes"))}
    note = _words(row.get("Notes"))[:200]
    return {**made, "note": note} if note else made


def _race_off(rows: list[dict[str, Any]], chips: Sequence[int]) -> None:
    """Where a break races chips off, those leave that no later amount needs."""
    in_play = sorted(chips)
    for place, row in enumerate(rows):
        if "race_offs" not in row:
            continue
        later = [amount for after in rows[place + 1 :] for amount in _amounts(after)]
        gone: list[int] = []
        while (
            later
            and len(in_play) > 1
            and all(engine_schedule.can_make(amount, in_play[1:]) for amount in later)
        ):
            gone.append(in_play.pop(0))
        row["race_offs"] = gone
        if not gone:
            del row["race_offs"]


def _amounts(row: Mapping[str, Any]) -> list[int]:
    return [*row.get("blinds", ()), *([row["ante"]] if row.get("ante") else [])]


def _coloured(chips: Mapping[int, str]) -> list[dict[str, Any]]:
    """Each chip in the nearest colour of ours that is not taken by another."""
    free, made = set(PALETTE), []
    for value, colour in chips.items():
        wanted = _shade(colour)
        nearest = min(
            sorted(free),
            key=lambda name: sum((a - b) ** 2 for a, b in zip(SHADES[name], wanted, strict=True)),
        )
        free.discard(nearest)
        made.append({"value": value, "colour": nearest})
    return made


def _shade(colour: str) -> tuple[int, ...]:
    name = colour.strip().casefold()
    name = OTHER_NAMES.get(name, name)
    if name in SHADES:
        return SHADES[name]
    digits = name.removeprefix("#")
    if len(digits) == 6 and all(letter in "0123456789abcdef" for letter in digits):
        return tuple(int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return SHADES["white"]


# Parts of the notation.


def _fields(value: Any) -> dict[str, Any]:
    inside = value.inside if isinstance(value, Made) else value
    return inside if isinstance(inside, dict) else {}


def _made(value: Any, *names: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything of these kinds, in the order of the file, however deep it lies."""
    if isinstance(value, Made) and value.name in names:
        yield value.name, _fields(value)
        return
    inside = value.parts if isinstance(value, Made) else value
    parts = inside.values() if isinstance(inside, dict) else inside
    if isinstance(inside, dict | list | tuple):
        for part in parts:
            yield from _made(part, *names)


def _all(value: Any, name: str) -> Iterator[dict[str, Any]]:
    return (fields for _, fields in _made(value, name))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _words(value: Any) -> str:
    written = value if isinstance(value, str) else ""
    return " ".join("".join(c if c.isprintable() else " " for c in written).split())


def _number(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= MOST_AMOUNT:
        raise Refused(f"In the file, “{str(value)[:20]}” stands where an amount should be.")
    return float(value)


def _whole(value: Any) -> int:
    number = _number(value)
    if not number.is_integer():
        raise Refused(f"In the file, “{number:g}” is not a whole number.")
    return int(number)


def _cents(value: Any) -> int:
    return round(_number(value) * 100)


def _rake(profile: Mapping[str, Any]) -> int:
    """What of the fee is the house's; read as part of the fee, not on top of it."""
    rake = profile.get("Rake")
    inside = rake.inside if isinstance(rake, Made) else rake
    amounts = inside if isinstance(inside, list) else [inside] if inside else []
    return sum(_cents(amount) for amount in amounts)
