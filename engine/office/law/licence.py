"""What a book says of licences, and of what must be there before play."""

from dataclasses import dataclass

from engine.answers import Answer

# What hangs where the public can read it.
LICENCE, REQUIREMENTS, GAME_RULES, STRUCTURE = "licence", "requirements", "rules", "structure"
CONDITIONS, RANKING, SHOE, BUTTON = "conditions", "ranking", "shoe", "button"
DOOR, ROOM = "door", "room"
NO_MINORS, NOT_FOR_MINORS = "no-minors", "not-for-minors"
REALISTIC, STANDARDS = "realistic", "standards"


@dataclass(frozen=True, slots=True)
class Paper:
    """A document that is posted, or a thing that is there, and by which clause."""

    key: str
    words: str
    clause: str
    blocks_start: bool = True
    blocks_publishing: bool = False  # seen to before the public is told of the event
    besides: tuple[tuple[str, str], ...] = ()  # what is excepted, and by which clause


def before_publishing(
    key: str, words: str, clause: str, besides: tuple[tuple[str, str], ...] = ()
) -> Paper:
    """A line of the checklist before publishing."""
    return Paper(key, words, clause, blocks_start=False, blocks_publishing=True, besides=besides)


@dataclass(frozen=True, slots=True)
class LicenceLaw:
    """One field per question."""

    required: Answer[bool]
    approved_only: Answer[bool]  # the event is the one that was approved
    changes: Answer[bool]  # a change is approved in advance
    unique_chips: Answer[bool]  # chips that serve no other open event
    language: Answer[bool]  # one language at the tables
    issuer: Answer[str]  # the only one whose licence counts; empty: anybody's
    event_type: Answer[str]  # a word the licensed event's kind must have
    valid: Answer[bool]  # nothing is sold or dealt without one in force
    expired: Answer[bool]
    hours: Answer[bool]  # play keeps within the licensed hours
    state: Answer[bool]  # it can be suspended and cancelled
    binding: Answer[bool]  # no check of the book can be switched off by itself
    liquor_permit: Answer[bool]  # its number is kept
    papers: Answer[tuple[Paper, ...]]  # what hangs or is there before play
