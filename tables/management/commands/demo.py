"""Seed an evening and let bots play it, for newcomers to watch."""

import time
from random import Random
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone

from tables import rehearsal
from tables.demo import furnishing, moments
from tournament.models import Tournament

CONNECTED_EVERY_SECONDS = 20


class Command(BaseCommand):
    """Play the demo; started again, it goes on where it was."""

    help = "Seed a tournament of full tables, three unless told otherwise, and let bots play it."

    def add_arguments(self, parser: CommandParser) -> None:
        """How fast, and how many tables."""
        parser.add_argument("--tables", type=int, default=rehearsal.USUAL_TABLES, help="1 to 6")
        parser.add_argument("--speed", type=float, default=1.0, help="20 is twenty times quicker")
        parser.add_argument("--once", action="store_true", help="stop when the first evening ends")

    def handle(self, *args: Any, **options: Any) -> None:
        """One evening after the other, until stopped."""
        speed = min(200.0, max(0.1, options["speed"]))
        tables = min(rehearsal.MOST_TABLES, max(1, options["tables"]))
        if settings.DEMO:
            furnishing.house_of_demo(now=timezone.now())
            Thread(target=moments.make_missing, kwargs={"now": timezone.now()}, daemon=True).start()
            Thread(target=self.keep_connected, daemon=True).start()
        while True:
            self.play(speed, tables)
            if options["once"]:
                return
            time.sleep(30 / min(speed, 3))

    def keep_connected(self) -> None:
        """Let no tablet of the demo fall silent."""
        while True:
            furnishing.stay_connected(now=timezone.now())
            time.sleep(CONNECTED_EVERY_SECONDS)

    def play(self, speed: float, tables: int) -> None:
        """One evening, from where it stands to its winner."""
        running = Tournament.objects.filter(name=rehearsal.NAME, state="running").first()
        tournament = running or self.seat(tables)
        self.stdout.write(f"{tournament.name} is being played at /t/{tournament.code}/")
        evening = rehearsal.Evening(
            tournament, timezone.now, speed, Random(tournament.seed or None), say=self.stdout.write
        )
        evening.begin(at=time.monotonic())
        while not evening.is_over():
            next_at = evening.step()
            time.sleep(max(0.0, next_at - time.monotonic()))

    @transaction.atomic
    def seat(self, tables: int) -> Tournament:
        """A new evening in a house that has its people and devices."""
        now = timezone.now()
        made = rehearsal.seat_everybody(now=now, tables=tables)
        if settings.DEMO:
            furnishing.furnish(made, now=now)
        return made
