"""What the benches stand on still works: they are run seldom."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connections
from django.test import Client, override_settings

from bench import table
from bench.clock import bare, evening
from bench.figures import Row
from bench.growth import __main__ as growth
from bench.house import House
from bench.live import evening as evening_of_load
from bench.live import peers, real
from bench.live.evening import Played, Shown
from bench.live.real import Load
from tables.models import HandRecord
from tests.site import LiveSite
from tournament.clock.services import clock
from tournament.live.fanout import Drawn, Hall, Line, Picture
from tournament.models import Clock, CommandRecord

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


def test_the_table_is_put_between_the_marks_of_its_page_and_nowhere_else():
    page = (ROOT / "docs" / "proof.md").read_text()
    before, rest = page.split(table.BEGIN)
    _, after = rest.split(table.END)
    assert table.put_into(page, "new\n") == f"{before}{table.BEGIN}new\n{table.END}{after}"
    with pytest.raises(ValueError, match="no place for the table"):
        table.put_into("# A page\n", "new\n")


def test_the_pushes_of_the_fanout_bench_are_taken_by_a_hall_of_the_site():
    push = peers.push(4.0)
    hall, line = Hall(Picture(("table.1.public",), draw=lambda: Drawn("", ""))), Line()
    hall.lines.add(line)
    hall.hear(peers.picture(push))
    assert line.queue.get_nowait() == push
    assert peers.made_at(push.encode()) == 4_000_000_000


def test_what_the_load_bench_posts_is_shown_on_every_screen_of_its_table(live_site: LiveSite):
    house = House(live_site.port, {})

    async def played() -> Load:
        with ThreadPoolExecutor(max_workers=1) as one_thread:
            asyncio.get_running_loop().set_default_executor(one_thread)
            async with await real.opened(house, 2, 6) as hall:
                load = await hall.play(rate=4, seconds=2)
            await asyncio.to_thread(connections.close_all)
        return load

    load = asyncio.run(played())
    assert load.amiss == 0
    assert len(load.played.answered) == 8
    assert len(load.late) == 8 + 4  # of three screens at tables two look at the first
    assert len(real.rows("here", load, load, 4)) == 5


@pytest.mark.django_db
@override_settings(ROOT_URLCONF="bench.live.bare")
def test_the_floor_of_an_action_stores_what_an_action_stores():
    (tablet,) = evening_of_load.tablets(evening_of_load.running(1), 0)
    dealt, now = tablet.table, datetime.now(UTC)
    hand = HandRecord.objects.create(table=dealt, number=1, players=[], started_at=now)
    made = uuid4()
    answer = Client().post(f"/bare/{dealt.pk}/", {"hand": hand.pk, "command_id": made})
    assert answer.content == b"done"
    event = hand.events.get()
    dealt.refresh_from_db()
    assert (event.version, event.command_id) == (dealt.version, made)
    assert CommandRecord.objects.get(pk=made).tournament == dealt.tournament


def test_a_push_that_a_screen_never_showed_is_not_left_out():
    played = Played(sent={(1, 7): 10.0, (1, 8): 11.0, (2, 3): 10.0})
    told = [(0, 8, 11.5), (1, 2, 10.1)]  # the first screen skipped a version, the other is behind
    assert evening_of_load.shown(told, [1, 2], played) == Shown([1.5, 0.5], never=1)


@pytest.mark.django_db
def test_the_growth_bench_sees_more_tables_and_players_ask_no_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(growth, "ACTIONS", 30)  # more than one hand
    few, many = (growth.action_with_tables(count) for count in (1, 2))
    assert (few.queries, few.most) == (many.queries, many.most)
    assert few.most > few.queries  # of a hand's last action
    row = growth.flat("one action at one table of", (1, 2), (few, many))
    usual = f"statements {few.queries}; {few.queries}"
    assert row.beside == f"{usual}; of the action that asks most {few.most}; {few.most}"
    monkeypatch.setattr(growth, "PLAYERS", (6, 12))
    monkeypatch.setattr(growth, "PAGES", 1)
    assert [(page.goal, page.is_met) for page in growth.pages()] == [("statements flat", True)] * 2


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
