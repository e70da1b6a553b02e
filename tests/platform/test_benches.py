"""What the benches stand on still works: they are run seldom."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench import table
from bench.clock import bare, evening
from bench.figures import Row
from bench.live import fanout
from tournament.live import Drawn, Hall, Line, Picture
from tournament.models import Clock
from tournament.services import clock

ROOT = Path(__file__).resolve().parents[2]


def test_the_table_has_what_each_part_saw_last_in_one_order(tmp_path: Path):
    kept = tmp_path / "figures.json"
    table.keep("planner", [Row("first evening", "3.0 s", "", "at most 2 s", False)], kept)
    table.keep("engine", [Row("hands", "1/s")], kept)
    table.keep(
        "engine", [Row("hands", "7,491/s (23.6x)", "PokerKit 385/s", "at least 15x", True)], kept
    )
    engine, planner = table.markdown(table.kept(kept)).splitlines()[2:4]
    assert engine.startswith(
        "| **engine**: hands | 7,491/s (23.6x) | PokerKit 385/s | at least 15x | "
    )
    assert planner.startswith(
        "| **planner**: first evening | 3.0 s |  | at most 2 s: **missed** | "
    )


def test_a_part_without_a_place_in_the_table_is_not_said():
    with pytest.raises(ValueError, match="has no place"):
        table.say("weather", [Row("rain", "none")])


def test_the_table_is_put_between_the_marks_of_the_readme_and_nowhere_else():
    readme = (ROOT / "README.md").read_text()
    before, rest = readme.split(table.BEGIN)
    _, after = rest.split(table.END)
    assert table.put_into(readme, "new\n") == f"{before}{table.BEGIN}new\n{table.END}{after}"
    with pytest.raises(ValueError, match="no place for the table"):
        table.put_into("# A page\n", "new\n")


def test_the_pushes_of_the_fanout_bench_are_taken_by_a_hall_of_the_site():
    push = fanout.push(4.0)
    hall, line = Hall(Picture(("table.1.public",), draw=lambda: Drawn("", ""))), Line()
    hall.lines.add(line)
    hall.hear(fanout.picture(push))
    assert line.queue.get_nowait() == push
    assert fanout.made_at(push.encode()) == 4_000_000_000


@pytest.mark.django_db
def test_the_clock_benchs_tournaments_change_levels_when_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bare.mark, "apply_async", lambda *said, **more: None)
    (code,) = evening.tournaments(1)
    evening.start([code])
    due = datetime.now(UTC) + timedelta(seconds=2)
    evening.let_end(code, due)
    assert clock.advance_due(due - timedelta(seconds=1)) == 0
    assert clock.advance_due(due) == 1
    assert Clock.objects.get(tournament__code=code).state["index"] == 1
