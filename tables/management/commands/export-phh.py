"""`manage.py export-phh CODE`: writes stored hands in the open PHH format."""  # noqa: N999 (a command name)

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.hand.applying import replay
from engine.phh import phh_export
from tables.models import HandRecord
from tables.play.queries import hands
from tournament.models import Tournament


class Command(BaseCommand):
    """One hand as .phh, several as .phhs; to the screen or into a file."""

    help = "Write stored hands of a tournament in the PHH format."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which hands, and where to."""
        parser.add_argument("code", help="the tournament's code")
        parser.add_argument("--table", type=int, help="only this table")
        parser.add_argument("--hand", type=int, help="only the hand with this number")
        parser.add_argument("--output", type=Path, help="write to this file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write them, or say that no hand matches."""
        written = [_written(record) for record in _chosen(options)]
        if not written:
            raise CommandError("no such hand is stored")
        text = written[0] if len(written) == 1 else phh_export.write_many(written)
        if options["output"]:
            options["output"].write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text, ending="")


def _chosen(options: dict[str, Any]) -> Iterable[HandRecord]:
    if not Tournament.objects.filter(code=options["code"]).exists():
        raise CommandError(f"no tournament has the code {options['code']}")
    records = HandRecord.objects.filter(table__tournament__code=options["code"])
    if options["table"] is not None:
        records = records.filter(table__number=options["table"])
    if options["hand"] is not None:
        records = records.filter(number=options["hand"])
    return records.select_related("table__tournament").order_by("table__number", "number")


def _written(record: HandRecord) -> str:
    story = hands.story(record)
    rules = hands.rules_of(record.table.tournament, replay(story))
    names = {player["seat"]: player["name"] for player in record.players}
    return phh_export.write(story, rules, names)
