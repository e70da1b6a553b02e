"""`manage.py replay FILE...`: plays hands in the PHH format and prints how each came out."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from engine.phh import phh, phh_play
from engine.phh.phh_play import Played

NOT_RECORDED = "winner not recorded"


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Replay hands in PHH files: one JSON object per hand; exit 1 if stacks differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help=".phh or .phhs")

    def handle(self, *args: Any, **options: Any) -> None:
        went_well = [self._replay(path) for path in options["files"]]
        if not all(went_well):
            sys.exit(1)

    def _replay(self, path: Path) -> bool:
        """Whether every hand of the file could be read and ended as the file says."""
        try:
            hands = list(phh.read_each(path.read_text(encoding="utf-8")))
        except phh.Malformed as fault:
            return self._complain(f"{path}, {fault}")
        except UnicodeDecodeError:
            return self._complain(f"{path}, line 1: this is not a text file")
        except OSError as fault:
            return self._complain(f"{path}: {fault.strerror}")
        agreed = [
            self._complain(f"{path}, {hand}")
            if isinstance(hand, phh.Malformed)
            else self._print(path, hand)
            for hand in hands
        ]
        return all(agreed)

    def _complain(self, why: str) -> bool:
        self.stderr.write(why)
        return False

    def _print(self, path: Path, written: phh.Written) -> bool:
        played = phh_play.play(written)
        outcome = {"file": str(path), "hand": written.name, **_outcome(written, played)}
        self.stdout.write(json.dumps(outcome))
        agrees = played.agrees_with(written)
        if not agrees:
            expected = [written.amount(stack) for stack in written.finishing_stacks]
            self.stderr.write(f"{path}, hand {written.name}: the file ends with {expected}")
        return agrees


def _outcome(written: phh.Written, played: Played) -> dict[str, Any]:
    refused = played.refused
    unpaid = {"unpaid": written.amount(played.unpaid), "note": NOT_RECORDED}
    return {
        "stacks": [written.amount(stack) for stack in played.stacks],
        "pots": [
            {"amount": written.amount(amount), "winners": list(seats)}
            for amount, seats in played.pots
        ],
        "refused": refused
        and {"action": refused.action, "clause": refused.clause, "why": refused.why},
        **(unpaid if played.unpaid else {}),
    }
