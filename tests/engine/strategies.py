"""Hypothesis strategies for what happens between hands."""

from datetime import timedelta

from hypothesis import strategies as st

from engine.schedule.schedule import Break, Doubling, Level, Row, Schedule, Staying


def any_level() -> st.SearchStrategy[Level]:
    """A level that can be played: short, with one to three blinds or an ante."""
    return st.builds(
        _level,
        minutes=st.integers(1, 60),
        blinds=st.lists(st.integers(1, 500), max_size=3).map(sorted).map(tuple),
        ante=st.integers(0, 50),
        chip=st.sampled_from([0, 0, 25, 100]),
        note=st.sampled_from(["", "dinner"]),
    )


def _level(*, minutes: int, blinds: tuple[int, ...], ante: int, chip: int, note: str) -> Level:
    race_offs = (chip,) if chip else ()
    ante = ante if blinds else max(ante, 1)
    return Level(minutes=minutes, blinds=blinds, ante=ante, race_offs=race_offs, note=note)


def any_break() -> st.SearchStrategy[Break]:
    """A break of some minutes."""
    return st.builds(Break, minutes=st.integers(1, 30))


def any_schedule() -> st.SearchStrategy[Schedule]:
    """A schedule of up to six rows that ends with a level, and either way of going on."""
    rows: st.SearchStrategy[list[Row]] = st.lists(st.one_of(any_level(), any_break()), max_size=5)
    after = st.one_of(st.builds(Staying), st.builds(Doubling, every=st.integers(1, 40)))
    return st.builds(
        lambda some, last, then: Schedule((*some, last), then), rows, any_level(), after
    )


def row_in_force(schedule: Schedule, played: timedelta) -> int:
    """The row after so much undisturbed play, breaks not counted: the clock in one line."""
    index = 0
    while (length := schedule.length(index)) is not None:
        if isinstance(schedule.row(index), Level):
            if played < length:
                return index
            played -= length
        index += 1
    return index
