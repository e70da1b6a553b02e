"""manage.py verify: whether journal, hands and ledgers are as they were written."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.records.queries import chain
from tournament.models import Tournament


class Command(BaseCommand):
    help = "Walk the chain of one tournament, or of all, and name the first broken link."
    requires_system_checks = ()  # `make check` makes them, not every start

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", nargs="?", help="The tournament's code; all without it.")

    def handle(self, *args: Any, **options: Any) -> None:
        found = Tournament.objects.order_by("created_at")
        if code := options["tournament"]:
            found = found.filter(code=code.upper())
            if not found:
                raise CommandError(f"There is no tournament with the code {code}.")
        broken = [tournament.code for tournament in found if not self._say(tournament)]
        if broken:
            raise CommandError(f"Broken: {', '.join(broken)}.")

    def _say(self, tournament: Tournament) -> bool:
        verdict = chain.verify(tournament)
        counted = (
            f"{verdict.lines} journal lines, {verdict.events} hand events, "
            f"{verdict.chip_moves} chip moves, {verdict.postings} money postings"
        )
        says = "whole" if verdict.is_whole else f"BROKEN. {verdict.broken}"
        self.stdout.write(f"{tournament.code}  {tournament.name}: {counted}: {says}")
        return verdict.is_whole
