"""manage.py verify: whether journal, hands, ledgers and signatures are as they were written."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from tables.models import HandRecord
from tables.records.queries import chain
from tournament.models import Tournament
from tournament.records import signing
from tournament.records.queries.kept import moment


class Command(BaseCommand):
    help = "Walk the chain of one tournament, or of all, and name the first broken link."
    requires_system_checks = ()  # `make check` makes them, not every start

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", nargs="?", help="The tournament's code; all without it.")
        parser.add_argument(
            "--expect",
            action="append",
            default=[],
            metavar="HEAD",
            help="A signed head from paper, mail or page: its word or the address of its code.",
        )
        parser.add_argument(
            "--key", type=Path, metavar="FILE", help="The house's public key as you were given it."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        brought = _brought(options["expect"], options["key"])
        found = _asked(options["tournament"])
        if brought.heads and len(found) != 1:
            raise CommandError("Say which tournament the signed head is of.")
        broken = [tournament.code for tournament in found if not self._say(tournament, brought)]
        if broken:
            raise CommandError(f"Broken: {', '.join(broken)}.")
        hands = HandRecord.objects.filter(table__tournament__in=found).count()
        self.stdout.write(f"Tournaments: {len(found)}. Hands: {hands}. Every chain is unbroken.")

    def _say(self, tournament: Tournament, brought: chain.Brought) -> bool:
        verdict = chain.verify(tournament, brought)
        counted = (
            f"{verdict.lines} journal lines, {verdict.events} hand events, "
            f"{verdict.chip_moves} chip moves, {verdict.postings} money postings"
        )
        says = "whole" if verdict.is_whole else f"BROKEN. {verdict.broken}"
        self.stdout.write(f"{tournament.code}  {tournament.name}: {counted}: {says}")
        self.stdout.write(f"  {_signed(verdict)}")
        return verdict.is_whole


def _signed(verdict: chain.Verdict) -> str:
    if verdict.signed is None:
        return "Not signed yet."
    at = moment(verdict.signed.at)
    return f"Signed {verdict.signed.number} times, last at {at}; {verdict.unsigned} lines since."


def _asked(code: str | None) -> QuerySet[Tournament]:
    found = Tournament.objects.order_by("created_at")
    if code:
        found = found.filter(code=code.upper())
        if not found:
            raise CommandError(f"There is no tournament with the code {code}.")
    return found


def _brought(words: list[str], file: Path | None) -> chain.Brought:
    try:
        heads = tuple(signing.read_head(word) for word in words)
        key = signing.read_public(file.read_bytes()) if file else ""
    except signing.NotAHead as fault:
        raise CommandError(str(fault)) from fault
    except (OSError, ValueError) as fault:
        raise CommandError(f"{file} cannot be read as a public key (PEM).") from fault
    return chain.Brought(heads, key)
