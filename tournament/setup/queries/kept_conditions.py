"""The conditions as they stood at the first hand, and what was amended since."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine import clauses, matrix
from engine.office.conditions_sheet import LABELS
from engine.rulebooks.citing import in_words
from tournament.models import JournalEntry, Tournament
from tournament.records.hashing import link

# What is kept: the sheet's items, what the house added, its choices, what the book answers.
ITEMS, HOUSE_RULES, RULES = "items", "house_rules", "rules"
TEXT = "wording of its clauses"
NOT_SAID = "nothing"

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """One item that reads otherwise than before."""

    part: str
    key: str
    was: str
    became: str

    @property
    def label(self) -> str:
        """How the sheet calls it."""
        if self.part == ITEMS:
            return LABELS.get(self.key, "Also")
        return f"{'Rulebook' if self.part == RULES else 'House rules'}: {self.key}"


@dataclass(frozen=True, slots=True)
class Amendment:
    """What was changed after the first hand: when, by whom, why."""

    at: datetime
    by: str
    why: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class AmendedWords:
    """What one item said before it was amended: when, by whom, why."""

    at: datetime
    by: str
    why: str
    was: str


@dataclass(frozen=True, slots=True)
class AmendedAnswer:
    """What the book answers otherwise since the first hand."""

    label: str
    words: str
    amended: list[AmendedWords]


@dataclass(frozen=True, slots=True)
class Kept:
    """The sheet of the first hand and its amendments, the oldest first."""

    at: datetime
    by: str
    why: str
    first: Plain
    amendments: tuple[Amendment, ...]

    def in_force(self, part: str) -> dict[str, str]:
        """One part of the sheet as it reads now."""
        now = dict(self.first[part])
        for amendment in self.amendments:
            now |= {
                change.key: change.became for change in amendment.changes if change.part == part
            }
        return now

    def history(self, key: str, part: str = ITEMS) -> list[AmendedWords]:
        """What became of one item since the first hand."""
        return [
            AmendedWords(
                amendment.at, amendment.by, amendment.why, in_words(change.was or NOT_SAID)
            )
            for amendment in self.amendments
            for change in amendment.changes
            if (change.part, change.key) == (part, key)
        ]

    def of_the_book(self) -> list[AmendedAnswer]:
        """What the book answers otherwise since the first hand."""
        now = self.in_force(RULES)
        return [
            AmendedAnswer(
                Change(RULES, key, "", "").label,
                in_words(now[key] or NOT_SAID),
                self.history(key, RULES),
            )
            for key in now
            if now[key] != self.first[RULES].get(key, "")
        ]


def of(tournament: Tournament) -> Kept | None:
    """What was kept at the first hand; None before it."""
    lines = tournament.kept_sheets.filter(void_at=None).values_list("line", flat=True)
    found = JournalEntry.objects.filter(tournament=tournament, sequence__in=list(lines))
    entries = list(found.order_by("sequence"))
    if not entries:
        return None
    first, *later = entries
    told = tuple(_amendment(entry) for entry in later)
    return Kept(first.at, first.by, first.data["why"], first.data["sheet"], told)


def _amendment(entry: JournalEntry) -> Amendment:
    changes = tuple(Change(**plain) for plain in entry.data["changes"])
    return Amendment(entry.at, entry.by, entry.data["why"], changes)


def differences(part: str, was: Mapping[str, str], became: Mapping[str, str]) -> list[Change]:
    """What reads otherwise now, item by item."""
    return [
        Change(part, key, was.get(key, ""), became.get(key, ""))
        for key in {**was, **became}
        if was.get(key, "") != became.get(key, "")
    ]


def rules(rulebook: str) -> dict[str, str]:
    """What this release's book answers, and a mark that changes with its wording."""
    wording = [(clause.id, clause.behaviour) for clause in clauses.of(rulebook)]
    return {**matrix.answers(rulebook), TEXT: f"mark {link('', wording)[:12]}"}
