"""`manage.py unarchive FILE`: a tournament from an archive, as a new one here."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from engine.refusal import Refused
from tables.records import unarchive
from tournament.permissions import SYSTEM


class Command(BaseCommand):
    """Brings an archive in."""

    help = "Bring the tournament of FILE in, all or nothing; the installation may be running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where it is."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--fingerprint", default="", help="Of the other house's key, as its own page shows it."
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Bring it in, and say under which code."""
        try:
            with options["file"].open("rb") as file:
                wanted = {"fingerprint": options["fingerprint"], "now": timezone.now()}
                made = unarchive.bring_in(file, actor=SYSTEM, **wanted)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        except Refused as refusal:
            raise CommandError(refusal.why) from refusal
        words = f"{made.name} is here as {made.code}: {made.chain.length} records, all whole."
        self.stdout.write(words)
