"""`manage.py archive CODE FILE`: a whole tournament into one file for another installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tables.records import archives
from tournament.models import Tournament


class Command(BaseCommand):
    """Writes an archive."""

    help = "Write the tournament CODE with all its records into FILE; it may be in play."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which one, and where to write it."""
        parser.add_argument("code")
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write it, and say so."""
        tournament = Tournament.objects.filter(code=options["code"].upper()).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['code']}.")
        try:
            with options["file"].open("xb") as file:
                file.write(archives.pack(tournament, now=timezone.now()))
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{tournament.name} is in {options['file']}.")
