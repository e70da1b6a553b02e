"""`manage.py restore FILE`: everything as it was when the backup was made."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.house import backups
from tournament.records.services import heads


class Command(BaseCommand):
    """Restores a backup."""

    help = "Replace everything by what FILE holds, all or nothing; the installation may be running."
    requires_system_checks = ()  # `make check` makes them, not every start

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where it is."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--into-empty", action="store_true", help="Refuse where people or tournaments are."
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Restore it, and say what it held."""
        try:
            if options["into_empty"]:
                backups.check_empty()
            rows = backups.restore(options["file"])
        except backups.NotRestored as reason:
            raise CommandError(str(reason)) from reason
        heads.note_restored(now=timezone.now())
        self.stdout.write(f"{rows} rows are back from {options['file']}.")
