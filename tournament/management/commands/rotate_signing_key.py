"""`manage.py rotate_signing_key`: sign records with another key from now on."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from engine.refusal import Refused
from tournament.records import signing
from tournament.records.services import keys


class Command(BaseCommand):
    """Replaces the signing key; the old one's public half is kept with its span."""

    help = "Sign records with a new key. Every journal that goes on gets a line that says so."
    requires_system_checks = ()  # `make check` makes them, not every start

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Why, and whether the old key can still sign."""
        parser.add_argument("--because", default="as planned", help="For the journal.")
        parser.add_argument("--lost", action="store_true", help="The old key is not at hand.")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Rotate, and say what is to be told to whoever compares fingerprints."""
        after = signing.new_private()
        try:
            public = keys.rotate(
                because=options["because"],
                is_lost=options["lost"],
                after=after,
                now=timezone.now(),
            )
        except Refused as refusal:
            raise CommandError(refusal.why) from refusal
        self.stdout.write(f"The new key's fingerprint: {signing.fingerprint(public)}")
        if settings.SIGNING_KEY:
            self.stdout.write("Set this before anything is signed again. It is shown only once:")
            self.stdout.write(f"SIGNING_KEY={after}")
