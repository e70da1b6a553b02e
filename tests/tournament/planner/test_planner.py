"""The planner's page asks, shows what is known so far, proposes, and takes nothing wrong."""

import json
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from celery.exceptions import Retry
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from engine.planner import outlook
from engine.planner.habits import Habits
from engine.prizes import payouts
from engine.prizes.prizes import How, Row
from engine.schedule import schedule
from engine.structure import presets
from tests.factories import (
    DIRECTOR,
    NOW,
    WITH_REBUYS,
    refreshed,
    registering,
    stored,
)
from tests.markup import one_line
from tournament import tasks
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.planner import reckoning, simulation
from tournament.planner.queries import planner
from tournament.planner.simulation import Request
from tournament.prizes.services import prizes

pytestmark = pytest.mark.django_db
QUERY = "least=8&most=9&starts=19:00"


@pytest.fixture
def cup() -> Tournament:
    """A Friday tournament that nobody has entered."""
    return registering()


def wish(cup: Tournament, *, minutes: int | None = None, evenings: int = 6) -> reckoning.Wish:
    plan = planner.plan_of(cup, entries=(8, 9), assumed=Habits())
    return reckoning.Wish(Request(plan, planner.SEED, evenings), minutes)


def test_the_places_paid_are_those_of_the_prize_list_or_of_the_book(cup: Tournament):
    def paid(tournament: Tournament) -> int:
        return planner.plan_of(tournament, entries=(20, 80), assumed=Habits()).paid

    assert paid(cup) == len(payouts.usual_list(80))
    rows = (Row(1, amount=5000), Row(2, item="Trophy", price=1000))
    wish = prizes.ListWish(How.FIXED, rows)
    prizes.save(wish, tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    assert paid(cup) == 1
    for preset in ("charity", "fours"):
        assert paid(registering(preset=presets.get(preset))) == 0


def test_evenings_of_processes_are_those_the_seed_says(cup: Tournament):
    """Whoever plays an evening, its number decides what it is like."""
    asked = wish(cup).request
    played = [told for batch in simulation.evenings(asked) for told in batch]
    alone = [simulation.one(asked, number) for number in range(asked.evenings)]
    assert outlook.of(played) == outlook.of(alone)


def test_a_plan_is_worked_out_once_and_then_shown_at_once(
    director: Client, cup: Tournament, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(planner, "EVENINGS", 6)
    asked: list[dict[str, object]] = []
    monkeypatch.setattr(tasks.reckon, "delay", asked.append)
    address = f"/t/{cup.code}/planner/?{QUERY}&ends=20:15"
    first = director.get(address).content.decode()
    assert "Starting …" in first
    assert 'hx-trigger="load delay' in first
    director.get(address)
    assert len(asked) == 1
    tasks.reckon(asked[0])
    page = director.get(address).content.decode()
    assert "6 simulations done." in page
    assert "hx-trigger" not in page
    assert "It ends about" in page
    assert "Every level one minute longer" in page
    assert "Chips needed" in page
    assert "Use this schedule" in page
    assert "A schedule that ends about" in page
    assert "Target 20:15. 8 of 10 simulations end between" in page
    assert "can't be reached" not in page
    before = schedule.to_plain(clock_queries.schedule_of(cup))
    found = reckoning.progress(reckoning.from_plain(asked[0]))
    assert found
    fields = dict(pair.split("=") for pair in f"{QUERY}&ends=20:15".split("&"))
    seen = page.split('name="seen" value="')[1].split('"')[0]
    answer = director.post(f"/t/{cup.code}/planner/use/", {**fields, "seen": seen})
    assert answer.status_code == 302
    after = schedule.to_plain(clock_queries.schedule_of(refreshed(cup)))
    assert after == found["proposed"] != before


def test_stack_rebuys_tables_and_dealers_can_be_tried_otherwise(
    director: Client, monkeypatch: pytest.MonkeyPatch
):
    cup = registering(preset=WITH_REBUYS)
    monkeypatch.setattr(planner, "EVENINGS", 4)
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.reckon, "delay", asked.append)
    before = stored()
    address = (
        f"/t/{cup.code}/planner/?least=20&most=30&stack=2000&tables=2&dealers=2&rebuys_sold=no"
    )
    director.get(address)
    plan = asked[0]["plan"]
    assert (plan["stack"], plan["tables"], plan["rebuys"]) == (2000, 2, None)
    tasks.reckon(asked[0])
    page = one_line(director.get(address).content.decode())
    seats = 2 * cup.structure["seats_per_table"]
    assert f"Seats for {seats}: {20 - seats} to {30 - seats} of the expected" in page
    assert "1 short" in page  # two tables, two dealers: nobody relieves them
    assert stored() == before
    director.get(f"/t/{cup.code}/planner/?least=20&most=30")
    assert asked[1]["plan"]["rebuys"] is not None


@pytest.mark.rule("igr:1.01(c)")
def test_a_planned_evening_went_on_after_its_finishing_time(
    director: Client, monkeypatch: pytest.MonkeyPatch
):
    cup = registering(preset=replace(presets.get("igr"), starting_stack=500_000))
    monkeypatch.setattr(planner, "EVENINGS", 4)
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.reckon, "delay", asked.append)
    ends = timezone.localtime(cup.licence.finishes_at)
    begins = f"{ends - timedelta(minutes=40):%H:%M}"
    address = f"/t/{cup.code}/planner/?least=8&most=9&starts={begins}"
    director.get(address)
    tasks.reckon(asked[0])
    page = " ".join(director.get(address).content.decode().split())
    assert f"{ends:%H:%M}" in page.split("It ends about", 1)[1][:200]


def test_a_wish_that_no_schedule_meets_is_answered_so(
    director: Client, cup: Tournament, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(planner, "EVENINGS", 2)
    asked: list[dict[str, object]] = []
    monkeypatch.setattr(tasks.reckon, "delay", asked.append)
    address = f"/t/{cup.code}/planner/?{QUERY}&ends=19:30&seconds=300"
    director.get(address)
    tasks.reckon(asked[0])
    assert "19:30 can't be reached" in director.get(address).content.decode()


def test_only_the_part_that_changes_is_asked_for_again(
    director: Client, cup: Tournament, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tasks.reckon, "delay", lambda _: None)
    part = director.get(f"/t/{cup.code}/planner/?{QUERY}&part=1", headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith('<div id="outlook"')


def test_one_plan_at_a_time_and_a_failed_one_can_be_asked_again(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
):
    asked = wish(cup)
    assert reckoning.claim(asked)
    assert not reckoning.claim(asked)
    cache.set(reckoning.BUSY, True)
    with pytest.raises(Retry):
        tasks.reckon(asked.to_plain())
    first = reckoning.progress(asked)
    assert first is not None
    assert "outlook" in first  # who waits for another's plan has a first answer all the same
    cache.delete(reckoning.BUSY)

    def fail(_: object) -> None:
        raise RuntimeError("a process that reckons evenings has failed")

    monkeypatch.setattr(reckoning, "reckon", fail)
    with pytest.raises(RuntimeError):
        tasks.reckon(asked.to_plain())
    assert reckoning.claim(asked)
    assert cache.get(reckoning.BUSY) is None


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("least=1", "two players"),
        ("least=9&most=8", "greater number second"),
        ("least=x", "not a whole number"),
        ("starts=25:99", "not a time"),
        ("ends=19:10&starts=19:00", "30 minutes"),
        ("bets=7", "from 0 to 1"),
        ("bets=many", "is not a number"),
        ("seconds=nan", "from zero up"),
    ],
)
def test_a_plan_that_makes_no_sense_gets_a_sentence(
    director: Client, cup: Tournament, query: str, why: str
):
    answer = director.get(f"/t/{cup.code}/planner/?{query}")
    assert why in answer.content.decode()


def test_a_proposal_that_nobody_worked_out_is_not_used(director: Client, cup: Tournament):
    before = stored()
    answer = director.post(f"/t/{cup.code}/planner/use/", {"least": "8", "most": "9"})
    assert "No proposal for this plan" in answer.content.decode()
    assert stored() == before


def test_the_same_comes_as_json_on_the_command_line(cup: Tournament):
    words = ["--players", "3-4", "--evenings", "4", "--seed", "x"]
    assert simulated("--tournament", cup.code, *words)["evenings"] == 4
    assert simulated("--preset", "friday", *words) == simulated("--preset", "friday", *words)


def test_the_command_line_has_what_the_page_has():
    words = ["--preset", "friday", "--players", "12", "--evenings", "2", "--stack", "1000"]
    words += ["--tables", "2", "--dealers", "3", "--no-rebuys", "--end", "120"]
    found = simulated(*words, "--assume", "seconds=30")
    assert found["assumptions"]["seconds"] == 30
    assert {"end", "moments", "breaks", "final_blinds", "bubble"} <= found.keys()
    assert {"dealers", "chips", "payments", "prize_pool", "changes", "proposed"} <= found.keys()
    assert {row["value"] for row in found["chips"]["rows"]} >= {25, 100}


def simulated(*words: str) -> dict[str, Any]:
    out = StringIO()
    call_command("simulate", *words, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--preset", "none"], "No preset"),
        (["--tournament", "NONE"], "No tournament"),
        (["--preset", "friday", "--players", "x"], "such as 80 or 60-90"),
        (["--preset", "friday", "--players", "1"], "two players"),
        (["--preset", "friday", "--evenings", "0"], "one evening"),
        (["--preset", "friday", "--tables", "0"], "one at least"),
        (["--preset", "friday", "--assume", "luck=1"], "No assumption luck"),
        (["--preset", "friday", "--assume", "seconds"], "such as seconds=60"),
        (["--preset", "friday", "--assume", "bets=2"], "from 0 to 1"),
        (["--preset", "friday", "--end", "5"], "30 minutes"),
    ],
)
def test_a_wrong_word_on_the_command_line_gets_a_sentence(words: list[str], why: str):
    with pytest.raises(CommandError, match=why):
        call_command("simulate", *words)
