"""The list of levels and breaks a tournament plays by, and what comes after its last level."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from heapq import heappop, heappush
from typing import Any

from engine.amounts import figure
from engine.refusal import Refused

MINUTE = timedelta(minutes=1)
MOST_DOUBLINGS = 64  # by then a blind is beyond any chip count; the level keeps its amounts


@dataclass(frozen=True, slots=True)
class Level:
    """One row of play: what is posted, for how long, and what happens when it ends."""

    minutes: int
    blinds: tuple[int, ...] = ()
    ante: int = 0
    big_blind_ante: int = 0
    over_blind: int = 0  # what may be posted on top of the last blind; 0: none
    race_offs: tuple[int, ...] = ()
    ends_rebuys: bool = False
    top_up: bool = False
    game: str = ""  # empty: the tournament's own; a limit may follow a colon
    note: str = ""
    bring_in: int = 0  # stud: what the player who opens the first round must put in
    small_bet: int = 0  # stud: the first bet, above the bring-in; 0: the ante

    @property
    def greatest(self) -> int:
        """The amount bets are measured by: the largest blind, or else the ante."""
        return max((*self.blinds, 0)) or self.ante

    @property
    def amounts(self) -> tuple[int, ...]:
        """Every amount of the level that somebody must be able to put in."""
        extra = (self.ante, self.big_blind_ante, self.over_blind, self.bring_in, self.small_bet)
        return tuple(amount for amount in (*self.blinds, *extra) if amount)


@dataclass(frozen=True, slots=True)
class Break:
    """A pause the schedule itself provides; it is no play."""

    minutes: int
    note: str = ""


Row = Level | Break


@dataclass(frozen=True, slots=True)
class Doubling:
    """After the last level every forced bet doubles again and again."""

    every: int


@dataclass(frozen=True, slots=True)
class Staying:
    """The last level goes on until the end."""


AfterLast = Doubling | Staying


@dataclass(frozen=True, slots=True)
class Window:
    """From which minute to which something is sold: of the schedule, or of real time."""

    name: str
    opens: int
    closes: int | None
    is_real_time: bool = False

    def is_open(self, at: timedelta) -> bool:
        """Whether it is sold at this moment of its own time."""
        is_late = self.closes is not None and at >= self.closes * MINUTE
        return self.opens * MINUTE <= at and not is_late


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rows are counted from 0; an index past the last row is what comes after it.

    The windows are the structure's, for the clock to open and close; they are not written with it.
    """

    rows: tuple[Row, ...]
    after_last: AfterLast = Staying()
    windows: tuple[Window, ...] = field(default=(), compare=False)

    @property
    def levels(self) -> tuple[Level, ...]:
        return tuple(row for row in self.rows if isinstance(row, Level))

    def row(self, index: int) -> Row:
        if index < len(self.rows):
            return self.rows[index]
        return self._level_after_the_last(index - len(self.rows) + 1)

    def level(self, index: int) -> Level:
        """The level played at this row; on a break, the one that comes next."""
        row = self.row(index)
        return row if isinstance(row, Level) else self.level(index + 1)

    def length(self, index: int) -> timedelta | None:
        """How long a row lasts; None when it has no end."""
        if index >= len(self.rows) and isinstance(self.after_last, Staying):
            return None
        return self.row(index).minutes * MINUTE

    def number(self, index: int) -> int:
        """What players call the level: breaks are not counted, one that stays keeps its number."""
        counted = sum(isinstance(row, Level) for row in self.rows[: index + 1])
        extra = max(0, index - len(self.rows) + 1)
        return counted + (extra if isinstance(self.after_last, Doubling) else 0)

    def index_of(self, number: int) -> int:
        """The row of the level that players call by this number."""
        last = len(self.rows) + MOST_DOUBLINGS
        for index in range(last):
            if self.number(index) == number and _is_level(self.row(index)):
                return index
        raise Refused(f"The schedule has no level {number}.")

    def starts_at_minute(self, index: int) -> int:
        """The minute of play at which a row begins."""
        return sum(
            self.row(before).minutes for before in range(index) if _is_level(self.row(before))
        )

    def raced_off_before(self, index: int) -> frozenset[int]:
        """Denominations that have left play when this row begins."""
        return frozenset(chip for row in self.rows[:index] for chip in _race_offs(row))

    def _level_after_the_last(self, steps: int) -> Level:
        last = self.levels[-1]
        if isinstance(self.after_last, Staying):
            return replace(last, race_offs=(), ends_rebuys=False, top_up=False)
        return _doubled(last, min(steps, MOST_DOUBLINGS), self.after_last.every)


def _is_level(row: Row) -> bool:
    return isinstance(row, Level)


def _ends_rebuys(row: Row) -> bool:
    return isinstance(row, Level) and row.ends_rebuys


def _race_offs(row: Row) -> tuple[int, ...]:
    return row.race_offs if isinstance(row, Level) else ()


def _doubled(last: Level, times: int, minutes: int) -> Level:
    factor = 2**times
    return Level(
        minutes=minutes,
        blinds=tuple(blind * factor for blind in last.blinds),
        ante=last.ante * factor,
        big_blind_ante=last.big_blind_ante * factor,
        over_blind=last.over_blind * factor,
        game=last.game,
        bring_in=last.bring_in * factor,
        small_bet=last.small_bet * factor,
    )


# What is wrong with a schedule.


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong, in a sentence; a doubt may be accepted, any other fault must be mended."""

    sentence: str
    row: int | None = None
    is_doubt: bool = False
    clause: str = ""


def check(schedule: Schedule, *, stack: int = 0, chips: Sequence[int] = ()) -> None:
    """Refuse a schedule that cannot be played."""
    for fault in faults(schedule, stack=stack, chips=chips):
        if not fault.is_doubt:
            raise Refused(fault.sentence)


def faults(schedule: Schedule, *, stack: int = 0, chips: Sequence[int] = ()) -> list[Fault]:
    """All that is wrong or doubtful, in the order of the rows; stack and chips are optional."""
    if not schedule.levels:
        return [Fault("A schedule needs at least one level.")]
    found = [*_faults_at_the_end(schedule)]
    for index, row in enumerate(schedule.rows):
        found += _faults_of_row(schedule, index, row)
        if isinstance(row, Level):
            found += _faults_with_chips(schedule, index, row, chips)
    found += _faults_after_the_last(schedule, chips)
    found += _faults_with_stack(schedule, stack)
    return sorted(found, key=lambda fault: -1 if fault.row is None else fault.row)


def _faults_at_the_end(schedule: Schedule) -> Iterator[Fault]:
    if isinstance(schedule.rows[-1], Break):
        yield Fault("A schedule ends with a level, not with a break.", len(schedule.rows) - 1)
    if isinstance(schedule.after_last, Doubling) and schedule.after_last.every < 1:
        yield Fault("After the last level the blinds double every whole number of minutes, from 1.")
    if sum(_ends_rebuys(row) for row in schedule.rows) > 1:
        yield Fault("Rebuys can end only once.")


def _faults_of_row(schedule: Schedule, index: int, row: Row) -> Iterator[Fault]:
    name = _name(schedule, index)
    if row.minutes < 1:
        yield Fault(f"{name} must last at least one minute.", index)
    if isinstance(row, Break):
        return
    wrong = (*_wrong_amounts(row), *_wrong_bring_in(row))
    yield from (Fault(f"{name} {sentence}", index) for sentence in wrong)
    yield from _faults_beside_the_level_before(schedule, index, row)


def _wrong_amounts(level: Level) -> Iterator[str]:
    if not 0 <= len(level.blinds) <= 3:
        yield "has more than three blinds."
    if any(blind < 1 for blind in level.blinds) or level.ante < 0 or level.big_blind_ante < 0:
        yield "has a blind or ante below one chip."
    elif not level.amounts:
        yield "has neither blind nor ante."
    if list(level.blinds) != sorted(level.blinds):
        yield "names its blinds from the smallest to the greatest."
    if level.ante and level.big_blind_ante:
        yield "has an ante from everybody and a big-blind ante: choose one."
    if level.big_blind_ante and not level.blinds:
        yield "has a big-blind ante but no blinds."


def _wrong_bring_in(level: Level) -> Iterator[str]:
    if level.bring_in and level.bring_in >= (level.small_bet or level.ante):
        yield "has a bring-in that is not less than the first bet."
    if level.small_bet and not level.bring_in:
        yield "has a first bet but no bring-in below it."
    if level.bring_in and level.blinds:
        yield "has a bring-in and blinds: choose one."


def _faults_beside_the_level_before(
    schedule: Schedule, index: int, level: Level
) -> Iterator[Fault]:
    earlier = [row for row in schedule.rows[:index] if isinstance(row, Level)]
    if not earlier or earlier[-1].game != level.game:
        return
    before, name = earlier[-1], _name(schedule, index)
    if level.greatest < before.greatest:
        yield Fault(f"{name} is lower than the level before it.", index, is_doubt=True)
    if before.greatest and level.greatest > 3 * before.greatest:
        yield Fault(f"{name} is more than three times the level before it.", index, is_doubt=True)


def _faults_with_stack(schedule: Schedule, stack: int) -> Iterator[Fault]:
    if stack and schedule.levels[0].greatest > stack:
        asked = figure(schedule.levels[0].greatest)
        why = f"The first level asks {asked} of a stack of {figure(stack)}."
        yield Fault(why, schedule.rows.index(schedule.levels[0]))


def _faults_with_chips(
    schedule: Schedule, index: int, level: Level, chips: Sequence[int]
) -> Iterator[Fault]:
    name, in_play = _name(schedule, index), sorted(set(chips) - schedule.raced_off_before(index))
    if not chips:
        return
    for amount in level.amounts:
        if not can_make(amount, in_play):
            why = f"{name} asks {figure(amount)}, which the chips in play cannot make."
            yield Fault(why, index)
    for chip in level.race_offs:
        if chip not in in_play:
            yield Fault(f"{name} races off the {figure(chip)} chip, which is not in play.", index)
        elif chip == in_play[-1]:
            yield Fault(f"{name} races off the {figure(chip)} chip and leaves none larger.", index)
        elif (larger := in_play[in_play.index(chip) + 1]) % chip:
            why = f"{name} races off the {figure(chip)} chip, which makes no {figure(larger)} chip."
            yield Fault(why, index)


def _faults_after_the_last(schedule: Schedule, chips: Sequence[int]) -> Iterator[Fault]:
    """What comes after the last level is played with the chips that are left then."""
    after = len(schedule.rows)
    in_play = set(chips) - schedule.raced_off_before(after)
    for amount in schedule.level(after).amounts if chips else ():
        if not can_make(amount, sorted(in_play)):
            why = (
                f"After the last level {figure(amount)} is asked, which no chips are left to make."
            )
            yield Fault(why, after - 1)


def _name(schedule: Schedule, index: int) -> str:
    row = schedule.rows[index]
    return f"Level {schedule.number(index)}" if isinstance(row, Level) else f"Row {index + 1}"


def can_make(amount: int, chips: Sequence[int]) -> bool:
    """Whether an amount can be put together from chips of these denominations."""
    if not chips:
        return False
    unit, least, waiting = min(chips), {0: 0}, [0]  # least: the smallest sum of each remainder
    while waiting:
        made = heappop(waiting)
        for chip in chips:
            if made + chip < least.get((made + chip) % unit, amount + 1):
                least[(made + chip) % unit] = made + chip
                heappush(waiting, made + chip)
    return least.get(amount % unit, amount + 1) <= amount


# The wall clock.


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the preview."""

    index: int
    number: int
    row: Row
    minute: int
    starts_at: datetime
    ends_at: datetime | None


def preview(
    schedule: Schedule, *, starts_at: datetime, first: int = 0, rows: int | None = None
) -> list[Line]:
    """When each row begins and ends by the clock on the wall, if nothing disturbs it."""
    lines: list[Line] = []
    for index in range(first, first + (len(schedule.rows) - first if rows is None else rows)):
        length = schedule.length(index)
        ends_at = None if length is None else starts_at + length
        minute = schedule.starts_at_minute(index)
        number = schedule.number(index)
        lines.append(Line(index, number, schedule.row(index), minute, starts_at, ends_at))
        if ends_at is None:
            break
        starts_at = ends_at
    return lines


# Plain data.


def to_plain(schedule: Schedule) -> dict[str, Any]:
    """The schedule as JSON can hold it."""
    every = schedule.after_last.every if isinstance(schedule.after_last, Doubling) else None
    return {"rows": [_row_to_plain(row) for row in schedule.rows], "doubling_every": every}


def minute_after(data: Mapping[str, Any], mark: str) -> int | None:
    """The minute of play at which the level that bears this mark ends; None where none does."""
    minutes = 0
    for row in data["rows"]:
        minutes += row.get("minutes", 0) if row["kind"] == "level" else 0
        if row.get(mark):
            return minutes
    return None


def from_plain(data: Mapping[str, Any]) -> Schedule:
    """Read what to_plain wrote; refuses what is not a schedule."""
    try:
        every = data["doubling_every"]
        rows = tuple(_row_from_plain(row) for row in data["rows"])
    except (KeyError, TypeError) as wrong:
        raise Refused(f"This is not a schedule: {wrong}.") from wrong
    return Schedule(rows, Staying() if every is None else Doubling(every))


def _row_to_plain(row: Row) -> dict[str, Any]:
    kind = "level" if isinstance(row, Level) else "break"
    plain = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in asdict(row).items()
        if value not in ((), 0, "", False)
    }
    return {"kind": kind, **plain}


def _row_from_plain(data: Mapping[str, Any]) -> Row:
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
    }
    kind = fields.pop("kind")
    fields.setdefault("minutes", 0)
    if fields.get("over_blind") is True:  # before the amount was kept: twice the last blind
        fields["over_blind"] = 2 * max(fields.get("blinds", ()), default=0)
    return Level(**fields) if kind == "level" else Break(**fields)
