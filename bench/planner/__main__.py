"""`python -m bench planner`: evenings a second by both models, and the wait for the planner."""

from functools import partial
from random import Random
from time import perf_counter

from bench import table
from bench.engine.measure import in_turns
from bench.figures import Row
from engine import games, rulebooks
from engine.planner import evening, in_full, plans
from engine.planner import quick as quick_hands
from engine.planner.evening import Plan, PlayHand
from engine.rules.book import Rules, Settings
from engine.structure import played, presets, structure
from tournament.planner import simulation
from tournament.planner.simulation import Request

PLAYERS = (18, 80)
EVENINGS = 1000
GOAL_SECONDS, GOAL_FIRST = 30.0, 2.0


def main() -> None:
    preset = presets.get("friday")
    rules = Rules(rulebooks.get(preset.rulebook), games.get(preset.game), Settings())
    referee = in_full.Referee(rules)
    rows = [_both_models(players, referee) for players in PLAYERS]
    table.say("planner", [*rows, *_wait(_plan(max(PLAYERS)))])


def _both_models(players: int, referee: in_full.Referee) -> Row:
    plan = _plan(players)
    quick, full, times = in_turns(
        partial(_play, plan, quick_hands.play),
        partial(_play, plan, referee.play),
        5,
    )
    what, beside = f"evenings of {players} players", f"every hand refereed {1 / full:.2f}/s"
    return Row(what, f"{1 / quick:.1f}/s ({times:.1f}x)", beside)


def _play(plan: Plan, hand: PlayHand) -> None:
    evening.play(plan, Random(1), hand=hand)


def _plan(players: int) -> Plan:
    preset = presets.get("friday")
    offer = structure.to_plain(preset)
    return plans.of_structure(offer, played=played.of_preset(preset), entries=(players, players))


def _wait(plan: Plan) -> list[Row]:
    """What somebody at the planner's page waits for: the first evenings, and all of them."""
    began, first, count = perf_counter(), 0.0, 0
    for batch in simulation.evenings(Request(plan, "bench", EVENINGS)):
        first = first or perf_counter() - began
        count += len(batch)
    took = perf_counter() - began
    many = f"{count:,} evenings of {plan.entries[0]} players"
    return [_within("first evening", first, GOAL_FIRST), _within(many, took, GOAL_SECONDS)]


def _within(what: str, seconds: float, goal: float) -> Row:
    return Row(what, f"{seconds:.1f} s", "", f"at most {goal:g} s", seconds <= goal)


if __name__ == "__main__":
    main()
