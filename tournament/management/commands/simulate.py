"""`manage.py simulate`: the evening played many times, and what it comes to as JSON."""

import json
from argparse import ArgumentParser
from dataclasses import asdict, fields
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.http import Http404

from engine.planner import outlook, plans
from engine.planner.evening import Plan
from engine.planner.habits import Habits
from engine.planner.outlook import Outlook
from engine.refusal import Refused
from engine.structure import played, presets, structure
from tournament.planner import simulation
from tournament.planner.queries import planner
from tournament.planner.simulation import Request
from tournament.setup.queries import tournaments


class Command(BaseCommand):
    help = "Play an evening many times: when it ends, players and tables over time, as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--preset", metavar="KEY", help="a built-in tournament, such as friday")
        which.add_argument("--tournament", metavar="CODE", help="one of yours")
        parser.add_argument("--players", default="80", metavar="N[-M]", help="80, or 60-90")
        parser.add_argument("--evenings", type=int, default=planner.EVENINGS)
        parser.add_argument("--seed", default=planner.SEED)
        parser.add_argument("--stack", type=int, help="in place of the one set up")
        parser.add_argument("--tables", type=int, help="how many there are")
        parser.add_argument("--dealers", type=int, help="how many there are")
        parser.add_argument("--no-rebuys", action="store_true", help="as if none were sold")
        parser.add_argument(
            "--end", type=int, metavar="MINUTES", help="propose a schedule that takes so long"
        )
        parser.add_argument(
            "--assume",
            action="append",
            default=[],
            metavar="NAME=NUMBER",
            help="how people play: " + ", ".join(field.name for field in fields(Habits)),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["evenings"] < 1:
            raise CommandError("Simulate at least one evening.")
        minutes = _minutes(options["end"])
        try:
            offer, plan = _plan(options)
            request = Request(plan, options["seed"], options["evenings"])
            told = [evening for batch in simulation.evenings(request) for evening in batch]
            more = simulation.answer(request, minutes=minutes)
        except Refused as refusal:
            raise CommandError(refusal.why) from None
        self.stdout.write(json.dumps({**_found(offer, plan, outlook.of(told)), **more}))


def _found(offer: dict[str, Any], plan: Plan, seen: Outlook) -> dict[str, Any]:
    """The outlook, and what the planner's page makes of it."""
    takings = planner.payments(offer, seen), planner.payments(offer, seen, is_pool=True)
    payments, pool = (asdict(sums) if sums else None for sums in takings)
    return {
        **outlook.to_plain(seen),
        "dealers": outlook.dealers_by_hour(seen),
        "chips": asdict(planner.chips(offer, plan, seen)),
        "payments": payments,
        "prize_pool": pool,
        "assumptions": asdict(plan.habits),
    }


def _minutes(end: int | None) -> int | None:
    if end is not None and not 30 <= end <= 24 * 60:
        raise CommandError("Plan at least 30 minutes and at most a day.")
    return end


def _plan(options: dict[str, Any]) -> tuple[dict[str, Any], Plan]:
    """What is offered, and the plan made of it."""
    entries, assumed = _players(options["players"]), _assumed(options["assume"])
    otherwise = planner.Otherwise(
        options["stack"], options["tables"], options["dealers"], not options["no_rebuys"]
    )
    if options["tournament"]:
        try:
            found = tournaments.find(options["tournament"])
        except Http404:
            raise CommandError(f"No tournament {options['tournament']}.") from None
        plan = planner.plan_of(found, entries=entries, assumed=assumed, otherwise=otherwise)
        return found.structure, plan
    try:
        preset = presets.get(options["preset"])
    except KeyError:
        raise CommandError(f"No preset {options['preset']}.") from None
    offer = structure.to_plain(preset)
    paid = planner.usually_paid(offer, max(entries))
    plan = plans.of_structure(
        offer, played=played.of_preset(preset), entries=entries, paid=paid, assumed=assumed
    )
    return offer, planner.tried(plan, otherwise)


def _assumed(written: list[str]) -> Habits:
    known = {field.name for field in fields(Habits)}
    found: dict[str, Any] = {}
    for words in written:
        name, _, number = words.partition("=")
        try:
            found[name] = float(number)
        except ValueError:
            raise CommandError(f"“{words}” is not an assumption, such as seconds=60.") from None
        if name not in known:
            raise CommandError(f"No assumption {name}: {', '.join(sorted(known))}.")
    return Habits(**found)


def _players(words: str) -> tuple[int, int]:
    least, _, most = words.partition("-")
    if not least.isdecimal() or (most and not most.isdecimal()):
        raise CommandError("Say how many players, such as 80 or 60-90.")
    return int(least), int(most or least)
