"""Hands written in the open PHH format (TOML): reading them, one or many to a file.

Besides the fields of the format ours are understood: `_rulebook`, `_game`, `_limit`, `_deck`,
`_joker`, `_low`, `_marker`, `_burn`, and what a tournament adds to a hand: `_chip` (the smallest),
`_bonus`, `_over_blind`, `_status` of each player, `_settings`, the players' `_seats`, an `_opening`
that the fields cannot say, and `_rulings` that the format has no action for. What a file says
wrongly is told with its line.

Chips are whole numbers here. A file with fractions is read in parts of a chip: `parts` says how
many make one.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

from engine import clauses, games
from engine.cards import cards
from engine.hand.codec import read_event
from engine.hand.events import Event
from engine.hand.setup import ABSENT, PENALTY, PRESENT
from engine.rules.book import BET_SIZES, Settings
from engine.rules.limits import COUNTS
from engine.rules.opening import FORBIDDEN

T = TypeVar("T")
Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Variant:
    """What is played: the family of games, the limit and the way to win."""

    game: str
    limit: str
    low: str = "high"


VARIANTS = {
    "NT": Variant("holdem", "no"),
    "FT": Variant("holdem", "fixed"),
    "PO": Variant("omaha", "pot"),
    "FO/8": Variant("omaha", "fixed", "split8"),
    "F7S": Variant("stud", "fixed"),
    "F7S/8": Variant("stud", "fixed", "split8"),
    "FR": Variant("stud", "fixed", "low"),
}
DEALER = 0
DIGITS = 16  # more than any amount of chips has
# Where a file names one of our games and no limit: as the nine Canberra games are played.
_USUAL_LIMITS = {
    "holdem": "no",
    "omaha": "pot",
    "manila": "manila",
    "draw": "pot",
    "stud": "half-pot",
}
_CHOICES = {
    "opener_options": ("", *FORBIDDEN),
    "stud_opens": ("high", "low"),
    "wins": ("", *games.LOWS),
    **dict.fromkeys(BET_SIZES, tuple(range(1, len(COUNTS) + 1))),
}
STATUSES = (PRESENT, ABSENT, PENALTY)


class Malformed(ValueError):
    """The file cannot be understood; the sentence names the line."""

    def __init__(self, why: str, line: int) -> None:
        super().__init__(f"line {line}: {why}")


@dataclass(frozen=True, slots=True)
class Action:
    """One step of a hand's story: who (0 is the dealer), what, with which cards or amount."""

    who: int
    verb: str
    cards: tuple[int, ...] = ()
    amount: int = 0
    at: int = 0  # its place in the file's list, comments counted


@dataclass(frozen=True, slots=True)
class Ruling:
    """Events that no action of the format says: they stand for so many entries from here on."""

    at: int
    entries: int
    told: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A hand as its file tells it; lists are in the order of the players, p1 first."""

    name: int | str
    variant: Variant
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    antes: tuple[int, ...]
    bring_in: int
    bet: int  # the minimum or the small bet; 0: the greatest blind, or the ante
    actions: tuple[Action, ...]
    finishing_stacks: tuple[int, ...]  # empty where the file does not tell
    rulebook: str
    deck_size: int
    has_joker: bool
    marker: int  # 0: by the convention of the format
    burns: bool
    chip: int
    bonus: int
    over_blind: int
    statuses: tuple[str, ...]
    seats: tuple[int, ...]  # the players' numbers at the table
    opening: tuple[Event, ...]  # the start as it was, where the fields cannot say it
    rulings: tuple[Ruling, ...]
    entries: int  # how many the list of actions has
    settings: Fields  # the director's choices that are not the usual ones
    parts: int = 1  # how many of our chips make one of the file's

    def amount(self, chips: int) -> int | float:
        """Our chips in the numbers of the file."""
        whole, rest = divmod(chips, self.parts)
        return whole if not rest else chips / self.parts


def read(text: str) -> list[Written]:
    """Every hand of a file; raises Malformed."""
    hands = []
    for each in read_each(text):
        if isinstance(each, Malformed):
            raise each
        hands.append(each)
    return hands


def read_each(text: str) -> Iterator[Written | Malformed]:
    """Every hand of a file, or what is wrong with it; raises Malformed if it has no hands."""
    try:
        document = tomllib.loads(text, parse_float=_decimal)
    except tomllib.TOMLDecodeError as fault:
        raise _not_toml(str(fault), text) from None
    except ValueError:  # a whole number longer than Python reads
        raise Malformed("a number is too long", _line_of(r"[0-9_]{1000}", text)) from None
    except RecursionError:
        raise Malformed("lists are nested too deeply", _line_of(r"[\[{]{50}", text)) from None
    tables = {key: value for key, value in document.items() if isinstance(value, dict)}
    if not tables or "actions" in document:
        name = document.get("hand", 1)
        yield _tried(_Reader(document, text, 0), name if isinstance(name, int | str) else 1)
        return
    for key, fields in tables.items():
        yield _table(key, fields, text)


def _tried(reader: "_Reader", name: int | str) -> Written | Malformed:
    try:
        return reader.hand(name)
    except Malformed as fault:
        return fault


def _decimal(written: str) -> Decimal:
    """A fraction as it is written; one that no chips make is not a number here."""
    try:
        number = Decimal(written)
    except ArithmeticError:
        return Decimal("nan")
    if number.is_infinite():
        return number
    is_sane = number.is_finite() and abs(number.adjusted()) < DIGITS
    return number if is_sane and len(number.as_tuple().digits) < 2 * DIGITS else Decimal("nan")


def _line_of(pattern: str, text: str) -> int:
    """The line where this stands; the first when it cannot be found."""
    found = re.search(pattern, text)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _not_toml(fault: str, text: str) -> Malformed:
    """TOML's own complaint ends in its place: "... (at line 3, column 7)"."""
    why, _, place = fault.rpartition(" (at ")
    found = re.match(r"line (\d+)", place)
    return Malformed(why or fault, int(found[1]) if found else text.count("\n") + 1)


def _table(key: str, fields: Fields, text: str) -> Written | Malformed:
    header = re.search(rf"^\s*\[\s*[\"']?{re.escape(key)}[\"']?\s*\]", text, re.MULTILINE)
    reader = _Reader(fields, text, header.end() if header else 0)
    return _tried(reader, int(key) if re.fullmatch(r"[0-9]{1,9}", key) else key)


class _Reader:
    """Reads the fields of one hand, and finds the line of each for its complaints."""

    def __init__(self, fields: Fields, text: str, begins_at: int) -> None:
        self._fields, self._text, self._begins_at = fields, text, begins_at
        self._parts = lcm(*(Fraction(fraction).denominator for fraction in _fractions(fields)))

    def hand(self, name: int | str) -> Written:
        stacks = self._chips("starting_stacks")
        if len(stacks) < 2:
            raise self._wrong("starting_stacks", "a hand needs the stacks of at least two players")
        return Written(
            name=name,
            variant=self._variant(),
            stacks=stacks,
            blinds=self._for_each("blinds_or_straddles", len(stacks)),
            antes=self._for_each("antes", len(stacks)),
            bring_in=self._amount("bring_in"),
            bet=self._bet(),
            actions=tuple(self._actions(len(stacks))),
            finishing_stacks=self._for_each("finishing_stacks", len(stacks), ()),
            rulebook=self._one_of("_rulebook", ("", *clauses.books(), clauses.FALLBACK), ""),
            deck_size=self._one_of("_deck", cards.DECK_SIZES, 52),
            has_joker=self._value("_joker", bool, False),
            marker=self._one_of("_marker", range(len(stacks) + 1), 0),
            burns=self._value("_burn", bool, True),
            chip=self._amount("_chip") or 1,
            bonus=self._amount("_bonus"),
            over_blind=self._amount("_over_blind"),
            statuses=self._statuses(len(stacks)),
            seats=self._seats(len(stacks)),
            opening=self._events("_opening", self._value("_opening", list, [])),
            rulings=tuple(self._ruling(each) for each in self._value("_rulings", list, [])),
            entries=len(self._value("actions", list, [])),
            settings=self._settings(),
            parts=self._parts,
        )

    # -- fields ------------------------------------------------------------------------------------

    def _variant(self) -> Variant:
        """The format's own kind of game, or ours; `_limit` and `_low` change either."""
        usual = VARIANTS.get(self._value("variant", str, ""))
        if "_game" not in self._fields:
            usual = VARIANTS[self._one_of("variant", VARIANTS, "")]
        family = self._one_of("_game", games.FAMILIES, usual.game if usual else "")
        if usual is None or usual.game != family:
            usual = Variant(family, _USUAL_LIMITS[family])
        return Variant(
            family,
            self._one_of("_limit", games.LIMITS, usual.limit),
            self._one_of("_low", games.LOWS, usual.low),
        )

    def _statuses(self, players: int) -> tuple[str, ...]:
        statuses = self._value("_status", list, [PRESENT] * players)
        if len(statuses) != players or any(status not in STATUSES for status in statuses):
            said = ", ".join(STATUSES)
            raise self._wrong("_status", f"_status must tell of each player one of {said}")
        return tuple(statuses)

    def _seats(self, players: int) -> tuple[int, ...]:
        seats = self._value("_seats", list, list(range(1, players + 1)))
        are_numbers = all(type(seat) is int and 0 < seat < 100 for seat in seats)
        if len(seats) != players or not are_numbers or len(set(seats)) != players:
            raise self._wrong("_seats", "_seats must tell of each player a seat of their own")
        return tuple(seats)

    def _events(self, key: str, stored: Any) -> tuple[Event, ...]:
        try:
            return tuple(read_event(each) for each in stored)
        except (TypeError, ValueError):
            raise self._wrong(key, f"{key} must be events as a hand is stored in") from None

    def _ruling(self, written: Any) -> Ruling:
        match written:
            case [int(at), int(entries), [_, *_] as told] if at >= 0 <= entries:
                return Ruling(at, entries, self._events("_rulings", told))
            case _:
                raise self._wrong("_rulings", "_rulings must be lists of place, entries, events")

    def _settings(self) -> Fields:
        chosen = self._value("_settings", dict, {})
        usual = asdict(Settings())
        for key, value in chosen.items():
            is_known = type(value) is type(usual.get(key))
            if not is_known or value not in _CHOICES.get(key, (value,)):
                raise self._wrong("_settings", f"_settings cannot have {key} = {value!r}")
        return chosen

    def _bet(self) -> int:
        small = self._amount("small_bet") or self._amount("min_bet")
        big = self._amount("big_bet")
        is_the_houses = "_rulebook" in self._fields and small and big % small == 0
        if big not in (0, 2 * small) and not is_the_houses:
            raise self._wrong("big_bet", "the big bet is twice the small one")
        return small

    def _amount(self, key: str) -> int:
        return self._in_parts(key, self._fields.get(key, 0))

    def _in_parts(self, key: str, amount: Any) -> int:
        is_number = isinstance(amount, int | Decimal) and not isinstance(amount, bool)
        if not is_number or not 0 <= _comparable(amount) < 10**DIGITS:
            raise self._wrong(key, f"{key} must be chips, not {_told(amount)}")
        return int(amount * self._parts)

    def _for_each(
        self, key: str, players: int, otherwise: tuple[int, ...] | None = None
    ) -> tuple[int, ...]:
        if key not in self._fields:
            return (0,) * players if otherwise is None else otherwise
        amounts = self._chips(key)
        if len(amounts) != players:
            raise self._wrong(key, f"{key} must have {players} numbers, one for each player")
        return amounts

    def _chips(self, key: str) -> tuple[int, ...]:
        return tuple(self._in_parts(key, amount) for amount in self._value(key, list, []))

    def _value(self, key: str, kind: type[T], otherwise: T) -> T:
        value = self._fields.get(key, otherwise)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self._wrong(key, f"{key} cannot be {value!r}")
        return value

    def _one_of(self, key: str, allowed: Collection[T], otherwise: T) -> T:
        value = self._fields.get(key, otherwise)
        if type(value) not in (str, int) or value not in allowed:
            offered = ", ".join(str(each) for each in allowed if each != "")
            raise self._wrong(key, f"{key} cannot be {_told(value)}: choose one of {offered}")
        return value  # type: ignore[no-any-return]  # it is one of those allowed

    def _wrong(self, key: str, why: str) -> Malformed:
        return self._at(rf"^\s*{key}\s*=", why)

    def _at(self, pattern: str, why: str, times: int = 1) -> Malformed:
        """A complaint about the place where this stands, or about the hand where it is missing."""
        found = list(re.compile(pattern, re.MULTILINE).finditer(self._text, self._begins_at))
        place = found[times - 1].end() if len(found) >= times else self._begins_at
        return Malformed(why, self._text.count("\n", 0, place) + 1)

    # -- actions -----------------------------------------------------------------------------------

    def _actions(self, players: int) -> Iterator[Action]:
        written = self._value("actions", list, [])
        for at, action in enumerate(written):
            try:
                for found in _action(str(action), players, self._parts):
                    yield replace(found, at=at)
            except ValueError as fault:
                times = written[: at + 1].count(action)
                raise self._at(re.escape(str(action)), str(fault), times) from None


def _told(value: Any) -> str:
    """What stands in the file, as short as a sentence needs it."""
    if isinstance(value, Decimal):
        return str(value).replace("Infinity", "inf") if not value.is_nan() else "such a number"
    return repr(value)[:40]


def _comparable(amount: int | Decimal) -> int | Decimal:
    """What is no number is less than nothing."""
    return amount if isinstance(amount, int) or amount.is_finite() else -1


def _fractions(fields: Fields) -> Iterator[Decimal]:
    """Every amount of chips a hand names, wherever it stands."""
    for value in fields.values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, Decimal) and each.is_finite():
                yield each
    actions = fields.get("actions")
    for action in actions if isinstance(actions, list) else ():
        found = re.search(r" cbr ([0-9]{1,15}\.[0-9]{1,15})$", str(action))
        yield from [Decimal(found[1])] if found else []


def _action(written: str, players: int, parts: int) -> Iterator[Action]:
    """An action, or nothing for a mere comment; raises ValueError with a sentence."""
    words = written.partition("#")[0].split()
    if not words:
        return
    if words[0] == "d":
        yield _by_the_dealer(words[1:], players, written)
    else:
        yield _by_a_player(words[1:], _player(words[0], players), parts, written)


def _by_the_dealer(words: list[str], players: int, written: str) -> Action:
    match words:
        case ["db", shown]:
            return Action(DEALER, "board", cards.parse(shown))
        case ["dh", player, dealt]:
            return Action(_player(player, players), "dealt", cards.parse(dealt))
        case _:
            raise ValueError(f"{written!r} deals nothing: write 'd dh p1 AhKs' or 'd db AhKsQd'")


def _by_a_player(words: list[str], player: int, parts: int, written: str) -> Action:
    match words:
        case [("f" | "cc" | "pb" | "sd" | "sm") as verb]:
            return Action(player, verb)
        case ["cbr", amount] if re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,15})?", amount):
            return Action(player, "cbr", amount=int(Decimal(amount) * parts))
        case ["sm", "-"]:
            return Action(player, "show")
        case [("sd" | "sm") as verb, some]:
            return Action(player, verb, cards.parse(some))
        case _:
            raise ValueError(f"{written!r} is no action: write for example 'p1 cbr 600' or 'p2 f'")


def _player(written: str, players: int) -> int:
    number = int(written[1:]) if re.fullmatch(r"p[0-9]{1,2}", written) else 0
    if not 1 <= number <= players:
        raise ValueError(f"{written!r} is no player: there are p1 to p{players}")
    return number
