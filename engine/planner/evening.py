"""One evening from its plan to its winner, or from where it stands now."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from engine.amounts import figure
from engine.planner import quick, stakes
from engine.planner.habits import Habits
from engine.planner.stakes import Stakes
from engine.refusal import Refused
from engine.schedule.schedule import Break, Level, Schedule, Staying
from engine.structure.played import Played

GRID = 15  # minutes between two looks at the players left
LONGEST = 60 * 24 * 3  # an evening that takes three days will not end
PlayHand = Callable[[list[int], int, Stakes, Habits, Random], None]


@dataclass(frozen=True, slots=True)
class Purchase:
    """Chips that can be bought until a minute of play, or once at it."""

    chips: int
    minute: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What an evening is to be: all that decides how long it takes."""

    entries: tuple[int, int]  # from, to
    stack: int
    seats: int
    schedule: Schedule
    played: Played
    paid: int = 0  # places that win something
    tables: int | None = None  # that can be dealt at; who finds no seat does not play
    rebuys: Purchase | None = None
    top_up: Purchase | None = None
    habits: Habits = field(default_factory=Habits)
    until: int | None = None  # minutes from the beginning, or from now: then play is over


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an evening is now: every stack by table, and the clock."""

    tables: tuple[tuple[int, ...], ...]
    row: int
    seconds_left: float | None  # of the row; None: it has no end
    played_seconds: float = 0.0


@dataclass(slots=True)
class Told:
    """What one evening was like; minutes count from its beginning, breaks included."""

    entries: int
    minutes: float = 0.0
    hands: int = 0
    rebuys: int = 0
    top_ups: int = 0
    level: int = 0
    players: list[int] = field(default_factory=list)  # at every look
    tables: list[int] = field(default_factory=list)
    breaks: dict[int, float] = field(default_factory=dict)  # tables left: since which minute
    bubble: float | None = None
    final: float | None = None
    final_blinds: float = 0.0  # average stack at the final table, in big blinds


def check(plan: Plan) -> None:
    """Refuse a plan that cannot be played."""
    least, most = plan.entries
    if not 2 <= least <= most:
        raise Refused("Expect two players at least, and the greater number second.")
    if most > MOST_PLAYERS:
        raise Refused(f"The planner takes {figure(MOST_PLAYERS)} players at most.")
    if not 2 <= plan.seats <= 10:
        raise Refused("A table has two to ten seats.")
    if plan.tables is not None and not 1 <= plan.tables <= MOST_PLAYERS:
        raise Refused("Say how many tables there are and dealers for them: one at least.")
    if plan.stack < 1 or not plan.schedule.levels:
        raise Refused("A plan needs a stack and a schedule with one level at least.")


MOST_PLAYERS = 10_000


def enough(plan: Plan, usual: int, *, least: int) -> int:
    """How many evenings tell enough: up to a thousand players as many as usual, of more fewer.

    Of very many players each evening is nearly like the next, and takes as long as it has players.
    """
    return max(least, min(usual, usual * MANY // max(plan.entries)))


MANY = 1000


def play(
    plan: Plan, rng: Random, *, standing: Standing | None = None, hand: PlayHand = quick.play
) -> Told:
    """Play one evening to its winner, or to its finishing time."""
    entries = min(rng.randint(*plan.entries), room(plan)) if standing is None else 0
    evening = _Evening(plan, rng, standing, entries, hand)
    evening.run()
    return evening.told


class _Evening:
    """The tables, the clock and what is noted on the way."""

    def __init__(
        self, plan: Plan, rng: Random, standing: Standing | None, entries: int, hand: PlayHand
    ) -> None:
        self.plan, self.rng, self.hand = plan, rng, hand
        if standing is None:
            self.tables = _seated(entries, plan)
            self.row, self.left = -1, 0.0
            self.played = 0.0
        else:
            self.tables = [list(stacks) for stacks in standing.tables if stacks]
            self.row = standing.row
            self.left = INFINITE if standing.seconds_left is None else standing.seconds_left
            self.played = standing.played_seconds
        self.buttons = [rng.randrange(len(stacks)) for stacks in self.tables]
        self.now = 0.0
        self.end = 60.0 * (LONGEST if plan.until is None else min(LONGEST, plan.until))
        self.alive = sum(len(stacks) for stacks in self.tables)
        self.told = Told(entries or self.alive)
        self.is_topped_up = plan.top_up is None or self.played >= plan.top_up.minute * 60
        self.bought = 0
        self.stakes = self._stakes(plan.schedule.level(max(0, self.row)))
        if standing is None:
            self._next_row()
        elif isinstance(plan.schedule.row(self.row), Break):
            self.now, self.left = self.left, 0.0
            self._next_row()
        self._note_beginning(is_standing=standing is not None)

    def _stakes(self, level: Level) -> Stakes:
        """What this level asks, in the game it is dealt as."""
        played = self.plan.played
        return stakes.of(level, played.rules(played.of_level(level).id))

    def run(self) -> None:
        self._note()
        while self.alive > 1 and self.now < self.end:
            self._hands()
            self._pass_time()
            self._busts()
            self._even_out()
            if self.alive > 1:
                self._go_on()
            self._look()
        self.now = min(self.now, self.end)
        self.told.minutes = self.now / 60
        self.told.level = self.plan.schedule.number(self.row)
        self._note()

    def _hands(self) -> None:
        """Every table plays a hand."""
        play, level, habits, rng = self.hand, self.stakes, self.plan.habits, self.rng
        for number, stacks in enumerate(self.tables):
            if len(stacks) > 1:
                play(stacks, self.buttons[number], level, habits, rng)
                self.told.hands += 1
                self.buttons[number] = (self.buttons[number] + 1) % len(stacks)

    def _busts(self) -> None:
        """Who lost all buys again where that is open, or is out."""
        for number, stacks in enumerate(self.tables):
            if 0 not in stacks:
                continue
            staying = [stack or self._rebuy() for stack in stacks]
            seats_before = sum(1 for stack in staying[: self.buttons[number]] if stack)
            self.tables[number] = [stack for stack in staying if stack]
            self.buttons[number] = seats_before % max(1, len(self.tables[number]))
        alive = sum(len(stacks) for stacks in self.tables)
        if alive != self.alive:
            self._note_fewer(alive)

    def _rebuy(self) -> int:
        offer = self.plan.rebuys
        if offer is None or self.played >= offer.minute * 60:
            return 0
        allowed = offer.most is None or self.bought < offer.most * self.told.entries
        if not allowed or self.rng.random() >= self.plan.habits.rebuys:
            return 0
        self.bought += 1
        self.told.rebuys += 1
        return offer.chips

    def _note_beginning(self, *, is_standing: bool) -> None:
        """A plan may begin in the money or at its final table; a standing tells what is to come."""
        if self.alive <= self.plan.paid and not is_standing:
            self.told.bubble = 0.0
        is_final = is_standing and len(self.tables) == 1
        if self.alive <= self.plan.seats and not is_final:
            self._note_final()

    def _note_fewer(self, alive: int) -> None:
        before, self.alive = self.alive, alive
        if alive <= self.plan.paid < before:
            self.told.bubble = self.now / 60
        if alive <= self.plan.seats < before:
            self._note_final()

    def _note_final(self) -> None:
        self.told.final = self.now / 60
        chips = sum(sum(stacks) for stacks in self.tables)
        self.told.final_blinds = chips / max(1, self.alive) / max(1, self.stakes.unit)

    def _pass_time(self) -> None:
        """So long the hand took, at the fullest table."""
        habits = self.plan.habits
        fullest = max(len(stacks) for stacks in self.tables)
        took = habits.seconds_of(fullest) * self.rng.uniform(0.7, 1.3)
        self.now += took
        self.played += took
        self.left -= took

    def _go_on(self) -> None:
        """Levels and breaks come as they fall due, once tables are broken and evened out."""
        while self.left <= 0:
            self._next_row()
        top_up = self.plan.top_up
        if top_up is not None and not self.is_topped_up and self.played >= top_up.minute * 60:
            self._top_up(top_up.chips)

    def _next_row(self) -> None:
        schedule = self.plan.schedule
        self.row += 1
        if self.row >= len(schedule.rows) and isinstance(schedule.after_last, Staying):
            self.left = INFINITE
        else:
            self.left += schedule.row(self.row).minutes * 60
        row = schedule.row(self.row)
        if isinstance(row, Break):
            self.now += row.minutes * 60
            self.left -= row.minutes * 60
        else:
            self.stakes = self._stakes(row)

    def _top_up(self, chips: int) -> None:
        self.is_topped_up = True
        for stacks in self.tables:
            for seat in range(len(stacks)):
                if self.rng.random() < self.plan.habits.top_ups:
                    stacks[seat] += chips
                    self.told.top_ups += 1

    def _even_out(self) -> None:
        """Break the last table when the others hold its players; then even the rest out."""
        tables, seats = self.tables, self.plan.seats
        while len(tables) > 1 and self.alive <= (len(tables) - 1) * seats:
            movers = tables.pop()
            self.buttons.pop()
            for stack in movers:
                min(tables, key=len).append(stack)
            self.told.breaks[len(tables)] = self.now / 60
        if len(tables) > 1:
            self._balance(tables)

    def _balance(self, tables: list[list[int]]) -> None:
        while True:
            fullest, emptiest = max(tables, key=len), min(tables, key=len)
            if len(fullest) - len(emptiest) < 2:
                return
            emptiest.append(fullest.pop())
            for number, stacks in enumerate(tables):
                self.buttons[number] %= max(1, len(stacks))

    def _look(self) -> None:
        while len(self.told.players) * GRID * 60 <= min(self.now, self.end):
            self._note()

    def _note(self) -> None:
        self.told.players.append(self.alive)
        self.told.tables.append(len(self.tables))


INFINITE = float("inf")


def room(plan: Plan) -> int:
    """How many can be seated."""
    return MOST_PLAYERS if plan.tables is None else plan.tables * plan.seats


def _seated(entries: int, plan: Plan) -> list[list[int]]:
    """As few tables as hold everybody, filled evenly."""
    count = -(-entries // plan.seats)
    sizes = [entries // count + (number < entries % count) for number in range(count)]
    return [[plan.stack] * size for size in sizes]


def players_at(told: Told, minute: float) -> int:
    """How many were left at a minute; one after the end."""
    index = int(minute // GRID)
    return told.players[index] if index < len(told.players) - 1 and minute < told.minutes else 1
