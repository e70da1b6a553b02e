"""Make an installation ready: the first director, and what an upgrade means for play begun."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from engine.refusal import Refused
from engine.structure.presets import PRESETS
from tournament.house.services import people
from tournament.records.services import keys
from tournament.setup.services import conditions


class Command(BaseCommand):
    """Prepare the house; does nothing the second time."""

    help = "Create the first director and print, once, how to sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        """The address to print."""
        parser.add_argument("--address", default="http://127.0.0.1:8000")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the one-time password exactly once."""
        conditions.keep_up(now=timezone.now())
        self._have_key()
        if settings.DEMO:
            people.demo_director()
            return
        made = people.first_director()
        if made is None:
            return
        user, password = made
        self.stdout.write(f"{len(PRESETS)} tournament presets are ready.")
        self.stdout.write(f"Open {options['address']} and sign in, once, with")
        self.stdout.write(f"  user name  {user.username}")
        self.stdout.write(f"  password   {password}")
        self.stdout.write("You will be asked for a password of your own. This is not shown again.")

    def _have_key(self) -> None:
        """Make the signing key at the first start; one that was exchanged stops no evening."""
        try:
            keys.ready(now=timezone.now())
        except Refused as refusal:
            self.stdout.write(refusal.why)
