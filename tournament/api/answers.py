"""What operations answer: it was done, or what speaks against it."""

from ninja import Schema

from engine.structure.offers import Doubt
from tournament.setup.services import dry_run


class Done(Schema):
    """It was done; the words are those the page says."""

    done: bool = True
    words: str = ""


class Made(Done):
    """It was done, and this is what it is called from now on."""

    id: int


class Objection(Schema):
    """What speaks against it, and the clause that does."""

    field: str = ""
    why: str
    clause: str = ""


class Trial(Schema):
    """What the book has against it, and what would follow; nothing was kept."""

    doubts: list[Objection]
    facts: list[str]


def objection(doubt: Doubt) -> Objection:
    """One thing that speaks against it."""
    return Objection(field=doubt.field, why=doubt.why, clause=doubt.clause)


def trial(outcome: dry_run.Outcome) -> Trial:
    """What came of trying something."""
    return Trial(doubts=[objection(one) for one in outcome.doubts], facts=list(outcome.facts))
