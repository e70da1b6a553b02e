"""Whatever names a clause says its text too, for one tap on it."""

from dataclasses import dataclass

from engine import clauses, rulebooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A clause with its text; where it comes from another book, it says so."""

    clause: str = ""

    @property
    def clause_text(self) -> str:
        """What it says."""
        return text(self.clause)

    @property
    def silence(self) -> str:
        """That the book itself is silent, where this is common practice."""
        return rulebooks.silence(self.clause)


def text(clause: str) -> str:
    """What a clause says; empty without a clause."""
    found = clauses.find(clause) if clause else None
    return found.behaviour if found else ""
