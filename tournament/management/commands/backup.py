"""`manage.py backup FILE`: everything into one file, while the tournament goes on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.house import backups


class Command(BaseCommand):
    """Writes a backup."""

    help = "Write everything, as it is now, into FILE; the installation may be running."
    requires_system_checks = ()  # `make check` makes them, not every start

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to write it."""
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write it, and say what it holds."""
        try:
            rows = backups.write(options["file"], now=timezone.now())
        except backups.NotBackedUp as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(f"{rows} rows are in {options['file']}.")
