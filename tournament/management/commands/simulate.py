"""`manage.py simulate`: the evening played many times, and what it comes to as JSON."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.http import Http404

from engine import presets, structure
from engine.foresight import outlook, plans
from engine.foresight.evening import Plan
from engine.foresight.habits import Habits
from engine.refusal import Refused
from tournament import simulation
from tournament.queries import planner, tournaments
from tournament.simulation import Request


class Command(BaseCommand):
    help = "Play an evening many times: when it ends, players and tables over time, as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--preset", metavar="KEY", help="a built-in tournament, such as friday")
        which.add_argument("--tournament", metavar="CODE", help="one of yours")
        parser.add_argument("--players", default="80", metavar="N[-M]", help="80, or 60-90")
        parser.add_argument("--evenings", type=int, default=planner.EVENINGS)
        parser.add_argument("--seed", default=planner.SEED)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["evenings"] < 1:
            raise CommandError("Play one evening at least.")
        try:
            plan = _plan(options)
        except Refused as refusal:
            raise CommandError(refusal.why) from None
        request = Request(plan, options["seed"], options["evenings"])
        told = [one for batch in simulation.evenings(request) for one in batch]
        self.stdout.write(json.dumps(outlook.to_plain(outlook.of(told))))


def _plan(options: dict[str, Any]) -> Plan:
    entries = _players(options["players"])
    if options["tournament"]:
        try:
            found = tournaments.find(options["tournament"])
        except Http404:
            raise CommandError(f"There is no tournament {options['tournament']}.") from None
        return planner.plan_of(found, entries=entries, assumed=Habits())
    try:
        preset = presets.get(options["preset"])
    except KeyError:
        raise CommandError(f"There is no preset {options['preset']}.") from None
    offer = structure.to_plain(preset)
    paid = planner.usually_paid(offer, max(entries))
    return plans.of_structure(offer, game=preset.game, entries=entries, paid=paid)


def _players(words: str) -> tuple[int, int]:
    least, _, most = words.partition("-")
    if not least.isdecimal() or (most and not most.isdecimal()):
        raise CommandError("Say how many players, such as 80 or 60-90.")
    return int(least), int(most or least)
