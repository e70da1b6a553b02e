"""A clock to play with: steps at minutes after noon."""

from datetime import UTC, datetime, timedelta

from engine.clock import clock, clock_reading
from engine.schedule.schedule import Break, Doubling, Level, Schedule, Window

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
SMALL = Schedule(
    (
        Level(20, blinds=(25, 50)),
        Level(20, blinds=(50, 100), race_offs=(25,), ends_rebuys=True, top_up=True),
        Break(10),
        Level(30, blinds=(100, 200)),
    ),
    Doubling(15),
    windows=(Window("Rebuys", 0, 40), Window("The top-up", 40, 55)),
)
STAYS = Schedule((Level(10, blinds=(10, 20)), Level(10, blinds=(15, 30))))


def at(minutes: float) -> datetime:
    return NOON + minutes * MINUTE


class Clock:
    """A clock in a test: each step keeps the state and gathers the facts."""

    def __init__(self, schedule=SMALL, **ends):
        self.schedule, self.facts = schedule, []
        self.state = clock.waiting(schedule, **ends)

    def do(self, step, minute, **how):
        self.state, facts = step(self.schedule, self.state, at(minute), **how)
        self.facts += facts
        return self

    def started(self):
        return self.do(clock.start, 0)

    @property
    def blinds(self):
        return self.schedule.level(self.state.index).blinds

    def left(self, minute):
        return clock_reading.remaining(self.state, at(minute))
