"""`python -m bench.planner`: evenings a second by both models, and the wait for the planner."""

import sys
from functools import partial
from random import Random
from time import perf_counter

from bench.engine.measure import in_turns
from engine import games, presets, rulebooks, structure
from engine.foresight import evening, in_full, plans
from engine.foresight import quick as quick_hands
from engine.foresight.evening import Plan, PlayHand
from engine.rulebooks import Rules, Settings
from tournament import simulation
from tournament.simulation import Request

PLAYERS = (18, 80)
EVENINGS = 1000
GOAL_SECONDS, GOAL_FIRST = 30.0, 2.0


def main() -> None:
    preset = presets.get("friday")
    rules = Rules(rulebooks.get(preset.rulebook), games.get(preset.game), Settings())
    referee = in_full.Referee(rules)
    sys.stdout.write("players  quick hands  refereed hands  ratio\n")
    for players in PLAYERS:
        plan = _plan(players)
        quick, full, ratio = in_turns(
            partial(_play, plan, quick_hands.play),
            partial(_play, plan, referee.play),
            5,
        )
        sys.stdout.write(f"{players:7}  {1 / quick:9.1f}/s  {1 / full:12.2f}/s  {ratio:4.1f}x\n")
    _wait(_plan(max(PLAYERS)))


def _play(plan: Plan, hand: PlayHand) -> None:
    evening.play(plan, Random(1), hand=hand)


def _plan(players: int) -> Plan:
    preset = presets.get("friday")
    offer = structure.to_plain(preset)
    return plans.of_structure(offer, game=preset.game, entries=(players, players))


def _wait(plan: Plan) -> None:
    """What somebody at the planner's page waits for: the first evenings, and all of them."""
    began, first, count = perf_counter(), 0.0, 0
    for batch in simulation.evenings(Request(plan, "bench", EVENINGS)):
        first = first or perf_counter() - began
        count += len(batch)
    took = perf_counter() - began
    for what, value, goal in (
        ("first evening", first, GOAL_FIRST),
        (f"{count} evenings of {plan.entries[0]} players", took, GOAL_SECONDS),
    ):
        verdict = "" if value <= goal else "  missed"
        sys.stdout.write(f"{what}: {value:.1f} s (goal {goal:g} s){verdict}\n")


if __name__ == "__main__":
    main()
