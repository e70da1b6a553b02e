"""An evening played by bots, from the draw to the winner, with every ledger whole."""

import time as real_time
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest
from django.core.management import call_command

from engine.entries.law import Rebuys
from engine.hand.applying import replay
from engine.structure import windows
from tables import rehearsal
from tables.chips.services import rebuys
from tables.console.queries import console, table_tiles
from tables.models import HandRecord, RaceOff, Seating
from tables.play.queries import hands
from tables.procedures.queries import raceoffs as raceoff_queries
from tables.records.queries import chain
from tables.results.queries import payouts
from tables.seating.services import seating
from tests.factories import DIRECTOR, NOW, refreshed
from tournament.clock.services import clock
from tournament.entries.services import entries
from tournament.models import Bust, Tournament
from tournament.prizes.queries import placings
from tournament.records.queries import journal
from tournament.setup.services import tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PLAYERS = 7
SEEN_BY_A_NEWCOMER = {
    "clock.level_started",
    "entry.bust",
    "entry.bought",
    "seat.moved",
    "table.broken",
    "table.final",
}


class FakeClock:
    """Time that passes as the evening's timetable says."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.seconds)


def small_evening() -> Tournament:
    """Seven players at three tables with four big blinds each, and as many in a rebuy."""
    preset = rehearsal.demo_preset()
    assert isinstance(preset.rebuys, Rebuys)
    preset = replace(
        preset,
        seats_per_table=3,
        starting_stack=200,
        rebuys=replace(preset.rebuys, chips=200, stack_below=200),
    )
    made = tournaments.create(
        name=rehearsal.NAME, preset=preset, actor=DIRECTOR, now=NOW, seed="eight is a crowd"
    )
    names = list(rehearsal.PLAYERS[:PLAYERS])
    entries.register_all(tournament_id=made.pk, names=names, actor=DIRECTOR, now=NOW)
    seating.draw(tournament_id=made.pk, actor=DIRECTOR, now=NOW)
    seating.start_play(tournament_id=made.pk, actor=DIRECTOR, now=NOW)
    return refreshed(made)


def play(cup: Tournament, time: FakeClock, *, steps: int = 5000) -> int:
    """Let the bots play on; how many steps it took."""
    evening = rehearsal.Evening(cup, time.now, rng=Random(f"{cup.seed}/{time.seconds}"))
    evening.begin(at=time.seconds)
    for step in range(steps):
        if evening.is_over():
            return step
        time.seconds = max(time.seconds, evening.step())
        if step % 10 == 0:
            clock.advance_due(time.now())
            rebuys.close_expired(now=time.now())
    return steps


def check_ledgers(cup: Tournament) -> None:
    assert console.ledger(cup.pk).ok
    assert console.player_count(cup.pk).ok
    assert journal.first_broken_link(cup.pk) is None
    for table in cup.tables.all():
        assert chain.first_broken_event(table) is None
        if table.hand is not None:
            assert replay(hands.story(hands.record_of(table))) == hands.of(table)


def test_a_small_evening_runs_to_its_winner_with_all_ledgers_whole():
    cup, time = small_evening(), FakeClock()
    play(cup, time)
    cup = refreshed(cup)
    assert cup.state == "finished"
    check_ledgers(cup)
    places = [placed.place for placed in placings.of(cup)]
    assert (places[0], len(places)) == (1, PLAYERS)
    assert Bust.standing.count() == PLAYERS - 1
    assert Seating.objects.filter(until__isnull=True).count() == 1
    assert not HandRecord.objects.filter(ended_at__isnull=True).exists()
    told = set(cup.journal.values_list("name", flat=True))
    assert told >= SEEN_BY_A_NEWCOMER
    assert [journal.row(line).sentence for line in cup.journal.all()]


def test_the_bots_stood_at_the_first_race_off_and_did_not_say_why():
    heard: list[str] = []
    cup, time = small_evening(), FakeClock()
    evening = rehearsal.Evening(cup, time.now, rng=Random("race"), say=heard.append)
    evening.begin(at=0)
    clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=time.now())
    for _ in range(30):
        time.seconds = max(time.seconds, evening.step())
    told = "No new hand now: it is stopped."
    assert sorted(words for words in heard if "Table" in words) == [
        f"Table {number}: {told}" for number in (1, 2, 3)
    ]
    clock.act(tournament_id=cup.pk, kind="resume", actor=DIRECTOR, now=time.now())
    while not raceoff_queries.chips_gone(refreshed(cup)):
        clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=time.now())
    for _ in range(60):
        time.seconds = max(time.seconds, evening.step())
    done = RaceOff.standing.filter(table__tournament=cup)
    assert {race.chip for race in done} == {25}
    assert done.count() == cup.tables.filter(state="open").count()
    assert cup.journal.filter(name="race_off.done").exists()
    check_ledgers(cup)
    play(cup, time)
    assert refreshed(cup).state == "finished"
    check_ledgers(cup)


def test_an_evening_that_was_stopped_goes_on_where_it_was():
    cup, time = small_evening(), FakeClock()
    assert play(cup, time, steps=40) == 40
    check_ledgers(cup)
    hands_before = HandRecord.objects.count()
    play(cup, time, steps=40)
    check_ledgers(cup)
    assert HandRecord.objects.count() > hands_before


def test_the_demonstration_seats_27_at_three_tables():
    cup = rehearsal.seat_everybody(now=NOW)
    assert cup.state == "running"
    assert [table.players for table in table_tiles.cards(cup, now=NOW)] == [9, 9, 9]
    assert len(set(rehearsal.PLAYERS)) == 54
    assert payouts.picture(cup).pool_text == "$540"
    after_five_levels = dict.fromkeys(windows.WORDS, timedelta(minutes=10))
    assert windows.still_open(cup.structure, after_five_levels) == []  # the prizes can be published


def test_the_demonstration_fills_six_tables_where_that_is_asked():
    cup = rehearsal.seat_everybody(now=NOW, tables=6)
    assert [table.seatings.count() for table in cup.tables.all()] == [9] * 6


def test_the_demonstration_is_played_by_one_command(monkeypatch, capsys):
    monkeypatch.setattr(real_time, "sleep", lambda seconds: None)
    monkeypatch.setattr(rehearsal, "PLAYERS", rehearsal.PLAYERS[:2])
    monkeypatch.setattr(rehearsal, "STACK", 200)
    monkeypatch.setattr(rehearsal, "REBUYS", 0)
    call_command("demo", speed=200, once=True)
    cup = Tournament.objects.get()
    assert cup.state == "finished"
    assert f"/t/{cup.code}/" in capsys.readouterr().out
    check_ledgers(cup)
