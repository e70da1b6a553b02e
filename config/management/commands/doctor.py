"""`manage.py doctor`: what is wrong with this installation, and how to mend it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.machine import doctor


class Command(BaseCommand):
    """Looks at everything, changes nothing."""

    help = "Say in words what is wrong with this installation and how to mend it."
    requires_system_checks = ()  # it must answer while something is broken

    def handle(self, *_args: Any, **_options: Any) -> None:
        """A line for each check; exit code 1 if something is wrong."""
        found = doctor.complaints(timezone.now())
        for name, complaints in found.items():
            self.stdout.write(f"{name}: {'WRONG' if complaints else 'ok'}")
            for complaint in complaints:
                self.stdout.write(f"  {complaint.what}\n  -> {complaint.mend}")
        if wrong := sum(map(len, found.values())):
            raise CommandError(f"{wrong} {'things are' if wrong > 1 else 'thing is'} wrong.")
        self.stdout.write("Nothing is wrong.")
